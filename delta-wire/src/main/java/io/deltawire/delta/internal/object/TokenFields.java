package io.deltawire.delta.internal.object;

import io.deltawire.delta.internal.codec.DeltaDecoder;
import io.deltawire.delta.internal.codec.LeafUpdate;
import io.deltawire.delta.internal.nested.Held;
import io.deltawire.delta.internal.nested.InnerField;
import io.deltawire.delta.internal.nested.ObjectPlace;
import io.deltawire.delta.internal.state.Node;
import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.delta.internal.state.TypeState;
import io.deltawire.delta.internal.value.Op;
import io.deltawire.wire.spi.object.ColumnKind;
import io.deltawire.wire.spi.object.FieldColumns;
import java.util.Arrays;

/**
 * Where in the leaves of a type the fields of a class are, some of which go by tokens, or that are in several parts: those that do may
 * have any number of leaves, in any places, and the others may be anywhere between them.
 */
public final class TokenFields {
    private static final int[] NONE = {};

    /** What there is a bit of for each field. */
    public final FieldPart[] parts;

    private final ColumnKind[] kinds;
    private final FieldColumns columns;
    /** By field, what it holds as a reference; null for the others. */
    private final Class<?>[] types;
    /** By field. */
    private final Node[] nodes;

    private final int[][] leaves;
    /** By field; null for those that have a column. */
    private final InnerField[] inner;
    /** By leaf the field; -1 for the leaf of a type name. */
    private int[] fields = NONE;

    /** The leaves that {@link FieldPart#predicted} has been made of. */
    private int[] predicted = NONE;

    private TokenFields(FieldColumns columns, ColumnKind[] kinds) {
        this.columns = columns;
        this.kinds = kinds;
        this.types = new Class<?>[kinds.length];
        this.nodes = new Node[kinds.length];
        this.leaves = new int[kinds.length][];
        this.inner = new InnerField[kinds.length];
        this.parts = FieldPart.of(columns, kinds);
        for (int i = 0; i < kinds.length; i++) {
            types[i] = kinds[i].isReference() ? columns.referenceType(i) : null;
        }
    }

    /** Those of a class; null where it has none. */
    static TokenFields of(FieldColumns columns, ColumnKind[] kinds) {
        return columns.isFlat() ? null : new TokenFields(columns, kinds);
    }

    /** Whether the fields of an object's node are those of a class, in their order. */
    static boolean fit(Node object, FieldColumns columns) {
        if (object.leaf >= 0 || object.size != columns.shape().size()) {
            return false;
        }
        for (int i = 0; i < object.size; i++) {
            Node field = object.children[i];
            boolean isOneLeaf = field.leaf >= 0 && field.size == 0 && field.type == null;
            if (field.kind != Op.NODE_FIELD
                    || columns.kind(i) != ColumnKind.NESTED && !isOneLeaf
                    || !field.name.equals(columns.shape().name(i))) {
                return false;
            }
        }
        return true;
    }

    /** Finds the leaves of the fields. */
    void find(TypeState state, Node object) {
        if (fields.length < state.leaves) {
            fields = new int[Math.max(state.leaves, 2 * fields.length)];
        }
        Arrays.fill(fields, -1);
        predicted = null;
        int[] counts = new int[kinds.length];
        for (int leaf = 0; leaf < state.leaves; leaf++) {
            int field = fieldOf(state.leafNodes.get(leaf), object);
            fields[leaf] = field;
            if (field >= 0) {
                counts[field]++;
            }
        }
        for (int i = 0; i < kinds.length; i++) {
            nodes[i] = object.children[i];
            inner[i] = kinds[i] == ColumnKind.NESTED ? new InnerField(i, nodes[i], 0) : null;
            leaves[i] = new int[counts[i]];
        }
        for (int leaf = state.leaves - 1; leaf >= 0; leaf--) {
            if (fields[leaf] >= 0) {
                leaves[fields[leaf]][--counts[fields[leaf]]] = leaf;
            }
        }
    }

    private static int fieldOf(Node leaf, Node object) {
        Node node = leaf;
        while (node.parent != null && node.parent != object) {
            node = node.parent;
        }
        return node.parent == null || node.kind == Op.NODE_TYPE ? -1 : node.index;
    }

    /** Whether all fields are one leaf each, one after another. */
    boolean areInARow() {
        for (int i = 0; i < kinds.length; i++) {
            if (leaves[i].length != 1 || leaves[i][0] != leaves[0][0] + i) {
                return false;
            }
        }
        return parts.length == 1 && parts[0].inner == 0;
    }

    /** Whether the fields of an object's node are not all leaves as they are, one after another. */
    static boolean haveView(Node object, FieldColumns columns) {
        for (int i = 0; i < object.size; i++) {
            if (columns.kind(i).isByTokens()) {
                return true;
            }
        }
        return ObjectPlace.firstLeaf(object, columns) < 0;
    }

    /** The leaves of a field. */
    int[] leaves(int field) {
        return leaves[field];
    }

    /** The leaf of a field that has a column. */
    int leaf(int field) {
        return leaves[field][0];
    }

    /** The class of values that a field holds as a reference. */
    Class<?> type(int field) {
        return types[field];
    }

    Node node(int field) {
        return nodes[field];
    }

    /** A field that is in no column. */
    InnerField inner(int field) {
        return inner[field];
    }

    /**
     * What a field that is in no column holds, if that is just what its record has there; else null.
     *
     * @param isToBeSet whether the value is to become what the record is, and not the other way round
     */
    Held held(RecordState record, Object value, int field, boolean isToBeSet) {
        Held held = FieldView.of(record).held(field);
        return inner[field].isHeld(columns, record, value, held, isToBeSet) ? held : null;
    }

    /** The parts, with a bit for each of their fields that has something that is {@link FieldPart#predicted}. */
    FieldPart[] predicted(TypeState state) {
        if (predicted != state.predicted) {
            predicted = state.predicted;
            for (FieldPart part : parts) {
                part.predicted = 0;
            }
            for (int leaf : predicted) {
                if (fields[leaf] >= 0) {
                    parts[FieldPart.of(fields[leaf])].predicted |= 1L << fields[leaf];
                }
            }
        }
        return parts;
    }

    /** Reader: finds the fields that a message may have {@link FieldPart#changed}. */
    public void findChanged(TypeState type, DeltaDecoder message) {
        for (FieldPart part : predicted(type)) {
            part.changed = part.predicted;
        }
        int words = message.changedWords(type);
        for (int w = 0; w < words; w++) {
            for (long sent = message.changed(w); sent != 0; sent &= sent - 1) {
                setChanged(w << 6 | Long.numberOfTrailingZeros(sent));
            }
        }
    }

    private void setChanged(int leaf) {
        int field = fields[leaf];
        if (field >= 0) {
            parts[FieldPart.of(field)].changed |= 1L << field;
        }
    }

    /** Writer: brings the view of a record to what an object is, of which the record has all values. */
    void keepAll(FieldView view, RecordState record, Object object) {
        for (FieldPart part : parts) {
            keep(part, view, record, object, part.all);
        }
    }

    /** Writer: the same of those fields of a part that have changed. */
    void keep(FieldPart part, FieldView view, RecordState record, Object object, long changed) {
        for (long todo = changed & ~part.inner; todo != 0; todo &= todo - 1) {
            int field = part.first + Long.numberOfTrailingZeros(todo);
            view.keep(kinds[field], columns, object, field, record, leaf(field));
        }
    }

    /**
     * Writer: adds what fields of a part differ from a record in.
     *
     * @param changed the fields that differ, or have no column
     * @param now what those have now, where they are held as 64 bits
     * @return false where there is more to it
     */
    boolean add(FieldPart part, RecordState record, Object object, long changed, long[] now, LeafUpdate into) {
        for (long todo = (changed | part.predicted) & ~part.inner; todo != 0; todo &= todo - 1) {
            int at = Long.numberOfTrailingZeros(todo);
            int field = part.first + at;
            boolean isChanged = (changed >>> at & 1) != 0;
            if (!into.add(columns, kinds[field], object, field, record, leaf(field), isChanged, now[at])) {
                return false;
            }
        }
        for (long todo = part.inner; todo != 0; todo &= todo - 1) {
            int field = part.first + Long.numberOfTrailingZeros(todo);
            Held held = FieldView.of(record).held(field);
            if (!inner[field].find(columns, record, columns.reference(object, field), held, into)) {
                return false;
            }
        }
        return true;
    }
}
