package io.deltawire.delta.internal.object;

import io.deltawire.delta.internal.state.RecordState;

/** That an object is made in another way than its record is: what becomes of the leaves where one {@link Outline} takes the place of another. */
final class OutlineChange {
    final Outline to;

    /**
     * Whether it is known of each leaf that has a value in one way alone, or stands for another thing in each, that it changes, and of each other one
     * when it does.
     */
    private final boolean isPossible;

    /** A bit for each leaf that has a value in one way alone, or stands for another thing in each: all of them change. */
    final long made;

    /** A bit for each of these that has had none. */
    final long come;

    OutlineChange(Outline from, Outline to) {
        this.to = to;
        // A field that is null has the kind of the mark that stands for null.
        this.isPossible = (from.leaves & to.marks()) == 0 && (from.marks() & to.leaves) == 0 && from.isHeldAs(to);
        this.made = (from.present() ^ to.present()) | from.otherMarks(to);
        this.come = to.present() & ~from.present();
    }

    /** Whether an object is made as this says; compares it with its record then, and leaves what is different to the outline. */
    boolean isOf(RecordState record, Object object) {
        return isPossible && to.holds() && to.find(record, object, this);
    }
}
