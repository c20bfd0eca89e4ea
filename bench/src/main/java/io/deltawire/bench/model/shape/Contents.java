package io.deltawire.bench.model.shape;

import java.io.Serializable;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What is in the objects of this package, told by their public fields. */
final class Contents {
    private Contents() {}

    static boolean areSame(Object a, Object b) {
        return describe(a).equals(describe(b));
    }

    /** All that an object holds, as text; a set or map in the order of its elements' texts. */
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
        boolean isOfHere = object instanceof Serializable
                && object.getClass().getPackage() == Contents.class.getPackage()
                && !(object instanceof Enum);
        return isOfHere ? fields(object) : String.valueOf(object);
    }

    private static String fields(Object object) {
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
