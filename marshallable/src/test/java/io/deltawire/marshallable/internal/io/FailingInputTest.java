package io.deltawire.marshallable.internal.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.json.JsonFormat;
import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.MethodReader;
import io.deltawire.marshallable.Wire;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireFormats;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.testing.EachFormat;
import io.deltawire.wire.testing.Trees;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/** Streams that fail temporarily, for example by a timeout, and streams that return nothing instead of blocking. */
class FailingInputTest {
    private static final WireOptions OPTIONS =
            WireOptions.DEFAULTS.with(DeltaFormat.READ_MODE, DeltaFormat.ReadMode.LIVE);

    static class Sale extends AbstractMarshallable {
        String id;
        double price;

        Sale() {}

        Sale(int i) {
            id = "item " + i;
            price = 10.25 + i;
        }
    }

    private abstract static class Source extends InputStream {
        final byte[] bytes;
        int next;

        Source(byte[] bytes) {
            this.bytes = bytes;
        }

        @Override
        public final int read() {
            throw new AssertionError("reads single bytes");
        }

        @Override
        public abstract int read(byte[] into, int offset, int length) throws IOException;

        @Override
        public final int available() {
            return bytes.length - next;
        }

        final int give(byte[] into, int offset, int count) {
            if (count == 0) {
                return -1;
            }
            System.arraycopy(bytes, next, into, offset, count);
            next += count;
            return count;
        }
    }

    /** Fails once, after some bytes. */
    private static final class Failing extends Source {
        private final int failsAt;
        private final boolean byGivingNothing;
        private boolean hasFailed;

        Failing(byte[] bytes, int failsAt, boolean byGivingNothing) {
            super(bytes);
            this.failsAt = failsAt;
            this.byGivingNothing = byGivingNothing;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            if (next == failsAt && !hasFailed) {
                hasFailed = true;
                if (byGivingNothing) {
                    return 0;
                }
                throw new IOException("timeout");
            }
            return give(into, offset, Math.min(length, (next < failsAt ? failsAt : bytes.length) - next));
        }
    }

    @ParameterizedTest
    @EachFormat
    void readingGoesOnWhereTheStreamFailed(String format) {
        byte[] bytes = written(format);
        for (int at = 0; at <= bytes.length; at++) {
            Wire wire = Wire.of(format, new Failing(bytes, at, false), OPTIONS);
            List<Sale> read = new ArrayList<>();
            assertThrows(UncheckedIOException.class, () -> readAll(wire, read));
            readAll(wire, read);
            assertEquals(sales(), read, format + " at byte " + at);
        }
    }

    private static List<Object> readTokens(WireFormat format, InputStream stream) {
        List<Object> read = new ArrayList<>();
        WireIn in = format.newReader(stream, WireOptions.DEFAULTS);
        for (int failures = 0; failures < 3; ) {
            try {
                if (!in.nextMessage()) {
                    return read;
                }
                read.add(Trees.readMessage(in));
            } catch (UncheckedIOException e) {
                failures++;
            }
        }
        throw new AssertionError("reading does not end");
    }

    /**
     * A message that has been read to its end is returned once, even if the stream fails at the beginning of the next
     * one.
     */
    @Test
    void documentsOfAllFormsAreGivenOnce() {
        List<String> forms = List.of(
                "!T {a: 1}\n",
                "!T\na: 1\n",
                "{a: 1}\n",
                "!T [1]\n",
                "!T 5\n",
                "a: 1\n",
                "!T {\n  a: 1\n}\n",
                "{\n  a: 1\n}\n",
                "[\n  1\n]\n",
                "6\n",
                "- 5\n",
                "text\n",
                "!T {\n  a: {\n    b: 1\n  }\n}\n",
                "ev: !T {\n  a: 1\n}\n");
        WireFormat yaml = WireFormats.byName("yaml");
        for (String first : forms) {
            for (String second : forms) {
                for (String last : List.of("", "---\nlast: 1\n")) {
                    String before = "---\n" + first + "---\n" + second;
                    byte[] bytes = (before + last).getBytes(StandardCharsets.UTF_8);
                    List<Object> whole = readTokens(yaml, new ByteArrayInputStream(bytes));
                    assertEquals(last.isEmpty() ? 2 : 3, whole.size());
                    assertEquals(whole, readTokens(yaml, new Failing(bytes, before.length(), false)), before + last);
                }
            }
        }
    }

    @Test
    void soAreEventsOfDocuments() {
        List<String> forms = List.of("6\n", "s\n", "- 5\n", "a: 1\n", "fourth: 2\n", "other: {\n  a1: !int 1\n}\n");
        for (String first : forms) {
            for (String second : forms) {
                String before = "---\n" + first + "---\n" + second;
                byte[] bytes = before.getBytes(StandardCharsets.UTF_8);
                List<String> whole = readEvents(new ByteArrayInputStream(bytes));
                assertEquals(2, whole.size(), before);
                for (int at = before.length() - 3; at <= before.length(); at++) {
                    assertEquals(whole, readEvents(new Failing(bytes, at, false)), before);
                }
            }
        }
    }

    private static List<String> readEvents(InputStream stream) {
        List<String> read = new ArrayList<>();
        Wire wire = Wire.of("yaml", stream);
        for (int failures = 0; failures < 3; ) {
            try {
                if (!wire.next()) {
                    return read;
                }
                read.add(wire.event() + "=" + wire.read(Object.class));
            } catch (UncheckedIOException e) {
                failures++;
            }
        }
        throw new AssertionError("reading does not end");
    }

    /** The reader samples records ahead to find the types of their columns. Such a record may not have arrived yet. */
    @Test
    void recordsOfATableAreGivenOnce() {
        byte[] bytes = "id,x\n1,a\n2,b\n3,c\n".getBytes(StandardCharsets.UTF_8);
        WireFormat csv = WireFormats.byName("csv");
        List<Object> whole = readTokens(csv, new ByteArrayInputStream(bytes));
        assertEquals(3, whole.size());
        for (int at = 0; at <= bytes.length; at++) {
            assertEquals(whole, readTokens(csv, new Failing(bytes, at, false)), "at byte " + at);
        }
    }

    /** Gives a few bytes at a time, and fails now and then. */
    private static final class Faltering extends Source {
        private final Random random;

        Faltering(byte[] bytes, Random random) {
            super(bytes);
            this.random = random;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            if (random.nextInt(4) == 0) {
                throw new IOException("timeout");
            }
            return give(into, offset, Math.min(Math.min(length, 1 + random.nextInt(9)), bytes.length - next));
        }
    }

    private static void readOn(Wire wire, boolean byEvent, List<Sale> into) {
        for (int failures = 0; failures < 10_000; ) {
            try {
                if (byEvent && !wire.next()) {
                    return;
                }
                Sale sale = wire.read(Sale.class);
                if (sale == null) {
                    return;
                }
                into.add(sale);
            } catch (UncheckedIOException e) {
                failures++;
            }
        }
        throw new AssertionError("reading does not end");
    }

    @ParameterizedTest
    @EachFormat
    void readingGoesOnWheneverTheStreamFails(String format) {
        byte[] bytes = written(format);
        for (int seed = 0; seed < 500; seed++) {
            Wire wire = Wire.of(format, new Faltering(bytes, new Random(seed)), OPTIONS);
            List<Sale> read = new ArrayList<>();
            readOn(wire, seed % 2 == 0, read);
            assertEquals(sales(), read, format + ", seed " + seed);
        }
    }

    interface Sales {
        void first(Sale sale);

        void second(Sale sale);
    }

    /** If a message has several events, those after a failure are lost, but none is returned twice. */
    @Test
    void noEventComesTwiceWhenTheStreamFails() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 5; i++) {
            String two = "{\"first\":{\"id\":\"%d\",\"price\":1},\"second\":{\"id\":\"%d\",\"price\":2}}\n";
            text.append(two.formatted(2 * i, 2 * i + 1));
        }
        byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
        for (int seed = 0; seed < 500; seed++) {
            Wire wire = Wire.of("json", new Faltering(bytes, new Random(seed)), OPTIONS);
            List<Sale> read = new ArrayList<>();
            if (seed % 3 == 0) {
                MethodReader reader = wire.methodReader(new Sales() {
                    @Override
                    public void first(Sale sale) {
                        read.add(sale);
                    }

                    @Override
                    public void second(Sale sale) {
                        read.add(sale);
                    }
                });
                for (boolean more = true; more; ) {
                    try {
                        more = reader.readOne();
                    } catch (UncheckedIOException e) {
                        // goes on
                    }
                }
                assertEquals(4, reader.index(), "seed " + seed);
            } else {
                readOn(wire, true, read);
            }
            int last = -1;
            for (Sale sale : read) {
                int number = Integer.parseInt(sale.id);
                assertTrue(number > last, "seed " + seed + ": " + read);
                last = number;
            }
            long first = read.stream().filter(sale -> sale.price == 1).count();
            assertEquals(5, first, "seed " + seed + ": " + read);
        }
    }

    @Test
    void readingOfAnArrayGoesOnWheneverTheStreamFails() {
        String array =
                "[" + String.join(" , ", new String(written("json"), StandardCharsets.UTF_8).split("\n")) + "\n] ";
        WireOptions options = OPTIONS.with(JsonFormat.UNWRAP_ARRAY, JsonFormat.TopLevelArray.UNWRAP);
        for (int seed = 0; seed < 500; seed++) {
            byte[] bytes = array.getBytes(StandardCharsets.UTF_8);
            Wire wire = Wire.of("json", new Faltering(bytes, new Random(seed)), options);
            List<Sale> read = new ArrayList<>();
            readOn(wire, seed % 2 == 0, read);
            assertEquals(sales(), read, "seed " + seed);
        }
    }

    @ParameterizedTest
    @EachFormat
    void noByteIsNotTheEnd(String format) {
        byte[] bytes = written(format);
        for (int at = 0; at <= bytes.length; at++) {
            Wire wire = Wire.of(format, new Failing(bytes, at, true), OPTIONS);
            List<Sale> read = new ArrayList<>();
            UncheckedIOException e = assertThrows(UncheckedIOException.class, () -> readAll(wire, read));
            assertTrue(e.getMessage().contains("the stream gave no byte"), e.getMessage());
            assertEquals(sales().subList(0, read.size()), read);
        }
    }

    private static byte[] written(String format) {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire wire = Wire.of(format, bytes);
        sales().forEach(wire::write);
        wire.flush();
        return bytes.toByteArray();
    }

    private static List<Sale> sales() {
        return List.of(new Sale(1), new Sale(2), new Sale(3));
    }

    private static void readAll(Wire wire, List<Sale> into) {
        for (Sale sale = wire.read(Sale.class); sale != null; sale = wire.read(Sale.class)) {
            into.add(sale);
        }
    }
}
