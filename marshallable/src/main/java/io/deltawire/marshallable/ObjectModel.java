package io.deltawire.marshallable;

import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import net.openhft.chronicle.bytes.Bytes;

/**
 * What the static and default methods of this package call. The package is the lowest layer: annotations, interfaces and small values, which all
 * that implements them builds on. So they reach the implementation through this one interface.
 *
 * <p>Public only because the implementation is in another package. Applications have no use for it, and it may change at any time.
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

    /** See {@link Wire#of(WireFormat, InputStream, WireOptions)}. */
    Wire wire(WireFormat format, InputStream stream, WireOptions options);

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

    /** Returns an object as YAML, with the type names of the shared registry. */
    String toYaml(Object object);

    /** See {@link Marshallable#toString(Object, TypeRegistry)}. */
    String toYaml(Object object, TypeRegistry types);

    /** Returns the object that a YAML text describes, as a class. */
    <T> T read(Class<T> type, CharSequence text);

    /** As {@link #read(Class, CharSequence)}, with the type names of a registry. */
    <T> T read(Class<T> type, CharSequence text, TypeRegistry types);

    /** As {@link #read(Class, CharSequence)}, with options. */
    <T> T read(Class<T> type, CharSequence text, WireOptions options);

    /** See {@link Marshallable#fromFile(Class, String, WireOptions)}. */
    <T> T readFile(Class<T> type, Path path, WireOptions options) throws IOException;

    /** See {@link Marshallable#deepCopy}. */
    Object copy(Object object);

    /** See {@link Marshallable#copyTo}. */
    <T> T copyFields(Object from, T to);

    /** See {@link Marshallable#reset}. */
    void reset(Object object);

    /** Whether two values are the same on the wire. */
    boolean areEqual(Object a, Object b);

    /** A hash code that goes with {@link #areEqual}. */
    int hash(Object value);

    /** Whether two objects of one class have the same fields; true where the class has none of its own. */
    boolean haveEqualFields(Object a, Object b);

    /** A hash code that goes with {@link #haveEqualFields}. */
    int hashFields(Object object);
}
