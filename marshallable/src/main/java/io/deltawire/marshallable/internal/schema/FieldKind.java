package io.deltawire.marshallable.internal.schema;

/** The types of fields that need no codec object: primitives and text. All other types are {@link #OTHER}. */
public enum FieldKind {
    BOOLEAN,
    BYTE,
    SHORT,
    CHAR,
    INT,
    LONG,
    FLOAT,
    DOUBLE,
    STRING,
    OTHER;

    public static FieldKind of(Class<?> type) {
        if (type.isPrimitive()) {
            return valueOf(type.getName().toUpperCase(java.util.Locale.ROOT));
        }
        return type == String.class ? STRING : OTHER;
    }
}
