package io.deltawire.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.flink.testing.Cluster;
import io.deltawire.flink.testing.Dumps;
import io.deltawire.flink.testing.Trade;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.state.CheckpointListener;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.typeutils.ListTypeInfo;
import org.apache.flink.connector.file.src.FileSource;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.Collector;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs in Flink's mini cluster read dumps in parallel, over failures, and fail where a dump is not whole. */
class JobsTest {
    private static final int COUNT = 5000;

    @TempDir
    static Path folder;

    private static Map<String, Path> dumps;
    private static Cluster cluster;

    @BeforeAll
    static void startCluster() throws Exception {
        dumps = Dumps.ofEachKind(Files.createDirectory(folder.resolve("dumps")), COUNT);
        cluster = new Cluster();
    }

    @AfterAll
    static void stopCluster() throws Exception {
        cluster.stop();
    }

    private static DataStream<Trade> trades(StreamExecutionEnvironment environment, Path... files) {
        org.apache.flink.core.fs.Path[] paths = Arrays.stream(files)
                .map(file -> new org.apache.flink.core.fs.Path(file.toUri()))
                .toArray(org.apache.flink.core.fs.Path[]::new);
        FileSource<Trade> source = FileSource.forBulkFileFormat(DeltaDumpFormat.of(Trade.class), paths)
                .setFileEnumerator(DeltaSplitEnumerator::new)
                .build();
        return environment.fromSource(source, WatermarkStrategy.noWatermarks(), "trades");
    }

    private static List<Trade> collect(DataStream<Trade> stream) throws Exception {
        List<Trade> collected = new ArrayList<>(stream.executeAndCollect(1_000_000));
        collected.sort(Comparator.comparingLong(trade -> trade.number));
        return collected;
    }

    /** Notes which tasks saw a trade. */
    private static final class Noting extends RichMapFunction<Trade, Trade> {
        private static final Set<Integer> TASKS = ConcurrentHashMap.newKeySet();

        @Override
        public Trade map(Trade trade) {
            TASKS.add(getRuntimeContext().getTaskInfo().getIndexOfThisSubtask());
            return trade;
        }
    }

    @Test
    void tasksReadADumpOfEachKindInPartsAsOneReaderReadsIt() throws Exception {
        for (Map.Entry<String, Path> dump : dumps.entrySet()) {
            List<Trade> expected = Dumps.sequential(dump.getValue());
            assertEquals(COUNT, expected.size(), dump.getKey());
            Noting.TASKS.clear();
            List<Trade> read =
                    collect(trades(cluster.environment(3, 0), dump.getValue()).map(new Noting()));
            assertEquals(expected, read, dump.getKey());
            assertTrue(Noting.TASKS.size() > 1, dump.getKey() + " was read by one task");
        }
    }

    @Test
    void jobReadsAFolder() throws Exception {
        List<Trade> expected = new ArrayList<>();
        dumps.values().forEach(dump -> expected.addAll(Dumps.sequential(dump)));
        expected.sort(Comparator.comparingLong(trade -> trade.number));
        assertEquals(expected, collect(trades(cluster.environment(4, 0), folder.resolve("dumps"))));
    }

    /** Fails a number of times, each after k checkpoints and more messages than an epoch has, and is slow until then. */
    private static final class Failing extends RichMapFunction<Trade, Trade> implements CheckpointListener {
        private static final AtomicInteger FAILURES = new AtomicInteger();
        /** The numbers of messages that the failing task had passed on since its start. */
        private static final List<Integer> FAILED_AFTER = Collections.synchronizedList(new ArrayList<>());

        private static final int MESSAGES = 400;

        private final int every;
        private final int times;
        private int checkpoints;
        private int count;

        Failing(int every, int times) {
            this.every = every;
            this.times = times;
        }

        @Override
        public void notifyCheckpointComplete(long checkpointId) {
            checkpoints++;
        }

        @Override
        public Trade map(Trade trade) throws InterruptedException {
            if (FAILURES.get() < times) {
                if (checkpoints >= every && count >= MESSAGES) {
                    FAILURES.incrementAndGet();
                    FAILED_AFTER.add(count);
                    throw new IllegalStateException("on purpose");
                }
                Thread.sleep(count % 10 == 0 ? 2 : 0);
            }
            count++;
            return trade;
        }
    }

    @Test
    void jobThatIsRestoredAtCheckpointsGivesEachMessageOnce() throws Exception {
        for (String kind : List.of("keyframes", "appended")) {
            List<Trade> expected = Dumps.sequential(dumps.get(kind));
            for (int every = 1; every <= 3; every += 2) {
                Failing.FAILURES.set(0);
                Failing.FAILED_AFTER.clear();
                StreamExecutionEnvironment environment = cluster.environment(2, 100);
                environment.enableCheckpointing(10);
                List<Trade> read = collect(trades(environment, dumps.get(kind)).map(new Failing(every, 3)));
                assertEquals(expected, read, kind + " after failures at " + Failing.FAILED_AFTER);
                assertTrue(Failing.FAILURES.get() >= 3, kind + " failed " + Failing.FAILURES + " times");
            }
        }
    }

    private static DataStream<Trade> items(DataStream<List<Trade>> lists) {
        return lists.flatMap((List<Trade> list, Collector<Trade> to) -> list.forEach(to::collect))
                .returns(Trade.class);
    }

    @Test
    void jobThatCollectsListsAndIsRestoredLosesNoMessage() throws Exception {
        Failing.FAILURES.set(0);
        Failing.FAILED_AFTER.clear();
        StreamExecutionEnvironment environment = cluster.environment(2, 100);
        environment.enableCheckpointing(10);
        environment.getConfig().enableObjectReuse();
        DataStream<Trade> trades = trades(environment, dumps.get("plain")).map(new Failing(1, 2));
        List<Trade> read = collect(items(DeltaBlocks.collect(trades, 50, Duration.ofMinutes(10))));
        assertEquals(Dumps.sequential(dumps.get("plain")), read, "after failures at " + Failing.FAILED_AFTER);
        assertTrue(Failing.FAILURES.get() >= 2, "failed " + Failing.FAILURES + " times");
    }

    /** The lists that reached the end of a job. */
    private static final Queue<List<Long>> LISTS = new ConcurrentLinkedQueue<>();

    @Test
    void listGoesOnWhenItIsFullAndWhenItsFirstMessageHasWaited() throws Exception {
        LISTS.clear();
        StreamExecutionEnvironment environment = cluster.environment(1, 0);
        DataStream<Long> numbers = environment
                .fromSequence(0, 99)
                .map(number -> {
                    for (int i = 0; number == 75 && LISTS.size() < 2 && i < 6000; i++) {
                        Thread.sleep(10); // until the list that is not full has gone on
                    }
                    return number;
                })
                .setBufferTimeout(0)
                .disableChaining();
        DeltaBlocks.collect(numbers, 50, Duration.ofMillis(200))
                .map(list -> {
                    LISTS.add(list);
                    return list;
                })
                .returns(new ListTypeInfo<>(Types.LONG))
                .executeAndCollect(1000);
        List<Long> all = LISTS.stream().flatMap(List::stream).toList();
        assertEquals(LongStream.range(0, 100).boxed().toList(), all);
        assertTrue(LISTS.stream().allMatch(list -> list.size() <= 50), LISTS::toString);
        assertTrue(LISTS.stream().anyMatch(list -> list.get(list.size() - 1) == 74), LISTS::toString);
    }

    private static String failure(Path dump) {
        Exception thrown =
                assertThrows(Exception.class, () -> collect(trades(cluster.environment(3, 0), dump)), dump.toString());
        StringBuilder messages = new StringBuilder();
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            messages.append(cause.getMessage()).append('\n');
        }
        return messages.toString();
    }

    @Test
    void jobOnADumpThatIsNotWholeFailsWithFileAndOffset() throws Exception {
        byte[] plain = Files.readAllBytes(dumps.get("plain"));
        List<io.deltawire.delta.DeltaFormat.StartPoint> starts;
        try (var channel = java.nio.channels.FileChannel.open(dumps.get("plain"))) {
            starts = io.deltawire.delta.DeltaFormat.startPoints(channel);
        }
        int edge = (int) starts.get(starts.size() / 2).offset();
        byte[] damaged = plain.clone();
        damaged[edge + 3000] ^= 4;
        Map<String, byte[]> bad = Map.of(
                "edge.dw", Arrays.copyOf(plain, edge),
                "frame.dw", Arrays.copyOf(plain, edge + 3000),
                "damaged.dw", damaged,
                "text.dw", "no dump".getBytes(java.nio.charset.StandardCharsets.UTF_8));
        for (Map.Entry<String, byte[]> each : bad.entrySet()) {
            String message = failure(Files.write(folder.resolve(each.getKey()), each.getValue()));
            assertTrue(message.matches("(?s).*/" + each.getKey() + ": delta: .* at byte \\d+.*"), message);
        }
    }
}
