package io.deltawire.wire.spi;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;

/**
 * Numbers as ASCII text, the one form that every text wire writes: valid JSON, and a number in YAML 1.1 and 1.2.
 *
 * <p>Doubles and floats are written with the fewest digits that read back to the same bits. Always with a decimal point,
 * plain from 1.0E-6 up to 1.0E17, else with a signed exponent: {@code 1000000.0}, {@code 1.0E-7}, {@code 1.0E+300}.
 */
public final class NumberText {
    /** The most bytes that {@link #writeInt64} takes. */
    public static final int MAX_INT64 = 20;

    /** The most bytes that {@link #writeFloat64} and {@link #writeFloat32} take. */
    public static final int MAX_FLOAT64 = 26;

    private NumberText() {}

    /** Writes an integer in decimal into an array with room for {@link #MAX_INT64}; returns the index after. */
    public static int writeInt64(byte[] into, int at, long value) {
        byte[] text = Long.toString(value).getBytes(StandardCharsets.ISO_8859_1);
        System.arraycopy(text, 0, into, at, text.length);
        return at + text.length;
    }

    /**
     * Writes a finite double into an array with room for {@link #MAX_FLOAT64}; returns the index after. NaN and the
     * infinities are the format's to write.
     */
    public static int writeFloat64(byte[] into, int at, double value) {
        return copy(into, at, normalize(Double.toString(value)));
    }

    /** As {@link #writeFloat64}, with the fewest digits that read back to the same float. */
    public static int writeFloat32(byte[] into, int at, float value) {
        return copy(into, at, normalize(Float.toString(value)));
    }

    /** The text that {@link #writeFloat64} writes; NaN and infinities as Java names them. */
    public static String toString(double value) {
        if (!Double.isFinite(value)) {
            return Double.toString(value);
        }
        byte[] text = new byte[MAX_FLOAT64];
        return new String(text, 0, writeFloat64(text, 0, value), StandardCharsets.ISO_8859_1);
    }

    /**
     * Parses a decimal number, correctly rounded: an optional sign, digits with an optional point, an optional exponent.
     *
     * @throws NumberFormatException where the bytes are something else
     */
    public static double parseFloat64(byte[] text, int from, int to) {
        String string = new String(text, from, to - from, StandardCharsets.ISO_8859_1);
        for (int i = 0; i < string.length(); i++) {
            if ("+-.0123456789eE".indexOf(string.charAt(i)) < 0) {
                throw new NumberFormatException("not a number: " + Printable.quote(string));
            }
        }
        return Double.parseDouble(string);
    }

    /**
     * Says whether the number's text and the double parsed from it stand for the same number to everybody who prints
     * doubles in shortest form. Where they do not, a reader gives {@link io.deltawire.wire.WireToken#DECIMAL}, so that no
     * digit is lost on the way to another format.
     *
     * @param parsed what {@link #parseFloat64} returned for this text
     */
    public static boolean isExactFloat64(byte[] text, int from, int to, double parsed) {
        if (!Double.isFinite(parsed)) {
            return false;
        }
        BigDecimal written = new BigDecimal(new String(text, from, to - from, StandardCharsets.ISO_8859_1));
        return written.compareTo(new BigDecimal(toString(parsed))) == 0;
    }

    private static int copy(byte[] into, int at, String text) {
        for (int i = 0; i < text.length(); i++) {
            into[at + i] = (byte) text.charAt(i);
        }
        return at + text.length();
    }

    private static String normalize(String javaText) {
        int e = javaText.indexOf('E');
        if (e < 0) {
            return javaText;
        }
        int exponent = Integer.parseInt(javaText.substring(e + 1));
        if (exponent >= -6 && exponent < 17) {
            String plain = new BigDecimal(javaText).toPlainString();
            return plain.indexOf('.') < 0 ? plain + ".0" : plain;
        }
        return exponent < 0 ? javaText : javaText.substring(0, e + 1) + '+' + exponent;
    }
}
