package io.deltawire.kafka;

import io.deltawire.marshallable.GenericRecord;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.Temporal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.connect.data.Date;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Time;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.storage.Converter;

/**
 * Lets Kafka Connect read and write blocks, as {@code value.converter}.
 *
 * <p>For a sink, the value of a record is the list of the block's messages, without a schema: maps, lists, strings,
 * numbers, booleans, bytes and, for instants, {@code java.util.Date}. Decimals and other dates and times are text. From a source, an
 * array is a block of its elements, and any other value a block of one message. A block of one takes more bytes than
 * JSON, so it pays only where a source collects its records.
 *
 * <p>The converter has no state, as Connect demands: it learns nothing of partitions, failures and restarts.
 *
 * <p>Thread-safe.
 */
public final class DeltaBlockConverter implements Converter {
    private final DeltaBlockSerde<Object> serde = new DeltaBlockSerde<>();

    /** Creates a converter with the default configuration. */
    public DeltaBlockConverter() {}

    /**
     * {@inheritDoc}
     *
     * @throws ConfigException if the configuration is wrong, names a class, or this is to convert keys
     */
    @Override
    public void configure(Map<String, ?> configs, boolean isKey) {
        if (configs.get(DeltaBlockConfig.TYPE) != null) {
            throw new ConfigException(
                    DeltaBlockConfig.TYPE,
                    configs.get(DeltaBlockConfig.TYPE),
                    "Connect has no objects of classes. Leave the option out.");
        }
        serde.configure(configs, isKey);
    }

    @Override
    public ConfigDef config() {
        return DeltaBlockConfig.configDef();
    }

    @Override
    public byte[] fromConnectData(String topic, Schema schema, Object value) {
        if (value == null) {
            return null;
        }
        Object message = fromConnect(schema, value);
        try {
            return serde.serializer()
                    .serialize(topic, message instanceof List<?> list ? listOf(list) : List.of(message));
        } catch (SerializationException e) {
            throw new DataException(e.getMessage(), e);
        }
    }

    private static List<Object> listOf(List<?> list) {
        return new ArrayList<>(list);
    }

    @Override
    public SchemaAndValue toConnectData(String topic, byte[] value) {
        try {
            List<Object> messages = serde.deserializer().deserialize(topic, value);
            return new SchemaAndValue(null, messages == null ? null : toConnect(messages));
        } catch (SerializationException e) {
            throw new DataException(e.getMessage(), e);
        }
    }

    /** @param schema the schema of the value, or null */
    private static Object fromConnect(Schema schema, Object value) {
        if (value instanceof Struct struct) {
            Map<String, Object> fields = new LinkedHashMap<>();
            for (Field field : struct.schema().fields()) {
                fields.put(field.name(), fromConnect(field.schema(), struct.get(field)));
            }
            return fields;
        }
        if (value instanceof Map<?, ?> map) {
            Map<Object, Object> entries = new LinkedHashMap<>();
            Schema keys = schema == null ? null : schema.keySchema();
            Schema values = schema == null ? null : schema.valueSchema();
            map.forEach((key, each) -> entries.put(fromConnect(keys, key), fromConnect(values, each)));
            return entries;
        }
        if (value instanceof Collection<?> list) {
            List<Object> items = new ArrayList<>();
            list.forEach(each -> items.add(fromConnect(schema == null ? null : schema.valueSchema(), each)));
            return items;
        }
        if (value instanceof ByteBuffer bytes) {
            byte[] copy = new byte[bytes.remaining()];
            bytes.duplicate().get(copy);
            return copy;
        }
        if (value instanceof java.util.Date date) {
            return fromConnect(schema, date.toInstant());
        }
        return value;
    }

    private static Temporal fromConnect(Schema schema, Instant instant) {
        String kind = schema == null ? null : schema.name();
        if (Date.LOGICAL_NAME.equals(kind)) {
            return LocalDate.ofInstant(instant, ZoneOffset.UTC);
        }
        if (Time.LOGICAL_NAME.equals(kind)) {
            return LocalTime.ofInstant(instant, ZoneOffset.UTC);
        }
        return instant;
    }

    private static Object toConnect(Object value) {
        if (value instanceof GenericRecord record) {
            return record.isObject() ? toConnect(record.fields()) : toConnect(record.value());
        }
        if (value instanceof Map<?, ?> map) {
            Map<Object, Object> entries = new LinkedHashMap<>();
            map.forEach((key, each) -> entries.put(toConnect(key), toConnect(each)));
            return entries;
        }
        if (value instanceof Collection<?> list) {
            List<Object> items = new ArrayList<>();
            list.forEach(each -> items.add(toConnect(each)));
            return items;
        }
        if (value instanceof Instant instant) {
            return java.util.Date.from(instant);
        }
        if (value instanceof OffsetDateTime time) {
            return java.util.Date.from(time.toInstant());
        }
        boolean isPlain = value == null
                || value instanceof String
                || value instanceof Boolean
                || value instanceof Number && !(value instanceof BigDecimal)
                || value instanceof byte[];
        return isPlain ? value : value.toString();
    }
}
