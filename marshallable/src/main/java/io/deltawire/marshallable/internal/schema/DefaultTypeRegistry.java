package io.deltawire.marshallable.internal.schema;

import io.deltawire.marshallable.MarshallableOptions;
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
 * <p>A class gets a name when an application registers it or when an object of it is first written. Names that are not
 * found are looked up in the allowed packages, which may load a class. A bounded set of names that were not found saves
 * repeated attempts. Classes with one full name in several class loaders ("twins") share their names: the one that is
 * nearest to the class being read is chosen.
 *
 * <p>Thread-safe. Changes hold the lock of the registry, lookups do not. Classes and class loaders are referenced
 * weakly, so that a registry keeps no class loader alive.
 */
public final class DefaultTypeRegistry implements TypeRegistry {
    private static final DefaultTypeRegistry SHARED = new DefaultTypeRegistry();
    private static final int MAX_NOT_FOUND = 1000;

    private final Map<String, WeakReference<Class<?>>> byName = new ConcurrentHashMap<>();
    /** The classes of other loaders with the same full name that a name stood for before. */
    private final Map<String, List<WeakReference<Class<?>>>> twins = new ConcurrentHashMap<>();

    private final List<AllowedPackage> allowed = new CopyOnWriteArrayList<>();
    /**
     * The names that were looked up in vain. Allowing a package replaces the map, so that a lookup that is still
     * running records its failure in the old one.
     */
    private volatile Map<String, Boolean> notFound = new ConcurrentHashMap<>();

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
        if (other != null && other != Objects.requireNonNull(type) && !areTwins(other, type)) {
            throw new IllegalArgumentException(taken(name, type, other));
        }
        own(name, type);
        notFound.remove(name);
        return this;
    }

    @Override
    public TypeRegistry allowPackage(String packageName, ClassLoader loader) {
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
        return this;
    }

    @Override
    public TypeRegistry allowPackageOf(Class<?> member) {
        return allowPackage(member.getPackageName(), member.getClassLoader());
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
        String name = entries.get(type).name;
        return name != null ? name : claim(type);
    }

    /**
     * Registers a class under its simple name, unless the class has a name already or the name belongs to another
     * class.
     */
    public void claimSimpleName(Class<?> type) {
        if (entries.get(type).name == null && !type.isHidden()) {
            Class<?> other = ownerOf(TypeNames.simpleName(type));
            if (other == null || other == type || areTwins(other, type)) {
                claim(type);
            }
        }
    }

    /** Returns whether a class has a name, without giving it one. */
    public boolean hasName(Class<?> type) {
        return entries.get(type).name != null;
    }

    /** Returns {@link #nameOf}, or the simple name of a class that cannot be registered under it. */
    public String nameToRead(Class<?> type) {
        claimSimpleName(type);
        String name = entries.get(type).name;
        return name != null ? name : TypeNames.simpleName(type);
    }

    /** Returns {@link #nameOf}, or the full name of a class that cannot be registered under its simple name. */
    public String displayName(Class<?> type) {
        claimSimpleName(type);
        String name = entries.get(type).name;
        if (name == null && !type.isHidden()) {
            byName.putIfAbsent(type.getName(), new WeakReference<>(type));
        }
        return name != null ? name : type.getName();
    }

    private String claim(Class<?> type) {
        if (type.isArray()) {
            nameOf(type.getComponentType());
        }
        // The lock is not held here. Reading annotations runs the static initialisers of enums in them, which may
        // register types in another thread.
        return claim(type, TypeNames.simpleName(type), TypeNames.formerNames(type));
    }

    private synchronized String claim(Class<?> type, String simpleName, List<String> formerNames) {
        Entry entry = entries.get(type);
        if (entry.name != null) {
            return entry.name;
        }
        if (type.isArray()) {
            entry.name = nameOf(type.getComponentType()) + "[]";
            return entry.name;
        }
        if (type.isHidden()) {
            throw new IllegalStateException(
                    type.getName() + " is a lambda or hidden class: it has no name that could be read back");
        }
        Class<?> other = ownerOf(simpleName);
        if (other != null && other != type && !areTwins(other, type)) {
            throw new IllegalStateException(taken(simpleName, type, other));
        }
        own(simpleName, type);
        own(type.getName(), type);
        ownFree(formerNames, type);
        notFound.clear();
        entry.name = simpleName;
        return simpleName;
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

    private void own(String name, Class<?> type) {
        Class<?> other = ownerOf(name);
        if (other != null && other != type) {
            List<WeakReference<Class<?>>> former = twins.computeIfAbsent(name, any -> new CopyOnWriteArrayList<>());
            former.removeIf(each -> each.get() == null || each.get() == type);
            former.add(new WeakReference<>(other));
        }
        byName.put(name, new WeakReference<>(type));
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
        return allowed.isEmpty() || notFound.containsKey(name) ? null : loadAllowed(name);
    }

    private static int dimensions(Class<?> type) {
        return type.isArray() ? 1 + dimensions(type.getComponentType()) : 0;
    }

    private Class<?> loadAllowed(String name) {
        Map<String, Boolean> failures = notFound;
        for (AllowedPackage each : allowed) {
            String fullName = name.startsWith(each.prefix) ? name : name.indexOf('.') < 0 ? each.prefix + name : null;
            ClassLoader loader = each.loader.get();
            if (fullName != null && loader != null && isClassName(fullName) && mayHave(loader, fullName)) {
                try {
                    Class<?> found = Class.forName(fullName, false, loader);
                    byName.putIfAbsent(name, new WeakReference<>(found));
                    return found;
                } catch (ClassNotFoundException | LinkageError e) {
                    // the class does not exist; a file system that ignores case causes a LinkageError
                }
            }
        }
        if (failures.size() < MAX_NOT_FOUND) {
            failures.put(name, true);
        }
        return null;
    }

    /**
     * Returns whether a loader should be asked for a class. Loaders retain memory for each name that they are asked
     * for, even in vain. After many failures a loader is asked only if it has a class file of that name.
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

    private record AllowedPackage(String prefix, WeakReference<ClassLoader> loader) {}

    private static final class Entry {
        volatile String name;
    }
}
