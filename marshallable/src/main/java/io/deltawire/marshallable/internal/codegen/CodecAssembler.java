package io.deltawire.marshallable.internal.codegen;

import io.deltawire.marshallable.generated.GeneratedCodec;
import io.deltawire.marshallable.internal.codec.CodecConstant;
import io.deltawire.marshallable.internal.codec.CodecContext;
import io.deltawire.marshallable.internal.codec.EnumCodec;
import io.deltawire.marshallable.internal.schema.ClassPlan;
import io.deltawire.wire.spi.text.NamedValues;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntConsumer;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Emits the bytecode that all parts of a codec's class share: field access, constants, calls of helpers. It owns the
 * class data and the local variables of record components, and knows which method is being written.
 * {@link CodecClassWriter} hands it to the parts, which write their methods with it.
 */
final class CodecAssembler implements Opcodes {
    static final String OBJECT = "Ljava/lang/Object;";
    private static final String HANDLE = "Ljava/lang/invoke/MethodHandle;";

    /** Prefixes of the methods that write or read some of the fields; a number follows. */
    static final String WRITE_CHUNK = "writeFields";

    static final String READ_CHUNK = "readFields";

    static final String OUT = "io/deltawire/wire/WireOut";
    static final String IN = "io/deltawire/wire/WireIn";
    static final String SHAPE = "Lio/deltawire/wire/Shape;";
    static final String CONTEXT_TYPE = Type.getDescriptor(CodecContext.class);
    static final String NAMED_VALUES = Type.getDescriptor(NamedValues.class);
    static final String SUPER = Type.getInternalName(GeneratedCodec.class);
    static final String WRITE_CHUNK_DESCRIPTOR = "(L" + OUT + ";" + OBJECT + CONTEXT_TYPE + OBJECT + "I)I";
    static final String READ_FROM = "readFrom";
    static final String READ_FROM_DESCRIPTOR = "(L" + IN + ";" + OBJECT + CONTEXT_TYPE + "I)" + OBJECT;
    static final String READ_REST = "readRest";
    static final String READ_REST_DESCRIPTOR = "(L" + IN + ";" + OBJECT + CONTEXT_TYPE + OBJECT + "I)" + OBJECT;
    static final String WRITE_FROM = "writeFrom";
    static final String WRITE_FROM_DESCRIPTOR = "(L" + OUT + ";" + OBJECT + CONTEXT_TYPE + "I)I";
    static final String READ_CHUNK_DESCRIPTOR = "(L" + IN + ";" + OBJECT + CONTEXT_TYPE + OBJECT + "I)I";
    static final Handle CLASS_DATA_AT = new Handle(
            H_INVOKESTATIC,
            "java/lang/invoke/MethodHandles",
            "classDataAt",
            "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;I)Ljava/lang/Object;",
            false);
    static final Map<Class<?>, String> TEMPORALS = Map.of(
            LocalDate.class, "localDate",
            LocalTime.class, "localTime",
            LocalDateTime.class, "localDateTime",
            ZonedDateTime.class, "zonedDateTime",
            OffsetDateTime.class, "offsetDateTime",
            Instant.class, "instant");

    // Local variables of the reading and writing methods: this, the wire, the object, the context, then their own.
    static final int WIRE = 1;
    static final int ARGUMENT = 2;
    static final int CONTEXT = 3;
    static final int INSTANCE = 4;
    static final int ORDINAL = 5;
    static final int FIRST_FREE = 6;

    private final ClassPlan plan;
    private final List<FieldAccess> members;
    private final CodecConstant[] codecConstants;
    private final boolean isRecord;
    private final boolean isDirect;
    private final ClassData data;
    private final int[] codecIndexes;
    private final int[] componentVars;
    private final Set<ConstantDynamic> constants = new LinkedHashSet<>();
    final String name;
    private MethodVisitor code;
    private final int shapeIndex;

    CodecAssembler(
            ClassPlan plan,
            List<FieldAccess> members,
            CodecConstant[] codecConstants,
            ClassData data,
            AccessMode access) {
        this.isDirect = access == AccessMode.DIRECT;
        this.name = Type.getInternalName(plan.type());
        this.plan = plan;
        this.members = members;
        this.codecConstants = codecConstants;
        this.data = data;
        this.isRecord = plan.instances().isRecord();
        this.shapeIndex = data.add(plan.shape());
        this.codecIndexes = new int[codecConstants.length];
        this.componentVars = new int[codecConstants.length];
        for (int i = 0; i < codecConstants.length; i++) {
            codecIndexes[i] = data.add(codecConstants[i]);
        }
    }

    /** Returns the internal name of the class being written. Only its own code can refer to it. */
    String generatedName() {
        return (isDirect ? name : SUPER + '$' + name.substring(name.lastIndexOf('/') + 1)) + "$$Codec";
    }

    /** Makes a method the current one; all emitted code goes there. */
    MethodVisitor beginMethod(MethodVisitor method) {
        code = method;
        code.visitCode();
        return code;
    }

    MethodVisitor code() {
        return code;
    }

    void endMethod(int returnCode) {
        code.visitInsn(returnCode);
        code.visitMaxs(0, 0);
        code.visitEnd();
    }

    /** Emits the cast of the argument to the served class, into the variable for the instance. */
    void loadObject() {
        code.visitVarInsn(ALOAD, ARGUMENT);
        castToType();
        code.visitVarInsn(ASTORE, INSTANCE);
    }

    /** Handles take any object, and generated code may not be able to name the class. */
    void castToType() {
        if (isDirect) {
            code.visitTypeInsn(CHECKCAST, name);
        }
    }

    static boolean isPlainTemporal(Class<?> type) {
        return TEMPORALS.containsKey(type);
    }

    /** Pushes the shape on the stack. */
    void loadShape() {
        loadConstant(SHAPE, shapeIndex);
    }

    /** Prepares a store; the value is pushed next. A record's component needs no preparation. */
    void beginStore(int i) {
        if (!isRecord) {
            beginStore(code, INSTANCE, i);
        }
    }

    /** Prepares a store into the object that is in a variable; the value is pushed next. */
    void beginStore(MethodVisitor to, int object, int i) {
        MethodHandle setter = members.get(i).setter();
        if (setter != null) {
            loadConstant(to, HANDLE, data.add(setter));
        }
        to.visitVarInsn(ALOAD, object);
    }

    /** Emits the store of the value on the stack into a field or component variable. */
    void endStore(int i) {
        if (isRecord) {
            code.visitVarInsn(Type.getType(members.get(i).type()).getOpcode(ISTORE), componentVars[i]);
        } else {
            endStore(code, i);
        }
    }

    /** Emits the store that {@link #beginStore(MethodVisitor, int, int)} has prepared. */
    void endStore(MethodVisitor to, int i) {
        FieldAccess member = members.get(i);
        if (member.setter() != null) {
            invokeHandle(to, member.setter().type().toMethodDescriptorString());
        } else {
            to.visitFieldInsn(PUTFIELD, ownerOf(member), member.field().getName(), Type.getDescriptor(member.type()));
        }
    }

    /**
     * Emits the construction of a record.
     *
     * @param load pushes a component on the stack, by its ordinal
     */
    void construct(MethodVisitor to, IntConsumer load) {
        if (isDirect) {
            to.visitTypeInsn(NEW, name);
            to.visitInsn(DUP);
        } else {
            loadConstant(to, HANDLE, data.add(constructor()));
        }
        StringBuilder descriptor = new StringBuilder("(");
        for (int i = 0; i < codecConstants.length; i++) {
            Class<?> component = members.get(i).type();
            load.accept(i);
            boolean isErased = !isDirect && !component.isPrimitive();
            descriptor.append(isErased ? OBJECT : Type.getDescriptor(component));
        }
        if (isDirect) {
            to.visitMethodInsn(
                    INVOKESPECIAL, name, "<init>", descriptor.append(")V").toString(), false);
        } else {
            invokeHandle(to, descriptor.append(')').append(OBJECT).toString());
        }
    }

    private MethodHandle constructor() {
        try {
            MethodHandle handle =
                    MethodHandles.lookup().unreflectConstructor(plan.instances().constructor());
            return handle.asType(handle.type().erase());
        } catch (IllegalAccessException e) {
            throw new IllegalAccessError(e.toString()); // made accessible when the plan was made
        }
    }

    /** Pushes the enum constants by name, for a field of an enum. */
    void loadNamedValues(int i) {
        loadConstant(NAMED_VALUES, data.add(((EnumCodec) codecConstants[i].codec()).byName()));
    }

    /** Pushes the value of a field. A reference that a handle reads is typed as Object. */
    void loadField(int i) {
        loadField(code, INSTANCE, i);
    }

    /** Pushes the value of a field of the object in a variable, as {@link #loadField(int)} does. */
    void loadField(MethodVisitor to, int object, int i) {
        FieldAccess member = members.get(i);
        MethodHandle getter = member.getter();
        if (getter == null) {
            to.visitVarInsn(ALOAD, object);
            to.visitFieldInsn(GETFIELD, ownerOf(member), member.field().getName(), Type.getDescriptor(member.type()));
        } else {
            loadConstant(to, HANDLE, data.add(getter));
            to.visitVarInsn(ALOAD, object);
            invokeHandle(to, getter.type().toMethodDescriptorString());
        }
    }

    static String ownerOf(FieldAccess member) {
        return Type.getInternalName(member.field().getDeclaringClass());
    }

    void loadArguments() {
        code.visitVarInsn(ALOAD, WIRE);
        code.visitVarInsn(ALOAD, ARGUMENT);
        code.visitVarInsn(ALOAD, CONTEXT);
    }

    void loadConstant(String descriptor, int index) {
        loadConstant(code, descriptor, index);
    }

    void loadConstant(MethodVisitor to, String descriptor, int index) {
        ConstantDynamic constant = new ConstantDynamic("_", descriptor, CLASS_DATA_AT, index);
        constants.add(constant);
        to.visitLdcInsn(constant);
    }

    void push(int value) {
        if (value <= 5) {
            code.visitInsn(ICONST_0 + value);
        } else if (value <= Byte.MAX_VALUE) {
            code.visitIntInsn(BIPUSH, value);
        } else {
            code.visitIntInsn(SIPUSH, value);
        }
    }

    void callWriter(String method, String descriptor) {
        code.visitMethodInsn(INVOKEINTERFACE, OUT, method, descriptor, true);
    }

    void callReader(String method, String descriptor) {
        code.visitMethodInsn(INVOKEINTERFACE, IN, method, descriptor, true);
    }

    void callStatic(String method, String descriptor) {
        code.visitMethodInsn(INVOKESTATIC, SUPER, method, descriptor, false);
    }

    void callInherited(String method, String descriptor) {
        code.visitMethodInsn(INVOKEVIRTUAL, SUPER, method, descriptor, false);
    }

    private static void invokeHandle(MethodVisitor to, String descriptor) {
        to.visitMethodInsn(INVOKEVIRTUAL, "java/lang/invoke/MethodHandle", "invokeExact", descriptor, false);
    }

    ClassPlan plan() {
        return plan;
    }

    List<FieldAccess> members() {
        return members;
    }

    CodecConstant[] codecConstants() {
        return codecConstants;
    }

    boolean isRecord() {
        return isRecord;
    }

    boolean isDirect() {
        return isDirect;
    }

    ClassData data() {
        return data;
    }

    int[] codecIndexes() {
        return codecIndexes;
    }

    /** Returns the local variables that hold a record's components, by ordinal. */
    int[] componentVars() {
        return componentVars;
    }

    /** Returns the dynamic constants that the code refers to. */
    Set<ConstantDynamic> constants() {
        return constants;
    }
}
