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
 * Makes the {@link FieldIo} of a class: a hidden class (JEP 371), a nestmate of the class that it serves so that it
 * reaches private fields directly; where that is not possible, {@link ReflectiveIo}, which does the same more slowly.
 */
public final class CodecGenerator {
    /** With more fields the methods would be too long for the JIT compiler (HotSpot's HugeMethodLimit, 8,000 bytes). */
    private static final int MAX_FIELDS = 180;

    /** All components of a record are read in one method. */
    private static final int MAX_COMPONENTS = 40;

    /** So are the fields of a class that come in any order: more would be too long a method, as above. */
    private static final int MAX_IN_ANY_ORDER = 80;

    private CodecGenerator() {}

    /** Returns generated code for a class, or what works without. */
    public static FieldIo ioFor(ObjectCodec codec) {
        FieldIo io = generate(codec, Access.DIRECT);
        io = io != null ? io : generate(codec, Access.BY_HANDLES);
        return io != null ? io : new ReflectiveIo(codec);
    }

    /**
     * Returns generated code for a class and a format whose encoders and decoders of fields it can use, or null where
     * there is none.
     *
     * @param names of the fields, as the format encodes them
     * @param forms of numbers that the code takes by itself
     */
    public static FieldIo ioFor(ObjectCodec codec, byte[][] names, List<NumberEncoding> forms) {
        FieldIo io = generate(codec, Access.DIRECT, names, forms);
        return io != null ? io : generate(codec, Access.BY_HANDLES, names, forms);
    }

    private static int mostInOneMethod(ObjectCodec codec, byte[][] names) {
        return codec.plan().instances().isRecord()
                ? MAX_COMPONENTS
                : StraightReading.isInAnyOrder(names) ? MAX_IN_ANY_ORDER : MAX_FIELDS;
    }

    /** Returns generated code for a class, or null where none can be generated in this way. */
    public static FieldIo generate(ObjectCodec codec, Access access) {
        return generate(codec, access, null, List.of());
    }

    public static FieldIo generate(ObjectCodec codec, Access access, byte[][] names, List<NumberEncoding> forms) {
        ClassPlan plan = codec.plan();
        Class<?> type = codec.type();
        if (plan.fields().size() > MAX_FIELDS || access == Access.DIRECT && !Nestmates.canBe(type)) {
            return null;
        }
        try {
            if (names != null && (names.length == 0 || names.length > mostInOneMethod(codec, names))) {
                return null;
            }
            Class<?> host = access == Access.DIRECT ? type : GeneratedCodec.class;
            Lookup lookup = MethodHandles.privateLookupIn(host, MethodHandles.lookup());
            List<Member> members = new ArrayList<>();
            for (FieldPlan field : plan.fields()) {
                members.add(Member.of(field, type, plan.instances().isRecord(), access));
            }
            if (access == Access.DIRECT
                    && plan.instances().isRecord()
                    && !members.stream().allMatch(member -> Nestmates.isVisible(member.type(), type))) {
                return null;
            }
            ClassData data = new ClassData();
            CodecCode code = new CodecCode(plan, members, codec.slots(), data, access);
            CodecWriter writer = new CodecWriter(code, names, forms);
            byte[] classFile = writer.write();
            GeneratedCodec io =
                    make(lookup.defineHiddenClassWithClassData(classFile, data.list(), true, ClassOption.NESTMATE));
            io.bind(codec, writer.columnKinds());
            return io;
        } catch (ReflectiveOperationException | LinkageError | SecurityException | UnsupportedOperationException e) {
            // A sealed-off module, a native image, a class loader with rules of its own, no ASM or another one: the
            // next best serves there.
            return null;
        }
    }

    /** By the lookup that comes with the class: no other code may use a class of another package. */
    private static GeneratedCodec make(Lookup made) throws ReflectiveOperationException {
        MethodHandle constructor = made.findConstructor(made.lookupClass(), MethodType.methodType(void.class));
        try {
            return (GeneratedCodec) constructor.invoke();
        } catch (Error | ReflectiveOperationException e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e); // the constructor only calls that of GeneratedCodec
        }
    }
}
