package io.deltawire.kafka;

import static io.deltawire.kafka.testing.FakeBroker.TOPIC;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.kafka.DeltaBlockProducer.Sent;
import io.deltawire.kafka.testing.FakeBroker;
import io.deltawire.kafka.testing.FakeBroker.Stored;
import io.deltawire.kafka.testing.Quote;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TransactionAbortedException;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Collecting, sending, refusal and transactions, with a producer in memory. */
@SuppressWarnings("FutureReturnValueIgnored") // the log has what was sent
class DeltaBlockProducerTest {
    private static final String NEVER = "1000000000";

    private final Map<TopicPartition, List<Stored>> log = FakeBroker.newLog();
    private int limit = 1 << 20;
    private RuntimeException failure;
    private final FakeBroker broker = new FakeBroker(3, log, value -> {
        RuntimeException next = failure;
        failure = null;
        return next != null ? next : value.length > limit ? new RecordTooLargeException("too large") : null;
    });
    private DeltaBlockProducer<Object> producer;

    private DeltaBlockProducer<Object> producer(String... options) {
        Map<String, Object> config = new HashMap<>();
        config.put(DeltaBlockConfig.BLOCK_LINGER_MS, NEVER);
        for (int i = 0; i < options.length; i += 2) {
            config.put(options[i], options[i + 1]);
        }
        producer = new DeltaBlockProducer<>(broker, config);
        return producer;
    }

    @AfterEach
    void close() {
        if (producer != null) {
            producer.close();
        }
    }

    private List<CompletableFuture<Sent>> send(int from, int to) {
        List<CompletableFuture<Sent>> futures = new ArrayList<>();
        for (int i = from; i < to; i++) {
            futures.add(producer.send(new TopicPartition(TOPIC, 0), new Quote(i)));
        }
        return futures;
    }

    private static List<Object> decode(byte[] value) {
        DeltaBlockDeserializer<Object> deserializer = new DeltaBlockDeserializer<>();
        deserializer.configure(Map.of(DeltaBlockConfig.TYPE, Quote.class), false);
        return deserializer.deserialize(TOPIC, value);
    }

    /** The messages of a partition, in their order. */
    private List<Long> numbers(int partition) {
        List<Long> numbers = new ArrayList<>();
        log.getOrDefault(new TopicPartition(TOPIC, partition), List.of())
                .forEach(stored -> decode(stored.value()).forEach(each -> numbers.add(((Quote) each).number)));
        return numbers;
    }

    private static List<Long> range(long from, long to) {
        List<Long> numbers = new ArrayList<>();
        for (long i = from; i < to; i++) {
            numbers.add(i);
        }
        return numbers;
    }

    private static Throwable failureOf(CompletableFuture<Sent> future) {
        return assertThrows(ExecutionException.class, () -> future.get(1, TimeUnit.MINUTES))
                .getCause();
    }

    @Test
    void messagesGoInBlocksAndFuturesSayWhere() throws Exception {
        producer(DeltaBlockConfig.BLOCK_MESSAGES, "10");
        List<CompletableFuture<Sent>> futures = send(0, 25);
        assertEquals(2, broker.history().size());
        assertFalse(futures.get(0).isDone());
        producer.flush();
        for (int i = 0; i < 25; i++) {
            Sent sent = futures.get(i).get();
            assertEquals(i / 10, sent.record().offset());
            assertEquals(i % 10, sent.index());
        }
        assertEquals(range(0, 25), numbers(0));
    }

    @Test
    void aBlockIsSentAtItsSize() {
        producer(DeltaBlockConfig.BLOCK_BYTES, "4000", DeltaBlockConfig.BLOCK_MESSAGES, "1000000");
        send(0, 5000);
        assertTrue(broker.history().size() > 5);
        broker.history()
                .forEach(record -> assertTrue(
                        record.value().length > 3900 && record.value().length < 5200, "" + record.value().length));
    }

    @Test
    void aBlockIsSentWhenItHasWaited() throws Exception {
        producer = new DeltaBlockProducer<>(broker, Map.of(DeltaBlockConfig.BLOCK_LINGER_MS, "5"));
        for (int i = 0; i < 3; i++) {
            CompletableFuture<Sent> future = send(i, i + 1).get(0);
            long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
            while (!broker.completeNext() && System.nanoTime() < end) {
                Thread.sleep(1);
            }
            assertEquals(i, future.get(1, TimeUnit.MINUTES).record().offset());
        }
    }

    @Test
    void aMessageMayBeChangedOnceItIsSent() {
        producer();
        Quote quote = new Quote(1);
        producer.send(new TopicPartition(TOPIC, 0), quote);
        quote.number = 2;
        producer.send(new TopicPartition(TOPIC, 0), quote);
        producer.flush();
        assertEquals(List.of(1L, 2L), numbers(0));
    }

    @Test
    void keyFieldsChooseThePartitionThatKafkaWouldChoose() throws Exception {
        producer(DeltaBlockConfig.KEY_FIELDS, "symbol");
        for (int i = 0; i < 50; i++) {
            CompletableFuture<Sent> typed = producer.send(TOPIC, new Quote(i, "S" + i));
            CompletableFuture<Sent> generic = producer.send(TOPIC, Map.of("symbol", "S" + i, "number", 1L));
            producer.flush();
            byte[] key = ("S" + i).getBytes(StandardCharsets.UTF_8);
            assertEquals(
                    Utils.toPositive(Utils.murmur2(key)) % 3,
                    typed.get().record().partition());
            assertEquals(
                    typed.get().record().partition(), generic.get().record().partition());
        }
    }

    @Test
    void nestedAndSeveralKeyFieldsAreFound() throws Exception {
        producer(DeltaBlockConfig.KEY_FIELDS, "update.id, update.side");
        Object message = Map.of("update", Map.of("id", 7L, "side", "BUY", "list", List.of(Map.of("id", 8L))));
        CompletableFuture<Sent> future = producer.send(TOPIC, message);
        producer.flush();
        byte[] key = "7\0BUY".getBytes(StandardCharsets.UTF_8);
        assertEquals(
                Utils.toPositive(Utils.murmur2(key)) % 3, future.get().record().partition());
        String text = assertThrows(
                        SerializationException.class, () -> producer.send(TOPIC, Map.of("update", Map.of("id", 7L))))
                .getMessage();
        assertTrue(text.contains("update.side"), text);
    }

    @Test
    void aMessageThatCannotBeWrittenIsRefusedAlone() {
        producer("delta.wire.limits.maxTextChars", "100");
        send(0, 3);
        assertThrows(
                SerializationException.class,
                () -> producer.send(new TopicPartition(TOPIC, 0), Map.of("symbol", "x".repeat(101))));
        send(3, 5);
        producer.flush();
        assertEquals(range(0, 5), numbers(0));
    }

    @Test
    void aRefusedBlockIsHalvedSoThatOneBadMessageFailsAlone() throws Exception {
        producer();
        limit = 3000;
        List<CompletableFuture<Sent>> futures = send(0, 60);
        Quote large = new Quote(60);
        large.venue = "x".repeat(5000);
        futures.add(producer.send(new TopicPartition(TOPIC, 0), large));
        send(61, 200).forEach(futures::add);
        producer.flush();
        for (int i = 0; i < 200; i++) {
            if (i == 60) {
                assertInstanceOf(RecordTooLargeException.class, failureOf(futures.get(i)));
            } else {
                Sent sent = futures.get(i).get(1, TimeUnit.MINUTES);
                byte[] value = log.get(new TopicPartition(TOPIC, 0))
                        .get((int) sent.record().offset())
                        .value();
                assertEquals(new Quote(i), decode(value).get(sent.index()));
            }
        }
        List<Long> expected = range(0, 200);
        expected.remove(60L);
        assertEquals(expected.size(), numbers(0).size());
        assertEquals(expected, numbers(0).stream().sorted().toList());
        assertTrue(metric("block-halved-total") > 0);
        assertEquals(1, metric("message-error-total"));
    }

    private double metric(String name) {
        return producer.metrics().entrySet().stream()
                .filter(each -> each.getKey().name().equals(name))
                .mapToDouble(each -> ((Number) each.getValue().metricValue()).doubleValue())
                .sum();
    }

    @Test
    void aBlockLargerThanARequestIsHalvedInOrder() throws Exception {
        producer("max.request.size", "5000", DeltaBlockConfig.BLOCK_BYTES, "4000");
        List<CompletableFuture<Sent>> futures = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            Quote quote = new Quote(i);
            quote.venue = (i % 10) + "y".repeat(i % 3 == 0 ? 3000 : 900);
            futures.add(producer.send(new TopicPartition(TOPIC, 0), quote));
        }
        producer.flush();
        for (CompletableFuture<Sent> future : futures) {
            future.get();
        }
        assertEquals(range(0, 40), numbers(0));
        broker.history().forEach(record -> assertTrue(record.value().length <= 5000 - 512));
    }

    @Test
    void anotherFailureFailsItsBlockAndNoOther() throws Exception {
        producer(DeltaBlockConfig.BLOCK_MESSAGES, "10");
        List<CompletableFuture<Sent>> futures = send(0, 30);
        broker.completeNext();
        failure = new TimeoutException("late");
        broker.completeNext();
        producer.flush();
        for (int i = 0; i < 30; i++) {
            if (i / 10 == 1) {
                assertInstanceOf(TimeoutException.class, failureOf(futures.get(i)));
            } else {
                futures.get(i).get();
            }
        }
        List<Long> expected = range(0, 10);
        expected.addAll(range(20, 30));
        assertEquals(expected, numbers(0));
    }

    @Test
    void aSendThatThrowsFailsTheFutures() {
        producer();
        List<CompletableFuture<Sent>> futures = send(0, 3);
        broker.sendException = new IllegalStateException("no");
        producer.flush();
        broker.sendException = null;
        futures.forEach(future -> assertInstanceOf(IllegalStateException.class, failureOf(future)));
        send(3, 6);
        producer.flush();
        assertEquals(range(3, 6), numbers(0));
    }

    @Test
    void codeThatDependsOnAFutureMayFail() {
        producer(DeltaBlockConfig.BLOCK_MESSAGES, "2");
        AtomicInteger calls = new AtomicInteger();
        List<CompletableFuture<Void>> dependents = new ArrayList<>();
        send(0, 10)
                .forEach(future -> dependents.add(future.thenAccept(sent -> {
                    calls.incrementAndGet();
                    throw new IllegalArgumentException("mine");
                })));
        producer.flush();
        assertEquals(10, calls.get());
        dependents.forEach(each -> assertThrows(CompletionException.class, each::join));
        assertEquals(range(0, 10), numbers(0));
    }

    @Test
    void anUnknownTopicFailsTheFuture() {
        producer(DeltaBlockConfig.KEY_FIELDS, "symbol");
        broker.partitionsForException = new TimeoutException("Topic not present");
        assertInstanceOf(TimeoutException.class, failureOf(producer.send(TOPIC, new Quote(1))));
    }

    @Test
    void aTransactionSendsAllItsBlocksAndAnAbortDropsThem() throws Exception {
        broker.initTransactions();
        producer("transactional.id", "t");
        assertThrows(IllegalStateException.class, () -> send(0, 1));
        producer.beginTransaction();
        List<CompletableFuture<Sent>> kept = send(0, 5);
        producer.commitTransaction();
        for (CompletableFuture<Sent> future : kept) {
            future.get(1, TimeUnit.MINUTES);
        }
        producer.beginTransaction();
        List<CompletableFuture<Sent>> dropped = send(5, 9);
        producer.abortTransaction();
        dropped.forEach(future -> assertInstanceOf(TransactionAbortedException.class, failureOf(future)));
        producer.beginTransaction();
        List<CompletableFuture<Sent>> last = send(9, 12);
        producer.close();
        last.forEach(future -> assertInstanceOf(TransactionAbortedException.class, failureOf(future)));
        assertEquals(range(0, 5), numbers(0));
    }

    @Test
    void aBlockRefusedInATransactionIsNotSentAgain() {
        broker.initTransactions();
        producer("transactional.id", "t");
        limit = 100;
        producer.beginTransaction();
        List<CompletableFuture<Sent>> futures = send(0, 100);
        producer.flush();
        futures.forEach(future -> assertInstanceOf(RecordTooLargeException.class, failureOf(future)));
        producer.abortTransaction();
        assertEquals(1, broker.transaction());
        assertEquals(List.of(), numbers(0));
    }

    @Test
    void closingSendsWhatIsOpenAndIsFinal() throws Exception {
        producer();
        List<CompletableFuture<Sent>> futures = send(0, 7);
        producer.close();
        producer.close();
        assertTrue(broker.closed());
        assertEquals(6, futures.get(6).get().index());
        assertThrows(IllegalStateException.class, () -> send(7, 8));
    }

    @Test
    void whatCannotWorkIsRefusedAtTheStart() {
        Map<String, Object> good = Map.of("bootstrap.servers", "localhost:1");
        for (String[] wrong : new String[][] {
            {"enable.idempotence", "false"},
            {"acks", "1"},
            {"value.serializer", "org.apache.kafka.common.serialization.StringSerializer"},
            {"max.request.size", "60000"},
            {"delta.block.lingers", "1"},
        }) {
            Map<String, Object> config = new HashMap<>(good);
            config.put(wrong[0], wrong[1]);
            String text = assertThrows(ConfigException.class, () -> new DeltaBlockProducer<>(config))
                    .getMessage();
            assertTrue(text.contains(wrong[0]), text);
        }
        new DeltaBlockProducer<>(good).close();
    }

    @Test
    void oneWriterServesAllBlocks() {
        producer(DeltaBlockConfig.BLOCK_MESSAGES, "50");
        send(0, 100);
        producer.flush();
        byte[] second = broker.history().get(1).value();
        DeltaBlockSerializer<Object> serializer = new DeltaBlockSerializer<>();
        List<Object> messages = decode(second);
        byte[] alone = serializer.serialize(TOPIC, messages);
        assertEquals(messages, decode(alone));
        assertTrue(second.length <= alone.length + 16, second.length + " and " + alone.length);
        assertArrayEquals(alone, new DeltaBlockSerializer<>().serialize(TOPIC, messages));
    }
}
