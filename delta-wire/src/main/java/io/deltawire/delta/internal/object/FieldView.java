package io.deltawire.delta.internal.object;

import io.deltawire.delta.internal.nested.FieldContent;
import io.deltawire.delta.internal.state.ClassBinding;
import io.deltawire.delta.internal.state.FieldValues;
import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.wire.spi.object.ColumnKind;
import io.deltawire.wire.spi.object.FieldColumns;

/**
 * The values of a bound record in the order of the fields, and caches of the structure of its object: the layout of all
 * of it, and the content of each nested field. Both caches are valid while the record's values keep their kinds.
 *
 * <p>The record owns its view. {@link RecordFieldSetter} updates the values for the reader, {@link FieldLeaves} for the
 * writer.
 */
public final class FieldView extends FieldValues {
    private final ClassBinding binding;

    /** Reader: the record's number of updates when these values were last updated. */
    private int syncedUpdates = -2;

    /** The layout of the record's object, or null if it is unknown. */
    private ObjectLayout layout;

    /** Whether a layout has been looked for, so that it is not sought again. */
    private boolean isLayoutSearched;

    /** By field, what a nested field holds; null until it is asked for. */
    private final FieldContent[] contents;

    public FieldView(ClassBinding binding, int fields) {
        super(fields);
        this.binding = binding;
        this.contents = new FieldContent[fields];
    }

    /** Copies the values for a copy of the record. The caches of the copy are empty. */
    public FieldView(FieldView copied) {
        super(copied);
        this.binding = copied.binding;
        this.contents = new FieldContent[copied.contents.length];
    }

    ClassBinding binding() {
        return binding;
    }

    /** Returns the layout of the record's object, or null if it is unknown. */
    public ObjectLayout layout() {
        return layout;
    }

    /** Whether a layout has been looked for, so that it is not sought again. */
    boolean isLayoutSearched() {
        return isLayoutSearched;
    }

    public void setLayout(ObjectLayout layout) {
        this.layout = layout;
    }

    /** Sets the result of a search for the layout; null if there is none. */
    void setFoundLayout(ObjectLayout found) {
        layout = found;
        isLayoutSearched = true;
    }

    /** Reader: whether the values are those that the record had after this number of updates. */
    boolean isSyncedTo(int updates) {
        return syncedUpdates == updates;
    }

    /** Reader: begins to update the values. */
    void beginSync() {
        syncedUpdates = -2;
    }

    /** Reader: records that the values are those that the record has after this number of updates. */
    void endSync(int updates) {
        syncedUpdates = updates;
    }

    /** Returns the view of a record, or null. */
    public static FieldView of(RecordState record) {
        return (FieldView) record.fieldValues();
    }

    /** Writer: stores a field's value after the record has been updated from the object. */
    void store(ColumnKind kind, FieldColumns columns, Object object, int field, RecordState record, int leaf) {
        if (!copyFrom(kind, field, record, leaf)) {
            setReference(field, columns.reference(object, field));
        }
    }

    /** Copies a field's value from the record. Returns false if the field is an object that its leaf does not tell. */
    boolean copyFrom(ColumnKind kind, int field, RecordState record, int leaf) {
        switch (kind) {
            // A time out of the range of a count is bytes, which equal no time.
            case TEXT, TEMPORAL -> setReference(field, record.refAt(leaf));
            case VALUE -> {
                return false;
            }
            default -> setBits(field, record.rawAt(leaf));
        }
        return true;
    }

    /** Returns the cached content of a nested field. */
    FieldContent content(int field) {
        FieldContent content = contents[field];
        if (content == null) {
            content = new FieldContent();
            contents[field] = content;
        }
        return content;
    }

    /** Drops the layout, so that it is looked for again. */
    void clearLayout() {
        layout = null;
        isLayoutSearched = false;
    }

    /** Drops all cached structure, since values of the record have changed their kinds. */
    public void clearStructure() {
        clearLayout();
        for (FieldContent each : contents) {
            if (each != null) {
                each.invalidate();
            }
        }
    }
}
