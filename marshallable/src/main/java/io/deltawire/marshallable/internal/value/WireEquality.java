package io.deltawire.marshallable.internal.value;

import io.deltawire.marshallable.internal.codec.CodecSet;
import io.deltawire.marshallable.internal.codec.FieldEquality;
import io.deltawire.marshallable.internal.codec.ObjectCodec;
import io.deltawire.marshallable.internal.codec.RegisteredCodec;
import io.deltawire.marshallable.internal.codec.StackProbe;
import io.deltawire.marshallable.internal.codec.ValueCodec;
import io.deltawire.marshallable.internal.library.BuiltInCodecs;
import io.deltawire.marshallable.internal.schema.ContainerSnapshots;
import io.deltawire.marshallable.internal.schema.Containers;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import net.openhft.chronicle.bytes.Bytes;

/**
 * Compares and hashes values by what they are on the wire: objects field by field, doubles and floats by their bits,
 * arrays and text by content. A class that defines its own {@code equals} is compared by that.
 *
 * <p>One instance serves one comparison and counts its depth. When that is suspiciously deep, it searches the root for
 * a cycle once, and from then on probes the stack.
 */
public final class WireEquality implements FieldEquality.Nested {
    /** The depth at which a cycle is searched for. */
    static final int SUSPICIOUS_DEPTH = 150;

    private static final Object ABSENT = new Object();

    private final Object root;
    private int depth;
    private boolean isCycleChecked;

    private WireEquality(Object root) {
        this.root = root;
    }

    /** Returns whether two values are the same on the wire. */
    public static boolean areEqual(Object a, Object b) {
        try {
            return new WireEquality(a).equal(a, b);
        } catch (StackOverflowError e) {
            throw CycleFinder.tooDeep(a); // an equals method of other code has recursed, which is not counted here
        }
    }

    /** Returns whether two objects of one class have equal fields. */
    public static boolean haveEqualFields(Object a, Object b, FieldEquality equality) {
        try {
            return equality.equal(a, b, equality.isFlat() ? null : new WireEquality(a));
        } catch (StackOverflowError e) {
            throw CycleFinder.tooDeep(a); // an equals method of other code has recursed, which is not counted here
        }
    }

    /** Returns a hash code that is consistent with {@link #areEqual}. */
    public static int hash(Object value) {
        try {
            return new WireEquality(value).hashOf(value);
        } catch (StackOverflowError e) {
            throw CycleFinder.tooDeep(value); // a hashCode method of other code has recursed, which is not counted here
        }
    }

    /** Returns a hash code that is consistent with {@link #haveEqualFields}. */
    public static int hashFields(Object object, FieldEquality equality) {
        try {
            return equality.hash(object, equality.isFlat() ? null : new WireEquality(object));
        } catch (StackOverflowError e) {
            throw CycleFinder.tooDeep(
                    object); // a hashCode method of other code has recursed, which is not counted here
        }
    }

    private void enter() {
        depth++;
        if (depth == SUSPICIOUS_DEPTH && !isCycleChecked) {
            isCycleChecked = true;
            CycleFinder.refuse(root);
        }
        if (StackProbe.isNearlyUsedUp(depth)) {
            throw CycleFinder.tooDeep(root);
        }
    }

    @Override
    public boolean equal(Object a, Object b) {
        if (a == b) {
            return true;
        }
        if (a == null || b == null) {
            return false;
        }
        // Bytes implement CharSequence, but are not text.
        if (a instanceof Bytes<?> || b instanceof Bytes<?>) {
            return a instanceof Bytes<?> bytes
                    && b instanceof Bytes<?> other
                    && Arrays.equals(bytes.toByteArray(), other.toByteArray());
        }
        if (a instanceof CharSequence text && b instanceof CharSequence other) {
            return CharSequence.compare(text, other) == 0;
        }
        Class<?> type = a.getClass();
        if (type.isArray()) {
            return equalArrays(a, b);
        }
        enter();
        boolean equal = equalStructures(a, b, type);
        depth--;
        return equal;
    }

    private boolean equalStructures(Object a, Object b, Class<?> type) {
        Object content = contentOf(a);
        if (content != null) {
            return content.equals(contentOf(b));
        }
        ObjectCodec codec = fieldComparedCodec(type);
        if (codec != null) {
            return type == b.getClass() && codec.equality().equal(a, b, this);
        }
        if (ContainerSnapshots.isLocked(a)) {
            return equalStructures(snapshot(a), b, type);
        }
        if (ContainerSnapshots.isLocked(b)) {
            return equalStructures(a, snapshot(b), type);
        }
        if (a instanceof Optional<?> optional) {
            return b instanceof Optional<?> other && equal(optional.orElse(null), other.orElse(null));
        }
        if (a instanceof AtomicReference<?> reference) {
            return b instanceof AtomicReference<?> other && equal(reference.get(), other.get());
        }
        if (a instanceof Map<?, ?> map) {
            return b instanceof Map<?, ?> other && equalMaps(map, other);
        }
        if (a instanceof Set<?> set) {
            return b instanceof Set<?> other && equalSets(set, other);
        }
        if (a instanceof Collection<?> items) {
            boolean isSameKind = b instanceof Collection
                    && !(b instanceof Set)
                    && (isList(a) && isList(b) || a instanceof Queue && b instanceof Queue);
            return isSameKind && equalItems(items, (Collection<?>) b);
        }
        return a.equals(b);
    }

    /**
     * Returns whether a collection that is not a set is read back as a list. A LinkedList is both a queue and a list.
     */
    private static boolean isList(Object collection) {
        return collection instanceof List || !(collection instanceof Queue);
    }

    private boolean equalItems(Collection<?> a, Collection<?> b) {
        if (a.size() != b.size()) {
            return false;
        }
        Iterator<?> others = b.iterator();
        for (Object item : a) {
            if (!others.hasNext() || !equal(item, others.next())) {
                return false;
            }
        }
        return !others.hasNext();
    }

    private boolean equalMaps(Map<?, ?> a, Map<?, ?> b) {
        if (a.size() != b.size()) {
            return false;
        }
        if (a instanceof SortedMap || b instanceof SortedMap) {
            return equalSorted(a.entrySet(), b.entrySet());
        }
        int before = depth;
        for (Map.Entry<?, ?> entry : a.entrySet()) {
            Object other = valueOf(b, entry.getKey());
            if (other == ABSENT || !equal(entry.getValue(), other)) {
                depth = before; // where it stopped at a difference
                return equalUnordered(a.entrySet(), b.entrySet());
            }
        }
        return true;
    }

    /** Returns the value of a key, or {@link #ABSENT}. */
    private static Object valueOf(Map<?, ?> map, Object key) {
        try {
            Object value = map.get(key);
            return value != null || map.containsKey(key) ? value : ABSENT;
        } catch (NullPointerException e) {
            return ABSENT; // the map does not support null keys
        }
    }

    private boolean equalSets(Set<?> a, Set<?> b) {
        return a instanceof SortedSet || b instanceof SortedSet
                ? equalSorted(a, b)
                : a.equals(b) || equalUnordered(a, b);
    }

    /**
     * Compares two sets of which one is sorted, first in order and then as {@link #equalUnordered} does. The sorted set
     * is not asked whether it contains an item, because its comparator may treat different items as equal.
     */
    private boolean equalSorted(Set<?> a, Set<?> b) {
        if (a.size() != b.size()) {
            return false;
        }
        int before = depth;
        Iterator<?> others = b.iterator();
        for (Object item : a) {
            if (!others.hasNext() || !equalItem(item, others.next())) {
                depth = before; // where it stopped at a difference
                return equalUnordered(a, b);
            }
        }
        return true;
    }

    /**
     * Matches each item of one set with an equal item of the other. It is needed if items, or the keys of entries, do
     * not define equality (arrays, objects of plain classes, text builders): the set or map itself would find no match,
     * or only one of several with the same content. The hash codes cover everything that is compared, so that a
     * difference deep inside is not searched for again on each level.
     */
    private boolean equalUnordered(Set<?> a, Set<?> b) {
        if (a.size() != b.size()) {
            return false;
        }
        Map<Integer, List<Object>> byHash = new HashMap<>();
        for (Object item : b) {
            byHash.computeIfAbsent(hashOfItem(item), hash -> new ArrayList<>(1)).add(item);
        }
        int before = depth;
        for (Object item : a) {
            List<Object> candidates = byHash.getOrDefault(hashOfItem(item), List.of());
            int i = 0;
            while (i < candidates.size() && !equalItem(item, candidates.get(i))) {
                depth = before; // where it stopped at a difference
                i++;
            }
            if (i == candidates.size()) {
                return false;
            }
            candidates.remove(i);
        }
        return true;
    }

    private int hashOfItem(Object item) {
        return item instanceof Map.Entry<?, ?> entry ? hashOf(entry.getKey()) ^ hashOf(entry.getValue()) : hashOf(item);
    }

    private boolean equalItem(Object a, Object b) {
        return a instanceof Map.Entry<?, ?> entry && b instanceof Map.Entry<?, ?> other
                ? equal(entry.getKey(), other.getKey()) && equal(entry.getValue(), other.getValue())
                : equal(a, b);
    }

    private boolean equalArrays(Object a, Object b) {
        if (!(a instanceof Object[] items)) {
            return a.getClass() == b.getClass()
                    && Objects.deepEquals(a, b); // doubles and floats by bits, as everywhere
        }
        // The component types are ignored: an Integer[] in a Number[] field is read back as a Number[].
        if (!(b instanceof Object[] others) || items.length != others.length) {
            return false;
        }
        enter();
        for (int i = 0; i < items.length; i++) {
            if (!equal(items[i], others[i])) {
                return false;
            }
        }
        depth--;
        return true;
    }

    @Override
    public int hashOf(Object value) {
        if (value == null) {
            return 0;
        }
        if (value instanceof Bytes<?> bytes) {
            return Arrays.hashCode(bytes.toByteArray());
        }
        if (value instanceof CharSequence text) {
            return text.toString().hashCode();
        }
        if (value.getClass().isArray()) {
            return hashOfArray(value);
        }
        enter();
        int hash = hashOfStructure(value);
        depth--;
        return hash;
    }

    /** Returns a copy, made under its lock, of a collection or map that locks itself. */
    private static Object snapshot(Object locked) {
        synchronized (locked) {
            if (locked instanceof Map<?, ?> map) {
                return map instanceof SortedMap<?, ?> sorted ? new TreeMap<>(sorted) : new LinkedHashMap<>(map);
            }
            if (locked instanceof Set<?> set) {
                return set instanceof SortedSet<?> sorted ? new TreeSet<>(sorted) : new LinkedHashSet<>(set);
            }
            return new ArrayList<>((Collection<?>) locked);
        }
    }

    private int hashOfStructure(Object value) {
        Object content = contentOf(value);
        if (content != null) {
            return content.hashCode();
        }
        ObjectCodec codec = fieldComparedCodec(value.getClass());
        if (codec != null) {
            return codec.equality().hash(value, this);
        }
        if (ContainerSnapshots.isLocked(value)) {
            return hashOfStructure(snapshot(value));
        }
        if (value instanceof Optional<?> optional) {
            return hashOf(optional.orElse(null));
        }
        if (value instanceof AtomicReference<?> reference) {
            return hashOf(reference.get());
        }
        if (value instanceof Map<?, ?> map) {
            int hash = 0;
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                hash += hashOfItem(entry);
            }
            return hash;
        }
        if (value instanceof Set<?> items) {
            int hash = 0;
            for (Object item : items) {
                hash += hashOf(item);
            }
            return hash;
        }
        if (value instanceof Collection<?> items) {
            int hash = 1;
            for (Object item : items) {
                hash = 31 * hash + hashOf(item);
            }
            return hash;
        }
        return value.hashCode();
    }

    private int hashOfArray(Object array) {
        if (array instanceof Object[] items) {
            enter();
            int hash = 1;
            for (Object item : items) {
                hash = 31 * hash + hashOf(item);
            }
            depth--;
            return hash;
        }
        int hash = 1;
        for (int i = 0, length = Array.getLength(array); i < length; i++) {
            hash = 31 * hash + Array.get(array, i).hashCode();
        }
        return hash;
    }

    /**
     * Returns an object to compare instead of a value that has a codec but no suitable {@code equals}; otherwise null.
     */
    private static Object contentOf(Object value) {
        Object content = BuiltInCodecs.contentOf(value);
        if (content != null || Containers.isLibraryClass(value.getClass())) {
            return content;
        }
        ValueCodec codec = CodecSet.shared().exact(value.getClass());
        return codec instanceof RegisteredCodec registered && !definesEquality(value.getClass())
                ? RegisteredValues.textOf(value, registered)
                : null;
    }

    private static boolean definesEquality(Class<?> type) {
        try {
            return type.getMethod("equals", Object.class).getDeclaringClass() != Object.class;
        } catch (NoSuchMethodException e) {
            throw new AssertionError(e); // Object declares it
        }
    }

    /** Returns the codec of a class that is compared by its fields, or null if it defines its own equality. */
    private static ObjectCodec fieldComparedCodec(Class<?> type) {
        if (Containers.isLibraryClass(type)) {
            return null;
        }
        ObjectCodec codec = CodecSet.shared().ofObject(type);
        return codec != null && codec.isEqualByFields() ? codec : null;
    }
}
