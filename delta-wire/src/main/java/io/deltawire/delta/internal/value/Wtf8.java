package io.deltawire.delta.internal.value;

import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.wire.spi.text.Utf8;
import io.deltawire.wire.spi.text.VarInt;

/**
 * Text as UTF-8 in which a lone surrogate stands as its three-byte form, so that every Java string comes back as it was
 * (WTF-8: S. Sapin, "The WTF-8 encoding", section 3).
 */
public final class Wtf8 {
    private Wtf8() {}

    /** Writes the length in bytes as a varint, then the bytes. */
    public static void write(OutputBuffer out, CharSequence text) {
        int length = Utf8.length(text);
        out.ensure(VarInt.MAX_BYTES + length);
        out.position = VarInt.write(out.array, out.position, length);
        if (length == text.length() && text instanceof String ascii) {
            copy(ascii, length, out.array, out.position);
            out.position += length;
            return;
        }
        int end = Utf8.encode(text, out.array, out.position);
        if (end < 0) {
            end = encode(text, out.array, out.position);
        }
        out.position = end;
    }

    /** The quickest way there is for ASCII: of no use for other text, hence its deprecation. */
    @SuppressWarnings("deprecation")
    private static void copy(String text, int length, byte[] into, int at) {
        text.getBytes(0, length, into, at);
    }

    private static int encode(CharSequence text, byte[] into, int from) {
        int at = from;
        for (int i = 0; i < text.length(); ) {
            int point = Character.codePointAt(text, i);
            i += Character.charCount(point);
            if (Character.isBmpCodePoint(point) && Character.isSurrogate((char) point)) {
                into[at++] = (byte) (0xE0 | point >> 12);
                into[at++] = (byte) (0x80 | point >> 6 & 0x3F);
                into[at++] = (byte) (0x80 | point & 0x3F);
            } else {
                at = Utf8.encode(Character.toString(point), into, at);
            }
        }
        return at;
    }

    /** Returns the text of these bytes, or null where they are not WTF-8. */
    static String decode(byte[] bytes, int offset, int length) {
        int end = offset + length;
        if (Utf8.validate(bytes, offset, end) == Utf8.VALID) {
            return Utf8.decode(bytes, offset, length);
        }
        StringBuilder text = new StringBuilder(length);
        int at = offset;
        while (at < end) {
            if (end - at >= 3
                    && (bytes[at] & 0xFF) == 0xED
                    && (bytes[at + 1] & 0xE0) == 0xA0
                    && (bytes[at + 2] & 0xC0) == 0x80) {
                char surrogate = (char) (0xD000 | (bytes[at + 1] & 0x3F) << 6 | bytes[at + 2] & 0x3F);
                // A pair written as two halves is not WTF-8: it would have a second encoding.
                if (Character.isLowSurrogate(surrogate)
                        && text.length() > 0
                        && Character.isHighSurrogate(text.charAt(text.length() - 1))) {
                    return null;
                }
                text.append(surrogate);
                at += 3;
            } else {
                int next = at + 1;
                while (next < end && (bytes[next] & 0xC0) == 0x80) {
                    next++;
                }
                if (Utf8.validate(bytes, at, next) != Utf8.VALID) {
                    return null;
                }
                text.append(Utf8.decode(bytes, at, next - at));
                at = next;
            }
        }
        return text.toString();
    }
}
