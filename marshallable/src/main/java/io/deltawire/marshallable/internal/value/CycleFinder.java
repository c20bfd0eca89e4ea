package io.deltawire.marshallable.internal.value;

import io.deltawire.marshallable.GenericRecord;
import io.deltawire.marshallable.UnknownFields;
import io.deltawire.marshallable.internal.codec.CodecSet;
import io.deltawire.marshallable.internal.codec.ObjectCodec;
import io.deltawire.marshallable.internal.codec.ScalarCodecs;
import io.deltawire.marshallable.internal.library.BuiltInCodecs;
import io.deltawire.marshallable.internal.schema.ContainerSnapshots;
import io.deltawire.marshallable.internal.schema.FieldKind;
import io.deltawire.marshallable.internal.schema.FieldPlan;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.spi.text.Printable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Finds the path on which an object contains itself.
 *
 * <p>The search runs only after something went too deep, so objects without cycles cost nothing. It is a depth-first
 * search with an explicit stack, so that it works even if the stack of the thread is nearly used up.
 */
final class CycleFinder {
    private final Deque<Step> path = new ArrayDeque<>();
    private final IdentityHashMap<Object, Boolean> onPath = new IdentityHashMap<>();
    private final Set<Object> done = Collections.newSetFromMap(new IdentityHashMap<>());

    private CycleFinder() {}

    /** Returns a description such as {@code $.a.b[2] is $.a again}, or null if there is no cycle. */
    static String find(Object root) {
        return new CycleFinder().search(root);
    }

    /** @throws WireDataException if the object contains itself */
    static void refuse(Object root) {
        String cycle = find(root);
        if (cycle != null) {
            throw new WireDataException("object", "the object is inside itself: " + cycle, null);
        }
    }

    /** Returns the error for an object that is nested too deep for the stack, or throws the one for a cycle. */
    static WireDataException tooDeep(Object root) {
        refuse(root);
        return new WireDataException(
                "object", "objects nested too deep inside one another for this thread's stack", null);
    }

    private String search(Object root) {
        enter("$", root);
        while (!path.isEmpty()) {
            Step step = path.peekLast();
            if (!step.children.hasNext()) {
                path.removeLast();
                onPath.remove(step.object);
                done.add(step.object);
                continue;
            }
            Child child = step.children.next();
            if (onPath.containsKey(child.object)) {
                return text(null) + child.label + " is " + text(child.object) + " again";
            }
            if (!done.contains(child.object)) {
                enter(child.label, child.object);
            }
        }
        return null;
    }

    private void enter(String label, Object object) {
        onPath.put(object, true);
        path.addLast(new Step(label, object, children(object).iterator()));
    }

    /** Returns the path up to an object, or the whole path for null. */
    private String text(Object until) {
        StringBuilder text = new StringBuilder();
        for (Step step : path) {
            text.append(step.label);
            if (step.object == until) {
                break;
            }
        }
        return text.toString();
    }

    private static List<Child> children(Object object) {
        List<Child> children = new ArrayList<>();
        if (object instanceof Iterable<?> items && CodecSet.shared().ofObject(object.getClass()) == null) {
            int i = 0;
            for (Object item : ContainerSnapshots.items(items)) {
                add(children, "[" + i++ + "]", item);
            }
        } else if (object instanceof Map<?, ?> map) {
            for (Map.Entry<?, ?> entry : ContainerSnapshots.entries(map)) {
                Object key = entry.getKey();
                String shown = key == object ? "itself" : Printable.escape(label(key));
                add(children, ".key(" + shown + ")", key);
                add(children, "." + shown, entry.getValue());
            }
        } else if (object instanceof Object[] array) {
            for (int i = 0; i < array.length; i++) {
                add(children, "[" + i + "]", array[i]);
            }
        } else if (object instanceof Optional<?> optional) {
            add(children, "", optional.orElse(null));
        } else if (object instanceof AtomicReference<?> reference) {
            add(children, "", reference.get());
        } else if (object instanceof GenericRecord generic) {
            generic.fields().forEach((key, value) -> add(children, "." + Printable.escape(label(key)), value));
            add(children, "", generic.value());
        } else {
            addFields(children, object);
        }
        return children;
    }

    /** Returns the text of a scalar key only, because the {@code toString} of an object could run into the cycle. */
    private static String label(Object key) {
        return key != null && isScalar(key.getClass()) ? key.toString() : key == null ? "null" : "{...}";
    }

    private static boolean isScalar(Class<?> type) {
        return ScalarCodecs.find(type) != null || type.isEnum() || BuiltInCodecs.isServed(type);
    }

    private static void addFields(List<Child> children, Object object) {
        ObjectCodec codec = CodecSet.shared().ofObject(object.getClass());
        if (codec == null) {
            return;
        }
        try {
            for (FieldPlan field : codec.plan().fields()) {
                if (field.kind() == FieldKind.OTHER) {
                    add(children, "." + field.name(), field.get(object));
                }
            }
        } catch (WireDataException e) {
            // a class without accessible fields is not written either, so it cannot be a part of the cycle
        }
        if (object instanceof UnknownFields keeper && keeper.unknownFields() != null) {
            keeper.unknownFields().forEach((key, value) -> add(children, "." + Printable.escape(key), value));
        }
    }

    private static void add(List<Child> children, String label, Object object) {
        if (object != null && !isScalar(object.getClass())) {
            children.add(new Child(label, object));
        }
    }

    private record Step(String label, Object object, Iterator<Child> children) {}

    private record Child(String label, Object object) {}
}
