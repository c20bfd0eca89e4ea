package io.deltawire.marshallable.internal.schema;

import io.deltawire.marshallable.Alias;
import java.util.ArrayList;
import java.util.List;

/**
 * The names that a class has without a registry: its simple name, its full name, and the names in its {@link Alias}.
 */
public final class TypeNames {
    private TypeNames() {}

    /** Returns whether a name is the simple name, the full name or a former name of a class. */
    public static boolean isOwnName(String name, Class<?> type) {
        return name.equals(simpleName(type))
                || name.equals(type.getName())
                || !formerNames(type).isEmpty() && formerNames(type).contains(name);
    }

    /** Returns the former names, the simple name and the full name of a class. */
    public static List<String> ownNames(Class<?> type) {
        List<String> names = new ArrayList<>(formerNames(type));
        names.add(simpleName(type));
        names.add(type.getName());
        return names;
    }

    /** Returns the names in the {@link Alias} of a class. */
    static List<String> formerNames(Class<?> type) {
        Alias alias = type.getAnnotation(Alias.class);
        return alias == null ? List.of() : List.of(alias.value());
    }

    /** Returns the simple name, or for an anonymous class the last part of its full name. */
    public static String simpleName(Class<?> type) {
        String simple = "";
        try {
            simple = type.getSimpleName();
        } catch (LinkageError e) {
            // a nested class whose outer class is missing or does not match it
        }
        return simple.isEmpty() ? type.getName().substring(type.getName().lastIndexOf('.') + 1) : simple;
    }
}
