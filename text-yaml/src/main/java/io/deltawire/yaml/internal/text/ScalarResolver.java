package io.deltawire.yaml.internal.text;

import io.deltawire.wire.WireToken;
import io.deltawire.wire.spi.text.TemporalText;
import java.time.DateTimeException;
import java.util.Base64;

/** Resolves the kind of a scalar: by its tag, or by its style and form if it has none. */
public final class ScalarResolver {
    private ScalarResolver() {}

    /**
     * Returns the kind of a scalar.
     *
     * @param tag a standard tag, {@code !} for text, or null for none
     * @return null if the text does not match the tag
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

    /** Returns whether a scalar has the form of a number and is one by its tag, or is plain without a tag. */
    public static boolean isNumber(String text, QuoteStyle style, String tag) {
        boolean mayBe =
                tag == null ? style == QuoteStyle.PLAIN : tag.equals(YamlTags.INT) || tag.equals(YamlTags.FLOAT);
        return mayBe && !text.isEmpty() && CoreSchema.numberForm(text) != CoreSchema.NO_NUMBER;
    }

    /**
     * Resolves a tagged number. {@code !!float} tells a decimal from a double, unless no decimal can hold the value.
     */
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
     * @throws IllegalArgumentException if it is not base64
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
