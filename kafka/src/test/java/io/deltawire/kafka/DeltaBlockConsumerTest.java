package io.deltawire.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.kafka.DeltaBlockConsumer.Received;
import io.deltawire.kafka.testing.Quote;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.RecordDeserializationException;
import org.junit.jupiter.api.Test;

/** Messages one by one, records that cannot be read, and the console. */
class DeltaBlockConsumerTest {
    private static final String TOPIC = "quotes";

    private final MockConsumer<byte[], byte[]> broker = new MockConsumer<>("earliest");
    private final DeltaBlockConsumer<Quote> consumer =
            new DeltaBlockConsumer<>(broker, Map.of(DeltaBlockConfig.TYPE, Quote.class.getName()));
    private final DeltaBlockSerializer<Quote> serializer = new DeltaBlockSerializer<>();

    private void assign(int partitions) {
        List<TopicPartition> all = new ArrayList<>();
        for (int i = 0; i < partitions; i++) {
            all.add(new TopicPartition(TOPIC, i));
            broker.updateBeginningOffsets(Map.of(all.get(i), 0L));
        }
        broker.assign(all);
    }

    private final List<ConsumerRecord<byte[], byte[]>> log = new ArrayList<>();

    private void store(int partition, long offset, byte[] value) {
        log.add(new ConsumerRecord<>(TOPIC, partition, offset, null, value));
    }

    /** Polls a log that has all records again. The Kafka class drops what it has returned once. */
    private List<Received<Quote>> pollLog() {
        log.forEach(broker::addRecord);
        return consumer.poll(Duration.ZERO);
    }

    private byte[] block(long from, int count) {
        List<Quote> quotes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            quotes.add(new Quote(from + i));
        }
        return serializer.serialize(TOPIC, quotes);
    }

    private List<Long> poll() {
        List<Long> numbers = new ArrayList<>();
        for (Received<Quote> each : pollLog()) {
            numbers.add(each.message().number);
            assertEquals(new Quote(each.message().number), each.message());
        }
        return numbers;
    }

    @Test
    void messagesComeWithTheirRecords() {
        assign(1);
        store(0, 5, block(10, 3));
        store(0, 7, null);
        List<Received<Quote>> received = pollLog();
        assertEquals(4, received.size());
        assertEquals(2, received.get(2).index());
        assertEquals(5, received.get(2).record().offset());
        assertEquals(new Quote(12), received.get(2).message());
        assertEquals(null, received.get(3).message());
        assertEquals(List.of(), poll());
        consumer.close();
        assertTrue(broker.closed());
    }

    @Test
    void aRecordThatCannotBeReadIsReportedAndLosesNoOther() {
        assign(2);
        byte[] damaged = block(3, 40);
        damaged[damaged.length / 2] ^= 1;
        store(0, 0, block(0, 2));
        store(0, 1, damaged);
        store(0, 2, block(50, 2));
        store(0, 3, "not a block".getBytes(StandardCharsets.UTF_8));
        store(0, 4, Arrays.copyOf(block(60, 2), 90));
        store(1, 0, block(100, 2));
        List<Long> numbers = new ArrayList<>();
        List<Long> bad = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            try {
                numbers.addAll(poll());
            } catch (RecordDeserializationException e) {
                assertEquals(new TopicPartition(TOPIC, 0), e.topicPartition());
                assertTrue(e.getMessage().contains("offset " + e.offset()), e.getMessage());
                assertEquals(e.offset() + 1, broker.position(e.topicPartition()));
                bad.add(e.offset());
            }
        }
        assertEquals(List.of(1L, 3L, 4L), bad);
        assertEquals(
                List.of(0L, 1L, 50L, 51L, 100L, 101L), numbers.stream().sorted().toList());
        double unreadable = consumer.metrics().entrySet().stream()
                .filter(each -> each.getKey().name().equals("block-unreadable-total"))
                .mapToDouble(each -> ((Number) each.getValue().metricValue()).doubleValue())
                .sum();
        assertTrue(unreadable >= 3, unreadable + " unreadable");
    }

    @Test
    void positionIsAfterTheLastMessageReturned() {
        assign(1);
        byte[] damaged = block(3, 40);
        damaged[damaged.length / 2] ^= 1;
        store(0, 0, block(0, 2));
        store(0, 1, damaged);
        store(0, 2, block(50, 2));
        assertEquals(List.of(0L, 1L), poll());
        assertEquals(1, broker.position(new TopicPartition(TOPIC, 0)));
    }

    @Test
    void configurationOfOtherDeserializersIsRefused() {
        Map<String, Object> config = Map.of(
                "bootstrap.servers",
                "localhost:1",
                "value.deserializer",
                "org.apache.kafka.common.serialization.StringDeserializer");
        assertThrows(ConfigException.class, () -> new DeltaBlockConsumer<>(config));
        new DeltaBlockConsumer<>(Map.of("bootstrap.servers", "localhost:1")).close();
    }

    @Test
    void consoleShowsYamlAndReasons() {
        byte[] damaged = block(3, 200);
        damaged[damaged.length - 10] ^= 1;
        DeltaMessageFormatter formatter = new DeltaMessageFormatter();
        formatter.configure(Map.of("print.key", "true"));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
            formatter.writeTo(new ConsumerRecord<>(TOPIC, 2, 17, null, block(1, 2)), out);
            formatter.writeTo(new ConsumerRecord<>(TOPIC, 2, 18, null, damaged), out);
            formatter.writeTo(new ConsumerRecord<>(TOPIC, 2, 19, null, null), out);
        }
        formatter.close();
        String text = bytes.toString(StandardCharsets.UTF_8);
        assertTrue(text.startsWith("# quotes-2 offset 17\n---\n!Quote {\n  symbol: S1,\n  number: 1,\n"), text);
        assertTrue(text.contains("number: 2,"), text);
        assertTrue(text.contains("# quotes-2 offset 18\n"), text);
        assertTrue(text.contains("# delta: "), text);
        assertTrue(text.endsWith("# quotes-2 offset 19\n# no value\n"), text);
    }
}
