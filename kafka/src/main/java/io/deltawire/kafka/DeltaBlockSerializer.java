package io.deltawire.kafka;

import io.deltawire.kafka.internal.BlockEncoder;
import io.deltawire.wire.WireException;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Serializer;

/**
 * Serializes a list of messages as the value of a record: a closed delta dump, which {@link DeltaBlockDeserializer} and
 * {@code wire2yaml} read by itself. {@link DeltaBlockProducer} collects messages to such lists.
 *
 * <p>Thread-safe.
 *
 * @param <T> the class of the messages
 */
public final class DeltaBlockSerializer<T> implements Serializer<List<T>> {
    private final Queue<BlockEncoder> idle = new ConcurrentLinkedQueue<>();
    private DeltaBlockConfig config = new DeltaBlockConfig(Map.of());

    /** Creates a serializer with the default configuration. */
    public DeltaBlockSerializer() {}

    /**
     * {@inheritDoc}
     *
     * @throws ConfigException if the configuration is wrong, or if this is to serialize keys
     */
    @Override
    public void configure(Map<String, ?> configs, boolean isKey) {
        requireValue(isKey);
        config = new DeltaBlockConfig(configs);
        idle.clear();
    }

    /** Refuses blocks as keys. */
    static void requireValue(boolean isKey) {
        if (isKey) {
            throw new ConfigException("A block of messages cannot be a key: equal lists may have different bytes, and a"
                    + " key must have the same bytes each time.");
        }
    }

    /**
     * {@inheritDoc}
     *
     * @return the block; null for null, which is a tombstone
     * @throws SerializationException if a message cannot be written
     */
    @Override
    public byte[] serialize(String topic, List<T> messages) {
        if (messages == null) {
            return null;
        }
        BlockEncoder encoder = idle.poll();
        if (encoder == null) {
            encoder = config.newEncoder();
        }
        try {
            for (T message : messages) {
                encoder.add(message);
            }
            byte[] block = encoder.end();
            idle.add(encoder);
            return block;
        } catch (WireException | NullPointerException e) {
            encoder.discard();
            idle.add(encoder);
            throw new SerializationException(
                    "A message for the topic " + topic + " cannot be written: " + e.getMessage(), e);
        }
    }
}
