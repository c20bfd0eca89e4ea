package io.deltawire.yaml.internal.scanner;

import io.deltawire.wire.WireLimits;
import io.deltawire.yaml.internal.name.InternedString;
import io.deltawire.yaml.internal.name.YamlNameCache;
import io.deltawire.yaml.internal.text.YamlLexer;
import io.deltawire.yaml.internal.text.YamlTags;

/**
 * Reads the tags that stand in front of values: type names, and the standard tags that our own writer writes. The type
 * name last read at each depth is looked for first. Not thread-safe.
 */
final class TypeTagReader {
    private final YamlNameCache names;
    private final InternedString[] lastTags;
    private final int maxNameBytes;

    /** The type name, or null. */
    private String type;

    /** The standard tag, or null. */
    private String standard;

    TypeTagReader(YamlNameCache names, WireLimits limits) {
        this.names = names;
        this.lastTags = new InternedString[limits.maxDepth() + 1];
        this.maxNameBytes = limits.maxNameBytes();
    }

    String typeName() {
        return type;
    }

    String standardTag() {
        return standard;
    }

    /**
     * Reads a tag and the space after it, where there is just one.
     *
     * @param depth of the value
     * @return the index of the value, or {@link YamlLexer#UNKNOWN}
     */
    int read(byte[] a, int at, int end, int depth) {
        type = null;
        standard = null;
        if (a[at + 1] == '!') {
            return readStandard(a, at, end);
        }
        InternedString lastTag = lastTags[depth];
        if (lastTag != null && lastTag.isAt(a, at)) {
            type = lastTag.value();
            return at + lastTag.length() - 1;
        }
        int after = YamlLexer.tagEnd(a, at + 1);
        int length = after - at - 1;
        if (length == 0 || length > maxNameBytes || a[after] != ' ') {
            return YamlLexer.UNKNOWN;
        }
        type = names.get(a, at + 1, after);
        if (type.indexOf('%') >= 0) {
            type = YamlLexer.percentDecoded(type);
        }
        if (type == null || a[after + 1] == '!') {
            return YamlLexer.UNKNOWN;
        }
        if (lastTag == null) {
            lastTag = new InternedString();
            lastTags[depth] = lastTag;
        }
        lastTag.set(a, at, after + 2, type);
        return after + 1;
    }

    private int readStandard(byte[] a, int at, int end) {
        // The quote is the value's.
        if (YamlLexer.matches(a, at, end, "!!str \"")) {
            standard = YamlTags.STR;
            return at + 6;
        }
        if (YamlLexer.matches(a, at, end, "!!binary \"")) {
            standard = YamlTags.BINARY;
            return at + 9;
        }
        if (YamlLexer.matches(a, at, end, "!!float ")) {
            standard = YamlTags.FLOAT;
            return at + 8;
        }
        return YamlLexer.UNKNOWN;
    }
}
