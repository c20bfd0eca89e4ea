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

    /** Returns whether a value, which is not null, equals that of a field of this kind without an initialiser. */
    public boolean isZero(Object value) {
        return switch (this) {
            case BOOLEAN -> value.equals(false);
            case CHAR -> value.equals('\0');
            case STRING, OTHER -> false;
            default -> ((Number) value).doubleValue() == 0;
        };
    }

    public static FieldKind of(Class<?> type) {
        if (type.isPrimitive()) {
            return valueOf(type.getName().toUpperCase(java.util.Locale.ROOT));
        }
        return type == String.class ? STRING : OTHER;
    }
}
