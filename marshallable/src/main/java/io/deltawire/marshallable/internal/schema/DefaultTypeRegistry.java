package io.deltawire.marshallable.internal.schema;

import io.deltawire.marshallable.MarshallableOptions;
import io.deltawire.marshallable.TypeCodec;
import io.deltawire.marshallable.TypeRegistry;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.spi.text.Printable;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The only implementation of {@link TypeRegistry}. It maps each name to the class that it stands for, and each class to
 * the name that is written. Besides the interface for applications it has the operations that object readers and
 * writers need.
 *
 * <p>Writing and reading never add a name, so what a name selects depends only on what the application registered. A
 * class that is not registered has a default name. Names that are not found are looked up in the allowed packages,
 * which may load a class. A bounded set of names that were not found saves repeated attempts. Classes with one full
 * name in several class loaders ("twins") share their names: the one that is nearest to the class being read is chosen.
 *
 * <p>Thread-safe. Changes hold the lock of the registry, lookups do not. Classes and class loaders are referenced
 * weakly, so that a registry does not prevent the unloading of a class loader.
 */
public final class DefaultTypeRegistry implements TypeRegistry {
    private static final DefaultTypeRegistry SHARED = new DefaultTypeRegistry();
    private static final int MAX_NOT_FOUND = 1000;

    private final Map<String, WeakReference<Class<?>>> byName = new ConcurrentHashMap<>();
    /** The classes of other loaders with the same full name that a name stood for before. */
    private final Map<String, List<WeakReference<Class<?>>>> twins = new ConcurrentHashMap<>();

    private final List<AllowedPackage> allowed = new CopyOnWriteArrayList<>();
    /**
     * The names that were not found. Allowing a package replaces the map, so that a lookup that is still running
     * records its failure in the old one.
     */
    private volatile Map<String, Boolean> notFound = new ConcurrentHashMap<>();

    /** Counts the registrations, because a new one may change the default name of another class. */
    private volatile int version;

    private volatile TypeCodecs codecs = TypeCodecs.NONE;

    /** The classes that names have loaded from allowed packages. */
    private final Map<String, WeakReference<Class<?>>> loaded = new ConcurrentHashMap<>();

    private final WeakClassValue<Entry> entries = new WeakClassValue<>() {
        @Override
        protected Entry compute(Class<?> type) {
            return new Entry();
        }
    };

    public DefaultTypeRegistry() {}

    /** Returns the registry that is used where none is given. */
    public static DefaultTypeRegistry shared() {
        return SHARED;
    }

    @Override
    public TypeRegistry register(Class<?>... types) {
        for (Class<?> type : types) {
            register(TypeNames.simpleName(type), type);
        }
        return this;
    }

    @Override
    public TypeRegistry register(String name, Class<?> type) {
        Objects.requireNonNull(type, "type");
        return register(name, type, TypeNames.formerNames(type)); // annotations are read without the lock, see claim
    }

    @Override
    public <T> TypeRegistry register(Class<T> type, TypeCodec<T> codec) {
        return register(TypeNames.simpleName(type), type, codec);
    }

    @Override
    public <T> TypeRegistry register(String name, Class<T> type, TypeCodec<T> codec) {
        Objects.requireNonNull(codec, "codec");
        if (type == Object.class) {
            throw new IllegalArgumentException(
                    "java.lang.Object cannot have a codec of its own: the class of each value decides; register the"
                            + " codec for that class");
        }
        if (type.isPrimitive() || type.isArray() || Enum.class.isAssignableFrom(type) || BuiltInTypes.isScalar(type)) {
            String way = type.isArray()
                    ? "; register a codec for the class of the items, or of the object that holds the array"
                    : "; register a codec for the class that holds it";
            throw new IllegalArgumentException(type.getTypeName()
                    + " cannot have a codec of its own: it has a form on every wire that generated code reads and writes"
                    + way);
        }
        List<String> formerNames = TypeNames.formerNames(type);
        synchronized (this) {
            register(name, type, formerNames);
            codecs = codecs.with(new TypeCodecs.Registration(type, codec, false));
        }
        return this;
    }

    /** Returns the codecs that were registered until now. */
    public TypeCodecs codecs() {
        return codecs;
    }

    private synchronized TypeRegistry register(String name, Class<?> type, List<String> formerNames) {
        alias(name, type);
        Class<?> other = ownerOf(type.getName());
        if (other == null || areTwins(other, type)) {
            own(type.getName(), type); // a value of type Class is written with the full name
        }
        ownFree(formerNames, type);
        entries.get(type).name = name;
        return this;
    }

    @Override
    public synchronized TypeRegistry alias(String name, Class<?> type) {
        if (Objects.requireNonNull(name).isEmpty()) {
            throw new IllegalArgumentException("a type name cannot be empty");
        }
        Class<?> other = ownerOf(name);
        boolean isFree = other == null || BuiltInTypes.isReplaceable(other) && !name.equals(other.getName());
        if (!isFree && other != Objects.requireNonNull(type) && !areTwins(other, type)) {
            throw new IllegalArgumentException(taken(name, type, other));
        }
        own(name, type);
        notFound.remove(name);
        return this;
    }

    @Override
    public TypeRegistry loadClassesFrom(String packageName, ClassLoader loader) {
        if (packageName.isEmpty()) {
            throw new IllegalArgumentException("the unnamed package cannot be allowed; register its classes");
        }
        Objects.requireNonNull(loader, "loader");
        String prefix = packageName + '.';
        if (allowed.stream().anyMatch(each -> each.loader.get() == loader && each.prefix.equals(prefix))) {
            return this;
        }
        allowed.removeIf(each -> each.loader.get() == null);
        allowed.add(new AllowedPackage(prefix, new WeakReference<>(loader)));
        notFound = new ConcurrentHashMap<>();
        synchronized (this) {
            version++; // the simple name of a class of the package may select another one
        }
        return this;
    }

    @Override
    public TypeRegistry loadClassesFromPackageOf(Class<?> member) {
        return loadClassesFrom(member.getPackageName(), member.getClassLoader());
    }

    @Override
    public WireOptions asOptions() {
        return WireOptions.DEFAULTS.with(MarshallableOptions.TYPES, this);
    }

    @Override
    public Optional<Class<?>> find(String name) {
        return Optional.ofNullable(lookUp(name, null));
    }

    /**
     * Casts the registry given in options.
     *
     * @throws IllegalArgumentException if an application has implemented the interface itself
     */
    public static DefaultTypeRegistry of(TypeRegistry types) {
        if (types instanceof DefaultTypeRegistry named) {
            return named;
        }
        throw new IllegalArgumentException("expected a registry of TypeRegistry.create() but was a "
                + types.getClass().getName());
    }

    /**
     * Returns the class with this name, or null if there is none. If several loaders have such a class, the one visible
     * from {@code near} is returned.
     */
    public Class<?> find(String name, ClassLoader near) {
        return lookUp(name, near);
    }

    @Override
    public String nameOf(Class<?> type) {
        Entry entry = entries.get(type);
        String name = entry.name;
        if (name != null) {
            return name;
        }
        DefaultName last = entry.defaultName;
        int now = version;
        if (last == null || last.version != now) {
            last = new DefaultName(defaultName(type), now);
            entry.defaultName = last;
        }
        return last.name;
    }

    /**
     * Returns the name of a class that is not registered. It depends only on what is registered and allowed. The simple
     * name is written unless it selects another class, or none of several nested ones.
     */
    private String defaultName(Class<?> type) {
        if (type.isArray()) {
            return nameOf(type.getComponentType()) + "[]";
        }
        if (type.isHidden()) {
            throw new IllegalStateException(
                    type.getName() + " is a lambda or hidden class: it has no name that could be read back");
        }
        if (CallbackTypes.isCallback(type)) {
            throw new IllegalStateException(type.getName()
                    + " is a callback: it has no fields, and its methods cannot be sent; send an id by which the other"
                    + " side answers with an event of its own, or register the class if an empty object is meant");
        }
        String simpleName = TypeNames.simpleName(type);
        Class<?> other = ownerOf(simpleName);
        boolean isFree = other == null || other == type || areTwins(other, type);
        return isFree && (other != null || selects(simpleName, type)) ? simpleName : type.getName();
    }

    /** Returns whether a simple name selects a class, or the class is in no allowed package. */
    private boolean selects(String simpleName, Class<?> type) {
        String prefix = type.getPackageName() + '.';
        if (allowed.stream().noneMatch(each -> prefix.equals(each.prefix))) {
            return true;
        }
        Class<?> selected = lookUp(simpleName, null);
        return selected == type || selected != null && areTwins(selected, type);
    }

    /** Returns {@link #nameOf}, or for a hidden class its full name. */
    public String displayName(Class<?> type) {
        return type.isHidden() ? type.getName() : nameOf(type);
    }

    /** Assigns former names to a class, except those that belong to another class. */
    private void ownFree(List<String> names, Class<?> type) {
        for (String name : names) {
            Class<?> owner = ownerOf(name);
            if (owner == null || areTwins(owner, type)) {
                own(name, type);
                notFound.remove(name);
            }
        }
    }

    private synchronized void own(String name, Class<?> type) {
        Class<?> other = ownerOf(name);
        if (other != null && other != type) {
            List<WeakReference<Class<?>>> former = twins.computeIfAbsent(name, any -> new CopyOnWriteArrayList<>());
            former.removeIf(each -> each.get() == null || each.get() == type);
            former.add(new WeakReference<>(other));
        }
        byName.put(name, new WeakReference<>(type));
        version++;
    }

    /** Returns whether two classes have the same full name in different class loaders. */
    private static boolean areTwins(Class<?> a, Class<?> b) {
        return a != b && a.getName().equals(b.getName());
    }

    private Class<?> nearest(String name, Class<?> owner, ClassLoader near) {
        List<WeakReference<Class<?>>> others = twins.get(name);
        if (others == null) {
            return owner;
        }
        for (ClassLoader loader = near; loader != null; loader = loader.getParent()) {
            if (owner.getClassLoader() == loader) {
                return owner;
            }
            for (WeakReference<Class<?>> each : others) {
                Class<?> other = each.get();
                if (other != null && other.getClassLoader() == loader) {
                    return other;
                }
            }
        }
        return owner;
    }

    private Class<?> ownerOf(String name) {
        WeakReference<Class<?>> reference = byName.get(name);
        Class<?> owner = reference == null ? null : reference.get();
        return owner != null ? owner : BuiltInTypes.find(name);
    }

    private Class<?> lookUp(String name, ClassLoader near) {
        Class<?> owner = ownerOf(name);
        if (owner != null) {
            return near == null || twins.isEmpty() ? owner : nearest(name, owner, near);
        }
        if (name.endsWith("[]")) {
            Class<?> component = lookUp(name.substring(0, name.length() - 2), near);
            return component == null || component == void.class || dimensions(component) > 100
                    ? null
                    : component.arrayType();
        }
        if (allowed.isEmpty()) {
            return null;
        }
        WeakReference<Class<?>> before = loaded.get(name);
        Class<?> found = before == null ? null : before.get();
        return found != null || notFound.containsKey(name) ? found : loadAllowed(name);
    }

    private static int dimensions(Class<?> type) {
        return type.isArray() ? 1 + dimensions(type.getComponentType()) : 0;
    }

    private Class<?> loadAllowed(String name) {
        Map<String, Boolean> failures = notFound;
        boolean isSimple = name.indexOf('.') < 0;
        for (AllowedPackage each : allowed) {
            String fullName = name.startsWith(each.prefix) ? name : isSimple ? each.prefix + name : null;
            Class<?> found = fullName == null ? null : load(fullName, each.loader.get());
            if (found != null) {
                loaded.put(name, new WeakReference<>(found));
                return found;
            }
        }
        for (AllowedPackage each : allowed) {
            ClassLoader loader = each.loader.get();
            List<String> nested =
                    isSimple && loader != null ? each.nested(loader).get(name) : null;
            String fullName = nested != null && nested.size() == 1 ? nested.get(0) : null;
            Class<?> found = fullName == null ? null : load(fullName, loader);
            if (found != null) {
                loaded.put(name, new WeakReference<>(found));
                return found;
            }
        }
        if (failures.size() < MAX_NOT_FOUND) {
            failures.put(name, true);
        }
        return null;
    }

    /**
     * Returns the full names of the nested classes that a name which was not found may stand for: several classes of an
     * allowed package have it as their simple name. The list is empty if the name is simply unknown.
     */
    public List<String> candidates(String name) {
        for (AllowedPackage each : allowed) {
            ClassLoader loader = each.loader.get();
            List<String> nested = loader == null ? null : each.nested(loader).get(name);
            if (nested != null && nested.size() > 1) {
                return nested;
            }
        }
        return List.of();
    }

    private Class<?> load(String fullName, ClassLoader loader) {
        if (loader == null || !isClassName(fullName) || !mayHave(loader, fullName)) {
            return null;
        }
        try {
            return Class.forName(fullName, false, loader);
        } catch (ClassNotFoundException | LinkageError e) {
            return null; // a file system that ignores case causes a LinkageError
        }
    }

    /**
     * Returns whether a loader should be asked for a class. Loaders retain memory for each name that they search, even
     * without success. After many failures a loader is asked only if it has a class file of that name.
     */
    private boolean mayHave(ClassLoader loader, String fullName) {
        return notFound.size() < MAX_NOT_FOUND || loader.getResource(fullName.replace('.', '/') + ".class") != null;
    }

    private static boolean isClassName(String name) {
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c != '.' && !Character.isJavaIdentifierPart(c)) {
                return false;
            }
        }
        return name.length() <= 500;
    }

    private String taken(String name, Class<?> type, Class<?> other) {
        return "the type name \"" + Printable.escape(name) + "\" is " + describe(other) + "; " + describe(type)
                + " needs another one: " + (this == SHARED ? "TypeRegistry.shared()" : "types") + ".register(\"...\", "
                + type.getSimpleName() + ".class)";
    }

    private static String describe(Class<?> type) {
        return type.getName() + (type.getClassLoader() == null ? "" : " of " + type.getClassLoader());
    }

    /** Returns the names of registered subclasses, for error messages. */
    public List<String> namesFor(Class<?> bound) {
        List<String> names = new ArrayList<>();
        byName.forEach((name, reference) -> {
            Class<?> type = reference.get();
            if (type != null && bound.isAssignableFrom(type) && name.equals(entries.get(type).name)) {
                names.add(name);
            }
        });
        names.sort(null);
        return names;
    }

    /** A package that the application allowed. */
    private static final class AllowedPackage {
        private final String prefix;
        private final WeakReference<ClassLoader> loader;
        /** The nested classes of the package; a race computes them twice, with the same result. */
        private Map<String, List<String>> nested;

        AllowedPackage(String prefix, WeakReference<ClassLoader> loader) {
            this.prefix = prefix;
            this.loader = loader;
        }

        /** Returns the full names of the nested classes of the package by their simple names. */
        Map<String, List<String>> nested(ClassLoader from) {
            Map<String, List<String>> names = nested;
            if (names == null) {
                names = NestedClassNames.of(prefix.substring(0, prefix.length() - 1), from);
                nested = names;
            }
            return names;
        }
    }

    /**
     * The name of a class that is not registered.
     *
     * @param version the version of the registry for which it was computed
     */
    private record DefaultName(String name, int version) {}

    private static final class Entry {
        /** The name under which the class was registered, or null. */
        volatile String name;

        /** A cache for classes that are not registered, or null. */
        volatile DefaultName defaultName;
    }
}
