package io.deltawire.marshallable.internal.schema;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedTransferQueue;
import java.util.function.Supplier;

/** Makes the collections and maps that are read into: of the declared class where that can be made, else a usual one. */
public final class Containers {
    private Containers() {}

    /** What makes collections of a type; gives null where nothing can be made. */
    @SuppressWarnings("JdkObsolete") // what is declared so has to be one
    public static Supplier<Collection<?>> collections(Class<?> type, Class<?> element) {
        if (EnumSet.class.isAssignableFrom(type)) {
            return enumSets(element);
        }
        if (type == ConcurrentHashMap.KeySetView.class) {
            return ConcurrentHashMap::newKeySet;
        }
        Constructor<?> constructor = noArgConstructor(type);
        if (constructor != null) {
            return () -> (Collection<?>) make(constructor);
        }
        Class<?> wanted = isHidden(type) ? kindOfCollection(type) : type;
        if (wanted.isAssignableFrom(ArrayList.class)) {
            return ArrayList::new;
        } else if (wanted.isAssignableFrom(LinkedHashSet.class)) {
            return LinkedHashSet::new;
        } else if (wanted.isAssignableFrom(TreeSet.class)) {
            return TreeSet::new;
        } else if (wanted.isAssignableFrom(ArrayDeque.class)) {
            return ArrayDeque::new;
        } else if (wanted.isAssignableFrom(LinkedBlockingDeque.class)) {
            return LinkedBlockingDeque::new;
        } else if (wanted.isAssignableFrom(LinkedTransferQueue.class)) {
            return LinkedTransferQueue::new;
        }
        return wanted.isAssignableFrom(LinkedList.class) ? LinkedList::new : () -> null;
    }

    /** Why none of a type can be made. */
    public static String whatItNeeds(Class<?> type) {
        return EnumMap.class.isAssignableFrom(type) || EnumSet.class.isAssignableFrom(type)
                ? "it has to be declared with the enum whose constants it holds"
                : "it needs a constructor without arguments";
    }

    /** The interface that a class of the library is used by which has no constructor without arguments. */
    public static Class<?> kindOfCollection(Class<?> type) {
        if (Set.class.isAssignableFrom(type)) {
            return SortedSet.class.isAssignableFrom(type) ? SortedSet.class : Set.class;
        }
        return Queue.class.isAssignableFrom(type) ? Queue.class : List.class;
    }

    /** What makes maps of a type; gives null where nothing can be made. */
    public static Supplier<Map<?, ?>> maps(Class<?> type, Class<?> key) {
        if (EnumMap.class.isAssignableFrom(type)) {
            return enumMaps(key);
        }
        Constructor<?> constructor = noArgConstructor(type);
        if (constructor != null) {
            return () -> (Map<?, ?>) make(constructor);
        }
        Class<?> wanted = isHidden(type) ? kindOfMap(type) : type;
        if (wanted.isAssignableFrom(LinkedHashMap.class)) {
            return LinkedHashMap::new;
        } else if (wanted.isAssignableFrom(TreeMap.class)) {
            return TreeMap::new;
        } else if (wanted.isAssignableFrom(ConcurrentHashMap.class)) {
            return ConcurrentHashMap::new;
        }
        return wanted.isAssignableFrom(ConcurrentSkipListMap.class) ? ConcurrentSkipListMap::new : () -> null;
    }

    private static Class<?> kindOfMap(Class<?> type) {
        return SortedMap.class.isAssignableFrom(type) ? SortedMap.class : Map.class;
    }

    /** Whether nobody can declare a class: a view, or one that cannot be changed. */
    private static boolean isHidden(Class<?> type) {
        return !Modifier.isPublic(type.getModifiers()) && isOfLibrary(type);
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // an enum class whose constants' type has no name here
    private static Supplier<Collection<?>> enumSets(Class<?> element) {
        return element.isEnum() ? () -> EnumSet.noneOf((Class) element) : () -> null;
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // as above
    private static Supplier<Map<?, ?>> enumMaps(Class<?> key) {
        return key.isEnum() ? () -> new EnumMap((Class) key) : () -> null;
    }

    /** The name for the kind of a collection that a list is not, or null. */
    public static String kind(Object collection) {
        if (collection instanceof SortedSet) {
            return "oset";
        }
        if (collection instanceof Set) {
            return "set";
        }
        return collection instanceof Deque && !(collection instanceof List) ? "deque" : null;
    }

    public static boolean isOfLibrary(Class<?> type) {
        return type.getName().startsWith("java.")
                || "java.base".equals(type.getModule().getName());
    }

    private static Constructor<?> noArgConstructor(Class<?> type) {
        if (type.isInterface() || Modifier.isAbstract(type.getModifiers())) {
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

    /** Whether {@code type} is {@link Collection} or above: what says nothing of the kind. */
    public static boolean isVague(Class<?> type) {
        return type == Collection.class || type == Iterable.class;
    }
}
