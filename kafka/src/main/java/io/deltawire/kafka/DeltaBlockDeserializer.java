package io.deltawire.kafka;

import io.deltawire.kafka.internal.BlockDecoder;
import io.deltawire.wire.WireException;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;

/**
 * Deserializes the value of a record that {@link DeltaBlockProducer} or {@link DeltaBlockSerializer} made. It has no
 * state, so records may come in any order, twice or not at all.
 *
 * <p>Thread-safe.
 *
 * @param <T> the class of the messages, {@link DeltaBlockConfig#TYPE}
 */
public final class DeltaBlockDeserializer<T> implements Deserializer<List<T>> {
    private BlockDecoder<T> decoder;

    /** Creates a deserializer of generic messages, until it is configured. */
    public DeltaBlockDeserializer() {
        configure(Map.of(), false);
    }

    /**
     * {@inheritDoc}
     *
     * @throws ConfigException if the configuration is wrong, or if this is to deserialize keys
     */
    @Override
    public void configure(Map<String, ?> configs, boolean isKey) {
        DeltaBlockSerializer.requireValue(isKey);
        decoder = new DeltaBlockConfig(configs).newDecoder();
    }

    /**
     * {@inheritDoc}
     *
     * @return the messages; null for null
     * @throws SerializationException if the value is no block, is damaged, or has messages of another class
     */
    @Override
    public List<T> deserialize(String topic, byte[] value) {
        if (value == null) {
            return null;
        }
        try {
            return decoder.decode(value);
        } catch (WireException e) {
            throw new SerializationException(
                    "A record of the topic " + topic + " cannot be read: " + e.getMessage(), e);
        }
    }
}
