package io.deltawire.delta.internal.codec;

import io.deltawire.delta.internal.state.ListEdit;
import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.delta.internal.state.SchemaNode;
import io.deltawire.delta.internal.state.TypeState;
import io.deltawire.delta.internal.value.Op;
import io.deltawire.delta.internal.value.PlainValueWriter;
import java.util.Arrays;
import java.util.List;

/**
 * The writer's choice of {@linkplain ListEdit edits}. It aligns the items of a message's list with those of the
 * record's list, and moves the record's items if that saves more bytes than the edits cost.
 *
 * <p>The alignment is banded dynamic programming (Needleman and Wunsch, 1970) with costs by the number of leaves. It is
 * tried if several leaves of a list have changed, and less often after it has found nothing.
 */
public final class ListEdits {
    /** The number of changed leaves of a list from which on an alignment is tried. */
    public static final int MIN_CHANGED = 3;
    /** The largest distance that an item may have moved. */
    private static final int BAND = 8;

    private static final int WIDTH = 2 * BAND + 1;
    /** Approximate costs of a changed leaf and of an edit, in half bytes. */
    private static final int LEAF = 4;

    private static final int EDIT = 6;

    private static final byte KEEP = 0;
    private static final byte REMOVE = 1;
    private static final byte INSERT = 2;

    private final Columns in;
    /** For each list of the type, the number of its changed leaves. */
    private int[] changed = new int[8];

    /** The costs of aligning up to a pair of items, in half bytes: the current row and the previous one. */
    private int[] row = new int[WIDTH];

    private int[] rowBefore = new int[WIDTH];
    /** The last step to each pair of items, by row and then by distance from the diagonal. */
    private byte[] steps = new byte[64 * WIDTH];

    private int[] removed = new int[ListEdit.MAX];
    private int[] inserted = new int[ListEdit.MAX];
    private final long[] codes = new long[ListEdit.MAX];
    private final int[] lists = new int[ListEdit.MAX];
    private int count;
    /** The number of leaves compared and moved for this message: at most about 90 for each leaf of its lists. */
    private long work;

    ListEdits(Columns in) {
        this.in = in;
    }

    /**
     * Edits the record's lists where that pays, and appends the operation for the reader.
     *
     * @param mask the leaves that are not as predicted
     * @return whether there are edits
     */
    boolean editLists(RecordState record, long[] mask, PlainValueWriter out) {
        List<SchemaNode> all = record.type().lists();
        if (all.isEmpty() || record.type().leafCount() > ListEdit.MAX_LEAVES || !countChanges(record.type(), mask)) {
            return false;
        }
        count = 0;
        work = 0;
        for (int i = 0; i < all.size(); i++) {
            SchemaNode list = all.get(i);
            if (changed[i] >= MIN_CHANGED && !list.skipEditOnce()) {
                list.recordEditSearch(editList(record, list));
            }
        }
        record.type().addEditWork(work);
        if (count == 0) {
            return false;
        }
        out.op(Op.EDIT);
        for (int i = 0; i < count; i++) {
            out.varInt((long) lists[i] << 1 | (i < count - 1 ? 1 : 0));
            out.varInt(codes[i]);
        }
        return true;
    }

    /** Counts the changed leaves of each list; false if no list has enough of them. */
    private boolean countChanges(TypeState type, long[] mask) {
        int most = 0;
        boolean counting = false;
        for (int w = 0; w < mask.length; w++) {
            for (long bits = mask[w]; bits != 0; bits &= bits - 1) {
                SchemaNode node = type.leafNode(w << 6 | Long.numberOfTrailingZeros(bits));
                for (; node != null; node = node.parent()) {
                    if (node.listNumber() < 0) {
                        continue;
                    }
                    if (!counting) {
                        counting = true;
                        changed = changed.length < type.lists().size()
                                ? new int[2 * type.lists().size()]
                                : changed;
                        Arrays.fill(changed, 0, type.lists().size(), 0);
                    }
                    most = Math.max(most, ++changed[node.listNumber()]);
                }
            }
        }
        return most >= MIN_CHANGED;
    }

    /** Returns the number of items that the message has for a list. */
    private int givenItems(SchemaNode list) {
        int size = 0;
        while (size < list.itemCount() && in.isGiven(list.item(size))) {
            size++;
        }
        return size;
    }

    private boolean editList(RecordState record, SchemaNode list) {
        int before = ListEdit.size(record, list);
        int after = givenItems(list);
        if (before == 0 || after == 0 || Math.abs(after - before) > BAND) {
            return false;
        }
        int common = Math.min(before, after);
        int start = 0;
        while (start < common && differences(list, start, record, start) == 0) {
            start++;
        }
        int end = 0;
        while (end < common - start && differences(list, after - 1 - end, record, before - 1 - end) == 0) {
            end++;
        }
        int rows = before - start - end;
        int columns = after - start - end;
        int plain = costInPlace(list, record, before, after, start);
        if (align(list, record, start, rows, columns) >= plain) {
            return false;
        }
        return applySteps(record, list, before, start, rows, columns);
    }

    /** Returns the cost of the items without edits, in half bytes. */
    private int costInPlace(SchemaNode list, RecordState record, int before, int after, int start) {
        int cost = 0;
        for (int i = start; i < Math.max(before, after); i++) {
            cost += i < after
                    ? LEAF * differences(list, i, record, i) + (i < before ? 0 : 2 * leaves(list.item(i)))
                    : LEAF * leaves(list.item(i));
        }
        return cost;
    }

    /** Returns the number of leaves in which an item differs from an item of the record. */
    private int differences(SchemaNode list, int item, RecordState record, int before) {
        return differences(list.item(item), record, list.item(before));
    }

    private int differences(SchemaNode node, RecordState record, SchemaNode before) {
        int n = 0;
        int leaf = node.leaf();
        if (leaf >= 0) {
            work++;
            boolean same =
                    before == null || before.leaf() < 0 ? !in.isGiven(leaf) : in.isSameAs(leaf, record, before.leaf());
            n += same ? 0 : 1;
        }
        if (node.typeNode() != null) {
            n += differences(node.typeNode(), record, before == null ? null : before.typeNode());
        }
        for (int i = 0; i < node.childCount(); i++) {
            SchemaNode child = node.child(i);
            n += differences(child, record, before == null ? null : before.counterpartOf(child));
        }
        return n;
    }

    private static int leaves(SchemaNode node) {
        int n = node.leaf() >= 0 ? 1 : 0;
        for (int i = 0; i < node.childCount(); i++) {
            n += leaves(node.child(i));
        }
        return n;
    }

    /** Fills {@link #steps}, and returns the cost in half bytes. */
    private int align(SchemaNode list, RecordState record, int start, int rows, int columns) {
        if (steps.length < (rows + 1) * WIDTH) {
            steps = new byte[2 * (rows + 1) * WIDTH];
        }
        int never = Integer.MAX_VALUE / 2;
        for (int i = 0; i <= rows; i++) {
            int[] swapped = rowBefore;
            rowBefore = row;
            row = swapped;
            Arrays.fill(row, never);
            for (int d = 0; d < WIDTH; d++) {
                int j = i + d - BAND;
                if (j < 0 || j > columns) {
                    continue;
                }
                int best = i == 0 && j == 0 ? 0 : never;
                byte step = KEEP;
                if (i > 0 && d + 1 < WIDTH && rowBefore[d + 1] + EDIT < best) {
                    best = rowBefore[d + 1] + EDIT;
                    step = REMOVE;
                }
                if (j > 0 && d > 0 && row[d - 1] < never) {
                    int cost = row[d - 1] + EDIT + LEAF * leaves(list.item(start + j - 1));
                    if (cost < best) {
                        best = cost;
                        step = INSERT;
                    }
                }
                if (i > 0 && j > 0 && rowBefore[d] < best) {
                    int cost = rowBefore[d] + LEAF * differences(list, start + j - 1, record, start + i - 1);
                    if (cost <= best) {
                        best = cost;
                        step = KEEP;
                    }
                }
                row[d] = best;
                steps[i * WIDTH + d] = step;
            }
        }
        return row[columns - rows + BAND];
    }

    /**
     * Applies the edits of {@link #steps} to the record, and collects their codes; false if there are none or too many.
     */
    private boolean applySteps(RecordState record, SchemaNode list, int before, int start, int rows, int columns) {
        int removals = 0;
        int insertions = 0;
        for (int i = rows, j = columns; i > 0 || j > 0; ) {
            byte step = steps[i * WIDTH + j - i + BAND];
            if (removals == ListEdit.MAX || insertions == ListEdit.MAX) {
                return false;
            }
            if (step == REMOVE) {
                removed[removals++] = start + --i;
            } else if (step == INSERT) {
                inserted[insertions++] = start + --j;
            } else {
                i--;
                j--;
            }
        }
        if (removals + insertions == 0 || count + removals + insertions > ListEdit.MAX) {
            return false;
        }
        int size = before;
        // Removals come first, from the last item on, so that there are never more items than nodes.
        boolean drops = removals > 0 && insertions > 0 && removed[0] == before - 1;
        boolean keeps = !drops && removals > 0 && insertions > 0 && inserted[0] == before - removals + insertions - 1;
        for (int i = drops ? 1 : 0; i < removals; i++) {
            int operation = keeps && i == 0 ? ListEdit.REMOVE_AND_KEEP : ListEdit.REMOVE;
            size = applyEdit(record, list, size, removed[i], operation);
        }
        for (int i = insertions - 1; i >= (keeps ? 1 : 0); i--) {
            int operation = drops && i == insertions - 1 ? ListEdit.INSERT_AND_DROP : ListEdit.INSERT;
            size = applyEdit(record, list, size, inserted[i], operation);
        }
        return true;
    }

    private int applyEdit(RecordState record, SchemaNode list, int size, int at, int operation) {
        lists[count] = list.listNumber();
        codes[count++] = ListEdit.code(at, operation);
        work += (long) Math.abs(size - at) * leaves(list.item(0));
        return ListEdit.apply(record, list, size, at, operation);
    }
}
