package io.deltawire.marshallable.internal.event;

import io.deltawire.marshallable.generated.EventCaller;
import io.deltawire.marshallable.internal.codec.CodecConstant;
import io.deltawire.marshallable.internal.codegen.Nestmates;
import io.deltawire.marshallable.internal.schema.FieldKind;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;
import org.objectweb.asm.Label;
import org.objectweb.asm.Type;

/**
 * Generates the class that reads arguments and calls the methods of an interface. For {@code void onPrice(long time,
 * Price price)} it contains
 *
 * <pre>{@code
 * private Object call0(Object target, WireIn in) {
 *     beginArguments(in);
 *     long time = int64(in, 0, 2);
 *     Price price = (Price) object(in, PRICE, 1, 1, 2);
 *     endArguments(in, 2);
 *     calling();
 *     ((Listener) target).onPrice(time, price);
 *     return null; // in a chain: what the method returns
 * }
 * }</pre>
 *
 * <p>It also contains {@code call}, a switch over these methods, and {@code callWith}, a switch over calls with an
 * object that was read already. If no class can be generated, {@link EventReflection} does the same more slowly.
 */
final class EventCallerGenerator extends EventClassWriter {
    private static final String SUPER = Type.getInternalName(EventCaller.class);
    private static final String CALL = "(" + OBJECT + "L" + IN + ";)" + OBJECT;

    // Local variables of a generated callN method; variable 0 is this.
    private static final int TARGET = 1;
    private static final int WIRE = 2;
    private static final int FIRST_ARGUMENT = 3;

    private final EventCallerPlan plan;
    private final String name;
    private int argument;

    private EventCallerGenerator(EventCallerPlan plan) {
        this.plan = plan;
        this.name = Type.getInternalName(plan.type().raw()) + "$$MethodCaller";
    }

    /** Returns a factory of callers of a generated class, or null if no class can be generated. */
    static EventCallerPlan.Factory generate(EventCallerPlan plan) {
        Class<?> host = plan.type().raw();
        if (!Nestmates.canHost(host) || !canSeeArguments(plan, host)) {
            return null;
        }
        try {
            Lookup made = new EventCallerGenerator(plan).write().define(host);
            MethodHandle constructor = made.findConstructor(made.lookupClass(), MethodType.methodType(void.class))
                    .asType(MethodType.methodType(EventCaller.class));
            return () -> make(constructor);
        } catch (ReflectiveOperationException | LinkageError | SecurityException | UnsupportedOperationException e) {
            // A closed module, a native image or an unusual class loader: the caller uses reflection instead.
            return null;
        }
    }

    private static EventCaller make(MethodHandle constructor) {
        try {
            return (EventCaller) constructor.invokeExact();
        } catch (Error | RuntimeException e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e); // not reached: the constructor only calls its superclass
        }
    }

    private static boolean canSeeArguments(EventCallerPlan plan, Class<?> host) {
        return plan.methods().stream()
                .flatMap(method -> Arrays.stream(method.method().getParameterTypes()))
                .allMatch(type -> Nestmates.isVisible(type, host));
    }

    private EventCallerGenerator write() {
        file.visit(V17, ACC_FINAL | ACC_SUPER | ACC_SYNTHETIC, name, null, SUPER, null);
        List<EventMethod> methods = plan.methods();
        for (int i = 0; i < methods.size(); i++) {
            writeEvent(i, methods.get(i));
        }
        writeSwitch("call", "(I" + OBJECT + "L" + IN + ";)" + OBJECT, i -> true, this::writeCall);
        writeSwitch(
                "callWith",
                "(I" + OBJECT + OBJECT + ")V",
                i -> methods.get(i).onlyObject(plan.codecs()) != null,
                i -> writeCallWith(methods.get(i)));
        begin(ACC_PUBLIC, "<init>", "()V");
        code.visitVarInsn(ALOAD, 0);
        code.visitMethodInsn(INVOKESPECIAL, SUPER, "<init>", "()V", false);
        resolveConstants();
        end(RETURN);
        return this;
    }

    /** Writes a method with a switch over the numbers of some event methods. */
    private void writeSwitch(String name, String descriptor, IntPredicate isCase, IntConsumer writeCase) {
        begin(ACC_PROTECTED, name, descriptor);
        Label none = new Label();
        Label[] cases = new Label[plan.methods().size()];
        Arrays.setAll(cases, i -> isCase.test(i) ? new Label() : none);
        if (cases.length > 0) {
            code.visitVarInsn(ILOAD, 1);
            code.visitTableSwitchInsn(0, cases.length - 1, none, cases);
            for (int i = 0; i < cases.length; i++) {
                if (cases[i] != none) {
                    code.visitLabel(cases[i]);
                    writeCase.accept(i);
                }
            }
        }
        code.visitLabel(none);
        code.visitVarInsn(ILOAD, 1);
        code.visitMethodInsn(INVOKESTATIC, SUPER, "noMethod", "(I)Ljava/lang/RuntimeException;", false);
        end(ATHROW);
    }

    private void writeCall(int index) {
        code.visitVarInsn(ALOAD, 0);
        code.visitVarInsn(ALOAD, 2);
        code.visitVarInsn(ALOAD, 3);
        code.visitMethodInsn(INVOKESPECIAL, name, "call" + index, CALL, false);
        code.visitInsn(ARETURN);
    }

    private void writeCallWith(EventMethod event) {
        String owner = Type.getInternalName(plan.type().raw());
        code.visitVarInsn(ALOAD, 2);
        code.visitTypeInsn(CHECKCAST, owner);
        code.visitVarInsn(ALOAD, 3);
        code.visitTypeInsn(CHECKCAST, Type.getInternalName(event.method().getParameterTypes()[0]));
        code.visitMethodInsn(INVOKEINTERFACE, owner, event.name(), Type.getMethodDescriptor(event.method()), true);
        code.visitInsn(RETURN);
    }

    private void writeEvent(int index, EventMethod event) {
        begin(ACC_PRIVATE, "call" + index, CALL);
        Class<?>[] types = event.method().getParameterTypes();
        CodecConstant[] slots = event.slots(plan.codecs());
        if (slots.length == 0) {
            code.visitVarInsn(ALOAD, WIRE);
            in("skipValue", "()V");
        }
        if (slots.length > 1) {
            wire();
            helper("beginArguments", "V");
        }
        int local = FIRST_ARGUMENT;
        for (int i = 0; i < slots.length; i++) {
            if (slots.length > 1) {
                readItem(types[i], slots[i], i, slots.length);
            } else {
                readArgument(types[i], slots[i]);
            }
            code.visitVarInsn(Type.getType(types[i]).getOpcode(ISTORE), local);
            local += Type.getType(types[i]).getSize();
        }
        if (slots.length > 1) {
            wire();
            push(slots.length);
            code.visitMethodInsn(INVOKEVIRTUAL, SUPER, "endArguments", "(L" + IN + ";I)V", false);
        }
        invoke(event, types);
    }

    /** Reads one of several arguments. */
    private void readItem(Class<?> type, CodecConstant slot, int index, int count) {
        int number = argument++;
        wire();
        switch (FieldKind.of(type)) {
            case BOOLEAN -> item("bool", index, count, "Z");
            case BYTE -> item("int8", index, count, "B");
            case SHORT -> item("int16", index, count, "S");
            case INT -> item("int32", index, count, "I");
            case LONG -> item("int64", index, count, "J");
            case FLOAT -> item("float32", index, count, "F");
            case DOUBLE -> item("float64", index, count, "D");
            case CHAR -> item("character", index, count, "C");
            case STRING -> {
                push(number);
                push(index);
                push(count);
                code.visitMethodInsn(INVOKEVIRTUAL, SUPER, "text", "(L" + IN + ";III)" + STRING, false);
            }
            default -> {
                constant(slot);
                push(number);
                push(index);
                push(count);
                code.visitMethodInsn(INVOKEVIRTUAL, SUPER, "object", "(L" + IN + ";" + OBJECT + "III)" + OBJECT, false);
                code.visitTypeInsn(CHECKCAST, Type.getInternalName(type));
            }
        }
    }

    private void item(String method, int index, int count, String result) {
        push(index);
        push(count);
        code.visitMethodInsn(INVOKEVIRTUAL, SUPER, method, "(L" + IN + ";II)" + result, false);
    }

    /** Reads the only argument. */
    private void readArgument(Class<?> type, CodecConstant slot) {
        int index = argument++;
        FieldKind kind = FieldKind.of(type);
        if (kind == FieldKind.BOOLEAN || kind == FieldKind.LONG || kind == FieldKind.DOUBLE) {
            code.visitVarInsn(ALOAD, WIRE);
            switch (kind) {
                case BOOLEAN -> in("bool", "()Z");
                case LONG -> in("int64", "()J");
                default -> in("float64", "()D");
            }
            return;
        }
        wire();
        switch (kind) {
            case BYTE -> helper("int8", "B");
            case SHORT -> helper("int16", "S");
            case INT -> helper("int32", "I");
            case FLOAT -> helper("float32", "F");
            case CHAR -> helper("character", "C");
            case STRING -> {
                code.visitIntInsn(SIPUSH, index);
                code.visitMethodInsn(INVOKEVIRTUAL, SUPER, "text", "(L" + IN + ";I)" + STRING, false);
            }
            default -> {
                constant(slot);
                code.visitIntInsn(SIPUSH, index);
                code.visitMethodInsn(INVOKEVIRTUAL, SUPER, "object", "(L" + IN + ";" + OBJECT + "I)" + OBJECT, false);
                code.visitTypeInsn(CHECKCAST, Type.getInternalName(type));
            }
        }
    }

    private void invoke(EventMethod event, Class<?>[] types) {
        String owner = Type.getInternalName(plan.type().raw());
        code.visitVarInsn(ALOAD, 0);
        code.visitMethodInsn(INVOKEVIRTUAL, SUPER, "calling", "()V", false);
        code.visitVarInsn(ALOAD, TARGET);
        code.visitTypeInsn(CHECKCAST, owner);
        int local = FIRST_ARGUMENT;
        for (Class<?> type : types) {
            code.visitVarInsn(Type.getType(type).getOpcode(ILOAD), local);
            local += Type.getType(type).getSize();
        }
        code.visitMethodInsn(INVOKEINTERFACE, owner, event.name(), Type.getMethodDescriptor(event.method()), true);
        if (event.link() == null) {
            code.visitInsn(ACONST_NULL);
        }
        end(ARETURN);
    }

    private void wire() {
        code.visitVarInsn(ALOAD, 0);
        code.visitVarInsn(ALOAD, WIRE);
    }

    private void helper(String method, String result) {
        code.visitMethodInsn(INVOKEVIRTUAL, SUPER, method, "(L" + IN + ";)" + result, false);
    }

    private void in(String method, String descriptor) {
        code.visitMethodInsn(INVOKEINTERFACE, IN, method, descriptor, true);
    }
}
