package io.deltawire.delta.internal.object;

import io.deltawire.delta.internal.codec.Columns;
import io.deltawire.delta.internal.codec.LeafBinding;
import io.deltawire.delta.internal.nested.LeafChanges;
import io.deltawire.delta.internal.nested.NestedReadContext;
import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.delta.internal.state.TypeState;
import io.deltawire.delta.internal.value.Kind;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.spi.object.ColumnKind;
import java.util.Arrays;

/**
 * The layout of an object with other objects inside: the class of each, the size of each list, and the leaf of each
 * field. The type has at most 64 leaves, so that a set of leaves is one long.
 *
 * <p>One walk over the objects compares an object of this layout with a record. Its update is then encoded like
 * that of a flat object, by leaf and not by field. All records with the same structure share a layout. The layout owns the tree of its objects and the result of the last comparison, so it belongs to one writer or
 * reader.
 *
 * <p>Some leaves are markers and no field's value: type names, nulls, and empty lists or maps. A marker never changes
 * within a layout.
 */
public final class ObjectLayout extends LeafBinding {
    /** Stands for the changed leaves if everything may have changed, also what has no leaf, as an empty list. */
    static final long ALL = -1L;

    private final LayoutNode root;
    /** By leaf, the object or scalar items that own it. */
    private final LeafOwner[] owners;
    /** By leaf, its ordinal in the owner. */
    private final int[] ordinals;
    /** By leaf, the kind of its value in the record that this was made from. */
    private final byte[] recordKinds;
    /** By leaf, the type name for a leaf that is one; else null. */
    private final String[] typeNames;

    private final EditableLists lists;

    private final int typeVersion;

    /** A bit for each leaf of the record key. */
    final long keyLeaves;

    /** A bit for each marker. */
    private final long markers;

    /** The result of the last comparison. */
    private final LeafChanges differences;

    /** The transitions to other layouts, most recently used first. */
    private LayoutTransition[] transitions = {};

    private ObjectLayout(
            ColumnBinding binding, RecordState record, ColumnKind[] kinds, LayoutNode root, WireLimits limits) {
        super(binding.state(), -1, 0, kinds, root.boxLeaves(), root.valueLeaves());
        this.typeVersion = state().version();
        this.keyLeaves = root.leavesOf(binding.keyFields());
        this.root = root;
        this.differences = new LeafChanges(kinds, limits);
        this.owners = new LeafOwner[kinds.length];
        this.ordinals = new int[kinds.length];
        this.typeNames = new String[kinds.length];
        this.lists = new EditableLists(state());
        root.addOwners(owners, ordinals, typeNames);
        this.recordKinds = new byte[kinds.length];
        long present = 0;
        for (int i = 0; i < recordKinds.length; i++) {
            recordKinds[i] = kind(record, i);
            present |= recordKinds[i] == Kind.ABSENT ? 0 : 1L << i;
        }
        this.markers = present & ~leaves();
    }

    /** Returns the result of the last comparison. */
    public LeafChanges differences() {
        return differences;
    }

    /** Creates the layout of an object that equals its record. Returns null if something in it cannot be laid out. */
    static ObjectLayout create(
            ColumnBinding binding, RecordState record, Object object, boolean isToBeSet, WireLimits limits) {
        TypeState state = binding.state();
        if (!binding.hasView() || binding.hasSeveralParts() || state.leafCount() > Long.SIZE) {
            return null;
        }
        LayoutNode root = LayoutNode.create(binding, record, object, isToBeSet);
        return root == null
                ? null
                : new ObjectLayout(binding, record, root.addKinds(new ColumnKind[state.leafCount()]), root, limits);
    }

    /** Whether the type has had no new nodes since this was made. */
    boolean isCurrent() {
        return typeVersion == state().version();
    }

    /**
     * Compares an object with a record whose object has this layout.
     *
     * @return false if the object has another layout
     */
    boolean compare(RecordState record, Object object) {
        differences.begin(false, 0, 0);
        return root.compare(record, object, differences);
    }

    /** Compares an object of this layout with a record whose object has the layout that the transition starts from. */
    boolean compare(RecordState record, Object object, LayoutTransition transition) {
        differences.begin(true, transition.restructured, transition.added);
        return root.compare(record, object, differences);
    }

    /**
     * Finds the layout of an object if its record has this one, and compares both. Returns null if no layout in the
     * list fits.
     */
    ObjectLayout findChangedLayout(ObjectLayout[] candidates, RecordState record, Object object) {
        for (int i = 0; i < transitions.length; i++) {
            LayoutTransition transition = transitions[i];
            if (transition.compare(record, object)) {
                System.arraycopy(transitions, 0, transitions, 1, i);
                transitions[0] = transition;
                return transition.to;
            }
        }
        for (ObjectLayout to : candidates) {
            if (to != this && !hasTransition(to)) {
                transitions = Arrays.copyOf(transitions, transitions.length + 1);
                LayoutTransition transition = new LayoutTransition(this, to);
                transitions[transitions.length - 1] = transition;
                if (transition.compare(record, object)) {
                    return to;
                }
            }
        }
        return null;
    }

    private boolean hasTransition(ObjectLayout to) {
        for (LayoutTransition transition : transitions) {
            if (transition.to == to) {
                return true;
            }
        }
        return false;
    }

    /** Returns a bit for each marker. */
    long markers() {
        return markers;
    }

    /** Returns a bit for each leaf that objects of this layout have. */
    long leavesAndMarkers() {
        return leaves() | markers;
    }

    /** Whether the leaves in both layouts have the same kinds. Values of different kinds cannot be compared. */
    boolean hasSameKinds(ObjectLayout other) {
        long shared = leaves() & other.leaves();
        for (long todo = shared; todo != 0; todo &= todo - 1) {
            int leaf = Long.numberOfTrailingZeros(todo);
            if (kind(leaf) != other.kind(leaf)) {
                return false;
            }
        }
        return ((root.boxLeaves() ^ other.root.boxLeaves()) & shared) == 0;
    }

    /** Returns the markers of both layouts that differ, as null in one and an empty list in the other. */
    long changedMarkers(ObjectLayout other) {
        long others = 0;
        for (long todo = markers & other.markers; todo != 0; todo &= todo - 1) {
            int leaf = Long.numberOfTrailingZeros(todo);
            others |= recordKinds[leaf] == other.recordKinds[leaf] || typeNames[leaf] != null ? 0 : 1L << leaf;
        }
        return others;
    }

    /**
     * Reader: sets the changed nested fields of a live object whose record has this layout.
     *
     * @param sent the leaves in the message
     * @return false if the message changes the structure. Some fields may have been set then.
     */
    boolean setNested(RecordState record, Object live, long sent, NestedReadContext into) {
        long changes = sent | state().predictedMask() & (leaves() | markers);
        return (changes & ~leaves()) == 0 && root.setNested(record, live, changes, into);
    }

    /** Reader: sets all nested fields of an object. */
    boolean setNested(RecordState record, Object object, NestedReadContext into) {
        return root.setNested(record, object, ALL, into);
    }

    /**
     * Whether an object that equals its record has this layout.
     *
     * @param isToBeSet whether the object was read from the record, whose writer may hold the values in another class
     */
    boolean describes(RecordState record, Object object, boolean isToBeSet) {
        return Long.SIZE - Long.numberOfLeadingZeros(leaves() | markers) <= record.capacity()
                && compare(record, object)
                && differences.changed() == 0
                && !differences.isIncomplete()
                && (!isToBeSet || matchesKinds(record));
    }

    /** Whether a record has values for exactly the leaves of this layout, with the kinds that its objects write. */
    private boolean matchesKinds(RecordState record) {
        for (int i = 0; i < recordKinds.length; i++) {
            byte kind = kind(record, i);
            boolean fits;
            if (owners[i] != null) {
                fits = kind != Kind.ABSENT && owners[i].fits(record, i, ordinals[i]);
            } else {
                boolean isField = (leaves() >>> i & 1) != 0;
                fits = isField ? kind != Kind.ABSENT : kind == recordKinds[i]; // a marker keeps its kind
            }
            if (!fits) {
                return false;
            }
        }
        return true;
    }

    /** Returns the kind of a leaf's value. It is absent in a record older than the leaf. */
    private static byte kind(RecordState record, int leaf) {
        return leaf < record.capacity() ? record.kind(leaf) : Kind.ABSENT;
    }

    /**
     * Whether the comparison has found all differences, and the object belongs to the record. It is false if an edit of
     * a list may be shorter.
     */
    public boolean canWriteDifferences(RecordState record) {
        return !differences.isIncomplete() && (differences.changed() & keyLeaves) == 0 && !mayBeEdited(record);
    }

    private boolean mayBeEdited(RecordState record) {
        long predicted = state().predictedMask() & ~differences.restructured();
        // Another record may have the value that a leaf gets.
        long unsure =
                state().hasPredictionsFromOtherRecord() ? state().predictedMask() & differences.restructured() : 0;
        long written = (differences.restructured() | differences.changed() & ~predicted) & ~unsure;
        for (long todo = predicted & ~differences.changed(); todo != 0; todo &= todo - 1) {
            int leaf = Long.numberOfTrailingZeros(todo);
            written |= state().predictor(leaf).isUnchanged(record, leaf) ? 0 : todo & -todo;
        }
        return lists.checkForEdits(written, differences.changed() & predicted | unsure);
    }

    /** Copies the values of leaves from an object of this layout to columns that have no values yet. */
    public void copyLeaves(Object object, long leaves, Columns into) {
        for (long todo = leaves; todo != 0; todo &= todo - 1) {
            copyLeaf(object, Long.numberOfTrailingZeros(todo), into);
        }
    }

    /**
     * Counts the searches for list edits that the message skipped. It is called when the differences are written.
     */
    public void countSkippedEdits() {
        lists.countSkips();
    }

    /** Stores the changed fields of the outermost object in the view of the record. */
    public void updateView(FieldView view, RecordState record, Object object) {
        for (long todo = differences.changed() & root.ownLeaves; todo != 0; todo &= todo - 1) {
            root.storeInView(view, record, object, ordinals[Long.numberOfTrailingZeros(todo)]);
        }
    }

    /**
     * Copies the value of a leaf from an object of this layout, or the marker; nothing if the layout has no such leaf.
     */
    @Override
    public void copyLeaf(Object object, int leaf, Columns into) {
        if (owners[leaf] != null) {
            copyField(object, leaf, leaf, into);
        } else if (typeNames[leaf] != null) {
            into.set(leaf, Kind.TEXT, 0, typeNames[leaf]);
        } else if ((markers >>> leaf & 1) != 0) {
            into.set(leaf, recordKinds[leaf], 0, null);
        }
    }

    @Override
    public long bits(Object object, int leaf) {
        return owners[leaf].bits(object, ordinals[leaf]);
    }

    @Override
    public Object reference(Object object, int leaf) {
        return owners[leaf].reference(object, ordinals[leaf]);
    }
}
