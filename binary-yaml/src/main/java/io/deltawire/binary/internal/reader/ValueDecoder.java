package io.deltawire.binary.internal.reader;

import io.deltawire.binary.internal.cache.DecodedTextCache;
import io.deltawire.binary.internal.cache.DecodedValueCache;
import io.deltawire.binary.internal.codes.BinaryEncodedName;
import io.deltawire.binary.internal.codes.BytesCompression;
import io.deltawire.binary.internal.codes.ChronicleTypeNames;
import io.deltawire.binary.internal.codes.CodeScanner;
import io.deltawire.binary.internal.codes.Codes;
import io.deltawire.binary.internal.codes.Codes.Payload;
import io.deltawire.binary.internal.codes.Codes.Role;
import io.deltawire.binary.internal.codes.DecodingFault;
import io.deltawire.binary.internal.codes.LittleEndian;
import io.deltawire.binary.internal.codes.NumberDecoder;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.spi.ScalarConversions;
import io.deltawire.wire.spi.text.CachedMinute;
import io.deltawire.wire.spi.text.NumberText;
import io.deltawire.wire.spi.text.Printable;
import io.deltawire.wire.spi.text.TemporalText;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.time.temporal.Temporal;
import java.util.Arrays;
import java.util.Base64;
import java.util.Locale;
import java.util.UUID;

/**
 * Decodes values: their tokens, and Java values of any type they can be converted to without loss.
 *
 * <p>A value that cannot be converted is an {@link ArithmeticException}. Malformed bytes are a {@link DecodingFault}.
 * The reader adds the offset and the path to both. Not thread-safe.
 */
final class ValueDecoder {
    private static final int MAX_BOOL_CHARS = 64;

    private final CodeScanner scanner;
    private final int maxNumberChars;
    private final DecodedTextCache texts = DecodedTextCache.ofCesu8();
    private final DecodedValueCache temporals = new DecodedValueCache();
    private final CachedMinute minute = new CachedMinute();

    ValueDecoder(CodeScanner scanner, int maxNumberChars) {
        this.scanner = scanner;
        this.maxNumberChars = maxNumberChars;
    }

    /** The cache of texts. */
    DecodedTextCache texts() {
        return texts;
    }

    /** The cache of dates and times, by the bytes of code and text. */
    DecodedValueCache temporals() {
        return temporals;
    }

    /** Describes a token for an error text. */
    static String describe(WireToken token) {
        return switch (token) {
            case BEGIN_OBJECT -> "an object";
            case BEGIN_LIST -> "a list";
            case INT64 -> "an integer";
            case FLOAT64 -> "a double";
            case DECIMAL -> "a decimal number";
            case TEMPORAL -> "a date or time";
            case FIELD, EVENT -> "a name";
            case KEY -> "a key that is not text";
            case END_OBJECT -> "the end of the object";
            case END_LIST -> "the end of the list";
            case END_MESSAGE -> "the end of the message";
            default -> token.name().toLowerCase(Locale.ROOT);
        };
    }

    /**
     * Returns the type name of a value, or null if the only name before it belongs to its encoding.
     *
     * @param name the first name before the value
     * @param kind the last name before the value, which is the same one if there is only one
     * @param second the index of the second name, or -1 if there is only one
     */
    String typeName(WireToken token, String name, String kind, byte[] a, int at, int second) {
        boolean isEncoding = isEncodingTypeName(token, kind);
        boolean isLiteral = (a[at] & 0xFF) == Codes.TYPE_LITERAL;
        if (isLiteral || second >= 0 && !isEncoding) {
            throw new DecodingFault(isLiteral ? at : second, "expected a value but found a second type name");
        }
        return isEncoding && second < 0 ? null : name;
    }

    /** Whether a type name belongs to the encoding of the token, rather than to the value. */
    private static boolean isEncodingTypeName(WireToken token, String name) {
        return switch (token) {
            case TEMPORAL -> ChronicleTypeNames.isTemporal(name);
            case DECIMAL -> name.equals(ChronicleTypeNames.BIG_DECIMAL);
            case BYTES -> name.equals(ChronicleTypeNames.BYTES) || BytesCompression.forTypeName(name) != null;
            default -> false;
        };
    }

    /**
     * Returns the token of the value at {@code at}.
     *
     * @param kind the type name before the value, or null
     */
    WireToken token(byte[] a, int at, int end, String kind) {
        int code = a[at] & 0xFF;
        if (Codes.role(code) != Role.VALUE) {
            String hint = Codes.role(code) == Role.DELTA ? ", which has no meaning outside a delta message" : "";
            throw new DecodingFault(at, "expected a value but found " + Codes.describe(code) + hint);
        }
        WireToken token = Codes.token(code);
        if (token == null) {
            return code == Codes.ZONED_DATE_TIME ? temporalToken(a, at, end) : blockToken(a, at, end, kind);
        }
        if (token == WireToken.TEXT && code >= Codes.STRING_ANY) {
            if (code == Codes.STRING_ANY && CodeScanner.isNullText(a, at, end)) {
                return WireToken.NULL;
            }
            if (kind != null && ChronicleTypeNames.isTemporal(kind)) {
                return temporalToken(a, at, end);
            }
            if (ChronicleTypeNames.BIG_DECIMAL.equals(kind)) {
                return WireToken.DECIMAL;
            }
        }
        return token;
    }

    /** Returns the token of a date or time, which is text if it has a zone that this JVM does not know. */
    private WireToken temporalToken(byte[] a, int at, int end) {
        int length = textLength(a, at, end, Integer.MAX_VALUE / 4);
        int last = scanner.position() + length - 1;
        boolean isUnknown = length > 0
                && last < end
                && a[last] == ']'
                && TemporalText.hasUnknownZone(latin1(a, scanner.position(), length));
        return isUnknown ? WireToken.TEXT : WireToken.TEMPORAL;
    }

    private WireToken blockToken(byte[] a, int at, int end, String kind) {
        int length = scanner.readBlockLength(a, at, end);
        int to = scanner.position() + length;
        int p = scanner.noiseEnd(a, scanner.position(), to);
        if (p == to) {
            boolean object = (a[at] & 0xFF) != Codes.BYTES_LENGTH32 || kind != null && ChronicleTypeNames.isMap(kind);
            return object ? WireToken.BEGIN_OBJECT : WireToken.BEGIN_LIST;
        }
        int inner = a[p] & 0xFF;
        if (inner == Codes.U8_ARRAY) {
            return WireToken.BYTES;
        }
        boolean object = inner == Codes.HISTORY_MESSAGE
                ? scanner.noiseEnd(a, CodeScanner.historyEnd(a, p, to), to) == to
                : Codes.role(inner) == Role.ENTRY;
        return object ? WireToken.BEGIN_OBJECT : WireToken.BEGIN_LIST;
    }

    /** Whether a block holds nothing but noise, so that it can be read as an object or as a list. */
    boolean isEmptyBlock(byte[] a, int at, int end) {
        if (Codes.payload(a[at] & 0xFF) != Payload.BLOCK) {
            return false;
        }
        int length = scanner.readBlockLength(a, at, end);
        int to = scanner.position() + length;
        return scanner.noiseEnd(a, scanner.position(), to) == to;
    }

    String text(byte[] a, int from, int length) {
        return texts.get(a, from, length);
    }

    /** Returns the length in bytes of the text at {@code at}. The scanner's position is its first byte. */
    int textLength(byte[] a, int at, int end, int max) {
        int code = a[at] & 0xFF;
        int length;
        if (code >= Codes.STRING_0) {
            length = code - Codes.STRING_0;
            scanner.setPosition(at + 1);
            if (length > end - scanner.position()) {
                throw DecodingFault.overrun(at, "text");
            }
        } else {
            length = scanner.readLength(a, at + 1, end);
        }
        if (length > 3L * max) {
            throw tooLong(at, "text of at most " + max + " characters", length);
        }
        return length;
    }

    private static DecodingFault tooLong(int at, String what, long bytes) {
        return new DecodingFault(at, "expected " + what + " but was one of " + bytes + " bytes");
    }

    private String textAt(byte[] a, int at, int end, int max) {
        int length = textLength(a, at, end, max);
        String text = texts.get(a, scanner.position(), length);
        if (text.length() > max) {
            throw tooLong(at, "text of at most " + max + " characters", length);
        }
        return text;
    }

    boolean bool(byte[] a, int at, int end, WireToken token) {
        return switch (token) {
            case BOOL -> (a[at] & 0xFF) == Codes.TRUE;
            case TEXT -> ScalarConversions.parseBool(asText(a, at, end, token, MAX_BOOL_CHARS));
            default -> throw unexpected("true or false", token);
        };
    }

    long int64(byte[] a, int at, int end, WireToken token) {
        scanner.payloadEnd(a, at, end);
        return switch (token) {
            case INT64 -> NumberDecoder.int64(a, at);
            case FLOAT64 -> ScalarConversions.toInt64(NumberDecoder.float64(a, at));
            case DECIMAL -> ScalarConversions.toInt64(decimal(a, at, end, token));
            case TEXT -> ScalarConversions.parseInt64(asText(a, at, end, token, Integer.MAX_VALUE / 4));
            default -> throw unexpected("an integer", token);
        };
    }

    double float64(byte[] a, int at, int end, WireToken token) {
        scanner.payloadEnd(a, at, end);
        return switch (token) {
            case INT64 -> ScalarConversions.toFloat64(NumberDecoder.int64(a, at));
            case FLOAT64 -> NumberDecoder.float64(a, at);
            case DECIMAL -> ScalarConversions.toFloat64(decimal(a, at, end, token));
            case TEXT -> ScalarConversions.parseFloat64(asText(a, at, end, token, Integer.MAX_VALUE / 4));
            default -> throw unexpected("a number", token);
        };
    }

    BigDecimal decimal(byte[] a, int at, int end, WireToken token) {
        scanner.payloadEnd(a, at, end);
        switch (token) {
            case INT64 -> {
                return BigDecimal.valueOf(NumberDecoder.int64(a, at));
            }
            case FLOAT64 -> {
                double value = NumberDecoder.float64(a, at);
                if (!Double.isFinite(value)) {
                    throw new ArithmeticException("expected a decimal number but was " + value);
                }
                return new BigDecimal(NumberText.toString(value));
            }
            case TEXT -> {
                return ScalarConversions.parseDecimal(asText(a, at, end, token, Integer.MAX_VALUE / 4), maxNumberChars);
            }
            case DECIMAL -> {
                String text = textAt(a, at, end, Integer.MAX_VALUE / 4);
                if (text.length() > maxNumberChars) {
                    throw tooLong(at, "a number of at most " + maxNumberChars + " characters", text.length());
                }
                try {
                    return ScalarConversions.parseDecimal(text);
                } catch (ArithmeticException e) {
                    throw new DecodingFault(at, "expected a decimal number but was text " + Printable.quote(text));
                }
            }
            default -> throw unexpected("a number", token);
        }
    }

    /** Returns any scalar but null as text. */
    String asText(byte[] a, int at, int end, WireToken token, int max) {
        int code = a[at] & 0xFF;
        return switch (token) {
            case TEXT -> code == Codes.UUID ? uuid(a, at, end).toString() : textAt(a, at, end, max);
            case TEMPORAL, DECIMAL -> textAt(a, at, end, max);
            case BOOL -> code == Codes.TRUE ? "true" : "false";
            case INT64 -> {
                scanner.payloadEnd(a, at, end);
                yield Long.toString(NumberDecoder.int64(a, at));
            }
            case FLOAT64 -> {
                scanner.payloadEnd(a, at, end);
                yield NumberText.toString(NumberDecoder.float64(a, at));
            }
            case BYTES -> Base64.getEncoder().encodeToString(bytes(a, at, end, token, max));
            default -> throw unexpected("text", token);
        };
    }

    UUID uuid(byte[] a, int at, int end) {
        scanner.payloadEnd(a, at, end);
        return new UUID((long) LittleEndian.LONG.get(a, at + 1), (long) LittleEndian.LONG.get(a, at + 9));
    }

    byte[] bytes(byte[] a, int at, int end, WireToken token, int max) {
        switch (token) {
            case BYTES -> {
                int from = at + 1;
                int to = end;
                if ((a[at] & 0xFF) != Codes.U8_ARRAY) {
                    int length = scanner.readBlockLength(a, at, end);
                    to = scanner.position() + length;
                    from = scanner.noiseEnd(a, scanner.position(), to) + 1;
                }
                if (to - from > max) {
                    throw tooLong(at, "at most " + max + " bytes", to - from);
                }
                return Arrays.copyOfRange(a, from, to);
            }
            case TEXT -> {
                try {
                    return Base64.getDecoder().decode(asText(a, at, end, token, max));
                } catch (IllegalArgumentException e) {
                    throw new ArithmeticException("expected bytes but was text that is not base64");
                }
            }
            default -> throw unexpected("bytes", token);
        }
    }

    Temporal temporal(byte[] a, int at, int end, WireToken token) {
        if (token != WireToken.TEMPORAL && token != WireToken.TEXT) {
            throw unexpected("a date or time", token);
        }
        int code = a[at] & 0xFF;
        if (code == Codes.UUID) {
            throw unexpected("a date or time", token);
        }
        int length = textLength(a, at, end, Integer.MAX_VALUE / 4);
        int from = scanner.position();
        return parse(a, from, length, code, at, token);
    }

    /**
     * Returns the date or time that {@link BinaryReader#temporalEnd} has found; null if only a token can read it.
     */
    Temporal cachedTemporal(byte[] a, int at, int after) {
        Temporal known = temporals.findTemporal(a, at, after - at);
        return known != null ? known : decodeAndCacheTemporal(a, at, after);
    }

    /** As {@link #cachedTemporal}, after a miss. */
    Temporal decodeAndCacheTemporal(byte[] a, int at, int after) {
        Temporal value = decodeTemporal(a, at, after);
        if (value != null) {
            temporals.put(a, at, after - at, value);
        }
        return value;
    }

    /** As {@link #cachedTemporal}, without the cache. */
    Temporal decodeTemporal(byte[] a, int at, int after) {
        if ((a[at] & 0xFF) == Codes.TYPE_PREFIX) {
            return typedTemporal(a, at, after);
        }
        try {
            return parse(a, at + 2, after - at - 2, a[at] & 0xFF, at, WireToken.TEMPORAL);
        } catch (DecodingFault fault) {
            return null; // malformed, which the caller finds by reading the token
        }
    }

    /** Decodes text after a type name, if it is in the form that this module's writer produces. */
    private Temporal typedTemporal(byte[] a, int at, int after) {
        boolean isInstant = BinaryEncodedName.INSTANT_TYPE.isAt(a, at, after);
        if (!isInstant && !BinaryEncodedName.OFFSET_DATE_TIME_TYPE.isAt(a, at, after)) {
            return null;
        }
        int typeLength =
                (isInstant ? BinaryEncodedName.INSTANT_TYPE : BinaryEncodedName.OFFSET_DATE_TIME_TYPE).length();
        int from = at + typeLength + ((a[at + typeLength] & 0xFF) >= Codes.STRING_0 ? 1 : 2);
        try {
            Temporal value = TemporalText.parse(a, from, after, minute);
            return (isInstant ? value instanceof Instant : value instanceof OffsetDateTime) ? value : null;
        } catch (DateTimeException e) {
            return null; // malformed, which the caller finds by reading the token
        }
    }

    /** Notes the value of bytes with a type name. */
    void cacheTemporal(byte[] a, int at, int after, Temporal value) {
        temporals.put(a, at, after - at, value);
    }

    private Temporal parse(byte[] a, int from, int length, int code, int at, WireToken token) {
        try {
            Temporal value = TemporalText.parse(a, from, from + length, minute);
            return switch (code) {
                case Codes.TIME -> value instanceof LocalTime ? value : LocalTime.parse(latin1(a, from, length));
                case Codes.DATE -> value instanceof LocalDate ? value : LocalDate.parse(latin1(a, from, length));
                case Codes.DATE_TIME ->
                    value instanceof LocalDateTime ? value : LocalDateTime.parse(latin1(a, from, length));
                case Codes.ZONED_DATE_TIME ->
                    value instanceof ZonedDateTime ? value : ZonedDateTime.parse(latin1(a, from, length));
                default -> value;
            };
        } catch (DateTimeException e) {
            String problem = "expected a date or time but was text " + Printable.quote(latin1(a, from, length));
            if (token == WireToken.TEXT) {
                throw (ArithmeticException) new ArithmeticException(problem).initCause(e);
            }
            throw new DecodingFault(at, problem);
        }
    }

    private static String latin1(byte[] a, int from, int length) {
        return new String(a, from, length, StandardCharsets.ISO_8859_1);
    }

    private static ArithmeticException unexpected(String wanted, WireToken token) {
        return new ArithmeticException("expected " + wanted + " but was " + describe(token));
    }
}
