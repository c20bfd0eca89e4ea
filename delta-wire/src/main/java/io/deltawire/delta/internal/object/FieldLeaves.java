package io.deltawire.delta.internal.object;

import io.deltawire.delta.internal.codec.DeltaDecoder;
import io.deltawire.delta.internal.nested.FieldContent;
import io.deltawire.delta.internal.nested.NestedField;
import io.deltawire.delta.internal.nested.NestedLayout;
import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.delta.internal.state.SchemaNode;
import io.deltawire.delta.internal.state.TypeState;
import io.deltawire.delta.internal.value.Op;
import io.deltawire.wire.spi.object.ColumnKind;
import io.deltawire.wire.spi.object.FieldColumns;
import java.util.Arrays;

/**
 * Maps the fields of a class to the leaves of its type, if the class is not flat. A nested field has any number of
 * leaves, at any indexes. Each other field has one leaf, which may be anywhere among them.
 *
 * <p>The binding owns this, and calls {@link #locate} again when the type gets new leaves. The fields are split into
 * {@link FieldPart parts} of 64.
 */
public final class FieldLeaves {
    private static final int[] NONE = {};

    /** The fields in groups of 64. */
    private final FieldPart[] parts;

    private final ColumnKind[] kinds;
    private final FieldColumns columns;
    /** By field, the class of its references; null for fields of 64 bits. */
    private final Class<?>[] referenceTypes;
    /** By field, its node. */
    private final SchemaNode[] nodes;
    /** By field, its leaves in ascending order. */
    private final int[][] leaves;
    /** By field; null for fields that are one leaf. */
    private final NestedField[] nestedFields;
    /** By leaf, its field; -1 for the leaf of a type name. */
    private int[] fieldByLeaf = NONE;

    /** The predicted leaves of the type that {@link FieldPart#predictedFields} was computed from. */
    private int[] predictedLeaves = NONE;

    private FieldLeaves(FieldColumns columns, ColumnKind[] kinds) {
        this.columns = columns;
        this.kinds = kinds;
        this.referenceTypes = new Class<?>[kinds.length];
        this.nodes = new SchemaNode[kinds.length];
        this.leaves = new int[kinds.length][];
        this.nestedFields = new NestedField[kinds.length];
        this.parts = FieldPart.split(columns, kinds);
        for (int i = 0; i < kinds.length; i++) {
            referenceTypes[i] = kinds[i].isReference() ? columns.referenceType(i) : null;
        }
    }

    public FieldPart part(int number) {
        return parts[number];
    }

    public FieldPart[] parts() {
        return parts;
    }

    /** Creates the map of a class; null if its objects are flat. */
    static FieldLeaves create(FieldColumns columns, ColumnKind[] kinds) {
        return columns.isFlat() ? null : new FieldLeaves(columns, kinds);
    }

    /** Whether the children of an object's node are the fields of a class, in order. */
    static boolean matches(SchemaNode object, FieldColumns columns) {
        if (object.leaf() >= 0 || object.childCount() != columns.shape().size()) {
            return false;
        }
        for (int i = 0; i < object.childCount(); i++) {
            SchemaNode field = object.child(i);
            boolean isOneLeaf = field.leaf() >= 0 && field.childCount() == 0 && field.typeNode() == null;
            if (field.kind() != Op.NODE_FIELD
                    || columns.kind(i) != ColumnKind.NESTED && !isOneLeaf
                    || !field.name().equals(columns.shape().name(i))) {
                return false;
            }
        }
        return true;
    }

    /** Computes the leaves of all fields. */
    void locate(TypeState state, SchemaNode object) {
        if (fieldByLeaf.length < state.leafCount()) {
            fieldByLeaf = new int[Math.max(state.leafCount(), 2 * fieldByLeaf.length)];
        }
        Arrays.fill(fieldByLeaf, -1);
        predictedLeaves = null;
        int[] counts = new int[kinds.length];
        for (int leaf = 0; leaf < state.leafCount(); leaf++) {
            int field = fieldOf(state.leafNode(leaf), object);
            fieldByLeaf[leaf] = field;
            if (field >= 0) {
                counts[field]++;
            }
        }
        for (int i = 0; i < kinds.length; i++) {
            nodes[i] = object.child(i);
            nestedFields[i] = kinds[i] == ColumnKind.NESTED ? new NestedField(i, nodes[i], 0) : null;
            leaves[i] = new int[counts[i]];
        }
        for (int leaf = state.leafCount() - 1; leaf >= 0; leaf--) {
            if (fieldByLeaf[leaf] >= 0) {
                leaves[fieldByLeaf[leaf]][--counts[fieldByLeaf[leaf]]] = leaf;
            }
        }
    }

    private static int fieldOf(SchemaNode leaf, SchemaNode object) {
        SchemaNode node = leaf;
        while (node.parent() != null && node.parent() != object) {
            node = node.parent();
        }
        return node.parent() == null || node.kind() == Op.NODE_TYPE ? -1 : node.index();
    }

    /**
     * Whether records need a {@link FieldView}, since the fields are not consecutive leaves in the form of the class.
     */
    static boolean needsView(SchemaNode object, FieldColumns columns) {
        for (int i = 0; i < object.childCount(); i++) {
            if (columns.kind(i).isByTokens()) {
                return true;
            }
        }
        return NestedLayout.findFirstLeaf(object, columns) < 0;
    }

    int[] leaves(int field) {
        return leaves[field];
    }

    /** Returns the leaf of a field that is not nested. */
    int leaf(int field) {
        return leaves[field][0];
    }

    /** Returns the class of a field's references. */
    Class<?> referenceType(int field) {
        return referenceTypes[field];
    }

    SchemaNode node(int field) {
        return nodes[field];
    }

    /** Returns a nested field. */
    NestedField nestedField(int field) {
        return nestedFields[field];
    }

    /**
     * Returns the content of a nested field, if its value has the same structure in the record; else null.
     *
     * @param isToBeSet whether the value is set from the record; else the record is updated from the value
     */
    FieldContent findContent(RecordState record, Object value, int field, boolean isToBeSet) {
        FieldContent content = FieldView.of(record).content(field);
        return nestedFields[field].lookUp(columns, record, value, content, isToBeSet) ? content : null;
    }

    /** Returns the parts, with {@link FieldPart#predictedFields} up to date. */
    FieldPart[] updatePredicted(TypeState state) {
        if (predictedLeaves != state.predictedLeaves()) {
            predictedLeaves = state.predictedLeaves();
            for (FieldPart part : parts) {
                part.clearPredicted();
            }
            for (int leaf : predictedLeaves) {
                if (fieldByLeaf[leaf] >= 0) {
                    parts[FieldPart.indexOf(fieldByLeaf[leaf])].addPredicted(fieldByLeaf[leaf]);
                }
            }
        }
        return parts;
    }

    /** Reader: computes {@link FieldPart#changedFields} for a message. */
    public void findChanged(TypeState type, DeltaDecoder message) {
        for (FieldPart part : updatePredicted(type)) {
            part.beginMessage();
        }
        int words = message.changedWords(type);
        for (int w = 0; w < words; w++) {
            for (long sent = message.changedWord(w); sent != 0; sent &= sent - 1) {
                markChanged(w << 6 | Long.numberOfTrailingZeros(sent));
            }
        }
    }

    private void markChanged(int leaf) {
        int field = fieldByLeaf[leaf];
        if (field >= 0) {
            parts[FieldPart.indexOf(field)].addChanged(field);
        }
    }

    /** Writer: stores all fields of an object in the view of its record, which has been updated from it. */
    void storeAll(FieldView view, RecordState record, Object object) {
        for (FieldPart part : parts) {
            store(part, view, record, object, part.allFields());
        }
    }

    /** Writer: stores the changed fields of a part in the view of the updated record. */
    void store(FieldPart part, FieldView view, RecordState record, Object object, long changed) {
        for (long todo = changed & ~part.nestedFields(); todo != 0; todo &= todo - 1) {
            int field = part.firstField() + Long.numberOfTrailingZeros(todo);
            view.store(kinds[field], columns, object, field, record, leaf(field));
        }
    }
}
