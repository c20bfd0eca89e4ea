package io.deltawire.marshallable.internal.codegen;

import io.deltawire.wire.spi.object.ColumnKind;
import io.deltawire.wire.spi.object.ColumnPart;
import io.deltawire.wire.spi.object.FieldColumns;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import org.objectweb.asm.Label;
import org.objectweb.asm.Type;

/**
 * Writes the methods of a codec's {@link FieldColumns} that set fields or create records. For a class with fields
 * {@code long a; String b} they are
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
 * <p>A record has one method, which creates it:
 *
 * <pre>{@code
 * Object create(long[] bits, Object[] references, int base) {
 *     long a = bits[base];
 *     Object b = references[base + 1];
 *     try {
 *         return new T(a, (String) b);
 *     } catch (Throwable e) {
 *         return GeneratedCodec.absentRecord(e);
 *     }
 * }
 * }</pre>
 */
final class ColumnSetCode extends ColumnMethods {
    private static final String SET_ALL = "(" + OBJECT + "[J[" + OBJECT + "I)Z";
    private static final String SET_ALL_AT = "(" + OBJECT + "[J[" + OBJECT + "[I)Z";
    private static final String SET_SOME = "(" + OBJECT + "J[J[" + OBJECT + "I)Z";

    /** The variable of {@code setSome} with the mask of fields to set. */
    private static final int FIELDS_VAR = 2;

    /** Numbers share one test of the mask in groups of this size. */
    private static final int NUMBERS_PER_TEST = 8;

    /** The first unused variable. */
    private int firstFreeVar;

    ColumnSetCode(ClassAssembler codec, List<ColumnKind> kinds) {
        super(codec, kinds);
    }

    void write() {
        if (codec.isRecord()) {
            if (kinds.contains(ColumnKind.NESTED)) {
                return; // never called: see GeneratedCodec.isReadable
            }
            writeCreate();
        } else {
            forEachPart("setAll", SET_ALL, this::writeSetAll);
            if (to <= ColumnPart.MAX_FIELDS) {
                writeSetAllAt();
            }
            forEachPart("setSome", SET_SOME, this::writeSetSome);
        }
    }

    private void writeSetAll(String method) {
        beginMethod(method, SET_ALL, 2, 5);
        setFields(i -> !isNested(i));
    }

    private void writeSetAllAt() {
        beginMethod("setAllAt", SET_ALL_AT, 2, 5);
        setColumnOffsets(true);
        setFields(i -> !kinds.get(i).isByTokens());
        setColumnOffsets(false);
    }

    private void setFields(IntPredicate fields) {
        firstFreeVar = objectVar + 1;
        Label mismatch = new Label();
        for (int i = from; i < to; i++) {
            if (fields.test(i)) {
                setField(i, mismatch);
            }
        }
        endBoolean(mismatch);
    }

    /**
     * Writes {@code setSome}. Numbers are set in groups if one of the group is selected: the processor cannot predict
     * which one changed, and the others already have their values.
     */
    private void writeSetSome(String method) {
        beginMethod(method, SET_SOME, 4, 7);
        firstFreeVar = objectVar + 1;
        Label mismatch = new Label();
        List<Integer> numbers = new ArrayList<>();
        for (int i = from; i < to; i++) {
            if (!isReference(i)) {
                numbers.add(i);
            } else if (!isNested(i)) {
                setIfSelected(List.of(i), mismatch);
            }
        }
        for (int i = 0; i < numbers.size(); i += NUMBERS_PER_TEST) {
            setIfSelected(numbers.subList(i, Math.min(i + NUMBERS_PER_TEST, numbers.size())), mismatch);
        }
        endBoolean(mismatch);
    }

    private void setIfSelected(List<Integer> fields, Label mismatch) {
        Label next = new Label();
        long mask = 0;
        for (int i : fields) {
            mask |= 1L << i;
        }
        code.visitVarInsn(LLOAD, FIELDS_VAR);
        code.visitLdcInsn(mask);
        code.visitInsn(LAND);
        code.visitInsn(LCONST_0);
        code.visitInsn(LCMP);
        code.visitJumpInsn(IFEQ, next);
        for (int i : fields) {
            setField(i, mismatch);
        }
        code.visitLabel(next);
    }

    /** Emits the store of a column's value into its field. */
    private void setField(int i, Label mismatch) {
        readColumn(i, firstFreeVar, mismatch);
        Label same = new Label();
        if (!members.get(i).type().isPrimitive()) {
            // A store of a reference runs the garbage collector's barrier, which costs more than this comparison.
            loadField(i);
            code.visitVarInsn(ALOAD, firstFreeVar);
            code.visitJumpInsn(IF_ACMPEQ, same);
        }
        codec.beginStore(objectVar, i);
        loadValue(i, firstFreeVar);
        codec.endStore(i);
        code.visitLabel(same);
    }

    private void writeCreate() {
        beginMethod("create", "([J[" + OBJECT + "I)" + OBJECT, 1);
        int first = baseVar + 1;
        Label mismatch = new Label();
        for (int i = 0; i < members.size(); i++) {
            readColumn(i, first + 2 * i, mismatch);
        }
        Label begin = new Label();
        Label end = new Label();
        Label handler = new Label();
        code.visitTryCatchBlock(begin, end, handler, "java/lang/Throwable");
        code.visitLabel(begin);
        codec.construct(i -> loadValue(i, first + 2 * i));
        code.visitLabel(end);
        code.visitInsn(ARETURN);
        code.visitLabel(handler);
        codec.callStatic("absentRecord", "(Ljava/lang/Throwable;)" + OBJECT);
        code.visitInsn(ARETURN);
        code.visitLabel(mismatch);
        code.visitInsn(ACONST_NULL);
        code.visitInsn(ARETURN);
        codec.endMethod();
    }

    /**
     * Reads a column into a variable: a long, an object, or the int of a char. Jumps if the value does not fit the
     * field.
     */
    private void readColumn(int i, int variable, Label mismatch) {
        loadColumn(i, isReference(i));
        if (isChar(i)) {
            codec.callStatic("charOf", "(" + OBJECT + ")I");
            code.visitInsn(DUP);
            code.visitVarInsn(ISTORE, variable);
            code.visitJumpInsn(IFLT, mismatch);
        } else if (isReference(i)) {
            code.visitVarInsn(ASTORE, variable);
            if (members.get(i).type().isEnum()) {
                resolveEnumConstant(i, variable, mismatch);
            }
        } else {
            code.visitVarInsn(LSTORE, variable);
            checkNumber(i, variable, mismatch);
        }
    }

    /** Pushes the value of a variable in the type of the field, or of its handle. */
    private void loadValue(int i, int variable) {
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
            convertBits(i);
        }
    }

    private void resolveEnumConstant(int i, int variable, Label mismatch) {
        Label done = new Label();
        code.visitVarInsn(ALOAD, variable);
        code.visitJumpInsn(IFNULL, done);
        codec.loadCodec(i);
        code.visitVarInsn(ALOAD, variable);
        codec.callStatic("enumConstant", "(" + OBJECT + OBJECT + ")" + OBJECT);
        code.visitInsn(DUP);
        code.visitVarInsn(ASTORE, variable);
        code.visitJumpInsn(IFNULL, mismatch);
        code.visitLabel(done);
    }

    private void checkNumber(int i, int variable, Label mismatch) {
        switch (plan.fields().get(i).kind()) {
            case BYTE -> checkNarrow(I2B, variable, mismatch);
            case SHORT -> checkNarrow(I2S, variable, mismatch);
            case INT -> checkNarrow(NOP, variable, mismatch);
            case FLOAT -> {
                code.visitVarInsn(LLOAD, variable);
                codec.callStatic("isFloat", "(J)Z");
                code.visitJumpInsn(IFEQ, mismatch);
            }
            default -> {}
        }
    }

    private void checkNarrow(int narrowing, int variable, Label mismatch) {
        code.visitVarInsn(LLOAD, variable);
        code.visitInsn(L2I);
        if (narrowing != NOP) {
            code.visitInsn(narrowing);
        }
        code.visitInsn(I2L);
        code.visitVarInsn(LLOAD, variable);
        code.visitInsn(LCMP);
        code.visitJumpInsn(IFNE, mismatch);
    }

    private void convertBits(int i) {
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
