package io.deltawire.bench.workload;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.UUID;

/**
 * Makes values for fields of any type that resemble real data: numbers that change by small steps, prices with two decimals, texts out of
 * a few. Objects are trees of maps, as in {@link RandomObjects}.
 */
final class RandomValues {
    private static final LocalDateTime START = LocalDateTime.of(2026, 1, 5, 8, 30);

    /** Deeper fields stay empty, so that a class may refer to itself. */
    private static final int MAX_DEPTH = 4;

    private static final int TEXTS = 16;

    private final SplittableRandom random;

    RandomValues(SplittableRandom random) {
        this.random = random;
    }

    /** Returns a random value of a type, or null if nothing is known about its values, as for an interface. */
    Object value(Type type, String name, int depth) {
        Class<?> raw = raw(type);
        Object scalar = scalar(raw, name, random.nextInt(10_000));
        if (scalar != null) {
            return scalar;
        }
        if (depth == MAX_DEPTH) {
            return null;
        }
        if (raw.isArray()) {
            Type element =
                    type instanceof GenericArrayType array ? array.getGenericComponentType() : raw.getComponentType();
            return raw == byte[].class ? bytes() : list(element, name, depth);
        }
        if (Collection.class.isAssignableFrom(raw)) {
            return list(argument(type, 0), name, depth);
        }
        if (Map.class.isAssignableFrom(raw)) {
            return map(argument(type, 0), argument(type, 1), name, depth);
        }
        if (raw == Optional.class) {
            return value(argument(type, 0), name, depth + 1);
        }
        boolean isOpaque = raw.isInterface()
                || java.lang.reflect.Modifier.isAbstract(raw.getModifiers())
                || raw.getName().startsWith("java.");
        return isOpaque ? null : object(raw, depth);
    }

    private Map<String, Object> object(Class<?> type, int depth) {
        Map<String, Object> tree = new LinkedHashMap<>();
        for (Field field : RandomObjects.fieldsOf(type)) {
            Object value = value(field.getGenericType(), field.getName(), depth + 1);
            if (value != null) {
                tree.put(field.getName(), value);
            }
        }
        return tree;
    }

    private byte[] bytes() {
        byte[] bytes = new byte[16];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) random.nextInt();
        }
        return bytes;
    }

    private List<Object> list(Type element, String name, int depth) {
        List<Object> list = new ArrayList<>();
        int size = 1 + random.nextInt(4);
        for (int i = 0; i < size; i++) {
            Object value = numbered(element, name, i);
            if (value == null) {
                value = value(element, name, depth + 1);
            }
            if (value != null) {
                list.add(value);
            }
        }
        return list;
    }

    private Map<Object, Object> map(Type keys, Type values, String name, int depth) {
        Map<Object, Object> map = new LinkedHashMap<>();
        int size = 1 + random.nextInt(4);
        for (int i = 0; i < size; i++) {
            Object key = numbered(keys, "key", i);
            Object value = value(values, name, depth + 1);
            if (key != null && value != null) {
                map.put(key, value);
            }
        }
        return map;
    }

    /** Returns a scalar that differs for each number, as keys and members of sets must; or null if the type is no scalar. */
    Object numbered(Type type, String name, int number) {
        return scalar(raw(type), name, number);
    }

    private static Object scalar(Class<?> type, String name, int number) {
        if (type == String.class || type == CharSequence.class || type == Object.class) {
            return name + '-' + (number < TEXTS || name.equals("key") ? number : number % TEXTS);
        }
        if (type.isEnum()) {
            Object[] constants = type.getEnumConstants();
            return constants.length == 0 ? null : ((Enum<?>) constants[number % constants.length]).name();
        }
        Object value = number(type, number);
        return value == null ? time(type, number) : value;
    }

    private static Object number(Class<?> type, int number) {
        if (type == boolean.class || type == Boolean.class) {
            return (number & 1) == 1;
        } else if (type == byte.class || type == Byte.class) {
            return (byte) (number % 100);
        } else if (type == char.class || type == Character.class) {
            return (char) ('A' + number % 26);
        } else if (type == short.class || type == Short.class || type == int.class || type == Integer.class) {
            return number;
        } else if (type == long.class || type == Long.class) {
            return 1_000_000L + number;
        } else if (type == float.class || type == Float.class) {
            return number / 4f;
        } else if (type == double.class || type == Double.class || type == Number.class) {
            return number / 100.0;
        } else if (type == BigDecimal.class) {
            return BigDecimal.valueOf(number, 2);
        } else if (type == BigInteger.class) {
            return BigInteger.valueOf(number);
        } else if (type == UUID.class) {
            return new UUID(0x1234_5678_9ABC_4DEFL, 0x8000_0000_0000_0000L + number);
        }
        return null;
    }

    private static Object time(Class<?> type, int number) {
        LocalDateTime time = START.plusSeconds(number);
        if (type == Instant.class) {
            return time.toInstant(ZoneOffset.UTC);
        } else if (type == LocalDate.class) {
            return time.toLocalDate().plusDays(number % 365);
        } else if (type == LocalTime.class) {
            return time.toLocalTime();
        } else if (type == LocalDateTime.class) {
            return time;
        } else if (type == ZonedDateTime.class) {
            return time.atZone(ZoneOffset.UTC);
        } else if (type == OffsetDateTime.class) {
            return time.atOffset(ZoneOffset.UTC);
        } else if (type == Duration.class) {
            return Duration.ofSeconds(number);
        }
        return null;
    }

    /** Whether {@link #step} changes values of a type. */
    boolean canStep(Type type) {
        return scalar(raw(type), "", 0) != null;
    }

    /** Returns the value after an update of a field. */
    Object step(Type type, String name, Object old) {
        int by = 1 + random.nextInt(9);
        if (old instanceof Integer number) {
            return raw(type) == short.class || raw(type) == Short.class ? (number + by) % 10_000 : number + by;
        } else if (old instanceof Long number) {
            return number + by;
        } else if (old instanceof Double number) {
            return Math.rint(number * 100 + (by - 5)) / 100;
        } else if (old instanceof BigDecimal number) {
            return number.add(BigDecimal.valueOf(by - 5, 2));
        } else if (old instanceof Instant time) {
            return time.plusMillis(by * 100L);
        } else if (old instanceof ZonedDateTime time) {
            return time.plusNanos(by * 1_000_000L);
        } else if (old instanceof LocalDateTime time) {
            return time.plusSeconds(by);
        }
        return scalar(raw(type), name, random.nextInt(10_000));
    }

    private static Type argument(Type type, int index) {
        return type instanceof ParameterizedType generic && generic.getActualTypeArguments().length > index
                ? generic.getActualTypeArguments()[index]
                : String.class;
    }

    private static Class<?> raw(Type type) {
        if (type instanceof Class<?> raw) {
            return raw;
        } else if (type instanceof ParameterizedType generic) {
            return raw(generic.getRawType());
        } else if (type instanceof GenericArrayType array) {
            return Array.newInstance(raw(array.getGenericComponentType()), 0).getClass();
        } else if (type instanceof WildcardType wildcard) {
            return raw(wildcard.getUpperBounds()[0]);
        }
        return String.class; // a type variable: a text serves for any bound that is Object
    }
}
