package io.deltawire.marshallable.internal.codegen;

import java.util.ArrayList;
import java.util.List;

/** The constants of a generated class that a class file cannot hold. */
final class ClassData {
    private final List<Object> values = new ArrayList<>();

    @SuppressWarnings("ReferenceEquality") // a constant asked for by several methods is one
    int add(Object value) {
        for (int i = 0; i < values.size(); i++) {
            if (values.get(i) == value) {
                return i;
            }
        }
        values.add(value);
        return values.size() - 1;
    }

    List<Object> list() {
        return List.copyOf(values);
    }
}
