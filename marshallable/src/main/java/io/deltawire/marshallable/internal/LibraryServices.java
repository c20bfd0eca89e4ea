package io.deltawire.marshallable.internal;

import io.deltawire.marshallable.internal.codec.CodecServices;
import io.deltawire.marshallable.internal.codec.Equality;
import io.deltawire.marshallable.internal.codec.FieldIo;
import io.deltawire.marshallable.internal.codec.ObjectCodec;
import io.deltawire.marshallable.internal.codec.Session;
import io.deltawire.marshallable.internal.codegen.CodecGenerator;
import io.deltawire.marshallable.internal.codegen.EqualityCode;
import io.deltawire.marshallable.internal.schema.ClassPlan;
import io.deltawire.marshallable.internal.value.EqualKeys;
import io.deltawire.wire.spi.object.NumberEncoding;
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
    public FieldIo fieldIo(ObjectCodec codec, byte[][] names, List<NumberEncoding> forms) {
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
