package io.deltawire.delta.internal.object;

import io.deltawire.delta.internal.codec.ListEdits;
import io.deltawire.delta.internal.state.SchemaNode;
import io.deltawire.delta.internal.state.TypeState;
import java.util.ArrayList;
import java.util.List;

/**
 * The lists of a type with at most 64 leaves that are long enough for an edit. Tells whether an update may be shorter
 * as an edit, in which case the differences that a layout has found do not suffice.
 */
final class EditableLists {
    /** The lists with enough leaves for an edit. */
    private final SchemaNode[] lists;
    /** By list, a bit for each leaf in it. */
    private final long[] leaves;

    /** The lists whose search for edits this message skips, since earlier searches failed. */
    private final SchemaNode[] skippedLists;

    private int skippedCount;

    EditableLists(TypeState type) {
        long[] all = new long[type.lists().size()];
        for (int leaf = 0; leaf < type.leafCount(); leaf++) {
            for (SchemaNode node = type.leafNode(leaf); node != null; node = node.parent()) {
                if (node.listNumber() >= 0) {
                    all[node.listNumber()] |= 1L << leaf;
                }
            }
        }
        List<SchemaNode> editable = new ArrayList<>();
        for (int i = 0; i < all.length; i++) {
            if (Long.bitCount(all[i]) >= ListEdits.MIN_CHANGED) {
                all[editable.size()] = all[i];
                editable.add(type.lists().get(i));
            }
        }
        this.lists = editable.toArray(new SchemaNode[0]);
        this.leaves = all;
        this.skippedLists = new SchemaNode[lists.length];
    }

    /**
     * Checks whether {@link ListEdits} may search for an edit in this message. Notes the lists that would skip it.
     *
     * @param written the leaves that the message certainly has
     * @param unsure the leaves that the message has unless they are as predicted
     */
    boolean checkForEdits(long written, long unsure) {
        skippedCount = 0;
        for (int i = 0; i < lists.length; i++) {
            int certain = Long.bitCount(written & leaves[i]);
            if (certain + Long.bitCount(unsure & leaves[i]) < ListEdits.MIN_CHANGED) {
                continue;
            }
            if (certain < ListEdits.MIN_CHANGED || !lists[i].isSkippingEdit()) {
                return true;
            }
            skippedLists[skippedCount++] = lists[i];
        }
        return false;
    }

    /** Counts one skipped search for each list that {@link #checkForEdits} has noted. */
    void countSkips() {
        for (int i = 0; i < skippedCount; i++) {
            skippedLists[i].skipEditOnce();
        }
    }
}
