package io.deltawire.marshallable;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;

/**
 * A type with its type arguments, which a class literal cannot have. An anonymous subclass declares the arguments:
 *
 * <pre>{@code
 * List<Quote> quotes = wire.read(new TypeRef<List<Quote>>() {});
 * }</pre>
 *
 * <p>A wildcard counts as its upper bound. Immutable and thread-safe. An instance may be a constant. Instances of the
 * same type are equal.
 *
 * @param <T> the type
 */
public abstract class TypeRef<T> {
    private final Type type;

    /**
     * Takes the type from the declaration of the subclass.
     *
     * @throws IllegalArgumentException if the subclass gives no type, or one with a type variable or an unbounded
     *     wildcard, for which nothing says which class to read
     */
    protected TypeRef() {
        Class<?> direct = getClass();
        while (direct.getSuperclass() != TypeRef.class) {
            direct = direct.getSuperclass();
        }
        if (!(direct.getGenericSuperclass() instanceof ParameterizedType declared)) {
            throw new IllegalArgumentException(
                    "expected a type argument, as in new TypeRef<List<String>>() {}, but there is none");
        }
        this.type = declared.getActualTypeArguments()[0];
        requireResolved(type);
    }

    private void requireResolved(Type part) {
        if (part instanceof ParameterizedType parameterized) {
            for (Type argument : parameterized.getActualTypeArguments()) {
                requireResolved(argument);
            }
        } else if (part instanceof GenericArrayType array) {
            requireResolved(array.getGenericComponentType());
        } else if (part instanceof WildcardType wildcard) {
            Type bound = wildcard.getUpperBounds()[0];
            if (bound == Object.class) {
                throw unresolved("the wildcard " + wildcard.getTypeName());
            }
            requireResolved(bound);
        } else if (part instanceof TypeVariable<?>) {
            throw unresolved("the type variable " + part.getTypeName());
        }
    }

    private IllegalArgumentException unresolved(String what) {
        return new IllegalArgumentException("expected a type of classes but " + type.getTypeName() + " has " + what
                + ", which does not say what to read; write the class, or Object for a value of any class");
    }

    /** Returns the type. */
    public final Type type() {
        return type;
    }

    @Override
    public final boolean equals(Object other) {
        return other instanceof TypeRef<?> ref && type.equals(ref.type);
    }

    @Override
    public final int hashCode() {
        return type.hashCode();
    }

    @Override
    public String toString() {
        return type.getTypeName();
    }
}
