package io.deltawire.wire.spi;

/** How objects of one class are written: their fields, behind their type name where they have one. Told apart by identity. */
public final class ObjectColumns {
    private final Class<?> type;
    private final FieldColumns columns;
    private final String typeName;

    /**
     * Makes that of a class.
     *
     * @param type the class that the objects are of, and not of one that extends it
     * @param typeName null where the objects' tokens are those of their fields alone
     */
    public ObjectColumns(Class<?> type, FieldColumns columns, String typeName) {
        this.type = type;
        this.columns = columns;
        this.typeName = typeName;
    }

    /** The class. */
    public Class<?> type() {
        return type;
    }

    /** The fields. */
    public FieldColumns columns() {
        return columns;
    }

    /** The type name, or null. */
    public String typeName() {
        return typeName;
    }
}
