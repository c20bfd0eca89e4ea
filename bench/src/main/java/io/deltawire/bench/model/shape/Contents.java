package io.deltawire.bench.model.shape;

import java.io.Serializable;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Describes and compares objects of this package by their public fields. */
final class Contents {
    private Contents() {}

    static boolean areSame(Object a, Object b) {
        return describe(a).equals(describe(b));
    }

    /** Returns the contents of an object as text. Sets and maps are in the order of the texts of their elements. */
    static String describe(Object object) {
        if (object instanceof Map<?, ?> map) {
            Map<String, String> entries = new TreeMap<>();
            map.forEach((key, value) -> entries.put(describe(key), describe(value)));
            return entries.toString();
        }
        if (object instanceof Collection<?> items) {
            List<String> texts = new ArrayList<>();
            items.forEach(item -> texts.add(describe(item)));
            if (!(object instanceof List)) {
                texts.sort(null);
            }
            return texts.toString();
        }
        boolean isOfThisPackage = object instanceof Serializable
                && object.getClass().getPackage() == Contents.class.getPackage()
                && !(object instanceof Enum);
        return isOfThisPackage ? describeFields(object) : String.valueOf(object);
    }

    private static String describeFields(Object object) {
        StringBuilder text = new StringBuilder(object.getClass().getSimpleName()).append('{');
        for (Field field : object.getClass().getFields()) {
            if (!Modifier.isStatic(field.getModifiers())) {
                try {
                    text.append(field.getName())
                            .append('=')
                            .append(describe(field.get(object)))
                            .append(' ');
                } catch (IllegalAccessException e) {
                    throw new IllegalStateException(e);
                }
            }
        }
        return text.append('}').toString();
    }
}
