package io.deltawire.wire.spi.object;

/**
 * How objects of one class are encoded: their fields and, before them, their type name if they have one. Thread-safe
 * and immutable.
 * Compared by identity.
 */
public final class ObjectColumns {
    private final Class<?> type;
    private final FieldColumns columns;
    private final String typeName;

    /**
     * Describes a class.
     *
     * @param type the exact class of the objects; not a subclass
     * @param typeName null if the objects have no type name
     */
    public ObjectColumns(Class<?> type, FieldColumns columns, String typeName) {
        this.type = type;
        this.columns = columns;
        this.typeName = typeName;
    }

    /** Returns the class. */
    public Class<?> type() {
        return type;
    }

    /** Returns the fields. */
    public FieldColumns columns() {
        return columns;
    }

    /** Returns the type name, or null for none. */
    public String typeName() {
        return typeName;
    }
}
