package io.deltawire.marshallable;

import io.deltawire.wire.Shape;
import io.deltawire.wire.spi.ColumnKind;
import io.deltawire.wire.spi.FieldColumns;

/**
 * The columns of objects that are written without their type name, as arguments of the declared class are. A writer tells
 * messages apart by the columns that it is given, so these are others than those of objects with their type name.
 */
record UntypedColumns(FieldColumns columns) implements FieldColumns {
    @Override
    public Shape shape() {
        return columns.shape();
    }

    @Override
    public ColumnKind kind(int ordinal) {
        return columns.kind(ordinal);
    }

    @Override
    public Class<?> referenceType(int ordinal) {
        return columns.referenceType(ordinal);
    }

    @Override
    public boolean isKeyInFields() {
        return columns.isKeyInFields();
    }

    @Override
    public long keys() {
        return columns.keys();
    }

    @Override
    public int keyHash(Object object) {
        return columns.keyHash(object);
    }

    @Override
    public int keyLength(Object object) {
        return columns.keyLength(object);
    }

    @Override
    public byte[] key(long[] bits, Object[] references, int base) {
        return columns.key(bits, references, base);
    }

    @Override
    public long changes(Object object, long[] bits, Object[] references, int base, long[] changed) {
        return columns.changes(object, bits, references, base, changed);
    }

    @Override
    public long bits(Object object, int ordinal) {
        return columns.bits(object, ordinal);
    }

    @Override
    public Object reference(Object object, int ordinal) {
        return columns.reference(object, ordinal);
    }

    @Override
    public boolean isSettable() {
        return columns.isSettable();
    }

    @Override
    public boolean setAll(Object object, long[] bits, Object[] references, int base) {
        return columns.setAll(object, bits, references, base);
    }

    @Override
    public boolean setSome(Object object, long fields, long[] bits, Object[] references, int base) {
        return columns.setSome(object, fields, bits, references, base);
    }

    @Override
    public Object create(long[] bits, Object[] references, int base) {
        return columns.create(bits, references, base);
    }
}
