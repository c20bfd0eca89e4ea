package io.deltawire.marshallable.internal.codec;

import io.deltawire.marshallable.internal.schema.BuiltInTypes;
import io.deltawire.marshallable.internal.schema.ContainerSnapshots;
import io.deltawire.marshallable.internal.schema.Containers;
import io.deltawire.marshallable.internal.schema.ImmutableTypes;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.spi.text.Printable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.ConcurrentModificationException;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * Writes and reads collections as lists of their elements.
 *
 * <p>A former collection is filled again if its class is the one that would be created. Lists keep their items and read
 * into them. Hash and tree sets of scalars keep the items that arrive again in the same order. Other collections are
 * cleared first. If the declared type is just {@code Collection} or {@code Iterable}, the kind is written as a type
 * name.
 */
public final class CollectionCodec extends ValueCodec {
    private final Class<?> type;
    private final ValueCodec element;
    private final Supplier<Collection<?>> factory;
    private final boolean isGeneralType;
    private final boolean makesArrayLists;

    /**
     * The class that the factory creates, if it is always the same one; null until the first collection was created.
     */
    private Class<?> createdClass;

    CollectionCodec(Class<?> type, Class<?> elementClass, ValueCodec element) {
        this.type = type;
        this.element = element;
        this.factory = Containers.collections(type, elementClass);
        this.isGeneralType = Containers.isGeneralType(type);
        this.makesArrayLists = type == List.class || type == ArrayList.class;
    }

    public ValueCodec element() {
        return element;
    }

    /** Returns whether the declared type makes every new collection an {@link ArrayList}. */
    boolean makesArrayLists() {
        return makesArrayLists;
    }

    /** Returns whether reading fills a former value again instead of replacing it. */
    public boolean canRefill(Object value) {
        Class<?> formerClass = value.getClass();
        return formerClass == ArrayList.class
                ? makesArrayLists
                : formerClass == createdClass && (isSet(formerClass) || value instanceof EnumSet);
    }

    /** Returns whether a value is written with the name of its kind, such as {@code set}. */
    public boolean writesKindName(Object value) {
        return isGeneralType && Containers.kindName(value) != null;
    }

    @Override
    String typeName(Object value, CodecContext session) {
        return Containers.isLibraryClass(type) ? Containers.kindName(value) : session.nameOf(type);
    }

    @Override
    public void write(WireOut out, Object value, CodecContext session) {
        if (isGeneralType) {
            String kind = Containers.kindName(value);
            if (kind != null) {
                out.type(kind);
            }
        }
        out.beginList();
        if (ContainerSnapshots.isIndexed(value)) {
            List<?> list = (List<?>) value;
            int size = list.size();
            for (int i = 0; i < size; i++) {
                element.writeOrNull(out, list.get(i), session);
            }
            if (list.size() != size) {
                throw new ConcurrentModificationException("the list changed while it was written");
            }
        } else {
            for (Object each : ContainerSnapshots.items((Iterable<?>) value)) {
                element.writeOrNull(out, each, session);
            }
        }
        out.endList();
    }

    @Override
    @SuppressWarnings("unchecked") // this codec created the collection, and its element codec reads the elements
    public Object read(WireIn in, Object reuse, CodecContext session) {
        if (makesArrayLists && reuse != null && reuse.getClass() == ArrayList.class) {
            refill(in, (List<Object>) reuse, session); // no list is created just to learn its class
            return reuse;
        }
        Collection<Object> into = (Collection<Object>) reuseOrCreate(in, reuse, session);
        if (reuse != null && reuse.getClass() == into.getClass()) {
            into = (Collection<Object>) reuse;
            if (into instanceof ArrayList<Object> list) {
                refill(in, list, session);
                return list;
            }
        }
        in.beginList();
        int count = into == reuse ? refill(in, into, session) : 0;
        try {
            KeyCollisions collisions = null;
            while (in.hasNext()) {
                Object value = element.readOrNull(in, null, session);
                if (into instanceof Set && KeyCollisions.isCandidate(value, into.size())) {
                    collisions = KeyCollisions.count(collisions, value, in, session);
                }
                add(in, into, value, session);
                count++;
            }
        } catch (TypeMismatch e) {
            throw e.inItem(count);
        }
        in.endList();
        return into;
    }

    private void add(WireIn in, Collection<Object> into, Object value, CodecContext session) {
        try {
            into.add(value);
        } catch (WireException e) {
            throw e; // thrown by the equals or hashCode of an element
        } catch (RuntimeException e) { // thrown by the collection, or by the element itself
            throw refused(in, value, e, session);
        }
    }

    /**
     * Keeps immutable items of a set as long as they arrive in the same order. From the first difference on, all former
     * items are dropped.
     *
     * @return the number of items read
     */
    private int refill(WireIn in, Collection<Object> former, CodecContext session) {
        if (!keepsItems(former)) {
            former.clear();
            return 0;
        }
        Iterator<Object> items = former.iterator();
        int count = 0;
        Object item = null;
        boolean isNew = false;
        try {
            while (!isNew && items.hasNext() && in.hasNext()) {
                Object formerItem = items.next();
                item = element.readOrNull(in, element.reusableConstant(formerItem), session);
                isNew = item == null || !ImmutableTypes.isInterchangeable(item, formerItem);
                if (isNew) {
                    items.remove();
                } else {
                    count++;
                }
            }
            while (items.hasNext()) {
                items.next();
                items.remove();
            }
            if (isNew) {
                add(in, former, item, session);
                count++;
            }
        } catch (TypeMismatch e) {
            throw e.inItem(count);
        }
        return count;
    }

    private boolean keepsItems(Collection<?> former) {
        return element instanceof ScalarCodec && isSet(former.getClass());
    }

    private static boolean isSet(Class<?> type) {
        return type == HashSet.class || type == LinkedHashSet.class || type == TreeSet.class;
    }

    private void refill(WireIn in, List<Object> list, CodecContext session) {
        int size = 0;
        try {
            in.beginList();
            while (in.hasNext()) {
                int formerSize = list.size();
                if (size < formerSize) {
                    Object former = list.get(size);
                    Object item = element.readOrNull(in, former, session);
                    if (list.size() != formerSize) {
                        throw session.refilledTwice(in, "list");
                    }
                    if (item != former) { // every stored reference costs a write barrier of the garbage collector
                        list.set(size, item);
                    }
                } else {
                    list.add(element.readOrNull(in, null, session));
                }
                size++;
            }
        } catch (TypeMismatch e) {
            throw e.inItem(size);
        }
        in.endList();
        for (int i = list.size() - 1; i >= size; i--) {
            list.remove(i);
        }
    }

    private Collection<?> reuseOrCreate(WireIn in, Object reuse, CodecContext session) {
        if (reuse != null && reuse.getClass() == createdClass) {
            return (Collection<?>) reuse;
        }
        Collection<?> created = isGeneralType ? createOfKind(in.typeName()) : factory.get();
        if (created != null && !isGeneralType) {
            createdClass = created.getClass();
        }
        if (created == null && type.isInstance(reuse)) {
            return (Collection<?>) reuse;
        }
        if (created == null) {
            throw session.mismatch(
                    in, Printable.withArticle(type.getName()) + " cannot be made: " + Containers.requirement(type));
        }
        return created;
    }

    private Collection<?> createOfKind(String kind) {
        Class<?> named = kind == null ? null : BuiltInTypes.find(kind);
        return named != null && Collection.class.isAssignableFrom(named)
                ? Containers.collections(named, Object.class).get()
                : new ArrayList<>();
    }

    private TypeMismatch refused(WireIn in, Object value, RuntimeException cause, CodecContext session) {
        String shown = value == null ? "null" : value.getClass().getSimpleName();
        return session.mismatch(
                in,
                Printable.withArticle(type.getSimpleName()) + " does not take "
                        + Printable.withArticle(Printable.escape(shown)) + ": " + cause,
                cause);
    }
}
