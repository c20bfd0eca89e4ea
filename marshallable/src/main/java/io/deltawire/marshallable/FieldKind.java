package io.deltawire.marshallable;

/** The types of field that codecs hand to the wire directly. */
enum FieldKind {
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

    static FieldKind of(Class<?> type) {
        if (type.isPrimitive()) {
            return valueOf(type.getName().toUpperCase(java.util.Locale.ROOT));
        }
        return type == String.class ? STRING : OTHER;
    }
}
