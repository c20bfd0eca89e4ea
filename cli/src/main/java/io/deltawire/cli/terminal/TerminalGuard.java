package io.deltawire.cli.terminal;

import io.deltawire.wire.spi.text.Printable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Protects a terminal from the text that is written to it: control characters and invalid UTF-8 become escapes. Line
 * ends and tabs remain. Colours the names of YAML and JSON fields if asked.
 */
public final class TerminalGuard extends OutputStream {
    private static final String NAME = "\u001b[36m";
    private static final String REMARK = "\u001b[2m";
    private static final String PLAIN = "\u001b[0m";

    private final OutputStream out;
    private final boolean colour;
    private final StringBuilder line = new StringBuilder();
    private int point;
    private int missing;

    public TerminalGuard(OutputStream out, boolean colour) {
        this.out = out;
        this.colour = colour;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        for (int i = offset; i < offset + length; i++) {
            take(bytes[i] & 0xFF);
        }
        // DataOut passes on whole blocks when it is flushed, and a terminal should show them.
        drain();
    }

    private void take(int b) throws IOException {
        if (missing > 0 && (b & 0xC0) == 0x80) {
            point = point << 6 | b & 0x3F;
            if (--missing == 0) {
                append(point);
            }
            return;
        }
        if (missing > 0) {
            missing = 0;
            append('\uFFFD');
        }
        if (b < 0x80) {
            append(b);
        } else if (b >= 0xC2 && b < 0xF5) {
            missing = b < 0xE0 ? 1 : b < 0xF0 ? 2 : 3;
            point = b & (0x3F >> missing);
        } else {
            append('\uFFFD');
        }
    }

    private void append(int codePoint) throws IOException {
        if (codePoint == '\n') {
            line.append('\n');
            drain();
        } else if (codePoint != '\t' && Printable.isHazard(codePoint)) {
            line.append(codePoint > 0xFFFF ? String.format("\\U%08X", codePoint) : String.format("\\u%04X", codePoint));
        } else {
            line.appendCodePoint(codePoint);
        }
    }

    private void drain() throws IOException {
        if (line.length() > 0) {
            out.write((colour ? coloured(line) : line.toString()).getBytes(StandardCharsets.UTF_8));
            line.setLength(0);
        }
    }

    /** Colours the name in front of a colon, and comments. Other parts of a line remain as they are. */
    private static String coloured(CharSequence text) {
        int start = 0;
        while (start < text.length() && " -".indexOf(text.charAt(start)) >= 0) {
            start++;
        }
        if (start < text.length() && text.charAt(start) == '#') {
            return REMARK + stripped(text) + PLAIN + "\n";
        }
        int end = start;
        while (end < text.length()
                && (Character.isLetterOrDigit(text.charAt(end)) || "_.-\"".indexOf(text.charAt(end)) >= 0)) {
            end++;
        }
        boolean named = end > start && end < text.length() && text.charAt(end) == ':';
        return named
                ? text.subSequence(0, start)
                        + NAME
                        + text.subSequence(start, end)
                        + PLAIN
                        + text.subSequence(end, text.length())
                : text.toString();
    }

    private static String stripped(CharSequence text) {
        String string = text.toString();
        return string.endsWith("\n") ? string.substring(0, string.length() - 1) : string;
    }

    @Override
    public void flush() throws IOException {
        drain();
        out.flush();
    }

    @Override
    public void close() throws IOException {
        flush();
        out.close();
    }
}
