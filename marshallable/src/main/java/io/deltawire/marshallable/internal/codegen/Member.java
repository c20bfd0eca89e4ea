package io.deltawire.marshallable.internal.codegen;

import io.deltawire.marshallable.internal.schema.FieldPlan;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;

/**
 * How generated code reaches a field.
 *
 * @param field the field
 * @param type its class
 * @param getter a handle of (Object)T or (Object)Object, or null where the field is read directly
 * @param setter a handle of (Object,T)void or (Object,Object)void, or null where the field is set directly
 */
record Member(Field field, Class<?> type, MethodHandle getter, MethodHandle setter) {
    private static boolean isReachable(Field field, Class<?> declaring, Class<?> from) {
        return declaring.getNestHost() == from.getNestHost()
                || !Modifier.isPrivate(field.getModifiers()) && Nestmates.isSamePackage(declaring, from);
    }

    static Member of(FieldPlan plan, Class<?> from, boolean isRecord, Access access) throws IllegalAccessException {
        Field field = plan.field();
        Class<?> type = field.getType();
        Class<?> declaring = field.getDeclaringClass();
        boolean isReachable = access == Access.DIRECT && isReachable(field, declaring, from);
        boolean isReadable = isReachable && Nestmates.isVisible(type, from);
        // A final field can be set by a reflective handle alone; a record's is set by its constructor.
        boolean isWritable = isReadable && !Modifier.isFinal(field.getModifiers());
        Class<?> erased = type.isPrimitive() ? type : Object.class;
        Lookup lookup = MethodHandles.lookup();
        MethodHandle getter =
                isReadable ? null : lookup.unreflectGetter(field).asType(MethodType.methodType(erased, Object.class));
        MethodHandle setter = isWritable || isRecord
                ? null
                : lookup.unreflectSetter(field).asType(MethodType.methodType(void.class, Object.class, erased));
        return new Member(field, type, getter, setter);
    }
}
