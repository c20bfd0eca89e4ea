package io.deltawire.marshallable;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireException;
import io.deltawire.wire.testing.EachFormat;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/** Types with arguments as the type of a message. */
class TypeRefTest {
    static class Quote extends AbstractMarshallable {
        @FieldName("px")
        double price;

        String symbol;

        static Quote of(int i) {
            Quote quote = new Quote();
            quote.price = i * 0.25;
            quote.symbol = "S" + i;
            return quote;
        }
    }

    static class LateQuote extends Quote {
        long delay;
    }

    static class Page<T> extends AbstractMarshallable {
        int number;
        T first;
        List<T> items = new ArrayList<>();
        Map<String, T> byName = new LinkedHashMap<>();
    }

    static class QuotePage extends Page<Quote> {
        String title;
    }

    record Pair<A, B>(A left, B right) {}

    static <T> Page<T> page(T first, T second) {
        Page<T> page = new Page<>();
        page.number = 7;
        page.first = first;
        page.items.add(first);
        page.items.add(second);
        page.byName.put("one", second);
        return page;
    }

    /** Returns the fields alone, as a program writes them that has no classes. */
    private static Object withoutNames(Object value) {
        return Marshallable.fromString(
                Object.class, Marshallable.toString(value).replaceAll("![\\w.$]+", ""));
    }

    private static final Object[] EXPECTED = {
        page(Quote.of(1), Quote.of(2)), page(1L, 2L), new Pair<>(Quote.of(3), List.of(1, 2)),
    };

    private static Object read(Wire wire, int kind) {
        return switch (kind) {
            case 0 -> wire.read(new TypeRef<Page<Quote>>() {});
            case 1 -> wire.read(new TypeRef<Page<Long>>() {});
            default -> wire.read(new TypeRef<Pair<Quote, List<Integer>>>() {});
        };
    }

    @ParameterizedTest
    @EachFormat
    void genericClassesAreReadAfterNextAndWithoutIt(String format) {
        for (int kind = 0; kind < EXPECTED.length; kind++) {
            for (int mode = 0; mode < 8; mode++) {
                Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap());
                boolean isEvent = mode % 2 == 1;
                boolean isNamed = mode % 4 < 2;
                if (mode >= 4 && !isNamed && !isEvent) {
                    continue; // next() takes the fields of an object without a name for events
                }
                Object written = isNamed ? EXPECTED[kind] : withoutNames(EXPECTED[kind]);
                for (int i = 0; i < 20; i++) {
                    if (isEvent) {
                        wire.write("event", written);
                    } else {
                        wire.write(written);
                    }
                }
                for (int i = 0; i < 20; i++) {
                    if (mode >= 4) {
                        assertTrue(wire.next());
                        assertEquals(isEvent ? "event" : "", wire.event());
                    }
                    assertEquals(EXPECTED[kind], read(wire, kind), format + " " + mode);
                    assertEquals(isEvent ? "event" : "", wire.event());
                }
                assertNull(read(wire, kind));
            }
        }
    }

    @ParameterizedTest
    @EachFormat
    void genericAndPlainReadsOfOneClassDoNotDisturbEachOther(String format) {
        Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap());
        for (int i = 0; i < 60; i++) {
            wire.write("page", page(1L, 2L));
        }
        Page<?> into = new Page<>();
        for (int i = 0; i < 60; i++) {
            Page<?> read = switch (i % 6) {
                case 0 -> wire.read(new TypeRef<Page<Integer>>() {});
                case 1 -> wire.read(Page.class);
                case 2 -> wire.read(into);
                case 3 -> wire.readReused(Page.class);
                case 5 -> wire.readByKey(Page.class);
                default -> wire.read(new TypeRef<Page<Double>>() {});
            };
            Class<?> item = i % 6 == 0 ? Integer.class : i % 6 == 4 ? Double.class : Long.class;
            assertEquals(item, read.first.getClass());
            assertEquals(2, ((Number) read.items.get(1)).intValue());
        }
    }

    /** A type and a value of it. */
    record Sample<T>(TypeRef<T> type, T value) {}

    private static List<Sample<?>> containers() {
        Map<String, List<Quote>> books = new LinkedHashMap<>();
        books.put("a", List.of(Quote.of(1), Quote.of(2)));
        books.put("b", List.of(Quote.of(3)));
        return List.of(
                new Sample<>(new TypeRef<List<Quote>>() {}, List.of(Quote.of(1), Quote.of(2))),
                new Sample<>(new TypeRef<Map<String, List<Quote>>>() {}, books),
                new Sample<>(new TypeRef<SortedMap<String, Float>>() {}, new TreeMap<>(Map.of("a", 2f))),
                new Sample<>(new TypeRef<List<List<Integer>>>() {}, List.of(List.of(1), List.of(2, 3))),
                new Sample<>(
                        new TypeRef<Map<String, Pair<Quote, Short>>>() {},
                        Map.of("p", new Pair<>(Quote.of(1), (short) 2))));
    }

    @ParameterizedTest
    @EachFormat
    void containersAreReadAsEventsAndMessages(String format) {
        for (Sample<?> sample : containers()) {
            for (boolean isMoved : new boolean[] {false, true}) {
                Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap());
                wire.write("v", sample.value).write("v", sample.value);
                boolean isMap = sample.value instanceof Map;
                for (int i = 0; i < 2; i++) {
                    // Without next(), a map is the whole message, with the event as its only entry.
                    if (isMoved || isMap) {
                        assertTrue(wire.next());
                    }
                    assertEquals(sample.value, wire.read(sample.type), format + " " + sample.type);
                    assertEquals("v", wire.event());
                }
                assertNull(wire.read(sample.type));
            }
            if (format.equals("csv") && sample.value instanceof List) {
                continue; // a line of CSV is a record
            }
            Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap());
            wire.write(sample.value);
            assertEquals(sample.value, wire.read(sample.type), format + " " + sample.type);
        }
    }

    @Test
    void textAndFilesAreReadStrictly(@TempDir Path folder) throws Exception {
        TypeRef<List<Quote>> quotes = new TypeRef<>() {};
        assertEquals(
                List.of(Quote.of(1), Quote.of(2)),
                Marshallable.fromString(quotes, "[{px: 0.25, symbol: S1}, !Quote {px: 0.5, symbol: S2}]"));
        String message = assertThrows(WireException.class, () -> Marshallable.fromString(quotes, "[{xp: 1}]"))
                .getMessage();
        assertTrue(message.contains("did you mean \"px\"?") && message.endsWith("path $[0]"), message);
        assertThrows(WireException.class, () -> Marshallable.fromString(quotes, "!Other [{px: 1}]"));
        assertEquals(
                1,
                Marshallable.fromString(quotes, "[{xp: 1}]", ConfigurationTest.SKIPPING)
                        .size());

        TypeRef<Page<Quote>> pages = new TypeRef<>() {};
        Page<Quote> page = page(Quote.of(1), Quote.of(2));
        assertEquals(page, Marshallable.fromString(pages, page.toString()));
        assertEquals(7, Marshallable.fromString(pages, "number: 7").number);
        assertEquals(1, Marshallable.fromString(pages, "first: {px: 1}").first.price);
        assertThrows(WireException.class, () -> Marshallable.fromString(pages, "!Other {number: 7}"));
        assertThrows(WireException.class, () -> Marshallable.fromString(pages, "frist: {px: 1}"));
        assertThrows(WireException.class, () -> Marshallable.fromString(pages, "first: {xp: 1}"));
        assertEquals(7, Marshallable.fromString(pages, "!Other {number: 7}", ConfigurationTest.SKIPPING).number);

        Path file = Files.writeString(folder.resolve("books.yaml"), "a: [{px: 1}]\nb: [{px: many}]\n");
        TypeRef<Map<String, List<Quote>>> books = new TypeRef<>() {};
        assertEquals(
                file + ": yaml: expected a number but was text \"many\" at line 2, column 10, path $.b[0].px",
                assertThrows(WireDataException.class, () -> Marshallable.fromFile(books, file))
                        .getMessage());
        Files.writeString(file, "a: [{px: 1}]\n");
        assertEquals(1, Marshallable.fromFile(books, file).get("a").get(0).price);
        assertEquals(
                1,
                Marshallable.fromFile(books, file, ConfigurationTest.SKIPPING).size());
    }

    @Test
    void subclassIsReadByItsName() {
        TypeRef<Page<? extends Quote>> pages = new TypeRef<>() {};
        WireOptionsOf types = new WireOptionsOf(TypeRegistry.create().register(QuotePage.class, LateQuote.class));
        Page<? extends Quote> read = Marshallable.fromString(
                pages,
                "!QuotePage {title: t, first: !LateQuote {px: 2, delay: 3}, items: [{px: 1}]}",
                types.registry().asOptions());
        assertEquals("t", ((QuotePage) read).title);
        assertEquals(3, ((LateQuote) read.first).delay);
        assertEquals(1, read.items.get(0).price);
        assertThrows(
                WireException.class,
                () -> Marshallable.fromString(
                        pages, "!LateQuote {px: 2}", types.registry().asOptions()));
    }

    record WireOptionsOf(TypeRegistry registry) {}

    @Test
    void arraysOptionalsAndPlainClassesAreReadToo() {
        assertArrayEquals(
                new Object[] {List.of(1), List.of()},
                Marshallable.fromString(new TypeRef<List<Integer>[]>() {}, "[[1], []]"));
        assertArrayEquals(new int[] {1}, Marshallable.fromString(new TypeRef<int[]>() {}, "[1]"));
        assertEquals(5, Marshallable.fromString(new TypeRef<Integer>() {}, "5"));
        assertEquals(
                Quote.of(1),
                Marshallable.fromString(new TypeRef<Quote>() {}, Quote.of(1).toString()));
        assertEquals(
                List.of(Optional.of(1L), Optional.empty()),
                Marshallable.fromString(new TypeRef<List<Optional<Long>>>() {}, "[1, null]"));
        assertEquals(Optional.of(1L), Marshallable.fromString(new TypeRef<Optional<Long>>() {}, "1"));
        assertEquals(List.of("a"), Marshallable.fromString(new TypeRef<List<? extends CharSequence>>() {}, "[a]"));
    }

    private static <T> TypeRef<List<T>> ofVariable() {
        return new TypeRef<>() {};
    }

    static class Named<T> extends TypeRef<Map<String, T[]>> {}

    static class QuoteList extends TypeRef<List<Quote>> {}

    @Test
    @SuppressWarnings("rawtypes")
    void typeThatSaysNoClassIsRefused() {
        assertRefused("the type variable T", TypeRefTest::ofVariable);
        assertRefused("the type variable T", () -> new Named<Quote>() {});
        assertRefused("the wildcard ?", () -> new TypeRef<List<?>>() {});
        assertRefused("the wildcard ? super ", () -> new TypeRef<List<? super Quote>>() {});
        assertRefused("there is none", () -> new TypeRef() {});
        assertEquals(new TypeRef<List<Quote>>() {}, new QuoteList());
        assertEquals(new TypeRef<List<Quote>>() {}.hashCode(), new QuoteList().hashCode());
        assertNotEquals(new TypeRef<List<String>>() {}, new QuoteList());
        assertEquals("java.util.List<" + Quote.class.getName() + ">", new QuoteList().toString());
    }

    private static void assertRefused(String what, java.util.function.Supplier<TypeRef<?>> type) {
        String message = assertThrows(IllegalArgumentException.class, type::get).getMessage();
        assertTrue(message.contains(what), message);
    }
}
