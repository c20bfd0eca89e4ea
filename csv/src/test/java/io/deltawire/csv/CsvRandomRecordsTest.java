package io.deltawire.csv;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.deltawire.csv.testing.Csv;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.testing.Trees;
import io.deltawire.wire.testing.Trees.Blob;
import io.deltawire.wire.testing.Trees.Generator;
import io.deltawire.wire.testing.Trees.Typed;
import java.time.temporal.Temporal;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Random records of random nested schemas come back equal. */
class CsvRandomRecordsTest {
    private static final String[] NAMES = {
        "a",
        "b",
        "c",
        "a.b",
        ".",
        "",
        "\\",
        "a\\.b",
        "@dw:type",
        "@dw:event",
        "\\@dw:type",
        "x[]",
        "x{}",
        "[]",
        "{}",
        "a,b",
        "a;b",
        "\"q\"",
        " s ",
        "日本",
        "line\nend",
        "1",
        "null",
        "\uFEFF",
        "x",
        "very_long_name_with_more_than_thirty_two_characters"
    };
    private static final Object LIST = "list";
    private static final Object SCALAR = "scalar";

    private static final WireOptions EXACT =
            Csv.DEFAULTS.with(CsvFormat.QUOTES, CsvFormat.Quotes.TEXT).with(CsvFormat.SAMPLE, 0);

    @Test
    void everyKindComesBackIfTextIsQuoted() {
        for (int seed = 0; seed < 600; seed++) {
            List<Object> messages = messages(seed);
            String csv = Csv.write(EXACT, messages);
            try {
                assertEquals(messages.stream().map(CsvRandomRecordsTest::kept).toList(), Csv.read(EXACT, csv));
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("seed " + seed + ":\n" + csv, e);
            }
        }
    }

    @Test
    void everyValueComesBackByTypedReading() {
        for (int seed = 0; seed < 600; seed++) {
            List<Object> messages = messages(seed);
            String csv = Csv.write(Csv.DEFAULTS, messages);
            try (WireIn in = Csv.reader(Csv.DEFAULTS, csv)) {
                for (Object message : messages) {
                    in.nextMessage();
                    in.beginObject();
                    readLike((Map<?, ?>) message, in);
                    in.endObject();
                }
                assertEquals(false, in.nextMessage());
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("seed " + seed + ":\n" + csv, e);
            }
        }
    }

    /** Reads the fields of an object by the kinds of the written ones. */
    private static void readLike(Map<?, ?> written, WireIn in) {
        int fields = 0;
        while (in.hasNext()) {
            String name = in.fieldName();
            Object value = written.get(name);
            fields += written.containsKey(name) ? 1 : 0;
            if (value == null) {
                in.nullValue();
            } else if (value instanceof Map<?, ?> map) {
                in.beginObject();
                readLike(map, in);
                in.endObject();
            } else if (value instanceof List<?>) {
                assertEquals(jsonKept(value), Trees.read(in), name);
            } else {
                assertEquals(value, readScalar(value, in), name);
            }
        }
        assertEquals(written.size(), fields);
    }

    private static Object readScalar(Object like, WireIn in) {
        if (like instanceof Boolean) {
            return in.bool();
        }
        if (like instanceof Long) {
            return in.int64();
        }
        if (like instanceof Double) {
            return in.float64();
        }
        if (like instanceof java.math.BigDecimal) {
            return in.decimal();
        }
        if (like instanceof Blob) {
            return new Blob(in.bytes());
        }
        if (like instanceof Temporal) {
            return in.temporal();
        }
        return in.text();
    }

    private List<Object> messages(int seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Generator generator = new Generator(seed, true, false);
        Map<Object, Object> schema = schema(random, 0);
        List<Object> messages = new ArrayList<>();
        int count = random.nextInt(1, 12);
        for (int i = 0; i < count; i++) {
            messages.add(record(schema, random, generator, i == 0));
        }
        return messages;
    }

    private static Map<Object, Object> schema(SplittableRandom random, int depth) {
        Map<Object, Object> schema = new LinkedHashMap<>();
        int fields = random.nextInt(1, 6);
        for (int i = 0; i < fields; i++) {
            int kind = random.nextInt(depth > 3 ? 3 : 5);
            schema.put(
                    NAMES[random.nextInt(NAMES.length)],
                    kind == 0 ? LIST : kind < 3 ? SCALAR : schema(random, depth + 1));
        }
        return schema;
    }

    /**
     * Makes a record with all fields of the schema, some of them null. In the first record no object or list is null.
     */
    private static Map<Object, Object> record(
            Map<?, ?> schema, SplittableRandom random, Generator generator, boolean first) {
        Map<Object, Object> record = new LinkedHashMap<>();
        schema.forEach((name, kind) -> {
            if (!first && random.nextInt(5) == 0) {
                record.put(name, null);
            } else if (kind instanceof Map<?, ?> nested) {
                record.put(name, record(nested, random, generator, first));
            } else if (kind == LIST) {
                record.put(name, list(random, generator));
            } else {
                Object value;
                do {
                    value = generator.value(4);
                } while (value instanceof List || value instanceof Map || value instanceof Typed);
                record.put(name, random.nextInt(4) == 0 ? null : value);
            }
        });
        return record;
    }

    private static List<Object> list(SplittableRandom random, Generator generator) {
        List<Object> list = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            list.add(generator.value(1));
        }
        return list;
    }

    /** The expected record: in ordinary cells only bytes change their kind. */
    private static Object kept(Object value) {
        if (value instanceof Map<?, ?> map) {
            Map<Object, Object> kept = new LinkedHashMap<>();
            map.forEach((name, item) -> kept.put(name, kept(item)));
            return kept;
        }
        if (value instanceof Blob blob) {
            return Base64.getEncoder().encodeToString(blob.bytes());
        }
        return value instanceof List ? jsonKept(value) : value;
    }

    /** The expected value from JSON text. */
    private static Object jsonKept(Object value) {
        if (value instanceof Map<?, ?> map) {
            Map<Object, Object> kept = new LinkedHashMap<>();
            map.forEach((name, item) -> kept.put(name, jsonKept(item)));
            return kept;
        }
        if (value instanceof List<?> list) {
            return list.stream().map(CsvRandomRecordsTest::jsonKept).collect(ArrayList::new, List::add, List::addAll);
        }
        if (value instanceof Typed typed) {
            return new Typed(typed.type(), jsonKept(typed.value()));
        }
        if (value instanceof Blob blob) {
            return Base64.getEncoder().encodeToString(blob.bytes());
        }
        if (value instanceof Double d && !Double.isFinite(d) || value instanceof Temporal) {
            return value.toString();
        }
        return value;
    }
}
