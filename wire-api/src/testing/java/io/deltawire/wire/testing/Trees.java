package io.deltawire.wire.testing;

import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.WireToken;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.Temporal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Messages as plain Java trees, for tests: null, Boolean, Long, Double, BigDecimal, String, {@link Blob}, Temporal,
 * List, Map and {@link Typed}. A {@link Name} key of a map is written as an event.
 */
public final class Trees {
    private Trees() {}

    /** Bytes that are compared by content. */
    public record Blob(byte... bytes) {
        @Override
        public boolean equals(Object o) {
            return o instanceof Blob other && Arrays.equals(bytes, other.bytes);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(bytes);
        }

        @Override
        public String toString() {
            return "bytes " + HexFormat.of().formatHex(bytes);
        }
    }

    /** A value with a type name. */
    public record Typed(String type, Object value) {}

    /** The name of an event; a String key is the name of a field. */
    public record Name(String event) {}

    /** Returns a map of alternating keys and values, in this order. */
    public static Map<Object, Object> map(Object... keysAndValues) {
        Map<Object, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            map.put(keysAndValues[i], keysAndValues[i + 1]);
        }
        return map;
    }

    /** The fields of MyDataType, the message of Chronicle's article on delta-compressing wires. */
    public static Map<Object, Object> myDataType() {
        Map<Object, Object> fields = map("firstId", 1010101010101L, "secondId", 2222L, "thirdId", "thirdId-1234");
        fields.put("staticOne", "staticOne-1234");
        fields.put("staticTwo", 2020202020202L);
        fields.put("staticThree", ZonedDateTime.parse("2016-07-22T12:34:56.789Z[UTC]"));
        fields.put("staticFour", 1000000.0);
        fields.put("changesA", 3000000000L);
        fields.put("changesB", 123456.0);
        return fields;
    }

    /** Writes one message. */
    public static void writeMessage(WireOut out, Object tree) {
        out.beginMessage();
        write(out, tree);
        out.endMessage();
    }

    /** Writes one value. */
    public static void write(WireOut out, Object value) {
        if (value == null) {
            out.nullValue();
        } else if (value instanceof Boolean b) {
            out.bool(b);
        } else if (value instanceof Long l) {
            out.int64(l);
        } else if (value instanceof Double d) {
            out.float64(d);
        } else if (value instanceof BigDecimal d) {
            out.decimal(d);
        } else if (value instanceof String s) {
            out.text(s);
        } else if (value instanceof Blob b) {
            out.bytes(b.bytes(), 0, b.bytes().length);
        } else if (value instanceof Temporal t) {
            out.temporal(t);
        } else if (value instanceof Typed t) {
            out.type(t.type());
            write(out, t.value());
        } else if (value instanceof List<?> list) {
            out.beginList();
            list.forEach(item -> write(out, item));
            out.endList();
        } else {
            out.beginObject();
            ((Map<?, ?>) value).forEach((key, item) -> {
                if (key instanceof String name) {
                    out.field(name);
                } else if (key instanceof Name name) {
                    out.event(name.event());
                } else {
                    out.key();
                    write(out, key);
                }
                write(out, item);
            });
            out.endObject();
        }
    }

    /** Reads the current message. */
    public static Object readMessage(WireIn in) {
        Object value = read(in);
        if (in.peek() != WireToken.END_MESSAGE) {
            throw new AssertionError("after the message comes " + in.peek());
        }
        return value;
    }

    /** Reads all remaining messages. */
    public static List<Object> readAll(WireIn in) {
        List<Object> messages = new ArrayList<>();
        while (in.nextMessage()) {
            messages.add(readMessage(in));
        }
        return messages;
    }

    /** Reads one value. */
    public static Object read(WireIn in) {
        WireToken token = in.peek();
        String type = in.typeName();
        Object value = readUntyped(in, token);
        return type == null ? value : new Typed(type, value);
    }

    private static Object readUntyped(WireIn in, WireToken token) {
        switch (token) {
            case NULL -> {
                in.nullValue();
                return null;
            }
            case BOOL -> {
                return in.bool();
            }
            case INT64 -> {
                return in.int64();
            }
            case FLOAT64 -> {
                return in.float64();
            }
            case DECIMAL -> {
                return in.decimal();
            }
            case TEXT -> {
                return in.text();
            }
            case BYTES -> {
                return new Blob(in.bytes());
            }
            case TEMPORAL -> {
                return in.temporal();
            }
            case BEGIN_LIST -> {
                List<Object> list = new ArrayList<>();
                in.beginList();
                while (in.hasNext()) {
                    list.add(read(in));
                }
                in.endList();
                return list;
            }
            case BEGIN_OBJECT -> {
                return readObject(in);
            }
            default -> throw new AssertionError("not a value: " + token);
        }
    }

    private static Map<Object, Object> readObject(WireIn in) {
        Map<Object, Object> map = new LinkedHashMap<>();
        in.beginObject();
        while (in.hasNext()) {
            Object key;
            switch (in.peek()) {
                case EVENT -> key = new Name(in.fieldName());
                case FIELD -> key = in.fieldName();
                default -> {
                    in.key();
                    key = read(in);
                }
            }
            if (map.containsKey(key)) {
                throw new AssertionError("key given twice: " + key);
            }
            map.put(key, read(in));
        }
        in.endObject();
        return map;
    }

    /** Generates random trees, reproducible by a seed, with many values that formats tend to get wrong. */
    public static final class Generator {
        private static final String[] TEXTS = {
            "",
            " ",
            "a",
            "no",
            "null",
            "~",
            "true",
            "1e6",
            "0o17",
            "0x1F",
            "12:30:45",
            "190:20:30",
            "2016-07-22",
            "2016-07-22T12:34:56Z",
            "2016-07-22T12:34:56.789Z[UTC]",
            " leading",
            "trailing ",
            "a: b",
            "a #b",
            "#a",
            "- a",
            "a\nb",
            "a\r\nb",
            "\n",
            "tab\there",
            "quote\"s",
            "it's",
            "back\\slash",
            "[a]",
            "{a}",
            "!tag",
            "&anchor",
            "*alias",
            "%dir",
            "@at",
            "@dw:at",
            "`tick",
            "|",
            ">",
            "---",
            "...",
            "-",
            "?",
            ":",
            ",",
            "é",
            "日本",
            "😀",
            "\u0000",
            "\u0007",
            "\u001b[31m",
            "\u007f",
            "\u0085",
            "\u009b",
            "\u00a0",
            "\u2028",
            "\u202e",
            "\ufeff",
            "\ufffe",
            "1_000",
            "007",
            "+1",
            "1.0",
            ".5",
            "5.",
            "NaN",
            "Infinity",
            ".nan",
            ".inf",
            "-.inf",
            "0b11",
            "<<",
            "=",
            "y",
            "n",
            "on",
            "off",
            "yes",
            "a,b",
            "\"quoted\"",
            "'single'",
            "a\"b,c\nd",
            "\ud83d\ude00 mix é"
        };
        private static final String[] NAMES = {
            "a",
            "b",
            "id",
            "symbol",
            "price",
            "updateId",
            "日本",
            "é",
            "with space",
            "no",
            "1",
            "007",
            "a.b",
            "a:b",
            "a,b",
            "-",
            "?",
            "#c",
            "very_long_name_with_more_than_thirty_two_characters",
            "$x",
            "@dw:y",
            "null",
            "true"
        };
        private static final long[] LONGS = {
            0,
            1,
            -1,
            127,
            128,
            -128,
            255,
            256,
            32767,
            32768,
            65535,
            65536,
            Integer.MAX_VALUE,
            Integer.MIN_VALUE,
            4294967295L,
            4294967296L,
            1099511627776L,
            9007199254740992L,
            9007199254740993L,
            Long.MAX_VALUE,
            Long.MIN_VALUE
        };
        private static final double[] DOUBLES = {
            0.0,
            -0.0,
            1.0,
            -1.0,
            1.5,
            0.1,
            1.1172,
            123456.789,
            1e6,
            1e-6,
            1e-7,
            1e16,
            1e17,
            1e18,
            1e21,
            1e300,
            2e23,
            Double.MIN_VALUE,
            Double.MAX_VALUE,
            Double.MIN_NORMAL,
            Double.NaN,
            Double.POSITIVE_INFINITY,
            Double.NEGATIVE_INFINITY,
            10.357019999999999,
            9007199254740993.0,
            4.35,
            1.0E23,
            5e-324,
            16777217.0,
            0.3
        };

        private final SplittableRandom random;
        private final boolean types;
        private final boolean anyKeys;

        /**
         * @param seed seed of the random numbers
         * @param types whether values get type names
         * @param anyKeys whether maps get keys that are not text
         */
        public Generator(long seed, boolean types, boolean anyKeys) {
            this.random = new SplittableRandom(seed);
            this.types = types;
            this.anyKeys = anyKeys;
        }

        /** Returns a record: a map of names to values. */
        public Object record() {
            return map(0);
        }

        /** Returns a value of any kind. */
        public Object value(int depth) {
            int kind = random.nextInt(depth > 3 ? 8 : 11);
            Object value = switch (kind) {
                case 8 -> list(depth + 1);
                case 9, 10 -> map(depth + 1);
                default -> scalar(kind);
            };
            return types && kind >= 8 && random.nextInt(4) == 0
                    ? new Typed(random.nextBoolean() ? "MyType" : "com.acme.Other$Type", value)
                    : value;
        }

        private Object scalar(int kind) {
            return switch (kind) {
                case 0 -> null;
                case 1 -> random.nextBoolean();
                case 2 -> random.nextBoolean() ? LONGS[random.nextInt(LONGS.length)] : random.nextLong();
                case 3 -> random.nextBoolean() ? DOUBLES[random.nextInt(DOUBLES.length)] : random.nextLong() / 1000.0;
                case 4 -> new Blob(bytes(random.nextInt(20)));
                case 5 -> temporal();
                case 6 -> random.nextInt(4) == 0 ? decimal() : (Object) (double) random.nextInt(1000);
                default -> text();
            };
        }

        /** Returns a text that is hard on formats, or random characters of every plane. */
        public String text() {
            if (random.nextInt(3) > 0) {
                return TEXTS[random.nextInt(TEXTS.length)];
            }
            StringBuilder text = new StringBuilder();
            int length = random.nextInt(random.nextInt(10) == 0 ? 300 : 12);
            for (int i = 0; i < length; i++) {
                int point = random.nextInt(4) == 0 ? random.nextInt(0x110000) : random.nextInt(0x20, 0x180);
                text.appendCodePoint(point >= 0xD800 && point < 0xE000 ? 'x' : point);
            }
            return text.toString();
        }

        private byte[] bytes(int length) {
            byte[] bytes = new byte[length];
            random.nextBytes(bytes);
            return bytes;
        }

        private BigDecimal decimal() {
            return switch (random.nextInt(4)) {
                case 0 -> new BigDecimal("123456789012345678901234567890");
                case 1 -> new BigDecimal("0.1000000000000000055511151231257827");
                case 2 -> new BigDecimal("-1.5E+400");
                default -> new BigDecimal("18446744073709551616");
            };
        }

        /** Returns a date, time or date-time of any class. */
        public Temporal temporal() {
            long second = random.nextLong(-2_000_000_000L, 4_000_000_000L);
            int nano = random.nextInt(4) == 0 ? random.nextInt(1_000_000_000) : random.nextInt(1000) * 1_000_000;
            Instant instant = Instant.ofEpochSecond(second, random.nextInt(3) == 0 ? 0 : nano);
            return switch (random.nextInt(6)) {
                case 0 -> LocalDate.ofEpochDay(second / 86_400);
                case 1 -> LocalTime.ofNanoOfDay(random.nextLong(86_400_000_000_000L));
                case 2 -> LocalDateTime.ofEpochSecond(second, nano, ZoneOffset.UTC);
                case 3 -> ZonedDateTime.ofInstant(instant, ZoneId.of(random.nextBoolean() ? "UTC" : "Europe/London"));
                case 4 -> OffsetDateTime.ofInstant(instant, ZoneOffset.ofHoursMinutes(5, 30));
                default -> instant;
            };
        }

        private List<Object> list(int depth) {
            List<Object> list = new ArrayList<>();
            int size = random.nextInt(5);
            for (int i = 0; i < size; i++) {
                list.add(value(depth));
            }
            return list;
        }

        private Map<Object, Object> map(int depth) {
            Map<Object, Object> map = new LinkedHashMap<>();
            int size = random.nextInt(6);
            for (int i = 0; i < size; i++) {
                Object key = anyKeys && depth > 0 && random.nextInt(8) == 0
                        ? (Object) random.nextLong(1000)
                        : NAMES[random.nextInt(NAMES.length)];
                map.put(key, value(depth));
            }
            return map;
        }
    }
}
