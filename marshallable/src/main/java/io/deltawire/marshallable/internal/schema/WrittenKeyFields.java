package io.deltawire.marshallable.internal.schema;

import io.deltawire.marshallable.KeyedMarshallable;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import net.openhft.chronicle.bytes.Bytes;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Finds the fields that {@link KeyedMarshallable#writeKey} of a class writes, by reading the bytecode of the method
 * once. Such a class has these fields as its key, as if they were annotated, and the method is never called.
 *
 * <p>The method qualifies if it is one sequence of calls such as {@code bytes.writeUtf8(symbol)} without a branch. Each
 * value is a field of the object, or the result of a getter that only returns a field. Each call must encode its value
 * so that different values have different bytes and no encoding is the prefix of another. Then two keys have equal
 * bytes exactly if all their fields are equal. Calls without this property ({@code append}, {@code write8bit}, whose
 * characters lose their upper bits) and everything else make the answer null, and the method is called for each key.
 *
 * <p>The instructions run on a stack of symbols: the object, the output, and values that stand for fields. Calls of
 * {@code super} and of getters are followed in the same manner.
 *
 * <p>The class file must be the one that the class was loaded from, which its code source shows. An instance serves one
 * search and collects the fields that it finds.
 */
final class WrittenKeyFields {
    private static final String METHOD = "writeKey";
    private static final String DESCRIPTOR = "(Lnet/openhft/chronicle/bytes/Bytes;)V";
    private static final String BYTES_PACKAGE = "net/openhft/chronicle/bytes/";

    /** The largest number of overridden methods and getters that are followed. */
    private static final int MAX_CALLS = 100;

    private final Class<?> type;
    private final Set<Field> fields = new LinkedHashSet<>();
    private int calls;

    private WrittenKeyFields(Class<?> type) {
        this.type = type;
    }

    /**
     * Returns the fields that a class writes as its key.
     *
     * @param plans the fields of the class on the wire
     * @return some of them, in their order; or null if the method must be called
     */
    static List<FieldPlan> find(Class<?> type, List<FieldPlan> plans) {
        WrittenKeyFields search = new WrittenKeyFields(type);
        try {
            Method method = type.getMethod(METHOD, Bytes.class);
            search.readWriteKey(method.getDeclaringClass());
        } catch (OtherCodeException
                | ReflectiveOperationException
                | IOException
                | RuntimeException // ASM throws it for a class file that is damaged or too new
                | LinkageError e) {
            return null;
        }
        List<FieldPlan> keys = new ArrayList<>();
        for (FieldPlan plan : plans) {
            if (search.fields.remove(plan.field())) {
                keys.add(plan);
            }
        }
        return keys.isEmpty() || !search.fields.isEmpty() ? null : keys;
    }

    /** Signals that a method contains something that this search does not understand. */
    private static final class OtherCodeException extends Exception {
        private static final long serialVersionUID = 1L;

        OtherCodeException() {
            super("the key is not written by a sequence of fields", null, false, false);
        }
    }

    private void readWriteKey(Class<?> declaring) throws OtherCodeException, IOException {
        run(declaring, METHOD, DESCRIPTOR, new Object[] {This.THIS, Output.BYTES});
    }

    /** The object whose key is written. */
    private enum This {
        THIS
    }

    /** The argument of the method. */
    private enum Output {
        BYTES
    }

    /** A constant, which only a check for null may use. */
    private enum Constant {
        TEXT
    }

    /**
     * The value of a field.
     *
     * @param field the field
     * @param type its type on the stack, which is long if an int was widened
     */
    private record Value(Field field, Class<?> type) {}

    /** Follows a method that is declared in a class; returns its result, or null for none. */
    private Object run(Class<?> declaring, String name, String descriptor, Object[] arguments)
            throws OtherCodeException, IOException {
        if (++calls > MAX_CALLS || declaring.isHidden()) {
            throw new OtherCodeException();
        }
        MethodCode code = new MethodCode(declaring, arguments);
        ClassFinder finder = new ClassFinder(name, descriptor, code);
        try (InputStream in = ClassFiles.open(declaring)) {
            new ClassReader(in).accept(finder, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        } catch (WrappedException e) {
            throw e.other;
        }
        if (!code.isComplete || !Type.getInternalName(declaring).equals(finder.className)) {
            throw new OtherCodeException();
        }
        return code.result;
    }

    /** Carries the checked exception through a visitor. */
    private static final class WrappedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @SuppressWarnings("serial") // never serialised
        private final OtherCodeException other;

        WrappedException(OtherCodeException other) {
            super(null, other, false, false);
            this.other = other;
        }
    }

    private static WrappedException other() {
        return new WrappedException(new OtherCodeException());
    }

    /** Finds the method in a class file and passes its instructions on. */
    private static final class ClassFinder extends ClassVisitor {
        private final String method;
        private final String descriptor;
        private final MethodCode code;
        private String className;

        ClassFinder(String method, String descriptor, MethodCode code) {
            super(Opcodes.ASM9);
            this.method = method;
            this.descriptor = descriptor;
            this.code = code;
        }

        @Override
        public void visit(int version, int access, String name, String signature, String superName, String[] of) {
            className = name;
        }

        @Override
        public MethodVisitor visitMethod(int access, String name, String desc, String signature, String[] thrown) {
            boolean isPlain = (access & (Opcodes.ACC_STATIC | Opcodes.ACC_SYNCHRONIZED)) == 0;
            return name.equals(method) && desc.equals(descriptor) && isPlain ? code : null;
        }
    }

    /** Runs the instructions of a method on symbols instead of values. */
    private final class MethodCode extends MethodVisitor {
        private final Class<?> declaring;
        private final Object[] variables;
        private final Deque<Object> stack = new ArrayDeque<>();
        private boolean isComplete;
        private Object result;

        MethodCode(Class<?> declaring, Object[] arguments) {
            super(Opcodes.ASM9);
            this.declaring = declaring;
            this.variables = arguments;
        }

        private Object pop() {
            if (stack.isEmpty()) {
                throw other();
            }
            return stack.pop();
        }

        private void pop(Object expected) {
            if (pop() != expected) {
                throw other();
            }
        }

        private void add(Instruction instruction) {
            if (isComplete) {
                throw other();
            }
            try {
                instruction.run();
            } catch (OtherCodeException e) {
                throw new WrappedException(e);
            } catch (IOException | ReflectiveOperationException e) {
                throw other();
            }
        }

        @Override
        public void visitVarInsn(int opcode, int variable) {
            add(() -> {
                if (opcode != Opcodes.ALOAD || variable >= variables.length) {
                    throw new OtherCodeException();
                }
                stack.push(variables[variable]);
            });
        }

        @Override
        public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
            add(() -> {
                if (opcode != Opcodes.GETFIELD) {
                    throw new OtherCodeException();
                }
                pop(This.THIS);
                Field field = findField(superclass(owner), name, descriptor);
                stack.push(new Value(field, field.getType()));
            });
        }

        @Override
        public void visitInsn(int opcode) {
            add(() -> {
                switch (opcode) {
                    case Opcodes.NOP -> {}
                    case Opcodes.POP -> {
                        pop();
                    }
                    case Opcodes.I2L -> {
                        if (!(pop() instanceof Value value) || !fits(value.type, int.class)) {
                            throw new OtherCodeException();
                        }
                        stack.push(new Value(value.field, long.class));
                    }
                    case Opcodes.RETURN -> isComplete = stack.isEmpty();
                    case Opcodes.IRETURN, Opcodes.LRETURN, Opcodes.DRETURN, Opcodes.ARETURN -> {
                        result = pop();
                        isComplete = stack.isEmpty();
                    }
                    default -> throw new OtherCodeException();
                }
            });
        }

        @Override
        public void visitTypeInsn(int opcode, String name) {
            boolean isBytes = opcode == Opcodes.CHECKCAST && name.startsWith(BYTES_PACKAGE);
            if (!isBytes || stack.peek() != Output.BYTES || !isBytesType(name)) {
                throw other();
            }
        }

        @Override
        public void visitLdcInsn(Object value) {
            stack.push(Constant.TEXT);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            add(() -> {
                if (opcode == Opcodes.INVOKESTATIC) {
                    checkForNull(owner, name);
                } else if (owner.startsWith(BYTES_PACKAGE)) {
                    writeValue(name, Type.getArgumentTypes(descriptor));
                } else if (name.equals(METHOD) && descriptor.equals(DESCRIPTOR)) {
                    pop(Output.BYTES);
                    pop(This.THIS);
                    if (opcode != Opcodes.INVOKESPECIAL) {
                        throw new OtherCodeException(); // the method would call itself without end
                    }
                    Class<?> of = supertype(owner);
                    readWriteKey(of.isInterface() ? of : declaringMethod(of));
                } else if (descriptor.startsWith("()")) {
                    pop(This.THIS);
                    stack.push(runGetter(opcode, owner, name, descriptor));
                } else {
                    throw new OtherCodeException();
                }
            });
        }

        /** Accepts the check of an argument for null that the Kotlin compiler adds. */
        private void checkForNull(String owner, String name) throws OtherCodeException {
            boolean isCheck = owner.equals("kotlin/jvm/internal/Intrinsics")
                    && (name.equals("checkNotNullParameter") || name.equals("checkParameterIsNotNull"));
            pop(Constant.TEXT);
            pop(Output.BYTES);
            if (!isCheck) {
                throw new OtherCodeException();
            }
        }

        private void writeValue(String name, Type[] arguments) throws OtherCodeException {
            if (arguments.length != 1
                    || !(pop() instanceof Value value)
                    || !isInjective(name, arguments[0].getDescriptor(), value.type)) {
                throw new OtherCodeException();
            }
            pop(Output.BYTES);
            fields.add(value.field);
            stack.push(Output.BYTES);
        }

        private Value runGetter(int opcode, String owner, String name, String descriptor)
                throws OtherCodeException, IOException, ReflectiveOperationException {
            Class<?> in = opcode == Opcodes.INVOKESPECIAL ? supertype(owner) : owner(opcode, owner, name);
            if (in.isInterface()) {
                throw new OtherCodeException();
            }
            Class<?> found = declaringClass(in, name, descriptor);
            if (run(found, name, descriptor, new Object[] {This.THIS}) instanceof Value value
                    && Type.getDescriptor(value.type).equals(descriptor.substring(2))) {
                return value;
            }
            throw new OtherCodeException();
        }

        /**
         * Returns the class in which the search for a method begins. A private method is only found in the named class.
         */
        private Class<?> owner(int opcode, String owner, String name) throws OtherCodeException {
            Class<?> of = opcode == Opcodes.INVOKEVIRTUAL ? superclass(owner) : declaring;
            for (Method method : of.getDeclaredMethods()) {
                if (Modifier.isPrivate(method.getModifiers())
                        && method.getName().equals(name)
                        && method.getParameterCount() == 0) {
                    return of; // the caller refuses an interface
                }
            }
            return type;
        }

        private Class<?> declaringMethod(Class<?> of) throws NoSuchMethodException {
            return of.getMethod(METHOD, Bytes.class).getDeclaringClass();
        }

        /** Returns the supertype of the class whose method is called by {@code super}, or the class itself. */
        private Class<?> supertype(String name) throws OtherCodeException {
            for (Class<?> each : declaring.getInterfaces()) {
                if (Type.getInternalName(each).equals(name)) {
                    return each;
                }
            }
            return superclass(name);
        }

        /** Returns the class of the object, or the superclass of it, with this name. */
        private Class<?> superclass(String name) throws OtherCodeException {
            for (Class<?> c = type; c != null; c = c.getSuperclass()) {
                if (Type.getInternalName(c).equals(name)) {
                    return c;
                }
            }
            throw new OtherCodeException();
        }

        // A plain sequence of writes has none of the following.

        @Override
        public void visitIntInsn(int opcode, int operand) {
            throw other();
        }

        @Override
        public void visitJumpInsn(int opcode, Label label) {
            throw other();
        }

        @Override
        public void visitIincInsn(int variable, int increment) {
            throw other();
        }

        @Override
        public void visitTableSwitchInsn(int min, int max, Label dflt, Label... labels) {
            throw other();
        }

        @Override
        public void visitLookupSwitchInsn(Label dflt, int[] keys, Label[] labels) {
            throw other();
        }

        @Override
        public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
            throw other();
        }

        @Override
        public void visitInvokeDynamicInsn(String name, String descriptor, Handle method, Object... arguments) {
            throw other();
        }

        @Override
        public void visitTryCatchBlock(Label start, Label end, Label handler, String caught) {
            throw other();
        }
    }

    /** An instruction of a method. */
    @FunctionalInterface
    private interface Instruction {
        void run() throws OtherCodeException, IOException, ReflectiveOperationException;
    }

    private static boolean isBytesType(String internalName) {
        for (Class<?> c : Bytes.class.getInterfaces()) {
            if (Type.getInternalName(c).equals(internalName)) {
                return true;
            }
        }
        return Type.getInternalName(Bytes.class).equals(internalName);
    }

    private static Field findField(Class<?> from, String name, String descriptor) throws OtherCodeException {
        for (Class<?> c = from; c != null; c = c.getSuperclass()) {
            for (Field field : c.getDeclaredFields()) {
                if (field.getName().equals(name)
                        && Type.getDescriptor(field.getType()).equals(descriptor)
                        && !Modifier.isStatic(field.getModifiers())) {
                    return field;
                }
            }
        }
        throw new OtherCodeException();
    }

    /**
     * Returns the first class, from this one upwards, that declares a method without parameters. A method is refused if
     * it depends on the package which one overrides it.
     */
    private static Class<?> declaringClass(Class<?> from, String name, String descriptor) throws OtherCodeException {
        Class<?> found = null;
        for (Class<?> c = from; c != null; c = c.getSuperclass()) {
            for (Method method : c.getDeclaredMethods()) {
                if (!method.getName().equals(name)
                        || !Type.getMethodDescriptor(method).equals(descriptor)) {
                    continue;
                }
                int access = method.getModifiers();
                if (Modifier.isStatic(access) || Modifier.isAbstract(access)) {
                    throw new OtherCodeException();
                }
                boolean isOfPackage =
                        !Modifier.isPublic(access) && !Modifier.isProtected(access) && !Modifier.isPrivate(access);
                if (found != null && (isOfPackage || Modifier.isPrivate(access))) {
                    throw new OtherCodeException();
                }
                found = found == null ? c : found;
            }
        }
        if (found == null) {
            throw new OtherCodeException();
        }
        return found;
    }

    /**
     * Returns whether a method of {@code Bytes} writes different bytes for different values, none of them the prefix of
     * others. The value must not be changed by its conversion to the parameter.
     */
    private static boolean isInjective(String method, String parameter, Class<?> value) {
        return switch (method + '(' + parameter) {
            case "writeUtf8(Ljava/lang/String;", "writeUtf8(Ljava/lang/CharSequence;" -> value == String.class;
            case "writeBoolean(Z" -> value == boolean.class;
            case "writeByte(B" -> value == byte.class;
            case "writeShort(S" -> fits(value, short.class);
            case "writeChar(C", "writeStopBit(C" -> value == char.class;
            case "writeInt(I" -> fits(value, int.class);
            case "writeLong(J", "writeStopBit(J" -> value == long.class;
            case "writeDouble(D" -> value == double.class;
            default -> false;
        };
    }

    /** Returns whether all values of a type are values of another one, without a conversion in bytecode. */
    private static boolean fits(Class<?> from, Class<?> to) {
        return from == to
                || from == byte.class && (to == short.class || to == int.class)
                || to == int.class && (from == short.class || from == char.class);
    }
}
