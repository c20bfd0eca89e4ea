package io.deltawire.yaml;

import io.deltawire.wire.WireLimits;

/**
 * Reads the tags that stand in front of values: type names, and the standard tags that our own writer writes. The type
 * name last read at each depth is looked for first. Not thread-safe.
 */
final class TypeTags {
    private final NameCache names;
    private final Remembered[] last;
    private final int maxNameBytes;

    /** The type name, or null. */
    String type;

    /** The standard tag, or null. */
    String standard;

    TypeTags(NameCache names, WireLimits limits) {
        this.names = names;
        this.last = new Remembered[limits.maxDepth() + 1];
        this.maxNameBytes = limits.maxNameBytes();
    }

    /**
     * Reads a tag and the space after it, where there is just one.
     *
     * @param depth of the value
     * @return the index of the value, or {@link Lexer#UNKNOWN}
     */
    int read(byte[] a, int at, int end, int depth) {
        type = null;
        standard = null;
        if (a[at + 1] == '!') {
            return readStandard(a, at, end);
        }
        Remembered before = last[depth];
        if (before != null && before.isAt(a, at)) {
            type = before.value;
            return at + before.length() - 1;
        }
        int after = Lexer.tagEnd(a, at + 1);
        int length = after - at - 1;
        if (length == 0 || length > maxNameBytes || a[after] != ' ') {
            return Lexer.UNKNOWN;
        }
        type = names.get(a, at + 1, after);
        if (type.indexOf('%') >= 0) {
            type = Lexer.percentDecoded(type);
        }
        if (type == null || a[after + 1] == '!') {
            return Lexer.UNKNOWN;
        }
        if (before == null) {
            before = new Remembered();
            last[depth] = before;
        }
        before.set(a, at, after + 2, type);
        return after + 1;
    }

    private int readStandard(byte[] a, int at, int end) {
        // The quote is the value's.
        if (Lexer.matches(a, at, end, "!!str \"")) {
            standard = Tags.STR;
            return at + 6;
        }
        if (Lexer.matches(a, at, end, "!!binary \"")) {
            standard = Tags.BINARY;
            return at + 9;
        }
        if (Lexer.matches(a, at, end, "!!float ")) {
            standard = Tags.FLOAT;
            return at + 8;
        }
        return Lexer.UNKNOWN;
    }
}
