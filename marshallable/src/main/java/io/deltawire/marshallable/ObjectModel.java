package io.deltawire.marshallable;

import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.reflect.Type;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import net.openhft.chronicle.bytes.Bytes;

/**
 * The implementation of the static and default methods of this package. The package is the lowest layer and contains
 * annotations, interfaces and small values, so its methods reach the upper layers through this one interface.
 *
 * <p>It is public only because the implementation is in another package. Applications do not use it, and it may change
 * at any time.
 *
 * <p>Thread-safe.
 */
public interface ObjectModel {
    /** See {@link Wire#of(WireFormat, Bytes, WireOptions)}. */
    Wire wire(WireFormat format, Bytes<?> bytes, WireOptions options);

    /** See {@link Wire#of(WireFormat, ByteBuffer, WireOptions)}. */
    Wire wire(WireFormat format, ByteBuffer buffer, WireOptions options);

    /** See {@link Wire#of(WireFormat, OutputStream, WireOptions)}. */
    Wire wire(WireFormat format, OutputStream stream, WireOptions options);

    /** See {@link Wire#of(WireFormat, WireOut, WireOptions)}. */
    Wire wire(WireFormat format, WireOut out, WireOptions options);

    /** See {@link Wire#of(WireFormat, WireIn, WireOptions)}. */
    Wire wire(WireFormat format, WireIn in, WireOptions options);

    /** See {@link Wire#of(WireFormat, InputStream, WireOptions)}. */
    Wire wire(WireFormat format, InputStream stream, WireOptions options);

    /** See {@link Wire#append(WireFormat, Path, WireOptions)}. */
    Wire append(WireFormat format, Path file, WireOptions options) throws IOException;

    /** See {@link Wire#resume(WireFormat, Path, WireOptions)}. */
    Wire resume(WireFormat format, Path file, WireOptions options) throws IOException;

    /** See {@link Wire#writeObject}. */
    void writeObject(WireOut out, Object object);

    /** See {@link Wire#readObject}. */
    <T> T readObject(WireIn in, Class<T> type);

    /** See {@link WireDump#copy}. */
    long dump(WireIn in, Appendable target);

    /** See {@link MessageHistory#lastIndex}. */
    long lastIndex(int sourceId, Wire output);

    /** See {@link TypeRegistry#shared}. */
    TypeRegistry sharedTypes();

    /** See {@link TypeRegistry#create}. */
    TypeRegistry newTypes();

    /** Returns an object as YAML for people: see {@link AbstractMarshallable#toString}. It throws no exception. */
    String toYaml(Object object);

    /** See {@link Marshallable#toString(Object, TypeRegistry)}. */
    String toYaml(Object object, TypeRegistry types);

    /** Parses an object of a class from YAML. */
    <T> T read(Class<T> type, CharSequence text);

    /** See {@link Marshallable#fromString(CharSequence, TypeRegistry)}. */
    Object readNamed(CharSequence text, TypeRegistry types);

    /** See {@link Marshallable#fromFile(Path)}. */
    Object readNamedFile(Path path) throws IOException;

    /** Parses an object of a class from YAML, with options. */
    <T> T read(Class<T> type, CharSequence text, WireOptions options);

    /** Parses an object of a type with arguments from YAML. */
    Object readAs(Type type, CharSequence text);

    /** Parses an object of a type with arguments from YAML, with options. */
    Object readAs(Type type, CharSequence text, WireOptions options);

    /** See {@link Marshallable#fromFile(TypeRef, Path, WireOptions)}. */
    Object readFileAs(Type type, Path path, WireOptions options) throws IOException;

    /** See {@link Marshallable#fromFile(Class, Path, WireOptions)}. */
    <T> T readFile(Class<T> type, Path path, WireOptions options) throws IOException;

    /** See {@link Marshallable#fromResource(Class, String, WireOptions)}. */
    <T> T readResource(Class<T> type, String name, WireOptions options) throws IOException;

    /** See {@link Marshallable#deepCopy}. */
    Object copy(Object object);

    /** See {@link Marshallable#copyTo}. */
    <T> T copyFields(Object from, T to);

    /** See {@link Marshallable#reset}. */
    void reset(Object object);

    /** Returns whether two values are written identically. */
    boolean areEqual(Object a, Object b);

    /** Returns a hash code consistent with {@link #areEqual}. */
    int hash(Object value);

    /** Returns whether two objects of the same class have equal fields; true if the class declares none. */
    boolean haveEqualFields(Object a, Object b);

    /** Returns a hash code consistent with {@link #haveEqualFields}. */
    int hashFields(Object object);
}
