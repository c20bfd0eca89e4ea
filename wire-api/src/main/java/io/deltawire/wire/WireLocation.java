package io.deltawire.wire;

/**
 * A place in the input, or, when writing, in the message.
 *
 * @param offset byte offset from the start of the input, or -1 where a text format knows only line and column, and when writing
 * @param line line from 1, or 0 in a binary format, and when writing
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

    /** A place in a message that is being written. */
    public static WireLocation ofPath(String path) {
        return new WireLocation(-1, 0, 0, path);
    }

    /** Whether the place is in an input, and not in a message that is being written. */
    public boolean isInInput() {
        return offset >= 0 || line > 0;
    }

    /** Returns for example {@code at byte 17 (0x11), path $.update} {@code at line 4, column 3, path $.update} or {@code at path $.update}. */
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
