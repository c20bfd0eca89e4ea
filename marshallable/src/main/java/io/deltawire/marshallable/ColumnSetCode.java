package io.deltawire.marshallable;

import io.deltawire.marshallable.CodecGenerator.Member;
import io.deltawire.wire.spi.ColumnKind;
import io.deltawire.wire.spi.FieldColumns;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.Type;

/**
 * Writes the methods of a codec's {@link FieldColumns} that set fields. For a class with fields {@code long a; String b}
 * they are
 *
 * <pre>{@code
 * boolean setAll(Object object, long[] bits, Object[] references, int base) {
 *     T t = (T) object;
 *     t.a = bits[base];
 *     if (t.b != references[base + 1]) t.b = (String) references[base + 1];
 *     return true;
 * }
 *
 * boolean setSome(Object object, long fields, long[] bits, Object[] references, int base) {
 *     T t = (T) object;
 *     if ((fields & 2) != 0 && t.b != references[base + 1]) t.b = (String) references[base + 1];
 *     if ((fields & 1) != 0) t.a = bits[base];
 *     return true;
 * }
 * }</pre>
 */
final class ColumnSetCode extends ColumnMethods {
    /** In {@code setSome}: the fields that are asked for. */
    private static final int FIELDS = 2;

    /** So many numbers are set at a time. */
    private static final int TOGETHER = 8;

    private final int[] slotIndexes;
    private final Handle classDataAt;
    /** The first variable that has no use yet. */
    private int free;

    ColumnSetCode(
            ClassWriter writer,
            ClassPlan plan,
            List<Member> members,
            List<ColumnKind> kinds,
            int[] slotIndexes,
            Handle classDataAt) {
        super(writer, plan, members, kinds);
        this.slotIndexes = slotIndexes;
        this.classDataAt = classDataAt;
    }

    void write() {
        setAll();
        setSome();
    }

    private void setAll() {
        begin("setAll", "(" + OBJECT + "[J[" + OBJECT + "I)Z", 2, 5);
        free = object + 1;
        Label unfit = new Label();
        for (int i = 0; i < members.size(); i++) {
            if (!isInner(i)) {
                setField(i, unfit);
            }
        }
        end(unfit);
    }

    /**
     * Numbers are set eight at a time, where one of them is asked for: which of them it is, is more than a processor can
     * guess, and the others have their values already.
     */
    private void setSome() {
        begin("setSome", "(" + OBJECT + "J[J[" + OBJECT + "I)Z", 4, 7);
        free = object + 1;
        Label unfit = new Label();
        List<Integer> numbers = new ArrayList<>();
        for (int i = 0; i < members.size(); i++) {
            if (members.get(i).type().isPrimitive()) {
                numbers.add(i);
            } else if (!isInner(i)) {
                setIfAsked(List.of(i), unfit);
            }
        }
        for (int i = 0; i < numbers.size(); i += TOGETHER) {
            setIfAsked(numbers.subList(i, Math.min(i + TOGETHER, numbers.size())), unfit);
        }
        end(unfit);
    }

    private void setIfAsked(List<Integer> fields, Label unfit) {
        Label next = new Label();
        long mask = 0;
        for (int i : fields) {
            mask |= 1L << i;
        }
        code.visitVarInsn(LLOAD, FIELDS);
        code.visitLdcInsn(mask);
        code.visitInsn(LAND);
        code.visitInsn(LCONST_0);
        code.visitInsn(LCMP);
        code.visitJumpInsn(IFEQ, next);
        for (int i : fields) {
            setField(i, unfit);
        }
        code.visitLabel(next);
    }

    /** Takes the value of a field's column into it. */
    private void setField(int i, Label unfit) {
        Class<?> type = members.get(i).type();
        boolean isReference = !type.isPrimitive();
        column(i, isReference);
        Label same = new Label();
        Member member = members.get(i);
        String owner = Type.getInternalName(member.field().getDeclaringClass());
        if (isReference) {
            code.visitVarInsn(ASTORE, free);
            if (type.isEnum()) {
                enumConstant(i, unfit);
            }
            // A reference that is stored tells the garbage collector, which costs more than to look whether it is
            // there.
            code.visitVarInsn(ALOAD, object);
            code.visitFieldInsn(GETFIELD, owner, member.field().getName(), Type.getDescriptor(type));
            code.visitVarInsn(ALOAD, free);
            code.visitJumpInsn(IF_ACMPEQ, same);
            code.visitVarInsn(ALOAD, object);
            code.visitVarInsn(ALOAD, free);
            code.visitTypeInsn(CHECKCAST, Type.getInternalName(type));
        } else {
            code.visitVarInsn(LSTORE, free);
            checkNumber(i, unfit);
            code.visitVarInsn(ALOAD, object);
            code.visitVarInsn(LLOAD, free);
            fromBits(i);
        }
        code.visitFieldInsn(PUTFIELD, owner, member.field().getName(), Type.getDescriptor(type));
        code.visitLabel(same);
    }

    private void enumConstant(int i, Label unfit) {
        Label done = new Label();
        code.visitVarInsn(ALOAD, free);
        code.visitJumpInsn(IFNULL, done);
        code.visitLdcInsn(new ConstantDynamic("_", OBJECT, classDataAt, slotIndexes[i]));
        code.visitVarInsn(ALOAD, free);
        own("enumConstant", "(" + OBJECT + OBJECT + ")" + OBJECT);
        code.visitInsn(DUP);
        code.visitVarInsn(ASTORE, free);
        code.visitJumpInsn(IFNULL, unfit);
        code.visitLabel(done);
    }

    private void checkNumber(int i, Label unfit) {
        switch (plan.fields.get(i).kind()) {
            case BYTE -> checkNarrow(I2B, unfit);
            case SHORT -> checkNarrow(I2S, unfit);
            case INT -> checkNarrow(NOP, unfit);
            case FLOAT -> {
                code.visitVarInsn(LLOAD, free);
                own("isFloat", "(J)Z");
                code.visitJumpInsn(IFEQ, unfit);
            }
            default -> {}
        }
    }

    private void checkNarrow(int narrowing, Label unfit) {
        code.visitVarInsn(LLOAD, free);
        code.visitInsn(L2I);
        if (narrowing != NOP) {
            code.visitInsn(narrowing);
        }
        code.visitInsn(I2L);
        code.visitVarInsn(LLOAD, free);
        code.visitInsn(LCMP);
        code.visitJumpInsn(IFNE, unfit);
    }

    private void fromBits(int i) {
        switch (plan.fields.get(i).kind()) {
            case LONG -> {}
            case DOUBLE -> code.visitMethodInsn(INVOKESTATIC, "java/lang/Double", "longBitsToDouble", "(J)D", false);
            case FLOAT -> {
                code.visitMethodInsn(INVOKESTATIC, "java/lang/Double", "longBitsToDouble", "(J)D", false);
                code.visitInsn(D2F);
            }
            default -> code.visitInsn(L2I);
        }
    }
}
