package io.deltawire.marshallable.internal.schema;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Constructor;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Facts about a constructor that reflection does not have, read from its bytecode. They are the field in which it
 * stores a parameter, whether it calls another constructor of the class, and the bits of an int parameter that it
 * tests.
 *
 * <p>Only {@code this.field = parameter} counts as storing a parameter. The class file must be the one that the class
 * was loaded from. An instance never changes after {@link #of} returns it.
 */
final class ConstructorCode {
    private static final String NOT_NULL = "Lorg/jetbrains/annotations/NotNull;";

    private final Map<Integer, String> fieldsByParameter = new HashMap<>();
    private final Set<String> fieldsNotNull = new HashSet<>();
    private final Set<Integer> parametersNotNull = new HashSet<>();
    private final Map<Integer, Integer> testedBits = new HashMap<>();
    private boolean callsOther;

    private ConstructorCode() {}

    /**
     * Reads the code of a constructor.
     *
     * @throws IOException if the class file cannot be read or is unknown
     */
    static ConstructorCode of(Constructor<?> constructor) throws IOException {
        ConstructorCode code = new ConstructorCode();
        try (InputStream in = ClassFiles.open(constructor.getDeclaringClass())) {
            new ClassReader(in).accept(code.new Finder(constructor), ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        } catch (RuntimeException e) {
            throw new IOException("the class file is damaged, or newer than the ASM library", e);
        }
        return code;
    }

    /** Returns the name of the field in which a parameter is stored, or null. */
    String fieldOf(int parameter) {
        return fieldsByParameter.get(parameter);
    }

    /** Returns whether some parameter is stored in the field of this name. */
    boolean stores(String field) {
        return fieldsByParameter.containsValue(field);
    }

    /** Returns whether a parameter, or the field in which it is stored, is declared never to be null. */
    boolean isNotNull(int parameter) {
        return parametersNotNull.contains(parameter) || fieldsNotNull.contains(fieldOf(parameter));
    }

    /** Returns whether the constructor calls another one of its class. */
    boolean callsOther() {
        return callsOther;
    }

    /** Returns the bits of an int parameter that the constructor tests. */
    int testedBits(int parameter) {
        return testedBits.getOrDefault(parameter, 0);
    }

    private final class Finder extends ClassVisitor {
        private final String descriptor;
        private final Class<?>[] parameters;
        private String owner;

        Finder(Constructor<?> constructor) {
            super(Opcodes.ASM9);
            this.descriptor = Type.getConstructorDescriptor(constructor);
            this.parameters = constructor.getParameterTypes();
        }

        @Override
        public void visit(int version, int access, String name, String signature, String superName, String[] of) {
            owner = name;
        }

        @Override
        public FieldVisitor visitField(int access, String name, String desc, String signature, Object value) {
            return new FieldVisitor(Opcodes.ASM9) {
                @Override
                public AnnotationVisitor visitAnnotation(String annotation, boolean isVisible) {
                    if (annotation.equals(NOT_NULL)) {
                        fieldsNotNull.add(name);
                    }
                    return null;
                }
            };
        }

        @Override
        public MethodVisitor visitMethod(int access, String name, String desc, String signature, String[] thrown) {
            return name.equals("<init>") && desc.equals(descriptor) ? new Code(owner, parameters) : null;
        }
    }

    /** Follows the instructions. A parameter that is loaded right after {@code this} may be stored next. */
    private final class Code extends MethodVisitor {
        private final String owner;
        private final Map<Integer, Integer> parametersByVariable = new HashMap<>();
        private boolean isThisLoaded;
        private int loaded = -1;
        private Integer constant;
        private int tested;

        Code(String owner, Class<?>[] parameters) {
            super(Opcodes.ASM9);
            this.owner = owner;
            int variable = 1;
            for (int i = 0; i < parameters.length; i++) {
                parametersByVariable.put(variable, i);
                variable += parameters[i] == long.class || parameters[i] == double.class ? 2 : 1;
            }
        }

        private void forget() {
            isThisLoaded = false;
            loaded = -1;
            constant = null;
            tested = 0;
        }

        @Override
        public AnnotationVisitor visitParameterAnnotation(int parameter, String annotation, boolean isVisible) {
            if (annotation.equals(NOT_NULL)) {
                parametersNotNull.add(parameter);
            }
            return null;
        }

        @Override
        public void visitVarInsn(int opcode, int variable) {
            boolean wasThisLoaded = isThisLoaded;
            forget();
            if (opcode == Opcodes.ALOAD && variable == 0) {
                isThisLoaded = true;
            } else if (opcode <= Opcodes.ALOAD) {
                isThisLoaded = wasThisLoaded;
                loaded = parametersByVariable.getOrDefault(variable, -1);
            } else {
                parametersByVariable.remove(variable); // from here on it has another value
            }
        }

        @Override
        public void visitFieldInsn(int opcode, String of, String name, String descriptor) {
            if (opcode == Opcodes.PUTFIELD && of.equals(owner) && isThisLoaded && loaded >= 0) {
                fieldsByParameter.putIfAbsent(loaded, name);
            }
            forget();
        }

        @Override
        public void visitMethodInsn(int opcode, String of, String name, String descriptor, boolean isInterface) {
            callsOther |= opcode == Opcodes.INVOKESPECIAL && of.equals(owner) && name.equals("<init>");
            forget();
        }

        private void visitConstant(int value) {
            int parameter = loaded;
            forget();
            loaded = parameter;
            constant = value;
        }

        @Override
        public void visitInsn(int opcode) {
            if (opcode >= Opcodes.ICONST_M1 && opcode <= Opcodes.ICONST_5) {
                visitConstant(opcode - Opcodes.ICONST_0);
            } else if (opcode == Opcodes.IAND && loaded >= 0 && constant != null) {
                tested = constant;
            } else {
                forget();
            }
        }

        @Override
        public void visitIntInsn(int opcode, int operand) {
            visitConstant(operand);
        }

        @Override
        public void visitLdcInsn(Object value) {
            if (value instanceof Integer number) {
                visitConstant(number);
            } else {
                forget();
            }
        }

        @Override
        public void visitJumpInsn(int opcode, Label label) {
            if (opcode == Opcodes.IFEQ && tested != 0) {
                testedBits.merge(loaded, tested, (a, b) -> a | b);
            }
            forget();
        }

        @Override
        public void visitTypeInsn(int opcode, String type) {
            forget();
        }

        @Override
        public void visitIincInsn(int variable, int increment) {
            parametersByVariable.remove(variable);
            forget();
        }
    }
}
