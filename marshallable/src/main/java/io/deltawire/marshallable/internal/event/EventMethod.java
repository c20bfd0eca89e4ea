package io.deltawire.marshallable.internal.event;

import io.deltawire.marshallable.Key;
import io.deltawire.marshallable.internal.codec.CodecConstant;
import io.deltawire.marshallable.internal.codec.CodecSet;
import io.deltawire.marshallable.internal.codec.ObjectCodec;
import io.deltawire.marshallable.internal.codec.PolymorphicCodec;
import io.deltawire.marshallable.internal.codec.ValueCodec;
import io.deltawire.marshallable.internal.schema.GenericType;
import io.deltawire.marshallable.internal.schema.TypeNames;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;

/**
 * A method whose calls are events with its name.
 *
 * @param method the method
 * @param parameters the types of its parameters, with the type variables of generic interfaces replaced
 * @param link the interface on which the next call of a chain is made, or null if the call ends its message
 * @param signatures the erased signatures under which interfaces declare it, its own first
 */
record EventMethod(Method method, List<GenericType> parameters, GenericType link, List<MethodType> signatures) {
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

    /** Whether a method of another interface has the same calls, so that both can be one event. */
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

    /** Returns this method with the signatures of another one added. */
    EventMethod withFormsOf(EventMethod other) {
        List<MethodType> all = new ArrayList<>(signatures);
        for (MethodType form : other.signatures) {
            if (!all.contains(form)) {
                all.add(form);
            }
        }
        return new EventMethod(method, parameters, link, List.copyOf(all));
    }

    /** Returns the codec constants of the parameters. */
    CodecConstant[] slots(CodecSet codecs) {
        CodecConstant[] slots = new CodecConstant[parameters.size()];
        for (int i = 0; i < slots.length; i++) {
            GenericType type = parameters.get(i);
            slots[i] = new CodecConstant(
                    codecs.scope(type.innermost(method.getDeclaringClass())).declared(type));
        }
        return slots;
    }

    /**
     * Returns the class of the only parameter if it is a class of objects with fields and the call ends its message;
     * otherwise null.
     */
    Class<?> onlyObject(CodecSet codecs) {
        if (link != null || parameters.size() != 1) {
            return null;
        }
        Class<?> raw = parameters.get(0).raw();
        return raw.getTypeParameters().length == 0 && codecs.exact(raw) instanceof ObjectCodec ? raw : null;
    }

    /** The role of an argument in the key of the record that the event updates. */
    enum KeyPart {
        /** The argument is not part of the key. */
        NONE,
        /** The argument's own key is part of the key. */
        OF_OBJECT,
        /** The parameter has the annotation {@link Key}. */
        MARKED,
        /** The argument is a name in a chain of calls. */
        NAME
    }

    /** Returns the role of each parameter in the key. */
    KeyPart[] keyParts() {
        KeyPart[] parts = new KeyPart[parameters.size()];
        Arrays.fill(parts, KeyPart.NONE);
        boolean isMarked = false;
        for (int i = 0; i < parts.length; i++) {
            if (method.getParameters()[i].isAnnotationPresent(Key.class)) {
                parts[i] = KeyPart.MARKED;
                isMarked = true;
            }
        }
        if (isMarked) {
            return parts;
        }
        boolean isFound = false;
        for (int i = 0; i < parts.length; i++) {
            Class<?> raw = parameters.get(i).raw();
            if (link != null && isName(raw)) {
                parts[i] = KeyPart.NAME;
            } else if (!isFound && mayHaveKey(raw)) {
                parts[i] = KeyPart.OF_OBJECT;
                isFound = true;
            }
        }
        return parts;
    }

    private static boolean isName(Class<?> raw) {
        return CharSequence.class.isAssignableFrom(raw) || raw.isEnum() || raw == UUID.class || raw == byte[].class;
    }

    private static boolean mayHaveKey(Class<?> raw) {
        ValueCodec codec = CodecSet.BUILT_IN.exact(raw);
        return codec instanceof ObjectCodec || codec instanceof PolymorphicCodec;
    }

    /** Describes the method for error messages: {@code Listener.onPrice(Price)}. */
    String describe() {
        StringBuilder text = new StringBuilder(TypeNames.simpleName(method.getDeclaringClass()))
                .append('.')
                .append(name())
                .append('(');
        for (int i = 0; i < parameters.size(); i++) {
            text.append(i == 0 ? "" : ", ")
                    .append(TypeNames.simpleName(parameters.get(i).raw()));
        }
        return text.append(')').toString();
    }
}
