package io.deltawire.marshallable.internal.codec;

import io.deltawire.wire.Shape;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.spi.object.ColumnKind;
import io.deltawire.wire.spi.object.ColumnPart;
import io.deltawire.wire.spi.object.FieldColumns;
import io.deltawire.wire.spi.object.ItemColumns;
import io.deltawire.wire.spi.object.NestedColumns;

/**
 * Delegates to other columns, and so gives the same columns a second identity. Delta writers recognise a kind of
 * message by the identity of its columns: one instance stands for objects with their type name, another for those
 * without.
 */
public class DelegatingColumns implements FieldColumns {
    private final FieldColumns columns;

    public DelegatingColumns(FieldColumns columns) {
        this.columns = columns;
    }

    @Override
    public Shape shape() {
        return columns.shape();
    }

    @Override
    public ColumnKind kind(int ordinal) {
        return columns.kind(ordinal);
    }

    @Override
    public boolean isFlat() {
        return columns.isFlat();
    }

    @Override
    public void write(Object object, int ordinal, WireOut out) {
        columns.write(object, ordinal, out);
    }

    @Override
    public Object read(int ordinal, WireIn in) {
        return columns.read(ordinal, in);
    }

    @Override
    public void readInto(Object object, int ordinal, WireIn in, boolean reuses) {
        columns.readInto(object, ordinal, in, reuses);
    }

    @Override
    public void set(Object object, int ordinal, Object value) {
        columns.set(object, ordinal, value);
    }

    @Override
    public NestedColumns nestedColumns(Object value, int ordinal, boolean isToBeSet) {
        return columns.nestedColumns(value, ordinal, isToBeSet);
    }

    @Override
    public ItemColumns itemColumns(Object value, int ordinal, boolean isToBeSet) {
        return columns.itemColumns(value, ordinal, isToBeSet);
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
    public ColumnPart next() {
        return columns.next();
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
    public boolean isReadable() {
        return columns.isReadable();
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
    public long changesAt(Object object, long[] bits, Object[] references, int[] at, long[] changed) {
        return columns.changesAt(object, bits, references, at, changed);
    }

    @Override
    public boolean setAllAt(Object object, long[] bits, Object[] references, int[] at) {
        return columns.setAllAt(object, bits, references, at);
    }

    @Override
    public Object create(long[] bits, Object[] references, int base) {
        return columns.create(bits, references, base);
    }

    public FieldColumns columns() {
        return columns;
    }
}
