package io.deltawire.delta.internal.token;

import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.delta.internal.state.SchemaNode;
import io.deltawire.delta.internal.value.Kind;
import io.deltawire.delta.internal.value.Op;
import java.util.Arrays;
import java.util.Objects;

/**
 * Finds the changes of a record since the last call for it. The result is a record with only the changed values and the
 * key fields.
 *
 * <p>A changed list is contained in full, since its items are named by their index. The state, which is a copy of the
 * record at the last call, is in the record itself.
 */
public final class RecordDiff {
    private RecordDiff() {}

    /** Returns the changes since the last call, or the whole record at the first one, and keeps a copy for the next. */
    public static RecordState takeChanges(RecordState record) {
        RecordState before = record.replaceReported();
        if (before == null) {
            return record.lastReported();
        }
        RecordState result = RecordState.copyOf(record);
        boolean[] shown = new boolean[record.type().leafCount()];
        before.grow();
        markChanged(record.type().root(), record, before, shown);
        for (int leaf : record.type().keyLeaves()) {
            shown[leaf] = true;
        }
        for (int leaf = 0; leaf < shown.length; leaf++) {
            // A type name belongs to a value: it appears with that, and not alone.
            if (!shown[leaf] && record.type().leafNode(leaf).kind() != Op.NODE_TYPE) {
                result.remove(leaf);
            }
        }
        return result;
    }

    /** Marks the leaves below a node that differ; true if there are any. The limit on depth bounds the recursion. */
    private static boolean markChanged(SchemaNode node, RecordState now, RecordState before, boolean[] shown) {
        boolean changed = node.leaf() >= 0 && !isSame(now, before, node.leaf());
        if (changed) {
            shown[node.leaf()] = true;
        }
        if (node.typeNode() != null
                && node.typeNode().leaf() >= 0
                && !isSame(now, before, node.typeNode().leaf())) {
            markAll(node, shown); // another class: its fields are not comparable
            return true;
        }
        boolean inItems = false;
        for (int i = 0; i < node.childCount(); i++) {
            if (markChanged(node.child(i), now, before, shown)) {
                changed = true;
                inItems |= node.child(i).kind() == Op.NODE_ITEM;
            }
        }
        if (inItems) {
            markAll(node, shown);
        }
        return changed;
    }

    private static void markAll(SchemaNode node, boolean[] shown) {
        if (node.leaf() >= 0) {
            shown[node.leaf()] = true;
        }
        for (int i = 0; i < node.childCount(); i++) {
            markAll(node.child(i), shown);
        }
    }

    /** Whether a leaf has the same value in both records, whatever its encoding. */
    private static boolean isSame(RecordState a, RecordState b, int leaf) {
        byte kind = plainKind(a.kind(leaf));
        if (kind != plainKind(b.kind(leaf))) {
            return false;
        }
        return switch (kind) {
            case Kind.BOOL, Kind.INT, Kind.F64 -> a.rawAt(leaf) == b.rawAt(leaf);
            case Kind.TEXT -> Objects.equals(a.refAt(leaf), b.refAt(leaf));
            case Kind.TIME, Kind.DECIMAL -> a.refAt(leaf).equals(b.refAt(leaf));
            case Kind.RAW -> Arrays.equals((byte[]) a.refAt(leaf), (byte[]) b.refAt(leaf));
            default -> true;
        };
    }

    private static byte plainKind(byte kind) {
        return kind == Kind.DEC ? Kind.F64 : kind == Kind.NUMTEXT ? Kind.TEXT : kind;
    }
}
