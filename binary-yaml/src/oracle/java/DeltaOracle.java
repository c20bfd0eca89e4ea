import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.core.pool.ClassAliasPool;
import net.openhft.chronicle.wire.BinaryWire;
import net.openhft.chronicle.wire.DocumentContext;
import net.openhft.chronicle.wire.SelfDescribingMarshallable;
import net.openhft.chronicle.wire.ValueOut;
import net.openhft.chronicle.wire.WireType;

/**
 * Random delta streams as an old Chronicle Wire reads them. {@code DeltaOracleInteropTest} runs this file as a program of its own,
 * on the class path of the release that it asks.
 *
 * <p>Of the old delta wire the reader was published in every release up to 2.26, the writer never was: {@code
 * WireType.DELTA_BINARY} asks for a licence, which the first line of the output shows. So the writer here is ours, on top of
 * the release's own encoding of values, and the reader, which judges what the bytes mean, is the release's own.
 *
 * <p>Output, in lines of words apart by tabs: a {@code message} with its bytes, without a document header, and its event; then
 * each {@code wrote} leaf of the object that was written and each {@code read} leaf of what the release's own reader makes of
 * the bytes, with its path, kind and value; and last, how often each {@code code} of the delta wire was written.
 */
public final class DeltaOracle {
    private static final StringBuilder OUT = new StringBuilder();

    private DeltaOracle() {}

    /** Arguments: the first seed, and how many streams. */
    public static void main(String[] args) {
        try {
            run(Long.parseLong(args[0]), Integer.parseInt(args[1]));
            new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8).print(OUT);
        } catch (Throwable e) {
            e.printStackTrace();
            Runtime.getRuntime().halt(1); // threads of the library go on otherwise
        }
    }

    private static void run(long seed, int streams) {
        try {
            WireType.DELTA_BINARY.apply(Bytes.allocateElasticOnHeap());
            print("writer", "published");
        } catch (IllegalStateException e) {
            print("writer", e.getMessage());
        }
        ClassAliasPool.CLASS_ALIASES.addAlias(Quote.class, Sample.class, Leg.class);
        int[] codes = new int[256];
        for (int i = 0; i < streams; i++) {
            new Stream(seed + i, codes).run();
        }
        for (int code = 0; code < 256; code++) {
            if (codes[code] != 0) {
                print("code", Integer.toHexString(code), codes[code]);
            }
        }
        print("end");
    }

    private static void print(Object... words) {
        for (int i = 0; i < words.length; i++) {
            OUT.append(i == 0 ? "" : "\t").append(words[i]);
        }
        OUT.append('\n');
    }

    /** One stream: a few objects that change at random, written after each change, and read at once. */
    private static final class Stream {
        private final SplittableRandom random;
        private final DeltaWriter writer;
        private final Bytes<?> input = Bytes.allocateElasticOnHeap();
        private final BinaryWire reader = new BinaryWire(input);
        private final List<Change> objects = new ArrayList<>();

        Stream(long seed, int[] codes) {
            random = new SplittableRandom(seed);
            writer = new DeltaWriter(random, codes);
            for (int i = 1 + random.nextInt(5); i > 0; i--) {
                objects.add(random.nextInt(3) == 0 ? new Quote() : new Sample());
            }
            print("stream", seed);
        }

        void run() {
            for (int i = 20 + random.nextInt(40); i > 0; i--) {
                Change object = objects.get(random.nextInt(objects.size()));
                if (random.nextInt(6) != 0) {
                    object.change(random);
                }
                String event = object instanceof Quote ? "quote" : random.nextInt(4) == 0 ? "other" : "say";
                byte[] message = writer.message(event, object);
                print("message", HexFormat.of().formatHex(message), event);
                show("wrote", "", object);
                show("read", "", read(event, message));
            }
        }

        private Object read(String event, byte[] message) {
            input.writeInt(message.length);
            input.write(message);
            try (DocumentContext document = reader.readingDocument()) {
                StringBuilder name = new StringBuilder();
                Object object = document.wire().readEventName(name).object();
                if (!event.contentEquals(name)) {
                    throw new AssertionError(event + " was read as " + name);
                }
                return object;
            }
        }
    }

    /** Writes as the licensed product would. Objects and names are numbered as they come. */
    private static final class DeltaWriter {
        private final SplittableRandom random;
        private final Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        private final BinaryWire values = new BinaryWire(bytes);
        private final Map<String, Integer> names = new LinkedHashMap<>();
        private final Map<Object, Integer> ids = new IdentityHashMap<>();
        private final Map<Object, Map<String, Object>> before = new IdentityHashMap<>();

        /** How often each code was written here. */
        private final int[] codes;

        DeltaWriter(SplittableRandom random, int[] codes) {
            this.random = random;
            this.codes = codes;
        }

        byte[] message(String event, Change object) {
            bytes.clear();
            name(event);
            object(object, random.nextInt(20) == 0);
            return bytes.toByteArray();
        }

        private Bytes<?> code(int code) {
            codes[code]++;
            return bytes.writeUnsignedByte(code);
        }

        private void name(String name) {
            Integer known = names.get(name);
            if (known != null) {
                code(0xBA).writeStopBit(known);
            } else {
                names.put(name, names.size());
                code(0x87).writeStopBit(names.size() - 1);
                utf8(name);
            }
        }

        private void utf8(String text) {
            byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
            bytes.writeStopBit(encoded.length).write(encoded);
        }

        private void object(Change object, boolean again) {
            boolean whole = again || !ids.containsKey(object);
            ids.putIfAbsent(object, ids.size());
            code(whole ? 0x88 : 0x89).writeStopBit(ids.get(object));
            if (whole) {
                utf8(object.getClass().getSimpleName());
            }
            Map<String, Object> old = before.put(object, object.values());
            block(() -> object.values().forEach((name, value) -> {
                if (whole) {
                    name(name);
                    value(value, true);
                } else if (isChanged(value, old.get(name))) {
                    name(name);
                    update(value, old.get(name));
                }
            }));
        }

        private boolean isChanged(Object value, Object old) {
            return value instanceof Leg
                    ? !((Leg) value).values().equals(before.get(value)) || random.nextInt(4) == 0
                    : !Objects.equals(value, old);
        }

        private void block(Runnable content) {
            long start = bytes.writePosition();
            content.run();
            byte[] body = new byte[(int) (bytes.writePosition() - start)];
            bytes.read(start, body, 0, body.length);
            bytes.writePosition(start);
            if (body.length < 256 && random.nextBoolean()) {
                code(0x80).writeUnsignedByte(body.length);
            } else if (random.nextBoolean()) {
                code(0x81).writeUnsignedShort(body.length);
            } else {
                code(0x82).writeInt(body.length);
            }
            bytes.write(body);
        }

        private void value(Object value, boolean whole) {
            ValueOut out = values.getValueOut();
            if (value instanceof Change) {
                object((Change) value, whole);
            } else if (value instanceof Byte) {
                out.int8((Byte) value);
            } else if (value instanceof Short) {
                out.int16((Short) value);
            } else if (value instanceof Integer) {
                out.int32((Integer) value);
            } else if (value instanceof Long) {
                out.int64((Long) value);
            } else if (value instanceof Float) {
                out.float32((Float) value);
            } else if (value instanceof Double) {
                out.float64((Double) value);
            } else if (value instanceof Character || value instanceof Side) {
                out.text(value.toString());
            } else {
                out.object(value);
            }
        }

        private void update(Object value, Object old) {
            boolean done = false;
            if (value instanceof Integer || value instanceof Long) {
                done = lowBits(((Number) value).longValue(), ((Number) old).longValue());
            } else if (value instanceof Float) {
                done = lowBits((Float) value, (Float) old);
            } else if (value instanceof Double) {
                done = lowBits((Double) value, (Double) old);
            }
            if (!done) {
                value(value, false);
            }
        }

        private boolean lowBits(long value, long old) {
            if ((value & ~0xFF) == (old & ~0xFF)) {
                code(0xA8).writeUnsignedByte((int) value & 0xFF);
            } else if ((value & ~0xFFFF) == (old & ~0xFFFF)) {
                code(0xA9).writeUnsignedShort((int) value & 0xFFFF);
            } else {
                return false;
            }
            return true;
        }

        private boolean lowBits(float value, float old) {
            int scaled = Math.round(value * 100f);
            int low = Math.round(old * 100f) & ~0xFF;
            if ((scaled & ~0xFF) != low || scaled / 100f != value) {
                return false;
            }
            if (low != (Math.round(old * 100.0) & ~0xFF)) {
                return false; // means one value in a float, and another in a double, which only a class tells apart
            }
            code(0x9B).writeUnsignedByte(scaled & 0xFF);
            return true;
        }

        private boolean lowBits(double value, double old) {
            for (int digits = 2 * random.nextInt(4); digits <= 4; digits += 2) {
                double factor = Math.pow(10, digits);
                long scaled = Math.round(value * factor);
                if ((scaled & ~0xFF) == (Math.round(old * factor) & ~0xFF) && scaled / factor == value) {
                    code(0x9A + digits / 2).writeUnsignedByte((int) scaled & 0xFF);
                    return true;
                }
            }
            return false;
        }
    }

    private static void show(String what, String path, Object value) {
        if (value == null) {
            print(what, path, "null", "");
        } else if (value instanceof Change) {
            print(what, path, "type", value.getClass().getSimpleName());
            ((Change) value).values().forEach((name, field) -> show(what, path + '.' + name, field));
        } else if (value instanceof Collection) {
            print(what, path, "list", ((Collection<?>) value).size());
            int index = 0;
            for (Object element : (Collection<?>) value) {
                show(what, path + '.' + index++, element);
            }
        } else if (value.getClass().isArray()) {
            print(what, path, "list", Array.getLength(value));
            for (int i = 0; i < Array.getLength(value); i++) {
                show(what, path + '.' + i, Array.get(value, i));
            }
        } else if (value instanceof Map) {
            print(what, path, "map", ((Map<?, ?>) value).size());
            ((Map<?, ?>) value).forEach((key, element) -> show(what, path + '.' + key, element));
        } else if (value instanceof Double) {
            print(what, path, "double", value);
        } else if (value instanceof Float) {
            print(what, path, "float", value);
        } else if (value instanceof Number) {
            print(what, path, "integer", value);
        } else {
            print(what, path, "text", value);
        }
    }

    // ---- what is written

    enum Side {
        BUY,
        SELL
    }

    abstract static class Change extends SelfDescribingMarshallable {
        abstract void change(SplittableRandom random);

        /** The fields in their order. */
        final Map<String, Object> values() {
            Map<String, Object> values = new LinkedHashMap<>();
            for (Field field : getClass().getDeclaredFields()) {
                try {
                    values.put(field.getName(), field.get(this));
                } catch (IllegalAccessException e) {
                    throw new AssertionError(e);
                }
            }
            return values;
        }

        /** A number near the one before, or any. */
        static long near(long value, SplittableRandom random) {
            switch (random.nextInt(8)) {
                case 0:
                    return random.nextLong() >> random.nextInt(64);
                case 1:
                    return value + random.nextInt(100_000) - 50_000;
                case 2:
                    return value;
                default:
                    return value ^ random.nextInt(256);
            }
        }

        static double near(double value, SplittableRandom random) {
            switch (random.nextInt(10)) {
                case 0:
                    return Double.longBitsToDouble(random.nextLong());
                case 1:
                    return random.nextInt();
                case 2:
                    return Double.NaN;
                case 3:
                case 6:
                case 7:
                    return near(Math.round(value), random);
                case 4:
                    return near(Math.round(value * 100), random) / 1e2;
                case 5:
                    return near(Math.round(value * 10_000), random) / 1e4;
                default:
                    return random.nextInt(1_000_000) / 100.0;
            }
        }

        static String text(SplittableRandom random) {
            String[] texts = {"", "a", "007", "1.5", "null", "true", "Zürich", "日本", "x y", "~", "EURUSD"};
            return random.nextInt(5) == 0 ? null : texts[random.nextInt(texts.length)] + random.nextInt(3);
        }
    }

    static class Quote extends Change {
        String symbol;
        double bid, ask;
        int bidQuantity, askQuantity;
        long time;
        Side side;
        boolean live;

        @Override
        void change(SplittableRandom random) {
            symbol = symbol == null ? "S" + random.nextInt(9) : symbol;
            bid = random.nextInt(3) == 0 ? bid : near(bid, random);
            ask = bid + 0.01;
            bidQuantity = (int) near(bidQuantity, random);
            askQuantity = random.nextInt(4) == 0 ? (int) near(askQuantity, random) : askQuantity;
            time += random.nextInt(1000);
            side = random.nextInt(3) == 0 ? null : Side.values()[random.nextInt(2)];
            live = random.nextBoolean();
        }
    }

    static class Leg extends Change {
        String venue;
        double price;
        int quantity;

        @Override
        void change(SplittableRandom random) {
            venue = random.nextInt(3) == 0 ? text(random) : venue;
            price = near(price, random);
            quantity = (int) near(quantity, random);
        }
    }

    static class Sample extends Change {
        byte tiny;
        short small;
        int number;
        long big;
        float single;
        double real;
        boolean flag;
        char letter = 'a';
        String text;
        LocalDate date;
        ZonedDateTime moment;
        List<String> names = new ArrayList<>();
        Map<String, Integer> counts = new LinkedHashMap<>(Map.of("k0", 0)); // an empty one is written as an empty list
        Leg leg = new Leg();

        @Override
        void change(SplittableRandom random) {
            for (int i = random.nextInt(4); i >= 0; i--) {
                changeOne(random.nextInt(14), random);
            }
        }

        private void changeOne(int field, SplittableRandom random) {
            switch (field) {
                case 0 -> tiny = (byte) random.nextInt();
                case 1 -> small = (short) near(small, random);
                case 2 -> number = (int) near(number, random);
                case 3 -> big = near(big, random);
                case 4 ->
                    single = random.nextInt(4) == 0
                            ? Float.intBitsToFloat(random.nextInt())
                            : near(Math.round(single * 100), random) / 100f;
                case 5 -> real = near(real, random);
                case 6 -> flag = !flag;
                case 7 -> letter = (char) ('a' + random.nextInt(26));
                case 8 -> text = text(random);
                case 9 -> date = LocalDate.ofEpochDay(random.nextInt(40_000));
                case 10 ->
                    moment = ZonedDateTime.of(
                            2016, 7, 22, 12, 34, random.nextInt(60), 1_000_000 * random.nextInt(999), ZoneOffset.UTC);
                case 11 -> names = new ArrayList<>(List.of("n" + random.nextInt(3)));
                case 12 -> {
                    counts = new LinkedHashMap<>(counts);
                    counts.put("k" + random.nextInt(5), random.nextInt());
                }
                default -> leg.change(random);
            }
        }
    }
}
