package io.deltawire.marshallable;

import io.deltawire.wire.WireOptions;
import java.util.Optional;

/**
 * Maps type names to classes. A name in the input selects a class only if it was registered or its package was allowed,
 * or if the class follows from what the reader asked for: the class itself, and the types that it declares (of fields
 * and their elements, permitted subclasses of sealed types, nested enums and records). Any other name is data and loads
 * no class. Writing and reading register nothing, so what a name selects does not depend on what ran before.
 *
 * <p>A registered class is written with its name. Any other class is written with its simple name, or with its full name
 * if the simple one belongs to a registered class or a supported type. Two classes cannot be registered under one name:
 * the second is refused until it is registered under a different one. Classes of the same full name from several class
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
     * Registers a codec for a class that cannot be changed, and the class under its simple name. The codec serves fields,
     * elements, map values and whole messages, and map keys and {@link Key} fields if it writes one scalar.
     *
     * <p>The codec of an interface or abstract class serves all its subclasses that have no codec of their own. The
     * codec of any other class serves exactly that class; a subclass is written by its own fields or codec. The
     * registry keeps the codec, and with it the codec's class loader. A wire has the codecs that were registered when
     * it was made. {@code toString}, {@code equals}, {@code deepCopy} and {@link Wire#writeObject} use the codecs of
     * {@link #shared()}.
     *
     * @return this registry
     * @throws IllegalArgumentException if another class has the simple name, or the class is a primitive, text, number,
     *     date-time, enum or array, which always have their own form
     */
    <T> TypeRegistry register(Class<T> type, TypeCodec<T> codec);

    /**
     * Registers a codec for a class, as {@link #register(Class, TypeCodec)} does, and the class under a name.
     *
     * @return this registry
     * @throws IllegalArgumentException if another class has the name, or the class always has its own form
     */
    <T> TypeRegistry register(String name, Class<T> type, TypeCodec<T> codec);

    /**
     * Makes a name select a class on reading. The name is not written.
     *
     * @return this registry
     * @throws IllegalArgumentException if another class has the name
     */
    TypeRegistry alias(String name, Class<?> type);

    /**
     * Allows names in the input to load classes of a package. The simple or full name selects a class in the package
     * itself, and the full name a class in a package below it. The simple name also selects a nested class. If several
     * nested classes of the package have that name, they are written with their full names, and reading the simple name
     * is an error that lists them. After a thousand names that match no class, the loader
     * is only asked for classes that it has as resources; otherwise input with ever new names would fill its memory.
     *
     * @param packageName for example {@code com.acme.orders}
     * @param loader the class loader of the package, to which the caller must keep a reference
     * @return this registry
     */
    TypeRegistry loadClassesFrom(String packageName, ClassLoader loader);

    /**
     * Allows the package of a class, with the loader of that class, as {@link #loadClassesFrom} does.
     *
     * @return this registry
     */
    TypeRegistry loadClassesFromPackageOf(Class<?> member);

    /** Returns the default options with this registry as their {@link MarshallableOptions#TYPES}. */
    WireOptions asOptions();

    /** Returns the class that a name in the input selects, or empty if the name is unknown. */
    Optional<Class<?>> find(String name);

    /**
     * Returns the name to write for a class.
     *
     * @throws IllegalStateException if the class is a lambda or hidden class, which has no name that could be read back
     */
    String nameOf(Class<?> type);
}
