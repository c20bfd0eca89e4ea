package io.deltawire.marshallable;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;

/** Events with one object that are written at once in binary YAML: their bytes are those of their tokens. */
class EventBytesTest {
    private static final ZonedDateTime TIME = ZonedDateTime.parse("2016-07-22T12:34:56.789Z[UTC]");

    static class Fill extends AbstractMarshallable {
        String symbol;
        double price;
        long size;
        ZonedDateTime time;
        List<String> marks;
        Fill origin;
    }

    static final class LateFill extends Fill {
        int delay;
    }

    record Ticks(long first, double second, String third) {}

    static final class Open implements UnknownFields {
        int known;
        private final transient Map<String, Object> unknown = new LinkedHashMap<>();

        @Override
        public Map<String, Object> unknownFields() {
            return unknown;
        }
    }

    static final class ByHand implements ReadMarshallable, WriteMarshallable {
        private long value;

        @Override
        public void readMarshallable(WireIn in) {
            while (in.hasNext()) {
                in.fieldName();
                value = in.int64();
            }
        }

        @Override
        public void writeMarshallable(WireOut out) {
            out.field("value");
            out.int64(value);
        }
    }

    interface Trading {
        void fill(Fill fill);

        void ticks(Ticks ticks);

        void open(Open open);

        void byHand(ByHand value);

        void anEventWhoseNameIsLongerThanOneByteOfAFieldNameCanTell(Ticks ticks);
    }

    private static byte[] bytes(EventAccess access, WireOptions options, Consumer<Trading> calls) {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap(16);
        calls.accept(MethodWriterBuilder.of(Wire.of("binary", bytes, options), access, Trading.class)
                .build());
        return bytes.toByteArray();
    }

    private static void assertSameBytes(WireOptions options, Consumer<Trading> calls) {
        byte[] generated = bytes(EventAccess.GENERATED, options, calls);
        assertTrue(generated.length > 0);
        assertArrayEquals(bytes(EventAccess.REFLECTIVE, options, calls), generated);
    }

    private static Fill fill(Fill fill, SplittableRandom random) {
        fill.symbol =
                random.nextInt(5) == 0 ? null : "S" + "x".repeat(random.nextInt(40)) + (char) random.nextInt(48, 500);
        fill.price = random.nextInt(1000) / 100.0;
        fill.size = random.nextLong() >> random.nextInt(64);
        fill.time = random.nextBoolean() ? null : TIME.plusNanos(random.nextInt(1_000) * 1_000L);
        fill.marks = random.nextBoolean() ? null : List.of("a", "b" + random.nextInt(3));
        fill.origin = random.nextInt(3) == 0 ? fill(new Fill(), random) : null;
        return fill;
    }

    private static void callAll(Trading out) {
        SplittableRandom random = new SplittableRandom(5);
        for (int i = 0; i < 2_000; i++) {
            Ticks ticks = new Ticks(random.nextInt(), random.nextDouble(), "t" + i % 50);
            switch (random.nextInt(8)) {
                case 0, 1 -> out.fill(fill(new Fill(), random));
                case 2 -> out.fill(random.nextBoolean() ? null : fill(new LateFill(), random));
                case 3 -> out.ticks(ticks);
                case 4 -> {
                    Open open = new Open();
                    open.known = i;
                    if (random.nextBoolean()) {
                        open.unknown.put("more", i);
                    }
                    out.open(open);
                }
                case 5 -> {
                    ByHand value = new ByHand();
                    value.value = i;
                    out.byHand(value);
                }
                default -> out.anEventWhoseNameIsLongerThanOneByteOfAFieldNameCanTell(ticks);
            }
        }
    }

    @Test
    void areThoseOfTheTokens() {
        assertSameBytes(WireOptions.DEFAULTS, EventBytesTest::callAll);
    }

    @Test
    void areThoseOfTheTokensAmongOtherMessages() {
        List<byte[]> made = new ArrayList<>();
        for (EventAccess access : EventAccess.values()) {
            Bytes<?> bytes = Bytes.allocateElasticOnHeap();
            Wire wire = Wire.of("binary", bytes);
            Trading first = MethodWriterBuilder.of(wire, access, Trading.class).build();
            Trading second = MethodWriterBuilder.of(wire, access, Trading.class).build();
            SplittableRandom random = new SplittableRandom(7);
            for (int i = 0; i < 500; i++) {
                Fill fill = fill(random.nextBoolean() ? new Fill() : new LateFill(), random);
                switch (random.nextInt(4)) {
                    case 0 -> wire.write("fill", fill);
                    case 1 -> wire.write(fill);
                    case 2 -> second.fill(fill);
                    default -> first.fill(fill);
                }
            }
            made.add(bytes.toByteArray());
        }
        assertArrayEquals(made.get(1), made.get(0));
    }

    @Test
    void whatCannotBeWrittenIsToldAsByTokensAndNothingIsWritten() {
        WireOptions options = WireOptions.DEFAULTS.with(
                WireOptions.LIMITS, WireLimits.DEFAULTS.withMaxMessageBytes(200).withMaxDepth(5));
        Fill cycle = new Fill();
        cycle.origin = cycle;
        Fill deep = new Fill();
        for (int i = 0; i < 9; i++) {
            Fill inner = deep;
            deep = new Fill();
            deep.origin = inner;
        }
        Fill large = new Fill();
        large.symbol = "x".repeat(300);
        for (Fill bad : List.of(cycle, deep, large)) {
            List<String> said = new ArrayList<>();
            List<byte[]> made = new ArrayList<>();
            for (EventAccess access : EventAccess.values()) {
                Bytes<?> bytes = Bytes.allocateElasticOnHeap();
                Trading out = MethodWriterBuilder.of(Wire.of("binary", bytes, options), access, Trading.class)
                        .build();
                out.fill(new Fill());
                said.add(assertThrows(WireDataException.class, () -> out.fill(bad))
                        .getMessage());
                out.fill(new Fill());
                made.add(bytes.toByteArray());
            }
            assertEquals(said.get(1), said.get(0));
            assertArrayEquals(made.get(1), made.get(0));
        }
    }
}
