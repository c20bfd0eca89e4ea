package io.deltawire.marshallable.internal.codec;

import io.deltawire.marshallable.internal.schema.BuiltInTypes;
import io.deltawire.marshallable.internal.schema.Containers;
import io.deltawire.marshallable.internal.schema.ImmutableTypes;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.spi.text.Printable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.RandomAccess;
import java.util.TreeSet;
import java.util.function.Supplier;

/** Collections, as lists of their elements. */
public final class CollectionCodec extends ValueCodec {
    private final Class<?> type;
    private final ValueCodec element;
    private final Supplier<Collection<?>> factory;
    private final boolean isVague;
    private final boolean makesArrayLists;

    /** The class of what the factory has made, where that is always the same; null before. */
    private Class<?> usual;

    CollectionCodec(Class<?> type, Class<?> elementClass, ValueCodec element) {
        this.type = type;
        this.element = element;
        this.factory = Containers.collections(type, elementClass);
        this.isVague = Containers.isVague(type);
        this.makesArrayLists = type == List.class || type == ArrayList.class;
    }

    public ValueCodec element() {
        return element;
    }

    /** Whether it is an {@link ArrayList} that is read where there is no other collection. */
    boolean makesArrayLists() {
        return makesArrayLists;
    }

    /** Whether a value is read into again: a list, or a set whose items may stay where they are. */
    public boolean isRefilled(Object value) {
        Class<?> held = value.getClass();
        return held == ArrayList.class ? makesArrayLists : held == usual && (isSet(held) || value instanceof EnumSet);
    }

    /** Whether a value is written with the name of its kind. */
    public boolean isNamed(Object value) {
        return isVague && Containers.kind(value) != null;
    }

    @Override
    String tag(Object value, Session session) {
        return Containers.isOfLibrary(type) ? Containers.kind(value) : session.nameOf(type);
    }

    @Override
    public void write(WireOut out, Object value, Session session) {
        if (isVague) {
            String kind = Containers.kind(value);
            if (kind != null) {
                out.type(kind);
            }
        }
        out.beginList();
        if (value instanceof List<?> list && value instanceof RandomAccess) {
            for (int i = 0, size = list.size(); i < size; i++) {
                element.writeOrNull(out, list.get(i), session);
            }
        } else {
            for (Object each : (Iterable<?>) value) {
                element.writeOrNull(out, each, session);
            }
        }
        out.endList();
    }

    @Override
    @SuppressWarnings("unchecked") // a collection made by us, for elements read by the element's codec
    public Object read(WireIn in, Object reuse, Session session) {
        if (makesArrayLists && reuse != null && reuse.getClass() == ArrayList.class) {
            refill(in, (List<Object>) reuse, session); // without making one to know its class
            return reuse;
        }
        Collection<Object> into = (Collection<Object>) make(in, reuse, session);
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
            while (in.hasNext()) {
                add(in, into, element.readOrNull(in, null, session), session);
                count++;
            }
        } catch (Misfit e) {
            throw e.inItem(count);
        }
        in.endList();
        return into;
    }

    private void add(WireIn in, Collection<Object> into, Object value, Session session) {
        try {
            into.add(value);
        } catch (WireException e) {
            throw e; // of equals or hashCode
        } catch (RuntimeException e) { // whatever the class of the collection, or of the item, throws
            throw refused(in, value, e, session);
        }
    }

    /**
     * Leaves the items that come again in the same order, and never change, where they are; drops the others.
     *
     * @return how many have been read
     */
    private int refill(WireIn in, Collection<Object> former, Session session) {
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
                Object there = items.next();
                item = element.readOrNull(in, element.constant(there), session);
                isNew = item == null || !ImmutableTypes.isSame(item, there);
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
        } catch (Misfit e) {
            throw e.inItem(count);
        }
        return count;
    }

    private boolean keepsItems(Collection<?> former) {
        return element instanceof ScalarCodec && isSet(former.getClass());
    }

    private static boolean isSet(Class<?> made) {
        return made == HashSet.class || made == LinkedHashSet.class || made == TreeSet.class;
    }

    private void refill(WireIn in, List<Object> list, Session session) {
        int size = 0;
        try {
            in.beginList();
            while (in.hasNext()) {
                int there = list.size();
                if (size < there) {
                    Object former = list.get(size);
                    Object item = element.readOrNull(in, former, session);
                    if (list.size() != there) {
                        throw session.heldTwice(in, "list");
                    }
                    if (item != former) { // a reference that is stored tells the garbage collector
                        list.set(size, item);
                    }
                } else {
                    list.add(element.readOrNull(in, null, session));
                }
                size++;
            }
        } catch (Misfit e) {
            throw e.inItem(size);
        }
        in.endList();
        for (int i = list.size() - 1; i >= size; i--) {
            list.remove(i);
        }
    }

    private Collection<?> make(WireIn in, Object reuse, Session session) {
        if (reuse != null && reuse.getClass() == usual) {
            return (Collection<?>) reuse;
        }
        Collection<?> made = isVague ? ofKind(in.typeName()) : factory.get();
        if (made != null && !isVague) {
            usual = made.getClass();
        }
        if (made == null && type.isInstance(reuse)) {
            return (Collection<?>) reuse;
        }
        if (made == null) {
            throw session.misfit(in, "a " + type.getName() + " cannot be made: " + Containers.whatItNeeds(type));
        }
        return made;
    }

    private Collection<?> ofKind(String kind) {
        Class<?> named = kind == null ? null : BuiltInTypes.find(kind);
        return named != null && Collection.class.isAssignableFrom(named)
                ? Containers.collections(named, Object.class).get()
                : new ArrayList<>();
    }

    private Misfit refused(WireIn in, Object value, RuntimeException cause, Session session) {
        String shown = value == null ? "null" : value.getClass().getSimpleName();
        return session.misfit(
                in, "a " + type.getSimpleName() + " does not take a " + Printable.escape(shown) + ": " + cause, cause);
    }
}
