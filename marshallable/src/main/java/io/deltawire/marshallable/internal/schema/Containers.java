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

/**
 * Creates the collections and maps that reading fills: of the declared class if it has a constructor without arguments,
 * or else of a common class that fits.
 */
public final class Containers {
    private Containers() {}

    /** Returns a factory of collections for a declared type. The factory returns null if it cannot create any. */
    @SuppressWarnings("JdkObsolete") // a field declared as LinkedList needs one
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
        Class<?> wanted = isLibraryInternal(type) ? collectionInterface(type) : type;
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

    /** Returns what an error message says that a type needs for the factory to work. */
    public static String requirement(Class<?> type) {
        return EnumMap.class.isAssignableFrom(type) || EnumSet.class.isAssignableFrom(type)
                ? "it has to be declared with the enum whose constants it holds"
                : "it needs a constructor without arguments";
    }

    /** Returns the interface by which a collection class without a suitable constructor is used. */
    public static Class<?> collectionInterface(Class<?> type) {
        if (Set.class.isAssignableFrom(type)) {
            return SortedSet.class.isAssignableFrom(type) ? SortedSet.class : Set.class;
        }
        return Queue.class.isAssignableFrom(type) ? Queue.class : List.class;
    }

    /** Returns a factory of maps for a declared type. The factory returns null if it cannot create any. */
    public static Supplier<Map<?, ?>> maps(Class<?> type, Class<?> key) {
        if (EnumMap.class.isAssignableFrom(type)) {
            return enumMaps(key);
        }
        Constructor<?> constructor = noArgConstructor(type);
        if (constructor != null) {
            return () -> (Map<?, ?>) make(constructor);
        }
        Class<?> wanted = isLibraryInternal(type) ? kindOfMap(type) : type;
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

    /** Returns whether a class is internal to the Java library, such as a view or an immutable list. */
    private static boolean isLibraryInternal(Class<?> type) {
        return !Modifier.isPublic(type.getModifiers()) && isLibraryClass(type);
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // the type of the constants is only known at run time
    private static Supplier<Collection<?>> enumSets(Class<?> element) {
        return element.isEnum() ? () -> EnumSet.noneOf((Class) element) : () -> null;
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // the type of the constants is only known at run time
    private static Supplier<Map<?, ?>> enumMaps(Class<?> key) {
        return key.isEnum() ? () -> new EnumMap((Class) key) : () -> null;
    }

    /** Returns the type name for the kind of a collection, or null if it is read back as a list. */
    public static String kindName(Object collection) {
        if (collection instanceof SortedSet) {
            return "oset";
        }
        if (collection instanceof Set) {
            return "set";
        }
        return collection instanceof Deque && !(collection instanceof List) ? "deque" : null;
    }

    /** Returns whether a class belongs to the Java library. */
    public static boolean isLibraryClass(Class<?> type) {
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

    /**
     * Returns whether a declared type says nothing about the kind of a collection: {@link Collection} or
     * {@code Iterable}.
     */
    public static boolean isGeneralType(Class<?> type) {
        return type == Collection.class || type == Iterable.class;
    }
}
