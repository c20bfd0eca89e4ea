package io.deltawire.marshallable;

import io.deltawire.wire.WireOptions;
import java.util.Optional;

/**
 * Which type name stands for which class. A name in the input reaches a class only if the class is known here: because
 * it was registered, because its package was allowed, or because the application has already written or read its
 * objects. Any other name is data and loads nothing.
 *
 * <p>A class is known by its simple name unless it was registered under another. Two classes cannot have one name: the
 * second is refused until it is registered under a name of its own. That is not so for one class in several class loaders
 * (plugins, an application deployed again), whose name is the same: read is the one of the loader of the class that is asked
 * for or declared, or of a parent of it, and where none is, the one that came last.
 *
 * <p>There is one kind of registry, that of {@link #create}; applications do not implement this.
 *
 * <p>Thread-safe. Classes and class loaders are held weakly, so that a registry keeps no class loader alive.
 */
public interface TypeRegistry {
    /** The registry of everything that is not given another one, {@code toString} among it. */
    static TypeRegistry shared() {
        return Implementation.MODEL.sharedTypes();
    }

    /** Returns a registry that knows nothing yet but the types of the Java library that codecs can hold. */
    static TypeRegistry create() {
        return Implementation.MODEL.newTypes();
    }

    /**
     * Registers classes under their simple names.
     *
     * @throws IllegalArgumentException where a name is another class's
     */
    TypeRegistry register(Class<?>... types);

    /**
     * Registers a class under a name, which is written from now on in place of any other; former names are still read.
     *
     * @throws IllegalArgumentException where the name is another class's
     */
    TypeRegistry register(String name, Class<?> type);

    /**
     * Makes a name be read as a class, without being written for it.
     *
     * @throws IllegalArgumentException where the name is another class's
     */
    TypeRegistry alias(String name, Class<?> type);

    /**
     * Lets names in the input load classes of a package: the simple or full names of classes in it, and the full names
     * of classes in packages inside it. When a thousand names were none of these, the loader is asked only for classes that it has
     * as resources, since input of ever new names would fill its memory else.
     *
     * @param packageName for example {@code com.acme.orders}
     * @param loader the class loader that has them, which somebody else has to keep
     */
    TypeRegistry allowPackage(String packageName, ClassLoader loader);

    /** As {@link #allowPackage}, for the package and class loader of a class. */
    TypeRegistry allowPackageOf(Class<?> member);

    /** The default options, but for wires whose type names stand for the classes of this registry. */
    WireOptions asOptions();

    /** Returns the class that a name in the input stands for, or empty where it is not known. */
    Optional<Class<?>> find(String name);

    /**
     * Returns the name to write for a class; a class not known yet becomes known by its simple name.
     *
     * @throws IllegalStateException where that name is another class's
     */
    String nameOf(Class<?> type);
}
