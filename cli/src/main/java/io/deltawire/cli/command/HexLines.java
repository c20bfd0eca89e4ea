package io.deltawire.cli.command;

import io.deltawire.cli.delta.DeltaAnnotation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Bytes with what they mean behind them, eight a line: {@code 0000001a  c2 00 3d 03  # new record}. */
final class HexLines implements DeltaAnnotation.Sink {
    private static final int ROW = 8;

    /** The lines added that nobody has taken. */
    private final List<String> waiting = new ArrayList<>();

    private Consumer<String> taker = waiting::add;
    private byte[] bytes = {};
    private long offset;

    /** Sets the bytes that the next lines are about, and where they are in the input. */
    void of(byte[] chunk, long chunkOffset) {
        bytes = chunk;
        offset = chunkOffset;
    }

    @Override
    public byte[] bytes() {
        return bytes;
    }

    /**
     * Hands over the lines that nobody has taken, and from now on each when it is added: there may be many.
     *
     * @param to what takes them; null where they wait from now on
     */
    void handTo(Consumer<String> to) {
        if (to != null) {
            waiting.forEach(to);
            waiting.clear();
        }
        taker = to == null ? waiting::add : to;
    }

    /** Adds a line without bytes. */
    void say(String text) {
        taker.accept(text);
    }

    /** Adds the bytes from one index to another, and what they are; nothing where there are none. */
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

    /** Adds bytes without a meaning of their own, as text where they are text. */
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
