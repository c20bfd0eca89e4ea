package io.deltawire.marshallable.internal.codec;

import io.deltawire.marshallable.internal.schema.ClassPlan;
import io.deltawire.wire.spi.NumberForm;
import java.util.List;
import java.util.Map;

/**
 * What codecs need of the layers above them: code for the fields of a class, and equality of values. This is the one place where a codec calls
 * upwards.
 */
public interface CodecServices {
    /** The services of this library. */
    static CodecServices get() {
        return Holder.SERVICES;
    }

    /** Returns what writes and reads the fields of a class in any format: generated code, or what works without. */
    public FieldIo fieldIo(ObjectCodec codec);

    /**
     * Returns generated code for a class and one format, or null where there is none.
     *
     * @param names of the fields, as the format encodes them
     * @param forms of numbers that the code takes by itself
     */
    public FieldIo fieldIo(ObjectCodec codec, byte[][] names, List<NumberForm> forms);

    /** Returns what compares objects of a class by their fields. */
    public Equality equality(ClassPlan plan);

    /**
     * Refuses a map with keys that are different to it, and the same on the wire.
     *
     * @throws io.deltawire.wire.WireDataException where there are such keys
     */
    public void refuseEqualKeys(Map<?, ?> map, Session session);

    /** Makes the services when a codec first needs them. */
    final class Holder {
        /** The one implementation. It is known by its name, so that codecs depend on nothing above them. */
        private static final CodecServices SERVICES = find("io.deltawire.marshallable.internal.LibraryServices");

        private Holder() {}

        private static CodecServices find(String name) {
            try {
                return Class.forName(name)
                        .asSubclass(CodecServices.class)
                        .getConstructor()
                        .newInstance();
            } catch (ReflectiveOperationException e) {
                throw new LinkageError(name + " is missing: the library is not complete", e);
            }
        }
    }
}
