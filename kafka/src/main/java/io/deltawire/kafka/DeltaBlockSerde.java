package io.deltawire.kafka;

import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;

/**
 * The serializer and the deserializer of blocks, for Kafka Streams. The values of such a stream or table are lists of
 * messages. {@code flatMapValues(list -> list)} makes a stream of them; its further steps need a serde of single
 * messages.
 *
 * <p>Streams reads values by key and in any order, which blocks allow since each is read by itself.
 *
 * <p>Thread-safe.
 *
 * @param <T> the class of the messages, {@link DeltaBlockConfig#TYPE}
 */
public final class DeltaBlockSerde<T> implements Serde<List<T>> {
    private final DeltaBlockSerializer<T> serializer = new DeltaBlockSerializer<>();
    private final DeltaBlockDeserializer<T> deserializer = new DeltaBlockDeserializer<>();

    /** Creates a serde of generic messages, until it is configured. */
    public DeltaBlockSerde() {}

    /**
     * {@inheritDoc}
     *
     * @throws ConfigException if the configuration is wrong, or if this is for keys
     */
    @Override
    public void configure(Map<String, ?> configs, boolean isKey) {
        serializer.configure(configs, isKey);
        deserializer.configure(configs, isKey);
    }

    @Override
    public Serializer<List<T>> serializer() {
        return serializer;
    }

    @Override
    public Deserializer<List<T>> deserializer() {
        return deserializer;
    }
}
