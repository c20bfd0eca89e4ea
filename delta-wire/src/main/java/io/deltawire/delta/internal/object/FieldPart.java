package io.deltawire.delta.internal.object;

import io.deltawire.wire.spi.object.ColumnKind;
import io.deltawire.wire.spi.object.ColumnPart;
import io.deltawire.wire.spi.object.FieldColumns;
import java.util.ArrayList;
import java.util.List;

/**
 * A group of up to 64 fields of a bound class, and the sets of them as bit masks. The fields are the same as in one
 * {@link ColumnPart}.
 *
 * <p>Most masks depend on the class alone. {@link FieldLeaves} updates the predicted and the changed fields.
 */
public final class FieldPart {
    /** A part has {@code 1 << SHIFT} fields. */
    private static final int SHIFT = 6;

    private final ColumnPart columns;
    /** The index of this part in its class. */
    private final int index;
    /** The ordinal of the first field of this part. */
    private final int firstField;

    private final long keyFields;
    private final long textFields;
    /** A bit for each field that is one leaf, and whose object is read and written by tokens. */
    private final long tokenValueFields;
    /** A bit for each field that holds an object, list or map, and so has no leaf of its own. */
    private final long nestedFields;
    /** A bit for each field. */
    private final long allFields;

    /** A bit for each field with a predicted leaf. {@link FieldLeaves#updatePredicted} keeps it up to date. */
    private long predictedFields;
    /** Reader: a bit for each field that may have changed. */
    private long changedFields;

    private FieldPart(ColumnPart columns, int number, ColumnKind[] kinds) {
        this.columns = columns;
        this.index = number;
        this.firstField = number << SHIFT;
        this.keyFields = columns.keys();
        int count = Math.min(kinds.length - firstField, ColumnPart.MAX_FIELDS);
        long text = 0;
        long tokenValue = 0;
        long nested = 0;
        for (int i = 0; i < count; i++) {
            ColumnKind kind = kinds[firstField + i];
            text |= kind == ColumnKind.TEXT ? 1L << i : 0;
            tokenValue |= kind == ColumnKind.VALUE ? 1L << i : 0;
            nested |= kind == ColumnKind.NESTED ? 1L << i : 0;
        }
        this.textFields = text;
        this.tokenValueFields = tokenValue;
        this.nestedFields = nested;
        this.allFields = -1L >>> Long.SIZE - count;
    }

    ColumnPart columns() {
        return columns;
    }

    /** Returns the index of this part in its class. */
    public int index() {
        return index;
    }

    /** Returns the ordinal of the first field of this part. */
    public int firstField() {
        return firstField;
    }

    long keyFields() {
        return keyFields;
    }

    public long textFields() {
        return textFields;
    }

    /** Returns a bit for each field that is one leaf, and whose object is read and written by tokens. */
    long tokenValueFields() {
        return tokenValueFields;
    }

    /** Returns a bit for each field that holds an object, list or map, and so has no leaf of its own. */
    long nestedFields() {
        return nestedFields;
    }

    /** Returns a bit for each field. */
    long allFields() {
        return allFields;
    }

    /** Returns a bit for each field with a predicted leaf. */
    long predictedFields() {
        return predictedFields;
    }

    /** Reader: returns a bit for each field that may have changed. */
    public long changedFields() {
        return changedFields;
    }

    void clearPredicted() {
        predictedFields = 0;
    }

    /** Adds a field of this part, whose leaf is predicted. */
    void addPredicted(int field) {
        predictedFields |= 1L << field;
    }

    /** Reader: begins a message, which may change the predicted fields. */
    void beginMessage() {
        changedFields = predictedFields;
    }

    /** Reader: adds a field of this part, whose value the message has. */
    void addChanged(int field) {
        changedFields |= 1L << field;
    }

    /** Reader: marks every field as changed, for an object that has missed a message. */
    public void markAllChanged() {
        changedFields = -1L;
    }

    /** Splits the fields of a class into parts. */
    static FieldPart[] split(FieldColumns columns, ColumnKind[] kinds) {
        List<FieldPart> parts = new ArrayList<>();
        for (ColumnPart part = columns; part != null; part = part.next()) {
            parts.add(new FieldPart(part, parts.size(), kinds));
        }
        return parts.toArray(new FieldPart[0]);
    }

    /** Returns the index of the part of a field. */
    static int indexOf(int field) {
        return field >> SHIFT;
    }
}
