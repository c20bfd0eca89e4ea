package io.deltawire.marshallable;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.function.Supplier;

/** Makes the collections and maps that are read into: of the declared class where that can be made, else a usual one. */
final class Containers {
    private Containers() {}

    /** What makes collections of a type; gives null where nothing can be made. */
    static Supplier<Collection<?>> collections(Class<?> type, Class<?> element) {
        if (EnumSet.class.isAssignableFrom(type)) {
            return enumSets(element);
        }
        Constructor<?> constructor = noArgConstructor(type);
        if (constructor != null) {
            return () -> (Collection<?>) make(constructor);
        }
        if (isForeign(type)) {
            return () -> null;
        }
        if (SortedSet.class.isAssignableFrom(type)) {
            return TreeSet::new;
        }
        if (Set.class.isAssignableFrom(type) || type.isAssignableFrom(LinkedHashSet.class) && isSetLike(type)) {
            return LinkedHashSet::new;
        }
        if (List.class.isAssignableFrom(type) || type.isAssignableFrom(ArrayList.class)) {
            return ArrayList::new;
        }
        if (BlockingQueue.class.isAssignableFrom(type) && type.isAssignableFrom(LinkedBlockingDeque.class)
                || BlockingDeque.class.isAssignableFrom(type)) {
            return LinkedBlockingDeque::new;
        }
        return type.isAssignableFrom(ArrayDeque.class) ? ArrayDeque::new : ArrayList::new;
    }

    private static boolean isSetLike(Class<?> type) {
        return !type.isAssignableFrom(ArrayList.class);
    }

    /** What makes maps of a type; gives null where nothing can be made. */
    static Supplier<Map<?, ?>> maps(Class<?> type, Class<?> key) {
        if (EnumMap.class.isAssignableFrom(type)) {
            return enumMaps(key);
        }
        Constructor<?> constructor = noArgConstructor(type);
        if (constructor != null) {
            return () -> (Map<?, ?>) make(constructor);
        }
        if (isForeign(type)) {
            return () -> null;
        }
        if (ConcurrentNavigableMap.class.isAssignableFrom(type)) {
            return ConcurrentSkipListMap::new;
        }
        if (SortedMap.class.isAssignableFrom(type)) {
            return TreeMap::new;
        }
        return ConcurrentMap.class.isAssignableFrom(type) ? ConcurrentHashMap::new : LinkedHashMap::new;
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // an enum class whose constants' type has no name here
    private static Supplier<Collection<?>> enumSets(Class<?> element) {
        return element.isEnum() ? () -> EnumSet.noneOf((Class) element) : LinkedHashSet::new;
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // as above
    private static Supplier<Map<?, ?>> enumMaps(Class<?> key) {
        return key.isEnum() ? () -> new EnumMap((Class) key) : LinkedHashMap::new;
    }

    /** The name for the kind of a collection that a list is not, or null. */
    static String kind(Object collection) {
        if (collection instanceof SortedSet) {
            return "oset";
        }
        if (collection instanceof Set) {
            return "set";
        }
        return collection instanceof Deque && !(collection instanceof List) ? "deque" : null;
    }

    /** Whether a class is neither the Java library's nor an interface: nothing else can stand in for it. */
    private static boolean isForeign(Class<?> type) {
        return !type.isInterface() && !isOfLibrary(type);
    }

    static boolean isOfLibrary(Class<?> type) {
        return type.getName().startsWith("java.")
                || "java.base".equals(type.getModule().getName());
    }

    private static Constructor<?> noArgConstructor(Class<?> type) {
        if (type.isInterface() || java.lang.reflect.Modifier.isAbstract(type.getModifiers())) {
            return null;
        }
        try {
            Constructor<?> constructor = type.getDeclaredConstructor();
            return constructor.trySetAccessible() ? constructor : null;
        } catch (NoSuchMethodException e) {
            return null;
        }
    }

    private static Object make(Constructor<?> constructor) {
        try {
            return constructor.newInstance();
        } catch (InvocationTargetException e) {
            throw new IllegalStateException(constructor + " failed: " + e.getCause(), e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(constructor + " cannot be called", e);
        }
    }

    /** Whether {@code type} is {@link Collection} or above, or {@link Queue}: what says nothing of the kind. */
    static boolean isVague(Class<?> type) {
        return type == Collection.class || type == Iterable.class;
    }
}
