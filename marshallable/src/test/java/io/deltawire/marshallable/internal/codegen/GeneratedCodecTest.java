package io.deltawire.marshallable.internal.codegen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.marshallable.internal.codec.CodecContext;
import io.deltawire.marshallable.internal.codec.CodecSet;
import io.deltawire.marshallable.internal.codec.FieldIo;
import io.deltawire.marshallable.internal.codec.ObjectCodec;
import io.deltawire.marshallable.internal.value.WireEquality;
import io.deltawire.marshallable.testing.Samples;
import io.deltawire.marshallable.testing.TokenWire;
import io.deltawire.marshallable.testing.Types;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOut;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Compares generated codecs with the reflective ones. */
class GeneratedCodecTest {
    static {
        Types.registerNested(GeneratedCodecTest.class);
    }

    private static CodecContext session() {
        return CodecContext.ofDefaults("token");
    }

    private static TokenWire write(FieldIo io, Object object) {
        TokenWire wire = new TokenWire();
        WireOut out = wire.out();
        out.beginMessage();
        out.beginObject(CodecSet.BUILT_IN.ofObject(object.getClass()).plan().shape());
        io.writeFields(out, object, session());
        out.endObject();
        out.endMessage();
        return wire;
    }

    private static Object read(FieldIo io, TokenWire wire, Object target) {
        WireIn in = wire.in();
        in.nextMessage();
        in.beginObject();
        return io.readFields(in, target, session());
    }

    @ParameterizedTest
    @EnumSource
    void generatedCodecsAgreeWithReflectionForEverySample(AccessMode access) {
        for (Map.Entry<String, Object> sample : Samples.all().entrySet()) {
            ObjectCodec codec = CodecSet.BUILT_IN.ofObject(sample.getValue().getClass());
            FieldIo generated = CodecGenerator.generate(codec, access);
            assertNotNull(generated, sample.getKey());
            FieldIo reflective = new ReflectiveIo(codec);
            TokenWire wire = write(reflective, sample.getValue());
            assertEquals(wire.messages, write(generated, sample.getValue()).messages, sample.getKey());
            Object byReflection = read(reflective, wire, null);
            Object byCode = read(generated, wire, null);
            assertTrue(WireEquality.areEqual(byReflection, byCode), sample.getKey());
            assertTrue(WireEquality.areEqual(sample.getValue(), byCode), sample.getKey());
            assertTrue(WireEquality.areEqual(byCode, read(generated, wire, byCode)), sample.getKey());
        }
    }
}
