package io.deltawire.marshallable.testing;

import io.deltawire.marshallable.TypeRegistry;

/** Registers the classes of tests, whose names select them in fields that are declared as {@code Object}. */
public final class Types {
    private Types() {}

    /** Registers the classes that are nested in others, except those whose simple name another class has. */
    public static void registerNested(Class<?>... outer) {
        for (Class<?> each : outer) {
            for (Class<?> nested : each.getDeclaredClasses()) {
                try {
                    TypeRegistry.shared().register(nested);
                } catch (IllegalArgumentException e) {
                    // its values are written with the full name, or the test registers it under another one
                }
                registerNested(nested);
            }
        }
    }
}
