package io.deltawire.delta.internal.object;

import io.deltawire.delta.internal.codec.LeafBinding;
import io.deltawire.delta.internal.nested.NestedLayout;
import io.deltawire.delta.internal.state.ClassBinding;
import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.delta.internal.state.SchemaNode;
import io.deltawire.delta.internal.state.TypeState;
import io.deltawire.delta.internal.state.WriterType;
import io.deltawire.delta.internal.value.Op;
import io.deltawire.wire.spi.object.ColumnKind;
import io.deltawire.wire.spi.object.FieldColumns;
import java.util.Arrays;
import java.util.Objects;

/**
 * Binds a class to a message type: all messages of the type are objects of the class. {@link FieldColumns} of the class
 * can then work on the arrays of a {@link RecordState} without tokens.
 *
 * <p>Objects are flat if their fields are the type's leaves, one after another. Else {@link #fieldLeaves} maps each
 * field to its leaves, and records may have a {@link FieldView} with their values in field order. A binding is valid
 * until the type gets other nodes or leaves, or its epoch ends.
 */
public final class ColumnBinding extends LeafBinding implements ClassBinding {
    private final FieldColumns columns;
    /** The name of the field or event whose value the object is, or null. */
    private final String event;
    /** A bit for {@link #typeLeaf}. */
    private final long typeBit;

    /** A bit for each field of the record key. */
    private final long keyFields;

    /** A bit for each field that is held as a reference. */
    private final long referenceFields;

    /**
     * Maps fields to leaves if some fields need tokens, or the class has several parts. It is null for flat objects.
     */
    private final FieldLeaves fieldLeaves;

    /** Whether the key of an object's record is in its fields. */
    private final boolean isKeyInFields;

    /** Whether records have a {@link FieldView}. Else field {@code i} is leaf {@code base + i}. */
    private final boolean hasView;

    /** The layouts of objects with other objects inside; null for flat objects. */
    private final ObjectLayouts layouts;

    /** Writer: its part of {@link #state}. */
    private WriterType encodedType;

    /**
     * Writer: whether all records of the type are in the table of {@link ObjectRecordIndex}, so that an object not
     * found there is new.
     */
    private boolean hasAllRecordsIndexed;

    private int typeVersion;

    private ColumnBinding(
            TypeState state,
            FieldColumns columns,
            ColumnKind[] kinds,
            String event,
            int typeLeaf,
            int base,
            boolean hasView) {
        super(state, typeLeaf, base, kinds, 0, typeLeaf < 0 ? -1L : ~(1L << typeLeaf));
        this.columns = columns;
        this.event = event;
        this.typeBit = ~leaves();
        this.hasView = hasView;
        this.keyFields = columns.keys();
        this.isKeyInFields = columns.isKeyInFields();
        this.typeVersion = state.version();
        this.referenceFields = counted() | texts();
        this.fieldLeaves = FieldLeaves.create(columns, kinds);
        this.layouts = fieldLeaves == null ? null : new ObjectLayouts(this);
    }

    public FieldColumns columns() {
        return columns;
    }

    /** Returns a bit for the leaf of the type name. */
    public long typeBit() {
        return typeBit;
    }

    /** Returns a bit for each field of the record key. */
    public long keyFields() {
        return keyFields;
    }

    /** Returns a bit for each field of a flat object that is held as a reference. */
    public long referenceFields() {
        return referenceFields;
    }

    /** Returns the leaves of each field; null for flat objects. */
    public FieldLeaves fieldLeaves() {
        return fieldLeaves;
    }

    /** Whether the key of an object's record is in its fields. */
    boolean isKeyInFields() {
        return isKeyInFields;
    }

    /** Whether records have a {@link FieldView}. Else field {@code i} is leaf {@code base() + i}. */
    public boolean hasView() {
        return hasView;
    }

    /** Returns the layouts of objects with other objects inside; null for flat objects. */
    public ObjectLayouts layouts() {
        return layouts;
    }

    /** Writer: returns its part of {@link #state()}. */
    public WriterType encodedType() {
        return encodedType;
    }

    void setEncodedType(WriterType type) {
        encodedType = type;
    }

    void setAllRecordsIndexed(boolean all) {
        hasAllRecordsIndexed = all;
    }

    /** Writer: whether all records of the type are in the table of {@link ObjectRecordIndex}. */
    public boolean hasAllRecordsIndexed() {
        return hasAllRecordsIndexed;
    }

    @Override
    public String event() {
        return event;
    }

    @Override
    public long changed(int part) {
        return fieldLeaves.part(part).changedFields();
    }

    @Override
    public byte[] key(RecordState record) {
        return columns.key(record.bits(), record.references(), record.fieldValues() == null ? base() : 0);
    }

    /** Marks a record as bound to this class. The view that another binding made of it is dropped. */
    public void bindTo(RecordState record) {
        record.setBinding(this);
        if (record.fieldValues() != null) {
            if (hasView) {
                FieldView.of(record).clearStructure();
            } else {
                record.setFieldValues(null);
            }
        }
    }

    /** Returns the view of a record by this binding. It is created if the record has none. */
    FieldView view(RecordState record) {
        FieldView view = FieldView.of(record);
        if (view == null || view.binding() != this) {
            view = new FieldView(this, kinds().length);
            record.setFieldValues(view);
        }
        return view;
    }

    /** Compares an object with a record of this binding, as {@link FieldColumns#changes} does. */
    long differences(RecordState record, Object object, long[] changed) {
        return record.fieldValues() == null
                ? columns.changes(object, record.rawColumns(), record.refColumns(), base(), changed)
                : columns.changes(
                        object,
                        record.fieldValues().bits(),
                        record.fieldValues().references(),
                        0,
                        changed);
    }

    /** Compares the fields of one part. */
    long differences(FieldPart part, RecordState record, Object object, long[] changed) {
        return record.fieldValues() == null
                ? part.columns()
                        .changes(object, record.rawColumns(), record.refColumns(), base() + part.firstField(), changed)
                : part.columns()
                        .changes(
                                object,
                                record.fieldValues().bits(),
                                record.fieldValues().references(),
                                part.firstField(),
                                changed);
    }

    /** Whether field {@code i} is leaf {@code base + i}, and the class has one part. */
    public boolean isFlat() {
        return fieldLeaves == null;
    }

    /** Whether this binds objects of this class under this event name. */
    public boolean matches(String otherEvent, FieldColumns otherColumns) {
        return columns == otherColumns && Objects.equals(otherEvent, event);
    }

    /** Whether the messages have a name: of the event, or of the type. */
    public boolean hasName() {
        return event != null || typeLeaf() >= 0;
    }

    /** Whether the type has had no new nodes or leaves since this was made. */
    public boolean isCurrent() {
        return state().version() == typeVersion;
    }

    /** Whether the class has several parts. */
    boolean hasSeveralParts() {
        return fieldLeaves != null && fieldLeaves.parts().length > 1;
    }

    @Override
    public long bits(Object object, int field) {
        return columns.bits(object, field);
    }

    @Override
    public Object reference(Object object, int field) {
        return columns.reference(object, field);
    }

    /** Whether the value of each field has the kind in the record that the class writes. */
    public boolean fits(RecordState record) {
        if (record.capacity() < state().leafCount()) {
            return false;
        }
        for (int i = 0; i < kinds().length; i++) {
            if (!kind(i).isByTokens() && !fits(columns, i, kind(i), record, leafOf(i))) {
                return false;
            }
        }
        return true;
    }

    private int leafOf(int field) {
        return fieldLeaves == null ? base() + field : fieldLeaves.leaf(field);
    }

    /**
     * Binds a class to a type. Returns null if the type's leaves do not match the fields of the class.
     *
     * @param former the former binding of the type, or null. It is returned again if a new one would be equal.
     */
    public static ColumnBinding bind(TypeState state, FieldColumns columns, ColumnBinding former) {
        SchemaNode root = state.root();
        SchemaNode object = root;
        String event = null;
        if (root.leaf() < 0 && root.typeNode() == null && root.childCount() == 1 && isFieldOrEvent(root.child(0))) {
            object = root.child(0);
            event = object.name();
        }
        if (!columns.isFlat()) {
            return bindStructured(state, columns, event, object, former);
        }
        int fields = columns.shape().size();
        int typeLeaves = object.typeNode() != null && object.typeNode().leaf() >= 0 ? 1 : 0;
        if (object.leaf() >= 0 || state.leafCount() != fields + typeLeaves || state.leafCount() > 64) {
            return event == null ? null : bindSingleField(state, columns, former);
        }
        int base = NestedLayout.findFirstLeaf(object, columns);
        if (base < 0) {
            return event == null ? null : bindSingleField(state, columns, former);
        }
        return reuseOrCreate(
                state, columns, event, typeLeaves == 1 ? object.typeNode().leaf() : -1, base, false, former);
    }

    private static ColumnBinding bindStructured(
            TypeState state, FieldColumns columns, String event, SchemaNode eventOrRoot, ColumnBinding former) {
        SchemaNode object = eventOrRoot;
        String name = event;
        if (!FieldLeaves.matches(object, columns)) {
            if (event == null || !FieldLeaves.matches(state.root(), columns)) {
                return null;
            }
            object = state.root(); // a class with one field has the same tokens as an event
            name = null;
        }
        int typeLeaf = object.typeNode() == null ? -1 : object.typeNode().leaf();
        int first = object.child(0).leaf();
        boolean isFirst = first >= 0 && first < Long.SIZE && state.leafCount() <= Long.SIZE;
        boolean hasView = FieldLeaves.needsView(object, columns);
        int base = isFirst || !hasView ? first : 0;
        ColumnBinding binding = reuseOrCreate(state, columns, name, typeLeaf, base, hasView, former);
        binding.fieldLeaves.locate(state, object);
        binding.layouts.clear();
        return binding;
    }

    private static ColumnBinding reuseOrCreate(
            TypeState state,
            FieldColumns columns,
            String event,
            int typeLeaf,
            int base,
            boolean hasView,
            ColumnBinding former) {
        if (former != null
                && former.state() == state
                && former.columns == columns
                && former.typeLeaf() == typeLeaf
                && former.base() == base
                && former.hasView == hasView
                && Objects.equals(former.event, event)) {
            former.typeVersion = state.version();
            return former;
        }
        ColumnKind[] kinds = new ColumnKind[columns.shape().size()];
        Arrays.setAll(kinds, columns::kind);
        return new ColumnBinding(state, columns, kinds, event, typeLeaf, base, hasView);
    }

    /** Binds a class with one field, whose object has the same tokens as an event. */
    private static ColumnBinding bindSingleField(TypeState state, FieldColumns columns, ColumnBinding former) {
        SchemaNode field = state.root().child(0);
        boolean fits = columns.shape().size() == 1
                && state.leafCount() == 1
                && field.leaf() == 0
                && field.childCount() == 0
                && field.typeNode() == null
                && field.kind() == Op.NODE_FIELD
                && field.name().equals(columns.shape().name(0));
        return fits ? reuseOrCreate(state, columns, null, -1, 0, false, former) : null;
    }

    private static boolean isFieldOrEvent(SchemaNode node) {
        return node.kind() == Op.NODE_FIELD || node.kind() == Op.NODE_EVENT;
    }
}
