package io.deltawire.marshallable.internal.record;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Key;
import io.deltawire.marshallable.KeyedMarshallable;
import io.deltawire.marshallable.Wire;
import io.deltawire.marshallable.testing.ColumnsAndTokens;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireFormats;
import io.deltawire.wire.WireOptions;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;

/**
 * Objects in which mostly numbers change, so that a delta wire encodes them in one pass, have the bytes of tokens. The
 * numbers follow lines and stop, leave their form, and jump. There are more keys than short record ids and more sets of
 * changed fields than short mask codes.
 */
class NumberColumnsTest {
    static class Meter extends AbstractMarshallable {
        @Key
        String name;

        long ticks;
        int load;
        short level;
        byte state;
        double price;
        double temperature;
        double noise;
        boolean isOn;
        long total;
        long clock;
    }

    /** The same fields, with a key that code writes. */
    static final class KeyedMeter extends Meter implements KeyedMarshallable {
        @Override
        public void writeKey(Bytes<?> key) {
            key.writeUtf8(name);
        }
    }

    private static final WireFormat DELTA = WireFormats.byName("delta");

    private static final double[] ODD = {-0.0, 0, Double.NaN, Double.POSITIVE_INFINITY, 5e-324, 0.1 + 0.2, 1e15, 1e-7};

    private static void change(Meter meter, Random random, int index) {
        meter.ticks += random.nextInt(30) == 0 ? 0 : 1_000; // a line that stops at times
        meter.price = random.nextInt(20) == 0 ? meter.price : (Math.round(meter.price * 100) + 25) / 100.0;
        meter.clock += random.nextInt(30) == 0 ? 0 : 1_000; // the same, after a field that leaves its form
        int changes = random.nextInt(1 << 9);
        if ((changes & 1) != 0) {
            meter.load += random.nextInt(21) - 10;
        }
        if ((changes & 2) != 0) {
            meter.level = (short) random.nextInt();
        }
        if ((changes & 4) != 0) {
            meter.state++;
        }
        if ((changes & 8) != 0) {
            meter.temperature = random.nextInt(4_000) / (random.nextInt(10) == 0 ? 100.0 : 10.0);
        }
        if ((changes & 16) != 0) {
            meter.noise = random.nextInt(8) == 0 ? ODD[random.nextInt(ODD.length)] : random.nextInt(100_000) / 8.0;
        }
        if ((changes & 32) != 0) {
            meter.total = random.nextInt(10) == 0 ? random.nextLong() : meter.total + random.nextInt(1_000);
        }
        if (changes >>> 6 == 0) {
            meter.isOn = !meter.isOn;
        }
        if (index % 97 == 0) {
            meter.price = ODD[random.nextInt(ODD.length)];
        } else if (index % 97 == 40) {
            meter.price = random.nextInt(10_000);
        }
    }

    @Test
    void bytesMatchTokens() {
        run(1, false);
        run(40, false);
        run(300, false);
        run(300, true);
    }

    private static void run(int keys, boolean isKeyed) {
        Random random = new Random(keys);
        List<Meter> meters = new ArrayList<>();
        for (int i = 0; i < keys; i++) {
            Meter meter = isKeyed ? new KeyedMeter() : new Meter();
            meter.name = "meter " + i;
            meters.add(meter);
        }
        ColumnsAndTokens both = new ColumnsAndTokens();
        Meter read = isKeyed ? new KeyedMeter() : new Meter();
        for (int i = 0; i < 6_000; i++) {
            Meter meter = meters.get(random.nextInt(keys));
            change(meter, random, i);
            both.write("meter", meter, read, keys + " keys, message " + i);
        }
    }

    static class Counters extends AbstractMarshallable {
        @Key
        int id;

        long a;
        double x;
        long b;
        long line;
        double y;
        long c;
        long slopingLine;
        long d;
    }

    private static long step(long value, Random random) {
        return switch (random.nextInt(40)) {
            case 0 -> Long.MIN_VALUE + random.nextInt(3);
            case 1 -> Long.MAX_VALUE - random.nextInt(3);
            case 2 -> random.nextInt(3);
            default -> value + (random.nextLong() >> random.nextInt(64));
        };
    }

    private static double stepped(double value, Random random) {
        return (Math.round(value * 100) + (random.nextInt() >> 14 + random.nextInt(18))) / 100.0;
    }

    private static void change(Counters counters, Random random) {
        int changes = random.nextInt(1 << 9);
        counters.a = (changes & 1) != 0 ? step(counters.a, random) : counters.a;
        counters.b = (changes & 2) != 0 ? step(counters.b, random) : counters.b;
        counters.c = (changes & 4) != 0 ? step(counters.c, random) : counters.c;
        counters.d = (changes & 8) != 0 ? step(counters.d, random) : counters.d;
        counters.x = (changes & 16) != 0 ? stepped(counters.x, random) : counters.x;
        counters.y = (changes & 32) != 0 ? stepped(counters.y, random) : counters.y;
        counters.line += changes >>> 6 == 0 ? 900 : 1_000;
        counters.slopingLine += 1_000_000_000L + random.nextInt(changes >>> 6 == 1 ? 1_000_000 : 2);
    }

    /**
     * Messages have up to 50 bytes. The first seven or eight are assembled in a long, wherever a number ends in them.
     */
    @Test
    void differencesOfAnyLengthHaveTheBytesOfTokens() {
        for (int keys : new int[] {1, 3, 200, 20_000}) {
            Random random = new Random(keys);
            Counters[] counters = new Counters[keys];
            ColumnsAndTokens both = new ColumnsAndTokens();
            Counters read = new Counters();
            for (int i = 0; i < keys + 10_000; i++) {
                int key = i < keys ? i : random.nextInt(keys);
                if (counters[key] == null) {
                    counters[key] = new Counters();
                    counters[key].id = key;
                }
                change(counters[key], random);
                both.write("counters", counters[key], read, keys + " keys, message " + i);
            }
        }
    }

    /** Numbers whose bits are adjacent to one another and to the marker for "no decimal". */
    @Test
    void doublesThatAreNoDecimalsAreNoDifferences() {
        Meter meter = new Meter();
        meter.name = "meter";
        ColumnsAndTokens both = new ColumnsAndTokens();
        for (int i = 0; i < 2_000; i++) {
            meter.noise = Double.longBitsToDouble(Long.MIN_VALUE + i % 3);
            both.write("meter", meter, new Meter(), "message " + i);
        }
    }

    @Test
    void bytesAreTheSameInEveryTarget() {
        for (DeltaFormat.Flush flush : List.of(DeltaFormat.Flush.MESSAGE, DeltaFormat.Flush.BLOCK)) {
            for (int blockBytes : new int[] {200, 3_000, 1 << 20}) {
                WireOptions options =
                        WireOptions.DEFAULTS.with(DeltaFormat.FLUSH, flush).with(DeltaFormat.BLOCK_BYTES, blockBytes);
                ByteArrayOutputStream stream = new ByteArrayOutputStream();
                write(Wire.of(DELTA, stream, options));
                byte[] expected = stream.toByteArray();
                Bytes<?> onHeap = Bytes.allocateElasticOnHeap(16);
                write(Wire.of(DELTA, onHeap, options));
                assertArrayEquals(
                        expected, ColumnsAndTokens.bytesFrom(onHeap, 0), flush + ", on heap, blocks of " + blockBytes);
                Bytes<?> onNative = Bytes.allocateElasticDirect(16);
                write(Wire.of(DELTA, onNative, options));
                assertArrayEquals(
                        expected, ColumnsAndTokens.bytesFrom(onNative, 0), flush + ", native, blocks of " + blockBytes);
                onNative.releaseLast();
                Bytes<?> wrapped = Bytes.wrapForWrite(new byte[1 << 20]);
                write(Wire.of(DELTA, wrapped, options));
                assertArrayEquals(
                        expected,
                        ColumnsAndTokens.bytesFrom(wrapped, 0),
                        flush + ", an array, blocks of " + blockBytes);
            }
        }
    }

    private static void write(Wire wire) {
        Random random = new Random(5);
        Meter[] meters = meters(200);
        for (int i = 0; i < 8_000; i++) {
            Meter meter = meters[random.nextInt(i < 4_000 ? 3 : meters.length)];
            meter.load += random.nextInt(200) - 100; // one or two bytes
            if (random.nextInt(5) == 0) {
                change(meter, random, i);
            }
            wire.write("meter", meter);
        }
        wire.close();
    }

    private static Meter[] meters(int keys) {
        Meter[] meters = new Meter[keys];
        for (int i = 0; i < keys; i++) {
            meters[i] = new Meter();
            meters[i].name = "meter " + i;
        }
        return meters;
    }

    @Test
    void messagesForWhichTheTargetHasNoRoomLeaveTheBytesThatTokensLeave() {
        Random random = new Random(6);
        Meter[] meters = meters(5);
        Bytes<?> byColumns = Bytes.allocateElasticOnHeap(1 << 20);
        Bytes<?> byTokens = Bytes.allocateElasticOnHeap(1 << 20);
        Wire columns = Wire.of("delta", byColumns);
        Wire tokens = Wire.of("delta", byTokens);
        List<Meter> written = new ArrayList<>();
        for (int i = 0; i < 6_000; i++) {
            Meter meter = meters[random.nextInt(meters.length)];
            meter.load += random.nextInt(100) - 50;
            if (i % 700 == 699) {
                int room = random.nextInt(3);
                byColumns.writeLimit(byColumns.writePosition() + room);
                byTokens.writeLimit(byTokens.writePosition() + room);
                assertThrows(RuntimeException.class, () -> columns.write("meter", meter));
                assertThrows(RuntimeException.class, () -> ColumnsAndTokens.writeTokens(tokens, "meter", meter));
                tokens.out().cancelMessage();
                byColumns.writeLimit(byColumns.capacity());
                byTokens.writeLimit(byTokens.capacity());
            } else {
                columns.write("meter", meter);
                ColumnsAndTokens.writeTokens(tokens, "meter", meter);
                written.add(meter.deepCopy());
            }
            assertEquals(byTokens.writePosition(), byColumns.writePosition(), "message " + i);
        }
        columns.close();
        tokens.close();
        assertArrayEquals(ColumnsAndTokens.bytesFrom(byTokens, 0), ColumnsAndTokens.bytesFrom(byColumns, 0));
        Wire reader = Wire.of("delta", byColumns);
        List<Meter> read = new ArrayList<>();
        for (Meter meter = reader.read(Meter.class); meter != null; meter = reader.read(Meter.class)) {
            read.add(meter);
        }
        assertEquals(written, read);
    }
}
