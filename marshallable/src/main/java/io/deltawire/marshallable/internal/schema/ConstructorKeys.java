package io.deltawire.marshallable.internal.schema;

import io.deltawire.marshallable.Key;
import io.deltawire.wire.WireDataException;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds key fields by the parameters of a constructor. In Kotlin's {@code class K(@Key val id: String)} the annotation
 * belongs to the parameter, and the field has the same position among the fields. Stateless.
 */
final class ConstructorKeys {
    private ConstructorKeys() {}

    /**
     * Returns the fields of a class that are set by parameters with the annotation.
     *
     * @throws WireDataException if a parameter has the annotation but its field cannot be found
     */
    static Set<Field> of(Class<?> type) {
        for (Constructor<?> constructor : type.getDeclaredConstructors()) {
            if (!constructor.isSynthetic() && hasKey(constructor)) {
                List<Field> fields = fieldsOf(type, constructor);
                Set<Field> keys = new HashSet<>();
                for (int i = 0; i < fields.size(); i++) {
                    boolean isFirst = fields.indexOf(fields.get(i)) == i;
                    if (isFirst && constructor.getParameters()[i].isAnnotationPresent(Key.class)) {
                        keys.add(fields.get(i));
                    }
                }
                return keys;
            }
        }
        return Set.of();
    }

    private static boolean hasKey(Constructor<?> constructor) {
        for (Parameter each : constructor.getParameters()) {
            if (each.isAnnotationPresent(Key.class)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns the field of each parameter, or null for one that belongs to no field. The bytecode decides, if it stores
     * the parameter in a field. Otherwise it is the field of the same name, or the one at the same position if the
     * class file has no names of parameters.
     */
    private static List<Field> fieldsOf(Class<?> type, Constructor<?> constructor) {
        List<Field> own = new ArrayList<>();
        for (Field each : type.getDeclaredFields()) {
            if (!Modifier.isStatic(each.getModifiers()) && !each.isSynthetic()) {
                own.add(each);
            }
        }
        ConstructorCode code = codeOf(constructor);
        List<Field> found = new ArrayList<>();
        Parameter[] parameters = constructor.getParameters();
        for (int i = 0; i < parameters.length; i++) {
            Field stored = code == null ? null : named(own, code.fieldOf(i));
            Field alike = parameters[i].isNamePresent()
                    ? named(own, parameters[i].getName())
                    : i < own.size() ? own.get(i) : null;
            boolean isOfOther = stored == null && alike != null && code != null && code.stores(alike.getName());
            Field field = stored != null ? stored : isOfOther ? null : alike;
            boolean fits = field != null && field.getType() == parameters[i].getType();
            if (!fits && parameters[i].isAnnotationPresent(Key.class)) {
                throw new WireDataException(
                        "object",
                        "the @Key on parameter " + (i + 1) + " of the constructor of " + type.getName()
                                + " belongs to no field that can be told; write @field:Key, or put it on the field",
                        null);
            }
            found.add(fits ? field : null);
        }
        return found;
    }

    /** Returns the code of a constructor, or null if there is none to read or it leaves the fields to another one. */
    private static ConstructorCode codeOf(Constructor<?> constructor) {
        try {
            ConstructorCode code = ConstructorCode.of(constructor);
            return code.callsOther() ? null : code;
        } catch (IOException e) {
            return null;
        }
    }

    private static Field named(List<Field> fields, String name) {
        return fields.stream()
                .filter(each -> each.getName().equals(name))
                .findFirst()
                .orElse(null);
    }
}
