package io.deltawire.wire;

import io.deltawire.wire.spi.text.DurationText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/**
 * The name, type and default of one option of a reader or writer. Options are compared by identity: a format declares
 * each of its own as a constant. Immutable and thread-safe.
 *
 * @param <T> type of the value, which must be immutable
 */
public final class WireOption<T> {
    private final String name;
    private final T defaultValue;
    private final Function<String, T> parser;

    private WireOption(String name, T defaultValue, Function<String, T> parser) {
        this.name = Objects.requireNonNull(name, "name");
        this.defaultValue = Objects.requireNonNull(defaultValue, "defaultValue");
        this.parser = parser;
    }

    /**
     * Declares an option. A configuration can give its value as text if it is a boolean, a number of 32 or 64 bits, a
     * character, an enum constant, a {@link Duration} or a list of texts.
     *
     * @param name the name that configurations, error messages and documentation use
     * @param defaultValue the value of an option that is not set
     */
    public static <T> WireOption<T> of(String name, T defaultValue) {
        return new WireOption<>(name, defaultValue, null);
    }

    /**
     * Declares an option of another type that a configuration can give as text.
     *
     * @param name the name that configurations, error messages and documentation use
     * @param defaultValue the value of an option that is not set
     * @param parser makes a value of a text, or throws an {@link IllegalArgumentException} that names the expected
     *     values
     */
    public static <T> WireOption<T> of(String name, T defaultValue, Function<String, T> parser) {
        return new WireOption<>(name, defaultValue, Objects.requireNonNull(parser, "parser"));
    }

    /** Returns the name, for example {@code delta.flush}. */
    public String name() {
        return name;
    }

    /** Returns the value of an option that is not set. */
    public T defaultValue() {
        return defaultValue;
    }

    /**
     * Returns a value of a configuration as a value of this option.
     *
     * @param value a value of the option's type; or a text in any case, with a hyphen for an underscore in the names of
     *     constants, {@code 250ms}, {@code 1h30m} or {@code PT5S} for durations, and commas between the items of lists
     * @throws IllegalArgumentException if the value is neither; the message names the option and what it takes
     */
    @SuppressWarnings("unchecked") // each branch makes a value of the class of the default
    public T valueOf(Object value) {
        Objects.requireNonNull(value, name);
        try {
            if (value instanceof List<?> list && defaultValue instanceof List<?>) {
                return (T) list.stream().map(String::valueOf).toList();
            }
            if (defaultValue instanceof Enum<?> constant
                            && constant.getDeclaringClass().isInstance(value)
                    || defaultValue instanceof Map<?, ?> && value instanceof Map<?, ?>
                    || !(defaultValue instanceof Enum<?>)
                            && defaultValue.getClass().isInstance(value)) {
                return (T) value;
            }
            if (value instanceof Boolean
                    || value instanceof Number
                    || value instanceof CharSequence
                    || value instanceof Character) {
                return (T) parse(value.toString());
            }
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("option " + name + " cannot be \"" + value + "\": " + expected(e), e);
        }
        throw new IllegalArgumentException(
                "option " + name + " cannot be a " + value.getClass().getName() + ": " + "it takes a "
                        + defaultValue.getClass().getName());
    }

    private Object parse(String text) {
        if (parser != null) {
            return parser.apply(text);
        }
        if (defaultValue instanceof Character) {
            if (text.length() != 1) {
                throw new IllegalArgumentException("one character is expected");
            }
            return text.charAt(0);
        }
        String trimmed = text.strip();
        if (defaultValue instanceof Enum<?> constant) {
            return constant(constant.getDeclaringClass(), trimmed);
        }
        if (defaultValue instanceof Integer) {
            return Integer.valueOf(trimmed.replace("_", ""));
        }
        if (defaultValue instanceof Long) {
            return Long.valueOf(trimmed.replace("_", ""));
        }
        if (defaultValue instanceof Boolean) {
            return bool(trimmed);
        }
        if (defaultValue instanceof Duration) {
            return DurationText.parse(trimmed);
        }
        if (defaultValue instanceof List<?>) {
            return items(trimmed);
        }
        throw new IllegalArgumentException(
                "a " + defaultValue.getClass().getName() + " is expected, which has no text");
    }

    private static Object constant(Class<?> type, String text) {
        String wanted = text.toUpperCase(Locale.ROOT).replace('-', '_');
        for (Object each : type.getEnumConstants()) {
            if (((Enum<?>) each).name().equals(wanted)) {
                return each;
            }
        }
        throw new IllegalArgumentException("one of " + Arrays.toString(type.getEnumConstants()) + " is expected");
    }

    private static Boolean bool(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException("true or false is expected");
        };
    }

    private static List<String> items(String text) {
        List<String> items = new ArrayList<>();
        if (!text.isEmpty()) {
            for (String item : text.split(",", -1)) {
                items.add(item.strip());
            }
        }
        return List.copyOf(items);
    }

    private String expected(RuntimeException e) {
        return e instanceof NumberFormatException ? "a whole number is expected" : e.getMessage();
    }

    @Override
    public String toString() {
        return name;
    }
}
