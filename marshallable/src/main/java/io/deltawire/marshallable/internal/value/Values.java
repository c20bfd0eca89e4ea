package io.deltawire.marshallable.internal.value;

import io.deltawire.marshallable.internal.codec.Codecs;
import io.deltawire.marshallable.internal.codec.Equality;
import io.deltawire.marshallable.internal.codec.ObjectCodec;
import io.deltawire.marshallable.internal.codec.StackRoom;
import io.deltawire.marshallable.internal.schema.Containers;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import net.openhft.chronicle.bytes.Bytes;

/**
 * Equality and hash codes of objects by what is on the wire: fields one by one, doubles and floats by their bits, arrays
 * and text by content. A class that has its own {@code equals} is asked.
 */
public final class Values implements Equality.Nested {
    /** Where a cycle is looked for. */
    static final int SUSPICIOUS_DEPTH = 150;

    private static final Object NOT_HELD = new Object();

    private final Object root;
    private int depth;
    private boolean isSearched;

    private Values(Object root) {
        this.root = root;
    }

    /** Whether two values are the same on the wire. */
    public static boolean areEqual(Object a, Object b) {
        try {
            return new Values(a).equal(a, b);
        } catch (StackOverflowError e) {
            throw Cycles.tooDeep(a); // in an equals of others, whose depth is not known here
        }
    }

    /** Whether two objects of one class have the same fields. */
    public static boolean haveEqualFields(Object a, Object b, Equality equality) {
        try {
            return equality.equal(a, b, equality.isFlat() ? null : new Values(a));
        } catch (StackOverflowError e) {
            throw Cycles.tooDeep(a); // as above
        }
    }

    /** A hash code that goes with {@link #areEqual}. */
    public static int hash(Object value) {
        try {
            return new Values(value).hashOf(value);
        } catch (StackOverflowError e) {
            throw Cycles.tooDeep(value); // as above
        }
    }

    /** A hash code that goes with {@link #haveEqualFields}. */
    public static int hashFields(Object object, Equality equality) {
        try {
            return equality.hash(object, equality.isFlat() ? null : new Values(object));
        } catch (StackOverflowError e) {
            throw Cycles.tooDeep(object); // as above
        }
    }

    private void enter() {
        depth++;
        if (depth == SUSPICIOUS_DEPTH && !isSearched) {
            isSearched = true;
            Cycles.refuse(root);
        }
        if (StackRoom.isShort(depth)) {
            throw Cycles.tooDeep(root);
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
        // Bytes are character sequences too, but no text.
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
        ObjectCodec codec = byFields(type);
        if (codec != null) {
            return type == b.getClass() && codec.equality().equal(a, b, this);
        }
        if (a instanceof Optional<?> optional) {
            return b instanceof Optional<?> other && equal(optional.orElse(null), other.orElse(null));
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

    /** Whether a collection that is no set comes back as a list: all but queues, of which a LinkedList is a list too. */
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
            Object other = held(b, entry.getKey());
            if (other == NOT_HELD || !equal(entry.getValue(), other)) {
                depth = before; // where it stopped at a difference
                return equalUnordered(a.entrySet(), b.entrySet());
            }
        }
        return true;
    }

    /** What a map holds for a key, or {@link #NOT_HELD}. */
    private static Object held(Map<?, ?> map, Object key) {
        try {
            Object value = map.get(key);
            return value != null || map.containsKey(key) ? value : NOT_HELD;
        } catch (NullPointerException e) {
            return NOT_HELD; // of a map that takes no null
        }
    }

    private boolean equalSets(Set<?> a, Set<?> b) {
        return a instanceof SortedSet || b instanceof SortedSet
                ? equalSorted(a, b)
                : a.equals(b) || equalUnordered(a, b);
    }

    /** As {@link #equalUnordered}, where one may be sorted: that is not asked, since to its order different items may be the same. */
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
     * Whether there is an equal item for each: where items, or the keys of entries, have no equality of their own (arrays,
     * objects of plain classes, text builders), so that the set or map itself finds none, or only one of several whose content
     * is the same. Hash codes are of all that is compared: what differs deep inside is not looked for again on each level.
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
        // Whatever it was made to hold: what a Number[] field held in an Integer[] comes back in a Number[].
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

    private int hashOfStructure(Object value) {
        ObjectCodec codec = byFields(value.getClass());
        if (codec != null) {
            return codec.equality().hash(value, this);
        }
        if (value instanceof Optional<?> optional) {
            return hashOf(optional.orElse(null));
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

    /** The codec of a class that has no equality of its own, or null. */
    private static ObjectCodec byFields(Class<?> type) {
        if (Containers.isOfLibrary(type)) {
            return null;
        }
        ObjectCodec codec = Codecs.ofObject(type);
        return codec != null && codec.isEqualByFields() ? codec : null;
    }
}
