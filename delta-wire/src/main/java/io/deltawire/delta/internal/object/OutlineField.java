package io.deltawire.delta.internal.object;

import io.deltawire.delta.internal.nested.Held;
import io.deltawire.delta.internal.nested.InnerSetter;
import io.deltawire.delta.internal.nested.ItemLeaves;
import io.deltawire.delta.internal.nested.LeafChanges;
import io.deltawire.delta.internal.state.Node;
import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.wire.spi.object.ColumnKind;
import io.deltawire.wire.spi.object.FieldColumns;

/** A field of one of the objects of an {@link Outline} whose value is in no column: where in the leaves what it holds is. */
abstract class OutlineField {
    /** The object that has the field. */
    private final OutlineObject of;

    final int ordinal;
    final Node node;

    /** A bit for each leaf of what is there. */
    final long settable;

    OutlineField(OutlineObject of, int ordinal, Node node, long settable) {
        this.settable = settable;
        this.of = of;
        this.ordinal = ordinal;
        this.node = node;
    }

    /**
     * That of a field whose record has just what it holds.
     *
     * @param value what it holds
     * @param held what has been found about that
     * @param isToBeSet whether that is to become what the record is, and not the other way round
     * @return null where it holds something of which an outline does not tell
     */
    static OutlineField of(
            OutlineObject of, int ordinal, RecordState record, Object value, Held held, boolean isToBeSet) {
        if (held.leaves instanceof ItemLeaves items) {
            return new OutlineItems(of, ordinal, items, held);
        }
        return OutlineObjects.of(of, ordinal, record, value, held, isToBeSet);
    }

    /** What the field holds in the object of a message. */
    final Object value(Object message) {
        return of.columns.reference(of.of(message), ordinal);
    }

    /**
     * Finds the leaves that what the field holds differs from a record in, and gives them to the outline.
     *
     * @return false where it is made in another way
     */
    abstract boolean find(RecordState record, Object value, LeafChanges into);

    /** Reader: does what {@link OutlineObject#set} does, where this may have changed. */
    abstract boolean set(RecordState record, Object value, long changed, InnerSetter into);

    /** The columns of the object that has the field. */
    final FieldColumns columns() {
        return of.columns;
    }

    /** A bit for each leaf of a number or boolean that is an object, or of a decimal. */
    abstract long boxes();

    /** Does what {@link OutlineObject#kinds} does. */
    abstract void addKinds(ColumnKind[] held);

    /** Does what {@link OutlineObject#addTo} does. */
    abstract void addTo(OutlineOwner[] owners, int[] ordinals, String[] names);
}
