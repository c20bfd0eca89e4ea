package io.deltawire.marshallable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.marshallable.CodecGenerator.Access;
import io.deltawire.wire.Trees;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireFormats;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.spi.OutputBuffer;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Random classes (any mix of field types, some final, some with a superclass, with and without a constructor without
 * arguments) with random values: generated codecs of both kinds give the tokens and the objects that reflection gives.
 */
class RandomClassesTest {
    private static final Class<?>[] TYPES = {
        boolean.class,
        byte.class,
        short.class,
        char.class,
        int.class,
        long.class,
        float.class,
        double.class,
        String.class,
        Integer.class,
        Double.class,
        LocalDate.class,
        ZonedDateTime.class,
        Instant.class,
        BigDecimal.class,
        UUID.class,
        Samples.Colour.class,
        Samples.Point.class,
        Samples.Animal.class,
        StringBuilder.class,
        int[].class,
        String[].class,
        List.class,
        Object.class,
        CharSequence.class
    };

    private final SplittableRandom random = new SplittableRandom(42);
    private final Trees.Generator texts = new Trees.Generator(42, false, false);
    private int classes;

    @Test
    void generatedAndReflectiveCodecsAgree() throws ReflectiveOperationException {
        for (int round = 0; round < 120; round++) {
            Class<?> parent = round % 3 == 0 ? define(Object.class, random.nextInt(6)) : Object.class;
            int size = round % 10 == 9 ? 63 + random.nextInt(5) : random.nextInt(20);
            Class<?> type = define(parent, size);
            ObjectCodec codec = Codecs.ofObject(type);
            FieldIo reflective = new ReflectiveIo(codec);
            for (Access access : Access.values()) {
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
        Object object = fill(codec.newInstance(null, null));
        TokenWire expected = write(codec, reflective, object);
        TokenWire actual = write(codec, generated, object);
        assertEquals(expected.messages, actual.messages, what);
        Object byReflection = read(reflective, expected, null);
        assertEqualFields(codec, object, byReflection, what);
        assertEqualFields(codec, object, read(generated, expected, null), what);
        // Into an object with other values, and from a message in which fields are missing.
        Object reused = fill(codec.newInstance(null, null));
        assertEqualFields(codec, object, read(generated, expected, reused), what);
        TokenWire partial = withoutSomeFields(expected);
        Object freshPartial = read(reflective, partial, null);
        assertEqualFields(codec, freshPartial, read(generated, partial, null), what);
        assertEqualFields(codec, freshPartial, read(generated, partial, reused), what);
    }

    private static void assertEqualFields(ObjectCodec codec, Object a, Object b, String what) {
        assertTrue(Values.haveEqualFields(a, b, codec.plan()), () -> what + ": " + Texts.toYaml(a) + Texts.toYaml(b));
    }

    private static TokenWire write(ObjectCodec codec, FieldIo io, Object object) {
        TokenWire wire = new TokenWire();
        WireOut out = wire.out();
        out.beginMessage();
        out.beginObject(codec.plan().shape);
        io.writeFields(out, object, Session.ofDefaults("token"));
        out.endObject();
        out.endMessage();
        return wire;
    }

    private static Object read(FieldIo io, TokenWire wire, Object target) {
        WireIn in = wire.in();
        in.nextMessage();
        in.beginObject();
        return io.readFields(in, target, Session.ofDefaults("token"));
    }

    /** Leaves out entries of the outermost object, and adds one that no class has. */
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

    /** Defines a class with random fields. */
    private Class<?> define(Class<?> parent, int fields) throws ReflectiveOperationException {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        String name = "io/deltawire/marshallable/Random" + classes++;
        String superName = Type.getInternalName(parent);
        writer.visit(Opcodes.V17, Opcodes.ACC_SUPER, name, null, superName, null);
        for (int i = 0; i < fields; i++) {
            int access = (random.nextBoolean() ? Opcodes.ACC_PRIVATE : 0)
                    | (random.nextInt(3) == 0 ? Opcodes.ACC_FINAL : 0)
                    | (random.nextInt(12) == 0 ? Opcodes.ACC_TRANSIENT : 0);
            String descriptor = Type.getDescriptor(TYPES[random.nextInt(TYPES.length)]);
            writer.visitField(access, "f" + classes + "_" + i, descriptor, null, null);
        }
        if (random.nextBoolean() && hasConstructor(parent)) {
            MethodVisitor code = writer.visitMethod(Opcodes.ACC_PUBLIC, "<init>", "()V", null, null);
            code.visitVarInsn(Opcodes.ALOAD, 0);
            code.visitMethodInsn(Opcodes.INVOKESPECIAL, superName, "<init>", "()V", false);
            code.visitInsn(Opcodes.RETURN);
            code.visitMaxs(0, 0);
        }
        return MethodHandles.lookup().defineClass(writer.toByteArray());
    }

    private static boolean hasConstructor(Class<?> type) {
        return type.getDeclaredConstructors().length > 0;
    }

    private Object fill(Object object) throws IllegalAccessException {
        for (Class<?> c = object.getClass(); c != Object.class; c = c.getSuperclass()) {
            for (Field field : c.getDeclaredFields()) {
                if (!Modifier.isTransient(field.getModifiers())) {
                    field.setAccessible(true);
                    field.set(object, value(field.getType()));
                }
            }
        }
        return object;
    }

    @SuppressWarnings("UnnecessaryStringBuilder") // that is what the field holds
    private Object value(Class<?> type) {
        if (!type.isPrimitive() && random.nextInt(5) == 0) {
            return null;
        }
        return switch (type.getSimpleName()) {
            case "boolean" -> random.nextBoolean();
            case "byte" -> (byte) random.nextInt();
            case "short" -> (short) random.nextInt();
            case "char" -> (char) random.nextInt(65536);
            case "int", "Integer" -> random.nextInt();
            case "long" -> random.nextLong() >> random.nextInt(64);
            case "float" -> Float.intBitsToFloat(random.nextInt());
            case "double", "Double" -> Double.longBitsToDouble(random.nextLong());
            case "String", "CharSequence" -> texts.text();
            case "LocalDate" -> LocalDate.ofEpochDay(random.nextInt(100_000));
            case "ZonedDateTime" ->
                ZonedDateTime.ofInstant(Instant.ofEpochSecond(random.nextInt()), ZoneId.of("Europe/London"));
            case "Instant" -> Instant.ofEpochSecond(random.nextInt(), random.nextInt(1_000_000_000));
            case "BigDecimal" -> BigDecimal.valueOf(random.nextLong(), random.nextInt(-5, 30));
            case "UUID" -> new UUID(random.nextLong(), random.nextLong());
            case "Colour" -> random.nextBoolean() ? Samples.Colour.RED : Samples.Colour.GREEN;
            case "Point" -> new Samples.Point(random.nextInt(), random.nextInt());
            case "Animal" -> random.nextBoolean() ? new Samples.Animal(texts.text()) : new Samples.Dog(texts.text(), 1);
            case "StringBuilder" -> new StringBuilder(texts.text());
            case "int[]" -> random.ints(random.nextInt(20)).toArray();
            case "String[]" -> new String[] {texts.text(), null};
            case "List" -> Arrays.asList(texts.text(), random.nextLong(), null, List.of(true));
            default -> random.nextBoolean() ? (Object) random.nextInt() : new Samples.Circle(random.nextDouble());
        };
    }

    @Test
    void sampleBytesAreTheSameOverEveryFormat() {
        for (Object sample : Samples.all().values()) {
            ObjectCodec codec = Codecs.ofObject(sample.getClass());
            for (String format : List.of("yaml", "json", "binary")) {
                byte[] expected = bytes(format, codec, new ReflectiveIo(codec), sample);
                for (Access access : Access.values()) {
                    byte[] actual = bytes(format, codec, CodecGenerator.generate(codec, access), sample);
                    assertTrue(Arrays.equals(expected, actual), format + " " + sample.getClass());
                }
            }
        }
    }

    private static byte[] bytes(String format, ObjectCodec codec, FieldIo fieldIo, Object sample) {
        OutputBuffer buffer = OutputBuffer.inMemory();
        WireFormat wireFormat = WireFormats.byName(format);
        WireOut out = wireFormat.newWriter(buffer, WireOptions.DEFAULTS);
        out.beginMessage();
        out.type(codec.plan().shape.typeName());
        out.beginObject(codec.plan().shape);
        fieldIo.writeFields(out, sample, new Session(wireFormat, WireOptions.DEFAULTS));
        out.endObject();
        out.endMessage();
        return Arrays.copyOf(buffer.array, buffer.position);
    }
}
