package io.deltawire.marshallable.generated;

import io.deltawire.marshallable.internal.record.ColumnLayout;
import io.deltawire.marshallable.internal.schema.ClassPlan;
import io.deltawire.wire.spi.object.ColumnPart;

/**
 * The columns of a further part of a class whose fields exceed one part. Calls go to the generated codec with the
 * part's number. The parts form a linked list.
 */
final class OverflowColumns implements ColumnPart {
    private final GeneratedCodec columns;
    private final int part;
    private final long keys;
    private final OverflowColumns next;

    /** @param parts the number of parts of the class */
    OverflowColumns(GeneratedCodec columns, ClassPlan plan, int part, int parts) {
        this.columns = columns;
        this.part = part;
        this.keys = ColumnLayout.keyMask(plan, part);
        this.next = part + 1 < parts ? new OverflowColumns(columns, plan, part + 1, parts) : null;
    }

    @Override
    public ColumnPart next() {
        return next;
    }

    @Override
    public long keys() {
        return keys;
    }

    @Override
    public long changes(Object object, long[] bits, Object[] references, int base, long[] changed) {
        return columns.changesOf(part, object, bits, references, base, changed);
    }

    @Override
    public boolean setAll(Object object, long[] bits, Object[] references, int base) {
        return columns.setAllOf(part, object, bits, references, base);
    }

    @Override
    public boolean setSome(Object object, long fields, long[] bits, Object[] references, int base) {
        return columns.setSomeOf(part, object, fields, bits, references, base);
    }
}
