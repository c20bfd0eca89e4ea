package io.deltawire.cli;

import java.util.ArrayList;
import java.util.List;

/** Bytes with what they mean behind them, eight a line: {@code 0000001a  c2 00 3d 03  # new record}. */
final class HexLines implements DeltaAnnotation.Sink {
    private static final int ROW = 8;

    private final List<String> lines = new ArrayList<>();
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

    /** Adds a line without bytes. */
    void say(String text) {
        lines.add(text);
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
            lines.add(line.toString().stripTrailing());
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

    /** The lines added, which are forgotten. */
    List<String> take() {
        List<String> taken = new ArrayList<>(lines);
        lines.clear();
        return taken;
    }
}
