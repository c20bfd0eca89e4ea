package io.deltawire.marshallable.internal.codegen;

import io.deltawire.marshallable.internal.record.ColumnLayout;
import io.deltawire.marshallable.internal.schema.ClassPlan;
import io.deltawire.marshallable.internal.schema.FieldKind;
import io.deltawire.wire.spi.object.ColumnKind;
import io.deltawire.wire.spi.object.ColumnPart;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * The state and instructions that {@link ColumnCode} and {@link ColumnSetCode} share while they write the methods of
 * {@link io.deltawire.wire.spi.object.FieldColumns}.
 */
abstract class ColumnMethods implements Opcodes {
    static final String OBJECT = "Ljava/lang/Object;";

    private static final int FIRST_ARGUMENT = 1;

    final ClassAssembler codec;
    final ClassPlan plan;
    final List<FieldAccess> members;
    final List<ColumnKind> kinds;
    /** The method that is being written. */
    MethodVisitor code;
    /** The variable with the object. */
    int objectVar;

    int bitsVar;
    int baseVar;
    /** The first field of the method's part; its column is at the base. */
    int from;
    /** The end, exclusive, of the fields of the method's part. */
    int to;

    private int referencesVar;
    /** Whether {@link #baseVar} holds an array with the offset of each column, and not one base offset. */
    private boolean hasColumnOffsets;

    ColumnMethods(ClassAssembler codec, List<ColumnKind> kinds) {
        this.codec = codec;
        this.plan = codec.plan();
        this.members = codec.members();
        this.kinds = kinds;
        this.to = members.size();
    }

    /** Whether the variable of the base holds an array with the offset of each column, and not one base offset. */
    final boolean hasColumnOffsets() {
        return hasColumnOffsets;
    }

    final void setColumnOffsets(boolean hasOffsets) {
        hasColumnOffsets = hasOffsets;
    }

    /**
     * Writes a method for each part of the class, to keep each short enough for the JIT compiler. A further method
     * calls them by the part's number.
     *
     * @param content writes a method of the given name for the fields {@link #from} to {@link #to}
     */
    final void forEachPart(String method, String descriptor, Consumer<String> content) {
        int parts = ColumnLayout.partCount(members.size());
        for (int part = 0; part < parts; part++) {
            from = part * ColumnPart.MAX_FIELDS;
            to = Math.min(members.size(), from + ColumnPart.MAX_FIELDS);
            content.accept(part == 0 ? method : method + part);
        }
        from = 0;
        to = members.size();
        if (parts > 1) {
            writePartSwitch(method, descriptor, parts);
        }
    }

    private void writePartSwitch(String method, String descriptor, int parts) {
        code = codec.beginMethod(ACC_PROTECTED, method + "Of", "(I" + descriptor.substring(1));
        Label[] cases = new Label[parts - 1];
        Arrays.setAll(cases, i -> new Label());
        Label last = cases[cases.length - 1];
        code.visitVarInsn(ILOAD, FIRST_ARGUMENT);
        code.visitTableSwitchInsn(1, cases.length, last, cases);
        for (int i = 0; i < cases.length; i++) {
            code.visitLabel(cases[i]);
            code.visitVarInsn(ALOAD, 0);
            int variable = FIRST_ARGUMENT + 1;
            for (Type argument : Type.getArgumentTypes(descriptor)) {
                code.visitVarInsn(argument.getOpcode(ILOAD), variable);
                variable += argument.getSize();
            }
            codec.callOwn(method + (i + 1), descriptor);
            code.visitInsn(Type.getReturnType(descriptor).getOpcode(IRETURN));
        }
        codec.endMethod();
    }

    final boolean isNested(int i) {
        return kinds.get(i) == ColumnKind.NESTED;
    }

    /**
     * Begins a method whose first argument is the object.
     *
     * @param firstColumn the first of the three variables that locate the columns
     * @param firstFree the first variable after the arguments; it will hold the object
     */
    final void beginMethod(String method, String descriptor, int firstColumn, int firstFree) {
        beginMethod(method, descriptor, firstColumn);
        objectVar = firstFree;
        codec.castInto(FIRST_ARGUMENT, objectVar);
    }

    /** Begins a method without an object argument. */
    final void beginMethod(String method, String descriptor, int firstColumn) {
        code = codec.beginMethod(from == 0 ? ACC_PUBLIC : ACC_PRIVATE, method, descriptor);
        bitsVar = firstColumn;
        referencesVar = firstColumn + 1;
        baseVar = firstColumn + 2;
    }

    /** Ends a method that returns true, or false after a jump to the label. */
    final void endBoolean(Label mismatch) {
        returnBoolean(true);
        code.visitLabel(mismatch);
        returnBoolean(false);
        codec.endMethod();
    }

    private void returnBoolean(boolean value) {
        code.visitInsn(value ? ICONST_1 : ICONST_0);
        code.visitInsn(IRETURN);
    }

    /** Pushes the element of a column. */
    final void loadColumn(int i, boolean isReference) {
        code.visitVarInsn(ALOAD, isReference ? referencesVar : bitsVar);
        code.visitVarInsn(hasColumnOffsets ? ALOAD : ILOAD, baseVar);
        code.visitIntInsn(i - from <= Byte.MAX_VALUE ? BIPUSH : SIPUSH, i - from);
        code.visitInsn(hasColumnOffsets ? IALOAD : IADD);
        code.visitInsn(isReference ? AALOAD : LALOAD);
    }

    /** Pushes the value of a field. A reference that a handle reads is typed as Object. */
    final void loadField(int i) {
        codec.loadField(objectVar, i);
    }

    /** Whether a column of references holds the field. */
    final boolean isReference(int i) {
        return !members.get(i).type().isPrimitive() || isChar(i);
    }

    /** Whether the field is a char, whose column holds text. */
    final boolean isChar(int i) {
        return plan.fields().get(i).kind() == FieldKind.CHAR;
    }
}
