package io.deltawire.cli.command;

import io.deltawire.delta.internal.inspect.DeltaInspector;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Prints bytes and what they mean, eight a line: {@code 0000001a  c2 00 3d 03  # new record}. */
final class HexLines implements DeltaInspector.Sink {
    private static final int ROW = 8;

    /** Lines without a consumer. */
    private final List<String> waiting = new ArrayList<>();

    private Consumer<String> taker = waiting::add;
    private byte[] bytes = {};
    private long offset;

    /** Sets the bytes of the next lines, and their offset in the input. */
    void setBytes(byte[] chunk, long chunkOffset) {
        bytes = chunk;
        offset = chunkOffset;
    }

    @Override
    public byte[] bytes() {
        return bytes;
    }

    /**
     * Passes on the lines that wait, and from now on each line immediately.
     *
     * @param to the consumer; null if lines are to wait
     */
    void setConsumer(Consumer<String> to) {
        if (to != null) {
            waiting.forEach(to);
            waiting.clear();
        }
        taker = to == null ? waiting::add : to;
    }

    /** Adds a line without bytes. */
    void addText(String text) {
        taker.accept(text);
    }

    /** Adds lines for the bytes between two indexes, with what they mean. Adds none for no bytes. */
    @Override
    public void line(int from, int to, int depth, String meaning) {
        for (int row = from; row < to; row += ROW) {
            StringBuilder line = new StringBuilder(hex(offset + row, 8)).append("  ");
            for (int i = row; i < row + ROW; i++) {
                line.append(i < to ? hex(bytes[i] & 0xFF, 2) + " " : "   ");
            }
            if (row == from) {
                line.append(" # ").append("  ".repeat(depth)).append(meaning);
            }
            taker.accept(line.toString().stripTrailing());
        }
    }

    private static String hex(long value, int width) {
        String digits = Long.toHexString(value);
        return "0".repeat(Math.max(0, width - digits.length())) + digits;
    }

    /** Adds bytes without a meaning, with their text. */
    @Override
    public void plain(int from, int to) {
        for (int row = from; row < to; row += ROW) {
            int end = Math.min(to, row + ROW);
            StringBuilder text = new StringBuilder();
            for (int i = row; i < end; i++) {
                text.append(bytes[i] >= 0x20 && bytes[i] < 0x7F ? (char) bytes[i] : '.');
            }
            line(row, end, 0, "|" + text + "|");
        }
    }
}
