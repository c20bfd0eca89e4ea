package io.deltawire.marshallable.internal.codegen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.marshallable.internal.codec.CodecContext;
import io.deltawire.marshallable.internal.codec.CodecSet;
import io.deltawire.marshallable.internal.codec.FieldIo;
import io.deltawire.marshallable.internal.codec.ObjectCodec;
import io.deltawire.marshallable.internal.value.WireEquality;
import io.deltawire.marshallable.internal.value.YamlTexts;
import io.deltawire.marshallable.testing.RandomClasses;
import io.deltawire.marshallable.testing.Samples;
import io.deltawire.marshallable.testing.TokenWire;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireFormat.Feature;
import io.deltawire.wire.WireFormats;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.spi.BufferFormat;
import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.wire.testing.Formats;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Compares generated codecs of both access modes with reflection, by their tokens and objects. Classes and values are
 * random: any mix of field types, some final, some with a superclass, with and without a no-argument constructor.
 */
class RandomClassesTest {
    private final SplittableRandom random = new SplittableRandom(42);
    private final RandomClasses classes = new RandomClasses(random, "Random");

    @Test
    void generatedAndReflectiveCodecsAgree() throws ReflectiveOperationException {
        for (int round = 0; round < 120; round++) {
            Class<?> parent = round % 3 == 0 ? classes.define(Object.class, random.nextInt(6)) : Object.class;
            int size = round % 10 == 9 ? 63 + random.nextInt(5) : random.nextInt(20);
            Class<?> type = classes.define(parent, size);
            ObjectCodec codec = CodecSet.BUILT_IN.ofObject(type);
            FieldIo reflective = new ReflectiveIo(codec);
            for (AccessMode access : AccessMode.values()) {
                FieldIo generated = CodecGenerator.generate(codec, access);
                assertNotNull(generated, "round " + round + " " + access);
                for (int i = 0; i < 5; i++) {
                    check(codec, reflective, generated, "round " + round + " " + access);
                }
            }
        }
    }

    private void check(ObjectCodec codec, FieldIo reflective, FieldIo generated, String what)
            throws ReflectiveOperationException {
        Object object = classes.fill(codec.newInstance(null, null));
        TokenWire expected = write(codec, reflective, object);
        TokenWire actual = write(codec, generated, object);
        assertEquals(expected.messages, actual.messages, what);
        Object byReflection = read(reflective, expected, null);
        assertEqualFields(codec, object, byReflection, what);
        assertEqualFields(codec, object, read(generated, expected, null), what);
        // Reads into an object with other values, and from a message without some fields.
        Object reused = classes.fill(codec.newInstance(null, null));
        assertEqualFields(codec, object, read(generated, expected, reused), what);
        TokenWire partial = withoutSomeFields(expected);
        Object freshPartial = read(reflective, partial, null);
        assertEqualFields(codec, freshPartial, read(generated, partial, null), what);
        assertEqualFields(codec, freshPartial, read(generated, partial, reused), what);
    }

    private static void assertEqualFields(ObjectCodec codec, Object a, Object b, String what) {
        assertTrue(
                WireEquality.haveEqualFields(a, b, codec.equality()),
                () -> what + ": " + YamlTexts.of(a) + YamlTexts.of(b));
    }

    private static TokenWire write(ObjectCodec codec, FieldIo io, Object object) {
        TokenWire wire = new TokenWire();
        WireOut out = wire.out();
        out.beginMessage();
        out.beginObject(codec.plan().shape());
        io.writeFields(out, object, CodecContext.ofDefaults("token"));
        out.endObject();
        out.endMessage();
        return wire;
    }

    private static Object read(FieldIo io, TokenWire wire, Object target) {
        WireIn in = wire.in();
        in.nextMessage();
        in.beginObject();
        return io.readFields(in, target, CodecContext.ofDefaults("token"));
    }

    /** Drops entries of the outermost object, and adds one that no class has. */
    private TokenWire withoutSomeFields(TokenWire wire) {
        List<TokenWire.Token> kept = new ArrayList<>();
        List<TokenWire.Token> tokens = wire.messages.get(0);
        int depth = 0;
        boolean isKept = true;
        for (TokenWire.Token token : tokens) {
            if (depth == 1 && token.kind() == WireToken.FIELD) {
                isKept = random.nextInt(3) > 0;
            }
            boolean opens = token.kind().name().startsWith("BEGIN");
            boolean closes = token.kind().name().startsWith("END");
            depth += opens ? 1 : closes ? -1 : 0;
            if (isKept || depth == 0) {
                if (depth == 0) {
                    kept.add(new TokenWire.Token(WireToken.FIELD, null, "noSuchField"));
                    kept.add(new TokenWire.Token(WireToken.INT64, null, 1L));
                }
                kept.add(token);
            }
        }
        TokenWire partial = new TokenWire();
        partial.messages.add(kept);
        return partial;
    }

    @Test
    void sampleBytesAreTheSameOverEveryFormat() {
        for (Object sample : Samples.all().values()) {
            ObjectCodec codec = CodecSet.BUILT_IN.ofObject(sample.getClass());
            for (String format : Formats.without(Feature.TABLE, Feature.RECORDS)) {
                byte[] expected = bytes(format, codec, new ReflectiveIo(codec), sample);
                for (AccessMode access : AccessMode.values()) {
                    byte[] actual = bytes(format, codec, CodecGenerator.generate(codec, access), sample);
                    assertTrue(Arrays.equals(expected, actual), format + " " + sample.getClass());
                }
            }
        }
    }

    private static byte[] bytes(String format, ObjectCodec codec, FieldIo fieldIo, Object sample) {
        OutputBuffer buffer = OutputBuffer.inMemory();
        WireFormat wireFormat = WireFormats.byName(format);
        WireOut out = ((BufferFormat) wireFormat).newWriter(buffer, WireOptions.DEFAULTS);
        out.beginMessage();
        out.type(codec.plan().shape().typeName());
        out.beginObject(codec.plan().shape());
        fieldIo.writeFields(out, sample, new CodecContext(wireFormat, WireOptions.DEFAULTS));
        out.endObject();
        out.endMessage();
        return Arrays.copyOf(buffer.array, buffer.position);
    }
}
