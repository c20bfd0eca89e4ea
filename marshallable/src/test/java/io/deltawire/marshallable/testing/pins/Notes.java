package io.deltawire.marshallable.testing.pins;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/** Records the calls of every method of an interface and of the objects that they return, each as one line. */
final class Notes implements InvocationHandler {
    private final List<String> calls = new ArrayList<>();
    private final Supplier<Object> context;

    /** @param context is asked at each call for what else to note, such as the history of the message */
    Notes(Supplier<Object> context) {
        this.context = context;
    }

    <T> T as(Class<T> type) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, this));
    }

    List<String> calls() {
        return calls;
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) {
        if (method.getDeclaringClass() == Object.class) {
            return switch (method.getName()) {
                case "equals" -> proxy == arguments[0];
                case "hashCode" -> System.identityHashCode(proxy);
                default -> "notes";
            };
        }
        calls.add(method.getName() + " " + Arrays.deepToString(arguments) + context.get());
        Class<?> next = method.getReturnType();
        return next == void.class ? null : as(next);
    }
}
