package io.deltawire.marshallable.internal.schema;

import io.deltawire.marshallable.ReadMarshallable;
import io.deltawire.marshallable.WriteMarshallable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;

/**
 * Tells callbacks from data. A callback, such as a {@link Runnable}, a {@link java.util.function.Consumer} or a
 * listener, has no fields of its own and is there for its methods, which return nothing. Written as an empty object it
 * would be lost without a word.
 */
final class CallbackTypes {
    private CallbackTypes() {}

    /** Returns whether a class is one of callbacks. */
    static boolean isCallback(Class<?> type) {
        return !type.isInterface()
                && !type.isEnum()
                && !type.isRecord()
                && !WriteMarshallable.class.isAssignableFrom(type)
                && !ReadMarshallable.class.isAssignableFrom(type)
                && !hasFields(type)
                && hasListenerMethods(type);
    }

    private static boolean hasFields(Class<?> type) {
        for (Class<?> each = type; each != null && each != Object.class; each = each.getSuperclass()) {
            for (Field field : each.getDeclaredFields()) {
                // An inner class has its captured variables in synthetic fields, which are not written.
                if (!Modifier.isStatic(field.getModifiers()) && !field.isSynthetic()) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean hasListenerMethods(Class<?> type) {
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            for (Class<?> implemented : each.getInterfaces()) {
                for (Method method : implemented.getMethods()) {
                    if (Modifier.isAbstract(method.getModifiers()) && method.getReturnType() == void.class) {
                        return true;
                    }
                }
            }
        }
        return false;
    }
}
