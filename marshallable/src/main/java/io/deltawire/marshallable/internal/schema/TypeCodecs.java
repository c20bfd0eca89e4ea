package io.deltawire.marshallable.internal.schema;

import io.deltawire.marshallable.TypeCodec;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * The codecs that an application registered in one registry, by class. Immutable: a registration makes a new instance,
 * and a wire keeps the one that it began with.
 *
 * <p>A codec serves its class. The codec of an interface or abstract class also serves all subclasses that have none of
 * their own; the nearest superclass wins, then the nearest interface. Subclasses of any other class are not served,
 * because the codec does not know what they add.
 *
 * <p>The instance also holds what the codec layer derives from it, which therefore lives as long as the registry.
 */
public final class TypeCodecs {
    public static final TypeCodecs NONE = new TypeCodecs(Map.of());

    private final Map<Class<?>, Registration> byClass;
    private Object derived;

    private TypeCodecs(Map<Class<?>, Registration> byClass) {
        this.byClass = byClass;
    }

    /**
     * A codec and what it was registered for.
     *
     * @param isBuiltIn whether it is a codec of this library, which needs no checks
     */
    public record Registration(Class<?> type, TypeCodec<?> codec, boolean isBuiltIn) {}

    public boolean isEmpty() {
        return byClass.isEmpty();
    }

    /** Returns these codecs with one more, which replaces the former codec of its class. */
    public TypeCodecs with(Registration added) {
        Map<Class<?>, Registration> all = new HashMap<>(byClass);
        all.put(added.type(), added);
        return new TypeCodecs(Map.copyOf(all));
    }

    /** Returns the codec that serves a class, or null. */
    public Registration find(Class<?> type) {
        if (byClass.isEmpty()) {
            return null;
        }
        Registration own = byClass.get(type);
        if (own != null) {
            return own;
        }
        for (Class<?> each = type.getSuperclass(); each != null; each = each.getSuperclass()) {
            Registration found = byClass.get(each);
            if (found != null && Modifier.isAbstract(each.getModifiers())) {
                return found;
            }
        }
        return findInterface(type);
    }

    private Registration findInterface(Class<?> type) {
        Deque<Class<?>> open = new ArrayDeque<>();
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            open.addAll(java.util.List.of(each.getInterfaces()));
            while (!open.isEmpty()) {
                Class<?> next = open.removeFirst();
                Registration found = byClass.get(next);
                if (found != null) {
                    return found;
                }
                open.addAll(java.util.List.of(next.getInterfaces()));
            }
        }
        return null;
    }

    /** Returns what was derived from these codecs, which is computed once. */
    public synchronized Object derived(Function<TypeCodecs, Object> compute) {
        if (derived == null) {
            derived = compute.apply(this);
        }
        return derived;
    }
}
