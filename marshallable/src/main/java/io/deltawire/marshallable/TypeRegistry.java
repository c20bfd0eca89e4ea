package io.deltawire.marshallable;

import io.deltawire.wire.WireOptions;
import java.util.Optional;

/**
 * Maps type names to classes. A name in the input selects a class only if the registry knows the class: it was
 * registered, its package was allowed, or the application has already written or read its objects. Any other name is
 * data and loads no class.
 *
 * <p>A class has its simple name unless it was registered under another one. Two classes cannot share a name: the
 * second is refused until it is registered under a different name. Classes of the same full name from several class
 * loaders (plugins, redeployed applications) may share it. A reader then prefers the class from the loader of the
 * requested or declared class, or from a parent of that loader. Otherwise it takes the class that was added last.
 *
 * <p>{@link #create} makes the only implementation; applications do not implement this interface.
 *
 * <p>Thread-safe. Classes and class loaders are referenced weakly, so a registry keeps no class loader alive.
 */
public interface TypeRegistry {
    /** Returns the registry that is used where no other is given, for example by {@code toString}. */
    static TypeRegistry shared() {
        return Implementation.MODEL.sharedTypes();
    }

    /** Creates a registry that contains only the supported types of the Java library. */
    static TypeRegistry create() {
        return Implementation.MODEL.newTypes();
    }

    /**
     * Registers classes under their simple names.
     *
     * @return this registry
     * @throws IllegalArgumentException if another class has one of the names
     */
    TypeRegistry register(Class<?>... types);

    /**
     * Registers a class under a name. The name is written from now on instead of any earlier one; earlier names are
     * still read.
     *
     * @return this registry
     * @throws IllegalArgumentException if another class has the name
     */
    TypeRegistry register(String name, Class<?> type);

    /**
     * Makes a name select a class on reading. The name is not written.
     *
     * @return this registry
     * @throws IllegalArgumentException if another class has the name
     */
    TypeRegistry alias(String name, Class<?> type);

    /**
     * Allows names in the input to load classes of a package. The simple or full name selects a class in the package
     * itself, and the full name a class in a package below it. After a thousand names that match no class, the loader
     * is only asked for classes that it has as resources; otherwise input with ever new names would fill its memory.
     *
     * @param packageName for example {@code com.acme.orders}
     * @param loader the class loader of the package, to which the caller must keep a reference
     * @return this registry
     */
    TypeRegistry allowPackage(String packageName, ClassLoader loader);

    /**
     * Allows the package of a class, with the loader of that class, as {@link #allowPackage} does.
     *
     * @return this registry
     */
    TypeRegistry allowPackageOf(Class<?> member);

    /** Returns the default options with this registry as their {@link MarshallableOptions#TYPES}. */
    WireOptions asOptions();

    /** Returns the class that a name in the input selects, or empty if the name is unknown. */
    Optional<Class<?>> find(String name);

    /**
     * Returns the name to write for a class. A class that the registry does not know is added under its simple name.
     *
     * @throws IllegalStateException if another class has that name
     */
    String nameOf(Class<?> type);
}
