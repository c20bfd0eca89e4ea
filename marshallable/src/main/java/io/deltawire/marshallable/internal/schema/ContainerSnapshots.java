package io.deltawire.marshallable.internal.schema;

import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.Stack;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.Vector;

/**
 * Iterates over collections and maps that other threads may change. The items written must be a state that the
 * container had, or the state that its iterator promises.
 *
 * <p>A concurrent collection keeps its promise for one iterator only: its size and its items by index are of different
 * moments. A container of the Java library that locks itself is copied under its lock. Containers of any other class
 * are iterated once. Stateless.
 */
public final class ContainerSnapshots {
    /** The lists that may be read by index, because no other thread may change them. */
    private static final Set<Class<?>> INDEXED = Set.of(
            ArrayList.class,
            Arrays.asList().getClass(),
            List.of().getClass(),
            List.of(1).getClass(),
            Collections.emptyList().getClass(),
            Collections.singletonList(1).getClass(),
            Collections.nCopies(1, 1).getClass());

    /** The maps that no other thread may change, so that they can be iterated more than once. */
    private static final Set<Class<?>> UNSHARED_MAPS = Set.of(
            LinkedHashMap.class,
            HashMap.class,
            TreeMap.class,
            EnumMap.class,
            Map.of().getClass(),
            Map.of(1, 1).getClass(),
            Collections.emptyMap().getClass(),
            Collections.singletonMap(1, 1).getClass());

    @SuppressWarnings("JdkObsolete") // fields may hold them
    private static final Set<Class<?>> LOCKED = Set.of(
            Vector.class,
            Stack.class,
            Hashtable.class,
            Properties.class,
            Collections.synchronizedCollection(new ArrayList<>()).getClass(),
            Collections.synchronizedList(new ArrayList<>()).getClass(),
            Collections.synchronizedList(new LinkedList<>()).getClass(),
            Collections.synchronizedSet(new HashSet<>()).getClass(),
            Collections.synchronizedSortedSet(new TreeSet<>()).getClass(),
            Collections.synchronizedNavigableSet(new TreeSet<>()).getClass(),
            Collections.synchronizedMap(new HashMap<>()).getClass(),
            Collections.synchronizedSortedMap(new TreeMap<>()).getClass(),
            Collections.synchronizedNavigableMap(new TreeMap<>()).getClass());

    private ContainerSnapshots() {}

    /** Returns whether items of a list may be read by index instead of by an iterator. */
    public static boolean isIndexed(Object list) {
        return list.getClass() == ArrayList.class || INDEXED.contains(list.getClass());
    }

    /** Returns whether a map can be iterated several times with one result, unless its owner breaks its contract. */
    public static boolean isUnshared(Map<?, ?> map) {
        return map.getClass() == LinkedHashMap.class || UNSHARED_MAPS.contains(map.getClass());
    }

    /** Returns whether all methods of a collection or map lock the object itself. */
    public static boolean isLocked(Object container) {
        return container.getClass() != ArrayList.class && LOCKED.contains(container.getClass());
    }

    /** Returns what to iterate over, once, for the items of a collection. */
    public static Iterable<?> items(Iterable<?> items) {
        return items instanceof Collection<?> collection && isLocked(items)
                ? Arrays.asList(collection.toArray())
                : items;
    }

    /** Returns what to iterate over, once, for the entries of a map. */
    public static Iterable<? extends Map.Entry<?, ?>> entries(Map<?, ?> map) {
        if (!isLocked(map)) {
            return map.entrySet();
        }
        synchronized (map) {
            List<Map.Entry<?, ?>> copy = new ArrayList<>(map.size());
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                copy.add(new SimpleImmutableEntry<>(entry));
            }
            return copy;
        }
    }
}
