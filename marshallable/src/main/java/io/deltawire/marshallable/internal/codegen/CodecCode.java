package io.deltawire.marshallable.internal.codegen;

import io.deltawire.marshallable.generated.GeneratedCodec;
import io.deltawire.marshallable.internal.codec.EnumCodec;
import io.deltawire.marshallable.internal.codec.Session;
import io.deltawire.marshallable.internal.codec.Slot;
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
 * The class file of a codec while it is written: its variables, its constants, the fields of the class, and the method that is being written
 * now. {@link CodecWriter} has the parts write their methods with it.
 */
final class CodecCode implements Opcodes {
    static final String OBJECT = "Ljava/lang/Object;";
    private static final String HANDLE = "Ljava/lang/invoke/MethodHandle;";

    /** Names of the methods that write and read some fields, and what they take and return. */
    static final String WRITE_CHUNK = "writeFields";

    static final String READ_CHUNK = "readFields";

    static final String OUT = "io/deltawire/wire/WireOut";
    static final String IN = "io/deltawire/wire/WireIn";
    static final String SHAPE = "Lio/deltawire/wire/Shape;";
    static final String SESSION = Type.getDescriptor(Session.class);
    static final String NAMED_VALUES = Type.getDescriptor(NamedValues.class);
    static final String SUPER = Type.getInternalName(GeneratedCodec.class);
    static final String WRITE_CHUNK_DESCRIPTOR = "(L" + OUT + ";" + OBJECT + SESSION + OBJECT + "I)I";
    static final String READ_FROM = "readFrom";
    static final String READ_FROM_DESCRIPTOR = "(L" + IN + ";" + OBJECT + SESSION + "I)" + OBJECT;
    static final String READ_REST = "readRest";
    static final String READ_REST_DESCRIPTOR = "(L" + IN + ";" + OBJECT + SESSION + OBJECT + "I)" + OBJECT;
    static final String WRITE_FROM = "writeFrom";
    static final String WRITE_FROM_DESCRIPTOR = "(L" + OUT + ";" + OBJECT + SESSION + "I)I";
    static final String READ_CHUNK_DESCRIPTOR = "(L" + IN + ";" + OBJECT + SESSION + OBJECT + "I)I";
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

    // Local variables of both methods: this, the wire, the object, the session, and from here on their own.
    static final int WIRE = 1;
    static final int GIVEN = 2;
    static final int THE_SESSION = 3;
    static final int OBJ = 4;
    static final int ORDINAL = 5;
    static final int FIRST_FREE = 6;

    private final ClassPlan plan;
    private final List<Member> members;
    private final Slot[] slots;
    private final boolean isRecord;
    private final boolean isDirect;
    private final ClassData data;
    private final int[] slotIndexes;
    private final int[] locals;
    private final Set<ConstantDynamic> constants = new LinkedHashSet<>();
    final String name;
    private MethodVisitor code;
    private final int shapeIndex;

    CodecCode(ClassPlan plan, List<Member> members, Slot[] slots, ClassData data, Access access) {
        this.isDirect = access == Access.DIRECT;
        this.name = Type.getInternalName(plan.type());
        this.plan = plan;
        this.members = members;
        this.slots = slots;
        this.data = data;
        this.isRecord = plan.instances().isRecord();
        this.shapeIndex = data.add(plan.shape());
        this.slotIndexes = new int[slots.length];
        this.locals = new int[slots.length];
        for (int i = 0; i < slots.length; i++) {
            slotIndexes[i] = data.add(slots[i]);
        }
    }

    /** The name of the class being written, by which only its own code can refer to it. */
    String ownName() {
        return (isDirect ? name : SUPER + '$' + name.substring(name.lastIndexOf('/') + 1)) + "$$Codec";
    }

    /** Begins a method: what is written from now on is its code. */
    MethodVisitor begin(MethodVisitor method) {
        code = method;
        code.visitCode();
        return code;
    }

    /** The method that is being written. */
    MethodVisitor code() {
        return code;
    }

    void end(int returnCode) {
        code.visitInsn(returnCode);
        code.visitMaxs(0, 0);
        code.visitEnd();
    }

    /** Makes the object given the one whose fields are written. */
    void loadObject() {
        code.visitVarInsn(ALOAD, GIVEN);
        castToType();
        code.visitVarInsn(ASTORE, OBJ);
    }

    /** Handles take any object, and the class may not be one that code here can name. */
    void castToType() {
        if (isDirect) {
            code.visitTypeInsn(CHECKCAST, name);
        }
    }

    static boolean isPlainTemporal(Class<?> type) {
        return TEMPORALS.containsKey(type);
    }

    /** Puts the shape on the stack. */
    void loadShape() {
        constant(SHAPE, shapeIndex);
    }

    /** To be called before the value of a field is put on the stack. */
    void beginPut(int i) {
        if (!isRecord) {
            beginPut(code, OBJ, i);
        }
    }

    /** To be called before the value of a field of the object in a variable is put on the stack. */
    void beginPut(MethodVisitor to, int object, int i) {
        MethodHandle setter = members.get(i).setter();
        if (setter != null) {
            constant(to, HANDLE, data.add(setter));
        }
        to.visitVarInsn(ALOAD, object);
    }

    /** Takes the value of a field from the stack. */
    void endPut(int i) {
        if (isRecord) {
            code.visitVarInsn(Type.getType(members.get(i).type()).getOpcode(ISTORE), locals[i]);
        } else {
            endPut(code, i);
        }
    }

    /** Takes the value of a field that {@link #beginPut(MethodVisitor, int, int)} was called for from the stack. */
    void endPut(MethodVisitor to, int i) {
        Member member = members.get(i);
        if (member.setter() != null) {
            invoke(to, member.setter().type().toMethodDescriptorString());
        } else {
            to.visitFieldInsn(PUTFIELD, owner(member), member.field().getName(), Type.getDescriptor(member.type()));
        }
    }

    /**
     * Makes a record.
     *
     * @param load puts a component on the stack, by its ordinal
     */
    void construct(MethodVisitor to, IntConsumer load) {
        if (isDirect) {
            to.visitTypeInsn(NEW, name);
            to.visitInsn(DUP);
        } else {
            constant(to, HANDLE, data.add(constructor()));
        }
        StringBuilder descriptor = new StringBuilder("(");
        for (int i = 0; i < slots.length; i++) {
            Class<?> component = members.get(i).type();
            load.accept(i);
            boolean isErased = !isDirect && !component.isPrimitive();
            descriptor.append(isErased ? OBJECT : Type.getDescriptor(component));
        }
        if (isDirect) {
            to.visitMethodInsn(
                    INVOKESPECIAL, name, "<init>", descriptor.append(")V").toString(), false);
        } else {
            invoke(to, descriptor.append(')').append(OBJECT).toString());
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

    /** Puts the constants of the enum of a field on the stack. */
    void loadNamedValues(int i) {
        constant(NAMED_VALUES, data.add(((EnumCodec) slots[i].codec()).byName()));
    }

    void loadSlot(int i) {
        constant(OBJECT, slotIndexes[i]);
    }

    /** Puts the value of a field on the stack; one read by a handle that is not primitive as an Object. */
    void get(int i) {
        get(code, OBJ, i);
    }

    /** Puts the value of a field of the object in a variable on the stack, as {@link #get(int)} does. */
    void get(MethodVisitor to, int object, int i) {
        Member member = members.get(i);
        MethodHandle getter = member.getter();
        if (getter == null) {
            to.visitVarInsn(ALOAD, object);
            to.visitFieldInsn(GETFIELD, owner(member), member.field().getName(), Type.getDescriptor(member.type()));
        } else {
            constant(to, HANDLE, data.add(getter));
            to.visitVarInsn(ALOAD, object);
            invoke(to, getter.type().toMethodDescriptorString());
        }
    }

    static String owner(Member member) {
        return Type.getInternalName(member.field().getDeclaringClass());
    }

    void loadArguments() {
        code.visitVarInsn(ALOAD, WIRE);
        code.visitVarInsn(ALOAD, GIVEN);
        code.visitVarInsn(ALOAD, THE_SESSION);
    }

    void constant(String descriptor, int index) {
        constant(code, descriptor, index);
    }

    void constant(MethodVisitor to, String descriptor, int index) {
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

    void out(String method, String descriptor) {
        code.visitMethodInsn(INVOKEINTERFACE, OUT, method, descriptor, true);
    }

    void in(String method, String descriptor) {
        code.visitMethodInsn(INVOKEINTERFACE, IN, method, descriptor, true);
    }

    void helper(String method, String descriptor) {
        code.visitMethodInsn(INVOKESTATIC, SUPER, method, descriptor, false);
    }

    void own(String method, String descriptor) {
        code.visitMethodInsn(INVOKEVIRTUAL, SUPER, method, descriptor, false);
    }

    private static void invoke(MethodVisitor to, String descriptor) {
        to.visitMethodInsn(INVOKEVIRTUAL, "java/lang/invoke/MethodHandle", "invokeExact", descriptor, false);
    }

    ClassPlan plan() {
        return plan;
    }

    List<Member> members() {
        return members;
    }

    Slot[] slots() {
        return slots;
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

    int[] slotIndexes() {
        return slotIndexes;
    }

    /** The variables of a record's components. */
    int[] locals() {
        return locals;
    }

    /** The dynamic constants that have been asked for. */
    Set<ConstantDynamic> constants() {
        return constants;
    }
}
