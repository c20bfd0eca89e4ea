package io.deltawire.delta.internal.object;

import io.deltawire.delta.internal.codec.ListEdits;
import io.deltawire.delta.internal.state.Node;
import io.deltawire.delta.internal.state.TypeState;
import java.util.ArrayList;
import java.util.List;

/** The lists of a type of 64 leaves at most: which of them an update may be shorter for if it is told by edits. */
final class OutlineLists {
    /** Those of which enough leaves may change. */
    private final Node[] lists;
    /** By list, a bit for each leaf that is in it. */
    private final long[] leaves;

    /** Those of which edits are not looked for in this message, since that has been in vain. */
    private final Node[] skipping;

    private int skipped;

    OutlineLists(TypeState type) {
        long[] all = new long[type.lists.size()];
        for (int leaf = 0; leaf < type.leaves; leaf++) {
            for (Node node = type.leafNodes.get(leaf); node != null; node = node.parent) {
                if (node.list >= 0) {
                    all[node.list] |= 1L << leaf;
                }
            }
        }
        List<Node> found = new ArrayList<>();
        for (int i = 0; i < all.length; i++) {
            if (Long.bitCount(all[i]) >= ListEdits.MIN_CHANGED) {
                all[found.size()] = all[i];
                found.add(type.lists.get(i));
            }
        }
        this.lists = found.toArray(new Node[0]);
        this.leaves = all;
        this.skipping = new Node[lists.length];
    }

    /**
     * Whether {@link ListEdits} may look for edits in a message.
     *
     * @param written the leaves that the message has for certain
     * @param unsure those that it has unless they are as predicted
     */
    boolean mayBeEdited(long written, long unsure) {
        skipped = 0;
        for (int i = 0; i < lists.length; i++) {
            int certain = Long.bitCount(written & leaves[i]);
            if (certain + Long.bitCount(unsure & leaves[i]) < ListEdits.MIN_CHANGED) {
                continue;
            }
            if (certain < ListEdits.MIN_CHANGED || !lists[i].isSkippingEdit()) {
                return true;
            }
            skipping[skipped++] = lists[i];
        }
        return false;
    }

    /** Has it count as skipped what {@link #mayBeEdited} has found to be so. */
    void skip() {
        for (int i = 0; i < skipped; i++) {
            skipping[i].skipEditOnce();
        }
    }
}
