package io.deltawire.wire;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Options of a reader or writer. Immutable and thread-safe: {@link #with} returns a changed copy. A format ignores
 * options that it does not know.
 */
public final class WireOptions {
    /** The limits that a reader or writer enforces. */
    public static final WireOption<WireLimits> LIMITS = WireOption.of("limits", WireLimits.DEFAULTS);

    /**
     * The fields whose values together identify the record that a message updates. Each is a path with dots, such as
     * {@code symbol} or {@code update.firstId}. Formats without keyed state ignore them.
     */
    public static final WireOption<List<String>> KEY_FIELDS = WireOption.of("keyFields", List.of());

    /** All options at their defaults. */
    public static final WireOptions DEFAULTS = new WireOptions(Map.of());

    private static final String LIMITS_PREFIX = "limits.";

    private final Map<WireOption<?>, Object> values;

    private WireOptions(Map<WireOption<?>, Object> values) {
        this.values = values;
    }

    /**
     * Returns the options that a configuration sets. It may set the options of all formats of the class path, {@link
     * #KEY_FIELDS}, the limits as {@code limits.maxDepth}, and further ones. Keys are the {@linkplain WireOption#name
     * names} of options, for example {@code delta.flush}, and values are as for {@link WireOption#valueOf}.
     *
     * @param values for example a {@link java.util.Properties}; it must not hold other keys
     * @param more options that belong to no format
     * @throws IllegalArgumentException if a key is no option or a value does not fit; the message says what is expected
     */
    public static WireOptions from(Map<?, ?> values, List<WireOption<?>> more) {
        Map<String, WireOption<?>> byName = new TreeMap<>();
        byName.put(KEY_FIELDS.name(), KEY_FIELDS);
        byName.put(LIMITS.name(), LIMITS);
        more.forEach(option -> byName.put(option.name(), option));
        for (WireFormat format : WireFormats.all()) {
            format.options().forEach(option -> byName.put(option.name(), option));
        }
        Map<WireOption<?>, Object> found = new HashMap<>();
        Map<String, Object> limits = new TreeMap<>();
        values.forEach((key, value) -> {
            String name = String.valueOf(key);
            if (name.startsWith(LIMITS_PREFIX)) {
                limits.put(name.substring(LIMITS_PREFIX.length()), value);
                return;
            }
            WireOption<?> option = byName.get(name);
            if (option == null) {
                throw new IllegalArgumentException("no option \"" + name + "\"; there are " + byName.keySet()
                        + " and limits.NAME, where a format that is missing has its own");
            }
            found.put(option, option.valueOf(value));
        });
        if (!limits.isEmpty()) {
            found.put(LIMITS, ((WireLimits) found.getOrDefault(LIMITS, WireLimits.DEFAULTS)).with(limits));
        }
        return new WireOptions(Map.copyOf(found));
    }

    /** Returns a copy of these options with one value replaced. */
    public <T> WireOptions with(WireOption<T> option, T value) {
        Objects.requireNonNull(option, "option");
        Map<WireOption<?>, Object> changed = new HashMap<>(values);
        changed.put(option, Objects.requireNonNull(value, option.name()));
        return new WireOptions(Map.copyOf(changed));
    }

    /** Returns these options with a value for an option that is not set; otherwise they do not change. */
    public <T> WireOptions withDefault(WireOption<T> option, T value) {
        return values.containsKey(Objects.requireNonNull(option, "option")) ? this : with(option, value);
    }

    /** Returns the value of an option, or its default if it is not set. */
    @SuppressWarnings("unchecked") // with() is typed, and nothing else adds a value
    public <T> T get(WireOption<T> option) {
        Object value = values.get(Objects.requireNonNull(option, "option"));
        return value == null ? option.defaultValue() : (T) value;
    }

    /** Returns the limits, like {@code get(LIMITS)}. */
    public WireLimits limits() {
        return get(LIMITS);
    }

    @Override
    public String toString() {
        return values.toString();
    }
}
