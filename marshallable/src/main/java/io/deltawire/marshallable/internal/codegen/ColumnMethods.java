package io.deltawire.marshallable.internal.codegen;

import io.deltawire.marshallable.generated.GeneratedCodec;
import io.deltawire.marshallable.internal.record.ColumnLayout;
import io.deltawire.marshallable.internal.schema.ClassPlan;
import io.deltawire.marshallable.internal.schema.FieldKind;
import io.deltawire.wire.spi.object.ColumnKind;
import io.deltawire.wire.spi.object.ColumnPart;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** What the methods of {@link io.deltawire.wire.spi.object.FieldColumns} share that {@link ColumnCode} and {@link ColumnSetCode} write. */
abstract class ColumnMethods implements Opcodes {
    static final String OBJECT = "Ljava/lang/Object;";

    private static final String SUPER = Type.getInternalName(GeneratedCodec.class);
    private static final int GIVEN = 1;

    final ClassWriter writer;
    final CodecCode codec;
    final ClassPlan plan;
    final List<Member> members;
    final List<ColumnKind> kinds;
    /** Writes the method that was begun last. */
    MethodVisitor code;
    /** The variable of that method that holds the object. */
    int object;

    int bits;
    int base;
    /** The first field that the method is for, whose columns are those from the {@link #base} on. */
    int from;
    /** The field behind the last one. */
    int to;

    private int references;
    /** Whether the variable {@link #base} has the element of each column. */
    boolean arePlaced;

    ColumnMethods(ClassWriter writer, CodecCode codec, List<ColumnKind> kinds) {
        this.writer = writer;
        this.codec = codec;
        this.plan = codec.plan();
        this.members = codec.members();
        this.kinds = kinds;
        this.to = members.size();
    }

    /**
     * Writes a method for each part of the class, so that none is too long for the compiler, and one that calls them by their number.
     *
     * @param content writes the fields {@link #from} one {@link #to} another as a method of a name
     */
    final void forEachPart(String method, String descriptor, Consumer<String> content) {
        int parts = ColumnLayout.parts(members.size());
        for (int part = 0; part < parts; part++) {
            from = part * ColumnPart.MAX_FIELDS;
            to = Math.min(members.size(), from + ColumnPart.MAX_FIELDS);
            content.accept(part == 0 ? method : method + part);
        }
        from = 0;
        to = members.size();
        if (parts > 1) {
            choosePart(method, descriptor, parts);
        }
    }

    private void choosePart(String method, String descriptor, int parts) {
        code = writer.visitMethod(ACC_PROTECTED, method + "Of", "(I" + descriptor.substring(1), null, null);
        code.visitCode();
        Label[] cases = new Label[parts - 1];
        Arrays.setAll(cases, i -> new Label());
        Label last = cases[cases.length - 1];
        code.visitVarInsn(ILOAD, GIVEN);
        code.visitTableSwitchInsn(1, cases.length, last, cases);
        for (int i = 0; i < cases.length; i++) {
            code.visitLabel(cases[i]);
            code.visitVarInsn(ALOAD, 0);
            int variable = GIVEN + 1;
            for (Type argument : Type.getArgumentTypes(descriptor)) {
                code.visitVarInsn(argument.getOpcode(ILOAD), variable);
                variable += argument.getSize();
            }
            code.visitMethodInsn(INVOKEVIRTUAL, codec.ownName(), method + (i + 1), descriptor, false);
            code.visitInsn(Type.getReturnType(descriptor).getOpcode(IRETURN));
        }
        end();
    }

    final boolean isInner(int i) {
        return kinds.get(i) == ColumnKind.NESTED;
    }

    /**
     * Begins a method, whose first argument is the object.
     *
     * @param firstColumn the variable of the first of three arguments that say where the columns are
     * @param firstFree the first variable that is no argument, which comes to hold the object
     */
    final void begin(String method, String descriptor, int firstColumn, int firstFree) {
        begin(method, descriptor, firstColumn);
        object = firstFree;
        code.visitVarInsn(ALOAD, GIVEN);
        if (codec.isDirect()) { // handles take any object
            code.visitTypeInsn(CHECKCAST, Type.getInternalName(plan.type()));
        }
        code.visitVarInsn(ASTORE, object);
    }

    /** Begins a method that is given no object. */
    final void begin(String method, String descriptor, int firstColumn) {
        code = writer.visitMethod(from == 0 ? ACC_PUBLIC : ACC_PRIVATE, method, descriptor, null, null);
        code.visitCode();
        bits = firstColumn;
        references = firstColumn + 1;
        base = firstColumn + 2;
    }

    final void end() {
        code.visitMaxs(0, 0);
        code.visitEnd();
    }

    /** Ends a method that returns true, or false where it jumps to a label. */
    final void end(Label unfit) {
        answer(true);
        code.visitLabel(unfit);
        answer(false);
        end();
    }

    private void answer(boolean value) {
        code.visitInsn(value ? ICONST_1 : ICONST_0);
        code.visitInsn(IRETURN);
    }

    /** Puts what a column holds on the stack. */
    final void column(int i, boolean isReference) {
        code.visitVarInsn(ALOAD, isReference ? references : bits);
        code.visitVarInsn(arePlaced ? ALOAD : ILOAD, base);
        code.visitIntInsn(i - from <= Byte.MAX_VALUE ? BIPUSH : SIPUSH, i - from);
        code.visitInsn(arePlaced ? IALOAD : IADD);
        code.visitInsn(isReference ? AALOAD : LALOAD);
    }

    /** Puts the value of a field on the stack; one read by a handle that is not primitive as an Object. */
    final void get(int i) {
        codec.get(code, object, i);
    }

    /** Whether the field is an object, or a column of references holds it. */
    final boolean isReference(int i) {
        return !members.get(i).type().isPrimitive() || isChar(i);
    }

    /** Whether the field is a char, which is text in its column. */
    final boolean isChar(int i) {
        return plan.fields().get(i).kind() == FieldKind.CHAR;
    }

    /** Calls a method of {@link GeneratedCodec}. */
    final void own(String method, String descriptor) {
        code.visitMethodInsn(INVOKESTATIC, SUPER, method, descriptor, false);
    }
}
