package io.deltawire.marshallable.internal.schema;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A value for each class, made when it is first asked for, which neither keeps the class's loader alive nor is kept alive by a class that
 * outlives this library. A {@link ClassValue} alone hangs on the class: where an application that brings this library with it is unloaded, what
 * hung on a class of the JDK would keep all of it. Thread-safe.
 */
public abstract class PerClass<T> {
    /** The loaders whose classes outlive this library, but for the bootstrap loader's; null where the library is never unloaded. */
    private static final Set<ClassLoader> OUTLIVING = outliving(PerClass.class.getClassLoader());

    private final ClassValue<T> hung = new ClassValue<>() {
        @Override
        protected T computeValue(Class<?> type) {
            return make(type);
        }
    };

    private final Map<Class<?>, T> held = new ConcurrentHashMap<>();

    /** Makes the value of a class; may ask for those of others. */
    protected abstract T make(Class<?> type);

    public final T get(Class<?> type) {
        return OUTLIVING != null && outlives(type) ? held(type) : hung.get(type);
    }

    private T held(Class<?> type) {
        T value = held.get(type);
        if (value == null) {
            T made = make(type);
            T other = held.putIfAbsent(type, made);
            value = other == null ? made : other;
        }
        return value;
    }

    private static boolean outlives(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return (loader == null || OUTLIVING.contains(loader)) && !type.isHidden();
    }

    private static Set<ClassLoader> outliving(ClassLoader own) {
        for (ClassLoader loader = ClassLoader.getSystemClassLoader(); loader != null; loader = loader.getParent()) {
            if (loader == own) {
                return null;
            }
        }
        Set<ClassLoader> ancestors = Collections.newSetFromMap(new IdentityHashMap<>());
        for (ClassLoader loader = own.getParent(); loader != null; loader = loader.getParent()) {
            ancestors.add(loader);
        }
        return ancestors;
    }
}
