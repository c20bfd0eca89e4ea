package io.deltawire.marshallable.internal.schema;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.List;

/**
 * A type whose type variables are resolved. A variable without an argument is replaced by the erasure of its bound, and
 * a wildcard by its upper bound.
 *
 * @param raw the class
 * @param args the type arguments, or the component type of an array; empty if none were given
 */
public record GenericType(Class<?> raw, List<GenericType> args) {
    public static final GenericType OBJECT = new GenericType(Object.class, List.of());

    /** Returns the type for a class without type arguments. */
    public static GenericType of(Class<?> raw) {
        return raw.isArray()
                ? new GenericType(raw, List.of(of(raw.getComponentType())))
                : new GenericType(raw, List.of());
    }

    /** Resolves a type that a member of {@code owner} declares. */
    public static GenericType of(Type type, GenericType owner) {
        if (type instanceof Class<?> raw) {
            return of(raw);
        }
        if (type instanceof ParameterizedType parameterized) {
            Class<?> raw = (Class<?>) parameterized.getRawType();
            TypeVariable<?>[] variables = raw.getTypeParameters();
            Type[] given = parameterized.getActualTypeArguments();
            List<GenericType> args = new ArrayList<>();
            for (int i = 0; i < given.length; i++) {
                args.add(argument(of(given[i], owner), variables[i]));
            }
            return new GenericType(raw, List.copyOf(args));
        }
        if (type instanceof GenericArrayType array) {
            GenericType component = of(array.getGenericComponentType(), owner);
            return new GenericType(component.raw.arrayType(), List.of(component));
        }
        if (type instanceof WildcardType wildcard) {
            return of(wildcard.getUpperBounds()[0], owner);
        }
        return ofVariable((TypeVariable<?>) type, owner);
    }

    /** Returns the type argument, or the bound of its variable if that is narrower, as it may be for a wildcard. */
    private static GenericType argument(GenericType given, TypeVariable<?> variable) {
        Class<?> bound = erasure(variable.getBounds()[0]);
        return bound.isAssignableFrom(given.raw) ? given : of(bound);
    }

    private static GenericType ofVariable(TypeVariable<?> variable, GenericType owner) {
        TypeVariable<?>[] declared = owner.raw.getTypeParameters();
        for (int i = 0; i < declared.length; i++) {
            if (declared[i].equals(variable) && i < owner.args.size()) {
                return owner.args.get(i);
            }
        }
        // The bound may refer to the variable itself (T extends Comparable<T>), so it is erased.
        return of(erasure(variable.getBounds()[0]));
    }

    private static Class<?> erasure(Type type) {
        if (type instanceof Class<?> raw) {
            return raw;
        }
        if (type instanceof ParameterizedType parameterized) {
            return (Class<?>) parameterized.getRawType();
        }
        if (type instanceof TypeVariable<?> variable) {
            return erasure(variable.getBounds()[0]);
        }
        return Object.class;
    }

    /** Returns a supertype of this type, with the type arguments that this type gives to it. */
    public GenericType asSupertype(Class<?> superType) {
        if (raw == superType || !superType.isAssignableFrom(raw)) {
            return raw == superType ? this : of(superType);
        }
        if (superType.isInterface()) {
            for (Type candidate : raw.getGenericInterfaces()) {
                GenericType resolved = of(candidate, this);
                if (superType.isAssignableFrom(resolved.raw)) {
                    return resolved.asSupertype(superType);
                }
            }
        }
        return raw.getGenericSuperclass() == null
                ? of(superType)
                : of(raw.getGenericSuperclass(), this).asSupertype(superType);
    }

    /**
     * Returns one of another class and the classes in this type whose loader sees all others, so that its loader is the
     * innermost. A value cached for this type must be attached to that class: attached to a class of an outer loader,
     * it would keep the inner loader alive.
     */
    public Class<?> innermost(Class<?> other) {
        Class<?> found = isInside(raw.getClassLoader(), other.getClassLoader()) ? raw : other;
        for (GenericType arg : args) {
            found = arg.innermost(found);
        }
        return found;
    }

    private static boolean isInside(ClassLoader inner, ClassLoader outer) {
        ClassLoader loader = inner;
        while (loader != null && loader != outer) {
            loader = loader.getParent();
        }
        return inner != outer && loader == outer;
    }

    /** Returns a type argument, or {@code Object} if there is none. */
    public GenericType arg(int index) {
        return index < args.size() ? args.get(index) : OBJECT;
    }

    /** Returns the component type of an array. */
    public GenericType component() {
        return args.get(0);
    }

    @Override
    public String toString() {
        if (args.isEmpty() || raw.isArray()) {
            return raw.getTypeName();
        }
        StringBuilder text = new StringBuilder(raw.getTypeName()).append('<');
        for (int i = 0; i < args.size(); i++) {
            text.append(i == 0 ? "" : ", ").append(args.get(i));
        }
        return text.append('>').toString();
    }
}
