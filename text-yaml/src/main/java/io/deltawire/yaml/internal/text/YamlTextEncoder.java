package io.deltawire.yaml.internal.text;

import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.wire.spi.text.Printable;
import io.deltawire.wire.spi.text.Utf8;
import java.nio.charset.StandardCharsets;

/** Writes text, plain or in double quotes, and comments. */
public final class YamlTextEncoder {
    private static final byte[] HEX = "0123456789ABCDEF".getBytes(StandardCharsets.ISO_8859_1);

    /** The most bytes that one code point takes: {@code \U0010FFFF}. */
    private static final int MAX_ESCAPE = 10;

    private static final int CHUNK = 256;

    private YamlTextEncoder() {}

    /**
     * Writes text as a scalar that is read as text. Does not write the tag for text that {@link
     * PlainText#readsAsTemporal}.
     */
    public static void write(OutputBuffer out, CharSequence text) {
        out.ensure(text.length());
        int end = PlainText.writeAscii(text, out.array, out.position);
        if (end >= 0) {
            out.position = end;
        } else if (PlainText.isPlain(text)) {
            out.ensure(Utf8.maxBytes(text.length()));
            out.position = Utf8.encode(text, out.array, out.position);
        } else {
            writeQuoted(out, text);
        }
    }

    /** Writes text in double quotes on one line. Escapes lone surrogates and everything that a terminal acts on. */
    public static void writeQuoted(OutputBuffer out, CharSequence text) {
        int length = text.length();
        out.ensure(2);
        out.array[out.position++] = '"';
        for (int i = 0; i < length; ) {
            int end = Math.min(length, i + CHUNK);
            out.ensure((end - i + 1) * MAX_ESCAPE);
            byte[] array = out.array;
            int index = out.position;
            while (i < end) {
                char c = text.charAt(i);
                if (c >= 0x20 && c < 0x7F && c != '"' && c != '\\') {
                    array[index++] = (byte) c;
                    i++;
                } else {
                    int point = Character.codePointAt(text, i);
                    index = writePoint(array, index, point);
                    i += Character.charCount(point);
                }
            }
            out.position = index;
        }
        out.ensure(1);
        out.array[out.position++] = '"';
    }

    /** Writes a line of a comment. */
    public static void writeComment(OutputBuffer out, String text) {
        out.ensure((text.length() + 1) * MAX_ESCAPE);
        for (int i = 0; i < text.length(); ) {
            int point = text.codePointAt(i);
            out.position = Printable.isHazard(point)
                    ? writeEscape(out.array, out.position, point)
                    : Utf8.encode(Character.toString(point), out.array, out.position);
            i += Character.charCount(point);
        }
    }

    private static int writePoint(byte[] array, int index, int point) {
        int letter = shortEscape(point);
        if (letter != 0) {
            array[index] = '\\';
            array[index + 1] = (byte) letter;
            return index + 2;
        }
        return mustEscape(point)
                ? writeEscape(array, index, point)
                : Utf8.encode(Character.toString(point), array, index);
    }

    /**
     * Returns whether a character is a {@link Printable} hazard, or a no-break space, which looks like a space. The
     * hazards include the line breaks of YAML 1.1: next line, line separator and paragraph separator.
     */
    static boolean mustEscape(int point) {
        return Printable.isHazard(point) || point == 0xA0;
    }

    private static int shortEscape(int point) {
        return switch (point) {
            case '"', '\\' -> point;
            case '\n' -> 'n';
            case '\r' -> 'r';
            case '\t' -> 't';
            default -> 0;
        };
    }

    /** Writes {@code \\uHHHH} or {@code \UHHHHHHHH}. YAML 1.1 and 1.2 share these escapes, and JSON the first. */
    private static int writeEscape(byte[] array, int from, int point) {
        int index = from;
        array[index++] = '\\';
        int digits = point > 0xFFFF ? 8 : 4;
        array[index++] = (byte) (digits == 8 ? 'U' : 'u');
        for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) {
            array[index++] = HEX[point >> shift & 0xF];
        }
        return index;
    }
}
