package io.deltawire.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.kafka.DeltaBlockConsumer.Received;
import io.deltawire.kafka.DeltaBlockProducer.Sent;
import io.deltawire.kafka.testing.Broker;
import io.deltawire.kafka.testing.Quote;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TransactionAbortedException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Failures on a real broker. Each message that was acknowledged is read, from the position that its future named, and no
 * other value is ever read. {@code -Dkafka.messages=100000 -Dkafka.kills=10} uses more messages than the build does.
 */
@SuppressWarnings("FutureReturnValueIgnored") // Sends has the futures
class BrokerTest {
    private static final int MESSAGES = Integer.getInteger("kafka.messages", 3000);
    private static final int KILLS = Integer.getInteger("kafka.kills", 1);
    private static final int KEYS_OF_A_PARTITION = 5000;
    private static final String BLOCK = "50";

    @TempDir(cleanup = CleanupMode.ALWAYS)
    static Path folder;

    private static Broker broker;
    private static int topics;

    @BeforeAll
    static void start() throws IOException {
        broker = Broker.start(folder);
    }

    @AfterAll
    static void stop() {
        if (broker != null) {
            broker.close();
        }
    }

    private static String newTopic(int partitions, String... configs) throws Exception {
        String topic = "topic-" + ++topics;
        Map<String, String> config = new HashMap<>();
        for (int i = 0; i < configs.length; i += 2) {
            config.put(configs[i], configs[i + 1]);
        }
        try (Admin admin = broker.admin()) {
            admin.createTopics(List.of(new NewTopic(topic, Optional.of(partitions), Optional.empty()).configs(config)))
                    .all()
                    .get(5, TimeUnit.MINUTES);
        }
        return topic;
    }

    private static Map<String, Object> config(String... options) {
        Map<String, Object> config = new HashMap<>();
        config.put("bootstrap.servers", broker.address());
        for (int i = 0; i < options.length; i += 2) {
            config.put(options[i], options[i + 1]);
        }
        return config;
    }

    private static DeltaBlockProducer<Quote> producer(String... options) {
        Map<String, Object> config = config(options);
        config.putIfAbsent(DeltaBlockConfig.KEY_FIELDS, "symbol");
        config.putIfAbsent(DeltaBlockConfig.BLOCK_MESSAGES, BLOCK);
        config.putIfAbsent("metadata.max.age.ms", "200");
        return new DeltaBlockProducer<>(config);
    }

    private static DeltaBlockConsumer<Quote> consumer(String... options) {
        Map<String, Object> config = config(options);
        config.put(DeltaBlockConfig.TYPE, Quote.class.getName());
        config.putIfAbsent("auto.offset.reset", "earliest");
        return new DeltaBlockConsumer<>(config);
    }

    /** What was sent, and what became of it. */
    private static final class Sends {
        private final Map<Long, CompletableFuture<Sent>> futures = new ConcurrentHashMap<>();

        void send(DeltaBlockProducer<Quote> producer, String topic, long from, long to) {
            for (long i = from; i < to; i++) {
                futures.put(i, producer.send(topic, new Quote(i)));
            }
        }

        /** Returns the numbers of the acknowledged messages by position: partition, offset and index. */
        Map<String, Long> acknowledged() throws Exception {
            Map<String, Long> positions = new TreeMap<>();
            for (Map.Entry<Long, CompletableFuture<Sent>> each : futures.entrySet()) {
                try {
                    Sent sent = each.getValue().get(5, TimeUnit.MINUTES);
                    String position =
                            position(sent.record().partition(), sent.record().offset(), sent.index());
                    assertEquals(null, positions.put(position, each.getKey()), position);
                } catch (ExecutionException e) {
                    // failed, and the caller knows
                }
            }
            return positions;
        }
    }

    private static String position(int partition, long offset, int index) {
        return partition + "/" + offset + "/" + index;
    }

    private static Map<String, Long> positions(List<Received<Quote>> received) {
        Map<String, Long> positions = new TreeMap<>();
        for (Received<Quote> each : received) {
            assertEquals(new Quote(each.message().number), each.message());
            positions.put(
                    position(each.record().partition(), each.record().offset(), each.index()), each.message().number);
        }
        return positions;
    }

    private static List<TopicPartition> partitions(DeltaBlockConsumer<Quote> consumer, String topic) {
        return consumer.consumer().partitionsFor(topic).stream()
                .map(each -> new TopicPartition(topic, each.partition()))
                .toList();
    }

    /** Reads a topic to its present end, from wherever the consumer is. */
    private static List<Received<Quote>> readToEnd(DeltaBlockConsumer<Quote> consumer) {
        Map<TopicPartition, Long> ends =
                consumer.consumer().endOffsets(consumer.consumer().assignment());
        List<Received<Quote>> received = new ArrayList<>();
        long limit = System.nanoTime() + TimeUnit.MINUTES.toNanos(5);
        while (ends.entrySet().stream().anyMatch(end -> consumer.consumer().position(end.getKey()) < end.getValue())) {
            received.addAll(consumer.poll(Duration.ofMillis(100)));
            assertTrue(System.nanoTime() < limit, "the end is not reached");
        }
        return received;
    }

    private static List<Received<Quote>> readAll(String topic, String... options) {
        try (DeltaBlockConsumer<Quote> consumer = consumer(options)) {
            consumer.consumer().assign(partitions(consumer, topic));
            consumer.consumer().seekToBeginning(consumer.consumer().assignment());
            return readToEnd(consumer);
        }
    }

    private static Sends write(String topic, String... options) {
        Sends sends = new Sends();
        try (DeltaBlockProducer<Quote> producer = producer(options)) {
            sends.send(producer, topic, 0, MESSAGES);
        }
        return sends;
    }

    @Test
    void everyMessageIsReadWhereItsFutureSays() throws Exception {
        for (String compression : List.of("none", "lz4", "zstd")) {
            String topic = newTopic(2);
            Map<String, Long> acknowledged =
                    write(topic, "compression.type", compression).acknowledged();
            assertEquals(MESSAGES, acknowledged.size());
            assertEquals(acknowledged, positions(readAll(topic)));
        }
    }

    @Test
    void readingBeginsAnywhere() throws Exception {
        String topic = newTopic(1);
        Map<String, Long> all = write(topic).acknowledged();
        TopicPartition partition = new TopicPartition(topic, 0);
        try (DeltaBlockConsumer<Quote> consumer = consumer()) {
            consumer.consumer().assign(List.of(partition));
            long end = consumer.consumer().endOffsets(List.of(partition)).get(partition);
            for (long start : new long[] {end / 2, end - 1, 3, end, 0}) {
                consumer.consumer().seek(partition, start);
                Map<String, Long> expected = new TreeMap<>(all);
                expected.keySet().removeIf(position -> Long.parseLong(position.split("/")[1]) < start);
                assertEquals(expected, positions(readToEnd(consumer)), "from " + start);
            }
            try (Admin admin = broker.admin()) {
                admin.deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(end / 3)))
                        .all()
                        .get(5, TimeUnit.MINUTES);
            }
            consumer.consumer().seek(partition, 0);
            all.keySet().removeIf(position -> Long.parseLong(position.split("/")[1]) < end / 3);
            assertEquals(all, positions(readToEnd(consumer)), "after the first third was deleted");
        }
    }

    /** Copies the values of a topic to another one, in a changed order, and returns their numbers as sent. */
    private static void copy(String from, String to, long first, boolean repeats, boolean swaps) throws Exception {
        List<byte[]> values = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> raw =
                new KafkaConsumer<>(config(), new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            TopicPartition partition = new TopicPartition(from, 0);
            raw.assign(List.of(partition));
            raw.seek(partition, first);
            long end = raw.endOffsets(List.of(partition)).get(partition);
            while (raw.position(partition) < end) {
                for (ConsumerRecord<byte[], byte[]> record : raw.poll(Duration.ofMillis(100))) {
                    values.add(record.value());
                    if (repeats && record.offset() % 10 == 0) {
                        values.add(record.value());
                    }
                }
            }
        }
        for (int i = 0; swaps && i + 1 < values.size(); i += 5) {
            values.add(i, values.remove(i + 1));
        }
        try (KafkaProducer<byte[], byte[]> raw =
                new KafkaProducer<>(config(), new ByteArraySerializer(), new ByteArraySerializer())) {
            for (byte[] value : values) {
                raw.send(new ProducerRecord<>(to, 0, null, value));
            }
        }
    }

    private static List<Long> sortedNumbers(List<Received<Quote>> received, boolean distinct) {
        List<Long> numbers = new ArrayList<>(positions(received).values());
        return (distinct ? numbers.stream().distinct() : numbers.stream())
                .sorted()
                .toList();
    }

    private static List<Long> numbers(long from, long to) {
        List<Long> numbers = new ArrayList<>();
        for (long i = from; i < to; i++) {
            numbers.add(i);
        }
        return numbers;
    }

    @Test
    void repeatedSwappedAndMirroredRecordsAreReadAllTheSame() throws Exception {
        String topic = newTopic(1);
        Map<String, Long> all = write(topic).acknowledged();
        String changed = newTopic(1);
        copy(topic, changed, 0, true, true);
        List<Received<Quote>> received = readAll(changed);
        assertTrue(received.size() > MESSAGES);
        assertEquals(numbers(0, MESSAGES), sortedNumbers(received, true));

        String mirror = newTopic(1);
        copy(topic, mirror, 10, false, false);
        all.keySet().removeIf(position -> Long.parseLong(position.split("/")[1]) < 10);
        assertEquals(all.values().stream().sorted().toList(), sortedNumbers(readAll(mirror), false));
    }

    @Test
    void messagesTooLargeFailAlone() throws Exception {
        String topic = newTopic(1, "max.message.bytes", "4000");
        Sends sends = new Sends();
        Set<Long> large = new HashSet<>();
        try (DeltaBlockProducer<Quote> producer = producer()) {
            for (long i = 0; i < 1000; i++) {
                Quote quote = new Quote(i);
                if (i % 200 == 17) {
                    quote.venue = "x".repeat(6000);
                    large.add(i);
                }
                sends.futures.put(i, producer.send(topic, quote));
            }
        }
        Map<String, Long> acknowledged = sends.acknowledged();
        List<Long> expected = new ArrayList<>(numbers(0, 1000));
        expected.removeAll(large);
        assertEquals(expected, acknowledged.values().stream().sorted().toList());
        assertEquals(acknowledged, positions(readAll(topic)));
        for (long number : large) {
            Throwable cause = assertThrows(
                            ExecutionException.class,
                            () -> sends.futures.get(number).get())
                    .getCause();
            assertInstanceOf(RecordTooLargeException.class, cause);
        }
    }

    @Test
    void abortedTransactionsAreNeverReadCommitted() throws Exception {
        String topic = newTopic(1);
        Map<Long, CompletableFuture<Sent>> committed = new LinkedHashMap<>();
        Map<Long, CompletableFuture<Sent>> aborted = new LinkedHashMap<>();
        try (DeltaBlockProducer<Quote> producer = producer("transactional.id", topic)) {
            producer.initTransactions();
            for (int transaction = 0; transaction < 10; transaction++) {
                producer.beginTransaction();
                boolean aborts = transaction % 4 == 1;
                for (long i = 0; i < 120; i++) {
                    long number = transaction * 1000L + i;
                    (aborts ? aborted : committed).put(number, producer.send(topic, new Quote(number)));
                }
                if (aborts) {
                    producer.abortTransaction();
                } else {
                    producer.commitTransaction();
                }
            }
        }
        List<Long> numbers = List.copyOf(committed.keySet());
        for (CompletableFuture<Sent> each : committed.values()) {
            assertTrue(each.isDone() && !each.isCompletedExceptionally());
        }
        assertEquals(numbers, sortedNumbers(readAll(topic, "isolation.level", "read_committed"), false));
        List<Long> uncommitted = sortedNumbers(readAll(topic, "isolation.level", "read_uncommitted"), false);
        assertTrue(uncommitted.containsAll(numbers));
        for (Map.Entry<Long, CompletableFuture<Sent>> each : aborted.entrySet()) {
            assertTrue(each.getValue().isDone());
            if (!each.getValue().isCompletedExceptionally()) {
                assertTrue(uncommitted.contains(each.getKey()), "acknowledged before the abort");
            }
        }
        Throwable cause = assertThrows(
                        ExecutionException.class, () -> aborted.get(1119L).get())
                .getCause();
        assertInstanceOf(TransactionAbortedException.class, cause);
    }

    @Test
    void restartedAndConcurrentProducersDoNotDisturbEachOther() throws Exception {
        String topic = newTopic(2);
        Sends sends = new Sends();
        for (int start = 0; start < 3; start++) {
            try (DeltaBlockProducer<Quote> first = producer();
                    DeltaBlockProducer<Quote> second = producer()) {
                List<Thread> threads = new ArrayList<>();
                for (int i = 0; i < 4; i++) {
                    long from = 10_000L * (4 * start + i);
                    DeltaBlockProducer<Quote> producer = i % 2 == 0 ? first : second;
                    threads.add(new Thread(() -> sends.send(producer, topic, from, from + MESSAGES / 12)));
                }
                threads.forEach(Thread::start);
                for (Thread thread : threads) {
                    thread.join();
                }
            }
        }
        Map<String, Long> acknowledged = sends.acknowledged();
        assertEquals(MESSAGES / 12 * 12, acknowledged.size());
        assertEquals(acknowledged, positions(readAll(topic)));
    }

    @Test
    void consumersThatJoinAndLeaveMissNothing() throws Exception {
        String topic = newTopic(4);
        Sends sends = new Sends();
        List<Received<Quote>> received = new ArrayList<>();
        String[] group = {"group.id", "group-" + topic, "max.poll.records", "2", "enable.auto.commit", "false"};
        try (DeltaBlockProducer<Quote> producer = producer();
                DeltaBlockConsumer<Quote> first = consumer(group)) {
            first.consumer().subscribe(List.of(topic));
            sends.send(producer, topic, 0, MESSAGES / 2);
            producer.flush();
            pollAndCommit(first, received, 5);
            try (DeltaBlockConsumer<Quote> second = consumer(group)) {
                second.consumer().subscribe(List.of(topic));
                sends.send(producer, topic, MESSAGES / 2, MESSAGES);
                long limit = System.nanoTime() + TimeUnit.MINUTES.toNanos(5);
                while (second.consumer().assignment().isEmpty() && System.nanoTime() < limit) {
                    pollAndCommit(first, received, 1);
                    pollAndCommit(second, received, 1);
                }
                assertNotEquals(Set.of(), second.consumer().assignment());
                pollAndCommit(second, received, 3);
            }
            producer.flush();
            Map<String, Long> acknowledged = sends.acknowledged();
            long limit = System.nanoTime() + TimeUnit.MINUTES.toNanos(5);
            while (!positions(received).equals(acknowledged) && System.nanoTime() < limit) {
                pollAndCommit(first, received, 1);
            }
            assertEquals(acknowledged, positions(received));
        }
    }

    private static void pollAndCommit(DeltaBlockConsumer<Quote> consumer, List<Received<Quote>> to, int polls) {
        for (int i = 0; i < polls; i++) {
            to.addAll(consumer.poll(Duration.ofMillis(200)));
            try {
                consumer.consumer().commitSync();
            } catch (org.apache.kafka.clients.consumer.CommitFailedException
                    | org.apache.kafka.common.errors.RebalanceInProgressException e) {
                // the other consumer reads these again
            }
        }
    }

    @Test
    void partitionsAreAddedWhileAProducerGoesOn() throws Exception {
        String topic = newTopic(1);
        Sends sends = new Sends();
        try (DeltaBlockProducer<Quote> producer = producer();
                Admin admin = broker.admin()) {
            sends.send(producer, topic, 0, MESSAGES / 2);
            producer.flush();
            admin.createPartitions(Map.of(topic, NewPartitions.increaseTo(3)))
                    .all()
                    .get(5, TimeUnit.MINUTES);
            Set<Integer> used = new HashSet<>();
            long number = MESSAGES / 2;
            long limit = System.nanoTime() + TimeUnit.MINUTES.toNanos(5);
            while (used.size() < 3 && System.nanoTime() < limit) {
                sends.send(producer, topic, number, number + 100);
                producer.flush();
                for (long i = number; i < number + 100; i++) {
                    used.add(sends.futures.get(i).get().record().partition());
                }
                number += 100;
            }
            assertEquals(Set.of(0, 1, 2), used);
        }
        assertEquals(sends.acknowledged(), positions(readAll(topic)));
    }

    /**
     * A block has no state beyond itself, so one partition with its share of the keys tells what many take: see
     * docs/scale.md. {@code -Dkafka.keys=100000} is the check of that page.
     */
    @Test
    void bytesOfManyPartitionsAreThoseOfOne() throws Exception {
        int partitions = Math.max(2, Integer.getInteger("kafka.keys", 10_000) / KEYS_OF_A_PARTITION);
        double one = bytesPerMessage(1);
        double many = bytesPerMessage(partitions);
        assertEquals(one, many, one * 0.1);
    }

    /** Sends four messages of each key, and returns the bytes that each takes in the log of the broker. */
    private static double bytesPerMessage(int partitions) throws Exception {
        String topic = newTopic(partitions);
        int messages = 4 * KEYS_OF_A_PARTITION * partitions;
        SplittableRandom random = new SplittableRandom(partitions);
        List<CompletableFuture<Sent>> futures = new ArrayList<>();
        try (DeltaBlockProducer<Quote> producer =
                producer(DeltaBlockConfig.BLOCK_MESSAGES, "200", DeltaBlockConfig.BLOCK_LINGER_MS, "600000")) {
            for (int i = 0; i < messages; i++) {
                String key = "K" + random.nextInt(KEYS_OF_A_PARTITION * partitions);
                futures.add(producer.send(topic, new Quote(i, key)));
            }
        }
        long bytes = 0;
        for (int partition = 0; partition < partitions; partition++) {
            bytes += broker.logBytes(topic, partition);
        }
        for (CompletableFuture<Sent> future : futures) {
            future.get();
        }
        return (double) bytes / messages;
    }

    @Test
    void aKilledBrokerLosesNothingThatWasAcknowledged() throws Exception {
        String topic = newTopic(1);
        Sends sends = new Sends();
        try (DeltaBlockProducer<Quote> producer = producer(
                "delivery.timeout.ms",
                "2500",
                "request.timeout.ms",
                "2000",
                "linger.ms",
                "0",
                "max.block.ms",
                "1000")) {
            long number = 0;
            for (int kill = 0; kill < KILLS; kill++) {
                sends.send(producer, topic, number, number + MESSAGES / 3);
                number += MESSAGES / 3;
                broker.kill();
                sends.send(producer, topic, number, number + 100);
                number += 100;
                broker.startProcess();
            }
            long limit = System.nanoTime() + TimeUnit.MINUTES.toNanos(5);
            CompletableFuture<Sent> last;
            do { // on a slow machine these sends may time out as well
                sends.send(producer, topic, number, number + 1);
                last = sends.futures.get(number);
                number++;
                producer.flush();
            } while (last.isCompletedExceptionally() && System.nanoTime() < limit);
        }
        Map<String, Long> acknowledged = sends.acknowledged();
        assertTrue(!acknowledged.isEmpty(), "nothing is acknowledged");
        Map<String, Long> read = positions(readAll(topic));
        read.keySet().retainAll(acknowledged.keySet()); // a send that timed out may have arrived
        assertEquals(acknowledged, read);
    }
}
