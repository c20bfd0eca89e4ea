package io.deltawire.kafka;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.kafka.internal.BlockDecoder;
import io.deltawire.kafka.internal.BlockEncoder;
import io.deltawire.marshallable.MarshallableOptions;
import io.deltawire.marshallable.TypeRegistry;
import io.deltawire.wire.WireOptions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigException;

/**
 * The configuration of all classes of this package. Each takes the whole configuration of a Kafka client and ignores
 * what does not begin with {@code delta.}.
 *
 * <p>Immutable, so threads may share it.
 */
public final class DeltaBlockConfig extends AbstractConfig {
    /** The prefix of all options of this package. */
    private static final String PREFIX = "delta.";

    /**
     * The prefix of options of the wire. {@code delta.wire.limits.maxMessageBytes} sets the option {@code
     * limits.maxMessageBytes}.
     */
    public static final String WIRE_PREFIX = "delta.wire.";

    /** The fields whose values name the record of a message and choose its partition, separated by commas. */
    public static final String KEY_FIELDS = "delta.key.fields";

    /** The number of messages at which a block is sent. */
    public static final String BLOCK_MESSAGES = "delta.block.messages";

    /** The size in bytes at which a block is sent. */
    public static final String BLOCK_BYTES = "delta.block.bytes";

    /** The longest time in milliseconds that a message waits for further ones. */
    public static final String BLOCK_LINGER_MS = "delta.block.linger.ms";

    /** The class of the messages. Without it, messages are read as generic records, maps, lists and scalars. */
    public static final String TYPE = "delta.type";

    /** The packages whose classes the type names in messages may select, separated by commas. */
    public static final String ALLOWED_PACKAGES = "delta.allowed.packages";

    private static final String KEY_FIELDS_DOC =
            "The fields whose values together name what a message is about, such as symbol or update.id. A message is "
                    + "compressed against the last one with the same values. They also choose the partition, as "
                    + "Kafka's partitioner does for a key that is the UTF-8 text of the value; several values are "
                    + "joined by zero bytes. Empty: a block goes to any partition.";
    private static final String BLOCK_MESSAGES_DOC =
            "A block is sent when it has this many messages. Blocks of less than about 50 save little.";
    private static final String BLOCK_BYTES_DOC =
            "A block is sent with the message that takes it to this size. Must be less than max.request.size.";
    private static final String BLOCK_LINGER_MS_DOC =
            "A block is sent when its first message has waited for this time in milliseconds. It comes on top of "
                    + "the producer's linger.ms.";
    private static final String TYPE_DOC =
            "The class of the messages. Without it, they are read as GenericRecord, Map, List or a scalar.";
    private static final String ALLOWED_PACKAGES_DOC =
            "The packages whose classes the type names in messages may select, for example subclasses of delta.type. "
                    + "Other names never load a class.";

    private static final ConfigDef DEFINITION = new ConfigDef()
            .define(KEY_FIELDS, ConfigDef.Type.LIST, List.of(), Importance.HIGH, KEY_FIELDS_DOC)
            .define(BLOCK_MESSAGES, ConfigDef.Type.INT, 200, Range.atLeast(1), Importance.HIGH, BLOCK_MESSAGES_DOC)
            .define(
                    BLOCK_BYTES,
                    ConfigDef.Type.INT,
                    1 << 16,
                    Range.between(1, 1 << 30),
                    Importance.MEDIUM,
                    BLOCK_BYTES_DOC)
            .define(BLOCK_LINGER_MS, ConfigDef.Type.LONG, 20L, Range.atLeast(0), Importance.HIGH, BLOCK_LINGER_MS_DOC)
            .define(TYPE, ConfigDef.Type.CLASS, null, Importance.HIGH, TYPE_DOC)
            .define(ALLOWED_PACKAGES, ConfigDef.Type.LIST, List.of(), Importance.MEDIUM, ALLOWED_PACKAGES_DOC);

    private final WireOptions options;

    /**
     * Checks a configuration.
     *
     * @param values the configuration of a Kafka client, or a part of it
     * @throws ConfigException if a value does not fit, or an option that begins with {@code delta.} does not exist
     */
    public DeltaBlockConfig(Map<String, ?> values) {
        super(DEFINITION, own(values), false);
        this.options = wireOptions(values);
    }

    /** Returns the definition of all options, with their documentation. */
    public static ConfigDef configDef() {
        return new ConfigDef(DEFINITION);
    }

    /** Returns the configuration without the options of this package. */
    static Map<String, Object> others(Map<String, ?> values) {
        Map<String, Object> others = new LinkedHashMap<>(values);
        others.keySet().removeIf(name -> name.startsWith(PREFIX));
        return others;
    }

    private static Map<String, ?> own(Map<String, ?> values) {
        Map<String, Object> own = new LinkedHashMap<>();
        values.forEach((name, value) -> {
            if (name.startsWith(PREFIX) && !name.startsWith(WIRE_PREFIX)) {
                if (!DEFINITION.names().contains(name)) {
                    throw new ConfigException("There is no option " + name + ". The options are "
                            + String.join(", ", DEFINITION.names()) + ", and those of the wire after "
                            + WIRE_PREFIX + ".");
                }
                own.put(name, value);
            }
        });
        return own;
    }

    private WireOptions wireOptions(Map<String, ?> values) {
        Map<String, Object> ofWire = new TreeMap<>();
        values.forEach((name, value) -> {
            if (name.startsWith(WIRE_PREFIX)) {
                String option = name.substring(WIRE_PREFIX.length());
                if (DeltaFormat.DELIVERY_OPTIONS.contains(option) || option.equals(WireOptions.KEY_FIELDS.name())) {
                    throw new ConfigException(name, value, "Each block is a dump that is closed and read by itself.");
                }
                ofWire.put(option, value);
            }
        });
        WireOptions chosen;
        try {
            chosen = MarshallableOptions.from(ofWire);
        } catch (IllegalArgumentException e) {
            throw new ConfigException("An option after " + WIRE_PREFIX + " is wrong: " + e.getMessage());
        }
        return ofWire.containsKey(MarshallableOptions.TYPES.name())
                ? chosen
                : chosen.with(MarshallableOptions.TYPES, types());
    }

    private TypeRegistry types() {
        List<String> packages = getList(ALLOWED_PACKAGES);
        if (packages.isEmpty()) {
            return TypeRegistry.shared();
        }
        TypeRegistry types = TypeRegistry.create();
        Class<?> type = type();
        if (type != Object.class) {
            types.register(type);
        }
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        ClassLoader loader = context != null ? context : DeltaBlockConfig.class.getClassLoader();
        packages.forEach(name -> types.loadClassesFrom(name, loader));
        return types;
    }

    /** Returns the class of the messages; {@code Object} if none is set. */
    Class<?> type() {
        Class<?> type = getClass(TYPE);
        return type == null ? Object.class : type;
    }

    /** Returns the fields that name the record of a message. */
    List<String> keyFields() {
        List<String> fields = new ArrayList<>(getList(KEY_FIELDS));
        fields.removeIf(String::isBlank);
        return List.copyOf(fields);
    }

    /** Returns the options of the wire, without the key fields. */
    WireOptions wireOptions() {
        return options;
    }

    /** Returns an encoder of blocks. */
    BlockEncoder newEncoder() {
        return new BlockEncoder(options, keyFields());
    }

    /** Returns a decoder of blocks with messages of the configured class. */
    @SuppressWarnings("unchecked") // the caller says what the configuration says
    <T> BlockDecoder<T> newDecoder() {
        return new BlockDecoder<>((Class<T>) type(), options);
    }
}
