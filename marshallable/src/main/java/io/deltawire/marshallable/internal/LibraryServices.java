package io.deltawire.marshallable.internal;

import io.deltawire.marshallable.internal.codec.CodecContext;
import io.deltawire.marshallable.internal.codec.CodecServices;
import io.deltawire.marshallable.internal.codec.CodecSet;
import io.deltawire.marshallable.internal.codec.CodecSource;
import io.deltawire.marshallable.internal.codec.FieldEquality;
import io.deltawire.marshallable.internal.codec.FieldIo;
import io.deltawire.marshallable.internal.codec.ObjectCodec;
import io.deltawire.marshallable.internal.codegen.CodecGenerator;
import io.deltawire.marshallable.internal.schema.ClassPlan;
import io.deltawire.marshallable.internal.schema.DefaultTypeRegistry;
import io.deltawire.marshallable.internal.value.DuplicateKeys;
import io.deltawire.wire.spi.object.NumberEncoding;
import java.util.List;
import java.util.Map;

/**
 * The implementation of {@link CodecServices} and {@link CodecSource.Factory}. It gives codecs access to generated code and to values, which are layers
 * above them; the codec package loads it by name.
 */
public final class LibraryServices implements CodecServices, CodecSource.Factory {
    /** Creates the services; the codec package calls this by reflection. */
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
    public CodecSource codecs(DefaultTypeRegistry types) {
        return CodecSet.of(types);
    }

    @Override
    public FieldEquality equality(ClassPlan plan) {
        return CodecGenerator.equalityFor(plan);
    }

    @Override
    public void refuseEqualKeys(Map<?, ?> map, CodecContext session) {
        DuplicateKeys.refuse(map, session);
    }
}
