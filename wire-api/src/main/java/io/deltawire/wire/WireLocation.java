package io.deltawire.wire;

/**
 * A place in the input.
 *
 * @param offset byte offset from the start of the input, or -1 where a text format knows only line and column
 * @param line line from 1, or 0 in a binary format
 * @param column column from 1 in characters, or 0 in a binary format
 * @param path the way to the value from the root of the message, for example {@code $.update.bids[3]}
 */
public record WireLocation(long offset, int line, int column, String path) {
    /** A place in a binary format. */
    public static WireLocation ofOffset(long offset, String path) {
        return new WireLocation(offset, 0, 0, path);
    }

    /** A place in a text format. */
    public static WireLocation ofLine(int line, int column, String path) {
        return new WireLocation(-1, line, column, path);
    }

    /** Returns for example {@code at byte 17 (0x11), path $.update} or {@code at line 4, column 3, path $.update}. */
    @Override
    public String toString() {
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
