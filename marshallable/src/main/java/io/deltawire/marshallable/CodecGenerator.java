package io.deltawire.marshallable;

import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.spi.NumberForm;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodHandles.Lookup.ClassOption;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes the {@link FieldIo} of a class: a hidden class (JEP 371), a nestmate of the class that it serves so that it
 * reaches private fields directly; where that is not possible, {@link ReflectiveIo}, which does the same more slowly.
 */
final class CodecGenerator {
    /** With more fields the methods would be too long for the JIT compiler (HotSpot's HugeMethodLimit, 8,000 bytes). */
    private static final int MAX_FIELDS = 180;

    /** All components of a record are read in one method. */
    private static final int MAX_COMPONENTS = 40;

    /** So are the fields of a class that come in any order: more would be too long a method, as above. */
    private static final int MAX_IN_ANY_ORDER = 80;

    private CodecGenerator() {}

    /** Returns generated code for a class, or what works without. */
    static FieldIo ioFor(ObjectCodec codec) {
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
    static FieldIo ioFor(ObjectCodec codec, byte[][] names, List<NumberForm> forms) {
        FieldIo io = generate(codec, Access.DIRECT, names, forms);
        return io != null ? io : generate(codec, Access.BY_HANDLES, names, forms);
    }

    private static int mostInOneMethod(ObjectCodec codec, byte[][] names) {
        return codec.plan().instances.isRecord()
                ? MAX_COMPONENTS
                : StraightReading.isInAnyOrder(names) ? MAX_IN_ANY_ORDER : MAX_FIELDS;
    }

    /** How generated code reaches the class that it serves. */
    enum Access {
        /** As a nestmate, which is possible within one module and where the class sees this library. */
        DIRECT,
        /** From this package, by method handles for the fields and the constructor. */
        BY_HANDLES
    }

    /** Returns generated code for a class, or null where none can be generated in this way. */
    static FieldIo generate(ObjectCodec codec, Access access) {
        return generate(codec, access, null, List.of());
    }

    static FieldIo generate(ObjectCodec codec, Access access, byte[][] names, List<NumberForm> forms) {
        ClassPlan plan = codec.plan();
        Class<?> type = codec.type();
        if (plan.fields.size() > MAX_FIELDS || access == Access.DIRECT && !canBeNestmate(type)) {
            return null;
        }
        try {
            if (names != null && (names.length == 0 || names.length > mostInOneMethod(codec, names))) {
                return null;
            }
            Class<?> host = access == Access.DIRECT ? type : GeneratedCodec.class;
            Lookup lookup = MethodHandles.privateLookupIn(host, MethodHandles.lookup());
            List<Member> members = new ArrayList<>();
            for (FieldPlan field : plan.fields) {
                members.add(Member.of(field, type, plan.instances.isRecord(), access));
            }
            if (access == Access.DIRECT
                    && plan.instances.isRecord()
                    && !members.stream().allMatch(member -> isVisible(member.type(), type))) {
                return null;
            }
            ClassData data = new ClassData();
            CodecWriter writer = new CodecWriter(plan, members, codec.slots(), data, access, names, forms);
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

    static boolean canBeNestmate(Class<?> type) {
        // A lookup into another module may look into it but not define classes there.
        return type.getModule() == CodecGenerator.class.getModule()
                && !type.isHidden()
                && seesUs(type.getClassLoader());
    }

    /** Whether code in a class loader finds this library's classes: those that this class finds. */
    private static boolean seesUs(ClassLoader loader) {
        return finds(loader, GeneratedCodec.class) && finds(loader, WireIn.class) && finds(loader, WireOut.class);
    }

    static boolean finds(ClassLoader loader, Class<?> type) {
        try {
            return loader != null && Class.forName(type.getName(), false, loader) == type;
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }

    /** Whether the code of a class may name another class, as the JVM sees it: private classes are package-private. */
    static boolean isVisible(Class<?> named, Class<?> from) {
        Class<?> type = named;
        while (type.isArray()) {
            type = type.getComponentType();
        }
        return type.isPrimitive()
                || Modifier.isPublic(type.getModifiers()) && isExported(type, from)
                || Modifier.isProtected(type.getModifiers()) && isExported(type, from) // public to the JVM
                || isSamePackage(type, from);
    }

    private static boolean isExported(Class<?> type, Class<?> from) {
        return type.getModule() == from.getModule()
                || type.getModule().isExported(type.getPackageName(), from.getModule());
    }

    private static boolean isSamePackage(Class<?> a, Class<?> b) {
        return a.getClassLoader() == b.getClassLoader() && a.getPackageName().equals(b.getPackageName());
    }

    /**
     * How generated code reaches a field.
     *
     * @param field the field
     * @param type its class
     * @param getter a handle of (Object)T or (Object)Object, or null where the field is read directly
     * @param setter a handle of (Object,T)void or (Object,Object)void, or null where the field is set directly
     */
    record Member(Field field, Class<?> type, MethodHandle getter, MethodHandle setter) {
        private static boolean isReachable(Field field, Class<?> declaring, Class<?> from) {
            return declaring.getNestHost() == from.getNestHost()
                    || !Modifier.isPrivate(field.getModifiers()) && isSamePackage(declaring, from);
        }

        static Member of(FieldPlan plan, Class<?> from, boolean isRecord, Access access) throws IllegalAccessException {
            Field field = plan.field();
            Class<?> type = field.getType();
            Class<?> declaring = field.getDeclaringClass();
            boolean isReachable = access == Access.DIRECT && isReachable(field, declaring, from);
            boolean isReadable = isReachable && isVisible(type, from);
            // A final field can be set by a reflective handle alone; a record's is set by its constructor.
            boolean isWritable = isReadable && !Modifier.isFinal(field.getModifiers());
            Class<?> erased = type.isPrimitive() ? type : Object.class;
            Lookup lookup = MethodHandles.lookup();
            MethodHandle getter = isReadable
                    ? null
                    : lookup.unreflectGetter(field).asType(MethodType.methodType(erased, Object.class));
            MethodHandle setter = isWritable || isRecord
                    ? null
                    : lookup.unreflectSetter(field).asType(MethodType.methodType(void.class, Object.class, erased));
            return new Member(field, type, getter, setter);
        }
    }

    /** The constants of a generated class that a class file cannot hold. */
    static final class ClassData {
        private final List<Object> values = new ArrayList<>();

        @SuppressWarnings("ReferenceEquality") // a constant asked for by several methods is one
        int add(Object value) {
            for (int i = 0; i < values.size(); i++) {
                if (values.get(i) == value) {
                    return i;
                }
            }
            values.add(value);
            return values.size() - 1;
        }

        List<Object> list() {
            return List.copyOf(values);
        }
    }
}
