package io.deltawire.marshallable;

import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;

/**
 * A method whose calls are events of its name.
 *
 * @param method the method
 * @param parameters the types of its arguments, with the variables of generic interfaces replaced
 * @param link the interface that the next call of a chain is on, or null where the call ends its message
 * @param forms the erased signatures under which interfaces declare it, its own first
 */
record EventMethod(Method method, List<GenericType> parameters, GenericType link, List<MethodType> forms) {
    static EventMethod of(Method method, GenericType declaring, GenericType link) {
        List<GenericType> parameters = new ArrayList<>();
        for (java.lang.reflect.Type type : method.getGenericParameterTypes()) {
            parameters.add(GenericType.of(type, declaring));
        }
        return new EventMethod(method, List.copyOf(parameters), link, List.of(form(method)));
    }

    private static MethodType form(Method method) {
        return MethodType.methodType(method.getReturnType(), method.getParameterTypes());
    }

    String name() {
        return method.getName();
    }

    /** Whether a method of another interface stands for the same calls. */
    boolean isSame(EventMethod other) {
        if (parameters.size() != other.parameters.size() || (link == null) != (other.link == null)) {
            return false;
        }
        for (int i = 0; i < parameters.size(); i++) {
            if (parameters.get(i).raw() != other.parameters.get(i).raw()) {
                return false;
            }
        }
        return link == null || link.raw() == other.link.raw();
    }

    /** This method, known under the signatures of another one as well. */
    EventMethod and(EventMethod other) {
        List<MethodType> all = new ArrayList<>(forms);
        for (MethodType form : other.forms) {
            if (!all.contains(form)) {
                all.add(form);
            }
        }
        return new EventMethod(method, parameters, link, List.copyOf(all));
    }

    /** The codecs of the arguments. */
    Slot[] slots() {
        Slot[] slots = new Slot[parameters.size()];
        for (int i = 0; i < slots.length; i++) {
            slots[i] = new Slot(Codecs.scope(method.getDeclaringClass()).declared(parameters.get(i)));
        }
        return slots;
    }

    /** For error messages: {@code Listener.onPrice(Price)}. */
    String describe() {
        StringBuilder text = new StringBuilder(TypeRegistry.simpleName(method.getDeclaringClass()))
                .append('.')
                .append(name())
                .append('(');
        for (int i = 0; i < parameters.size(); i++) {
            text.append(i == 0 ? "" : ", ")
                    .append(TypeRegistry.simpleName(parameters.get(i).raw()));
        }
        return text.append(')').toString();
    }
}
