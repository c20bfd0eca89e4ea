package io.deltawire.marshallable.internal.codegen;

import io.deltawire.marshallable.generated.GeneratedEquality;
import io.deltawire.marshallable.internal.codec.FieldEquality;
import io.deltawire.marshallable.internal.codec.ScalarCodecs;
import io.deltawire.marshallable.internal.schema.ClassPlan;
import io.deltawire.marshallable.internal.schema.FieldPlan;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodHandles.Lookup.ClassOption;
import java.lang.invoke.MethodType;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Generates the {@link FieldEquality} of a class: a hidden class that extends {@link GeneratedEquality}. For fields
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
public final class EqualityCode implements Opcodes {
    /** With more fields the methods would be too long for the JIT compiler. */
    private static final int MAX_FIELDS = 180;

    private static final String SUPER = Type.getInternalName(GeneratedEquality.class);
    private static final String OBJECT = "Ljava/lang/Object;";
    private static final String VALUES = Type.getDescriptor(FieldEquality.Nested.class);
    private static final String HANDLE = "java/lang/invoke/MethodHandle";
    private static final Handle CLASS_DATA_AT = new Handle(
            H_INVOKESTATIC,
            "java/lang/invoke/MethodHandles",
            "classDataAt",
            "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;I)Ljava/lang/Object;",
            false);

    private final Class<?> type;
    private final List<FieldPlan> fields;
    private final List<FieldAccess> members;
    private final ClassData data = new ClassData();
    private final boolean isDirect;
    private MethodVisitor code;

    private EqualityCode(ClassPlan plan, List<FieldAccess> members, AccessMode access) {
        this.type = plan.type();
        this.fields = plan.fields();
        this.members = members;
        this.isDirect = access == AccessMode.DIRECT;
    }

    /** Returns generated code for a class, or the reflective fallback. */
    public static FieldEquality equalityFor(ClassPlan plan) {
        FieldEquality made = generate(plan, AccessMode.DIRECT);
        made = made != null ? made : generate(plan, AccessMode.METHOD_HANDLES);
        return made != null ? made : new ReflectiveEquality(plan);
    }

    /** Returns generated code for a class; null if none can be generated with this access. */
    public static FieldEquality generate(ClassPlan plan, AccessMode access) {
        if (plan.fields().size() > MAX_FIELDS || access == AccessMode.DIRECT && !Nestmates.canHost(plan.type())) {
            return null;
        }
        try {
            Class<?> host = access == AccessMode.DIRECT ? plan.type() : GeneratedEquality.class;
            Lookup lookup = MethodHandles.privateLookupIn(host, MethodHandles.lookup());
            List<FieldAccess> members = new ArrayList<>();
            for (FieldPlan field : plan.fields()) {
                // Asks as for a record, since no field is set.
                members.add(FieldAccess.of(field, plan.type(), true, access));
            }
            EqualityCode writer = new EqualityCode(plan, members, access);
            byte[] classFile = writer.write();
            Lookup made =
                    lookup.defineHiddenClassWithClassData(classFile, writer.data.list(), true, ClassOption.NESTMATE);
            MethodHandle constructor = made.findConstructor(made.lookupClass(), MethodType.methodType(void.class));
            GeneratedEquality equality = (GeneratedEquality) constructor.invoke();
            equality.bind(plan.fields().stream().allMatch(EqualityCode::isSimple));
            return equality;
        } catch (VirtualMachineError e) {
            throw e;
        } catch (Throwable e) {
            // A closed module, a native image or an unusual class loader: the caller tries the next option.
            return null;
        }
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

    private byte[] write() {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES | ClassWriter.COMPUTE_MAXS) {
            @Override
            protected String getCommonSuperClass(String a, String b) {
                return "java/lang/Object"; // never loads a class
            }
        };
        String name = Type.getInternalName(type);
        String own = isDirect ? name : SUPER + '$' + name.substring(name.lastIndexOf('/') + 1);
        writer.visit(V17, ACC_FINAL | ACC_SUPER | ACC_SYNTHETIC, own + "$$Equality", null, SUPER, null);
        code = writer.visitMethod(ACC_PUBLIC, "<init>", "()V", null, null);
        code.visitCode();
        code.visitVarInsn(ALOAD, 0);
        code.visitMethodInsn(INVOKESPECIAL, SUPER, "<init>", "()V", false);
        code.visitInsn(RETURN);
        endMethod();
        code = writer.visitMethod(ACC_PUBLIC, "equal", "(" + OBJECT + OBJECT + VALUES + ")Z", null, null);
        code.visitCode();
        writeEqual();
        code = writer.visitMethod(ACC_PUBLIC, "hash", "(" + OBJECT + VALUES + ")I", null, null);
        code.visitCode();
        writeHash();
        writer.visitEnd();
        return writer.toByteArray();
    }

    private void endMethod() {
        code.visitMaxs(0, 0);
        code.visitEnd();
    }

    /** Emits the cast of an argument to the class, into a variable. */
    private void castArgument(int argument, int variable) {
        code.visitVarInsn(ALOAD, argument);
        if (isDirect) {
            code.visitTypeInsn(CHECKCAST, Type.getInternalName(type));
        }
        code.visitVarInsn(ASTORE, variable);
    }

    private void writeEqual() {
        castArgument(1, 4);
        castArgument(2, 5);
        Label different = new Label();
        for (int i = 0; i < members.size(); i++) {
            loadField(i, 4);
            loadField(i, 5);
            jumpIfDifferent(i, different);
        }
        code.visitInsn(ICONST_1);
        code.visitInsn(IRETURN);
        code.visitLabel(different);
        code.visitInsn(ICONST_0);
        code.visitInsn(IRETURN);
        endMethod();
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
                    code.visitMethodInsn(INVOKESTATIC, SUPER, "same", "(" + OBJECT + OBJECT + VALUES + ")Z", false);
                }
                code.visitJumpInsn(IFEQ, different);
            }
        }
    }

    private void writeHash() {
        castArgument(1, 3);
        code.visitInsn(ICONST_1);
        for (int i = 0; i < members.size(); i++) {
            code.visitIntInsn(BIPUSH, 31);
            code.visitInsn(IMUL);
            loadField(i, 3);
            loadHash(i);
            code.visitInsn(IADD);
        }
        code.visitInsn(IRETURN);
        endMethod();
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
                    code.visitMethodInsn(INVOKESTATIC, SUPER, "hashOf", "(" + OBJECT + VALUES + ")I", false);
                }
            }
        }
    }

    private void callHashCode(String owner, String descriptor) {
        code.visitMethodInsn(INVOKESTATIC, owner, "hashCode", "(" + descriptor + ")I", false);
    }

    /** Pushes the value of a field of the object in a variable. */
    private void loadField(int i, int variable) {
        FieldAccess member = members.get(i);
        if (member.getter() == null) {
            code.visitVarInsn(ALOAD, variable);
            String owner = Type.getInternalName(member.field().getDeclaringClass());
            code.visitFieldInsn(GETFIELD, owner, member.field().getName(), Type.getDescriptor(member.type()));
            return;
        }
        MethodHandle getter = member.getter();
        code.visitLdcInsn(new ConstantDynamic("_", "L" + HANDLE + ";", CLASS_DATA_AT, data.add(getter)));
        code.visitVarInsn(ALOAD, variable);
        code.visitMethodInsn(INVOKEVIRTUAL, HANDLE, "invokeExact", getter.type().toMethodDescriptorString(), false);
    }
}
