package io.deltawire.wire.testing;

import io.deltawire.wire.MessageKind;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.testing.Trees.Blob;
import io.deltawire.wire.testing.Trees.Name;
import io.deltawire.wire.testing.Trees.Typed;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Random streams, the same for the same seed. They hold records of several types and keys, deleted records, and
 * messages that are no records. Any part of a record may change its value, kind or shape, or vanish, and lists are
 * edited.
 */
public final class StreamModel {
    /** One message, and what a reader has to give for it. */
    public record Message(MessageKind kind, byte[] key, Object value) {
        /** Writes this message, with its key where it has one. */
        public void write(WireOut out) {
            out.beginMessage(kind);
            if (key != null) {
                out.recordKey(key, 0, key.length);
            }
            Trees.write(out, value);
            out.endMessage();
        }
    }

    /** How the writer learns the key of a message. */
    public enum Keys {
        /** Not at all. */
        NONE,
        /** By {@link WireOut#recordKey}. */
        RECORD_KEY,
        /** By the field {@code id}, which {@link WireOptions#KEY_FIELDS} has to name. */
        FIELDS
    }

    private static final String[] NAMES = {"a", "bid", "bids", "price", "price2", "qty", "at", "note", "x.y", "é", "日本"
    };

    private final SplittableRandom random;
    private final Trees.Generator values;
    private final Keys keys;
    private final int types;
    private final int keysOfType;
    /** The records there are, by type and key: the value of the event or of the message. */
    private final List<List<Map<Object, Object>>> records = new ArrayList<>();

    /** @param seed of the random numbers */
    public StreamModel(long seed) {
        random = new SplittableRandom(seed);
        values = new Trees.Generator(seed ^ 0x5DEECE66DL, true, true);
        keys = Keys.values()[random.nextInt(3)];
        types = 1 + random.nextInt(keys == Keys.FIELDS ? 2 : 4); // their key fields are outermost
        keysOfType = keys == Keys.NONE ? 1 : 1 << random.nextInt(8);
        for (int type = 0; type < types; type++) {
            List<Map<Object, Object>> ofType = new ArrayList<>();
            for (int key = 0; key < keysOfType; key++) {
                ofType.add(null);
            }
            records.add(ofType);
        }
    }

    /** How the writer of this stream learns the keys. */
    public Keys keys() {
        return keys;
    }

    /** Returns the next message, which shares no object with later ones. */
    public Message next() {
        int choice = random.nextInt(200);
        if (choice == 0) {
            return new Message(MessageKind.META, null, values.value(2));
        }
        if (choice == 1 && keys != Keys.FIELDS) {
            Object plain = values.value(3);
            return new Message(MessageKind.DATA, null, plain instanceof Map ? List.of(plain) : plain);
        }
        int type = random.nextInt(types);
        // Some keys come more often than others, and often in the same order.
        int key = random.nextInt(4) == 0 ? random.nextInt(keysOfType) : random.nextInt(1 + keysOfType / 4);
        Map<Object, Object> record = records.get(type).get(key);
        if (choice == 2 && record != null && keys != Keys.NONE) {
            records.get(type).set(key, null);
            return message(MessageKind.DELETE, type, key, record);
        }
        if (record == null) {
            record = fresh(key);
            records.get(type).set(key, record);
        } else {
            for (int changes = random.nextInt(4); changes > 0; changes--) {
                change(record, 0);
            }
        }
        return message(MessageKind.DATA, type, key, record);
    }

    /** A message that cannot be written: it goes deeper than the limit. */
    public void writeTooDeep(WireOut out) {
        out.beginMessage();
        out.beginObject();
        out.field(name());
        Trees.write(out, values.value(2));
        out.field("deep" + random.nextInt(3));
        for (int i = 0; i < 200; i++) {
            out.beginList();
        }
    }

    private Message message(MessageKind kind, int type, int key, Map<Object, Object> record) {
        Object value = copy(record);
        if (type == 1) {
            value = new Typed("T1", value);
        } else if (type == 2) {
            value = Trees.map(new Name("event"), value);
        } else if (type == 3) {
            value = Trees.map(new Name("event"), new Typed("com.acme.T3", value));
        }
        byte[] bytes = keys == Keys.RECORD_KEY ? new byte[] {(byte) type, (byte) key, (byte) (key >> 8)} : null;
        return new Message(kind, bytes, value);
    }

    private Map<Object, Object> fresh(int key) {
        Map<Object, Object> record = Trees.map("id", (long) key);
        for (int i = random.nextInt(8); i > 0; i--) {
            record.put(name(), fresh(1, 3));
        }
        return record;
    }

    private String name() {
        return random.nextInt(30) == 0 ? "field" + random.nextInt(200) : NAMES[random.nextInt(NAMES.length)];
    }

    /** A value of a kind that records have. */
    private Object fresh(int depth, int maxDepth) {
        return switch (random.nextInt(depth < maxDepth ? 17 : 13)) {
            case 0, 1 -> (long) random.nextInt(1000);
            case 2, 3 -> random.nextInt(100_000) / 100.0;
            case 4 -> random.nextDouble();
            case 5 -> "text" + random.nextInt(150);
            case 6 -> "" + random.nextInt(10_000) / 100.0;
            case 7 -> values.temporal();
            case 8 -> values.temporal().toString();
            case 9 -> random.nextBoolean();
            case 10 -> values.value(4);
            case 11 -> null;
            case 12 -> BigDecimal.valueOf(random.nextInt(100_000), random.nextInt(4));
            case 13, 14, 15 -> list(depth);
            default -> object(depth);
        };
    }

    private List<Object> list(int depth) {
        List<Object> list = new ArrayList<>();
        int size = random.nextInt(60) == 0 ? random.nextInt(400) : random.nextInt(12);
        boolean alike = random.nextInt(4) > 0;
        for (int i = 0; i < size; i++) {
            list.add(alike ? level() : fresh(depth + 1, 3));
        }
        return list;
    }

    private Map<Object, Object> level() {
        Map<Object, Object> level = Trees.map("price", (10_000 + random.nextInt(2000)) / 100.0);
        level.put("qty", (long) random.nextInt(500));
        return level;
    }

    private Map<Object, Object> object(int depth) {
        Map<Object, Object> map = new LinkedHashMap<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            Object key = random.nextInt(20) == 0 ? (Object) (long) random.nextInt(3) : name();
            map.put(key, fresh(depth + 1, 3));
        }
        return map;
    }

    private void change(Map<Object, Object> map, int depth) {
        if (map.isEmpty() || random.nextInt(40) == 0) {
            map.put(name(), fresh(depth + 1, 3));
            return;
        }
        Object key = new ArrayList<>(map.keySet()).get(random.nextInt(map.size()));
        if (key.equals("id")) {
            return; // the key, or the first entry, by which types are distinguished
        }
        if (random.nextInt(60) == 0) {
            map.remove(key);
        } else {
            map.put(key, changed(map.get(key), depth + 1));
        }
    }

    @SuppressWarnings("unchecked") // the model makes nothing else
    private Object changed(Object value, int depth) {
        if (random.nextInt(25) == 0) {
            return fresh(depth, 3);
        }
        if (value instanceof Long number) {
            return random.nextInt(50) == 0 ? random.nextLong() : number + random.nextInt(-100, 100);
        }
        if (value instanceof Double number) {
            return changedDouble(number);
        }
        if (value instanceof BigDecimal number) {
            return changedDecimal(number);
        }
        if (value instanceof Boolean flag) {
            return !flag;
        }
        if (value instanceof String) {
            return random.nextInt(3) == 0 ? values.text() : "text" + random.nextInt(150);
        }
        if (value instanceof Blob || value == null) {
            return fresh(depth, 3);
        }
        if (value instanceof List<?> list) {
            edit((List<Object>) list, depth);
        } else if (value instanceof Map<?, ?> map) {
            change((Map<Object, Object>) map, depth);
        } else if (value instanceof Typed typed && typed.value() instanceof Map<?, ?> map) {
            change((Map<Object, Object>) map, depth);
            return random.nextInt(10) == 0 ? new Typed("U", map) : typed;
        } else {
            return fresh(depth, 3);
        }
        return value;
    }

    private static final String[] FAR = {
        "999999999999999999",
        "-999999999999999999",
        "1000000000000000000",
        "0",
        "99999999999999999.9",
        "0.000000000000000000",
        "1E+3",
        "1E-63",
        "1E-64",
        "123456789012345678901234567890.123"
    };

    private BigDecimal changedDecimal(BigDecimal number) {
        return switch (random.nextInt(16)) {
            case 0 -> number.negate();
            case 1 -> new BigDecimal(FAR[random.nextInt(FAR.length)]);
            case 2 -> movedLeft(number, random.nextInt(3));
            case 3 ->
                number.precision() > 40 || Math.abs(number.scale()) > 60 ? BigDecimal.ONE : number.multiply(number);
            case 4 -> number.stripTrailingZeros();
            case 5 -> BigDecimal.valueOf(random.nextLong(), random.nextInt(-2, 70));
            default ->
                BigDecimal.valueOf(random.nextInt(-50, 50), number.scale()).add(number);
        };
    }

    /**
     * Does what {@code movePointLeft} does, which gives another scale on some JDKs where the point moves by no digit.
     */
    private static BigDecimal movedLeft(BigDecimal number, int digits) {
        BigDecimal moved = number.scaleByPowerOfTen(-digits);
        return moved.scale() < 0 ? moved.setScale(0) : moved;
    }

    private Object changedDouble(double number) {
        double changed = arithmetic(number);
        // Which of the many NaNs arithmetic gives for a NaN is the compiler's choice.
        return Double.isNaN(number) && Double.isNaN(changed) ? Double.NaN : changed;
    }

    private double arithmetic(double number) {
        return switch (random.nextInt(12)) {
            case 0 -> -number;
            case 1 -> number * random.nextDouble();
            case 2 -> Double.longBitsToDouble(random.nextLong());
            case 3 -> Double.NaN;
            case 4 -> random.nextBoolean() ? -0.0 : Double.NEGATIVE_INFINITY;
            default -> Math.rint(number * 100 + random.nextInt(-50, 50)) / 100;
        };
    }

    /** Inserts, removes, moves, swaps and changes items, as an order book's levels are. */
    private void edit(List<Object> list, int depth) {
        int size = list.size();
        switch (random.nextInt(size == 0 ? 1 : 8)) {
            case 0, 1 -> list.add(random.nextInt(size + 1), size < 300 ? alike(list, depth) : null);
            case 2 -> list.remove(random.nextInt(size));
            case 3 -> list.add(random.nextInt(size), list.remove(random.nextInt(size)));
            case 4 -> {
                int from = random.nextInt(size);
                list.subList(from, Math.min(size, from + 1 + random.nextInt(3))).clear();
            }
            default -> {
                int at = random.nextInt(size);
                list.set(at, changed(list.get(at), depth + 1));
            }
        }
    }

    private Object alike(List<Object> list, int depth) {
        return !list.isEmpty() && list.get(0) instanceof Map ? level() : fresh(depth + 1, 3);
    }

    private static Object copy(Object value) {
        if (value instanceof Map<?, ?> map) {
            Map<Object, Object> copy = new LinkedHashMap<>();
            map.forEach((key, item) -> copy.put(key, copy(item)));
            return copy;
        }
        if (value instanceof List<?> list) {
            List<Object> copy = new ArrayList<>(list.size());
            list.forEach(item -> copy.add(copy(item)));
            return copy;
        }
        return value instanceof Typed typed ? new Typed(typed.type(), copy(typed.value())) : value;
    }

    /** Whether two messages are equal, doubles by their bits. */
    public static boolean same(Object a, Object b) {
        if (a instanceof Double x && b instanceof Double y) {
            return Double.doubleToRawLongBits(x) == Double.doubleToRawLongBits(y);
        }
        if (a instanceof Typed x && b instanceof Typed y) {
            return x.type().equals(y.type()) && same(x.value(), y.value());
        }
        if (a instanceof List<?> x && b instanceof List<?> y) {
            boolean same = x.size() == y.size();
            for (int i = 0; same && i < x.size(); i++) {
                same = same(x.get(i), y.get(i));
            }
            return same;
        }
        if (a instanceof Map<?, ?> x && b instanceof Map<?, ?> y) {
            return x.size() == y.size()
                    && x.entrySet().stream()
                            .allMatch(e -> y.containsKey(e.getKey()) && same(e.getValue(), y.get(e.getKey())));
        }
        return a == null ? b == null : a.equals(b);
    }
}
