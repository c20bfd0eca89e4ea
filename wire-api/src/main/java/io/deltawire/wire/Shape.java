package io.deltawire.wire;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * The description of a record: its type name and its field names in order. Built once per class, or learnt from the
 * input. Writers and readers take a field by its ordinal in the shape, and each format hangs on the shape what it
 * precomputed from it (encoded names, say) as an {@link Attachment}.
 *
 * <p>Immutable and thread-safe. Shapes are compared by identity.
 */
public final class Shape {
    private static final int[] NO_KEYS = {};

    private final String typeName;
    private final String[] names;
    private final int[] keyOrdinals;
    private final Map<String, Integer> ordinals;
    private volatile Object[] attachments = {};

    private Shape(String typeName, String[] names, int[] keyOrdinals) {
        this.typeName = typeName;
        this.names = names;
        this.keyOrdinals = keyOrdinals;
        Map<String, Integer> byName = new HashMap<>();
        for (int i = 0; i < names.length; i++) {
            if (byName.put(Objects.requireNonNull(names[i], "name"), i) != null) {
                throw new IllegalArgumentException("field \"" + names[i] + "\" given twice in shape " + typeName);
            }
        }
        this.ordinals = byName;
    }

    /**
     * Returns a new shape.
     *
     * @param typeName the name written before an object of this type, or null for none
     * @param names field names, each once, in the order in which they are written
     */
    public static Shape of(String typeName, Collection<String> names) {
        Objects.requireNonNull(names, "names");
        return new Shape(typeName, names.toArray(new String[0]), NO_KEYS);
    }

    /**
     * Returns a shape like this one in which some fields together name the record.
     *
     * @param keys names of fields of this shape
     */
    public Shape withKey(Collection<String> keys) {
        int[] of = new int[Objects.requireNonNull(keys, "keys").size()];
        int i = 0;
        for (String key : keys) {
            int ordinal = ordinal(key);
            if (ordinal < 0) {
                throw new IllegalArgumentException("shape " + typeName + " has no field \"" + key + "\" to be a key");
            }
            of[i++] = ordinal;
        }
        return new Shape(typeName, names, of);
    }

    /** The name written before an object of this type, or null. */
    public String typeName() {
        return typeName;
    }

    /** The number of fields. */
    public int size() {
        return names.length;
    }

    /**
     * The name of a field.
     *
     * @throws IllegalArgumentException if there is no field with this ordinal
     */
    public String name(int ordinal) {
        if (ordinal < 0 || ordinal >= names.length) {
            throw new IllegalArgumentException("no field has the number " + ordinal + " in " + this);
        }
        return names[ordinal];
    }

    /** The ordinal of the field of this name, or -1. */
    public int ordinal(String name) {
        Integer ordinal = ordinals.get(name);
        return ordinal == null ? -1 : ordinal;
    }

    /** The field names in order. */
    public List<String> names() {
        return List.of(names);
    }

    /** The ordinals of the fields that together name the record; empty where none do. */
    public List<Integer> keyOrdinals() {
        List<Integer> list = new ArrayList<>();
        for (int ordinal : keyOrdinals) {
            list.add(ordinal);
        }
        return list;
    }

    /** What the attachment's format made of this shape, computed at the first call. */
    @SuppressWarnings("unchecked") // a slot is only ever filled by its own attachment's function
    public <T> T get(Attachment<T> attachment) {
        Object[] all = attachments;
        Object value = attachment.index < all.length ? all[attachment.index] : null;
        return value != null ? (T) value : attach(attachment);
    }

    private synchronized <T> T attach(Attachment<T> attachment) {
        Object[] all = attachments;
        T made = Objects.requireNonNull(attachment.function.apply(this));
        Object[] grown = Arrays.copyOf(all, Math.max(all.length, attachment.index + 1));
        grown[attachment.index] = made;
        attachments = grown;
        return made;
    }

    @Override
    public String toString() {
        return (typeName == null ? "" : "!" + typeName + " ") + Arrays.toString(names);
    }

    /**
     * A place on every shape for what one format precomputes. Declare one as a constant per format.
     *
     * @param <T> what is kept; must be safe to publish to other threads
     */
    public static final class Attachment<T> {
        private static final AtomicInteger NEXT = new AtomicInteger();

        private final int index = NEXT.getAndIncrement();
        private final Function<Shape, T> function;

        private Attachment(Function<Shape, T> function) {
            this.function = function;
        }

        /** Declares an attachment that is computed from the shape at first use. */
        public static <T> Attachment<T> computedBy(Function<Shape, T> function) {
            return new Attachment<>(Objects.requireNonNull(function));
        }
    }
}
