package io.deltawire.marshallable.internal.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.TypeRegistry;
import io.deltawire.marshallable.Wire;
import io.deltawire.marshallable.testing.Inputs;
import io.deltawire.marshallable.testing.Wires;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireFormat.Feature;
import io.deltawire.wire.WireFormats;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.testing.EachFormat;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/** {@link Wire#readReused} returns the same as {@link Wire#read(Class)}, in one object for each class. */
class RecycledTest {
    private static final List<Class<?>> ASKED = List.of(
            RecycledUpdate.class, RecycledFill.class, RecycledQuote.class, RecycledMark.class, Object.class, Map.class);

    abstract static class RecycledUpdate extends AbstractMarshallable {
        String symbol = "none";
    }

    static class RecycledFill extends RecycledUpdate {
        long quantity;
        double price = 1;
        List<String> tags = new ArrayList<>();

        RecycledFill() {}

        RecycledFill(String symbol, long quantity) {
            this.symbol = symbol;
            this.quantity = quantity;
        }
    }

    static final class RecycledPartialFill extends RecycledFill {
        int part;
    }

    static final class RecycledQuote extends RecycledUpdate {
        double bid;
        double ask;
    }

    record RecycledMark(String symbol, long at) {}

    interface RecycledFills {
        void fill(RecycledFill fill);
    }

    private static WireOptions options() {
        return TypeRegistry.create()
                .register(RecycledFill.class)
                .register(RecycledPartialFill.class)
                .register(RecycledQuote.class)
                .register(RecycledMark.class)
                .asOptions();
    }

    private static Wire wire(String format) {
        return Wire.of(format, Bytes.allocateElasticOnHeap(), options());
    }

    private static RecycledQuote quote(double bid) {
        RecycledQuote quote = new RecycledQuote();
        quote.symbol = "B";
        quote.bid = bid;
        quote.ask = bid + 1;
        return quote;
    }

    @ParameterizedTest
    @EachFormat(without = Feature.TABLE)
    void thereIsOneObjectForEachClass(String format) {
        Wire wire = wire(format);
        for (int i = 0; i < 40; i++) {
            wire.write("fill", new RecycledFill("A", i))
                    .write("quote", quote(i))
                    .write(new RecycledFill("C", -i));
        }
        RecycledUpdate fill = wire.readReused(RecycledUpdate.class);
        RecycledUpdate quote = wire.readReused(RecycledUpdate.class);
        assertSame(fill, wire.readReused(RecycledUpdate.class));
        List<String> tags = ((RecycledFill) fill).tags;
        for (int i = 1; i < 40; i++) {
            assertSame(fill, wire.readReused(RecycledUpdate.class));
            assertEquals("fill", wire.event());
            assertEquals(new RecycledFill("A", i), fill);
            assertTrue(i % 2 == 0 || wire.next());
            assertSame(quote, wire.readReused(RecycledUpdate.class));
            assertEquals("quote", wire.event());
            assertEquals(quote(i), quote);
            Class<?> asked = i % 3 == 0 ? RecycledFill.class : RecycledUpdate.class;
            assertSame(fill, wire.readReused(asked));
            assertEquals("", wire.event());
            assertEquals(new RecycledFill("C", -i), fill);
        }
        assertSame(tags, ((RecycledFill) fill).tags);
        assertNull(wire.readReused(RecycledUpdate.class));
    }

    /** The next message was examined together with the one before. It may be a different one when it is read. */
    @Test
    void messagesMayBeOverwrittenBeforeTheyAreRead() {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire writer = Wire.of("binary", bytes, options());
        writer.write("fill", new RecycledFill("A", 1)).write("quote", quote(1));
        byte[] both = bytes.toByteArray();
        bytes.clear();
        writer.write("quote", quote(2)).write("fill", new RecycledFill("B", 2));
        byte[] turned = bytes.toByteArray();
        bytes.clear();
        Wire wire = Wire.of("binary", bytes, options());
        SplittableRandom random = new SplittableRandom(5);
        for (int i = 0; i < 200; i++) {
            bytes.clear().write(both);
            assertEquals(new RecycledFill("A", 1), wire.readReused(RecycledUpdate.class));
            int from = (int) bytes.readPosition();
            int other = random.nextInt(3);
            byte[] fill = Arrays.copyOf(both, from);
            switch (other) {
                case 0 -> bytes.writePosition(from).write(fill);
                case 1 -> bytes.writePosition(from).write(turned);
                default -> {}
            }
            if (other == 0) {
                assertEquals(new RecycledFill("A", 1), wire.readReused(RecycledUpdate.class));
                assertEquals("fill", wire.event());
            } else {
                assertEquals(quote(3 - other), wire.readReused(RecycledUpdate.class));
                assertEquals("quote", wire.event());
            }
            if (other == 1) {
                assertEquals(new RecycledFill("B", 2), wire.readReused(RecycledUpdate.class));
            }
            assertNull(wire.readReused(RecycledUpdate.class));
        }
    }

    @ParameterizedTest
    @EachFormat(without = Feature.TABLE)
    void recordsAreNew(String format) {
        Wire wire = wire(format);
        for (int i = 0; i < 10; i++) {
            wire.write("mark", new RecycledMark("A", i));
        }
        RecycledMark last = null;
        for (int i = 0; i < 10; i++) {
            RecycledMark mark = wire.readReused(RecycledMark.class);
            assertEquals(new RecycledMark("A", i), mark);
            assertNotSame(last, mark);
            last = mark;
        }
    }

    @Test
    void rowsOfOneClassAndOfSeveral() {
        Wire wire = wire("csv");
        for (int i = 0; i < 10; i++) {
            wire.write("quote", quote(i));
        }
        RecycledUpdate quote = wire.readReused(RecycledUpdate.class);
        for (int i = 1; i < 10; i++) {
            Class<?> asked = i % 2 == 0 ? RecycledUpdate.class : RecycledQuote.class;
            assertSame(quote, wire.readReused(asked));
            assertEquals(quote(i), quote);
            assertEquals("quote", wire.event());
        }
        assertNull(wire.readReused(RecycledQuote.class));
    }

    @ParameterizedTest
    @EachFormat(without = Feature.TABLE)
    void whatDoesNotFitIsPassedOver(String format) {
        Wire wire = wire(format);
        wire.write("fill", new RecycledFill("A", 1));
        wire.write("fill", new RecycledFill("A", 2));
        wire.write("fill", Map.of("quantity", "many"));
        wire.write("fill", new RecycledFill("A", 3));
        RecycledFill fill = wire.readReused(RecycledFill.class);
        wire.readReused(RecycledFill.class);
        assertThrows(WireDataException.class, () -> wire.readReused(RecycledFill.class));
        assertSame(fill, wire.readReused(RecycledFill.class));
        assertEquals(new RecycledFill("A", 3), fill);
    }

    @Test
    void anUntypedMessageIsOfTheClassAskedFor() {
        Wire wire = wire("binary");
        RecycledFills fills = wire.methodWriter(RecycledFills.class);
        for (int i = 0; i < 6; i++) {
            fills.fill(new RecycledFill("A", i));
        }
        RecycledFill fill = wire.readReused(RecycledFill.class);
        assertSame(fill, wire.readReused(RecycledFill.class));
        assertSame(fill, wire.readReused(RecycledFill.class));
        assertThrows(WireDataException.class, () -> wire.readReused(RecycledUpdate.class)); // it is abstract
        assertEquals(4, wire.readReused(RecycledPartialFill.class).quantity);
        assertEquals(5, wire.readReused(RecycledFill.class).quantity);
    }

    /**
     * Reads messages of several classes, with and without type names, as one of several classes, and alternates with
     * other kinds of reading.
     */
    @ParameterizedTest
    @EachFormat(without = Feature.TABLE)
    void turnsAtRandomAreAsOfNewObjects(String format) {
        for (int seed = 0; seed < 150; seed++) {
            Bytes<?> bytes = Bytes.allocateElasticOnHeap();
            write(Wire.of(format, bytes, options()), new SplittableRandom(seed));
            List<String> expected = reads(format, bytes, seed, false, false);
            assertSameReads(expected, reads(format, bytes, seed, true, false), format + " " + seed);
            assertSameReads(expected, reads(format, bytes, seed, true, true), format + " by tokens " + seed);
        }
    }

    private static void assertSameReads(List<String> expected, List<String> reads, String what) {
        for (int i = 0; i < expected.size(); i++) {
            assertEquals(expected.get(i), reads.get(i), what + ", " + i);
        }
    }

    private static void write(Wire wire, SplittableRandom random) {
        RecycledFills fills = wire.methodWriter(RecycledFills.class);
        for (int i = 0; i < 40; i++) {
            RecycledFill fill = new RecycledFill(random.nextInt(3) == 0 ? null : "S" + random.nextInt(3), i);
            if (random.nextInt(4) == 0) {
                fill.tags.add("t" + i);
            }
            switch (random.nextInt(9)) {
                case 0 -> fills.fill(fill);
                case 1 -> wire.write(fill);
                case 2 -> wire.write("mark", new RecycledMark("M", i));
                case 3 -> wire.write("quote", quote(i));
                case 4 -> {
                    RecycledPartialFill part = new RecycledPartialFill();
                    part.part = i;
                    wire.write("fill", part);
                }
                case 5 -> wire.write("other", random.nextBoolean() ? Map.of("bid", i) : List.of(i, i));
                case 6 -> two(wire, fill, quote(i));
                default -> wire.write("fill", fill);
            }
        }
    }

    /** A message of two events. */
    private static void two(Wire wire, Object first, Object second) {
        wire.out().beginMessage();
        wire.out().beginObject();
        wire.out().event("fill");
        Wire.writeObject(wire.out(), first);
        wire.out().event("quote");
        Wire.writeObject(wire.out(), second);
        wire.out().endObject();
        wire.out().endMessage();
    }

    private static List<String> reads(String name, Bytes<?> bytes, long seed, boolean isRecycled, boolean isByTokens) {
        var format = WireFormats.byName(name);
        WireOptions options = format.forObjects(options());
        WireIn in = format.newReader(Bytes.wrapForRead(bytes.toByteArray()), options);
        Wire wire = Wires.reading(format, isByTokens ? Inputs.only(WireIn.class, in) : in, options);
        SplittableRandom random = new SplittableRandom(seed);
        List<String> reads = new ArrayList<>();
        Object recycled = null;
        String was = null;
        for (int i = 0; i < 60; i++) {
            Class<?> asked = ASKED.get(random.nextInt(ASKED.size()));
            boolean isOther = random.nextInt(6) == 0;
            if (random.nextInt(4) == 0) {
                reads.add("next " + wire.next());
            }
            try {
                if (isOther) {
                    reads.add("read " + wire.read(asked));
                    assertEquals(was, recycled == null ? null : recycled.toString()); // which only readReused fills
                } else {
                    recycled = isRecycled ? wire.readReused(asked) : readNew(wire, asked);
                    was = recycled == null ? null : recycled.toString();
                    reads.add("recycled " + was);
                }
            } catch (WireException e) {
                reads.add(e.getMessage());
                recycled = null;
                was = null;
            }
            reads.add(wire.event());
        }
        return reads;
    }

    private static Object readNew(Wire wire, Class<?> asked) {
        boolean isAnywhere = Wires.reader(wire).isAtNone();
        return asked == Object.class && isAnywhere && !wire.next() ? null : wire.read(asked);
    }

    @Test
    void damageIsReportedAsForNewObjects() {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire wire = Wire.of("binary", bytes, options());
        for (int i = 0; i < 8; i++) {
            wire.write("fill", new RecycledFill("A", i)).write("quote", quote(i));
        }
        byte[] good = bytes.toByteArray();
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 5_000; i++) {
            byte[] damaged = good.clone();
            for (int j = random.nextInt(1, 4); j > 0; j--) {
                damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
            }
            byte[] input = random.nextInt(4) == 0 ? Arrays.copyOf(damaged, random.nextInt(damaged.length)) : damaged;
            assertEquals(all(input, false), all(input, true));
        }
    }

    private static List<String> all(byte[] input, boolean isRecycled) {
        Wire wire = Wire.of("binary", Bytes.wrapForRead(input), options());
        List<String> all = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            try {
                RecycledUpdate read =
                        isRecycled ? wire.readReused(RecycledUpdate.class) : wire.read(RecycledUpdate.class);
                all.add(wire.event() + " " + read);
            } catch (WireException e) {
                all.add(e.getMessage());
            }
        }
        return all;
    }

    @ParameterizedTest
    @EachFormat(without = Feature.TABLE)
    void makesNoGarbage(String format) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire wire = Wire.of(format, bytes, options());
        RecycledFill fill = new RecycledFill("A", 0);
        RecycledQuote quote = quote(1);
        double least = Double.MAX_VALUE;
        for (int round = 0; round < 30; round++) {
            bytes.clear();
            for (int i = 0; i < 1_000; i++) {
                fill.quantity = i;
                quote.bid = i;
                wire.write("fill", fill).write("quote", quote);
            }
            wire.flush();
            long before = threads.getCurrentThreadAllocatedBytes();
            while (wire.readReused(RecycledUpdate.class) != null) {
                // filled again
            }
            least = Math.min(least, (threads.getCurrentThreadAllocatedBytes() - before) / 2_000.0);
        }
        assertTrue(least < 0.5, least + " bytes a message");
    }
}
