package io.deltawire.wire.spi;

/** How objects of one class are written: their fields, behind their type name where they have one. Told apart by identity. */
public final class ObjectColumns {
    private final FieldColumns columns;
    private final String typeName;

    /**
     * Makes that of a class.
     *
     * @param typeName null where the objects' tokens are those of their fields alone
     */
    public ObjectColumns(FieldColumns columns, String typeName) {
        this.columns = columns;
        this.typeName = typeName;
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
