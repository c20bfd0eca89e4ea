package io.deltawire.marshallable.internal.codec;

import io.deltawire.marshallable.internal.schema.ClassPlan;
import io.deltawire.wire.spi.object.NumberEncoding;
import java.util.List;
import java.util.Map;

/**
 * The services that codecs need from the layers above them: code for the fields of a class, and equality of values.
 *
 * <p>This interface is the only upward dependency of the codec layer. The implementation is loaded by its name, so that
 * no class of this layer refers to one above it.
 */
public interface CodecServices {
    /** Returns the services of this library. */
    static CodecServices get() {
        return Holder.SERVICES;
    }

    /** Returns the code for the fields of a class in any format: generated if possible, or else reflective. */
    public FieldIo fieldIo(ObjectCodec codec);

    /**
     * Returns generated code for a class and one format, or null if none can be generated.
     *
     * @param names the field names as the format encodes them
     * @param forms the number encodings that the code may read without the format's reader
     */
    public FieldIo fieldIo(ObjectCodec codec, byte[][] names, List<NumberEncoding> forms);

    /** Returns the code that compares objects of a class by their fields. */
    public FieldEquality equality(ClassPlan plan);

    /**
     * Refuses a map with keys that differ in the map but are the same on the wire.
     *
     * @throws io.deltawire.wire.WireDataException if there are such keys
     */
    public void refuseEqualKeys(Map<?, ?> map, CodecContext session);

    /** Delays loading of the services until a codec first needs them. */
    final class Holder {
        private static final CodecServices SERVICES = CodecSource.loadLibrary(CodecServices.class);

        private Holder() {}
    }
}
