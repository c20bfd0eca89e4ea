package io.deltawire.delta.internal.token;

import io.deltawire.delta.internal.state.Node;
import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.delta.internal.value.Kind;
import io.deltawire.delta.internal.value.Op;
import java.util.Arrays;
import java.util.Objects;

/**
 * What has changed in a record since this was last asked: a record that holds those values alone, with those of its key.
 * A list in which anything has changed is there in full, since its items are told by their places.
 */
public final class Changes {
    private Changes() {}

    /** Returns the changes, and takes note of what the record is now. The first time, that is the whole record. */
    public static RecordState of(RecordState record) {
        RecordState before = record.seen;
        record.seen = RecordState.copyOf(record);
        if (before == null) {
            return record.seen;
        }
        RecordState result = RecordState.copyOf(record);
        boolean[] shown = new boolean[record.type.leaves];
        before.grow();
        showChanged(record.type.root, record, before, shown);
        for (int leaf : record.type.keyLeaves) {
            shown[leaf] = true;
        }
        for (int leaf = 0; leaf < shown.length; leaf++) {
            // Type names stand in front of what is shown, and show nothing alone.
            if (!shown[leaf] && record.type.leafNodes.get(leaf).kind != Op.NODE_TYPE) {
                result.remove(leaf);
            }
        }
        return result;
    }

    /** Marks the leaves that differ, from a node on; true where there are any. Nodes are no deeper than messages may be. */
    private static boolean showChanged(Node node, RecordState now, RecordState before, boolean[] shown) {
        boolean changed = node.leaf >= 0 && !same(now, before, node.leaf);
        if (changed) {
            shown[node.leaf] = true;
        }
        if (node.type != null && node.type.leaf >= 0 && !same(now, before, node.type.leaf)) {
            showAll(node, shown); // another class: nothing of it is as before
            return true;
        }
        boolean inItems = false;
        for (int i = 0; i < node.size; i++) {
            if (showChanged(node.children[i], now, before, shown)) {
                changed = true;
                inItems |= node.children[i].kind == Op.NODE_ITEM;
            }
        }
        if (inItems) {
            showAll(node, shown);
        }
        return changed;
    }

    private static void showAll(Node node, boolean[] shown) {
        if (node.leaf >= 0) {
            shown[node.leaf] = true;
        }
        for (int i = 0; i < node.size; i++) {
            showAll(node.children[i], shown);
        }
    }

    /** Whether a leaf has the same value, however it is coded. */
    private static boolean same(RecordState a, RecordState b, int leaf) {
        byte kind = plain(a.kind(leaf));
        if (kind != plain(b.kind(leaf))) {
            return false;
        }
        return switch (kind) {
            case Kind.BOOL, Kind.INT, Kind.F64 -> a.raw[leaf] == b.raw[leaf];
            case Kind.TEXT -> Objects.equals(a.ref[leaf], b.ref[leaf]);
            case Kind.TIME, Kind.DECIMAL -> a.ref[leaf].equals(b.ref[leaf]);
            case Kind.RAW -> Arrays.equals((byte[]) a.ref[leaf], (byte[]) b.ref[leaf]);
            default -> true;
        };
    }

    private static byte plain(byte kind) {
        return kind == Kind.DEC ? Kind.F64 : kind == Kind.NUMTEXT ? Kind.TEXT : kind;
    }
}
