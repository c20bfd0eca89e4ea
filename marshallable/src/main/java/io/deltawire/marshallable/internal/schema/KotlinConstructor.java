package io.deltawire.marshallable.internal.schema;

import io.deltawire.wire.WireDataException;
import java.io.IOException;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.util.Arrays;
import java.util.List;

/**
 * The constructor of a Kotlin class that has defaults for some of its parameters, but not for all. For such a class
 * Kotlin adds no constructor without arguments, from which this library would get the defaults.
 *
 * <p>Kotlin compiles the defaults into a synthetic constructor. It has the parameters of the real one, then ints, then
 * one of the type {@code DefaultConstructorMarker}. Each int has bits for 32 parameters, which select the default. This
 * library calls it after all fields have been read: a field that is absent gets its default, which may depend on the
 * others. Only the {@linkplain ConstructorCode bytecode} shows which parameters have a default, which fields they set,
 * and which must not be null. No class of the Kotlin library is needed for that.
 *
 * <p>Immutable and thread-safe.
 */
public final class KotlinConstructor {
    private static final String MARKER = "kotlin.jvm.internal.DefaultConstructorMarker";

    private final Class<?> type;
    private final Constructor<?> withDefaults;

    /** The ordinal of the field that each parameter sets, or -1 for one that always gets its default. */
    private final int[] ordinals;

    private final boolean[] hasDefault;

    /** By the ordinal of a field, whether a parameter sets it. */
    private final boolean[] isParameter;

    private final boolean[] isNotNull;
    private final boolean[] isRequired;

    private KotlinConstructor(Class<?> type, Constructor<?> real, Constructor<?> withDefaults, List<FieldPlan> fields)
            throws IOException {
        this.type = type;
        this.withDefaults = withDefaults;
        int count = real.getParameterCount();
        this.ordinals = new int[count];
        this.hasDefault = new boolean[count];
        this.isParameter = new boolean[fields.size()];
        this.isNotNull = new boolean[fields.size()];
        this.isRequired = new boolean[fields.size()];
        ConstructorCode code = ConstructorCode.of(real);
        ConstructorCode defaults = ConstructorCode.of(withDefaults);
        for (int i = 0; i < count; i++) {
            hasDefault[i] = (defaults.testedBits(count + (i >> 5)) & 1 << i) != 0;
            ordinals[i] = ordinal(fields, code.fieldOf(i));
            if (ordinals[i] >= 0) {
                int ordinal = ordinals[i];
                isParameter[ordinal] = true;
                isNotNull[ordinal] = real.getParameterTypes()[i].isPrimitive() || code.isNotNull(i);
                isRequired[ordinal] = isNotNull[ordinal] && !hasDefault[i];
            } else if (!hasDefault[i]) {
                throw refused(
                        type,
                        "its parameter " + (i + 1)
                                + " has none and sets no field that is written, so its value is unknown",
                        null);
            }
        }
        withDefaults.setAccessible(true);
    }

    private int ordinal(List<FieldPlan> fields, String name) {
        for (int i = 0; i < fields.size(); i++) {
            Field field = fields.get(i).field();
            if (field.getDeclaringClass() == type && field.getName().equals(name)) {
                return i;
            }
        }
        return -1;
    }

    /**
     * Returns the constructor of a class, or null if it is no Kotlin class or needs none.
     *
     * @throws WireDataException if the class needs it but it cannot be used
     */
    static KotlinConstructor find(Class<?> type, List<FieldPlan> fields) {
        Constructor<?> found = null;
        Constructor<?> foundReal = null;
        try {
            for (Constructor<?> each : type.getDeclaredConstructors()) {
                if (each.getParameterCount() == 0) {
                    return null;
                }
                Constructor<?> real = realOf(each);
                if (real != null && !ConstructorCode.of(real).callsOther()) {
                    found = each;
                    foundReal = real;
                }
            }
            return found == null ? null : new KotlinConstructor(type, foundReal, found, fields);
        } catch (IOException e) {
            throw refused(type, "its class file cannot be read", e);
        } catch (InaccessibleObjectException e) {
            throw refused(type, "it cannot be reached: " + InstanceFactory.openPackage(type), e);
        }
    }

    /** Returns the constructor to which a synthetic one adds defaults; null if this is no synthetic one for defaults. */
    private static Constructor<?> realOf(Constructor<?> synthetic) {
        Class<?>[] parameters = synthetic.getParameterTypes();
        int last = parameters.length - 1;
        if (!parameters[last].getName().equals(MARKER)) {
            return null;
        }
        for (int count = 1; count < last; count++) {
            if (count + (count + 31) / 32 == last) {
                try {
                    Class<?>[] real = Arrays.copyOf(parameters, count);
                    return synthetic.getDeclaringClass().getDeclaredConstructor(real);
                } catch (NoSuchMethodException e) {
                    return null; // the bridge of a constructor that takes a value class
                }
            }
        }
        return null;
    }

    private static WireDataException refused(Class<?> type, String problem, Exception cause) {
        return new WireDataException(
                "object",
                "the constructor of " + type.getName() + " has defaults for some parameters, but " + problem
                        + "; give every parameter a default, or register a codec for the class"
                        + " (TypeRegistry.register(Class, TypeCodec))",
                null,
                cause);
    }

    /** Returns whether a field is set by the constructor, so that it must not be set afterwards. */
    public boolean isParameter(int ordinal) {
        return isParameter[ordinal];
    }

    /** Returns whether a field must not be null. */
    public boolean isNotNull(int ordinal) {
        return isNotNull[ordinal];
    }

    /** Returns whether a field must be in the input, because it has no default and must not be null. */
    public boolean isRequired(int ordinal) {
        return isRequired[ordinal];
    }

    /**
     * Creates an object.
     *
     * @param values the values of all fields, as a record would take them
     * @param seen a bit for each field, set if it has a value; the others get their defaults
     * @throws IllegalStateException if the constructor threw an exception, which is the cause
     */
    public Object newInstance(Object[] values, long[] seen) {
        Class<?>[] types = withDefaults.getParameterTypes();
        Object[] arguments = new Object[types.length];
        int[] absent = new int[types.length - ordinals.length - 1];
        for (int i = 0; i < ordinals.length; i++) {
            int ordinal = ordinals[i];
            boolean isThere = ordinal >= 0 && (seen[ordinal >> 6] & 1L << ordinal) != 0;
            if (!isThere && hasDefault[i]) {
                absent[i >> 5] |= 1 << i;
                arguments[i] = zero(types[i]);
            } else {
                arguments[i] = values[ordinal];
            }
        }
        for (int i = 0; i < absent.length; i++) {
            arguments[ordinals.length + i] = absent[i];
        }
        return InstanceFactory.call(type, withDefaults, arguments);
    }

    private static Object zero(Class<?> type) {
        return type.isPrimitive() ? Array.get(Array.newInstance(type, 1), 0) : null;
    }
}
