package io.deltawire.marshallable.internal.schema;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.List;

/**
 * A type with every variable replaced by what the declaring class was declared with. A variable that nobody has bound is
 * its bound.
 *
 * @param raw the class
 * @param args the type arguments, for an array its component; empty where none were given
 */
public record GenericType(Class<?> raw, List<GenericType> args) {
    static final GenericType OBJECT = new GenericType(Object.class, List.of());

    /** The class alone, its type arguments not known. */
    public static GenericType of(Class<?> raw) {
        return raw.isArray()
                ? new GenericType(raw, List.of(of(raw.getComponentType())))
                : new GenericType(raw, List.of());
    }

    /** A type as it is written in a member of {@code owner}. */
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

    /** A wildcard may say less of an argument than the class does whose it is. */
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
        // The bound may name the variable itself (T extends Comparable<T>), so only its class is taken.
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

    /** This type seen as a class or interface that it extends, with that one's type arguments. */
    public GenericType as(Class<?> superType) {
        if (raw == superType || !superType.isAssignableFrom(raw)) {
            return raw == superType ? this : of(superType);
        }
        if (superType.isInterface()) {
            for (Type candidate : raw.getGenericInterfaces()) {
                GenericType resolved = of(candidate, this);
                if (superType.isAssignableFrom(resolved.raw)) {
                    return resolved.as(superType);
                }
            }
        }
        return raw.getGenericSuperclass() == null
                ? of(superType)
                : of(raw.getGenericSuperclass(), this).as(superType);
    }

    /**
     * Of the classes in this type and another one, one whose loader has, or whose parents have, the others. What is made for
     * the type and kept hangs on it, since on a class of a parent it would keep the loader.
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

    /** A type argument, or {@code Object} where it is not known. */
    public GenericType arg(int index) {
        return index < args.size() ? args.get(index) : OBJECT;
    }

    /** The component type of an array. */
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
