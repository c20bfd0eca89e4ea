package io.deltawire.marshallable;

import io.deltawire.wire.WireOptions;
import java.io.IOException;
import java.nio.file.Path;

/**
 * An object that can be read from text, copied and reset by its fields. {@link AbstractMarshallable} adds text, equality
 * and hash code. Any object can go through a {@link Wire}: it need not be Marshallable.
 */
public interface Marshallable {
    /**
     * Returns the object that a YAML text describes: what {@link AbstractMarshallable#toString} gives. The type name in
     * the text picks the class; it must be known to {@link TypeRegistry#shared()}, otherwise the result is a
     * {@link GenericRecord}.
     *
     * @throws io.deltawire.wire.WireException where the text is not one YAML value, or does not fit the class
     * @throws ClassCastException at the caller, where the object is of another class than expected
     */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // the caller says what it expects
    static <T> T fromString(String text) {
        return (T) Implementation.MODEL.read(Object.class, text);
    }

    /**
     * Returns the object that a YAML text describes, of the class that a registry has for its type name; a
     * {@link GenericRecord} where it has none.
     *
     * @throws io.deltawire.wire.WireException where the text is not one YAML value, or does not fit the class
     * @throws ClassCastException at the caller, where the object is of another class than expected
     */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // the caller says what it expects
    static <T> T fromString(CharSequence text, TypeRegistry types) {
        return (T) Implementation.MODEL.read(Object.class, text, types);
    }

    /**
     * Returns an object as the YAML text that {@link AbstractMarshallable#toString} gives, with the type names of a
     * registry.
     *
     * @throws io.deltawire.wire.WireDataException where the object is inside itself, or deeper than 1,000 levels
     */
    static String toString(Object object, TypeRegistry types) {
        return Implementation.MODEL.toYaml(object, types);
    }

    /**
     * Returns the object that a YAML text describes, as a class. The text may leave the type name out.
     *
     * @throws io.deltawire.wire.WireException where the text is not one YAML value, or does not fit the class
     */
    static <T> T fromString(Class<T> type, CharSequence text) {
        return Implementation.MODEL.read(type, text);
    }

    /**
     * Returns the object that a YAML text describes, as a class.
     *
     * @param options limits, and with {@link MarshallableOptions} what to do with fields that the class does not have:
     *     {@link UnknownFieldPolicy#REFUSE} finds mistyped names
     * @throws io.deltawire.wire.WireException where the text is not one YAML value, or does not fit the class
     */
    static <T> T fromString(Class<T> type, CharSequence text, WireOptions options) {
        return Implementation.MODEL.read(type, text, options);
    }

    /**
     * Returns the object in a file, of the class that its type name stands for; otherwise as
     * {@link #fromFile(Class, String)}.
     *
     * @throws IOException where the file cannot be read
     * @throws io.deltawire.wire.WireException where it is not one message, or does not fit the class
     * @throws ClassCastException at the caller, where the object is of another class than expected
     */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // the caller says what it expects
    static <T> T fromFile(String path) throws IOException {
        return (T) fromFile(Object.class, path);
    }

    /**
     * Returns the object in a file of one message, in whatever format on the class path the file looks like, or YAML: a
     * configuration, say. A field that the class does not have is an error, which names the nearest one that it has.
     *
     * @throws IOException where the file cannot be read
     * @throws io.deltawire.wire.WireException where it is not one message, or does not fit the class: says what was
     *     expected and found, and where
     */
    static <T> T fromFile(Class<T> type, String path) throws IOException {
        return fromFile(
                type, path, WireOptions.DEFAULTS.with(MarshallableOptions.UNKNOWN_FIELDS, UnknownFieldPolicy.REFUSE));
    }

    /**
     * Returns the object in a file of one message, in whatever format on the class path the file looks like, or YAML.
     *
     * @param options limits, and what to do with fields that the class does not have
     * @throws IOException where the file cannot be read
     * @throws io.deltawire.wire.WireException where it is not one message, or does not fit the class
     */
    static <T> T fromFile(Class<T> type, String path, WireOptions options) throws IOException {
        return Implementation.MODEL.readFile(type, Path.of(path), options);
    }

    /**
     * Returns a copy of this object with copies of everything in it that can change. Transient fields have their
     * defaults.
     *
     * @throws io.deltawire.wire.WireDataException where the object is inside itself, or holds a collection that none like can be made of
     */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // always of the class of this object
    default <T> T deepCopy() {
        return (T) Implementation.MODEL.copy(this);
    }

    /**
     * Gives the fields of another object the values of the fields of the same names of this one, or of their former names
     * ({@link Alias}), copied. An object of another class keeps its fields that this one does not have.
     *
     * @return the other object
     * @throws io.deltawire.wire.WireDataException where a value does not fit, or the object is inside itself
     * @throws UnsupportedOperationException where the other object is a record
     */
    default <T> T copyTo(T other) {
        return Implementation.MODEL.copyFields(this, other);
    }

    /**
     * Gives every field its default: what a constructor without arguments leaves in it; null, 0 or false where the class
     * has none.
     *
     * @throws UnsupportedOperationException where this is a record
     */
    default void reset() {
        Implementation.MODEL.reset(this);
    }
}
