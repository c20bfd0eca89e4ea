package io.deltawire.marshallable.internal.codegen;

import io.deltawire.marshallable.internal.schema.FieldPlan;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;

/**
 * Describes how generated code reaches one field: directly, or by method handles.
 *
 * @param field the field
 * @param type the type of the field
 * @param getter a handle of (Object)T or (Object)Object; null for a direct read
 * @param setter a handle of (Object,T)void or (Object,Object)void; null for a direct write
 */
record FieldAccess(Field field, Class<?> type, MethodHandle getter, MethodHandle setter) {
    private static boolean isReachable(Field field, Class<?> declaring, Class<?> from) {
        return declaring.getNestHost() == from.getNestHost()
                || !Modifier.isPrivate(field.getModifiers()) && Nestmates.isSamePackage(declaring, from);
    }

    static FieldAccess of(FieldPlan plan, Class<?> from, boolean isRecord, AccessMode access)
            throws IllegalAccessException {
        Field field = plan.field();
        Class<?> type = field.getType();
        Class<?> declaring = field.getDeclaringClass();
        boolean isReachable = access == AccessMode.DIRECT && isReachable(field, declaring, from);
        boolean isReadable = isReachable && Nestmates.isVisible(type, from);
        // Only a reflective handle sets a final field. A record's fields are set by its constructor.
        boolean isWritable = isReadable && !Modifier.isFinal(field.getModifiers());
        Class<?> erased = type.isPrimitive() ? type : Object.class;
        Lookup lookup = MethodHandles.lookup();
        MethodHandle getter =
                isReadable ? null : lookup.unreflectGetter(field).asType(MethodType.methodType(erased, Object.class));
        MethodHandle setter = isWritable || isRecord
                ? null
                : lookup.unreflectSetter(field).asType(MethodType.methodType(void.class, Object.class, erased));
        return new FieldAccess(field, type, getter, setter);
    }
}
