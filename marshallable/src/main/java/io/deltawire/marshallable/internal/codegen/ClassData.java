package io.deltawire.marshallable.internal.codegen;

import java.util.ArrayList;
import java.util.List;

/** Collects the class data of a hidden class: constants such as codecs and handles that a class file cannot hold. */
final class ClassData {
    private final List<Object> values = new ArrayList<>();

    @SuppressWarnings("ReferenceEquality") // several methods may share a constant
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
