package io.deltawire.marshallable.internal.schema;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Computes one value for each class on first use, without preventing the unloading of the class or of this library.
 *
 * <p>A {@link ClassValue} attaches the value to the class, and so does not keep the class's loader alive. But the value
 * refers to classes of this library. Attached to a class of the JDK, it would keep the library alive after an
 * application that bundles it is unloaded. Values of classes that outlive the library are therefore in a map, which is
 * unloaded with it. Thread-safe.
 */
public abstract class WeakClassValue<T> {
    /**
     * The loaders whose classes outlive this library, without the bootstrap loader; null if the library is never
     * unloaded.
     */
    private static final Set<ClassLoader> OUTLIVING = findOutliving(WeakClassValue.class.getClassLoader());

    private final ClassValue<T> attached = new ClassValue<>() {
        @Override
        protected T computeValue(Class<?> type) {
            return compute(type);
        }
    };

    private final Map<Class<?>, T> mapped = new ConcurrentHashMap<>();

    /**
     * Computes the value of a class. It may ask for the values of other classes. Threads that race may compute it more
     * than once; all of them get the same one.
     */
    protected abstract T compute(Class<?> type);

    public final T get(Class<?> type) {
        return OUTLIVING != null && outlives(type) ? getMapped(type) : attached.get(type);
    }

    private T getMapped(Class<?> type) {
        T value = mapped.get(type);
        if (value == null) {
            T created = compute(type);
            T other = mapped.putIfAbsent(type, created);
            value = other == null ? created : other;
        }
        return value;
    }

    private static boolean outlives(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return (loader == null || OUTLIVING.contains(loader)) && !type.isHidden();
    }

    private static Set<ClassLoader> findOutliving(ClassLoader own) {
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
