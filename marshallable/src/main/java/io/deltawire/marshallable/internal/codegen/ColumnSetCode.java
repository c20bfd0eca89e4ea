package io.deltawire.marshallable.internal.codegen;

import io.deltawire.wire.spi.object.ColumnKind;
import io.deltawire.wire.spi.object.ColumnPart;
import io.deltawire.wire.spi.object.FieldColumns;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.Type;

/**
 * Writes the methods of a codec's {@link FieldColumns} that set fields, or make records. For a class with fields {@code long a; String b}
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
 *
 * <p>For a record it is one that makes it:
 *
 * <pre>{@code
 * Object create(long[] bits, Object[] references, int base) {
 *     long a = bits[base];
 *     Object b = references[base + 1];
 *     try {
 *         return new T(a, (String) b);
 *     } catch (Throwable e) {
 *         return GeneratedCodec.notMade(e);
 *     }
 * }
 * }</pre>
 */
final class ColumnSetCode extends ColumnMethods {
    private static final String SET_ALL = "(" + OBJECT + "[J[" + OBJECT + "I)Z";
    private static final String SET_ALL_AT = "(" + OBJECT + "[J[" + OBJECT + "[I)Z";
    private static final String SET_SOME = "(" + OBJECT + "J[J[" + OBJECT + "I)Z";

    /** In {@code setSome}: the fields that are asked for. */
    private static final int FIELDS = 2;

    /** So many numbers are set at a time. */
    private static final int TOGETHER = 8;

    /** The first variable that has no use yet. */
    private int free;

    ColumnSetCode(ClassWriter writer, CodecCode codec, List<ColumnKind> kinds) {
        super(writer, codec, kinds);
    }

    void write() {
        if (codec.isRecord()) {
            if (kinds.contains(ColumnKind.NESTED)) {
                return; // never asked for: see GeneratedCodec.isReadable
            }
            create();
        } else {
            forEachPart("setAll", SET_ALL, this::setAll);
            if (to <= ColumnPart.MAX_FIELDS) {
                setAllAt();
            }
            forEachPart("setSome", SET_SOME, this::setSome);
        }
    }

    private void setAll(String method) {
        begin(method, SET_ALL, 2, 5);
        setFields(i -> !isInner(i));
    }

    private void setAllAt() {
        begin("setAllAt", SET_ALL_AT, 2, 5);
        arePlaced = true;
        setFields(i -> !kinds.get(i).isByTokens());
        arePlaced = false;
    }

    private void setFields(IntPredicate fields) {
        free = object + 1;
        Label unfit = new Label();
        for (int i = from; i < to; i++) {
            if (fields.test(i)) {
                setField(i, unfit);
            }
        }
        end(unfit);
    }

    /**
     * Numbers are set eight at a time, where one of them is asked for: which of them it is, is more than a processor can
     * guess, and the others have their values already.
     */
    private void setSome(String method) {
        begin(method, SET_SOME, 4, 7);
        free = object + 1;
        Label unfit = new Label();
        List<Integer> numbers = new ArrayList<>();
        for (int i = from; i < to; i++) {
            if (!isReference(i)) {
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
        take(i, free, unfit);
        Label same = new Label();
        if (!members.get(i).type().isPrimitive()) {
            // A reference that is stored tells the garbage collector, which costs more than to look whether it is
            // there.
            get(i);
            code.visitVarInsn(ALOAD, free);
            code.visitJumpInsn(IF_ACMPEQ, same);
        }
        codec.beginPut(code, object, i);
        load(i, free);
        codec.endPut(code, i);
        code.visitLabel(same);
    }

    private void create() {
        begin("create", "([J[" + OBJECT + "I)" + OBJECT, 1);
        int first = base + 1;
        Label unfit = new Label();
        for (int i = 0; i < members.size(); i++) {
            take(i, first + 2 * i, unfit);
        }
        Label begin = new Label();
        Label end = new Label();
        Label handler = new Label();
        code.visitTryCatchBlock(begin, end, handler, "java/lang/Throwable");
        code.visitLabel(begin);
        codec.construct(code, i -> load(i, first + 2 * i));
        code.visitLabel(end);
        code.visitInsn(ARETURN);
        code.visitLabel(handler);
        own("notMade", "(Ljava/lang/Throwable;)" + OBJECT);
        code.visitInsn(ARETURN);
        code.visitLabel(unfit);
        code.visitInsn(ACONST_NULL);
        code.visitInsn(ARETURN);
        end();
    }

    /** Takes what a field's column holds into a variable, as a long, an object, or the int of a char. */
    private void take(int i, int variable, Label unfit) {
        column(i, isReference(i));
        if (isChar(i)) {
            own("charOf", "(" + OBJECT + ")I");
            code.visitInsn(DUP);
            code.visitVarInsn(ISTORE, variable);
            code.visitJumpInsn(IFLT, unfit);
        } else if (isReference(i)) {
            code.visitVarInsn(ASTORE, variable);
            if (members.get(i).type().isEnum()) {
                enumConstant(i, variable, unfit);
            }
        } else {
            code.visitVarInsn(LSTORE, variable);
            checkNumber(i, variable, unfit);
        }
    }

    /** Puts the value that was taken into a variable on the stack, as the field holds it, or its handle takes it. */
    private void load(int i, int variable) {
        if (isChar(i)) {
            code.visitVarInsn(ILOAD, variable);
        } else if (isReference(i)) {
            code.visitVarInsn(ALOAD, variable);
            if (codec.isDirect() && members.get(i).setter() == null) {
                code.visitTypeInsn(
                        CHECKCAST, Type.getInternalName(members.get(i).type()));
            }
        } else {
            code.visitVarInsn(LLOAD, variable);
            fromBits(i);
        }
    }

    private void enumConstant(int i, int variable, Label unfit) {
        Label done = new Label();
        code.visitVarInsn(ALOAD, variable);
        code.visitJumpInsn(IFNULL, done);
        codec.constant(code, OBJECT, codec.slotIndexes()[i]);
        code.visitVarInsn(ALOAD, variable);
        own("enumConstant", "(" + OBJECT + OBJECT + ")" + OBJECT);
        code.visitInsn(DUP);
        code.visitVarInsn(ASTORE, variable);
        code.visitJumpInsn(IFNULL, unfit);
        code.visitLabel(done);
    }

    private void checkNumber(int i, int variable, Label unfit) {
        switch (plan.fields().get(i).kind()) {
            case BYTE -> checkNarrow(I2B, variable, unfit);
            case SHORT -> checkNarrow(I2S, variable, unfit);
            case INT -> checkNarrow(NOP, variable, unfit);
            case FLOAT -> {
                code.visitVarInsn(LLOAD, variable);
                own("isFloat", "(J)Z");
                code.visitJumpInsn(IFEQ, unfit);
            }
            default -> {}
        }
    }

    private void checkNarrow(int narrowing, int variable, Label unfit) {
        code.visitVarInsn(LLOAD, variable);
        code.visitInsn(L2I);
        if (narrowing != NOP) {
            code.visitInsn(narrowing);
        }
        code.visitInsn(I2L);
        code.visitVarInsn(LLOAD, variable);
        code.visitInsn(LCMP);
        code.visitJumpInsn(IFNE, unfit);
    }

    private void fromBits(int i) {
        switch (plan.fields().get(i).kind()) {
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
