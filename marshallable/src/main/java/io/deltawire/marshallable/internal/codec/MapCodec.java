package io.deltawire.marshallable.internal.codec;

import io.deltawire.marshallable.internal.schema.Containers;
import io.deltawire.marshallable.internal.schema.GenericType;
import io.deltawire.marshallable.internal.schema.ImmutableTypes;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.WireToken;
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
 * Maps, as objects. Keys that are text or enum constants are names of entries; any other key is a value of its own,
 * which formats without such keys write as text, and which is parsed from that text again.
 */
public final class MapCodec extends ValueCodec {
    private final Class<?> type;
    private final ValueCodec key;
    private final ValueCodec value;
    private final boolean takesText;
    private final boolean hasTextKeys;

    /** Whether the declared type does not tell of which kind a key is, such as {@code Object} and {@code Number}. */
    private final boolean hasKeysOfKinds;

    /** Whether keys are what is in an Optional. */
    private final boolean hasOptionalKeys;

    private final boolean hasEnumKeys;

    /** Whether no two keys are written alike. */
    private final boolean hasOrdinaryKeys;

    private final Supplier<Map<?, ?>> factory;

    /** The class of what the factory has made; null before. */
    private Class<?> made;

    MapCodec(Class<?> type, GenericType keyType, ValueCodec key, ValueCodec value) {
        this.type = type;
        this.key = key;
        this.value = value;
        // A comparable or serializable key of unknown class that is text is written as text.
        this.hasTextKeys = keyType.raw() == String.class || keyType.raw() == CharSequence.class;
        this.takesText = keyType.raw().isAssignableFrom(String.class) || hasTextKeys;
        this.hasOptionalKeys = keyType.raw() == Optional.class;
        Class<?> kind = hasOptionalKeys ? keyType.arg(0).raw() : keyType.raw();
        this.hasKeysOfKinds = kind != Long.class && kind.isAssignableFrom(Long.class);
        this.hasEnumKeys = key instanceof EnumCodec;
        this.hasOrdinaryKeys =
                hasEnumKeys || Modifier.isFinal(keyType.raw().getModifiers()) && key instanceof ScalarCodec;
        this.factory = Containers.maps(type, keyType.raw());
    }

    public ValueCodec key() {
        return key;
    }

    public ValueCodec value() {
        return value;
    }

    /** Whether a map is read into again, and keeps its entries where their keys come again in their order. */
    public boolean isRefilled(Object map) {
        return map.getClass() == made && isRefilled((Map<?, ?>) map);
    }

    @Override
    String tag(Object map, Session session) {
        if (!Containers.isOfLibrary(type)) {
            return session.nameOf(type);
        }
        return map instanceof SortedMap ? "omap" : null;
    }

    @Override
    public void write(WireOut out, Object map, Session session) {
        if (!hasOrdinaryKeys || map instanceof IdentityHashMap) {
            CodecServices.get().refuseEqualKeys((Map<?, ?>) map, session);
        }
        out.beginObject();
        for (Map.Entry<?, ?> entry : ((Map<?, ?>) map).entrySet()) {
            writeKey(out, entry.getKey(), session);
            value.writeOrNull(out, entry.getValue(), session);
        }
        out.endObject();
    }

    private void writeKey(WireOut out, Object given, Session session) {
        if (takesText && given instanceof CharSequence text && (hasTextKeys || given instanceof String)) {
            out.field(text.toString());
        } else if (hasEnumKeys && given != null) {
            out.field(((Enum<?>) given).name());
        } else {
            // As an empty Optional is written, where the declared type says that it is one.
            beginKey(out, given == null || given.equals(key.whenNull()) ? null : given, session);
            Object inside = hasOptionalKeys && given != null ? ((Optional<?>) given).orElse(null) : given;
            String name = hasKeysOfKinds && session.namesKinds() ? ScalarCodec.kindName(inside, true) : null;
            if (name != null) {
                out.type(name);
                Codecs.exact(inside.getClass()).write(out, inside, session);
                return;
            }
            key.writeOrNull(out, given, session);
        }
    }

    /** Begins a key that is no name: a null has a type name where formats would write it as text. */
    static void beginKey(WireOut out, Object key, Session session) {
        out.key();
        if (key == null && session.namesKinds()) {
            out.type("Object");
        }
    }

    @Override
    @SuppressWarnings("unchecked") // a map made by us, for keys and values read by their codecs
    public Object read(WireIn in, Object reuse, Session session) {
        Map<Object, Object> into = (Map<Object, Object>) make(in, reuse, session);
        in.beginObject();
        if (into == reuse) {
            if (isRefilled(into)) {
                refill(in, into, session);
            } else {
                into.clear();
            }
        }
        while (in.hasNext()) {
            readEntry(in, into, readKey(in, null, session), session);
        }
        in.endObject();
        return into;
    }

    /** The map to be read into: the former one where it is of the class that is made. */
    private Map<?, ?> make(WireIn in, Object reuse, Session session) {
        if (reuse != null && reuse.getClass() == made) {
            return (Map<?, ?>) reuse;
        }
        Map<?, ?> into = factory.get();
        if (into != null) {
            made = into.getClass();
            return reuse != null && reuse.getClass() == made ? (Map<?, ?>) reuse : into;
        }
        if (type.isInstance(reuse)) {
            return (Map<?, ?>) reuse;
        }
        throw session.misfit(in, "a " + type.getName() + " cannot be made: " + Containers.whatItNeeds(type));
    }

    private void readEntry(WireIn in, Map<Object, Object> into, Object entryKey, Session session) {
        try {
            put(in, into, entryKey, value.readOrNull(in, null, session), session);
        } catch (Misfit e) {
            throw e.inEntry(entryKey);
        }
    }

    /** Whether the class of a map is one whose entries can be given other values in their order. */
    private static boolean isRefilled(Map<?, ?> map) {
        Class<?> type = map.getClass();
        return type == LinkedHashMap.class || type == HashMap.class || type == TreeMap.class || type == EnumMap.class;
    }

    /** Reads entries into those that there are, as long as they have the same keys in the same order; drops what is left then. */
    private void refill(WireIn in, Map<Object, Object> map, Session session) {
        Iterator<Map.Entry<Object, Object>> entries = map.entrySet().iterator();
        while (entries.hasNext() && in.hasNext()) {
            Map.Entry<Object, Object> entry = next(in, entries, session);
            Object entryKey = readKey(in, entry.getKey(), session);
            if (entryKey == null || !ImmutableTypes.isSame(entryKey, entry.getKey())) {
                entries.remove();
                drop(in, entries, session);
                readEntry(in, map, entryKey, session);
                return;
            }
            try {
                readInto(in, entry, session);
            } catch (Misfit e) {
                throw e.inEntry(entryKey);
            }
        }
        drop(in, entries, session);
    }

    private static void drop(WireIn in, Iterator<?> rest, Session session) {
        while (rest.hasNext()) {
            next(in, rest, session);
            rest.remove();
        }
    }

    private static <T> T next(WireIn in, Iterator<T> entries, Session session) {
        try {
            return entries.next();
        } catch (ConcurrentModificationException e) {
            throw session.heldTwice(in, "map");
        }
    }

    private void readInto(WireIn in, Map.Entry<Object, Object> entry, Session session) {
        Object former = entry.getValue();
        Object read = value.readOrNull(in, holdsObject(former, session) ? former : value.constant(former), session);
        if (read != former) {
            entry.setValue(read);
        }
    }

    /**
     * Whether a former value is an object that is read into again, as those of lists are. To ask must not give its class a name, by which
     * the input could then name it.
     */
    private boolean holdsObject(Object former, Session session) {
        if (!(value instanceof BoundCodec bound) || former == null) {
            return value instanceof ObjectCodec;
        }
        Class<?> held = former.getClass();
        return bound.own() != null && bound.own().type() == held
                || session.types().hasName(held) && Codecs.exact(held) instanceof ObjectCodec;
    }

    private void put(WireIn in, Map<Object, Object> into, Object entryKey, Object entryValue, Session session) {
        try {
            into.put(entryKey, entryValue);
        } catch (WireException e) {
            throw e; // of equals or hashCode
        } catch (RuntimeException e) { // whatever the class of the map, or of the key, throws
            String what = entryKey != null && entryValue == null ? "null for the key " : "the key ";
            throw session.misfit(
                    in, "a " + type.getSimpleName() + " does not take " + what + Misfit.textOf(entryKey) + ": " + e, e);
        }
    }

    /** @param former what may be given where it is the key */
    private Object readKey(WireIn in, Object former, Session session) {
        if (in.peek() == WireToken.KEY) {
            in.key();
            return key.readOrNull(in, key.constant(former), session);
        }
        String name = in.fieldName();
        if (takesText) {
            return name;
        }
        try {
            return key.read(new TextIn(name, in), null, session);
        } catch (WireDataException e) {
            if (name.equals("null")) {
                return key.whenNull(); // a null in a format whose names are all text
            }
            throw e;
        }
    }
}
