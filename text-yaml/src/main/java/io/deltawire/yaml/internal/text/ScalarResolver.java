package io.deltawire.yaml.internal.text;

import io.deltawire.wire.WireToken;
import io.deltawire.wire.spi.TemporalText;
import java.time.DateTimeException;
import java.util.Base64;

/** Says what kind of value a scalar is, by its tag, or by its style and form where it has none. */
public final class ScalarResolver {
    private ScalarResolver() {}

    /**
     * The kind of a scalar.
     *
     * @param tag a standard tag, {@code !} for text, or null for a scalar that has none
     * @return null where the text is not what the tag says
     */
    public static WireToken resolve(String text, QuoteStyle style, String tag) {
        if (tag == null) {
            return switch (style) {
                case PLAIN -> CoreSchema.resolvePlain(text);
                case DOUBLE_QUOTED -> CoreSchema.resolveQuoted(text);
                case OTHER -> WireToken.TEXT;
            };
        }
        return switch (tag) {
            case YamlTags.INT -> resolveNumber(text, WireToken.INT64);
            case YamlTags.FLOAT -> resolveNumber(text, WireToken.DECIMAL);
            case YamlTags.BOOL -> requireKind(WireToken.BOOL, text);
            case YamlTags.NULL -> requireKind(WireToken.NULL, text);
            case YamlTags.BINARY -> isBase64(text) ? WireToken.BYTES : null;
            case YamlTags.TIMESTAMP -> isTemporal(text) ? WireToken.TEMPORAL : null;
            case YamlTags.STR, YamlTags.MERGE, "!" -> WireToken.TEXT;
            default -> null;
        };
    }

    /** True for a scalar that is a number by its tag, or plain and without one, and by its form. */
    public static boolean isNumber(String text, QuoteStyle style, String tag) {
        boolean mayBe = tag == null ? style == QuoteStyle.PLAIN : tag.equals(YamlTags.INT) || tag.equals(YamlTags.FLOAT);
        return mayBe && !text.isEmpty() && CoreSchema.numberForm(text) != CoreSchema.NO_NUMBER;
    }

    /** {@code !!float} is how a decimal is told from a double, unless no decimal can hold it. */
    private static WireToken resolveNumber(String text, WireToken kind) {
        if (text.isEmpty()) {
            return null;
        }
        if (CoreSchema.numberForm(text) == CoreSchema.NO_NUMBER) {
            return kind == WireToken.DECIMAL && CoreSchema.isNotFinite(text) ? WireToken.FLOAT64 : null;
        }
        if (kind == WireToken.DECIMAL) {
            return CoreSchema.isNegativeZero(text) ? WireToken.FLOAT64 : WireToken.DECIMAL;
        }
        WireToken plain = CoreSchema.resolvePlain(text);
        return plain == WireToken.FLOAT64 ? null : plain;
    }

    private static WireToken requireKind(WireToken kind, String text) {
        return CoreSchema.resolvePlain(text) == kind ? kind : null;
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
    public static byte[] decodeBase64(String text) {
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
