package io.deltawire.marshallable.internal.codegen;

import io.deltawire.marshallable.generated.GeneratedCodec;
import io.deltawire.marshallable.generated.GeneratedEquality;
import io.deltawire.marshallable.internal.codec.CodecConstant;
import io.deltawire.marshallable.internal.codec.FieldEquality;
import io.deltawire.marshallable.internal.codec.FieldIo;
import io.deltawire.marshallable.internal.codec.ObjectCodec;
import io.deltawire.marshallable.internal.schema.ClassPlan;
import io.deltawire.wire.spi.object.NumberEncoding;
import java.util.List;

/**
 * Creates the {@link FieldIo} and the {@link FieldEquality} of a class. Preferred is a hidden class (JEP 371) that is a
 * nestmate of the served class and reaches private fields directly. Where the JVM does not allow that, the hidden class
 * lives in this library and uses method handles. The slow fallbacks, {@link ReflectiveIo} and {@link
 * ReflectiveEquality}, do the same by reflection.
 *
 * <p>The JVM may allow no generated class: in a closed module, a native image, under an unusual class loader or without
 * a matching ASM. Then the {@code generate} methods return null, and the next option is tried.
 */
public final class CodecGenerator {
    /** With more fields the methods would be too long for the JIT compiler (HotSpot's HugeMethodLimit, 8,000 bytes). */
    private static final int MAX_FIELDS = 180;

    /** A record has fewer, since one method reads all of its components. */
    private static final int MAX_COMPONENTS = 40;

    /** Fields in any order are read by one method too. */
    private static final int MAX_IN_ANY_ORDER = 80;

    private CodecGenerator() {}

    /** Returns generated code for a class, or the reflective fallback. */
    public static FieldIo ioFor(ObjectCodec codec) {
        FieldIo io = generate(codec, AccessMode.DIRECT);
        io = io != null ? io : generate(codec, AccessMode.METHOD_HANDLES);
        return io != null ? io : new ReflectiveIo(codec);
    }

    /**
     * Returns code for a class and one format, whose field encoder and decoder it uses; null if none can be generated.
     *
     * @param names the field names as the format encodes them
     * @param forms the number encodings that the code decodes by itself
     */
    public static FieldIo ioFor(ObjectCodec codec, byte[][] names, List<NumberEncoding> forms) {
        FieldIo io = generate(codec, AccessMode.DIRECT, names, forms);
        return io != null ? io : generate(codec, AccessMode.METHOD_HANDLES, names, forms);
    }

    private static int mostInOneMethod(ObjectCodec codec, byte[][] names) {
        return codec.plan().instances().isRecord()
                ? MAX_COMPONENTS
                : DirectReading.isInAnyOrder(names) ? MAX_IN_ANY_ORDER : MAX_FIELDS;
    }

    /** Returns code for a class and any format; null if none can be generated with this access. */
    public static FieldIo generate(ObjectCodec codec, AccessMode access) {
        return generate(codec, access, null, List.of());
    }

    public static FieldIo generate(ObjectCodec codec, AccessMode access, byte[][] names, List<NumberEncoding> forms) {
        ClassPlan plan = codec.plan();
        if (plan.hasRequired()
                || plan.kotlinConstructor() != null
                || plan.fields().size() > MAX_FIELDS
                || names != null && (names.length == 0 || names.length > mostInOneMethod(codec, names))) {
            return null;
        }
        try {
            ClassAssembler file = ClassAssembler.create(plan, codec.codecConstants(), access, GeneratedCodec.class);
            if (file == null) {
                return null;
            }
            CodecClassWriter writer = new CodecClassWriter(file, names, forms);
            writer.write();
            GeneratedCodec io = (GeneratedCodec) file.define();
            io.bind(codec, writer.columnKinds());
            return io;
        } catch (ReflectiveOperationException | LinkageError | SecurityException | UnsupportedOperationException e) {
            return null;
        }
    }

    /** Returns generated code that compares and hashes the objects of a class, or the reflective fallback. */
    public static FieldEquality equalityFor(ClassPlan plan) {
        FieldEquality made = generateEquality(plan, AccessMode.DIRECT);
        made = made != null ? made : generateEquality(plan, AccessMode.METHOD_HANDLES);
        return made != null ? made : new ReflectiveEquality(plan);
    }

    /** Returns code that compares and hashes the objects of a class; null if none can be generated with this access. */
    public static FieldEquality generateEquality(ClassPlan plan, AccessMode access) {
        if (plan.fields().size() > MAX_FIELDS) {
            return null;
        }
        try {
            ClassAssembler file = ClassAssembler.create(plan, new CodecConstant[0], access, GeneratedEquality.class);
            if (file == null) {
                return null;
            }
            EqualityCode writer = new EqualityCode(file);
            writer.write();
            GeneratedEquality equality = (GeneratedEquality) file.define();
            equality.bind(writer.isSimple());
            return equality;
        } catch (ReflectiveOperationException | LinkageError | SecurityException | UnsupportedOperationException e) {
            return null;
        }
    }
}
