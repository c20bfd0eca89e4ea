package io.deltawire.marshallable.internal.codec;

import io.deltawire.marshallable.internal.schema.ContainerSnapshots;
import io.deltawire.marshallable.internal.schema.Containers;
import io.deltawire.marshallable.internal.schema.GenericType;
import io.deltawire.marshallable.internal.schema.ImmutableTypes;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.spi.text.Printable;
import java.lang.reflect.Modifier;
import java.util.ConcurrentModificationException;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Writes and reads maps as objects.
 *
 * <p>Text and enum constants are the names of their entries. Any other key is written as a value. A format that has
 * only text for keys writes it as text, and reading parses it from that text. A former map is filled again if its class
 * is the one that would be created; its entries stay as long as their keys arrive in the same order.
 */
public final class MapCodec extends ValueCodec {
    private final Class<?> type;
    private final ValueCodec key;
    private final ValueCodec value;
    private final boolean takesText;
    private final boolean hasTextKeys;

    /** Whether the declared key type admits several kinds of scalars, as {@code Object} and {@code Number} do. */
    private final boolean hasMixedKeys;

    /** Whether the declared key type is an Optional. */
    private final boolean hasOptionalKeys;

    private final boolean hasEnumKeys;

    /** Whether the key type guarantees that different keys are written differently. */
    private final boolean hasDistinctKeys;

    private final Supplier<Map<?, ?>> factory;

    /** The class that the factory creates; null until the first map was created. */
    private Class<?> createdClass;

    MapCodec(Class<?> type, GenericType keyType, ValueCodec key, ValueCodec value) {
        this.type = type;
        this.key = key;
        this.value = value;
        // A key declared as Comparable or Serializable may be text, which is then a name.
        this.hasTextKeys = keyType.raw() == String.class || keyType.raw() == CharSequence.class;
        this.takesText = keyType.raw().isAssignableFrom(String.class) || hasTextKeys;
        this.hasOptionalKeys = keyType.raw() == Optional.class;
        Class<?> kind = hasOptionalKeys ? keyType.arg(0).raw() : keyType.raw();
        this.hasMixedKeys = kind != Long.class && kind.isAssignableFrom(Long.class);
        this.hasEnumKeys = key instanceof EnumCodec;
        this.hasDistinctKeys =
                hasEnumKeys || Modifier.isFinal(keyType.raw().getModifiers()) && key instanceof ScalarCodec;
        this.factory = Containers.maps(type, keyType.raw());
    }

    public ValueCodec key() {
        return key;
    }

    public ValueCodec value() {
        return value;
    }

    /** Returns whether reading fills a former map again and keeps the entries whose keys arrive in the same order. */
    public boolean canRefill(Object map) {
        return map.getClass() == createdClass && keepsEntries((Map<?, ?>) map);
    }

    @Override
    String typeName(Object map, CodecContext session) {
        if (!Containers.isLibraryClass(type)) {
            return session.nameOf(type);
        }
        return map instanceof SortedMap ? "omap" : null;
    }

    @Override
    public void write(WireOut out, Object map, CodecContext session) {
        if (!hasDistinctKeys || map instanceof IdentityHashMap) {
            refuseEqualKeys((Map<?, ?>) map, session);
        }
        out.beginObject();
        for (Map.Entry<?, ?> entry : ContainerSnapshots.entries((Map<?, ?>) map)) {
            writeKey(out, entry.getKey(), session);
            value.writeOrNull(out, entry.getValue(), session);
        }
        out.endObject();
    }

    private static void refuseEqualKeys(Map<?, ?> map, CodecContext session) {
        if (!ContainerSnapshots.isLocked(map)) {
            CodecServices.get().refuseEqualKeys(map, session);
            return;
        }
        synchronized (map) {
            CodecServices.get().refuseEqualKeys(map, session);
        }
    }

    private void writeKey(WireOut out, Object given, CodecContext session) {
        if (takesText && given instanceof CharSequence text && (hasTextKeys || given instanceof String)) {
            out.field(text.toString());
        } else if (hasEnumKeys && given != null) {
            out.field(((Enum<?>) given).name());
        } else {
            // An empty Optional key is written like a null key.
            beginKey(out, given == null || given.equals(key.whenNull()) ? null : given, session);
            Object inside = hasOptionalKeys && given != null ? ((Optional<?>) given).orElse(null) : given;
            String name = hasMixedKeys && session.writesKindNames() ? ScalarCodec.kindName(inside, true) : null;
            if (name != null) {
                out.type(name);
                session.codecs().exact(inside.getClass()).write(out, inside, session);
                return;
            }
            key.writeOrNull(out, given, session);
        }
    }

    /** Begins a key that is not a name. A null gets a type name in formats that would write it as the text "null". */
    static void beginKey(WireOut out, Object key, CodecContext session) {
        out.key();
        if (key == null && session.writesKindNames()) {
            out.type("Object");
        }
    }

    @Override
    @SuppressWarnings("unchecked") // this codec created the map, and its codecs read the keys and values
    public Object read(WireIn in, Object reuse, CodecContext session) {
        Map<Object, Object> into = (Map<Object, Object>) reuseOrCreate(in, reuse, session);
        in.beginObject();
        if (into == reuse) {
            if (keepsEntries(into)) {
                refill(in, into, session);
            } else {
                into.clear();
            }
        }
        KeyCollisions collisions = null;
        while (in.hasNext()) {
            Object entryKey = readKey(in, null, session);
            if (KeyCollisions.isCandidate(entryKey, into.size())) {
                collisions = KeyCollisions.count(collisions, entryKey, in, session);
            }
            readEntry(in, into, entryKey, session);
        }
        in.endObject();
        return into;
    }

    /** Returns the map to read into: the former one if it has the class that the factory creates. */
    private Map<?, ?> reuseOrCreate(WireIn in, Object reuse, CodecContext session) {
        if (reuse != null && reuse.getClass() == createdClass) {
            return (Map<?, ?>) reuse;
        }
        Map<?, ?> into = factory.get();
        if (into != null) {
            createdClass = into.getClass();
            return reuse != null && reuse.getClass() == createdClass ? (Map<?, ?>) reuse : into;
        }
        if (type.isInstance(reuse)) {
            return (Map<?, ?>) reuse;
        }
        throw session.mismatch(
                in, Printable.withArticle(type.getName()) + " cannot be made: " + Containers.requirement(type));
    }

    private void readEntry(WireIn in, Map<Object, Object> into, Object entryKey, CodecContext session) {
        try {
            put(in, into, entryKey, value.readOrNull(in, null, session), session);
        } catch (TypeMismatch e) {
            throw e.inEntry(entryKey);
        }
    }

    /** Returns whether the class of a map supports replacing values and removing entries during iteration. */
    private static boolean keepsEntries(Map<?, ?> map) {
        Class<?> type = map.getClass();
        return type == LinkedHashMap.class || type == HashMap.class || type == TreeMap.class || type == EnumMap.class;
    }

    /**
     * Reads into the former entries as long as their keys arrive in the same order. From the first difference on, all
     * former entries are dropped.
     */
    private void refill(WireIn in, Map<Object, Object> map, CodecContext session) {
        Iterator<Map.Entry<Object, Object>> entries = map.entrySet().iterator();
        while (entries.hasNext() && in.hasNext()) {
            Map.Entry<Object, Object> entry = next(in, entries, session);
            Object entryKey = readKey(in, entry.getKey(), session);
            if (entryKey == null || !ImmutableTypes.isInterchangeable(entryKey, entry.getKey())) {
                entries.remove();
                dropRest(in, entries, session);
                readEntry(in, map, entryKey, session);
                return;
            }
            try {
                readInto(in, entry, session);
            } catch (TypeMismatch e) {
                throw e.inEntry(entryKey);
            }
        }
        dropRest(in, entries, session);
    }

    private static void dropRest(WireIn in, Iterator<?> rest, CodecContext session) {
        while (rest.hasNext()) {
            next(in, rest, session);
            rest.remove();
        }
    }

    private static <T> T next(WireIn in, Iterator<T> entries, CodecContext session) {
        try {
            return entries.next();
        } catch (ConcurrentModificationException e) {
            throw session.refilledTwice(in, "map");
        }
    }

    private void readInto(WireIn in, Map.Entry<Object, Object> entry, CodecContext session) {
        Object former = entry.getValue();
        Object reuse = isRefillableObject(former, session) ? former : value.reusableConstant(former);
        Object read = value.readOrNull(in, reuse, session);
        if (read != former) {
            entry.setValue(read);
        }
    }

    /** Returns whether a former value is an object that reading fills again. */
    private boolean isRefillableObject(Object former, CodecContext session) {
        if (!(value instanceof PolymorphicCodec bound) || former == null) {
            return value instanceof ObjectCodec;
        }
        Class<?> formerClass = former.getClass();
        return bound.exactCodec() != null && bound.exactCodec().type() == formerClass
                || session.codecs().exact(formerClass) instanceof ObjectCodec;
    }

    private void put(WireIn in, Map<Object, Object> into, Object entryKey, Object entryValue, CodecContext session) {
        try {
            Object other = into.put(entryKey, entryValue);
            if (other != null && hasEnumKeys && ((EnumCodec) key).isFallback(entryKey)) {
                throw session.mismatch(
                        in,
                        "expected at most one key that is read as " + ((Enum<?>) entryKey).name()
                                + ", the @Fallback, but there is another one");
            }
        } catch (WireException e) {
            throw e; // thrown by the equals or hashCode of a key
        } catch (RuntimeException e) { // thrown by the map, or by the key itself
            String what = entryKey != null && entryValue == null ? "null for the key " : "the key ";
            throw session.mismatch(
                    in,
                    Printable.withArticle(type.getSimpleName()) + " does not take " + what
                            + TypeMismatch.textOf(entryKey) + ": " + e,
                    e);
        }
    }

    /** @param former the former key, which is returned again if it is immutable and equal */
    private Object readKey(WireIn in, Object former, CodecContext session) {
        if (in.peek() == WireToken.KEY) {
            in.key();
            return key.readOrNull(in, key.reusableConstant(former), session);
        }
        String name = in.fieldName();
        if (takesText) {
            return name;
        }
        try {
            return key.read(new KeyTextReader(name, in), null, session);
        } catch (WireDataException e) {
            if (name.equals("null")) {
                return key.whenNull(); // a format that has only text for keys writes a null key as this text
            }
            throw e;
        }
    }
}
