package io.deltawire.binary.internal.codes;

/**
 * The encoding of text: each UTF-16 unit by itself, in one to three bytes.
 *
 * <p>A character beyond U+FFFF is two surrogates of three bytes each (CESU-8, Unicode Technical Report 26). Lone
 * surrogates are allowed. All other text is the same as in UTF-8. The decoder accepts four-byte sequences of UTF-8 as
 * well.
 */
public final class Cesu8 {
    private Cesu8() {}

    /** The length of the encoded text in bytes. */
    public static long length(CharSequence text) {
        long bytes = text.length();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= 0x80) {
                bytes += c < 0x800 ? 1 : 2;
            }
        }
        return bytes;
    }

    /** Encodes text into an array that has room for it. Returns the index after the text. */
    public static int encode(CharSequence text, byte[] into, int at) {
        int p = at;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < 0x80) {
                into[p++] = (byte) c;
            } else if (c < 0x800) {
                into[p++] = (byte) (0xC0 | c >> 6);
                into[p++] = (byte) (0x80 | c & 0x3F);
            } else {
                into[p++] = (byte) (0xE0 | c >> 12);
                into[p++] = (byte) (0x80 | c >> 6 & 0x3F);
                into[p++] = (byte) (0x80 | c & 0x3F);
            }
        }
        return p;
    }

    /**
     * Decodes text and appends it to a builder.
     *
     * @throws DecodingFault at the first byte that is not part of a valid sequence
     */
    public static void decode(byte[] a, int from, int to, StringBuilder target) {
        int p = from;
        while (p < to) {
            int b = a[p];
            if (b >= 0) {
                target.append((char) b);
                p++;
            } else if ((b & 0xE0) == 0xC0 && (b & 0xFF) >= 0xC2 && isContinued(a, p, 2, to)) {
                target.append((char) ((b & 0x1F) << 6 | a[p + 1] & 0x3F));
                p += 2;
            } else if ((b & 0xF0) == 0xE0 && isContinued(a, p, 3, to)) {
                int c = (b & 0x0F) << 12 | (a[p + 1] & 0x3F) << 6 | a[p + 2] & 0x3F;
                if (c < 0x800) {
                    throw invalid(a, p);
                }
                target.append((char) c);
                p += 3;
            } else if ((b & 0xF8) == 0xF0 && isContinued(a, p, 4, to)) {
                int c = (b & 0x07) << 18 | (a[p + 1] & 0x3F) << 12 | (a[p + 2] & 0x3F) << 6 | a[p + 3] & 0x3F;
                if (c < 0x10000 || c > 0x10FFFF) {
                    throw invalid(a, p);
                }
                target.appendCodePoint(c);
                p += 4;
            } else {
                throw invalid(a, p);
            }
        }
    }

    private static boolean isContinued(byte[] a, int p, int length, int to) {
        if (to - p < length) {
            return false;
        }
        for (int i = 1; i < length; i++) {
            if ((a[p + i] & 0xC0) != 0x80) {
                return false;
            }
        }
        return true;
    }

    private static DecodingFault invalid(byte[] a, int p) {
        return new DecodingFault(p, String.format("expected UTF-8 text but found byte %02X", a[p]));
    }
}
