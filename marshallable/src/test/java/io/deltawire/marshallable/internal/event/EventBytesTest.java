package io.deltawire.marshallable.internal.event;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.MarshallableOptions;
import io.deltawire.marshallable.ReadMarshallable;
import io.deltawire.marshallable.TypeNamePolicy;
import io.deltawire.marshallable.UnknownFields;
import io.deltawire.marshallable.Wire;
import io.deltawire.marshallable.WriteMarshallable;
import io.deltawire.marshallable.testing.Wires;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import java.nio.charset.StandardCharsets;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;

/** Events with one object, written in one step in binary YAML, have the same bytes as by tokens. */
class EventBytesTest {
    private static final ZonedDateTime TIME = ZonedDateTime.parse("2016-07-22T12:34:56.789Z[UTC]");

    static class Report extends AbstractMarshallable {
        String symbol;
        double price;
        long size;
        ZonedDateTime time;
        List<String> marks;
        Report origin;
    }

    static final class LateReport extends Report {
        int delay;
    }

    record Strokes(long first, double second, String third) {}

    static final class Extensible implements UnknownFields {
        int known;
        private final transient Map<String, Object> unknown = new LinkedHashMap<>();

        @Override
        public Map<String, Object> unknownFields() {
            return unknown;
        }
    }

    static final class WrittenByHand implements ReadMarshallable, WriteMarshallable {
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
        void report(Report report);

        void ticks(Strokes ticks);

        void open(Extensible open);

        void byHand(WrittenByHand value);

        void anEventWhoseNameIsLongerThanOneByteOfAFieldNameCanTell(Strokes ticks);
    }

    private static byte[] bytes(EventAccess access, WireOptions options, Consumer<Trading> calls) {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap(16);
        calls.accept(Wires.writerBuilder(Wire.of("binary", bytes, options), access, Trading.class)
                .build());
        return bytes.toByteArray();
    }

    private static void assertSameBytes(WireOptions options, Consumer<Trading> calls) {
        byte[] generated = bytes(EventAccess.GENERATED, options, calls);
        assertTrue(generated.length > 0);
        assertArrayEquals(bytes(EventAccess.REFLECTIVE, options, calls), generated);
    }

    private static Report report(Report report, SplittableRandom random) {
        report.symbol =
                random.nextInt(5) == 0 ? null : "S" + "x".repeat(random.nextInt(40)) + (char) random.nextInt(48, 500);
        report.price = random.nextInt(1000) / 100.0;
        report.size = random.nextLong() >> random.nextInt(64);
        report.time = random.nextBoolean() ? null : TIME.plusNanos(random.nextInt(1_000) * 1_000L);
        report.marks = random.nextBoolean() ? null : List.of("a", "b" + random.nextInt(3));
        report.origin = random.nextInt(3) == 0 ? report(new Report(), random) : null;
        return report;
    }

    private static void callAll(Trading out) {
        SplittableRandom random = new SplittableRandom(5);
        for (int i = 0; i < 2_000; i++) {
            Strokes ticks = new Strokes(random.nextInt(), random.nextDouble(), "t" + i % 50);
            switch (random.nextInt(8)) {
                case 0, 1 -> out.report(report(new Report(), random));
                case 2 -> out.report(random.nextBoolean() ? null : report(new LateReport(), random));
                case 3 -> out.ticks(ticks);
                case 4 -> {
                    Extensible open = new Extensible();
                    open.known = i;
                    if (random.nextBoolean()) {
                        open.unknown.put("more", i);
                    }
                    out.open(open);
                }
                case 5 -> {
                    WrittenByHand value = new WrittenByHand();
                    value.value = i;
                    out.byHand(value);
                }
                default -> out.anEventWhoseNameIsLongerThanOneByteOfAFieldNameCanTell(ticks);
            }
        }
    }

    @Test
    void matchTokens() {
        assertSameBytes(WireOptions.DEFAULTS, EventBytesTest::callAll);
    }

    @Test
    void matchTokensAmongOtherMessages() {
        List<byte[]> made = new ArrayList<>();
        for (EventAccess access : EventAccess.values()) {
            Bytes<?> bytes = Bytes.allocateElasticOnHeap();
            Wire wire = Wire.of("binary", bytes);
            Trading first = Wires.writerBuilder(wire, access, Trading.class).build();
            Trading second = Wires.writerBuilder(wire, access, Trading.class).build();
            SplittableRandom random = new SplittableRandom(7);
            for (int i = 0; i < 500; i++) {
                Report report = report(random.nextBoolean() ? new Report() : new LateReport(), random);
                switch (random.nextInt(4)) {
                    case 0 -> wire.write("report", report);
                    case 1 -> wire.write(report);
                    case 2 -> second.report(report);
                    default -> first.report(report);
                }
            }
            made.add(bytes.toByteArray());
        }
        assertArrayEquals(made.get(1), made.get(0));
    }

    interface Journal {
        void strokes(Strokes strokes);

        void other(Strokes strokes);
    }

    @Test
    void rowsMatchTokens() {
        for (WireOptions options : List.of(
                WireOptions.DEFAULTS,
                WireOptions.DEFAULTS.with(MarshallableOptions.TYPE_NAMES, TypeNamePolicy.ALWAYS))) {
            List<byte[]> made = new ArrayList<>();
            for (EventAccess access : EventAccess.values()) {
                Bytes<?> bytes = Bytes.allocateElasticOnHeap();
                Wire wire = Wire.of("csv", bytes, options);
                Journal out = Wires.writerBuilder(wire, access, Journal.class).build();
                SplittableRandom random = new SplittableRandom(3);
                for (int i = 0; i < 500; i++) {
                    String third = random.nextInt(4) == 0 ? null : "t,\"" + random.nextInt(50);
                    Strokes strokes = new Strokes(random.nextInt(), random.nextInt(100) / 8.0, third);
                    if (random.nextInt(10) == 0) {
                        out.other(strokes);
                    } else {
                        out.strokes(strokes);
                    }
                }
                made.add(bytes.toByteArray());
            }
            assertEquals(
                    new String(made.get(1), StandardCharsets.UTF_8), new String(made.get(0), StandardCharsets.UTF_8));
        }
    }

    @Test
    void unwritableValueIsReportedAsByTokensAndNothingIsWritten() {
        WireOptions options = WireOptions.DEFAULTS.with(
                WireOptions.LIMITS, WireLimits.DEFAULTS.withMaxMessageBytes(200).withMaxDepth(5));
        Report cycle = new Report();
        cycle.origin = cycle;
        Report deep = new Report();
        for (int i = 0; i < 9; i++) {
            Report inner = deep;
            deep = new Report();
            deep.origin = inner;
        }
        Report large = new Report();
        large.symbol = "x".repeat(300);
        for (Report bad : List.of(cycle, deep, large)) {
            List<String> said = new ArrayList<>();
            List<byte[]> made = new ArrayList<>();
            for (EventAccess access : EventAccess.values()) {
                Bytes<?> bytes = Bytes.allocateElasticOnHeap();
                Trading out = Wires.writerBuilder(Wire.of("binary", bytes, options), access, Trading.class)
                        .build();
                out.report(new Report());
                said.add(assertThrows(WireDataException.class, () -> out.report(bad))
                        .getMessage());
                out.report(new Report());
                made.add(bytes.toByteArray());
            }
            assertEquals(said.get(1), said.get(0));
            assertArrayEquals(made.get(1), made.get(0));
        }
    }

    /** An object that repeats the current call while it is written. */
    private static final class CallsAgain implements WriteMarshallable {
        private Nested out;
        private int refused;

        @Override
        public void writeMarshallable(WireOut to) {
            to.field("before");
            to.int64(1);
            try {
                out.two(2, this);
            } catch (IllegalStateException e) {
                refused++;
            }
            to.field("after");
            to.int64(3);
        }
    }

    interface Nested {
        void two(long number, CallsAgain value);

        void report(Report report);
    }

    @Test
    void callInsideACallIsRefusedAndTheOuterOneGoesOn() {
        List<byte[]> made = new ArrayList<>();
        for (EventAccess access : EventAccess.values()) {
            Bytes<?> bytes = Bytes.allocateElasticOnHeap();
            Nested out = Wires.writerBuilder(Wire.of("binary", bytes), access, Nested.class)
                    .build();
            CallsAgain value = new CallsAgain();
            value.out = out;
            for (int i = 0; i < 3; i++) {
                out.two(i, value);
                out.report(new Report());
            }
            assertEquals(3, value.refused);
            made.add(bytes.toByteArray());
        }
        assertArrayEquals(made.get(1), made.get(0));
    }
}
