package io.deltawire.marshallable.internal.schema;

import io.deltawire.marshallable.Alias;
import java.util.ArrayList;
import java.util.List;

/** The names that a class has by itself, before any registry gives it another one. */
public final class TypeNames {
    private TypeNames() {}

    /** Whether a name is one that a class itself says it has: simple, full or former. */
    public static boolean isOwnName(String name, Class<?> type) {
        return name.equals(simpleName(type))
                || name.equals(type.getName())
                || !formerNames(type).isEmpty() && formerNames(type).contains(name);
    }

    /** The names that a class itself says it has: see {@link #isOwnName}. */
    public static List<String> ownNames(Class<?> type) {
        List<String> names = new ArrayList<>(formerNames(type));
        names.add(simpleName(type));
        names.add(type.getName());
        return names;
    }

    /** The names that a class had before: those of its {@link Alias}. */
    static List<String> formerNames(Class<?> type) {
        Alias alias = type.getAnnotation(Alias.class);
        return alias == null ? List.of() : List.of(alias.value());
    }

    public static String simpleName(Class<?> type) {
        String simple = "";
        try {
            simple = type.getSimpleName();
        } catch (LinkageError e) {
            // a nested class whose outer class is not where it should be
        }
        return simple.isEmpty() ? type.getName().substring(type.getName().lastIndexOf('.') + 1) : simple;
    }
}
