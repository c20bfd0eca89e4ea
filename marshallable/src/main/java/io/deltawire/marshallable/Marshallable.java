package io.deltawire.marshallable;

import io.deltawire.wire.WireOptions;
import java.io.IOException;
import java.nio.file.Path;

/**
 * An object that can be parsed from text, copied and reset by its fields. {@link AbstractMarshallable} adds text,
 * equality and hash code. A {@link Wire} writes and reads any object; the object need not be {@code Marshallable}.
 *
 * <p>As safe for threads as the class of the object: its methods use the fields without a lock.
 */
public interface Marshallable {
    /**
     * Parses an object from YAML, as {@link AbstractMarshallable#toString} writes it. The type name in the text selects
     * the class, which must be registered in {@link TypeRegistry#shared()}. {@link #fromString(Class, CharSequence)}
     * needs no registration, and with {@code GenericRecord.class} no class.
     *
     * @throws io.deltawire.wire.WireException if the text is not exactly one YAML value, its type name is unknown, or
     *     it does not fit the class, for example because the class has no field of a name
     * @throws ClassCastException at the caller, if the object is of another class than the caller expects
     */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // the caller says what it expects
    static <T> T fromString(String text) {
        return (T) Implementation.MODEL.readNamed(text, TypeRegistry.shared());
    }

    /**
     * Parses an object from YAML with the type names of a registry. The type name in the text selects the class.
     *
     * @throws io.deltawire.wire.WireException if the text is not exactly one YAML value, the registry does not know its
     *     type name, or it does not fit the class, for example because the class has no field of a name
     * @throws ClassCastException at the caller, if the object is of another class than the caller expects
     */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // the caller says what it expects
    static <T> T fromString(CharSequence text, TypeRegistry types) {
        return (T) Implementation.MODEL.readNamed(text, types);
    }

    /**
     * Parses an object of a class from YAML. The text may omit the type name. A field that the class does not have is an
     * error, and its message names the most similar field of the class. So is a type name that is neither a name of the
     * class or of a subclass nor an {@link Alias} of it.
     *
     * @throws io.deltawire.wire.WireException if the text is not exactly one YAML value or does not fit the class
     */
    static <T> T fromString(Class<T> type, CharSequence text) {
        return Implementation.MODEL.read(type, text);
    }

    /**
     * Parses an object of a class from YAML, with options. Without a policy for unknown fields in the options, they are
     * refused, as {@link #fromString(Class, CharSequence)} does.
     *
     * @param options limits and {@link MarshallableOptions}; {@link UnknownFieldPolicy#SKIP} skips unknown fields and
     *     ignores unknown type names
     * @throws io.deltawire.wire.WireException if the text is not exactly one YAML value or does not fit the class
     */
    static <T> T fromString(Class<T> type, CharSequence text, WireOptions options) {
        return Implementation.MODEL.read(type, text, options);
    }

    /**
     * Parses an object of a type with arguments from YAML, as {@link #fromString(Class, CharSequence)} does.
     *
     * @throws io.deltawire.wire.WireException if the text is not exactly one YAML value or does not fit the type
     */
    @SuppressWarnings("unchecked") // the object is of the type
    static <T> T fromString(TypeRef<T> type, CharSequence text) {
        return (T) Implementation.MODEL.readAs(type.type(), text);
    }

    /**
     * Parses an object of a type with arguments from YAML, as {@link #fromString(Class, CharSequence, WireOptions)} does.
     *
     * @throws io.deltawire.wire.WireException if the text is not exactly one YAML value or does not fit the type
     */
    @SuppressWarnings("unchecked") // the object is of the type
    static <T> T fromString(TypeRef<T> type, CharSequence text, WireOptions options) {
        return (T) Implementation.MODEL.readAs(type.type(), text, options);
    }

    /**
     * Returns an object as YAML with its type name: a {@link Marshallable}, a Java record, or any other object that can
     * be written. {@link #fromString(Class, CharSequence)} reads it. The type names come from {@link
     * TypeRegistry#shared()}.
     *
     * @throws io.deltawire.wire.WireDataException if the object cannot be written, contains itself or is nested deeper
     *     than 1,000 levels
     */
    static String toString(Object object) {
        return Implementation.MODEL.toYaml(object, TypeRegistry.shared());
    }

    /**
     * Returns an object as YAML, as {@link #toString(Object)} does, with the type names of a registry.
     *
     * @throws io.deltawire.wire.WireDataException if the object cannot be written, contains itself or is nested deeper
     *     than 1,000 levels
     */
    static String toString(Object object, TypeRegistry types) {
        return Implementation.MODEL.toYaml(object, types);
    }

    /**
     * Reads an object from a file of one message. The type name in the file selects the class, which must be registered
     * in {@link TypeRegistry#shared()}; otherwise this is like {@link #fromFile(Class, Path)}.
     *
     * @throws IOException if the file cannot be read
     * @throws io.deltawire.wire.WireException if the file is not exactly one message, its type name is unknown, or it
     *     does not fit the class
     * @throws ClassCastException at the caller, if the object is of another class than the caller expects
     */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // the caller says what it expects
    static <T> T fromFile(Path path) throws IOException {
        return (T) Implementation.MODEL.readNamedFile(path);
    }

    /** Reads an object from a file of one message, as {@link #fromFile(Path)} does. */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // the caller says what it expects
    static <T> T fromFile(String path) throws IOException {
        return (T) Implementation.MODEL.readNamedFile(Path.of(path));
    }

    /**
     * Reads an object of a class, such as a configuration, from a file of one message. The format is detected among
     * those on the class path; otherwise it is YAML. Unknown fields and type names are errors, as for {@link
     * #fromString(Class, CharSequence)}.
     *
     * @throws IOException if the file cannot be read; the message names it
     * @throws io.deltawire.wire.WireException if the file is not exactly one message or does not fit the class; the
     *     message begins with the path and says what was expected and found, and where
     */
    static <T> T fromFile(Class<T> type, Path path) throws IOException {
        return fromFile(type, path, WireOptions.DEFAULTS);
    }

    /**
     * Reads an object of a class from a file of one message, as {@link #fromFile(Class, Path)} does, with options.
     *
     * @param options limits and {@link MarshallableOptions}; {@link UnknownFieldPolicy#SKIP} skips unknown fields and
     *     ignores unknown type names
     */
    static <T> T fromFile(Class<T> type, Path path, WireOptions options) throws IOException {
        return Implementation.MODEL.readFile(type, path, options);
    }

    /** Reads an object of a type with arguments from a file of one message, as {@link #fromFile(Class, Path)} does. */
    static <T> T fromFile(TypeRef<T> type, Path path) throws IOException {
        return fromFile(type, path, WireOptions.DEFAULTS);
    }

    /** Reads an object of a type with arguments, as {@link #fromFile(Class, Path, WireOptions)} does. */
    @SuppressWarnings("unchecked") // the object is of the type
    static <T> T fromFile(TypeRef<T> type, Path path, WireOptions options) throws IOException {
        return (T) Implementation.MODEL.readFileAs(type.type(), path, options);
    }

    /** Reads an object of a class from a file of one message, as {@link #fromFile(Class, Path)} does. */
    static <T> T fromFile(Class<T> type, String path) throws IOException {
        return fromFile(type, Path.of(path));
    }

    /** Reads an object of a class from a file of one message, as {@link #fromFile(Class, Path, WireOptions)} does. */
    static <T> T fromFile(Class<T> type, String path, WireOptions options) throws IOException {
        return fromFile(type, Path.of(path), options);
    }

    /**
     * Reads an object of a class, such as a default configuration, from a resource of one message. The resource is found
     * as by {@link Class#getResourceAsStream}: in the package of the class, or from the root of the class path or module
     * if the name begins with a slash. Otherwise this is like {@link #fromFile(Class, Path)}.
     *
     * @throws IOException if there is no such resource, or it cannot be read; the message names it
     * @throws io.deltawire.wire.WireException if the resource is not exactly one message or does not fit the class; the
     *     message begins with the name of the resource
     */
    static <T> T fromResource(Class<T> type, String name) throws IOException {
        return fromResource(type, name, WireOptions.DEFAULTS);
    }

    /** Reads an object of a class from a resource, as {@link #fromResource(Class, String)} does, with options. */
    static <T> T fromResource(Class<T> type, String name, WireOptions options) throws IOException {
        return Implementation.MODEL.readResource(type, name, options);
    }

    /**
     * Returns a copy of this object. Mutable values in it are copied as well; transient fields have their defaults.
     *
     * @throws io.deltawire.wire.WireDataException if the object contains itself, or a collection of a class that cannot
     *     be copied
     */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // always of the class of this object
    default <T> T deepCopy() {
        return (T) Implementation.MODEL.copy(this);
    }

    /**
     * Copies the fields of this object to the fields of the same name in another object; former names ({@link Alias})
     * match too. Mutable values are copied. Fields of the other object that this one lacks stay unchanged.
     *
     * @param other the object to change
     * @return {@code other}
     * @throws io.deltawire.wire.WireDataException if a value does not fit its field, or this object contains itself
     * @throws UnsupportedOperationException if the other object is a Java record
     */
    default <T> T copyTo(T other) {
        return Implementation.MODEL.copyFields(this, other);
    }

    /**
     * Sets every field to its default: the value that the constructor without arguments leaves in it, or null, 0 or
     * false if there is no such constructor.
     *
     * @throws UnsupportedOperationException if this is a Java record
     */
    default void reset() {
        Implementation.MODEL.reset(this);
    }
}
