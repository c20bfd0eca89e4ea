package io.deltawire.yaml.internal.scanner;

import io.deltawire.wire.WireLimits;
import io.deltawire.yaml.internal.name.InternedString;
import io.deltawire.yaml.internal.name.YamlNameCache;
import io.deltawire.yaml.internal.text.YamlLexer;
import io.deltawire.yaml.internal.text.YamlTags;

/**
 * Reads the tags before values: type names, and the standard tags that the writer uses. At each depth, the last type
 * name is compared first. Not thread-safe.
 */
final class TypeTagReader {
    private final YamlNameCache names;
    private final InternedString[] lastTags;
    private final int maxNameBytes;

    private String type;

    private String standard;

    TypeTagReader(YamlNameCache names, WireLimits limits) {
        this.names = names;
        this.lastTags = new InternedString[limits.maxDepth() + 1];
        this.maxNameBytes = limits.maxNameBytes();
    }

    /** Returns the type name, or null. */
    String typeName() {
        return type;
    }

    /** Returns the standard tag, or null. */
    String standardTag() {
        return standard;
    }

    /**
     * Reads a tag and the space after it, if there is exactly one.
     *
     * @param depth depth of the value
     * @return the index of the value, or {@link YamlLexer#UNKNOWN}
     */
    int read(byte[] a, int index, int end, int depth) {
        type = null;
        standard = null;
        if (a[index + 1] == '!') {
            return readStandard(a, index, end);
        }
        InternedString lastTag = lastTags[depth];
        if (lastTag != null && lastTag.isAt(a, index)) {
            type = lastTag.value();
            return index + lastTag.length() - 1;
        }
        int after = YamlLexer.tagEnd(a, index + 1);
        int length = after - index - 1;
        if (length == 0 || length > maxNameBytes || a[after] != ' ') {
            return YamlLexer.UNKNOWN;
        }
        type = names.get(a, index + 1, after);
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
        lastTag.set(a, index, after + 2, type);
        return after + 1;
    }

    private int readStandard(byte[] a, int index, int end) {
        // The quote belongs to the value.
        if (YamlLexer.matches(a, index, end, "!!str \"")) {
            standard = YamlTags.STR;
            return index + 6;
        }
        if (YamlLexer.matches(a, index, end, "!!binary \"")) {
            standard = YamlTags.BINARY;
            return index + 9;
        }
        if (YamlLexer.matches(a, index, end, "!!float ")) {
            standard = YamlTags.FLOAT;
            return index + 8;
        }
        return YamlLexer.UNKNOWN;
    }
}
