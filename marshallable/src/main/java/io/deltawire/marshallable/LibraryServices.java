package io.deltawire.marshallable;

import io.deltawire.wire.spi.NumberForm;
import java.util.List;
import java.util.Map;

/** The {@link CodecServices} of this library; made by its name. */
public final class LibraryServices implements CodecServices {
    /** For {@link CodecServices}. */
    public LibraryServices() {}

    @Override
    public FieldIo fieldIo(ObjectCodec codec) {
        return CodecGenerator.ioFor(codec);
    }

    @Override
    public FieldIo fieldIo(ObjectCodec codec, byte[][] names, List<NumberForm> forms) {
        return CodecGenerator.ioFor(codec, names, forms);
    }

    @Override
    public Equality equality(ClassPlan plan) {
        return EqualityCode.of(plan);
    }

    @Override
    public void refuseEqualKeys(Map<?, ?> map, Session session) {
        EqualKeys.refuse(map, session);
    }
}
