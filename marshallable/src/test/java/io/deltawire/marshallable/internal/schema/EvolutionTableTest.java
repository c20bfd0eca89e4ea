package io.deltawire.marshallable.internal.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Alias;
import io.deltawire.marshallable.MarshallableOptions;
import io.deltawire.marshallable.TypeRegistry;
import io.deltawire.marshallable.Wire;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.testing.EachFormat;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.params.ParameterizedTest;

/** What happens to a record when its class changes. Each row is checked in both directions on every wire. */
@SuppressWarnings("UnusedVariable") // fields are read by codecs
class EvolutionTableTest {
    enum Side {
        BUY,
        SELL
    }

    enum MoreSides {
        SELL,
        HOLD,
        BUY
    }

    record Two(int a, String b) {}

    record Reordered(String b, int a) {}

    record Added(int a, double added, String b, List<String> more) {}

    record OnlyA(int a) {}

    record RenamedB(int a, @Alias({"b", "bb"}) String text) {}

    record Int8(byte n) {}

    record Int16(short n) {}

    record Int32(int n) {}

    record Int64(long n) {}

    record Float32(float n) {}

    record Float64(double n) {}

    record Decimal(BigDecimal n) {}

    record Whole(BigInteger n) {}

    record BoxedInteger(Integer n) {}

    record Text(String n) {}

    record Perhaps(Optional<Integer> n) {}

    record Any(Object n) {}

    record OfList(List<Integer> n) {}

    record OfArray(int[] n) {
        @Override
        public boolean equals(Object o) {
            return o instanceof OfArray other && java.util.Arrays.equals(n, other.n);
        }

        @Override
        public int hashCode() {
            return java.util.Arrays.hashCode(n);
        }
    }

    record OfSet(Set<Integer> n) {}

    record OfLongs(List<Long> n) {}

    record OfSide(Side n) {}

    record OfMoreSides(MoreSides n) {}

    record OfObject(Two n) {}

    record OfWiderObject(Added n) {}

    record OfMap(Map<String, Object> n) {}

    record OfSorted(TreeMap<String, Integer> n) {}

    record OfPlainMap(Map<String, Integer> n) {}

    record Zoned(ZonedDateTime n) {}

    record AtOffset(OffsetDateTime n) {}

    record AtInstant(Instant n) {}

    record OnDay(LocalDate n) {}

    static class AsClass extends AbstractMarshallable {
        private final int a;
        private String b;

        AsClass(int a, String b) {
            this.a = a;
            this.b = b;
        }
    }

    /** A record, and what it is read as. */
    private record Row(String what, Object from, Object to) {}

    private static List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        Two two = new Two(1, "x");
        both(rows, "re-ordered", two, new Reordered("x", 1));
        both(rows, "a class in place of a record", two, new AsClass(1, "x"));
        one(rows, "added", two, new Added(1, 0.0, "x", null));
        one(rows, "removed", new Added(1, 2.5, "x", List.of("m")), two);
        one(rows, "removed, the first and the last", new Added(1, 2.5, "x", List.of()), new OnlyA(1));
        one(rows, "renamed, read by the new", two, new RenamedB(1, "x"));
        one(rows, "renamed, read by the old", new RenamedB(1, "x"), new Two(1, null));
        List<Object> numbers = List.of(
                new Int8((byte) 100),
                new Int16((short) 100),
                new Int32(100),
                new Int64(100),
                new Float32(100),
                new Float64(100),
                new Decimal(new BigDecimal("100")),
                new Whole(BigInteger.valueOf(100)),
                new BoxedInteger(100));
        for (Object from : numbers) {
            for (Object to : numbers) {
                if (!(to instanceof Decimal)) { // whose scale depends on where it comes from
                    one(rows, "a number that fits", from, to);
                }
            }
        }
        both(rows, "half a number", new Float32(1.5f), new Float64(1.5));
        both(rows, "a fraction", new Decimal(new BigDecimal("0.1")), new Float64(0.1));
        both(rows, "a number as text", new Int32(12), new Text("12"));
        both(rows, "a number that may be missing", new Int32(12), new Perhaps(Optional.of(12)));
        both(rows, "nothing that may be missing", new BoxedInteger(null), new Perhaps(Optional.empty()));
        both(rows, "an array for a list", new OfList(List.of(1, 2)), new OfArray(new int[] {1, 2}));
        both(rows, "a set for a list", new OfList(List.of(1, 2)), new OfSet(new LinkedHashSet<>(List.of(1, 2))));
        both(rows, "wider items", new OfList(List.of(1, 2)), new OfLongs(List.of(1L, 2L)));
        both(rows, "an enum as text", new OfSide(Side.SELL), new Text("SELL"));
        both(rows, "constants added and re-ordered", new OfSide(Side.SELL), new OfMoreSides(MoreSides.SELL));
        one(rows, "an object inside, added to", new OfObject(two), new OfWiderObject(new Added(1, 0, "x", null)));
        one(rows, "an object inside, taken from", new OfWiderObject(new Added(1, 2, "x", null)), new OfObject(two));
        both(rows, "a map for an object", new OfObject(two), new OfMap(Map.of("a", 1L, "b", "x")));
        both(rows, "another map", new OfSorted(new TreeMap<>(Map.of("k", 1))), new OfPlainMap(Map.of("k", 1)));
        both(
                rows,
                "a zone that is an offset",
                new Zoned(ZonedDateTime.parse("2026-07-22T12:34:56+02:00")),
                new AtOffset(OffsetDateTime.parse("2026-07-22T12:34:56+02:00")));
        one(rows, "a declared type for none", new Any(7L), new Int32(7));
        one(rows, "no declared type", new Int64(7), new Any(7L));
        return rows;
    }

    private static void one(List<Row> rows, String what, Object from, Object to) {
        rows.add(new Row(what, from, to));
    }

    private static void both(List<Row> rows, String what, Object one, Object other) {
        rows.add(new Row(what, one, other));
        rows.add(new Row(what + ", back", other, one));
    }

    private static Object convert(String format, Object from, Class<?> to) {
        Object read = convert(format, null, from, to);
        assertEquals(read, convert(format, "event", from, to), "as the value of an event");
        return read;
    }

    private static Object convert(String format, String event, Object from, Class<?> to) {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        // Registries of their own: one class does not know the other's name, as in two versions of a program.
        WireOptions old = WireOptions.DEFAULTS.with(MarshallableOptions.TYPES, TypeRegistry.create());
        WireOptions now = WireOptions.DEFAULTS.with(MarshallableOptions.TYPES, TypeRegistry.create());
        try (Wire wire = Wire.of(format, bytes, old)) {
            if (event == null) {
                wire.write(from);
            } else {
                wire.write(event, from);
            }
        }
        Wire wire = Wire.of(format, bytes, now);
        Object read = wire.read(to);
        assertEquals(event == null ? "" : event, wire.event());
        return read;
    }

    @ParameterizedTest
    @EachFormat
    void whatFitsIsReadAndNothingIsLost(String format) {
        List<String> problems = new ArrayList<>();
        for (Row row : rows()) {
            String what =
                    row.what + ": " + row.from + " as " + row.to.getClass().getSimpleName();
            try {
                Object read = convert(format, row.from, row.to.getClass());
                if (!row.to.equals(read)) {
                    problems.add(what + ": expected " + row.to + " but was " + read);
                }
            } catch (WireException | AssertionError e) {
                problems.add(what + ": " + e.getMessage());
            }
        }
        assertEquals("", String.join("\n", problems));
    }

    @ParameterizedTest
    @EachFormat
    void whatDoesNotFitIsAnErrorAtItsField(String format) {
        List<String> problems = new ArrayList<>();
        for (Row row : List.of(
                new Row("too large for", new Int32(200), new Int8((byte) 0)),
                new Row("too large for", new Int32(40_000), new Int16((short) 0)),
                new Row("too large for", new Int64(1L << 31), new Int32(0)),
                new Row("too large for", new Whole(BigInteger.TWO.pow(63)), new Int64(0)),
                new Row("not exact as", new Float64(0.1234567890123), new Float32(0)),
                new Row("not exact as", new Int64((1L << 53) + 1), new Float64(0)),
                new Row("not exact as", new Int64(Long.MAX_VALUE), new Float64(0)),
                new Row("not exact as", new Whole(BigInteger.TWO.pow(64).add(BigInteger.ONE)), new Float64(0)),
                new Row("not exact as", new Decimal(new BigDecimal("-98765432109876543210")), new Float64(0)),
                new Row("not exact as", new Text("98765432109876543210"), new Float64(0)),
                new Row("not exact as", new Text("9007199254740993"), new Float64(0)),
                new Row("too long for", new Text("1".repeat(1_001)), new Decimal(null)),
                new Row("too long for", new Text("1".repeat(3 << 20)), new Whole(null)),
                new Row("no whole", new Float64(1.5), new Int64(0)),
                new Row("no number", new Text("five"), new Int32(0)),
                new Row("no constant", new OfMoreSides(MoreSides.HOLD), new OfSide(null)),
                new Row("no date", new Text("soon"), new OnDay(null)),
                new Row("no list", new Int32(1), new OfList(null)),
                new Row("no object", new Int32(1), new OfObject(null)),
                new Row("null for", new BoxedInteger(null), new Int32(0)))) {
            String what = row.what + " " + row.to.getClass().getSimpleName() + ": " + row.from;
            try {
                problems.add(what + " was read as " + convert(format, row.from, row.to.getClass()));
            } catch (WireDataException e) {
                if (e.location() == null || !e.location().path().endsWith("n")) {
                    problems.add(what + ": no path in " + e.getMessage());
                }
                assertTrue(e.getMessage().contains("expected"), e.getMessage());
            }
        }
        assertEquals("", String.join("\n", problems));
    }
}
