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
 * The description of a record: its type name, its field names in order, and which fields form its key. A shape is built
 * once for each class, or learnt from the input.
 *
 * <p>Writers and readers address a field by its ordinal, which is its index in the shape. A format stores what it
 * computes from a shape, such as encoded names, in an {@link Attachment}.
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
                throw new IllegalArgumentException("field \"" + names[i] + "\" occurs twice in shape " + typeName);
            }
        }
        this.ordinals = byName;
    }

    /**
     * Returns a new shape.
     *
     * @param typeName the type name of the objects, or null for none
     * @param names the field names, in the order in which the fields are written
     * @throws IllegalArgumentException if a name occurs twice
     */
    public static Shape of(String typeName, Collection<String> names) {
        Objects.requireNonNull(names, "names");
        return new Shape(typeName, names.toArray(new String[0]), NO_KEYS);
    }

    /**
     * Returns a copy of this shape whose key consists of the named fields. The copy is another shape, with its own
     * attachments.
     *
     * @param keys names of fields of this shape
     * @throws IllegalArgumentException if this shape has no field with one of the names
     */
    public Shape withKey(Collection<String> keys) {
        int[] of = new int[Objects.requireNonNull(keys, "keys").size()];
        int i = 0;
        for (String key : keys) {
            int ordinal = ordinal(key);
            if (ordinal < 0) {
                throw new IllegalArgumentException("shape " + typeName + " has no field \"" + key + "\" for its key");
            }
            of[i++] = ordinal;
        }
        return new Shape(typeName, names, of);
    }

    /** Returns the type name of the objects, or null for none. */
    public String typeName() {
        return typeName;
    }

    /** Returns the number of fields. */
    public int size() {
        return names.length;
    }

    /**
     * Returns the name of a field.
     *
     * @throws IllegalArgumentException if no field has this ordinal
     */
    public String name(int ordinal) {
        if (ordinal < 0 || ordinal >= names.length) {
            throw new IllegalArgumentException("no field has the ordinal " + ordinal + " in " + this);
        }
        return names[ordinal];
    }

    /** Returns the ordinal of the field with this name, or -1 if there is none. */
    public int ordinal(String name) {
        Integer ordinal = ordinals.get(name);
        return ordinal == null ? -1 : ordinal;
    }

    /** Returns the field names in order, as an immutable list. */
    public List<String> names() {
        return List.of(names);
    }

    /**
     * Returns the ordinals of the key fields, in the order given to {@link #withKey}. The list is empty if the shape
     * has no key.
     */
    public List<Integer> keyOrdinals() {
        List<Integer> list = new ArrayList<>();
        for (int ordinal : keyOrdinals) {
            list.add(ordinal);
        }
        return list;
    }

    /**
     * Returns the value of an attachment. The first call computes and stores it; concurrent callers get the same
     * instance.
     */
    @SuppressWarnings("unchecked") // the attachment's own function fills its slot
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
     * A slot on every shape for what one format derives from it. Declare one as a constant for each format.
     *
     * @param <T> type of the derived value, which must be safe to publish to other threads
     */
    public static final class Attachment<T> {
        private static final AtomicInteger NEXT = new AtomicInteger();

        private final int index = NEXT.getAndIncrement();
        private final Function<Shape, T> function;

        private Attachment(Function<Shape, T> function) {
            this.function = function;
        }

        /**
         * Declares an attachment whose value is computed from the shape at the first use.
         *
         * @param function computes the value, which must not be null; it runs at most once for each shape
         */
        public static <T> Attachment<T> computedBy(Function<Shape, T> function) {
            return new Attachment<>(Objects.requireNonNull(function));
        }
    }
}
