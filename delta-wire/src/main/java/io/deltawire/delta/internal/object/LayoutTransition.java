package io.deltawire.delta.internal.object;

import io.deltawire.delta.internal.state.RecordState;

/**
 * A transition from one {@link ObjectLayout} to another: which leaves appear, disappear, or change their meaning. It
 * lets an object be compared with a record whose object has another layout. The layout at the start owns its
 * transitions.
 */
final class LayoutTransition {
    final ObjectLayout to;

    /**
     * Whether the layouts tell all changes. Each restructured leaf has to change, and all other leaves have to be
     * comparable.
     */
    private final boolean isComparable;

    /** A bit for each leaf that only one layout has, or that is another marker in each. All of them change. */
    final long restructured;

    /** A bit for each leaf that only the new layout has. */
    final long added;

    LayoutTransition(ObjectLayout from, ObjectLayout to) {
        this.to = to;
        // A null field has the same kind as the marker for null, so the two could look equal.
        this.isComparable =
                (from.leaves() & to.markers()) == 0 && (from.markers() & to.leaves()) == 0 && from.hasSameKinds(to);
        this.restructured = (from.leavesAndMarkers() ^ to.leavesAndMarkers()) | from.changedMarkers(to);
        this.added = to.leavesAndMarkers() & ~from.leavesAndMarkers();
    }

    /**
     * Compares an object with its record across this transition. Returns false if the object does not have the new
     * layout.
     */
    boolean compare(RecordState record, Object object) {
        return isComparable && to.isCurrent() && to.compare(record, object, this);
    }
}
