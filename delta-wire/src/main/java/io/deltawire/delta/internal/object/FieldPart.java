package io.deltawire.delta.internal.object;

import io.deltawire.wire.spi.object.ColumnKind;
import io.deltawire.wire.spi.object.ColumnPart;
import io.deltawire.wire.spi.object.FieldColumns;
import java.util.ArrayList;
import java.util.List;

/** A {@link ColumnPart} of a class that is bound to a type: what there is a bit of for each of its fields. */
public final class FieldPart {
    /** The fields of a part are as many as this shifts to the left. */
    private static final int SHIFT = 6;

    final ColumnPart columns;
    /** Which part it is, from 0 on. */
    public final int number;
    /** The ordinal of its first field. */
    public final int first;

    final long keys;
    /** A bit for each field that is text. */
    public final long texts;
    /** A bit for each field of which there is an object in a column, made by tokens. */
    final long values;
    /** A bit for each field that is in no column. */
    final long inner;
    /** A bit for each field. */
    final long all;

    /** A bit for each field that is predicted, or has something inside that is: as {@link TokenFields#predicted} has found. */
    long predicted;
    /** Reader: a bit for each field that may have changed. */
    public long changed;

    private FieldPart(ColumnPart columns, int number, ColumnKind[] kinds) {
        this.columns = columns;
        this.number = number;
        this.first = number << SHIFT;
        this.keys = columns.keys();
        int count = Math.min(kinds.length - first, ColumnPart.MAX_FIELDS);
        long ofTexts = 0;
        long ofValues = 0;
        long ofInner = 0;
        for (int i = 0; i < count; i++) {
            ColumnKind kind = kinds[first + i];
            ofTexts |= kind == ColumnKind.TEXT ? 1L << i : 0;
            ofValues |= kind == ColumnKind.VALUE ? 1L << i : 0;
            ofInner |= kind == ColumnKind.NESTED ? 1L << i : 0;
        }
        this.texts = ofTexts;
        this.values = ofValues;
        this.inner = ofInner;
        this.all = -1L >>> Long.SIZE - count;
    }

    /** Those of a class. */
    static FieldPart[] of(FieldColumns columns, ColumnKind[] kinds) {
        List<FieldPart> parts = new ArrayList<>();
        for (ColumnPart part = columns; part != null; part = part.next()) {
            parts.add(new FieldPart(part, parts.size(), kinds));
        }
        return parts.toArray(new FieldPart[0]);
    }

    /** The number of the part that a field is in. */
    static int of(int field) {
        return field >> SHIFT;
    }
}
