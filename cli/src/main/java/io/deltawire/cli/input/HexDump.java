package io.deltawire.cli.input;

import io.deltawire.cli.terminal.TextFormat;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireFormats;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads and writes bytes as hexadecimal text. Reads the dumps that people paste from logs: of {@code xxd}, of {@code
 * hexdump -C}, of {@code od -t x1}, of {@code Bytes.toHexString()} or plain pairs, with comments after {@code #}; and
 * of {@code xxd -p}, which have only digits. Shows the bytes around a fault. An instance owns the state of one dump
 * that is read. Not thread-safe.
 */
final class HexDump extends BulkStream {
    private static final int ROW = 16;
    private static final int MIN_PAIRS = 4;

    /**
     * An offset, up to 16 pairs, and anything after a gap or after the last pair. {@code Bytes.toHexString()} leaves
     * room for the pairs that a first row does not have.
     */
    private static final Pattern OFFSET_AND_PAIRS =
            Pattern.compile("\\p{XDigit}{6,} {1,50}(\\p{XDigit}{2}(?: {1,2}\\p{XDigit}{2}(?![^ ])){0,15})(?: .*)?");

    /** What {@code Bytes.toHexString()} prints for any number of rows of zeros. */
    private static final String ZERO_ROWS = "........";

    private final InputStream text;

    /** The number of rows of zeros that must still be returned. */
    private long zeroRows;

    /** The offset that the row after the last one has, if rows have offsets. */
    private long nextOffset;

    /** A line that has been read ahead, or null. */
    private String waiting;

    /** Whether lines are digits alone; null before the first line. */
    private Boolean isDigitsAlone;

    /** The address of the last row as text, or null. */
    private String address;

    private byte[] row = {};
    private int position;

    HexDump(InputStream text) {
        this.text = text;
    }

    /** Whether the first bytes are a hex dump: a line with an offset and pairs, or with at least four pairs. */
    static boolean looksLike(byte[] head) {
        StringBuilder line = new StringBuilder();
        for (byte b : head) {
            if (b == '\n' || b == '\r') {
                break;
            }
            line.append((char) (b & 0xFF));
        }
        if (line.length() == 0 || !isHex(line.charAt(0))) {
            return false;
        }
        if (line.indexOf(" ") < 0) {
            return isPacked(line.toString().strip());
        }
        byte[] pairs = parse(line.toString());
        // Runs of digits alone are more likely to be numbers.
        return pairs != null
                && pairs.length >= MIN_PAIRS
                && (line.indexOf(":") > 0
                        || line.indexOf("  ") > 0
                        || line.chars().anyMatch(Character::isLetter));
    }

    /** Whether a text of digits only, which might be a number or a name, has the bytes of a message. */
    private static boolean isPacked(String line) {
        byte[] bytes = line.length() < 2 * MIN_PAIRS ? null : pairs(line.substring(0, line.length() / 2 * 2));
        if (bytes == null) {
            return false;
        }
        for (WireFormat format : WireFormats.all()) {
            WireFormat.Match match = format.detect(bytes, bytes.length);
            if (match == WireFormat.Match.CERTAIN || match == WireFormat.Match.LIKELY) {
                return true;
            }
        }
        return false;
    }

    /** The bytes of one line, or null if it is not part of a hex dump. */
    static byte[] parse(String line) {
        Matcher row = OFFSET_AND_PAIRS.matcher(line);
        if (row.matches()) {
            return HexFormat.of().parseHex(row.group(1).replace(" ", ""));
        }
        String body = cut(cut(line, "#"), "|").strip();
        int colon = body.indexOf(':');
        if (colon > 0) {
            body = body.substring(colon + 1).strip();
            int gap = body.indexOf("  ");
            body = gap < 0 ? body : body.substring(0, gap);
        } else {
            int space = body.indexOf(' ');
            if (space >= 6 || space < 0 && body.length() >= 6 && line.startsWith("0000")) {
                body = space < 0 ? "" : body.substring(space);
            }
        }
        return pairs(body.replace(" ", "").replace("\t", ""));
    }

    private static byte[] pairs(String digits) {
        if (digits.length() % 2 != 0) {
            return null;
        }
        byte[] bytes = new byte[digits.length() / 2];
        for (int i = 0; i < bytes.length; i++) {
            int high = Character.digit(digits.charAt(2 * i), 16);
            int low = Character.digit(digits.charAt(2 * i + 1), 16);
            if (high < 0 || low < 0) {
                return null;
            }
            bytes[i] = (byte) (high << 4 | low);
        }
        return bytes;
    }

    private static String cut(String text, String mark) {
        int at = text.indexOf(mark);
        return at < 0 ? text : text.substring(0, at);
    }

    private static boolean isHex(char c) {
        return Character.digit(c, 16) >= 0;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        while (position == row.length) {
            if (zeroRows > 0) {
                zeroRows--;
                row = new byte[ROW];
                position = 0;
                continue;
            }
            String line = line();
            if (line == null) {
                return -1;
            }
            if (line.equals(ZERO_ROWS)) {
                skipZeroRows();
                continue;
            }
            if (isDigitsAlone == null) {
                isDigitsAlone = line.strip().indexOf(' ') < 0;
            }
            row = isDigitsAlone ? pairs(line.strip()) : isEndAddress(line) ? new byte[0] : parse(line);
            nextOffset = offsetOf(line) + ROW;
            address = addressOf(line);
            if (row == null) {
                String hint = line.strip().equals("*") ? " (rows like the one before; hexdump -v writes all)" : "";
                throw new Unpacking.Damaged(
                        "expected a line of hexadecimal bytes but was " + TextFormat.quote(line) + hint);
            }
            position = 0;
        }
        int taken = Math.min(length, row.length - position);
        System.arraycopy(row, position, into, offset, taken);
        position += taken;
        return taken;
    }

    /** Counts the rows of zeros that a line of dots stands for, by the offset of the line after it. */
    private void skipZeroRows() throws IOException {
        String next = line();
        long offset = next == null ? -1 : offsetOf(next);
        if (offset < nextOffset) {
            throw new Unpacking.Damaged("expected a row with its offset after " + ZERO_ROWS
                    + ", which stands for rows of zeros, but was " + TextFormat.quote(next == null ? "" : next));
        }
        zeroRows = (offset - nextOffset) / ROW;
        waiting = next;
    }

    /**
     * Whether a line is the address after the last row, with which od and hexdump end: hexadecimal, octal or decimal.
     */
    private boolean isEndAddress(String line) {
        if (address == null || line.indexOf(' ') >= 0) {
            return false;
        }
        for (int radix : new int[] {16, 8, 10}) {
            try {
                if (Long.parseLong(address, radix) + row.length == Long.parseLong(line, radix)) {
                    return true;
                }
            } catch (NumberFormatException e) {
                // not in this radix
            }
        }
        return false;
    }

    /** The text in front of the first blank, or null. */
    private static String addressOf(String line) {
        int space = line.indexOf(' ');
        return space <= 0 ? null : line.substring(0, space);
    }

    /** The offset in front of a row, rounded down to a whole row; -1 if it has none. */
    private static long offsetOf(String line) {
        int space = line.indexOf(' ');
        try {
            return space < 0 ? -1 : Long.parseLong(line.substring(0, space), 16) / ROW * ROW;
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    private String line() throws IOException {
        if (waiting != null) {
            String line = waiting;
            waiting = null;
            return line;
        }
        StringBuilder line = new StringBuilder();
        int b = text.read();
        if (b < 0) {
            return null;
        }
        while (b >= 0 && b != '\n') {
            if (b != '\r') {
                line.append((char) b);
            }
            b = text.read();
        }
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        text.close();
    }

    /** The first bytes in hex and as text. */
    static String describe(byte[] head) {
        int length = Math.min(head.length, 8);
        StringBuilder hex = new StringBuilder();
        StringBuilder ascii = new StringBuilder();
        for (int i = 0; i < length; i++) {
            hex.append(i == 0 ? "" : " ").append(pair(head[i]));
            ascii.append(printable(head[i]));
        }
        return hex + " " + TextFormat.quote(ascii);
    }

    /** The rows of remembered bytes around an offset, with a mark under the byte. */
    static List<String> around(RecentBytes bytes, long offset) {
        List<String> rows = new ArrayList<>();
        long last = Math.min(offset, bytes.count() - 1);
        if (!bytes.has(last)) {
            return rows;
        }
        long start = last / ROW * ROW;
        if (start >= ROW && bytes.has(start - ROW)) {
            rows.add(row(bytes, start - ROW));
        }
        rows.add(row(bytes, start));
        int column = (int) (offset - start);
        if (column < ROW) {
            rows.add(" ".repeat(12 + 3 * column + (column >= 8 ? 1 : 0)) + "^^");
        }
        return rows;
    }

    private static String row(RecentBytes bytes, long start) {
        StringBuilder hex = new StringBuilder("  ").append(String.format("%08x  ", start));
        StringBuilder ascii = new StringBuilder();
        for (int i = 0; i < ROW; i++) {
            hex.append(i == 8 ? " " : "");
            if (bytes.has(start + i)) {
                byte b = bytes.at(start + i);
                hex.append(pair(b)).append(' ');
                ascii.append(printable(b));
            } else {
                hex.append("   ");
            }
        }
        return hex.append(" |").append(ascii).append('|').toString();
    }

    private static String pair(byte b) {
        String hex = Integer.toHexString(b & 0xFF);
        return hex.length() == 1 ? "0" + hex : hex;
    }

    private static char printable(byte b) {
        return b >= 0x20 && b < 0x7F ? (char) b : '.';
    }
}
