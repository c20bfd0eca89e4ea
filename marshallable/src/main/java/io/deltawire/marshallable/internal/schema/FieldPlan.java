package io.deltawire.marshallable.internal.schema;

import io.deltawire.marshallable.Comment;
import java.lang.reflect.Field;

/**
 * A field of a class as it is on the wire.
 *
 * @param field the field, made accessible
 * @param name its name on the wire
 * @param type its type, with the variables of the class replaced
 * @param kind how it is written
 */
public record FieldPlan(Field field, String name, GenericType type, FieldKind kind) {
    public Object get(Object owner) {
        try {
            return field.get(owner);
        } catch (IllegalAccessException e) {
            throw new AssertionError(e); // made accessible when the plan was made
        }
    }

    public void set(Object owner, Object value) {
        try {
            field.set(owner, value);
        } catch (IllegalAccessException e) {
            throw new AssertionError(e); // as above; records are made by their constructor
        }
    }

    /** What is written in front of the field for people, or null. */
    public String comment() {
        Comment comment = field.getAnnotation(Comment.class);
        return comment == null ? null : comment.value();
    }

    public boolean isPrimitive() {
        return kind != FieldKind.STRING && kind != FieldKind.OTHER;
    }
}
