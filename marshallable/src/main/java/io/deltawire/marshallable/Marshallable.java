package io.deltawire.marshallable;

import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireFormats;
import io.deltawire.wire.WireOptions;
import io.deltawire.yaml.YamlFormat;
import java.io.IOException;
import java.nio.file.Files;
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
        return (T) Texts.read(Object.class, text);
    }

    /**
     * Returns the object that a YAML text describes, as a class. The text may leave the type name out.
     *
     * @throws io.deltawire.wire.WireException where the text is not one YAML value, or does not fit the class
     */
    static <T> T fromString(Class<T> type, CharSequence text) {
        return type.cast(Texts.read(type, text));
    }

    /**
     * Returns the object in a file of one message, in whatever format on the class path the file looks like, or YAML.
     *
     * @throws IOException where the file cannot be read
     * @throws io.deltawire.wire.WireException where it is not one message, or does not fit the class
     */
    static <T> T fromFile(Class<T> type, String path) throws IOException {
        byte[] content = Files.readAllBytes(Path.of(path));
        WireFormat format = WireFormats.detect(content, content.length).orElseGet(YamlFormat::new);
        return type.cast(Texts.readOnly(type, format, content, WireOptions.DEFAULTS));
    }

    /**
     * Returns a copy of this object with copies of everything in it that can change. Transient fields have their
     * defaults.
     *
     * @throws io.deltawire.wire.WireDataException where the object is inside itself
     */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // always of the class of this object
    default <T> T deepCopy() {
        return (T) Copies.copy(this);
    }

    /**
     * Gives the fields of another object the values of the fields of the same names of this one, copied. An object of
     * another class keeps its fields that this one does not have.
     *
     * @return the other object
     * @throws io.deltawire.wire.WireDataException where a value does not fit, or the object is inside itself
     * @throws UnsupportedOperationException where the other object is a record
     */
    default <T> T copyTo(T other) {
        return Texts.copyFields(this, other);
    }

    /**
     * Gives every field its default: what it is in a new object.
     *
     * @throws UnsupportedOperationException where this is a record
     */
    default void reset() {
        Texts.reset(this);
    }
}
