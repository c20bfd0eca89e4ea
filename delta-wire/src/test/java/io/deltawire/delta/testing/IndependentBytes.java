package io.deltawire.delta.testing;

import io.deltawire.wire.testing.Trees.Blob;
import io.deltawire.wire.testing.Trees.Name;
import io.deltawire.wire.testing.Trees.Typed;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Reads the primitives and plain values of docs/spec/delta.md, sections 2 and 6, for {@link IndependentDecoder}. */
final class IndependentBytes {
    private static final int END = 0x1F;
    private static final int IS_TEXT = 0x20;
    private static final int IS_NOTATION = 0x40;
    private static final int BLANK = 0x80;
    private static final int COMMA = 0x20;
    private static final int OFFSET_CLASS = 4;
    private static final int ZONE_CLASS = 5;

    private static final List<Function<String, Object>> TIMES = List.of(
            Instant::parse,
            LocalDate::parse,
            LocalTime::parse,
            LocalDateTime::parse,
            OffsetDateTime::parse,
            ZonedDateTime::parse);

    private final byte[] array;
    private int position;

    IndependentBytes(byte[] array) {
        this.array = array;
    }

    int position() {
        return position;
    }

    void moveTo(int index) {
        position = index;
    }

    /** Whether the mark of a header is next. */
    boolean isAtMark() {
        byte[] mark = {(byte) 0xC4, (byte) 0xCC, (byte) 0xD4, (byte) 0xD7, 0};
        int end = position + mark.length;
        return end <= array.length && Arrays.equals(array, position, end, mark, 0, mark.length);
    }

    boolean hasMore() {
        return position < array.length;
    }

    int u8() {
        return array[position++] & 0xFF;
    }

    byte[] take(long length) {
        byte[] taken = Arrays.copyOfRange(array, position, position + Math.toIntExact(length));
        position += taken.length;
        return taken;
    }

    long varInt() {
        long value = 0;
        for (int shift = 0; ; shift += 7) {
            int b = u8();
            value |= (long) (b & 0x7F) << shift;
            if (b < 0x80) {
                return value;
            }
        }
    }

    int index() {
        return Math.toIntExact(varInt());
    }

    long signed() {
        long value = varInt();
        return value >>> 1 ^ -(value & 1);
    }

    /** Returns a little-endian number of 8 bytes. */
    long u64() {
        long bits = 0;
        for (int i = 0; i < Long.BYTES; i++) {
            bits |= (long) u8() << 8 * i;
        }
        return bits;
    }

    /** Reads a text. A lone surrogate has its three bytes. */
    String text() {
        return text(take(varInt()));
    }

    /** The bytes of a text, where a lone surrogate has three. */
    static byte[] wtf8(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        text.codePoints().forEach(point -> {
            if (point < 0x80) {
                bytes.write(point);
                return;
            }
            int more = point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
            bytes.write(new int[] {0, 0xC0, 0xE0, 0xF0}[more] | point >> 6 * more);
            for (int i = more - 1; i >= 0; i--) {
                bytes.write(0x80 | point >> 6 * i & 0x3F);
            }
        });
        return bytes.toByteArray();
    }

    static String text(byte[] bytes) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < bytes.length; ) {
            int first = bytes[i++] & 0xFF;
            int more = first < 0x80 ? 0 : first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3;
            int codePoint = more == 0 ? first : first & 0x3F >> more;
            for (int k = 0; k < more; k++) {
                codePoint = codePoint << 6 | bytes[i++] & 0x3F;
            }
            text.appendCodePoint(codePoint);
        }
        return text.toString();
    }

    /** The format, zone and count of a date or time (section 6.3). */
    record Time(int format, Object zone, long count) {
        Time withCount(long other) {
            return new Time(format, zone, other);
        }

        /** Returns the temporal, or its text. */
        Object value() {
            if ((format & IS_NOTATION) != 0) {
                return notation();
            }
            long perSecond = new long[] {1, 1000, 1_000_000, 1_000_000_000}[format >> 3 & 3];
            long nanos = Math.floorMod(count, perSecond) * (1_000_000_000 / perSecond);
            long seconds = Math.floorDiv(count, perSecond);
            Object time;
            try {
                time = switch (format & 7) {
                    case 0 -> LocalDate.ofEpochDay(count);
                    case 1 -> LocalTime.ofNanoOfDay(seconds * 1_000_000_000 + nanos);
                    case 2 -> LocalDateTime.ofEpochSecond(seconds, (int) nanos, ZoneOffset.UTC);
                    case 3 -> Instant.ofEpochSecond(seconds, nanos);
                    case OFFSET_CLASS ->
                        Instant.ofEpochSecond(seconds, nanos)
                                .atOffset(ZoneOffset.ofTotalSeconds(((Long) zone).intValue()));
                    default -> Instant.ofEpochSecond(seconds, nanos).atZone(ZoneId.of((String) zone));
                };
            } catch (DateTimeException e) {
                return Instant.ofEpochSecond(seconds, nanos).atOffset(ZoneOffset.UTC) + "[" + zone + "]";
            }
            return (format & IS_TEXT) != 0 ? time.toString() : time;
        }

        /** Returns the text of a time in a notation of fixed digits. */
        private String notation() {
            int digits = 3 * (format >> 3 & 3);
            BigDecimal seconds = BigDecimal.valueOf(count, digits);
            BigInteger whole = seconds.setScale(0, RoundingMode.FLOOR).toBigInteger();
            BigDecimal fraction = seconds.subtract(new BigDecimal(whole));
            Instant instant = Instant.ofEpochSecond(whole.longValueExact());
            String date = (format & BLANK) != 0 ? "uuuu-MM-dd HH:mm:ss" : "uuuu-MM-dd'T'HH:mm:ss";
            String offset = new String[] {"", "", "", "'Z'", "xxx", "xx", " xx", "x"}[format & 7];
            String mark = (format & COMMA) != 0 ? "," : ".";
            String digitsText =
                    digits == 0 ? "" : mark + fraction.toPlainString().substring(2);
            String pattern = ((format & 7) == 1 ? "HH:mm:ss" : date) + "'" + digitsText + "'" + offset;
            ZoneOffset zoneOffset = zone == null ? ZoneOffset.UTC : ZoneOffset.ofTotalSeconds(((Long) zone).intValue());
            return instant.atOffset(zoneOffset).format(DateTimeFormatter.ofPattern(pattern.replace("''", "")));
        }
    }

    Time time() {
        int format = u8();
        if ((format & IS_NOTATION) != 0) {
            Object offset = (format & 7) >= OFFSET_CLASS ? signed() : null;
            return new Time(format, offset, signed());
        }
        Object zone = switch (format & 7) {
            case OFFSET_CLASS -> signed();
            case ZONE_CLASS -> text();
            default -> null;
        };
        return new Time(format, zone, signed());
    }

    static double decimalDouble(long mantissa, int scale) {
        return mantissa / Double.parseDouble("1e" + scale);
    }

    static String numberText(long mantissa, int scale) {
        return BigDecimal.valueOf(mantissa, scale).toPlainString();
    }

    private static Object timeOf(String text) {
        for (Function<String, Object> parser : TIMES) {
            try {
                Object time = parser.apply(text);
                if (time.toString().equals(text)) {
                    return time;
                }
            } catch (DateTimeException e) {
                // another class
            }
        }
        throw new AssertionError("no date or time: " + text);
    }

    /** Reads a plain value (section 6.1) as a tree. */
    Object plain() {
        int code = u8();
        if (code >= 0x20) {
            long number = signed();
            return code < 0x30
                    ? (Object) decimalDouble(number, code - 0x20)
                    : code < 0x40 ? numberText(number, code - 0x30) : BigDecimal.valueOf(number, code - 0x40);
        }
        return switch (code) {
            case 0x01 -> null;
            case 0x03 -> Map.of();
            case 0x04 -> List.of();
            case 0x05 -> false;
            case 0x06 -> true;
            case 0x07 -> signed();
            case 0x08 -> Double.longBitsToDouble(u64());
            case 0x09 -> text();
            case 0x0D -> time().value();
            case 0x10 -> object();
            case 0x11 -> list();
            case 0x12 -> {
                String type = text();
                yield new Typed(type, plain());
            }
            case 0x13 -> new Blob(take(varInt()));
            case 0x14 -> {
                int scale = (int) signed();
                yield new BigDecimal(new BigInteger(take(varInt())), scale);
            }
            case 0x15 -> timeOf(text());
            default -> throw new AssertionError("no value begins with 0x" + Integer.toHexString(code));
        };
    }

    private Map<Object, Object> object() {
        Map<Object, Object> map = new LinkedHashMap<>();
        for (int code = u8(); code != END; code = u8()) {
            Object key = switch (code) {
                case 0x17 -> text();
                case 0x18 -> new Name(text());
                case 0x19 -> plain();
                default -> throw new AssertionError("no entry begins with 0x" + Integer.toHexString(code));
            };
            map.put(key, plain());
        }
        return map;
    }

    private List<Object> list() {
        List<Object> list = new ArrayList<>();
        while (array[position] != END) {
            list.add(plain());
        }
        position++;
        return list;
    }
}
