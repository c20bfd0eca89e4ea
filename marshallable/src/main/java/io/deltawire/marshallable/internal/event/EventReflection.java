package io.deltawire.marshallable.internal.event;

import io.deltawire.marshallable.generated.EventCaller;
import io.deltawire.marshallable.internal.codec.CodecConstant;
import io.deltawire.marshallable.internal.schema.FieldKind;
import io.deltawire.marshallable.internal.schema.InstanceFactory;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireToken;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Method;
import java.util.List;

/**
 * Calls methods by method handles. It does what the classes of {@link EventCallerGenerator} do where none can be
 * generated.
 */
public final class EventReflection extends EventCaller {
    private final List<EventMethod> methods;
    private final MethodHandle[] handles;
    private final CodecConstant[][] slots;
    private final int[] firstArguments;

    private EventReflection(List<EventMethod> methods, MethodHandle[] handles, EventCallerPlan plan) {
        this.methods = methods;
        this.handles = handles;
        this.slots = new CodecConstant[handles.length][];
        this.firstArguments = new int[handles.length];
        int first = 0;
        for (int i = 0; i < handles.length; i++) {
            slots[i] = methods.get(i).slots(plan.codecs());
            firstArguments[i] = first;
            first += slots[i].length;
        }
    }

    static EventCallerPlan.Factory factoryOf(EventCallerPlan plan) {
        List<EventMethod> methods = plan.methods();
        MethodHandle[] handles = new MethodHandle[methods.size()];
        for (int i = 0; i < handles.length; i++) {
            handles[i] = handleOf(methods.get(i).method());
        }
        return () -> new EventReflection(methods, handles, plan);
    }

    private static MethodHandle handleOf(Method method) {
        try {
            method.setAccessible(true);
            return MethodHandles.lookup().unreflect(method).asFixedArity();
        } catch (IllegalAccessException | InaccessibleObjectException | SecurityException e) {
            throw new IllegalArgumentException(
                    method + " cannot be called: " + InstanceFactory.openPackage(method.getDeclaringClass()), e);
        }
    }

    @Override
    protected Object call(int method, Object target, WireIn in) throws Throwable {
        CodecConstant[] codecs = slots[method];
        Object[] arguments = new Object[codecs.length + 1];
        arguments[0] = target;
        if (codecs.length == 0) {
            in.skipValue();
        } else if (codecs.length == 1) {
            arguments[1] = read(in, method, 0);
        } else {
            beginArguments(in);
            for (int i = 0; i < codecs.length; i++) {
                nextArgument(in, i, codecs.length);
                arguments[i + 1] = read(in, method, i);
            }
            endArguments(in, codecs.length);
        }
        calling();
        Object result = handles[method].invokeWithArguments(arguments);
        return methods.get(method).link() == null ? null : result;
    }

    @Override
    protected void callWith(int method, Object target, Object only) throws Throwable {
        handles[method].invokeWithArguments(target, only);
    }

    private Object read(WireIn in, int method, int argument) {
        if (in.peek() == WireToken.NULL) {
            refuseNull(in, methods.get(method).parameters().get(argument).raw());
        }
        return object(in, slots[method][argument], firstArguments[method] + argument);
    }

    /** Reads null as a primitive, which throws the appropriate error. */
    private static void refuseNull(WireIn in, Class<?> type) {
        switch (FieldKind.of(type)) {
            case BOOLEAN -> in.bool();
            case CHAR -> in.text();
            case FLOAT, DOUBLE -> in.float64();
            case STRING, OTHER -> {}
            default -> in.int64();
        }
    }
}
