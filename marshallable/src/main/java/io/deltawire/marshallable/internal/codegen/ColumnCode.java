package io.deltawire.marshallable.internal.codegen;

import io.deltawire.marshallable.internal.codec.EnumCodec;
import io.deltawire.marshallable.internal.codec.Slot;
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
import org.objectweb.asm.ClassWriter;
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
 *     long first = GeneratedCodec.firstColumn(base, bits, 2);
 *     GeneratedCodec.firstColumn(0, changed, 2);
 *     if (GeneratedCodec.column(bits, first) != t.a) {
 *         VarHandle.loadLoadFence();
 *         mask |= 1;
 *         GeneratedCodec.setColumn(changed, 0, t.a);
 *     }
 *     if (!GeneratedCodec.same(t.b, references[base + 1])) mask |= 2;
 *     return mask;
 * }
 * }</pre>
 *
 * <p>Where the class has several parts, these are the first part's, and the others have methods of their own ({@link #forEachPart}).
 *
 * <p>A field that generated code does not reach by itself has a handle, as elsewhere. {@link ColumnSetCode} writes the methods
 * that set fields.
 */
public final class ColumnCode extends ColumnMethods {

    private static final String CHANGES = "(" + OBJECT + "[J[" + OBJECT + "I[J)J";
    private static final String CHANGES_AT = "(" + OBJECT + "[J[" + OBJECT + "[I[J)J";
    private static final int ORDINAL = 2;
    private static final int CHANGED = 5;
    private static final int MASK = 7;

    ColumnCode(ClassWriter writer, CodecCode codec, List<ColumnKind> kinds) {
        super(writer, codec, kinds);
    }

    /** How each field is held in a column, or null where one of them cannot be. */
    static List<ColumnKind> kinds(ClassPlan plan, List<Member> members, Slot[] slots) {
        if (members.isEmpty()) {
            return null;
        }
        List<ColumnKind> kinds = new ArrayList<>();
        for (int i = 0; i < members.size(); i++) {
            ColumnKind kind = kind(plan.fields().get(i).kind(), members.get(i).type(), slots[i]);
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

    /** How a field that is flat is held; null for others. */
    static ColumnKind kind(FieldKind field, Class<?> type, Slot slot) {
        return switch (field) {
            case BOOLEAN -> ColumnKind.BOOL;
            case BYTE, SHORT, INT, LONG -> ColumnKind.INT64;
            case FLOAT -> ColumnKind.FLOAT32;
            case DOUBLE -> ColumnKind.FLOAT64;
            case STRING, CHAR -> ColumnKind.TEXT;
            case OTHER -> {
                if (CodecCode.isPlainTemporal(type)) {
                    yield ColumnKind.TEMPORAL;
                }
                yield type.isEnum() && slot.codec() instanceof EnumCodec ? ColumnKind.TEXT : null;
            }
        };
    }

    void write() {
        key();
        forEachPart("changes", CHANGES, this::changes);
        if (to <= ColumnPart.MAX_FIELDS) {
            changesAt();
        }
        values();
        new ColumnSetCode(writer, codec, kinds).write();
    }

    // ---- keys

    private void key() {
        begin("keyHash", "(" + OBJECT + ")I", 0, 2);
        code.visitInsn(ICONST_0);
        for (int i = 0; i < members.size(); i++) {
            if (isKey(i)) {
                code.visitIntInsn(BIPUSH, 31);
                code.visitInsn(IMUL);
                hash(i);
                code.visitInsn(IADD);
            }
        }
        code.visitInsn(IRETURN);
        end();
    }

    private boolean isKey(int i) {
        return plan.keys().contains(plan.fields().get(i));
    }

    private void hash(int i) {
        Class<?> type = members.get(i).type();
        get(i);
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

    private void changes(String method) {
        begin(method, CHANGES, 2, 6);
        code.visitLdcInsn(inner());
        code.visitVarInsn(LSTORE, MASK);
        int first = MASK + 2;
        code.visitInsn(ICONST_0);
        findColumns(CHANGED);
        code.visitInsn(POP2);
        code.visitVarInsn(ILOAD, base);
        findColumns(bits);
        code.visitVarInsn(LSTORE, first);
        compare(first, i -> !isInner(i));
    }

    private void changesAt() {
        begin("changesAt", CHANGES_AT, 2, 6);
        arePlaced = true;
        code.visitInsn(LCONST_0);
        code.visitVarInsn(LSTORE, MASK);
        code.visitInsn(ICONST_0);
        findColumns(CHANGED);
        code.visitInsn(POP2);
        compare(MASK + 2, i -> !kinds.get(i).isByTokens());
        arePlaced = false;
    }

    /** Compares fields, and returns the mask of those that differ. */
    private void compare(int first, IntPredicate fields) {
        for (int i = from; i < to; i++) {
            if (!fields.test(i)) {
                continue;
            }
            Label same = new Label();
            jumpIfSame(i, first, same);
            if (!isReference(i)) {
                fence();
            }
            code.visitVarInsn(LLOAD, MASK);
            code.visitLdcInsn(1L << i);
            code.visitInsn(LOR);
            code.visitVarInsn(LSTORE, MASK);
            if (!isReference(i)) {
                code.visitVarInsn(ALOAD, CHANGED);
                code.visitLdcInsn((long) i - from);
                asBits(i);
                own("setColumn", "([JJJ)V");
            }
            code.visitLabel(same);
        }
        code.visitVarInsn(LLOAD, MASK);
        code.visitInsn(LRETURN);
        end();
    }

    /**
     * Has the compiler load fields that come behind a difference when they are compared. Else it loads twenty of them before
     * that, and has no registers for so many. Where there is no difference this is not come by; on x86 it is no instruction.
     */
    private void fence() {
        code.visitMethodInsn(INVOKESTATIC, "java/lang/invoke/VarHandle", "loadLoadFence", "()V", false);
    }

    /** Puts the place of the first element of an array on the stack, where there is one for each field from the place there on. */
    private void findColumns(int array) {
        code.visitVarInsn(ALOAD, array);
        code.visitIntInsn(BIPUSH, to - from);
        own("firstColumn", "(I[JI)J");
    }

    /** Puts what a column of numbers holds on the stack. */
    private void number(int i, int first) {
        if (arePlaced) {
            column(i, false);
            return;
        }
        code.visitVarInsn(ALOAD, bits);
        code.visitVarInsn(LLOAD, first);
        code.visitLdcInsn((long) i - from);
        code.visitInsn(LADD);
        own("column", "([JJ)J");
    }

    /** @param first the variable that holds the place of the first column */
    private void jumpIfSame(int i, int first, Label same) {
        if (plan.fields().get(i).kind() == FieldKind.FLOAT) {
            get(i);
            number(i, first);
            own("sameFloat", "(FJ)Z");
            code.visitJumpInsn(IFNE, same);
        } else if (isChar(i)) {
            get(i);
            column(i, true);
            own("sameChar", "(C" + OBJECT + ")Z");
            code.visitJumpInsn(IFNE, same);
        } else if (isReference(i)) {
            reference(i);
            column(i, true);
            own(comparison(members.get(i).type()), "(" + OBJECT + OBJECT + ")Z");
            code.visitJumpInsn(IFNE, same);
        } else {
            number(i, first);
            asBits(i); // the second, so that it can be compared where it is
            code.visitInsn(LCMP);
            code.visitJumpInsn(IFEQ, same);
        }
    }

    /** What compares values of a class: equal boxes may have different bits, as those of what is not a number, and equal numbers be more. */
    private static String comparison(Class<?> type) {
        if (type == Double.class || type == Float.class) {
            return "sameBits";
        }
        return type == BigDecimal.class || type == BigInteger.class ? "sameNumber" : "same";
    }

    /** A bit for each field of the part that is in no column. */
    private long inner() {
        long inner = 0;
        for (int i = from; i < to; i++) {
            inner |= isInner(i) ? 1L << i : 0;
        }
        return inner;
    }

    // ---- values

    private void values() {
        Label none = new Label();
        begin("bits", "(" + OBJECT + "I)J", 0, 3);
        Label[] cases = choose(false, none);
        for (int i = 0; i < cases.length; i++) {
            if (cases[i] != none) {
                code.visitLabel(cases[i]);
                asBits(i);
                code.visitInsn(LRETURN);
            }
        }
        refuse(none);
        none = new Label();
        begin("reference", "(" + OBJECT + "I)" + OBJECT, 0, 3);
        cases = choose(true, none);
        for (int i = 0; i < cases.length; i++) {
            if (cases[i] != none) {
                code.visitLabel(cases[i]);
                reference(i);
                code.visitInsn(ARETURN);
            }
        }
        refuse(none);
    }

    /** Jumps to the case of the ordinal. */
    private Label[] choose(boolean areReferences, Label none) {
        Label[] cases = new Label[members.size()];
        for (int i = 0; i < cases.length; i++) {
            cases[i] = isReference(i) == areReferences ? new Label() : none;
        }
        code.visitVarInsn(ILOAD, ORDINAL);
        code.visitTableSwitchInsn(0, cases.length - 1, none, cases);
        return cases;
    }

    private void refuse(Label none) {
        code.visitLabel(none);
        code.visitTypeInsn(NEW, "java/lang/IndexOutOfBoundsException");
        code.visitInsn(DUP);
        code.visitVarInsn(ILOAD, ORDINAL);
        code.visitMethodInsn(INVOKESPECIAL, "java/lang/IndexOutOfBoundsException", "<init>", "(I)V", false);
        code.visitInsn(ATHROW);
        end();
    }

    /** Puts the 64 bits of a field on the stack. */
    private void asBits(int i) {
        get(i);
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

    /** Puts the reference of a field on the stack, that of an enum constant or a char as its text. */
    private void reference(int i) {
        get(i);
        if (isChar(i)) {
            own("charText", "(C)Ljava/lang/String;");
        } else if (members.get(i).type().isEnum()) {
            if (members.get(i).getter() != null) {
                code.visitTypeInsn(CHECKCAST, "java/lang/Enum");
            }
            own("nameOf", "(Ljava/lang/Enum;)Ljava/lang/String;");
        }
    }
}
