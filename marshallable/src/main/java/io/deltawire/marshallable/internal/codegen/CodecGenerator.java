package io.deltawire.marshallable.internal.codegen;

import io.deltawire.marshallable.generated.GeneratedCodec;
import io.deltawire.marshallable.internal.codec.FieldIo;
import io.deltawire.marshallable.internal.codec.ObjectCodec;
import io.deltawire.marshallable.internal.schema.ClassPlan;
import io.deltawire.marshallable.internal.schema.FieldPlan;
import io.deltawire.wire.spi.object.NumberEncoding;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodHandles.Lookup.ClassOption;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;

/**
 * Creates the {@link FieldIo} of a class. Preferred is a hidden class (JEP 371) that is a nestmate of the served class
 * and reaches private fields directly. Where the JVM does not allow that, the hidden class lives in this library and
 * uses method handles. {@link ReflectiveIo}, the slow fallback, does the same by reflection.
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
        Class<?> type = codec.type();
        if (plan.hasRequired()
                || plan.kotlinConstructor() != null
                || plan.fields().size() > MAX_FIELDS
                || access == AccessMode.DIRECT && !Nestmates.canHost(type)) {
            return null;
        }
        try {
            if (names != null && (names.length == 0 || names.length > mostInOneMethod(codec, names))) {
                return null;
            }
            Class<?> host = access == AccessMode.DIRECT ? type : GeneratedCodec.class;
            Lookup lookup = MethodHandles.privateLookupIn(host, MethodHandles.lookup());
            List<FieldAccess> members = new ArrayList<>();
            for (FieldPlan field : plan.fields()) {
                members.add(FieldAccess.of(field, type, plan.instances().isRecord(), access));
            }
            if (access == AccessMode.DIRECT
                    && plan.instances().isRecord()
                    && !members.stream().allMatch(member -> Nestmates.isVisible(member.type(), type))) {
                return null;
            }
            ClassData data = new ClassData();
            CodecAssembler code = new CodecAssembler(plan, members, codec.codecConstants(), data, access);
            CodecClassWriter writer = new CodecClassWriter(code, names, forms);
            byte[] classFile = writer.write();
            GeneratedCodec io =
                    make(lookup.defineHiddenClassWithClassData(classFile, data.list(), true, ClassOption.NESTMATE));
            io.bind(codec, writer.columnKinds());
            return io;
        } catch (ReflectiveOperationException | LinkageError | SecurityException | UnsupportedOperationException e) {
            // A closed module, a native image, an unusual class loader, or no matching ASM: the caller tries the next
            // option.
            return null;
        }
    }

    /** Uses the lookup of the hidden class, because no other code may access a class of another package. */
    private static GeneratedCodec make(Lookup made) throws ReflectiveOperationException {
        MethodHandle constructor = made.findConstructor(made.lookupClass(), MethodType.methodType(void.class));
        try {
            return (GeneratedCodec) constructor.invoke();
        } catch (Error | ReflectiveOperationException e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e); // the constructor only calls super() and loads constants
        }
    }
}
