package io.deltawire.marshallable.internal.event;

import io.deltawire.marshallable.KeyedMarshallable;
import io.deltawire.marshallable.Marshallable;
import io.deltawire.marshallable.ReadMarshallable;
import io.deltawire.marshallable.UnknownFields;
import io.deltawire.marshallable.WriteMarshallable;
import io.deltawire.marshallable.internal.schema.Containers;
import io.deltawire.marshallable.internal.schema.GenericType;
import java.io.Closeable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds the methods of interfaces whose calls are events. A method, default methods included, is an event if it returns
 * nothing, or an interface of the application on which the next call of a chain is made. Static methods, the methods of
 * {@code Object}, {@code close()} and the interfaces of this library are not events.
 */
final class EventMethods {
    private static final Set<Class<?>> NOT_EVENTS = Set.of(
            AutoCloseable.class,
            Closeable.class,
            Comparable.class,
            Marshallable.class,
            KeyedMarshallable.class,
            ReadMarshallable.class,
            WriteMarshallable.class,
            UnknownFields.class);

    private EventMethods() {}

    /**
     * Returns the methods of interfaces that a method writer must implement.
     *
     * @throws IllegalArgumentException if a method cannot be an event
     */
    static Map<String, EventMethod> toWrite(List<GenericType> interfaces) {
        Map<String, EventMethod> byName = new LinkedHashMap<>();
        for (GenericType type : interfaces) {
            requireInterface(type.raw());
            for (Method method : type.raw().getMethods()) {
                if (isOpen(method, type.raw())) {
                    addWritten(byName, method, type.asSupertype(method.getDeclaringClass()));
                }
            }
        }
        return byName;
    }

    private static void addWritten(Map<String, EventMethod> byName, Method method, GenericType declaring) {
        GenericType result = GenericType.of(method.getGenericReturnType(), declaring);
        if (isEventResult(result.raw()) && !NOT_EVENTS.contains(declaring.raw())) {
            add(byName, EventMethod.of(method, declaring, link(result)));
        } else if (!method.isDefault()) {
            throw new IllegalArgumentException("expected events, which return void or the interface of the next call of"
                    + " a chain, but was " + method);
        }
    }

    /**
     * Returns the methods of an interface that events may call, without any others.
     *
     * @throws IllegalArgumentException if two methods have the same name
     */
    static Map<String, EventMethod> toCall(GenericType type) {
        Map<String, EventMethod> byName = new LinkedHashMap<>();
        for (Method method : type.raw().getMethods()) {
            if (isOpen(method, type.raw()) && !NOT_EVENTS.contains(method.getDeclaringClass())) {
                GenericType declaring = type.asSupertype(method.getDeclaringClass());
                GenericType result = GenericType.of(method.getGenericReturnType(), declaring);
                if (isEventResult(result.raw())) {
                    add(byName, EventMethod.of(method, declaring, link(result)));
                }
            }
        }
        return byName;
    }

    /** Whether the methods of an interface that a component implements may be events. */
    static boolean areEvents(Class<?> type) {
        return !Containers.isLibraryClass(type) && !NOT_EVENTS.contains(type);
    }

    static void add(Map<String, EventMethod> byName, EventMethod method) {
        EventMethod before = byName.get(method.name());
        if (before == null) {
            byName.put(method.name(), method);
        } else if (before.isSame(method)) {
            byName.put(method.name(), before.withFormsOf(method));
        } else {
            throw new IllegalArgumentException("two methods are the event \"" + method.name() + "\": "
                    + before.describe() + " and " + method.describe()
                    + "; an event is known by its name alone, so give them different names");
        }
    }

    private static void requireInterface(Class<?> type) {
        if (!type.isInterface() || type.isAnnotation() || type.isSealed() || type.isHidden()) {
            throw new IllegalArgumentException("expected an interface that can be implemented but was " + type);
        }
    }

    /** Whether an implementation of the interface must consider the method. */
    private static boolean isOpen(Method method, Class<?> type) {
        return !Modifier.isStatic(method.getModifiers())
                && !method.isSynthetic()
                && !isClose(method, type)
                && !isOfObject(method);
    }

    /** Whether a method closes the object. That is not an event: the owner of the wire closes it. */
    private static boolean isClose(Method method, Class<?> type) {
        return AutoCloseable.class.isAssignableFrom(type)
                && method.getName().equals("close")
                && method.getParameterCount() == 0;
    }

    private static boolean isOfObject(Method method) {
        try {
            Object.class.getMethod(method.getName(), method.getParameterTypes());
            return true;
        } catch (NoSuchMethodException e) {
            return false;
        }
    }

    private static boolean isEventResult(Class<?> result) {
        return result == void.class || result.isInterface() && !Containers.isLibraryClass(result);
    }

    private static GenericType link(GenericType result) {
        return result.raw() == void.class ? null : result;
    }
}
