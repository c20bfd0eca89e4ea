package io.deltawire.marshallable.internal.codegen;

import io.deltawire.marshallable.generated.GeneratedEquality;
import io.deltawire.marshallable.internal.codec.FieldEquality;
import io.deltawire.marshallable.internal.codec.ScalarCodecs;
import io.deltawire.marshallable.internal.schema.FieldPlan;
import java.lang.reflect.Modifier;
import java.util.List;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Writes the methods of a class's {@link GeneratedEquality}. For fields
 * {@code long a; String b; List<X> c} the code is
 *
 * <pre>{@code
 * boolean equal(Object a, Object b, Nested values) {
 *     T t = (T) a;
 *     T u = (T) b;
 *     return t.a == u.a && Objects.equals(t.b, u.b) && same(t.c, u.c, values);
 * }
 *
 * int hash(Object a, Nested values) {
 *     T t = (T) a;
 *     int hash = 1;
 *     hash = 31 * hash + Long.hashCode(t.a);
 *     hash = 31 * hash + Objects.hashCode(t.b);
 *     return 31 * hash + hashOf(t.c, values);
 * }
 * }</pre>
 */
final class EqualityCode implements Opcodes {
    private static final String OBJECT = ClassAssembler.OBJECT;
    private static final String VALUES = Type.getDescriptor(FieldEquality.Nested.class);

    private final ClassAssembler file;
    private final List<FieldPlan> fields;
    private MethodVisitor code;

    EqualityCode(ClassAssembler file) {
        this.file = file;
        this.fields = file.plan().fields();
    }

    /** Whether {@code equals} of every field's type compares by content. */
    boolean isSimple() {
        return fields.stream().allMatch(EqualityCode::isSimple);
    }

    /** Whether {@code equals} of the field's type compares by content. */
    private static boolean isSimple(FieldPlan field) {
        Class<?> type = field.field().getType();
        return type.isPrimitive()
                || type == String.class
                || type.isEnum()
                || Modifier.isFinal(type.getModifiers())
                        && !type.isArray()
                        && !CharSequence.class.isAssignableFrom(type)
                        && ScalarCodecs.find(type) != null;
    }

    void write() {
        code = file.beginMethod(ACC_PUBLIC, "equal", "(" + OBJECT + OBJECT + VALUES + ")Z");
        writeEqual();
        code = file.beginMethod(ACC_PUBLIC, "hash", "(" + OBJECT + VALUES + ")I");
        writeHash();
    }

    private void writeEqual() {
        file.castInto(1, 4);
        file.castInto(2, 5);
        Label different = new Label();
        for (int i = 0; i < fields.size(); i++) {
            file.loadField(4, i);
            file.loadField(5, i);
            jumpIfDifferent(i, different);
        }
        code.visitInsn(ICONST_1);
        code.visitInsn(IRETURN);
        code.visitLabel(different);
        code.visitInsn(ICONST_0);
        file.endMethod(IRETURN);
    }

    private void jumpIfDifferent(int i, Label different) {
        switch (fields.get(i).kind()) {
            case BOOLEAN, BYTE, SHORT, CHAR, INT -> code.visitJumpInsn(IF_ICMPNE, different);
            case LONG -> {
                code.visitInsn(LCMP);
                code.visitJumpInsn(IFNE, different);
            }
            case FLOAT -> {
                code.visitMethodInsn(INVOKESTATIC, "java/lang/Float", "compare", "(FF)I", false);
                code.visitJumpInsn(IFNE, different);
            }
            case DOUBLE -> {
                code.visitMethodInsn(INVOKESTATIC, "java/lang/Double", "compare", "(DD)I", false);
                code.visitJumpInsn(IFNE, different);
            }
            default -> {
                if (isSimple(fields.get(i))) {
                    code.visitMethodInsn(
                            INVOKESTATIC, "java/util/Objects", "equals", "(" + OBJECT + OBJECT + ")Z", false);
                } else {
                    code.visitVarInsn(ALOAD, 3);
                    file.callStatic("same", "(" + OBJECT + OBJECT + VALUES + ")Z");
                }
                code.visitJumpInsn(IFEQ, different);
            }
        }
    }

    private void writeHash() {
        file.castInto(1, 3);
        code.visitInsn(ICONST_1);
        for (int i = 0; i < fields.size(); i++) {
            code.visitIntInsn(BIPUSH, 31);
            code.visitInsn(IMUL);
            file.loadField(3, i);
            loadHash(i);
            code.visitInsn(IADD);
        }
        file.endMethod(IRETURN);
    }

    private void loadHash(int i) {
        switch (fields.get(i).kind()) {
            case BOOLEAN -> callHashCode("java/lang/Boolean", "Z");
            case CHAR -> {} // a char is its own hash code
            case BYTE, SHORT, INT -> {
                code.visitInsn(I2L);
                callHashCode("java/lang/Long", "J");
            }
            case LONG -> callHashCode("java/lang/Long", "J");
            case FLOAT -> callHashCode("java/lang/Float", "F");
            case DOUBLE -> callHashCode("java/lang/Double", "D");
            default -> {
                if (isSimple(fields.get(i))) {
                    callHashCode("java/util/Objects", OBJECT);
                } else {
                    code.visitVarInsn(ALOAD, 2);
                    file.callStatic("hashOf", "(" + OBJECT + VALUES + ")I");
                }
            }
        }
    }

    private void callHashCode(String owner, String descriptor) {
        code.visitMethodInsn(INVOKESTATIC, owner, "hashCode", "(" + descriptor + ")I", false);
    }
}
