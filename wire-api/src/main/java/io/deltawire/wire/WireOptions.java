package io.deltawire.wire;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Options of a reader or writer. Immutable: {@link #with} returns a changed copy. */
public final class WireOptions {
    /** The limits to keep. */
    public static final WireOption<WireLimits> LIMITS = WireOption.of("limits", WireLimits.DEFAULTS);

    /**
     * The fields whose values together name the record that a message updates, as paths with dots
     * ({@code symbol}, {@code update.firstId}). Formats without keyed state ignore them.
     */
    public static final WireOption<List<String>> KEY_FIELDS = WireOption.of("keyFields", List.of());

    /** Every option at its default. */
    public static final WireOptions DEFAULTS = new WireOptions(Map.of());

    private final Map<WireOption<?>, Object> values;

    private WireOptions(Map<WireOption<?>, Object> values) {
        this.values = values;
    }

    /** Returns these options with one changed. */
    public <T> WireOptions with(WireOption<T> option, T value) {
        Objects.requireNonNull(option, "option");
        Map<WireOption<?>, Object> changed = new HashMap<>(values);
        changed.put(option, Objects.requireNonNull(value, option.name()));
        return new WireOptions(Map.copyOf(changed));
    }

    /** The value of an option, or its default. */
    @SuppressWarnings("unchecked") // with() is the only way in, and it is typed
    public <T> T get(WireOption<T> option) {
        Object value = values.get(Objects.requireNonNull(option, "option"));
        return value == null ? option.defaultValue() : (T) value;
    }

    /** The limits: short for {@code get(LIMITS)}. */
    public WireLimits limits() {
        return get(LIMITS);
    }

    @Override
    public String toString() {
        return values.toString();
    }
}
