package io.deltawire.marshallable.internal.value;

import io.deltawire.marshallable.GenericRecord;
import io.deltawire.marshallable.UnknownFields;
import io.deltawire.marshallable.internal.codec.CodecSet;
import io.deltawire.marshallable.internal.codec.ObjectCodec;
import io.deltawire.marshallable.internal.codec.RegisteredCodec;
import io.deltawire.marshallable.internal.codec.ScalarCodecs;
import io.deltawire.marshallable.internal.codec.StackProbe;
import io.deltawire.marshallable.internal.codec.ValueCodec;
import io.deltawire.marshallable.internal.library.BuiltInCodecs;
import io.deltawire.marshallable.internal.schema.ClassPlan;
import io.deltawire.marshallable.internal.schema.ContainerSnapshots;
import io.deltawire.marshallable.internal.schema.Containers;
import io.deltawire.marshallable.internal.schema.FieldPlan;
import io.deltawire.marshallable.internal.schema.TypeNames;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.spi.text.Printable;
import java.lang.reflect.Array;
import java.util.AbstractMap.SimpleEntry;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Date;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.atomic.AtomicReference;
import net.openhft.chronicle.bytes.Bytes;

/**
 * DeepCopies objects deeply. Immutable values are shared by the original and the copy.
 *
 * <p>One instance makes one copy and counts its depth. When that is suspiciously deep, it searches the original for a
 * cycle once, and from then on probes the stack.
 */
public final class DeepCopies {
    private final Object root;
    private int depth;
    private boolean isCycleChecked;

    private DeepCopies(Object root) {
        this.root = root;
    }

    /**
     * Returns a copy of a value.
     *
     * @throws WireDataException if the value contains itself, is nested too deep, or has parts that cannot be copied
     */
    public static Object copy(Object value) {
        return new DeepCopies(value).copyOf(value);
    }

    /** Sets the fields of an object to copies of the fields of another object of the same class. */
    public static void copyFields(Object from, Object to, ClassPlan plan) {
        new DeepCopies(from).copyInto(from, to, plan);
    }

    private void enter() {
        depth++;
        if (depth == WireEquality.SUSPICIOUS_DEPTH && !isCycleChecked) {
            isCycleChecked = true;
            CycleFinder.refuse(root);
        }
        if (StackProbe.isNearlyUsedUp(depth)) {
            throw CycleFinder.tooDeep(root);
        }
    }

    private Object copyOf(Object value) {
        if (value == null || value instanceof Enum) {
            return value;
        }
        Class<?> type = value.getClass();
        if (type.isArray()) {
            return copyOfArray(value);
        }
        if (ScalarCodecs.find(type) != null) {
            return copyOfScalar(value);
        }
        enter();
        Object copy = copyOfStructure(value, type);
        depth--;
        return copy;
    }

    private Object copyOfStructure(Object value, Class<?> type) {
        if (value instanceof Optional<?> optional) {
            return Optional.ofNullable(copyOf(optional.orElse(null)));
        }
        if (value instanceof AtomicReference<?> reference) {
            return new AtomicReference<>(copyOf(reference.get()));
        }
        if (value instanceof Map.Entry<?, ?> entry && Containers.isLibraryClass(type)) {
            return new SimpleEntry<>(copyOf(entry.getKey()), copyOf(entry.getValue()));
        }
        Object builtIn = BuiltInCodecs.copyOf(value);
        if (builtIn != null) {
            return builtIn;
        }
        if (value instanceof GenericRecord generic) {
            return generic.isObject()
                    ? GenericRecord.ofFields(generic.typeName(), (Map<?, ?>) copyOf(generic.fields()))
                    : GenericRecord.ofValue(generic.typeName(), copyOf(generic.value()));
        }
        ValueCodec codec = CodecSet.shared().exact(type);
        if (codec instanceof RegisteredCodec registered) {
            return RegisteredValues.copyOf(value, registered);
        }
        if (codec instanceof ObjectCodec objects) {
            return copyOfObject(value, objects.plan());
        }
        if (value instanceof Map<?, ?> map) {
            return copyOfMap(map);
        }
        return value instanceof Collection<?> items ? copyOfCollection(items) : value;
    }

    @SuppressWarnings({"UnnecessaryStringBuilder", "JavaUtilDate", "JdkObsolete"
    }) // a copy has the class of the original
    private static Object copyOfScalar(Object value) {
        if (value instanceof StringBuilder text) {
            return new StringBuilder(text);
        }
        if (value instanceof StringBuffer text) {
            return new StringBuffer(text);
        }
        if (value instanceof Date date) {
            return date.clone();
        }
        if (value instanceof Bytes<?> bytes) {
            byte[] content = bytes.toByteArray();
            return Bytes.allocateElasticOnHeap(Math.max(16, content.length)).write(content);
        }
        return value;
    }

    private Object copyOfArray(Object array) {
        int length = Array.getLength(array);
        Object copy = Array.newInstance(array.getClass().getComponentType(), length);
        if (array instanceof Object[] items) {
            enter();
            for (int i = 0; i < length; i++) {
                ((Object[]) copy)[i] = copyOf(items[i]);
            }
            depth--;
        } else {
            System.arraycopy(array, 0, copy, 0, length);
        }
        return copy;
    }

    private Object copyOfObject(Object object, ClassPlan plan) {
        if (plan.instances().isRecord()) {
            Object[] components = new Object[plan.fields().size()];
            for (int i = 0; i < components.length; i++) {
                components[i] = copyOf(plan.fields().get(i).get(object));
            }
            return plan.instances().newInstance(components);
        }
        Object copy = plan.instances().newInstance();
        copyInto(object, copy, plan);
        return copy;
    }

    private void copyInto(Object from, Object to, ClassPlan plan) {
        for (FieldPlan field : plan.fields()) {
            Object copy = copyOf(field.get(from));
            if (copy != null && !field.isPrimitive() && !field.field().getType().isInstance(copy)) {
                throw new WireDataException(
                        "object",
                        "expected a copy of the " + field.field().getType().getName() + " in the field " + field.name()
                                + " but only " + Printable.withArticle(TypeNames.simpleName(copy.getClass()))
                                + " can be made",
                        null);
            }
            field.set(to, copy);
        }
        if (from instanceof UnknownFields source && to instanceof UnknownFields target) {
            copyUnknownFields(source.unknownFields(), target.unknownFields());
        }
    }

    private void copyUnknownFields(Map<String, Object> from, Map<String, Object> to) {
        if (to == null || to == from) {
            return;
        }
        if (!to.isEmpty()) {
            to.clear();
        }
        if (from != null) {
            from.forEach((name, value) -> to.put(name, copyOf(value)));
        }
    }

    /** Returns an empty collection with the class, order and capacity of another, or null if none can be created. */
    @SuppressWarnings("unchecked") // the copy accepts the items of the original
    private static Collection<Object> emptyLike(Collection<?> items) {
        Class<?> type = items.getClass();
        Collection<?> created;
        if (!Containers.isLibraryClass(type)) {
            created = Containers.collections(type, Object.class).get();
            return (Collection<Object>) created;
        } else if (items instanceof ConcurrentSkipListSet<?> set) {
            return new ConcurrentSkipListSet<>((Comparator<Object>) set.comparator());
        } else if (items instanceof SortedSet<?> set) { // a view of another set as well
            return new TreeSet<>((Comparator<Object>) set.comparator());
        } else if (items instanceof PriorityQueue<?> queue) {
            return new PriorityQueue<>((Comparator<Object>) queue.comparator());
        } else if (items instanceof PriorityBlockingQueue<?> queue) {
            return new PriorityBlockingQueue<>(queue.size() + 1, (Comparator<Object>) queue.comparator());
        } else if (items instanceof ArrayBlockingQueue<?> queue) {
            return new ArrayBlockingQueue<>(queue.size() + queue.remainingCapacity());
        } else if (items instanceof LinkedBlockingQueue<?> queue) {
            return new LinkedBlockingQueue<>(queue.size() + queue.remainingCapacity());
        } else if (items instanceof LinkedBlockingDeque<?> queue) {
            return new LinkedBlockingDeque<>(queue.size() + queue.remainingCapacity());
        }
        created = Containers.collections(type, Object.class).get();
        if (created == null) {
            created = Containers.collections(Containers.collectionInterface(type), Object.class)
                    .get();
        }
        return (Collection<Object>) created;
    }

    private static WireDataException cannotBeCopied(Object value) {
        return new WireDataException(
                "object",
                value.getClass().getName() + " cannot be copied: it needs a constructor without arguments",
                null);
    }

    private Object copyOfCollection(Collection<?> items) {
        if (items instanceof EnumSet<?> set) {
            return set.clone();
        }
        Collection<Object> copy = emptyLike(items);
        if (copy == null) {
            throw cannotBeCopied(items);
        }
        List<Object> copies = new ArrayList<>(items.size());
        for (Object item : ContainerSnapshots.items(items)) {
            copies.add(copyOf(item));
        }
        copy.addAll(copies);
        return copy;
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // the copy accepts the entries of the original
    private Object copyOfMap(Map<?, ?> map) {
        Map<Object, Object> copy;
        if (map instanceof EnumMap original) {
            copy = original.clone();
        } else if (map instanceof ConcurrentSkipListMap<?, ?> sorted && Containers.isLibraryClass(map.getClass())) {
            copy = new ConcurrentSkipListMap<>((Comparator<Object>) sorted.comparator());
        } else if (map instanceof SortedMap<?, ?> sorted && Containers.isLibraryClass(map.getClass())) {
            copy = new TreeMap<>((Comparator<Object>) sorted.comparator());
        } else {
            copy = (Map<Object, Object>)
                    Containers.maps(map.getClass(), Object.class).get();
        }
        if (copy == null) {
            throw cannotBeCopied(map);
        }
        for (Map.Entry<?, ?> entry : ContainerSnapshots.entries(map)) {
            copy.put(copyOf(entry.getKey()), copyOf(entry.getValue()));
        }
        return copy;
    }
}
