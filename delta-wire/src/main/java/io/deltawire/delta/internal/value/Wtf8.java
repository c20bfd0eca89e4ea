package io.deltawire.delta.internal.value;

import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.wire.spi.text.Utf8;
import io.deltawire.wire.spi.text.VarInt;

/**
 * Text in WTF-8: UTF-8 in which a lone surrogate is encoded as three bytes, so that every Java string survives (S.
 * Sapin, "The WTF-8 encoding", section 3).
 */
public final class Wtf8 {
    private Wtf8() {}

    /** Writes the length in bytes as a varint, then the bytes. ASCII strings are copied without a conversion. */
    public static void write(OutputBuffer out, CharSequence text) {
        int length = Utf8.length(text);
        out.ensure(VarInt.MAX_BYTES + length);
        out.position = VarInt.write(out.array, out.position, length);
        if (length == text.length() && text instanceof String ascii) {
            copyAscii(ascii, length, out.array, out.position);
            out.position += length;
            return;
        }
        int end = Utf8.encode(text, out.array, out.position);
        if (end < 0) {
            end = encode(text, out.array, out.position);
        }
        out.position = end;
    }

    /**
     * Copies the low byte of each char. The JDK deprecates the method, since it is wrong for other text than ASCII; it
     * is the fastest copy for that.
     */
    @SuppressWarnings("deprecation")
    private static void copyAscii(String text, int length, byte[] into, int index) {
        text.getBytes(0, length, into, index);
    }

    private static int encode(CharSequence text, byte[] into, int from) {
        int index = from;
        for (int i = 0; i < text.length(); ) {
            int point = Character.codePointAt(text, i);
            i += Character.charCount(point);
            if (Character.isBmpCodePoint(point) && Character.isSurrogate((char) point)) {
                into[index++] = (byte) (0xE0 | point >> 12);
                into[index++] = (byte) (0x80 | point >> 6 & 0x3F);
                into[index++] = (byte) (0x80 | point & 0x3F);
            } else {
                index = Utf8.encode(Character.toString(point), into, index);
            }
        }
        return index;
    }

    /** Returns the text of these bytes, or null if they are not WTF-8. */
    public static String decode(byte[] bytes, int offset, int length) {
        int end = offset + length;
        if (Utf8.validate(bytes, offset, end) == Utf8.VALID) {
            return Utf8.decode(bytes, offset, length);
        }
        StringBuilder text = new StringBuilder(length);
        int index = offset;
        while (index < end) {
            if (end - index >= 3
                    && (bytes[index] & 0xFF) == 0xED
                    && (bytes[index + 1] & 0xE0) == 0xA0
                    && (bytes[index + 2] & 0xC0) == 0x80) {
                char surrogate = (char) (0xD000 | (bytes[index + 1] & 0x3F) << 6 | bytes[index + 2] & 0x3F);
                // WTF-8 forbids a pair that is encoded as two lone surrogates: the text would have two encodings.
                if (Character.isLowSurrogate(surrogate)
                        && text.length() > 0
                        && Character.isHighSurrogate(text.charAt(text.length() - 1))) {
                    return null;
                }
                text.append(surrogate);
                index += 3;
            } else {
                int next = index + 1;
                while (next < end && (bytes[next] & 0xC0) == 0x80) {
                    next++;
                }
                if (Utf8.validate(bytes, index, next) != Utf8.VALID) {
                    return null;
                }
                text.append(Utf8.decode(bytes, index, next - index));
                index = next;
            }
        }
        return text.toString();
    }
}
