package io.deltawire.delta.internal.object;

import io.deltawire.delta.internal.nested.Held;
import io.deltawire.delta.internal.state.ClassBinding;
import io.deltawire.delta.internal.state.FieldValues;
import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.wire.spi.object.ColumnKind;
import io.deltawire.wire.spi.object.FieldColumns;

/** The {@link FieldValues} of a record that is bound to a class, and what has been found out about the objects in its fields. */
public final class FieldView extends FieldValues {
    /** The binding that has made this. */
    final ClassBinding binding;

    /** Reader: the number of messages that the record had when this was brought up to date. */
    int at = -2;

    /** How the record's object is made, if that is known; else null. */
    public Outline outline;

    /** Whether that has been sought. */
    boolean isOutlineSought;

    /** By field, what the record has been found to hold; null where that has not been asked for. */
    private final Held[] held;

    public FieldView(ClassBinding binding, int fields) {
        super(fields);
        this.binding = binding;
        this.held = new Held[fields];
    }

    /** The same of a record that is a copy; what it holds is looked up when it is asked for. */
    public FieldView(FieldView copied) {
        super(copied);
        this.binding = copied.binding;
        this.held = new Held[copied.held.length];
    }

    /** The view of a record, or null. */
    public static FieldView of(RecordState record) {
        return (FieldView) record.view;
    }

    /** Writer: brings a field to what an object has in it, of which the record has the value in a leaf. */
    void keep(ColumnKind kind, FieldColumns columns, Object object, int field, RecordState record, int leaf) {
        if (!take(kind, field, record, leaf)) {
            references[field] = columns.reference(object, field);
        }
    }

    /** Brings a field to what the record has in a leaf; false where that does not tell the object. */
    boolean take(ColumnKind kind, int field, RecordState record, int leaf) {
        switch (kind) {
            case TEXT, TEMPORAL ->
                references[field] = record.ref[leaf]; // a time too far for a count is bytes, which no time is
            case VALUE -> {
                return false;
            }
            default -> bits[field] = record.raw[leaf];
        }
        return true;
    }

    /** What the record has been found to hold in a field that is in no column. */
    Held held(int field) {
        Held known = held[field];
        if (known == null) {
            known = new Held();
            held[field] = known;
        }
        return known;
    }

    /** Has it be found out anew how the record's object is made. */
    void forgetOutline() {
        outline = null;
        isOutlineSought = false;
    }

    /** Values of the record have other kinds than they had: what it holds has to be looked at again. */
    public void forget() {
        forgetOutline();
        for (Held each : held) {
            if (each != null) {
                each.leaves = null;
            }
        }
    }
}
