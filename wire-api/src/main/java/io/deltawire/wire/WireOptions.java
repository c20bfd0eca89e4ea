package io.deltawire.wire;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

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

    private final Map<WireOption<?>, Object> values;

    private WireOptions(Map<WireOption<?>, Object> values) {
        this.values = values;
    }

    /** Returns a copy of these options with one value replaced. */
    public <T> WireOptions with(WireOption<T> option, T value) {
        Objects.requireNonNull(option, "option");
        Map<WireOption<?>, Object> changed = new HashMap<>(values);
        changed.put(option, Objects.requireNonNull(value, option.name()));
        return new WireOptions(Map.copyOf(changed));
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
