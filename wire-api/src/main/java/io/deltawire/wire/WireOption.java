package io.deltawire.wire;

import java.util.Objects;

/**
 * The name, type and default of one option of a reader or writer. Options are compared by identity: a format declares
 * each of its own as a constant. Immutable and thread-safe.
 *
 * @param <T> type of the value, which must be immutable
 */
public final class WireOption<T> {
    private final String name;
    private final T defaultValue;

    private WireOption(String name, T defaultValue) {
        this.name = Objects.requireNonNull(name, "name");
        this.defaultValue = Objects.requireNonNull(defaultValue, "defaultValue");
    }

    /**
     * Declares an option.
     *
     * @param name the name that error messages and documentation use
     * @param defaultValue the value of an option that is not set
     */
    public static <T> WireOption<T> of(String name, T defaultValue) {
        return new WireOption<>(name, defaultValue);
    }

    /** Returns the display name, for example {@code delta.keyFields}. */
    public String name() {
        return name;
    }

    /** Returns the value of an option that is not set. */
    public T defaultValue() {
        return defaultValue;
    }

    @Override
    public String toString() {
        return name;
    }
}
