package io.deltawire.delta.internal.object;

import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.delta.internal.value.BackOff;
import io.deltawire.wire.WireLimits;

/**
 * A small cache of the {@link ObjectLayout}s of a class, most recently used first. It assigns layouts to records, and
 * backs off if they do not pay. Each binding owns one.
 */
public final class ObjectLayouts {
    /** The maximum number of layouts. */
    private static final int MAX_LAYOUTS = 8;
    /** The maximum number of layouts to create. Objects that always differ in structure are written without one. */
    private static final int MAX_ATTEMPTS = 64;

    private final ColumnBinding binding;
    private ObjectLayout[] layouts = {};
    private int attempts;
    /** Backs off if objects have no layout, or another one than their records. */
    private final BackOff backOff = new BackOff();

    ObjectLayouts(ColumnBinding binding) {
        this.binding = binding;
    }

    /** Removes all layouts, since leaves may belong to other fields now. */
    void clear() {
        layouts = new ObjectLayout[0];
        attempts = 0;
    }

    /**
     * Assigns a layout to a record whose object equals it, unless it has one or none was found before.
     *
     * @param isToBeSet whether objects are set from the record; else the record is updated from objects
     */
    public void assign(RecordState record, Object object, boolean isToBeSet, WireLimits limits) {
        FieldView view = FieldView.of(record);
        if (view.layout() != null || view.isLayoutSearched() || backOff.skipAttempt()) {
            return;
        }
        ObjectLayout found = findLayout(record, object, isToBeSet);
        if (found == null && layouts.length < MAX_LAYOUTS && attempts < MAX_ATTEMPTS) {
            attempts++;
            ObjectLayout created = ObjectLayout.create(binding, record, object, isToBeSet, limits);
            if (created != null && created.describes(record, object, isToBeSet)) {
                add(created);
                found = created;
            }
        }
        if (found == null) {
            recordOutcome(false);
        }
        view.setFoundLayout(found);
    }

    /**
     * Compares an object with its record by their layouts. Returns the layout of the object. If it is unknown, this
     * returns null and drops the layout of the record.
     *
     * @param view the view of the record, which has a layout
     */
    public ObjectLayout compare(FieldView view, RecordState record, Object object) {
        ObjectLayout layout = view.layout();
        ObjectLayout found = null;
        record.grow(); // leaves of other records may be predicted
        if (layout.isCurrent()) {
            found = layout.compare(record, object) ? layout : layout.findChangedLayout(layouts, record, object);
        }
        recordOutcome(found != null);
        if (found != layout) {
            view.clearLayout();
        }
        return found;
    }

    /**
     * Records whether the layout of a record fitted its next object. Layouts do not pay if the structure always
     * changes.
     */
    void recordOutcome(boolean isFound) {
        backOff.recordAttempt(isFound);
    }

    private ObjectLayout findLayout(RecordState record, Object object, boolean isToBeSet) {
        for (int i = 0; i < layouts.length; i++) {
            ObjectLayout layout = layouts[i];
            if (layout.describes(record, object, isToBeSet)) {
                System.arraycopy(layouts, 0, layouts, 1, i);
                layouts[0] = layout;
                return layout;
            }
        }
        return null;
    }

    private void add(ObjectLayout layout) {
        ObjectLayout[] more = new ObjectLayout[layouts.length + 1];
        System.arraycopy(layouts, 0, more, 1, layouts.length);
        more[0] = layout;
        layouts = more;
    }
}
