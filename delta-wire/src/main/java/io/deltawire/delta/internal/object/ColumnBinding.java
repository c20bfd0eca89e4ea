package io.deltawire.delta.internal.object;

import io.deltawire.delta.internal.codec.LeafBinding;
import io.deltawire.delta.internal.nested.ObjectPlace;
import io.deltawire.delta.internal.state.ClassBinding;
import io.deltawire.delta.internal.state.EncodedType;
import io.deltawire.delta.internal.state.Node;
import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.delta.internal.state.TypeState;
import io.deltawire.delta.internal.value.Op;
import io.deltawire.wire.spi.object.ColumnKind;
import io.deltawire.wire.spi.object.FieldColumns;
import java.util.Arrays;
import java.util.Objects;

/**
 * That the messages of a type are objects of one class, whose fields are the type's leaves one after another: what
 * {@link FieldColumns} need to work on a {@link RecordState} directly. Holds until the type has other
 * nodes or leaves than when it was found, or its epoch ends.
 */
public final class ColumnBinding extends LeafBinding implements ClassBinding {
    public final FieldColumns columns;
    /** The name of the field or event whose value the object is, or null. */
    final String event;
    /** A bit for {@link #typeLeaf}. */
    public final long typeBit;

    /** A bit for each field that names the record. */
    public final long keys;

    /** A bit for each field that names the record, or of which no change goes in one pass with those of others. */
    private final long others;

    /** Where the fields are, if some of them go by tokens, or there are several parts; null where they are flat. */
    public final TokenFields tokenFields;

    /** Whether the fields tell which record an object is the state of. */
    final boolean isKeyInFields;

    /** Whether records have a {@link FieldView}; else all fields are leaves as they are, one after another from {@link #base} on. */
    public final boolean hasView;

    /** Writer: how those of its objects are made that have others inside; null where they are flat. */
    public final Outlines outlines;

    /** Writer: whether updates of those fields that do not go by tokens may go in one pass. */
    private boolean mayGoInOnePass = true;

    /** Writer: what it knows of {@link #state}. */
    public EncodedType type;

    /** Writer: whether every record of the type is found by its columns, so that what is not found is new. */
    public boolean findsAll;

    private int version;

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
        this.typeBit = ~leaves;
        this.hasView = hasView;
        this.keys = columns.keys();
        this.isKeyInFields = columns.isKeyInFields();
        this.version = state.version;
        this.others = ~(wholes | doubles >>> base | times | texts | fields(kinds, ColumnKind.BOOL)) | keys;
        this.tokenFields = TokenFields.of(columns, kinds);
        this.outlines = tokenFields == null ? null : new Outlines(this);
    }

    @Override
    public String event() {
        return event;
    }

    @Override
    public int typeLeaf() {
        return typeLeaf;
    }

    @Override
    public int base() {
        return base;
    }

    @Override
    public long changed(int part) {
        return tokenFields.parts[part].changed;
    }

    @Override
    public byte[] key(RecordState record) {
        return columns.key(record.bits(), record.references(), record.view == null ? base : 0);
    }

    /** Makes a record one of an object of this class; a view of another class's fields goes. */
    public void bindTo(RecordState record) {
        record.binding = this;
        if (record.view != null) {
            if (hasView) {
                FieldView.of(record).forget();
            } else {
                record.view = null;
            }
        }
    }

    /** The view of a record by this binding: a new one where there is none. */
    FieldView view(RecordState record) {
        FieldView view = FieldView.of(record);
        if (view == null || view.binding != this) {
            view = new FieldView(this, kinds.length);
            record.view = view;
        }
        return view;
    }

    /** The fields in which an object differs from a record that is bound so: see {@link FieldColumns#changes}. */
    long differences(RecordState record, Object object, long[] changed) {
        return record.view == null
                ? columns.changes(object, record.raw, record.ref, base, changed)
                : columns.changes(object, record.view.bits, record.view.references, 0, changed);
    }

    /** The fields of one part in which an object differs. */
    long differences(FieldPart part, RecordState record, Object object, long[] changed) {
        return record.view == null
                ? part.columns.changes(object, record.raw, record.ref, base + part.first, changed)
                : part.columns.changes(object, record.view.bits, record.view.references, part.first, changed);
    }

    /** Whether all fields are leaves as they are, one after another from {@link #base} on, and there is one part. */
    public boolean isFlat() {
        return tokenFields == null;
    }

    /** Whether it is that of objects of this class under this name. */
    public boolean isOf(String name, FieldColumns of) {
        return columns == of && Objects.equals(name, event);
    }

    /** Whether its messages are an event, or an object with a type name. */
    public boolean isNamed() {
        return event != null || typeLeaf >= 0;
    }

    /** Whether the type is still what it was. */
    public boolean holds() {
        return state.version == version;
    }

    /** Whether there are several parts. */
    boolean isWide() {
        return tokenFields != null && tokenFields.parts.length > 1;
    }

    @Override
    public long bits(Object object, int field) {
        return columns.bits(object, field);
    }

    @Override
    public Object reference(Object object, int field) {
        return columns.reference(object, field);
    }

    /**
     * Whether changes of these fields go in one pass. Not that of a text that may be predicted, since it is a time's or a number's:
     * whether it is as predicted takes a look at what it says.
     */
    public boolean goInOnePass(long fields) {
        return goInOnePassFlat(fields)
                && (tokenFields == null
                        || mayGoInOnePass && (state.predictedMask >>> base & tokenFields.parts[0].values) == 0);
    }

    /** The same of a class whose objects are {@linkplain #isFlat flat}. */
    public boolean goInOnePassFlat(long fields) {
        return (fields & others) == 0
                && ((fields & texts) == 0 || (fields & texts & state.predictedMask >>> base) == 0);
    }

    /** Whether the record holds every field as the columns do. */
    public boolean fits(RecordState record) {
        if (record.leaves() < state.leaves) {
            return false;
        }
        for (int i = 0; i < kinds.length; i++) {
            if (!kinds[i].isByTokens() && !fits(columns, i, kinds[i], record, leaf(i))) {
                return false;
            }
        }
        return true;
    }

    private int leaf(int field) {
        return tokenFields == null ? base + field : tokenFields.leaf(field);
    }

    /**
     * The binding of a type to a class, or null where there is none.
     *
     * @param former of this type, which is returned where it is what a new one would be; or null
     */
    public static ColumnBinding of(TypeState state, FieldColumns columns, ColumnBinding former) {
        Node root = state.root;
        Node object = root;
        String event = null;
        if (root.leaf < 0 && root.type == null && root.size == 1 && isNamed(root.children[0])) {
            object = root.children[0];
            event = object.name;
        }
        if (!columns.isFlat()) {
            return ofTokens(state, columns, event, object, former);
        }
        int fields = columns.shape().size();
        int typeLeaves = object.type != null && object.type.leaf >= 0 ? 1 : 0;
        if (object.leaf >= 0 || state.leaves != fields + typeLeaves || state.leaves > 64) {
            return event == null ? null : ofRoot(state, columns, former);
        }
        int base = ObjectPlace.firstLeaf(object, columns);
        if (base < 0) {
            return event == null ? null : ofRoot(state, columns, former);
        }
        return of(state, columns, event, typeLeaves == 1 ? object.type.leaf : -1, base, false, former);
    }

    private static ColumnBinding ofTokens(
            TypeState state, FieldColumns columns, String event, Node eventOrRoot, ColumnBinding former) {
        Node object = eventOrRoot;
        String name = event;
        if (!TokenFields.fit(object, columns)) {
            if (event == null || !TokenFields.fit(state.root, columns)) {
                return null;
            }
            object = state.root; // a class with one field: its object looks as an event does
            name = null;
        }
        int typeLeaf = object.type == null ? -1 : object.type.leaf;
        int first = object.children[0].leaf;
        boolean isFirst = first >= 0 && first < Long.SIZE && state.leaves <= Long.SIZE;
        boolean hasView = TokenFields.haveView(object, columns);
        int base = isFirst || !hasView ? first : 0;
        ColumnBinding binding = of(state, columns, name, typeLeaf, base, hasView, former);
        binding.tokenFields.find(state, object);
        binding.outlines.clear();
        binding.mayGoInOnePass = isFirst && binding.tokenFields.areInARow();
        return binding;
    }

    private static ColumnBinding of(
            TypeState state,
            FieldColumns columns,
            String event,
            int typeLeaf,
            int base,
            boolean hasView,
            ColumnBinding former) {
        if (former != null
                && former.state == state
                && former.columns == columns
                && former.typeLeaf == typeLeaf
                && former.base == base
                && former.hasView == hasView
                && Objects.equals(former.event, event)) {
            former.version = state.version;
            return former;
        }
        ColumnKind[] kinds = new ColumnKind[columns.shape().size()];
        Arrays.setAll(kinds, columns::kind);
        return new ColumnBinding(state, columns, kinds, event, typeLeaf, base, hasView);
    }

    /** A class with one field: its object looks as an event does. */
    private static ColumnBinding ofRoot(TypeState state, FieldColumns columns, ColumnBinding former) {
        Node field = state.root.children[0];
        boolean fits = columns.shape().size() == 1
                && state.leaves == 1
                && field.leaf == 0
                && field.size == 0
                && field.type == null
                && field.kind == Op.NODE_FIELD
                && field.name.equals(columns.shape().name(0));
        return fits ? of(state, columns, null, -1, 0, false, former) : null;
    }

    private static boolean isNamed(Node node) {
        return node.kind == Op.NODE_FIELD || node.kind == Op.NODE_EVENT;
    }
}
