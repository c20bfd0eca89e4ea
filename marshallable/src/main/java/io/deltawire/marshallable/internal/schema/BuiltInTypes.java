package io.deltawire.marshallable.internal.schema;

import java.io.File;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Month;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Currency;
import java.util.Date;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TimeZone;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import net.openhft.chronicle.bytes.Bytes;

/** The type names that every registry contains. They name the types of the Java library for which there are codecs. */
public final class BuiltInTypes {
    /**
     * The classes whose simple names an application may use for a class of its own. {@code URL} is not among them: its
     * hash code resolves a host name, which the input would choose.
     */
    private static final Set<Class<?>> REPLACEABLE = Set.of(
            StringBuffer.class,
            Path.class,
            File.class,
            InetAddress.class,
            InetSocketAddress.class,
            Pattern.class,
            Charset.class,
            TimeZone.class,
            BitSet.class,
            ByteBuffer.class,
            AtomicBoolean.class,
            AtomicInteger.class,
            AtomicLong.class,
            AtomicIntegerArray.class,
            AtomicLongArray.class,
            AtomicReference.class,
            Map.Entry.class,
            Throwable.class);

    private static final Map<String, Class<?>> BY_NAME = names();

    /** The names that Chronicle Wire writes for a class that is itself the value, where they differ from type names. */
    private static final Map<String, Class<?>> CLASS_VALUES = Map.ofEntries(
            Map.entry("!set", Set.class),
            Map.entry("!oset", SortedSet.class),
            Map.entry("!seq", List.class),
            Map.entry("!map", Map.class),
            Map.entry("!omap", SortedMap.class),
            Map.entry("!null", void.class),
            Map.entry("Char", Character.class),
            Map.entry("Float32", Float.class),
            Map.entry("Float64", Double.class),
            Map.entry("Date", LocalDate.class),
            Map.entry("DateTime", LocalDateTime.class),
            Map.entry("Time", LocalTime.class));

    private BuiltInTypes() {}

    /** Returns whether a class of the application may be registered under the simple name of a built-in class. */
    static boolean isReplaceable(Class<?> type) {
        return REPLACEABLE.contains(type) || type.getName().startsWith("java.sql.");
    }

    /** Returns the class with this name, or null. The lookup never loads a class. */
    public static Class<?> find(String name) {
        return BY_NAME.get(name);
    }

    /** Returns whether generated code can write a class on every wire: a number, text, boolean, date-time and so on. */
    static boolean isScalar(Class<?> type) {
        return ImmutableTypes.isImmutable(type)
                || java.time.temporal.Temporal.class.isAssignableFrom(type)
                || CharSequence.class.isAssignableFrom(type)
                || type == Number.class
                || type == java.util.Date.class
                || type == URI.class
                || type == Optional.class
                || type == OptionalDouble.class;
    }

    /**
     * Returns the class for a name that is itself a value, with the type name {@code type}. This library writes classes
     * with their full names, so a short name comes from Chronicle Wire. A class registered under that name takes
     * precedence.
     *
     * @param registered the class that a registry finds for the name, or null
     */
    public static Class<?> findByItself(String name, Class<?> registered) {
        Class<?> type = CLASS_VALUES.get(name);
        return type != null && registered == find(name) ? type : registered;
    }

    private static Map<String, Class<?>> names() {
        Map<String, Class<?>> names = new HashMap<>();
        for (Class<?> type : List.of(
                boolean.class, byte.class, short.class, char.class, int.class, long.class, float.class, double.class)) {
            names.put(type.getName(), type);
        }
        names.put("void", void.class);
        for (Class<?> type : List.of(
                Object.class, Boolean.class, Byte.class, Short.class, Character.class, Integer.class, Long.class)) {
            put(names, type);
        }
        for (Class<?> type : List.of(
                Float.class,
                Double.class,
                Number.class,
                String.class,
                CharSequence.class,
                StringBuilder.class,
                BigDecimal.class,
                BigInteger.class,
                UUID.class,
                Class.class,
                Bytes.class)) {
            put(names, type);
        }
        for (Class<?> type : List.of(
                LocalDate.class,
                LocalTime.class,
                LocalDateTime.class,
                ZonedDateTime.class,
                OffsetDateTime.class,
                Instant.class,
                OffsetTime.class,
                Year.class,
                YearMonth.class,
                MonthDay.class,
                Duration.class,
                Period.class,
                ZoneId.class,
                ZoneOffset.class,
                DayOfWeek.class,
                Month.class,
                TimeUnit.class)) {
            put(names, type);
        }
        for (Class<?> type : List.of(
                Date.class,
                URI.class,
                Locale.class,
                Currency.class,
                Optional.class,
                OptionalInt.class,
                OptionalLong.class,
                OptionalDouble.class,
                List.class,
                Set.class,
                Map.class,
                ArrayList.class,
                SortedMap.class,
                SortedSet.class,
                HashMap.class,
                TreeMap.class,
                TreeSet.class,
                ArrayDeque.class)) {
            put(names, type);
        }
        for (Class<?> type : REPLACEABLE) {
            names.put(type.getSimpleName(), type);
        }
        for (String name : List.of("Timestamp", "Time", "Date")) {
            try {
                Class<?> type = Class.forName("java.sql." + name, false, BuiltInTypes.class.getClassLoader());
                names.put(type.getName(), type);
                names.putIfAbsent(name, type); // "Date" names the class of java.util
            } catch (ClassNotFoundException e) {
                // the module is absent, so no such values exist
            }
        }
        // The names that other implementations of binary YAML use.
        names.put("type", Class.class);
        names.put("deque", ArrayDeque.class);
        putAsTag(names, "set", LinkedHashSet.class);
        putAsTag(names, "oset", TreeSet.class);
        putAsTag(names, "omap", TreeMap.class);
        putAsTag(names, "map", LinkedHashMap.class);
        putAsTag(names, "seq", ArrayList.class);
        return Map.copyOf(names);
    }

    /** Adds a name also with an exclamation mark. Chronicle Wire writes YAML's second one as a part of the name. */
    private static void putAsTag(Map<String, Class<?>> names, String name, Class<?> type) {
        names.put(name, type);
        names.put('!' + name, type);
    }

    private static void put(Map<String, Class<?>> names, Class<?> type) {
        names.put(type.getSimpleName(), type);
        names.put(type.getName(), type);
    }
}
