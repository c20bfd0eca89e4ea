package io.deltawire.bench.latency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.bench.codec.DeltawireFormats;
import io.deltawire.wire.WireFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

class LatencyTest {
    @TempDir
    Path folder;

    /** Returns the formats of the chain. A table cannot hold the object among the arguments of its calls. */
    static Stream<String> formats() {
        return DeltawireFormats.all().stream()
                .filter(format -> !DeltawireFormats.isTable(format))
                .map(WireFormat::name);
    }

    @ParameterizedTest
    @MethodSource("formats")
    void everyEventArrives(String format) throws IOException {
        for (Path where : new Path[] {null, folder}) {
            try (ComponentChain chain = new ComponentChain(format, 3, where)) {
                LatencyResult result = Pacer.run(chain, 1_000_000, 10_000);
                assertEquals(10_000, result.nanos().getTotalCount());
            }
        }
        try (var left = Files.list(folder)) {
            assertEquals(List.of(), left.toList());
        }
    }

    /** Stops for 50 ms once. */
    private static final class Stalling implements Pacer.EventPath {
        private LongConsumer arrival;

        @Override
        public String format() {
            return "none";
        }

        @Override
        public void send(long number, long dueNanos) {
            if (number == 100) {
                long start = System.nanoTime();
                while (System.nanoTime() - start < 50_000_000) {
                    Thread.onSpinWait();
                }
            }
            arrival.accept(dueNanos);
        }

        @Override
        public void onArrival(LongConsumer dueNanos) {
            arrival = dueNanos;
        }
    }

    @Test
    void latencyIncludesTheWaitForEarlierEvents() {
        LatencyResult result = Pacer.run(new Stalling(), 10_000, 2_000);
        // 500 events were due in the 50 ms; half of them waited for more than 25 ms.
        long late =
                result.nanos().getCountBetweenValues(25_000_000, result.nanos().getMaxValue());
        assertTrue(late >= 240, "only " + late + " events were late");
        assertTrue(result.nanos().getMaxValue() >= 49_000_000);
    }

    @Test
    void lostEventIsAnError() {
        Pacer.EventPath losing = new Pacer.EventPath() {
            @Override
            public String format() {
                return "none";
            }

            @Override
            public void send(long number, long dueNanos) {}

            @Override
            public void onArrival(LongConsumer dueNanos) {}
        };
        assertThrows(IllegalStateException.class, () -> Pacer.run(losing, 1_000_000, 1));
    }

    @Test
    void resultsAreATableAndAChart() throws IOException {
        Histogram histogram = new Histogram(3);
        for (int i = 1; i <= 1000; i++) {
            histogram.recordValue(i * 1000L);
        }
        List<LatencyResult> results = List.of(new LatencyResult("delta", 10_000, 9999.6, histogram));
        assertEquals("""
                | wire | events/s due | got through | typical, \u00B5s | 99%, \u00B5s | 99.9%, \u00B5s | worst, \u00B5s |
                |---|---:|---:|---:|---:|---:|---:|
                | delta | 10,000 | 10,000 | 500.2 | 990.2 | 999.4 | 1,000.4 |
                """, LatencyTable.of(results));
        Path chart = folder.resolve("chart.svg");
        LatencyChart.write("title", results, chart);
        String svg = Files.readString(chart);
        assertTrue(svg.contains("<svg") && svg.contains("<path"), svg);
    }

    /** What the component of the test is called with. */
    public interface Numbers {
        void number(long value);

        void skip(String text);
    }

    /** What it calls. */
    public interface Squares {
        void square(long value);
    }

    /** Makes two outputs of a number, and none of a text. */
    public static final class Squaring implements Numbers {
        private final Squares next;

        public Squaring(Squares next) {
            this.next = next;
        }

        @Override
        public void number(long value) {
            next.square(value * value);
            next.square(-value * value);
        }

        @Override
        public void skip(String text) {}
    }

    @ParameterizedTest
    @MethodSource("formats")
    void anOwnComponentIsMeasuredByStage(String format) throws IOException {
        Path data = Files.writeString(folder.resolve("in.yaml"), "number: 3\n---\nskip: text\n---\nnumber: 4\n");
        OwnComponent own = new OwnComponent(format, Squaring.class, data);
        LatencyResult whole = Pacer.run(own, 100_000, 3000);
        assertEquals(3000, whole.nanos().getTotalCount());
        List<LatencyResult> stages = own.stages(whole);
        assertEquals(OwnComponent.STAGES.size(), stages.size());
        for (LatencyResult stage : stages) {
            assertEquals(4000, stage.nanos().getTotalCount(), stage.format());
        }
        Path none = Files.writeString(folder.resolve("none.yaml"), "other: 1\n");
        assertThrows(IllegalArgumentException.class, () -> new OwnComponent(format, Squaring.class, none));
        assertThrows(IllegalArgumentException.class, () -> new OwnComponent(format, String.class, data));
    }

    @Test
    void theCommandTakesAComponent() throws IOException {
        Path data = Files.writeString(folder.resolve("in.yaml"), "number: 3\n");
        int status = new CommandLine(new LatencyMain())
                .execute(
                        "--component",
                        Squaring.class.getName(),
                        "--data",
                        data.toString(),
                        "--rate",
                        "10000",
                        "--seconds",
                        "0.05",
                        "--warm-up",
                        "0.05",
                        "--out",
                        folder.toString());
        assertEquals(0, status);
        assertTrue(Files.exists(folder.resolve("latency.svg")));
    }
}
