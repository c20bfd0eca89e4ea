package io.deltawire.marshallable;

import io.deltawire.marshallable.CodecGenerator.Access;
import io.deltawire.marshallable.CodecGenerator.ClassData;
import io.deltawire.marshallable.CodecGenerator.Member;
import io.deltawire.wire.spi.ColumnKind;
import io.deltawire.wire.spi.NumberForm;
import java.util.List;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Label;
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
final class CodecWriter extends CodecReading {
    private final StraightWriting writing;

    /**
     * @param names the names as a format encodes them, where the code is for one alone; or null
     * @param forms of numbers in that format that the code takes by itself
     */
    CodecWriter(
            ClassPlan plan,
            List<Member> members,
            Slot[] slots,
            ClassData data,
            Access access,
            byte[][] names,
            List<NumberForm> forms) {
        super(plan, members, slots, data, access, names, forms);
        this.writing = names == null || StraightReading.isInAnyOrder(names) ? null : new StraightWriting(this, names);
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
        List<ColumnKind> kinds = columnKinds();
        if (kinds != null) {
            new ColumnCode(writer, this, kinds).write();
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

    /**
     * What begins at an index that is given is code of its own: called by the methods that ask for the index, it would cost
     * objects inside one another a level of stack each.
     */
    private void writeChunks(ClassWriter writer) {
        code = writer.visitMethod(ACC_PUBLIC, "isStraight", "()Z", null, null);
        code.visitCode();
        code.visitInsn(ICONST_1);
        end(IRETURN);
        code = writer.visitMethod(ACC_PUBLIC, READ_FROM, READ_FROM_DESCRIPTOR, null, null);
        code.visitCode();
        readFields(true);
        reading.writeChunks(writer);
        if (writing == null) {
            return;
        }
        code = writer.visitMethod(ACC_PUBLIC, WRITE_FROM, WRITE_FROM_DESCRIPTOR, null, null);
        code.visitCode();
        writing.writeFrom(code, FIRST_FREE);
        end(IRETURN);
        for (int chunk = 0; writing.chunks() > 1 && chunk < writing.chunks(); chunk++) {
            code = writer.visitMethod(ACC_PRIVATE, WRITE_CHUNK + chunk, WRITE_CHUNK_DESCRIPTOR, null, null);
            code.visitCode();
            writing.writeMethod(code, chunk, FIRST_FREE);
        }
    }

    /** How each field is held in a column, or null where the class is none of columns. */
    List<ColumnKind> columnKinds() {
        return reading == null ? ColumnCode.kinds(plan, members, slots) : null;
    }

    private void writeFields() {
        if (writing != null) {
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
}
