package io.deltawire.marshallable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.marshallable.testing.Events.Recorder;
import io.deltawire.marshallable.testing.Events.Second;
import io.deltawire.wire.Transcoder;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireFormat.Feature;
import io.deltawire.wire.WireFormats;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.testing.EachFormat;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.function.LongSupplier;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MessageHistoryTest {
    interface Numbers {
        void number(long value);
    }

    /** Passes every third number on. */
    private record Thinner(Numbers out) implements Numbers {
        @Override
        public void number(long value) {
            if (value % 3 == 0) {
                out.number(value);
            }
        }
    }

    @Test
    void historiesOfAProcessHaveOneClock() {
        long last = 0;
        for (int i = 0; i < 10_000; i++) {
            MessageHistory history = new MessageHistory();
            history.arrived(1, i);
            assertTrue(history.timing(0) >= last, "time " + history.timing(0) + " comes after " + last);
            last = history.timing(0);
        }
        assertTrue(Math.abs(last / 1_000_000 - System.currentTimeMillis()) < 3_600_000, "the time of day: " + last);
    }

    private static LongSupplier ticking() {
        long[] now = {1000};
        return () -> now[0]++;
    }

    private static Wire wire(String format) {
        return Wire.of(format, Bytes.allocateElasticOnHeap());
    }

    private static MethodReader connect(Wire from, int sourceId, Wire to, MessageHistory history) {
        Numbers out = to.methodWriterBuilder(Numbers.class).history(history).build();
        return from.methodReaderBuilder()
                .refuseUnknownEvents()
                .history(sourceId, history)
                .build(new Thinner(out));
    }

    /** Two sources and three times, as Chronicle Wire's history writes itself as bytes, then {@code number: 7}. */
    private static final String CHRONICLE_HISTORY =
            "43000000 ba8000 813300 8602 0300000005000000 2c00000000000000 0000000000010000"
                    + "03 0100000000000000 0200000000000000 0300000000000000 b9066e756d626572 a107";

    @ParameterizedTest
    @EachFormat(without = Feature.TABLE)
    void historyOfChronicleWireAsBytes(String format) {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        bytes.write(HexFormat.of().parseHex(CHRONICLE_HISTORY.replace(" ", "")));
        Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap());
        try (WireIn in = WireFormats.byName("binary").newReader(bytes, WireOptions.DEFAULTS)) {
            Transcoder.copyAll(in, wire.out());
        }
        wire.flush();
        MessageHistory history = new MessageHistory(() -> 9);
        List<String> seen = new ArrayList<>();
        MethodReader reader = wire.methodReaderBuilder().history(6, history).build((Numbers)
                value -> seen.add(value + ": " + history));
        assertTrue(reader.readOne());
        assertEquals(List.of("7: sources [3, 44, 5, 1099511627776, 6, 0], timings [1, 2, 3, 9]"), seen);
    }

    @ParameterizedTest
    @EachFormat(without = Feature.TABLE)
    void historyGoesThroughAChainOfComponents(String format) {
        LongSupplier clock = ticking();
        Wire first = wire(format);
        Wire second = wire(format);
        Wire third = wire(format);
        Numbers gateway = first.methodWriterBuilder(Numbers.class)
                .history(new MessageHistory(clock))
                .build();
        for (int i = 1; i <= 9; i++) {
            gateway.number(i);
        }
        MethodReader one = connect(first, 11, second, new MessageHistory(clock));
        while (one.readOne()) {
            // passes on 3, 6, 9
        }
        MethodReader two = connect(second, 22, third, new MessageHistory(clock));
        while (two.readOne()) {
            // passes on all of them
        }
        MessageHistory history = new MessageHistory(clock);
        List<String> seen = new ArrayList<>();
        MethodReader last = third.methodReaderBuilder().history(33, history).build((Numbers)
                value -> seen.add(value + ": " + history));
        while (last.readOne()) {
            // noted
        }
        assertEquals(
                List.of(
                        "3: sources [11, 2, 22, 0, 33, 0], timings [1002, 1011, 1012, 1021, 1022, 1027]",
                        "6: sources [11, 5, 22, 1, 33, 1], timings [1005, 1015, 1016, 1023, 1024, 1028]",
                        "9: sources [11, 8, 22, 2, 33, 2], timings [1008, 1019, 1020, 1025, 1026, 1029]"),
                seen);
        assertEquals(3, history.sources());
        assertEquals(22, history.sourceId(1));
        assertEquals(2, history.sourceIndex(1));
        assertEquals(8, history.indexFrom(11));
        assertEquals(-1, history.indexFrom(44));
        assertEquals(1029, history.timing(history.timings() - 1));
        assertTrue(
                second.toYaml()
                        .contains(
                                "---\nhistory: {\n  sources: [11, 2],\n  timings: [1002, 1011, 1012]\n}\nnumber: 3\n"),
                second.toYaml());
    }

    @ParameterizedTest
    @EachFormat(without = Feature.TABLE)
    void restartBeginsAfterTheLastMessageThatLedToOutput(String format) {
        Bytes<?> input = Bytes.allocateElasticOnHeap();
        Numbers in = Wire.of(format, input).methodWriter(Numbers.class);
        for (int i = 1; i <= 10; i++) {
            in.number(i);
        }
        Bytes<?> output = Bytes.allocateElasticOnHeap();
        MethodReader reader = connect(
                Wire.of(format, Bytes.wrapForRead(input.toByteArray())),
                7,
                Wire.of(format, output),
                new MessageHistory());
        for (int i = 0; i < 5; i++) {
            assertTrue(reader.readOne()); // 1 to 5: 3 leads to output; then the process dies
        }

        long last = MessageHistory.lastIndex(7, Wire.of(format, Bytes.wrapForRead(output.toByteArray())));
        assertEquals(2, last);
        Wire after = wire(format);
        MethodReader restarted = connect(Wire.of(format, input), 7, after, new MessageHistory());
        restarted.skipThrough(last);
        assertEquals(2, restarted.index());
        while (restarted.readOne()) {
            // the rest
        }
        Recorded seen = new Recorded(new ArrayList<>());
        MethodReader check = after.methodReader(seen);
        while (check.readOne()) {
            // noted
        }
        assertEquals(List.of(6L, 9L), seen.values);
        assertEquals(-1, MessageHistory.lastIndex(8, after));
    }

    /** Wherever an output is cut off, the same messages count as in the file that a service goes on with. */
    @ParameterizedTest
    @EachFormat(without = Feature.TABLE)
    void lastIndexCountsWhatResumeCounts(String format, @TempDir Path dir) throws IOException {
        Path written = dir.resolve("written");
        Path cut = dir.resolve("cut");
        for (boolean isAppended : new boolean[] {false, true}) {
            Files.deleteIfExists(written);
            MessageHistory history = new MessageHistory(() -> 1_000);
            try (Wire output = isAppended
                    ? Wire.append(format, written)
                    : Wire.of(format, Files.newOutputStream(written), WireOptions.DEFAULTS)) {
                Numbers out = output.methodWriterBuilder(Numbers.class)
                        .history(history)
                        .build();
                for (int index = 0; index < 4; index++) {
                    history.clear();
                    history.arrived(7, index);
                    out.number(1_000 + index);
                    output.flush();
                }
            }
            byte[] all = Files.readAllBytes(written);
            for (int length = all.length; length > all.length - 30; length -= 1 + length % 3) {
                assertCountedLikeResume(format, cut, Arrays.copyOf(all, length));
            }
            assertCountedLikeResume(format, cut, Arrays.copyOf(Arrays.copyOf(all, all.length - 2), all.length + 5));
        }
    }

    private static void assertCountedLikeResume(String format, Path file, byte[] bytes) throws IOException {
        Files.write(file, bytes);
        MessageHistory resumed = new MessageHistory();
        try (Wire output = Wire.resume(format, file, WireOptions.DEFAULTS)) {
            output.methodWriterBuilder(Numbers.class).history(resumed).build();
        }
        long expected = resumed.lastAnswered(7);
        String what = HexFormat.of().formatHex(bytes);
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        assertEquals(expected, MessageHistory.lastIndex(7, Wire.of(format, new ByteArrayInputStream(bytes))), what);
        assertEquals(expected, MessageHistory.lastIndex(7, Wire.of(format, buffer)), what);
        assertEquals(0, buffer.remaining());
        assertEquals(expected, MessageHistory.lastIndex(7, Wire.of(format, Bytes.wrapForRead(bytes))), what);
    }

    private record Recorded(List<Long> values) implements Numbers {
        @Override
        public void number(long value) {
            values.add(value);
        }
    }

    @Test
    void historyIsSkippedByReadersWithoutOne() {
        Wire wire = wire("yaml");
        wire.methodWriterBuilder(Numbers.class)
                .history(new MessageHistory())
                .build()
                .number(5);
        Recorded seen = new Recorded(new ArrayList<>());
        assertTrue(wire.methodReaderBuilder().refuseUnknownEvents().build(seen).readOne());
        assertEquals(List.of(5L), seen.values);
    }

    @Test
    void messageWithoutHistoryBeginsOne() {
        Wire wire = wire("yaml");
        wire.methodWriter(Second.class).second(1);
        wire.methodWriter(Second.class).second(2);
        MessageHistory history = new MessageHistory(ticking());
        MethodReader reader = wire.methodReaderBuilder().history(5, history).build(new SecondNoter());
        assertTrue(reader.readOne());
        assertTrue(reader.readOne());
        assertEquals("sources [5, 1], timings [1001]", history.toString());
    }

    private static final class SecondNoter extends Recorder {}

    interface Historian {
        void history(String text);
    }

    @Test
    void eventOfTheSameNameIsRefused() {
        assertThrows(
                IllegalArgumentException.class,
                () -> wire("yaml").methodWriterBuilder(Historian.class).history(new MessageHistory()));
        assertThrows(
                IllegalArgumentException.class,
                () -> wire("yaml")
                        .methodReaderBuilder()
                        .history(1, new MessageHistory())
                        .build((Historian) text -> {}));
        Wire wire = wire("yaml");
        wire.methodWriter(Historian.class).history("is an event");
        List<String> seen = new ArrayList<>();
        assertTrue(wire.methodReader((Historian) seen::add).readOne());
        assertEquals(List.of("is an event"), seen);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "history: {sources: [1, x]}\nnumber: 1\n",
                "history: {sources: {}}\nnumber: 1\n",
                "history: {timings: 7}\nnumber: 1\n"
            })
    void historyThatIsNoneIsADataError(String text) {
        Wire wire = Wire.of(
                "yaml",
                Bytes.wrapForRead((text + "---\nnumber: 2\n").getBytes(java.nio.charset.StandardCharsets.UTF_8)));
        Recorded seen = new Recorded(new ArrayList<>());
        MethodReader reader =
                wire.methodReaderBuilder().history(1, new MessageHistory()).build(seen);
        assertThrows(WireDataException.class, reader::readOne);
        assertTrue(reader.readOne());
        assertEquals(List.of(2L), seen.values);
    }
}
