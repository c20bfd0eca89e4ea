package io.deltawire.marshallable;

import io.deltawire.marshallable.CodecGenerator.Access;
import io.deltawire.marshallable.CodecGenerator.ClassData;
import io.deltawire.marshallable.CodecGenerator.Member;
import io.deltawire.wire.spi.ColumnKind;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.openhft.chronicle.bytes.Bytes;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Writes the class file of a codec. For a class with fields {@code long a; String b} it is
 *
 * <pre>{@code
 * void writeFields(WireOut out, Object object, Session session) {
 *     T t = (T) object;
 *     out.field(0);
 *     out.int64(t.a);
 *     out.field(1);
 *     if (t.b == null) out.nullValue(); else out.text(t.b);
 * }
 *
 * Object readFields(WireIn in, Object target, Session session) {
 *     T t = (T) targetOrNew(in, target, session);
 *     long seen = 0;
 *     int i = firstField(in, SHAPE, session);
 *     while (true) {
 *         switch (i) { // with a catch that adds the field to the path of an error
 *             case 0: seen |= 1; t.a = in.int64(); break;
 *             case 1: seen |= 2; t.b = in.isNull() ? null : in.text(t.b); break;
 *             default:
 *                 if (i == END) {
 *                     if (target != null && seen != 3) resetUnseen(t, 0, seen);
 *                     return t;
 *                 }
 *                 i = unknownField(in, t, session);
 *                 if (i >= 0) continue;
 *         }
 *         i = in.nextField(SHAPE);
 *     }
 * }
 * }</pre>
 *
 * <p>A record's components are local variables until the end, where its constructor is called. Constants that a class
 * file cannot hold (the shape, codecs of fields, handles) are dynamic constants from the class data, which the JIT
 * compiler takes for constants.
 */
final class CodecWriter implements Opcodes {
    static final String OBJECT = "Ljava/lang/Object;";

    /** Names of the methods that write and read some fields, and what they take and return. */
    static final String WRITE_CHUNK = "writeFields";

    static final String READ_CHUNK = "readFields";

    private static final String OUT = "io/deltawire/wire/WireOut";
    private static final String IN = "io/deltawire/wire/WireIn";
    static final String SHAPE = "Lio/deltawire/wire/Shape;";
    private static final String SESSION = "Lio/deltawire/marshallable/Session;";
    private static final String SUPER = Type.getInternalName(GeneratedCodec.class);
    static final String WRITE_CHUNK_DESCRIPTOR = "(L" + OUT + ";" + OBJECT + SESSION + OBJECT + "I)I";
    private static final String READ_FROM = "readFrom";
    private static final String READ_FROM_DESCRIPTOR = "(L" + IN + ";" + OBJECT + SESSION + "I)" + OBJECT;
    private static final String WRITE_FROM = "writeFrom";
    private static final String WRITE_FROM_DESCRIPTOR = "(L" + OUT + ";" + OBJECT + SESSION + "I)I";
    static final String READ_CHUNK_DESCRIPTOR = "(L" + IN + ";" + OBJECT + SESSION + OBJECT + "I)I";
    private static final Handle CLASS_DATA_AT = new Handle(
            H_INVOKESTATIC,
            "java/lang/invoke/MethodHandles",
            "classDataAt",
            "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;I)Ljava/lang/Object;",
            false);
    private static final Map<Class<?>, String> TEMPORALS = Map.of(
            LocalDate.class, "localDate",
            LocalTime.class, "localTime",
            LocalDateTime.class, "localDateTime",
            ZonedDateTime.class, "zonedDateTime",
            OffsetDateTime.class, "offsetDateTime",
            Instant.class, "instant");

    // Local variables of both methods: this, the wire, the object, the session, and from here on their own.
    static final int WIRE = 1;
    private static final int GIVEN = 2;
    private static final int THE_SESSION = 3;
    static final int OBJ = 4;
    static final int ORDINAL = 5;
    private static final int FIRST_FREE = 6;

    private final String name;
    final ClassPlan plan;
    final List<Member> members;
    final Slot[] slots;
    final boolean isRecord;
    final boolean isDirect;
    private final ClassData data;
    private final StraightWriting writing;
    private final StraightReading reading;
    private final int[] slotIndexes;
    private final int shapeIndex;
    private final int[] locals;
    private final Set<ConstantDynamic> constants = new LinkedHashSet<>();
    private MethodVisitor code;

    /** @param names the names as a format encodes them, where the code is for one alone; or null */
    CodecWriter(ClassPlan plan, List<Member> members, Slot[] slots, ClassData data, Access access, byte[][] names) {
        Class<?> type = plan.type;
        this.isDirect = access == Access.DIRECT;
        this.writing = names == null ? null : new StraightWriting(this, names);
        this.reading = names == null ? null : new StraightReading(this, names);
        this.name = Type.getInternalName(type);
        this.plan = plan;
        this.members = members;
        this.slots = slots;
        this.data = data;
        this.isRecord = plan.instances.isRecord();
        this.shapeIndex = data.add(plan.shape);
        this.slotIndexes = new int[slots.length];
        this.locals = new int[slots.length];
        for (int i = 0; i < slots.length; i++) {
            slotIndexes[i] = data.add(slots[i]);
        }
    }

    byte[] write() {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES | ClassWriter.COMPUTE_MAXS) {
            @Override
            protected String getCommonSuperClass(String a, String b) {
                return "java/lang/Object"; // never loads a class; no more is needed of the variables that meet
            }
        };
        writer.visit(V17, ACC_FINAL | ACC_SUPER | ACC_SYNTHETIC, ownName(), null, SUPER, null);
        code = writer.visitMethod(ACC_PUBLIC, "writeFields", "(L" + OUT + ";" + OBJECT + SESSION + ")V", null, null);
        code.visitCode();
        writeFields();
        code = writer.visitMethod(
                ACC_PUBLIC, "readFields", "(L" + IN + ";" + OBJECT + SESSION + ")" + OBJECT, null, null);
        code.visitCode();
        readFields(false);
        if (reading != null) {
            writeChunks(writer);
        }
        if (columnKinds() != null) {
            new ColumnCode(writer, plan, members, slotIndexes, CLASS_DATA_AT).write();
        }
        code = writer.visitMethod(ACC_PUBLIC, "<init>", "()V", null, null);
        code.visitCode();
        writeConstructor();
        writer.visitEnd();
        return writer.toByteArray();
    }

    /**
     * The constructor asks for every constant: HotSpot's C2, up to JDK 17 at least, does not compile a method that mentions
     * a dynamic constant which nobody has asked for yet, as on a path that is never taken.
     */
    private void writeConstructor() {
        code.visitVarInsn(ALOAD, 0);
        code.visitMethodInsn(INVOKESPECIAL, SUPER, "<init>", "()V", false);
        for (ConstantDynamic constant : constants) {
            code.visitLdcInsn(constant);
            code.visitInsn(POP);
        }
        end(RETURN);
    }

    /** The name of the class being written, by which only its own code can refer to it. */
    String ownName() {
        return (isDirect ? name : SUPER + '$' + name.substring(name.lastIndexOf('/') + 1)) + "$$Codec";
    }

    /**
     * What begins at an index that is given is code of its own: called by the methods that ask for the index, it would cost
     * objects inside one another a level of stack each.
     */
    private void writeChunks(ClassWriter writer) {
        code = writer.visitMethod(ACC_PUBLIC, "isStraight", "()Z", null, null);
        code.visitCode();
        code.visitInsn(ICONST_1);
        end(IRETURN);
        code = writer.visitMethod(ACC_PUBLIC, WRITE_FROM, WRITE_FROM_DESCRIPTOR, null, null);
        code.visitCode();
        writing.writeFrom(code, FIRST_FREE);
        end(IRETURN);
        code = writer.visitMethod(ACC_PUBLIC, READ_FROM, READ_FROM_DESCRIPTOR, null, null);
        code.visitCode();
        readFields(true);
        for (int chunk = 0; writing.chunks() > 1 && chunk < writing.chunks(); chunk++) {
            code = writer.visitMethod(ACC_PRIVATE, WRITE_CHUNK + chunk, WRITE_CHUNK_DESCRIPTOR, null, null);
            code.visitCode();
            writing.writeMethod(code, chunk, FIRST_FREE);
        }
        if (isRecord) {
            return; // its components are variables of one method
        }
        for (int chunk = 0; reading.chunks() > 1 && chunk < reading.chunks(); chunk++) {
            code = writer.visitMethod(ACC_PRIVATE, READ_CHUNK + chunk, READ_CHUNK_DESCRIPTOR, null, null);
            code.visitCode();
            reading.readMethod(code, chunk, FIRST_FREE);
        }
    }

    /** How each field is held in a column, or null where the class is none of columns. */
    List<ColumnKind> columnKinds() {
        return isDirect && reading == null ? ColumnCode.kinds(plan, members, slots) : null;
    }

    static boolean isPlainTemporal(Class<?> type) {
        return TEMPORALS.containsKey(type);
    }

    void end(int returnCode) {
        code.visitInsn(returnCode);
        code.visitMaxs(0, 0);
        code.visitEnd();
    }

    private void writeFields() {
        if (reading != null) {
            writing.writeAll(code, FIRST_FREE);
            end(RETURN);
            return;
        }
        loadObject();
        for (int i = 0; i < slots.length; i++) {
            String comment = plan.fields.get(i).comment();
            if (comment != null) {
                code.visitVarInsn(ALOAD, WIRE);
                code.visitLdcInsn(comment);
                code.visitVarInsn(ALOAD, THE_SESSION);
                helper("comment", "(L" + OUT + ";Ljava/lang/String;" + SESSION + ")V");
            }
            code.visitVarInsn(ALOAD, WIRE);
            push(i);
            out("field", "(I)V");
            writeField(i);
        }
        end(RETURN);
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

    void writeField(int i) {
        FieldKind kind = plan.fields.get(i).kind();
        boolean isTemporal = TEMPORALS.containsKey(members.get(i).type());
        if (kind == FieldKind.OTHER && !isTemporal) {
            code.visitVarInsn(ALOAD, WIRE);
            get(i);
            constant(OBJECT, slotIndexes[i]);
            code.visitVarInsn(ALOAD, THE_SESSION);
            helper("writeValue", "(L" + OUT + ";" + OBJECT + OBJECT + SESSION + ")V");
            return;
        }
        if (kind == FieldKind.OTHER || kind == FieldKind.STRING) {
            writeNullable(i, isTemporal);
            return;
        }
        code.visitVarInsn(ALOAD, WIRE);
        get(i);
        switch (kind) {
            case BOOLEAN -> out("bool", "(Z)V");
            case CHAR -> {
                helper("charText", "(C)Ljava/lang/String;");
                out("text", "(Ljava/lang/CharSequence;)V");
            }
            case LONG -> out("int64", "(J)V");
            case FLOAT -> out("float32", "(F)V");
            case DOUBLE -> out("float64", "(D)V");
            default -> {
                code.visitInsn(I2L);
                out("int64", "(J)V");
            }
        }
    }

    private void writeNullable(int i, boolean isTemporal) {
        Label isNull = new Label();
        Label done = new Label();
        get(i);
        code.visitVarInsn(ASTORE, ORDINAL);
        code.visitVarInsn(ALOAD, ORDINAL);
        code.visitJumpInsn(IFNULL, isNull);
        code.visitVarInsn(ALOAD, WIRE);
        code.visitVarInsn(ALOAD, ORDINAL);
        if (members.get(i).getter() != null) {
            code.visitTypeInsn(CHECKCAST, Type.getInternalName(members.get(i).type()));
        }
        if (isTemporal) {
            out("temporal", "(Ljava/time/temporal/Temporal;)V");
        } else {
            out("text", "(Ljava/lang/CharSequence;)V");
        }
        code.visitJumpInsn(GOTO, done);
        code.visitLabel(isNull);
        code.visitVarInsn(ALOAD, WIRE);
        out("nullValue", "()V");
        code.visitLabel(done);
    }

    /** @param isFrom whether an index is given to begin from */
    private void readFields(boolean isFrom) {
        int words = (slots.length + 63) >> 6;
        int free = FIRST_FREE + 2 * words;
        if (isRecord) {
            free = FIRST_FREE;
            for (int i = 0; i < slots.length; i++) {
                locals[i] = free;
                free += Type.getType(members.get(i).type()).getSize();
            }
        }
        if (reading != null) {
            reading.beginRead(code, free, isFrom);
        }
        if (isRecord) {
            initialComponents();
        } else {
            code.visitVarInsn(ALOAD, 0);
            loadArguments();
            own("targetOrNew", "(L" + IN + ";" + OBJECT + SESSION + ")" + OBJECT);
            castToType();
            code.visitVarInsn(ASTORE, OBJ);
            for (int word = 0; word < words; word++) {
                code.visitInsn(LCONST_0);
                code.visitVarInsn(LSTORE, FIRST_FREE + 2 * word);
            }
        }
        if (reading != null) {
            reading.readAll(isRecord || reading.chunks() == 1);
            markSeen(words);
        }
        readLoop(words);
    }

    /** The fields below that in variable ORDINAL have been read. */
    private void markSeen(int words) {
        for (int word = 0; word < words && !isRecord; word++) {
            code.visitVarInsn(ILOAD, ORDINAL);
            push(word);
            helper("seenBelow", "(II)J");
            code.visitVarInsn(LSTORE, FIRST_FREE + 2 * word);
        }
    }

    private void readLoop(int words) {
        Label loop = new Label();
        Label next = new Label();
        Label other = new Label();
        if (reading == null) {
            code.visitVarInsn(ALOAD, WIRE);
            constant(SHAPE, shapeIndex);
            code.visitVarInsn(ALOAD, THE_SESSION);
            helper("firstField", "(L" + IN + ";" + SHAPE + SESSION + ")I");
            code.visitVarInsn(ISTORE, ORDINAL);
        } else {
            code.visitJumpInsn(GOTO, next);
        }
        code.visitLabel(loop);
        if (slots.length > 0) {
            readCases(next, other);
        }
        code.visitLabel(other);
        Label unknown = new Label();
        code.visitVarInsn(ILOAD, ORDINAL);
        code.visitInsn(ICONST_M1); // WireIn.END
        code.visitJumpInsn(IF_ICMPNE, unknown);
        finish(words);
        code.visitLabel(unknown);
        code.visitVarInsn(ALOAD, 0);
        code.visitVarInsn(ALOAD, WIRE);
        if (isRecord) {
            code.visitInsn(ACONST_NULL);
        } else {
            code.visitVarInsn(ALOAD, OBJ);
        }
        code.visitVarInsn(ALOAD, THE_SESSION);
        own("unknownField", "(L" + IN + ";" + OBJECT + SESSION + ")I");
        code.visitInsn(DUP);
        code.visitVarInsn(ISTORE, ORDINAL);
        code.visitJumpInsn(IFGE, loop);
        code.visitLabel(next);
        code.visitVarInsn(ALOAD, WIRE);
        constant(SHAPE, shapeIndex);
        in("nextField", "(" + SHAPE + ")I");
        code.visitVarInsn(ISTORE, ORDINAL);
        code.visitJumpInsn(GOTO, loop);
        code.visitMaxs(0, 0);
        code.visitEnd();
    }

    private void readCases(Label next, Label other) {
        Label begin = new Label();
        Label end = new Label();
        Label handler = new Label();
        Label[] cases = new Label[slots.length];
        Arrays.setAll(cases, i -> new Label());
        code.visitTryCatchBlock(begin, end, handler, "io/deltawire/wire/WireDataException");
        code.visitLabel(begin);
        code.visitVarInsn(ILOAD, ORDINAL);
        code.visitTableSwitchInsn(0, cases.length - 1, other, cases);
        for (int i = 0; i < cases.length; i++) {
            code.visitLabel(cases[i]);
            if (!isRecord) {
                int seen = FIRST_FREE + 2 * (i >> 6);
                code.visitVarInsn(LLOAD, seen);
                code.visitLdcInsn(1L << i);
                code.visitInsn(LOR);
                code.visitVarInsn(LSTORE, seen);
            }
            readField(i);
            code.visitJumpInsn(GOTO, next);
        }
        code.visitLabel(end);
        code.visitLabel(handler);
        throwLocated();
    }

    /** Puts the shape on the stack. */
    void loadShape() {
        constant(SHAPE, shapeIndex);
    }

    /** Throws the error on the stack, with the field in its path. */
    void throwLocated() {
        constant(SHAPE, shapeIndex);
        code.visitVarInsn(ILOAD, ORDINAL);
        helper("located", "(Ljava/lang/RuntimeException;" + SHAPE + "I)Ljava/lang/RuntimeException;");
        code.visitInsn(ATHROW);
    }

    /** Returns the object, all of whose fields have been read. */
    void finishAll() {
        if (isRecord) {
            makeRecord();
        } else {
            code.visitVarInsn(ALOAD, OBJ);
            code.visitInsn(ARETURN);
        }
    }

    private void finish(int words) {
        if (isRecord) {
            makeRecord();
            return;
        }
        Label done = new Label();
        code.visitVarInsn(ALOAD, GIVEN);
        code.visitJumpInsn(IFNULL, done);
        for (int word = 0; word < words; word++) {
            int count = Math.min(64, slots.length - 64 * word);
            Label complete = new Label();
            code.visitVarInsn(LLOAD, FIRST_FREE + 2 * word);
            code.visitLdcInsn(count == 64 ? -1L : (1L << count) - 1);
            code.visitInsn(LCMP);
            code.visitJumpInsn(IFEQ, complete);
            code.visitVarInsn(ALOAD, 0);
            code.visitVarInsn(ALOAD, OBJ);
            push(word);
            code.visitVarInsn(LLOAD, FIRST_FREE + 2 * word);
            own("resetUnseen", "(" + OBJECT + "IJ)V");
            code.visitLabel(complete);
        }
        code.visitLabel(done);
        code.visitVarInsn(ALOAD, OBJ);
        code.visitInsn(ARETURN);
    }

    private void initialComponents() {
        for (int i = 0; i < slots.length; i++) {
            Type component = Type.getType(members.get(i).type());
            switch (component.getSort()) {
                case Type.LONG -> code.visitInsn(LCONST_0);
                case Type.DOUBLE -> code.visitInsn(DCONST_0);
                case Type.FLOAT -> code.visitInsn(FCONST_0);
                case Type.OBJECT, Type.ARRAY -> initialReference(i);
                default -> code.visitInsn(ICONST_0);
            }
            code.visitVarInsn(component.getOpcode(ISTORE), locals[i]);
        }
    }

    private void initialReference(int i) {
        if (members.get(i).type() == java.util.Optional.class) {
            code.visitMethodInsn(INVOKESTATIC, "java/util/Optional", "empty", "()Ljava/util/Optional;", false);
        } else {
            code.visitInsn(ACONST_NULL);
        }
    }

    private void makeRecord() {
        Label begin = new Label();
        Label end = new Label();
        Label handler = new Label();
        code.visitTryCatchBlock(begin, end, handler, "java/lang/Throwable");
        code.visitLabel(begin);
        if (isDirect) {
            code.visitTypeInsn(NEW, name);
            code.visitInsn(DUP);
        } else {
            constant("Ljava/lang/invoke/MethodHandle;", data.add(constructor()));
        }
        StringBuilder descriptor = new StringBuilder("(");
        for (int i = 0; i < slots.length; i++) {
            Type component = Type.getType(members.get(i).type());
            code.visitVarInsn(component.getOpcode(ILOAD), locals[i]);
            boolean isErased = !isDirect && !members.get(i).type().isPrimitive();
            descriptor.append(isErased ? OBJECT : component.getDescriptor());
        }
        if (isDirect) {
            code.visitMethodInsn(
                    INVOKESPECIAL, name, "<init>", descriptor.append(")V").toString(), false);
        } else {
            invoke(descriptor.append(')').append(OBJECT).toString());
        }
        code.visitLabel(end);
        code.visitInsn(ARETURN);
        code.visitLabel(handler);
        code.visitVarInsn(ASTORE, OBJ);
        code.visitVarInsn(ALOAD, 0);
        code.visitVarInsn(ALOAD, OBJ);
        code.visitTypeInsn(CHECKCAST, "java/lang/Throwable");
        code.visitVarInsn(ALOAD, WIRE);
        code.visitVarInsn(ALOAD, THE_SESSION);
        own("refused", "(Ljava/lang/Throwable;L" + IN + ";" + SESSION + ")Ljava/lang/RuntimeException;");
        code.visitInsn(ATHROW);
    }

    private MethodHandle constructor() {
        try {
            MethodHandle handle = MethodHandles.lookup().unreflectConstructor(plan.instances.constructor());
            return handle.asType(handle.type().erase());
        } catch (IllegalAccessException e) {
            throw new IllegalAccessError(e.toString()); // made accessible when the plan was made
        }
    }

    void readField(int i) {
        beginPut(i);
        readValue(i);
        endPut(i);
    }

    /** To be called before the value of a field is put on the stack. */
    void beginPut(int i) {
        if (!isRecord) {
            if (members.get(i).setter() != null) {
                constant(
                        "Ljava/lang/invoke/MethodHandle;",
                        data.add(members.get(i).setter()));
            }
            code.visitVarInsn(ALOAD, OBJ);
        }
    }

    /** Takes the value of a field from the stack. */
    void endPut(int i) {
        Member member = members.get(i);
        if (isRecord) {
            code.visitVarInsn(Type.getType(member.type()).getOpcode(ISTORE), locals[i]);
        } else if (member.setter() != null) {
            String erased = member.type().isPrimitive() ? Type.getDescriptor(member.type()) : OBJECT;
            invoke("(" + OBJECT + erased + ")V");
        } else {
            code.visitFieldInsn(PUTFIELD, owner(member), member.field().getName(), Type.getDescriptor(member.type()));
        }
    }

    void loadSlot(int i) {
        constant(OBJECT, slotIndexes[i]);
    }

    private void readValue(int i) {
        switch (plan.fields.get(i).kind()) {
            case BOOLEAN -> scalar("bool", "Z");
            case BYTE -> narrowed("int64", "J", "int8", "B");
            case SHORT -> narrowed("int64", "J", "int16", "S");
            case CHAR -> narrowed("text", "Ljava/lang/String;", "char16", "C");
            case INT -> narrowed("int64", "J", "int32", "I");
            case LONG -> scalar("int64", "J");
            case FLOAT -> narrowed("float64", "D", "float32", "F");
            case DOUBLE -> scalar("float64", "D");
            default -> readReference(i);
        }
    }

    private void readReference(int i) {
        Class<?> field = members.get(i).type();
        String temporal = TEMPORALS.get(field);
        if (field != String.class && temporal == null) {
            code.visitVarInsn(ALOAD, WIRE);
            loadReused(i);
            constant(OBJECT, slotIndexes[i]);
            code.visitVarInsn(ALOAD, THE_SESSION);
            helper("readValue", "(L" + IN + ";" + OBJECT + OBJECT + SESSION + ")" + OBJECT);
            if (isDirect && members.get(i).setter() == null) {
                code.visitTypeInsn(CHECKCAST, Type.getInternalName(field));
            }
            return;
        }
        Label notNull = new Label();
        Label done = new Label();
        code.visitVarInsn(ALOAD, WIRE);
        in("isNull", "()Z");
        code.visitJumpInsn(IFEQ, notNull);
        code.visitVarInsn(ALOAD, WIRE);
        in("nullValue", "()V");
        code.visitInsn(ACONST_NULL);
        code.visitTypeInsn(CHECKCAST, Type.getInternalName(field));
        code.visitJumpInsn(GOTO, done);
        code.visitLabel(notNull);
        if (temporal == null) {
            readString(i);
        } else {
            narrowed("temporal", "Ljava/time/temporal/Temporal;", temporal, Type.getDescriptor(field));
        }
        code.visitLabel(done);
    }

    /** Keeps the string that the field has where the text is equal to it. */
    private void readString(int i) {
        code.visitVarInsn(ALOAD, WIRE);
        if (isRecord) {
            code.visitInsn(ACONST_NULL);
        } else {
            get(i);
            if (members.get(i).getter() != null) {
                code.visitTypeInsn(CHECKCAST, "java/lang/String");
            }
        }
        in("text", "(Ljava/lang/String;)Ljava/lang/String;");
    }

    /** The former value where the object is used again and the value can be. */
    private void loadReused(int i) {
        if (isRecord || !canReuse(i)) {
            code.visitInsn(ACONST_NULL);
            return;
        }
        Label fresh = new Label();
        Label done = new Label();
        code.visitVarInsn(ALOAD, GIVEN);
        code.visitJumpInsn(IFNULL, fresh);
        get(i);
        code.visitJumpInsn(GOTO, done);
        code.visitLabel(fresh);
        code.visitInsn(ACONST_NULL);
        code.visitLabel(done);
    }

    private boolean canReuse(int i) {
        ValueCodec codec = slots[i].codec();
        Class<?> field = members.get(i).type();
        return !(codec instanceof EnumCodec)
                && (!(codec instanceof ScalarCodec)
                        || field == StringBuilder.class
                        || Bytes.class.isAssignableFrom(field));
    }

    private void scalar(String method, String result) {
        code.visitVarInsn(ALOAD, WIRE);
        in(method, "()" + result);
    }

    private void narrowed(String method, String result, String narrowing, String narrow) {
        scalar(method, result);
        code.visitVarInsn(ALOAD, WIRE);
        code.visitVarInsn(ALOAD, THE_SESSION);
        helper(narrowing, "(" + result + "L" + IN + ";" + SESSION + ")" + narrow);
    }

    /** Puts the value of a field on the stack; one read by a handle that is not primitive as an Object. */
    void get(int i) {
        Member member = members.get(i);
        if (member.getter() == null) {
            code.visitVarInsn(ALOAD, OBJ);
            code.visitFieldInsn(GETFIELD, owner(member), member.field().getName(), Type.getDescriptor(member.type()));
        } else {
            MethodHandle getter = member.getter();
            constant("Ljava/lang/invoke/MethodHandle;", data.add(getter));
            code.visitVarInsn(ALOAD, OBJ);
            invoke(getter.type().toMethodDescriptorString());
        }
    }

    private static String owner(Member member) {
        return Type.getInternalName(member.field().getDeclaringClass());
    }

    void loadArguments() {
        code.visitVarInsn(ALOAD, WIRE);
        code.visitVarInsn(ALOAD, GIVEN);
        code.visitVarInsn(ALOAD, THE_SESSION);
    }

    private void constant(String descriptor, int index) {
        ConstantDynamic constant = new ConstantDynamic("_", descriptor, CLASS_DATA_AT, index);
        constants.add(constant);
        code.visitLdcInsn(constant);
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

    private void in(String method, String descriptor) {
        code.visitMethodInsn(INVOKEINTERFACE, IN, method, descriptor, true);
    }

    void helper(String method, String descriptor) {
        code.visitMethodInsn(INVOKESTATIC, SUPER, method, descriptor, false);
    }

    private void own(String method, String descriptor) {
        code.visitMethodInsn(INVOKEVIRTUAL, SUPER, method, descriptor, false);
    }

    private void invoke(String descriptor) {
        code.visitMethodInsn(INVOKEVIRTUAL, "java/lang/invoke/MethodHandle", "invokeExact", descriptor, false);
    }
}
