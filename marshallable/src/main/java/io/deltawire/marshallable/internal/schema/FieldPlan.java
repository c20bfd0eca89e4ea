package io.deltawire.marshallable.internal.schema;

import io.deltawire.marshallable.Comment;
import io.deltawire.marshallable.Required;
import java.lang.reflect.Field;

/**
 * One field of a class as it is on the wire.
 *
 * @param field the field, which has been made accessible
 * @param name its name on the wire
 * @param type its type, with the type variables of the class resolved
 * @param kind whether its value needs a codec object
 */
public record FieldPlan(Field field, String name, GenericType type, FieldKind kind) {
    public Object get(Object owner) {
        try {
            return field.get(owner);
        } catch (IllegalAccessException e) {
            throw new AssertionError(e); // ClassPlan has made the field accessible
        }
    }

    public void set(Object owner, Object value) {
        try {
            field.set(owner, value);
        } catch (IllegalAccessException e) {
            throw new AssertionError(e); // the field is accessible, and fields of records are never set
        }
    }

    /** Returns the comment that text formats write before the field, or null. */
    public String comment() {
        Comment comment = field.getAnnotation(Comment.class);
        return comment == null ? null : comment.value();
    }

    /** Returns whether the input must have the field. */
    public boolean isRequired() {
        return field.isAnnotationPresent(Required.class);
    }

    public boolean isPrimitive() {
        return kind != FieldKind.STRING && kind != FieldKind.OTHER;
    }
}
