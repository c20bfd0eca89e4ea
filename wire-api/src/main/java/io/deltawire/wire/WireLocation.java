package io.deltawire.wire;

/**
 * A location in the input or, on writing, in the message. Immutable.
 *
 * <p>Immutable, so threads may share it.
 *
 * @param offset byte offset from the start of the input; -1 on writing, and in a text format that counts only lines and
 *     columns
 * @param line line, from 1; 0 in a binary format and on writing
 * @param column column in characters, from 1; 0 in a binary format and on writing
 * @param path path to the value from the root of the message, for example {@code $.update.bids[3]}
 */
public record WireLocation(long offset, int line, int column, String path) {
    /** Returns a location in the input of a binary format. */
    public static WireLocation ofOffset(long offset, String path) {
        return new WireLocation(offset, 0, 0, path);
    }

    /** Returns a location in the input of a text format. */
    public static WireLocation ofLine(int line, int column, String path) {
        return new WireLocation(-1, line, column, path);
    }

    /** Returns a location in a message that is being written. */
    public static WireLocation ofPath(String path) {
        return new WireLocation(-1, 0, 0, path);
    }

    /** Returns whether this is a location in an input, rather than in a message that is being written. */
    public boolean isInInput() {
        return offset >= 0 || line > 0;
    }

    /**
     * Returns for example {@code at byte 17 (0x11), path $.update}, {@code at line 4, column 3, path $.update} or
     * {@code at path $.update}.
     */
    @Override
    public String toString() {
        if (!isInInput()) {
            return "at path " + path;
        }
        StringBuilder text = new StringBuilder("at ");
        if (line > 0) {
            text.append("line ").append(line).append(", column ").append(column);
        } else {
            text.append("byte ")
                    .append(offset)
                    .append(" (0x")
                    .append(Long.toHexString(offset))
                    .append(')');
        }
        if (!path.isEmpty()) {
            text.append(", path ").append(path);
        }
        return text.toString();
    }
}
