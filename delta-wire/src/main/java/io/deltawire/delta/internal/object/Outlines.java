package io.deltawire.delta.internal.object;

import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.delta.internal.value.BackOff;
import io.deltawire.wire.WireLimits;

/** The {@link Outline}s of the objects of a class, as many as are worth knowing. */
public final class Outlines {
    /** So many at most are kept. */
    private static final int MAX = 8;
    /** So many at most are looked for: objects that are made in ever other ways are written as those of which nothing is known. */
    private static final int MAX_SOUGHT = 64;

    private final ColumnBinding binding;
    private Outline[] known = {};
    private int sought;
    /** Outlines are of no use that are not found, or are not those of the records' next objects. */
    private final BackOff use = new BackOff();

    Outlines(ColumnBinding binding) {
        this.binding = binding;
    }

    /** Forgets all: leaves may be others' now. */
    void clear() {
        known = new Outline[0];
        sought = 0;
    }

    /**
     * Takes note of the outline of an object that is what a record is, unless that is known, or has been sought in vain.
     *
     * @param isToBeSet whether the object is to become what the record will be, and not the other way round
     */
    public void keep(RecordState record, Object object, boolean isToBeSet, WireLimits limits) {
        FieldView view = FieldView.of(record);
        if (view.outline != null || view.isOutlineSought || use.skipOnce()) {
            return;
        }
        Outline found = find(record, object, isToBeSet);
        if (found == null && known.length < MAX && sought < MAX_SOUGHT) {
            sought++;
            Outline made = Outline.of(binding, record, object, isToBeSet, limits);
            if (made != null && made.isOf(record, object, isToBeSet)) {
                add(made);
                found = made;
            }
        }
        if (found == null) {
            tried(false);
        }
        view.outline = found;
        view.isOutlineSought = true;
    }

    /**
     * How an object is made, compared with its record; null where that is not known, and then nothing is known of the record's.
     *
     * @param view of the record, which has an outline
     */
    public Outline compared(FieldView view, RecordState record, Object object) {
        Outline outline = view.outline;
        Outline found = null;
        if (outline.holds()) {
            found = outline.find(record, object) ? outline : outline.changed(known, record, object);
        }
        tried(found != null);
        if (found != outline) {
            view.forgetOutline();
        }
        return found;
    }

    /** Takes note of whether the outline of a record has been that of its next object: where objects are always made in another way, none pays. */
    void tried(boolean isFound) {
        use.tried(isFound);
    }

    private Outline find(RecordState record, Object object, boolean isToBeSet) {
        for (int i = 0; i < known.length; i++) {
            Outline outline = known[i];
            if (outline.isOf(record, object, isToBeSet)) {
                System.arraycopy(known, 0, known, 1, i);
                known[0] = outline;
                return outline;
            }
        }
        return null;
    }

    private void add(Outline outline) {
        Outline[] more = new Outline[known.length + 1];
        System.arraycopy(known, 0, more, 1, known.length);
        more[0] = outline;
        known = more;
    }
}
