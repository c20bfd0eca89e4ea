package io.deltawire.marshallable.internal.record;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Wire;
import io.deltawire.marshallable.WriteMarshallable;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireFormat.Feature;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.testing.Formats;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;

/**
 * Arrays of numbers of any length and kind, encoded directly where possible, are read into arrays of other lengths.
 * Sets are included.
 */
class ArrayItemsTest {
    private static final List<String> FORMATS = Formats.without(Feature.TABLE);

    /** One array of each kind that is encoded directly. */
    public static final class Arrays3 extends AbstractMarshallable {
        public long[] longs = {};
        public double[] doubles = {};
        public int[] ints = {};
        public Set<String> texts = new LinkedHashSet<>();
        public Set<Long> numbers = new LinkedHashSet<>();
    }

    private final Random random = new Random(8);

    private int length() {
        return switch (random.nextInt(5)) {
            case 0 -> 0;
            case 1 -> 8;
            case 2 -> 31 + random.nextInt(4);
            case 3 -> random.nextInt(200);
            default -> random.nextInt(12);
        };
    }

    private double number() {
        return switch (random.nextInt(7)) {
            case 0 -> random.nextInt(100_000) / 100.0;
            case 1 -> random.nextInt();
            case 2 -> random.nextInt(100_000_000) / 1e6;
            case 3 -> Double.longBitsToDouble(random.nextLong());
            case 4 -> random.nextFloat();
            case 5 -> random.nextBoolean() ? -0.0 : Double.NEGATIVE_INFINITY;
            default -> random.nextInt(300);
        };
    }

    private Arrays3 arrays() {
        Arrays3 arrays = new Arrays3();
        arrays.longs = random.longs(length()).map(v -> v >> random.nextInt(64)).toArray();
        arrays.ints = random.ints(length()).map(v -> v >> random.nextInt(32)).toArray();
        arrays.doubles = new double[length()];
        for (int i = 0; i < arrays.doubles.length; i++) {
            double value = number();
            arrays.doubles[i] = Double.isNaN(value) ? Double.NaN : value;
        }
        for (int i = random.nextInt(5); i > 0; i--) {
            arrays.texts.add("t" + random.nextInt(5));
            arrays.numbers.add((long) random.nextInt(5));
        }
        return arrays;
    }

    @Test
    void anyLengths() {
        for (String format : FORMATS) {
            List<Arrays3> all = new ArrayList<>();
            Bytes<?> bytes = Bytes.allocateElasticOnHeap();
            try (Wire wire = Wire.of(format, bytes)) {
                for (int i = 0; i < 1_000; i++) {
                    all.add(i > 0 && random.nextInt(4) == 0 ? all.get(i - 1) : arrays());
                    wire.write("q", all.get(i));
                }
            }
            Arrays3 into = new Arrays3();
            try (Wire wire = Wire.of(format, Bytes.wrapForRead(bytes.toByteArray()))) {
                for (Arrays3 expected : all) {
                    assertEquals(expected, wire.read(into));
                    assertEquals(List.copyOf(expected.texts), List.copyOf(into.texts));
                    assertEquals(List.copyOf(expected.numbers), List.copyOf(into.numbers));
                }
            }
        }
    }

    /** Items of other kinds are converted if nothing is lost, and otherwise refused with their path. */
    public static final class Mixed implements WriteMarshallable {
        private final Object[] items;
        private final String field;

        Mixed(String field, Object... items) {
            this.field = field;
            this.items = items;
        }

        @Override
        public void writeMarshallable(WireOut out) {
            out.field(field);
            out.beginList();
            for (Object item : items) {
                if (item instanceof String text) {
                    out.text(text);
                } else if (item instanceof Double number) {
                    out.float64(number);
                } else {
                    out.int64((Long) item);
                }
            }
            out.endList();
        }
    }

    private static Arrays3 read(String format, String field, Object... items) {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        try (Wire wire = Wire.of(format, bytes)) {
            wire.write("q", new Mixed(field, items));
        }
        try (Wire wire = Wire.of(format, Bytes.wrapForRead(bytes.toByteArray()))) {
            assertTrue(wire.next());
            return wire.read(new Arrays3());
        }
    }

    @Test
    void otherKinds() {
        for (String format : FORMATS) {
            assertArrayEquals(new int[] {1, 2, 3}, read(format, "ints", 1L, "2", 3.0).ints);
            assertArrayEquals(new long[] {1, 2, 1L << 40}, read(format, "longs", 1L, 2.0, 1L << 40).longs);
            assertArrayEquals(new double[] {1, 2.5, 3}, read(format, "doubles", 1.0, "2.5", 3L).doubles);
            WireException error =
                    assertThrows(WireDataException.class, () -> read(format, "ints", 1L, 2L, 1L << 40, 4L));
            assertTrue(error.getMessage().contains("ints[2]"), error.getMessage());
            assertThrows(WireDataException.class, () -> read(format, "longs", 1L, 2.5));
            assertThrows(WireDataException.class, () -> read(format, "doubles", 1.0, "x"));
        }
    }

    @Test
    void asMessages() {
        for (String format : FORMATS) {
            Bytes<?> bytes = Bytes.allocateElasticOnHeap();
            long[] longs = {1, 2, 3};
            double[] doubles = {0.25, -1};
            try (Wire wire = Wire.of(format, bytes)) {
                wire.write(longs);
                wire.write(doubles);
                wire.write(new int[0]);
            }
            try (Wire wire = Wire.of(format, Bytes.wrapForRead(bytes.toByteArray()))) {
                assertEquals(Arrays.toString(longs), Arrays.toString(wire.read(long[].class)));
                assertEquals(Arrays.toString(doubles), Arrays.toString(wire.read(double[].class)));
                assertEquals(0, wire.read(int[].class).length);
            }
        }
    }
}
