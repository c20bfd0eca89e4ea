package io.deltawire.yaml.internal.text;

import java.nio.charset.StandardCharsets;

/** The words for null, truth values and non-finite numbers, as they are written. */
public final class YamlLiterals {
    public static final byte[] NULL = ascii("null");
    private static final byte[] TRUE = ascii("true");
    private static final byte[] FALSE = ascii("false");
    private static final byte[] NAN = ascii(".nan");
    private static final byte[] INFINITY = ascii(".inf");
    private static final byte[] MINUS_INFINITY = ascii("-.inf");

    private YamlLiterals() {}

    public static byte[] of(boolean value) {
        return value ? TRUE : FALSE;
    }

    /** Returns the word for a non-finite number. */
    public static byte[] of(double value) {
        return value > 0 ? INFINITY : value < 0 ? MINUS_INFINITY : NAN;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
