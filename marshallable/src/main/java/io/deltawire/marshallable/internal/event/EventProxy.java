package io.deltawire.marshallable.internal.event;

import io.deltawire.marshallable.generated.EventWriter;
import io.deltawire.marshallable.internal.codec.CodecConstant;
import io.deltawire.marshallable.internal.event.EventWriterPlan.Implementation;
import io.deltawire.marshallable.internal.schema.GenericType;
import io.deltawire.marshallable.internal.schema.TypeNames;
import io.deltawire.wire.WireOut;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.List;

/**
 * Writes calls as events by a {@link Proxy}. It does what the classes of {@link EventWriterGenerator} do where none can
 * be generated.
 */
final class EventProxy implements InvocationHandler {
    private final EventWriterPlan plan;
    private final EventWriter writer;

    private EventProxy(EventWriterPlan plan, EventWriter writer) {
        this.plan = plan;
        this.writer = writer;
    }

    /**
     * @throws IllegalArgumentException if a method returns an interface that is not visible to a proxy
     */
    static Implementation implementationOf(EventWriterPlan plan) {
        for (EventMethod method : plan.methods().values()) {
            if (method.link() != null && !isVisibleToProxy(method.link().raw(), plan.interfaces())) {
                throw new IllegalArgumentException(TypeNames.simpleName(
                                method.link().raw()) + ", which "
                        + plan.describe() + "." + method.name() + " returns, is not public, and in this class loader or"
                        + " module no class can be generated beside it: make it public");
            }
        }
        return writer -> newProxy(plan, writer);
    }

    /**
     * Whether a proxy can see the interface. A proxy of public interfaces has its own package; otherwise it is in the
     * package of the non-public ones.
     */
    private static boolean isVisibleToProxy(Class<?> link, List<GenericType> interfaces) {
        return Modifier.isPublic(link.getModifiers())
                || interfaces.stream()
                        .map(GenericType::raw)
                        .anyMatch(type -> !Modifier.isPublic(type.getModifiers())
                                && type.getPackageName().equals(link.getPackageName())
                                && type.getClassLoader() == link.getClassLoader());
    }

    private static Object newProxy(EventWriterPlan plan, EventWriter writer) {
        List<GenericType> interfaces = plan.interfaces();
        ClassLoader loader = interfaces.get(0).raw().getClassLoader();
        Class<?>[] types = interfaces.stream().map(GenericType::raw).toArray(Class<?>[]::new);
        // This throws IllegalArgumentException for non-public interfaces of several packages.
        return Proxy.newProxyInstance(loader, types, new EventProxy(plan, writer));
    }

    @Override
    public Object invoke(Object proxy, Method called, Object[] given) throws Throwable {
        Object[] arguments = given == null ? new Object[0] : given;
        if (called.getDeclaringClass() == Object.class) {
            return ofObject(proxy, called, arguments);
        }
        EventMethod method = plan.methods().get(called.getName());
        if (method == null || arguments.length != method.parameters().size()) {
            boolean isClose = called.getName().equals("close") && arguments.length == 0;
            return isClose ? null : invokeDefault(proxy, called, arguments);
        }
        try {
            WireOut out = writer.begin(method.name());
            addKeys(method.keyParts(), arguments);
            write(out, method.slots(plan.codecs()), arguments);
            if (method.link() != null) {
                return writer.link(plan.linkIndex(method));
            }
            writer.end();
            return null;
        } catch (Throwable e) {
            throw writer.failed(e);
        }
    }

    private static Object invokeDefault(Object proxy, Method called, Object[] arguments) throws Throwable {
        Class<?> type = called.getDeclaringClass();
        if (Modifier.isPublic(type.getModifiers())) {
            return InvocationHandler.invokeDefault(proxy, called, arguments);
        }
        return MethodHandles.privateLookupIn(type, MethodHandles.lookup()) // needs access to the interface
                .unreflectSpecial(called, type)
                .bindTo(proxy)
                .invokeWithArguments(arguments);
    }

    private void addKeys(EventMethod.KeyPart[] parts, Object[] arguments) {
        for (int i = 0; i < parts.length; i++) {
            switch (parts[i]) {
                case NONE -> {}
                case OF_OBJECT -> writer.keyOfObject(arguments[i]);
                case NAME -> writer.keyOfName(arguments[i]);
                case MARKED -> writer.key(arguments[i]);
            }
        }
    }

    private void write(WireOut out, CodecConstant[] slots, Object[] arguments) {
        if (slots.length == 0) {
            out.text("");
            return;
        }
        if (slots.length > 1) {
            out.beginList();
        }
        for (int i = 0; i < slots.length; i++) {
            writer.object(out, arguments[i], slots[i]);
        }
        if (slots.length > 1) {
            out.endList();
        }
    }

    private Object ofObject(Object proxy, Method called, Object[] arguments) {
        return switch (called.getName()) {
            case "equals" -> proxy == arguments[0];
            case "hashCode" -> System.identityHashCode(proxy);
            default -> writer.toString();
        };
    }
}
