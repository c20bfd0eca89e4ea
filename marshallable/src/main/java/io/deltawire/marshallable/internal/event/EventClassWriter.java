package io.deltawire.marshallable.internal.event;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * The common part of the generators of method writers and callers: the class file, the code of the current method, and
 * the class data with the constants that a class file cannot hold.
 */
abstract class EventClassWriter implements Opcodes {
    static final String OUT = "io/deltawire/wire/WireOut";
    static final String IN = "io/deltawire/wire/WireIn";
    static final String OBJECT = "Ljava/lang/Object;";
    static final String STRING = "Ljava/lang/String;";

    private static final Handle CLASS_DATA_AT = new Handle(
            H_INVOKESTATIC,
            "java/lang/invoke/MethodHandles",
            "classDataAt",
            "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;I)Ljava/lang/Object;",
            false);

    final ClassWriter file;
    MethodVisitor code;
    private final List<Object> data = new ArrayList<>();

    EventClassWriter() {
        file = new ClassWriter(ClassWriter.COMPUTE_FRAMES | ClassWriter.COMPUTE_MAXS) {
            @Override
            protected String getCommonSuperClass(String a, String b) {
                return "java/lang/Object"; // loads no class; merged variables need no more precise type
            }
        };
    }

    /** Defines a hidden class in the nest of the host, so that it has access to the host's package. */
    final Lookup define(Class<?> host) throws IllegalAccessException {
        file.visitEnd();
        Lookup lookup = MethodHandles.privateLookupIn(host, MethodHandles.lookup());
        return lookup.defineHiddenClassWithClassData(file.toByteArray(), List.copyOf(data), true);
    }

    final void begin(int access, String name, String descriptor) {
        code = file.visitMethod(access, name, descriptor, null, null);
        code.visitCode();
    }

    final void end(int returnCode) {
        code.visitInsn(returnCode);
        code.visitMaxs(0, 0);
        code.visitEnd();
    }

    /** Pushes a constant that a class file cannot hold, as an object. */
    final void constant(Object value) {
        data.add(value);
        code.visitLdcInsn(constantAt(data.size() - 1));
    }

    private static ConstantDynamic constantAt(int index) {
        return new ConstantDynamic("_", OBJECT, CLASS_DATA_AT, index);
    }

    /**
     * Resolves all constants in a constructor, which must be written after all code that uses them. HotSpot's C2, up to
     * JDK 17 at least, does not compile a method with an unresolved dynamic constant, even on a path that is never
     * taken.
     */
    final void resolveConstants() {
        for (int i = 0; i < data.size(); i++) {
            code.visitLdcInsn(constantAt(i));
            code.visitInsn(POP);
        }
    }

    final void push(int value) {
        if (value <= 5) {
            code.visitInsn(ICONST_0 + value);
        } else {
            code.visitIntInsn(SIPUSH, value);
        }
    }
}
