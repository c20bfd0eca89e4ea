package io.deltawire.kafka;

import io.deltawire.kafka.internal.BlockDecoder;
import io.deltawire.wire.WireException;
import java.io.Closeable;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.RecordDeserializationException;
import org.apache.kafka.common.errors.RecordDeserializationException.DeserializationExceptionOrigin;
import org.apache.kafka.common.metrics.Sensor;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Receives the messages of blocks one by one. It has no state: each record is read by itself, wherever the consumer
 * begins, and whatever was lost, repeated or swapped before.
 *
 * <p>{@link #poll} returns the messages of whole records only. So the position of the Kafka consumer is always after the
 * last message returned, and committing it after a {@code poll} is right. Subscribe, seek and commit by {@link
 * #consumer}.
 *
 * <p>For one thread, as the Kafka consumer is.
 *
 * @param <T> the class of the messages, {@link DeltaBlockConfig#TYPE}
 */
public final class DeltaBlockConsumer<T> implements Closeable {
    /**
     * A message and the record that it was in.
     *
     * @param record the record, whose value is the whole block
     * @param index the number of messages before it in the record
     * @param message the message; null if the record is a tombstone
     */
    public record Received<T>(ConsumerRecord<byte[], byte[]> record, int index, T message) {}

    private final Consumer<byte[], byte[]> consumer;
    private final BlockDecoder<T> decoder;
    private final BlockMetrics metrics;
    private final Sensor messages;
    private final Sensor bytes;
    private final Sensor unreadable;

    /**
     * Creates a consumer of blocks with a Kafka consumer of its own.
     *
     * @param config the configuration of the Kafka consumer, and the options of {@link DeltaBlockConfig}
     * @throws ConfigException if the configuration is wrong, or names deserializers of other types
     */
    public DeltaBlockConsumer(Map<String, ?> config) {
        this(new KafkaConsumer<>(ownConsumer(config)), config);
    }

    /**
     * Creates a consumer of blocks upon a Kafka consumer, and closes that one when it is closed.
     *
     * @throws ConfigException if the configuration is wrong
     */
    public DeltaBlockConsumer(Consumer<byte[], byte[]> from, Map<String, ?> config) {
        this.consumer = Objects.requireNonNull(from, "from");
        this.decoder = new DeltaBlockConfig(config).newDecoder();
        this.metrics = new BlockMetrics("delta-block-consumer", config.get(ConsumerConfig.CLIENT_ID_CONFIG));
        this.messages = metrics.sizes("messages-per-block", "message-read", "block-read", "messages in blocks read");
        this.bytes = metrics.sizes("block-size", "block-bytes", null, "bytes of blocks read");
        this.unreadable = metrics.count("block-unreadable", "records that could not be read");
    }

    private static Map<String, Object> ownConsumer(Map<String, ?> config) {
        new DeltaBlockConfig(config); // before a consumer is made
        Map<String, Object> own = DeltaBlockConfig.others(config);
        for (String name :
                List.of(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG)) {
            Object set = own.put(name, ByteArrayDeserializer.class.getName());
            if (set != null && !String.valueOf(set).contains(ByteArrayDeserializer.class.getSimpleName())) {
                throw new ConfigException(name, set, "The blocks are byte arrays. Leave the option out.");
            }
        }
        return own;
    }

    /** Returns the Kafka consumer, to subscribe, seek and commit. Do not poll it. */
    public Consumer<byte[], byte[]> consumer() {
        return consumer;
    }

    /**
     * Waits for records and returns their messages, in the order of each partition. If a record cannot be read, the
     * messages before it are returned, and the next call throws the exception. The call after that goes on with the
     * record that follows.
     *
     * @return the messages, or an empty list when the time has passed
     * @throws RecordDeserializationException if a record is no block, is damaged, or has messages of another class; it
     *     has the partition, the offset and the value
     */
    public List<Received<T>> poll(Duration timeout) {
        ConsumerRecords<byte[], byte[]> records = consumer.poll(timeout);
        if (records.isEmpty()) {
            return List.of();
        }
        List<Received<T>> received = new ArrayList<>();
        Map<TopicPartition, Long> unread = new LinkedHashMap<>();
        ConsumerRecord<byte[], byte[]> bad = null;
        WireException problem = null;
        for (ConsumerRecord<byte[], byte[]> record : records) {
            if (bad == null) {
                try {
                    decode(record, received);
                } catch (WireException e) {
                    bad = record;
                    problem = e;
                    unreadable.record();
                }
            }
            if (bad != null) {
                unread.putIfAbsent(new TopicPartition(record.topic(), record.partition()), record.offset());
            }
        }
        if (bad == null) {
            return received;
        }
        unread.forEach(consumer::seek);
        if (!received.isEmpty()) {
            return received;
        }
        TopicPartition partition = new TopicPartition(bad.topic(), bad.partition());
        consumer.seek(partition, bad.offset() + 1);
        throw new RecordDeserializationException(
                DeserializationExceptionOrigin.VALUE,
                partition,
                bad.offset(),
                bad.timestamp(),
                bad.timestampType(),
                bad.key() == null ? null : ByteBuffer.wrap(bad.key()),
                ByteBuffer.wrap(bad.value()),
                bad.headers(),
                "The record at offset " + bad.offset() + " of " + partition + " cannot be read: "
                        + problem.getMessage(),
                problem);
    }

    private void decode(ConsumerRecord<byte[], byte[]> record, List<Received<T>> to) {
        if (record.value() == null) {
            to.add(new Received<>(record, 0, null));
            return;
        }
        List<T> block = decoder.decode(record.value());
        for (int i = 0; i < block.size(); i++) {
            to.add(new Received<>(record, i, block.get(i)));
        }
        messages.record(block.size());
        bytes.record(record.value().length);
    }

    /** Returns the metrics of this class and those of the Kafka consumer. */
    public Map<MetricName, Metric> metrics() {
        Map<MetricName, Metric> all = new LinkedHashMap<>(consumer.metrics());
        all.putAll(metrics.all());
        return all;
    }

    /** Closes the Kafka consumer. */
    @Override
    public void close() {
        try (metrics) {
            consumer.close();
        }
    }
}
