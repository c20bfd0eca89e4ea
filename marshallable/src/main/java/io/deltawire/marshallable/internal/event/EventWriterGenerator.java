package io.deltawire.marshallable.internal.event;

import io.deltawire.marshallable.generated.EventWriter;
import io.deltawire.marshallable.internal.codec.CodecConstant;
import io.deltawire.marshallable.internal.codegen.Nestmates;
import io.deltawire.marshallable.internal.event.EventWriterPlan.Implementation;
import io.deltawire.marshallable.internal.schema.FieldKind;
import io.deltawire.marshallable.internal.schema.GenericType;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.reflect.Modifier;
import java.util.List;
import org.objectweb.asm.Label;
import org.objectweb.asm.Type;

/**
 * Generates the class that writes the calls of interfaces as events. For {@code void onPrice(long time, Price price)}
 * it contains
 *
 * <pre>{@code
 * public void onPrice(long time, Price price) {
 *     try {
 *         // with the price alone: if (writer.writeWhole(0, "onPrice", price, PRICE)) return;
 *         WireOut out = writer.beginArguments(0, "onPrice"); // with fewer, or in a chain: writer.begin("onPrice");
 *         writer.keyOfObject(price);
 *         out.int64(time); // several arguments are a list, one is itself, none is empty text
 *         writer.object(out, price, PRICE);
 *         writer.endArguments(0, out); // writer.end(); in a chain: return (Link) writer.link(0);
 *     } catch (Throwable t) {
 *         throw writer.failed(t);
 *     }
 * }
 * }</pre>
 *
 * <p>No class can be generated in a native image, in a module that is closed to this library, or for a class loader
 * that does not see it. There {@link EventProxy} does the same more slowly.
 */
final class EventWriterGenerator extends EventClassWriter {
    private static final String WRITER = Type.getInternalName(EventWriter.class);
    private static final String WRITER_TYPE = "L" + WRITER + ";";

    private final EventWriterPlan plan;
    private final String name;
    private int out;

    private EventWriterGenerator(EventWriterPlan plan, Class<?> host) {
        this.plan = plan;
        this.name = Type.getInternalName(host) + "$$MethodWriter";
    }

    /** Returns the implementation by a generated class, or null if no class can be generated. */
    static Implementation generate(EventWriterPlan plan) {
        Class<?> host = hostOf(plan.interfaces());
        if (!Nestmates.canHost(host) || !canSeeAll(host, plan.interfaces())) {
            return null;
        }
        try {
            Lookup made = new EventWriterGenerator(plan, host).write().define(host);
            MethodHandle constructor = made.findConstructor(
                            made.lookupClass(), MethodType.methodType(void.class, EventWriter.class))
                    .asType(MethodType.methodType(Object.class, EventWriter.class));
            return writer -> make(constructor, writer);
        } catch (ReflectiveOperationException | LinkageError | SecurityException | UnsupportedOperationException e) {
            // A closed module, a native image or an unusual class loader: the caller uses a proxy instead.
            return null;
        }
    }

    private static Object make(MethodHandle constructor, EventWriter writer) {
        try {
            return constructor.invokeExact(writer);
        } catch (Error | RuntimeException e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e); // not reached: the constructor only sets a field
        }
    }

    /** Returns the interface in whose nest the class is defined: a non-public one if there is one. */
    private static Class<?> hostOf(List<GenericType> interfaces) {
        for (GenericType type : interfaces) {
            if (!Modifier.isPublic(type.raw().getModifiers())) {
                return type.raw();
            }
        }
        return interfaces.get(0).raw();
    }

    private static boolean canSeeAll(Class<?> host, List<GenericType> interfaces) {
        return interfaces.stream()
                .map(GenericType::raw)
                .allMatch(type -> Nestmates.isVisible(type, host) && Nestmates.resolvesTo(host.getClassLoader(), type));
    }

    private EventWriterGenerator write() {
        String[] interfaces = plan.interfaces().stream()
                .map(type -> Type.getInternalName(type.raw()))
                .toArray(String[]::new);
        file.visit(V17, ACC_FINAL | ACC_SUPER | ACC_SYNTHETIC, name, null, "java/lang/Object", interfaces);
        file.visitField(ACC_PRIVATE | ACC_FINAL, "writer", WRITER_TYPE, null, null)
                .visitEnd();
        begin(ACC_PUBLIC, "toString", "()" + STRING);
        writer();
        call("toString", "()" + STRING);
        end(ARETURN);
        if (plan.interfaces().stream().anyMatch(type -> AutoCloseable.class.isAssignableFrom(type.raw()))) {
            begin(ACC_PUBLIC, "close", "()V");
            end(RETURN);
        }
        int number = 0;
        for (EventMethod method : plan.methods().values()) {
            for (MethodType form : method.signatures()) {
                writeMethod(number, method, form);
            }
            number++;
        }
        begin(ACC_PUBLIC, "<init>", "(" + WRITER_TYPE + ")V");
        code.visitVarInsn(ALOAD, 0);
        code.visitMethodInsn(INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
        code.visitVarInsn(ALOAD, 0);
        code.visitVarInsn(ALOAD, 1);
        code.visitFieldInsn(PUTFIELD, name, "writer", WRITER_TYPE);
        resolveConstants();
        end(RETURN);
        return this;
    }

    private void writeMethod(int number, EventMethod method, MethodType form) {
        out = 1 + Type.getArgumentsAndReturnSizes(form.toMethodDescriptorString()) / 4; // past every argument
        begin(ACC_PUBLIC, method.name(), form.toMethodDescriptorString());
        Label begin = new Label();
        Label end = new Label();
        Label handler = new Label();
        code.visitTryCatchBlock(begin, end, handler, "java/lang/Throwable");
        code.visitLabel(begin);
        writeTemplateAttempt(number, method);
        boolean isWholeList = method.slots(plan.codecs()).length > 1 && method.link() == null;
        writer();
        if (isWholeList) {
            push(number);
            code.visitLdcInsn(method.name());
            call("beginArguments", "(I" + STRING + ")L" + OUT + ";");
        } else {
            code.visitLdcInsn(method.name());
            call("begin", "(" + STRING + ")L" + OUT + ";");
        }
        code.visitVarInsn(ASTORE, out);
        writeKeys(method, form);
        writeArguments(method, form);
        writer();
        if (isWholeList) {
            push(number);
            code.visitVarInsn(ALOAD, out);
            call("endArguments", "(IL" + OUT + ";)V");
            code.visitInsn(RETURN);
        } else if (method.link() == null) {
            call("end", "()V");
            code.visitInsn(RETURN);
        } else {
            push(plan.linkIndex(method));
            call("link", "(I)" + OBJECT);
            code.visitTypeInsn(CHECKCAST, Type.getInternalName(form.returnType()));
            code.visitInsn(ARETURN);
        }
        code.visitLabel(end);
        code.visitLabel(handler);
        code.visitVarInsn(ASTORE, out + 1);
        writer();
        code.visitVarInsn(ALOAD, out + 1);
        call("failed", "(Ljava/lang/Throwable;)Ljava/lang/RuntimeException;");
        end(ATHROW);
    }

    /** Writes the attempt to write a call in one step, for a method with one object whose call ends its message. */
    private void writeTemplateAttempt(int number, EventMethod method) {
        CodecConstant[] slots = method.slots(plan.codecs());
        if (slots.length != 1 || method.link() != null || method.keyParts()[0] != EventMethod.KeyPart.OF_OBJECT) {
            return;
        }
        Label rest = new Label();
        writer();
        push(number);
        code.visitLdcInsn(method.name());
        code.visitVarInsn(ALOAD, 1);
        constant(slots[0]);
        call("writeWhole", "(I" + STRING + OBJECT + OBJECT + ")Z");
        code.visitJumpInsn(IFEQ, rest);
        code.visitInsn(RETURN);
        code.visitLabel(rest);
    }

    private void writeKeys(EventMethod method, MethodType form) {
        EventMethod.KeyPart[] parts = method.keyParts();
        for (int i = 0; i < parts.length; i++) {
            Class<?> type = form.parameterType(i);
            String helper = switch (parts[i]) {
                case NONE -> null;
                case OF_OBJECT -> "keyOfObject";
                case NAME -> "keyOfName";
                case MARKED -> "key";
            };
            if (helper != null) {
                writer();
                code.visitVarInsn(Type.getType(type).getOpcode(ILOAD), local(form, i));
                call(helper, type.isPrimitive() ? toLong(FieldKind.of(type)) : "(" + OBJECT + ")V");
            }
        }
    }

    /**
     * Converts the number on the stack to the long that represents it in a key; returns the descriptor of the key
     * method.
     */
    private String toLong(FieldKind kind) {
        switch (kind) {
            case LONG -> {}
            case FLOAT -> code.visitMethodInsn(INVOKESTATIC, "java/lang/Float", "floatToRawIntBits", "(F)I", false);
            case DOUBLE -> code.visitMethodInsn(INVOKESTATIC, "java/lang/Double", "doubleToRawLongBits", "(D)J", false);
            default -> {}
        }
        if (kind != FieldKind.LONG && kind != FieldKind.DOUBLE) {
            code.visitInsn(I2L);
        }
        return "(J)V";
    }

    private void writeArguments(EventMethod method, MethodType form) {
        CodecConstant[] slots = method.slots(plan.codecs());
        if (slots.length == 0) {
            code.visitVarInsn(ALOAD, out);
            code.visitLdcInsn("");
            out("text", "(Ljava/lang/CharSequence;)V");
            return;
        }
        boolean isListOfLink = slots.length > 1 && method.link() != null;
        if (isListOfLink) {
            code.visitVarInsn(ALOAD, out);
            out("beginList", "()V");
        }
        for (int i = 0; i < slots.length; i++) {
            writeArgument(form.parameterType(i), local(form, i), slots[i]);
        }
        if (isListOfLink) {
            code.visitVarInsn(ALOAD, out);
            out("endList", "()V");
        }
    }

    private void writeArgument(Class<?> type, int local, CodecConstant slot) {
        FieldKind kind = FieldKind.of(type);
        if (kind == FieldKind.OTHER || kind == FieldKind.STRING || kind == FieldKind.CHAR) {
            writer();
            code.visitVarInsn(ALOAD, out);
            code.visitVarInsn(Type.getType(type).getOpcode(ILOAD), local);
            switch (kind) {
                case STRING -> call("text", "(L" + OUT + ";" + STRING + ")V");
                case CHAR -> call("character", "(L" + OUT + ";C)V");
                default -> {
                    constant(slot);
                    call("object", "(L" + OUT + ";" + OBJECT + OBJECT + ")V");
                }
            }
            return;
        }
        code.visitVarInsn(ALOAD, out);
        code.visitVarInsn(Type.getType(type).getOpcode(ILOAD), local);
        switch (kind) {
            case BOOLEAN -> out("bool", "(Z)V");
            case LONG -> out("int64", "(J)V");
            case FLOAT -> out("float32", "(F)V");
            case DOUBLE -> out("float64", "(D)V");
            default -> {
                code.visitInsn(I2L);
                out("int64", "(J)V");
            }
        }
    }

    /** Returns the number of the local variable that holds an argument. */
    private static int local(MethodType form, int argument) {
        int local = 1;
        for (int i = 0; i < argument; i++) {
            local += Type.getType(form.parameterType(i)).getSize();
        }
        return local;
    }

    private void writer() {
        code.visitVarInsn(ALOAD, 0);
        code.visitFieldInsn(GETFIELD, name, "writer", WRITER_TYPE);
    }

    private void call(String method, String descriptor) {
        code.visitMethodInsn(INVOKEVIRTUAL, WRITER, method, descriptor, false);
    }

    private void out(String method, String descriptor) {
        code.visitMethodInsn(INVOKEINTERFACE, OUT, method, descriptor, true);
    }
}
