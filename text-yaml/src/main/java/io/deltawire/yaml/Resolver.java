package io.deltawire.yaml;

import io.deltawire.wire.WireToken;
import io.deltawire.wire.spi.TemporalText;
import java.time.DateTimeException;
import java.util.Base64;

/** Says what kind of value a scalar is, by its tag, or by its style and form where it has none. */
final class Resolver {
    private Resolver() {}

    /**
     * The kind of a scalar.
     *
     * @param tag a standard tag, {@code !} for text, or null for a scalar that has none
     * @return null where the text is not what the tag says
     */
    static WireToken resolve(String text, Node.Style style, String tag) {
        if (tag == null) {
            return switch (style) {
                case PLAIN -> Scalar.resolvePlain(text);
                case DOUBLE_QUOTED -> Scalar.resolveQuoted(text);
                case OTHER -> WireToken.TEXT;
            };
        }
        return switch (tag) {
            case Tags.INT -> number(text, WireToken.INT64);
            case Tags.FLOAT -> number(text, WireToken.DECIMAL);
            case Tags.BOOL -> only(WireToken.BOOL, text);
            case Tags.NULL -> only(WireToken.NULL, text);
            case Tags.BINARY -> isBase64(text) ? WireToken.BYTES : null;
            case Tags.TIMESTAMP -> isTemporal(text) ? WireToken.TEMPORAL : null;
            case Tags.STR, Tags.MERGE, "!" -> WireToken.TEXT;
            default -> null;
        };
    }

    /** True for a scalar that is a number by its tag, or plain and without one, and by its form. */
    static boolean isNumber(String text, Node.Style style, String tag) {
        boolean mayBe = tag == null ? style == Node.Style.PLAIN : tag.equals(Tags.INT) || tag.equals(Tags.FLOAT);
        return mayBe && !text.isEmpty() && Scalar.numberForm(text) != Scalar.NO_NUMBER;
    }

    /** {@code !!float} is how a decimal is told from a double, unless no decimal can hold it. */
    private static WireToken number(String text, WireToken kind) {
        if (text.isEmpty()) {
            return null;
        }
        if (Scalar.numberForm(text) == Scalar.NO_NUMBER) {
            return kind == WireToken.DECIMAL && Scalar.isNotFinite(text) ? WireToken.FLOAT64 : null;
        }
        if (kind == WireToken.DECIMAL) {
            return Scalar.isNegativeZero(text) ? WireToken.FLOAT64 : WireToken.DECIMAL;
        }
        WireToken plain = Scalar.resolvePlain(text);
        return plain == WireToken.FLOAT64 ? null : plain;
    }

    private static WireToken only(WireToken kind, String text) {
        return Scalar.resolvePlain(text) == kind ? kind : null;
    }

    private static boolean isBase64(String text) {
        try {
            decodeBase64(text);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /**
     * Decodes base64 (RFC 4648, section 4) with white space anywhere.
     *
     * @throws IllegalArgumentException where it is something else
     */
    static byte[] decodeBase64(String text) {
        StringBuilder packed = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c != ' ' && c != '\n' && c != '\t' && c != '\r') {
                packed.append(c);
            }
        }
        return Base64.getDecoder().decode(packed.toString());
    }

    private static boolean isTemporal(String text) {
        try {
            TemporalText.parse(text);
            return true;
        } catch (DateTimeException e) {
            return false;
        }
    }
}
