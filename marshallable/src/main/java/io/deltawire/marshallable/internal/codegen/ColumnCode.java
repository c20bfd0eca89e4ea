package io.deltawire.marshallable.internal.codegen;

import io.deltawire.marshallable.internal.codec.CodecConstant;
import io.deltawire.marshallable.internal.codec.EnumCodec;
import io.deltawire.marshallable.internal.schema.ClassPlan;
import io.deltawire.marshallable.internal.schema.FieldKind;
import io.deltawire.marshallable.internal.schema.ImmutableTypes;
import io.deltawire.wire.spi.object.ColumnKind;
import io.deltawire.wire.spi.object.ColumnPart;
import io.deltawire.wire.spi.object.FieldColumns;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import org.objectweb.asm.Label;
import org.objectweb.asm.Type;

/**
 * Writes the part of a codec's class file that makes it {@link FieldColumns}. For a class with fields
 * {@code long a; String b} it is
 *
 * <pre>{@code
 * long changes(Object object, long[] bits, Object[] references, int base, long[] changed) {
 *     T t = (T) object;
 *     long mask = 0;
 *     long first = GeneratedCodec.checkColumns(base, bits, 2);
 *     GeneratedCodec.checkColumns(0, changed, 2);
 *     if (GeneratedCodec.columnAt(bits, first) != t.a) {
 *         VarHandle.loadLoadFence();
 *         mask |= 1;
 *         GeneratedCodec.setColumn(changed, 0, t.a);
 *     }
 *     if (!GeneratedCodec.same(t.b, references[base + 1])) mask |= 2;
 *     return mask;
 * }
 * }</pre>
 *
 * <p>A class with many fields has several parts. These methods serve the first one; each other part has its own methods
 * ({@link #forEachPart}).
 *
 * <p>A method handle reads any field that the code cannot name. {@link ColumnSetCode} writes the methods that set
 * fields.
 */
public final class ColumnCode extends ColumnMethods {

    private static final String CHANGES = "(" + OBJECT + "[J[" + OBJECT + "I[J)J";
    private static final String CHANGES_AT = "(" + OBJECT + "[J[" + OBJECT + "[I[J)J";
    private static final int ORDINAL = 2;
    private static final int CHANGED = 5;
    private static final int MASK = 7;

    ColumnCode(ClassAssembler codec, List<ColumnKind> kinds) {
        super(codec, kinds);
    }

    /** Returns the column kind of each field; null if the class cannot be used as columns. */
    static List<ColumnKind> kinds(ClassPlan plan, List<FieldAccess> members, CodecConstant[] codecConstants) {
        if (members.isEmpty()) {
            return null;
        }
        List<ColumnKind> kinds = new ArrayList<>();
        for (int i = 0; i < members.size(); i++) {
            ColumnKind kind = kind(plan.fields().get(i).kind(), members.get(i).type(), codecConstants[i]);
            if (kind == null) {
                kind = ImmutableTypes.isImmutable(members.get(i).type()) ? ColumnKind.VALUE : ColumnKind.NESTED;
            }
            if (kind == ColumnKind.NESTED && plan.keys().contains(plan.fields().get(i))) {
                return null;
            }
            kinds.add(kind);
        }
        return kinds;
    }

    /** Returns the column kind of a flat field; null for other fields. */
    static ColumnKind kind(FieldKind field, Class<?> type, CodecConstant constant) {
        return switch (field) {
            case BOOLEAN -> ColumnKind.BOOL;
            case BYTE, SHORT, INT, LONG -> ColumnKind.INT64;
            case FLOAT -> ColumnKind.FLOAT32;
            case DOUBLE -> ColumnKind.FLOAT64;
            case STRING, CHAR -> ColumnKind.TEXT;
            case OTHER -> {
                if (ClassAssembler.isPlainTemporal(type)) {
                    yield ColumnKind.TEMPORAL;
                }
                yield type.isEnum() && constant.codec() instanceof EnumCodec ? ColumnKind.TEXT : null;
            }
        };
    }

    void write() {
        writeKeyHash();
        forEachPart("changes", CHANGES, this::writeChanges);
        if (to <= ColumnPart.MAX_FIELDS) {
            writeChangesAt();
        }
        writeGetters();
        new ColumnSetCode(codec, kinds).write();
    }

    // ---- keys

    private void writeKeyHash() {
        beginMethod("keyHash", "(" + OBJECT + ")I", 0, 2);
        code.visitInsn(ICONST_0);
        for (int i = 0; i < members.size(); i++) {
            if (isKey(i)) {
                code.visitIntInsn(BIPUSH, 31);
                code.visitInsn(IMUL);
                loadHash(i);
                code.visitInsn(IADD);
            }
        }
        code.visitInsn(IRETURN);
        codec.endMethod();
    }

    private boolean isKey(int i) {
        return plan.keys().contains(plan.fields().get(i));
    }

    private void loadHash(int i) {
        Class<?> type = members.get(i).type();
        loadField(i);
        String of = type.isPrimitive() ? Type.getDescriptor(type) : OBJECT;
        String owner = type.isPrimitive() ? "java/lang/" + boxName(type) : "java/util/Objects";
        code.visitMethodInsn(INVOKESTATIC, owner, "hashCode", "(" + of + ")I", false);
    }

    private static String boxName(Class<?> type) {
        String name = type.getName();
        return type == int.class
                ? "Integer"
                : type == char.class ? "Character" : Character.toUpperCase(name.charAt(0)) + name.substring(1);
    }

    // ---- comparing

    private void writeChanges(String method) {
        beginMethod(method, CHANGES, 2, 6);
        code.visitLdcInsn(nestedMask());
        code.visitVarInsn(LSTORE, MASK);
        int first = MASK + 2;
        code.visitInsn(ICONST_0);
        checkColumns(CHANGED);
        code.visitInsn(POP2);
        code.visitVarInsn(ILOAD, baseVar);
        checkColumns(bitsVar);
        code.visitVarInsn(LSTORE, first);
        writeComparisons(first, i -> !isNested(i));
    }

    private void writeChangesAt() {
        beginMethod("changesAt", CHANGES_AT, 2, 6);
        setColumnOffsets(true);
        code.visitInsn(LCONST_0);
        code.visitVarInsn(LSTORE, MASK);
        code.visitInsn(ICONST_0);
        checkColumns(CHANGED);
        code.visitInsn(POP2);
        writeComparisons(MASK + 2, i -> !kinds.get(i).isByTokens());
        setColumnOffsets(false);
    }

    /** Emits the comparisons of some fields, and the return of the mask of those that differ. */
    private void writeComparisons(int first, IntPredicate fields) {
        for (int i = from; i < to; i++) {
            if (!fields.test(i)) {
                continue;
            }
            Label same = new Label();
            jumpIfSame(i, first, same);
            if (!isReference(i)) {
                writeLoadFence();
            }
            code.visitVarInsn(LLOAD, MASK);
            code.visitLdcInsn(1L << i);
            code.visitInsn(LOR);
            code.visitVarInsn(LSTORE, MASK);
            if (!isReference(i)) {
                code.visitVarInsn(ALOAD, CHANGED);
                code.visitLdcInsn((long) i - from);
                loadBits(i);
                codec.callStatic("setColumn", "([JJJ)V");
            }
            code.visitLabel(same);
        }
        code.visitVarInsn(LLOAD, MASK);
        code.visitInsn(LRETURN);
        codec.endMethod();
    }

    /**
     * Emits a load fence where two values differ. Without it C2 hoists the loads of twenty fields above the first
     * comparison and runs out of registers. Equal values skip it; on x86 a load fence is no instruction.
     */
    private void writeLoadFence() {
        code.visitMethodInsn(INVOKESTATIC, "java/lang/invoke/VarHandle", "loadLoadFence", "()V", false);
    }

    /** Pushes the offset of the first element of an array, after a check that each field has an element there. */
    private void checkColumns(int array) {
        code.visitVarInsn(ALOAD, array);
        code.visitIntInsn(BIPUSH, to - from);
        codec.callStatic("checkColumns", "(I[JI)J");
    }

    /** Pushes the element of a column of numbers. */
    private void loadNumber(int i, int first) {
        if (hasColumnOffsets()) {
            loadColumn(i, false);
            return;
        }
        code.visitVarInsn(ALOAD, bitsVar);
        code.visitVarInsn(LLOAD, first);
        code.visitLdcInsn((long) i - from);
        code.visitInsn(LADD);
        codec.callStatic("columnAt", "([JJ)J");
    }

    /** @param first the variable with the offset of the first column */
    private void jumpIfSame(int i, int first, Label same) {
        if (plan.fields().get(i).kind() == FieldKind.FLOAT) {
            loadField(i);
            loadNumber(i, first);
            codec.callStatic("sameFloat", "(FJ)Z");
            code.visitJumpInsn(IFNE, same);
        } else if (isChar(i)) {
            loadField(i);
            loadColumn(i, true);
            codec.callStatic("sameChar", "(C" + OBJECT + ")Z");
            code.visitJumpInsn(IFNE, same);
        } else if (isReference(i)) {
            loadReference(i);
            loadColumn(i, true);
            codec.callStatic(comparisonMethod(members.get(i).type()), "(" + OBJECT + OBJECT + ")Z");
            code.visitJumpInsn(IFNE, same);
        } else {
            loadNumber(i, first);
            loadBits(i); // second operand, so that the compiler can compare in memory
            code.visitInsn(LCMP);
            code.visitJumpInsn(IFEQ, same);
        }
    }

    /**
     * Returns the method that compares values of a class. Equal boxes of NaN may differ in their bits, and a BigDecimal
     * or BigInteger may be of a subclass.
     */
    private static String comparisonMethod(Class<?> type) {
        if (type == Double.class || type == Float.class) {
            return "sameBits";
        }
        return type == BigDecimal.class || type == BigInteger.class ? "sameNumber" : "same";
    }

    /** Returns a mask of the part's fields that are in no column. */
    private long nestedMask() {
        long inner = 0;
        for (int i = from; i < to; i++) {
            inner |= isNested(i) ? 1L << i : 0;
        }
        return inner;
    }

    // ---- single values

    private void writeGetters() {
        Label none = new Label();
        beginMethod("bits", "(" + OBJECT + "I)J", 0, 3);
        Label[] cases = switchOnOrdinal(false, none);
        for (int i = 0; i < cases.length; i++) {
            if (cases[i] != none) {
                code.visitLabel(cases[i]);
                loadBits(i);
                code.visitInsn(LRETURN);
            }
        }
        throwOutOfBounds(none);
        none = new Label();
        beginMethod("reference", "(" + OBJECT + "I)" + OBJECT, 0, 3);
        cases = switchOnOrdinal(true, none);
        for (int i = 0; i < cases.length; i++) {
            if (cases[i] != none) {
                code.visitLabel(cases[i]);
                loadReference(i);
                code.visitInsn(ARETURN);
            }
        }
        throwOutOfBounds(none);
    }

    /** Emits a switch on the ordinal. */
    private Label[] switchOnOrdinal(boolean areReferences, Label none) {
        Label[] cases = new Label[members.size()];
        for (int i = 0; i < cases.length; i++) {
            cases[i] = isReference(i) == areReferences ? new Label() : none;
        }
        code.visitVarInsn(ILOAD, ORDINAL);
        code.visitTableSwitchInsn(0, cases.length - 1, none, cases);
        return cases;
    }

    private void throwOutOfBounds(Label none) {
        code.visitLabel(none);
        code.visitTypeInsn(NEW, "java/lang/IndexOutOfBoundsException");
        code.visitInsn(DUP);
        code.visitVarInsn(ILOAD, ORDINAL);
        code.visitMethodInsn(INVOKESPECIAL, "java/lang/IndexOutOfBoundsException", "<init>", "(I)V", false);
        code.visitInsn(ATHROW);
        codec.endMethod();
    }

    /** Pushes the 64 bits of a field. */
    private void loadBits(int i) {
        loadField(i);
        switch (plan.fields().get(i).kind()) {
            case LONG -> {}
            case DOUBLE -> code.visitMethodInsn(INVOKESTATIC, "java/lang/Double", "doubleToRawLongBits", "(D)J", false);
            case FLOAT -> {
                code.visitMethodInsn(INVOKESTATIC, "java/lang/Float", "floatToRawIntBits", "(F)I", false);
                code.visitInsn(I2L);
            }
            default -> code.visitInsn(I2L);
        }
    }

    /** Pushes the reference of a field. An enum constant or char is pushed as its text. */
    private void loadReference(int i) {
        loadField(i);
        if (isChar(i)) {
            codec.callStatic("charText", "(C)Ljava/lang/String;");
        } else if (members.get(i).type().isEnum()) {
            if (members.get(i).getter() != null) {
                code.visitTypeInsn(CHECKCAST, "java/lang/Enum");
            }
            codec.callStatic("nameOf", "(Ljava/lang/Enum;)Ljava/lang/String;");
        }
    }
}
