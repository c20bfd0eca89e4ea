package io.deltawire.delta.internal.object;

import io.deltawire.delta.internal.codec.Columns;
import io.deltawire.delta.internal.codec.LeafBinding;
import io.deltawire.delta.internal.codec.OnePassUpdate;
import io.deltawire.delta.internal.nested.InnerSetter;
import io.deltawire.delta.internal.nested.LeafChanges;
import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.delta.internal.state.TypeState;
import io.deltawire.delta.internal.value.Kind;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.spi.object.ColumnKind;
import java.util.Arrays;

/**
 * How objects are made that have others inside: of which class each of these is, how many a list has, and where their fields are among the
 * leaves of a type, which are 64 at most. So an object that is made so is compared with a record that has such a one by one walk over the
 * objects, and its update written by the {@linkplain OnePassUpdate one pass} that objects of numbers alone take. It is the same for all records that
 * have such objects.
 */
public final class Outline extends LeafBinding {
    /** In place of the leaves that may have changed: all has to be looked at, also what has no leaf, as a list without items. */
    static final long ALL = -1L;

    private final OutlineObject root;
    /** By leaf, the object or items that have it. */
    private final OutlineOwner[] owners;
    /** By leaf, which of those it is. */
    private final int[] ordinals;
    /** By leaf, the kind of value of the record that this was made of. */
    private final byte[] held;
    /** By leaf, the type name that it is; null where it is none. */
    private final String[] names;

    private final OutlineLists lists;

    private final int version;

    /** A bit for each leaf of the fields that name the record. */
    final long keys;

    /** A bit for each leaf of which nothing but its tokens tells what is to be written. */
    private final long byTokens;

    /** A bit for each leaf that says what there is, and is no field's: type names, and what stands for null or for nothing in it. */
    private final long marks;

    /** What {@link #find} has found. */
    public final LeafChanges found;

    /** What has come after this one, the last one first. */
    private OutlineChange[] changes = {};

    private Outline(
            ColumnBinding binding, RecordState record, ColumnKind[] kinds, OutlineObject root, WireLimits limits) {
        super(binding.state, -1, 0, kinds, root.boxes(), root.settable());
        this.version = state.version;
        this.keys = root.leavesOf(binding.keys);
        this.root = root;
        this.found = new LeafChanges(kinds, limits);
        this.owners = new OutlineOwner[kinds.length];
        this.ordinals = new int[kinds.length];
        this.names = new String[kinds.length];
        this.lists = new OutlineLists(state);
        root.addTo(owners, ordinals, names);
        this.held = new byte[kinds.length];
        long owned = 0;
        long present = 0;
        for (int i = 0; i < held.length; i++) {
            held[i] = kind(record, i);
            present |= held[i] == Kind.ABSENT ? 0 : 1L << i;
            owned |= owners[i] == null ? 0 : 1L << i;
        }
        this.byTokens = leaves & ~owned;
        this.marks = present & ~leaves;
    }

    /** That of an object and its record; null where there is something in it of which an outline does not tell. */
    static Outline of(ColumnBinding binding, RecordState record, Object object, boolean isToBeSet, WireLimits limits) {
        TypeState state = binding.state;
        if (!binding.hasView || binding.isWide() || state.leaves > Long.SIZE) {
            return null;
        }
        OutlineObject root = OutlineObject.of(binding, record, object, isToBeSet);
        return root == null
                ? null
                : new Outline(binding, record, root.kinds(new ColumnKind[state.leaves]), root, limits);
    }

    /** Whether the type has the nodes that it had when this was made. */
    boolean holds() {
        return version == state.version;
    }

    /**
     * Finds the leaves that an object differs from a record in, which has an object that is made as this says.
     *
     * @return false where the object is made in another way
     */
    boolean find(RecordState record, Object object) {
        found.begin(false, 0, 0);
        return root.find(record, object, found);
    }

    /** As {@link #find(RecordState, Object)}, for a record that has an object that is made in another way. */
    boolean find(RecordState record, Object object, OutlineChange change) {
        found.begin(true, change.made, change.come);
        record.grow();
        return root.find(record, object, found);
    }

    /** How an object is made that is made in another way than a record of this, compared with that; null where it is not known. */
    Outline changed(Outline[] known, RecordState record, Object object) {
        for (int i = 0; i < changes.length; i++) {
            OutlineChange change = changes[i];
            if (change.isOf(record, object)) {
                System.arraycopy(changes, 0, changes, 1, i);
                changes[0] = change;
                return change.to;
            }
        }
        for (Outline to : known) {
            if (to != this && !hasChange(to)) {
                changes = Arrays.copyOf(changes, changes.length + 1);
                OutlineChange change = new OutlineChange(this, to);
                changes[changes.length - 1] = change;
                if (change.isOf(record, object)) {
                    return to;
                }
            }
        }
        return null;
    }

    private boolean hasChange(Outline to) {
        for (OutlineChange change : changes) {
            if (change.to == to) {
                return true;
            }
        }
        return false;
    }

    /** A bit for each leaf that says what there is, and is no field's. */
    long marks() {
        return marks;
    }

    /** A bit for each leaf that such objects have. */
    long present() {
        return leaves | marks;
    }

    /** Whether what both ways have is held alike: of other values a comparison does not tell whether they are the same. */
    boolean isHeldAs(Outline other) {
        long shared = leaves & other.leaves;
        for (long todo = shared; todo != 0; todo &= todo - 1) {
            int leaf = Long.numberOfTrailingZeros(todo);
            if (kinds[leaf] != other.kinds[leaf]) {
                return false;
            }
        }
        return ((root.boxes() ^ other.root.boxes()) & shared) == 0;
    }

    /** The leaves that stand for nothing in both ways, but for another nothing in each. */
    long otherMarks(Outline other) {
        long others = 0;
        for (long todo = marks & other.marks; todo != 0; todo &= todo - 1) {
            int leaf = Long.numberOfTrailingZeros(todo);
            others |= held[leaf] == other.held[leaf] || names[leaf] != null ? 0 : 1L << leaf;
        }
        return others;
    }

    /**
     * Reader: sets what a message has changed in the fields of a live object that are in no column, from a record that has just such objects.
     *
     * @param sent the leaves that the message has
     * @return false where there is more to it: some may have been set then
     */
    boolean setInner(RecordState record, Object live, long sent, InnerSetter into) {
        long changes = sent | state.predictedMask & (leaves | marks);
        return (changes & ~leaves) == 0 && root.setInner(record, live, changes, into);
    }

    /** Reader: does the same with all, in whatever object. */
    boolean setInner(RecordState record, Object object, InnerSetter into) {
        return root.setInner(record, object, ALL, into);
    }

    /**
     * Whether an object that is what a record is is made so.
     *
     * @param isToBeSet whether the object has been made of the record, which may be written by a class that holds its values otherwise
     */
    boolean isOf(RecordState record, Object object, boolean isToBeSet) {
        return Long.SIZE - Long.numberOfLeadingZeros(leaves | marks) <= record.leaves()
                && find(record, object)
                && found.changed == 0
                && !found.hasOther
                && (!isToBeSet || fits(record));
    }

    /** Whether a record has values just where that had them of which this was made, each as these objects hold it. */
    private boolean fits(RecordState record) {
        for (int i = 0; i < held.length; i++) {
            byte kind = kind(record, i);
            boolean fits;
            if (owners[i] != null) {
                fits = kind != Kind.ABSENT && owners[i].fits(record, i, ordinals[i]);
            } else {
                boolean isField = (leaves >>> i & 1) != 0;
                fits = isField ? kind != Kind.ABSENT : kind == held[i]; // else what is null or empty, or a type name
            }
            if (!fits) {
                return false;
            }
        }
        return true;
    }

    /** The kind of a leaf's value; a record that was before the leaf has none. */
    private static byte kind(RecordState record, int leaf) {
        return leaf < record.leaves() ? record.kind(leaf) : Kind.ABSENT;
    }

    /**
     * Whether what {@link #find} has found goes in one pass: not a text that may be predicted, since it is a time's or a number's; nor is
     * what only tokens tell predicted to change, since it has stayed; nor may an edit of a list be shorter.
     */
    public boolean goesInOnePass(RecordState record) {
        return !found.hasOther
                && (found.changed & (keys | texts & state.predictedMask)) == 0
                && !isMoving(record, byTokens & state.predictedMask)
                && !mayBeEdited(record);
    }

    private boolean mayBeEdited(RecordState record) {
        long predicted = state.predictedMask & leaves & ~found.made;
        long written = found.made | found.changed & ~predicted;
        for (long todo = predicted & ~found.changed; todo != 0; todo &= todo - 1) {
            written |= record.difference(Long.numberOfTrailingZeros(todo)) == 0 ? 0 : todo & -todo;
        }
        return lists.mayBeEdited(written, found.changed & predicted);
    }

    /** To be said of a message that goes in one pass. */
    public void skipEdits() {
        lists.skip();
    }

    private static boolean isMoving(RecordState record, long leaves) {
        for (long todo = leaves; todo != 0; todo &= todo - 1) {
            if (record.difference(Long.numberOfTrailingZeros(todo)) != 0) {
                return true;
            }
        }
        return false;
    }

    /** Brings the view of a record to what {@link #find} has found. */
    public void keep(FieldView view, RecordState record, Object object) {
        for (long todo = found.changed & root.own; todo != 0; todo &= todo - 1) {
            root.keep(view, record, object, ordinals[Long.numberOfTrailingZeros(todo)]);
        }
    }

    /** Takes what such an object has in a leaf; nothing, where it has none. */
    @Override
    public void take(Object object, int leaf, Columns into) {
        if (owners[leaf] != null) {
            take(object, leaf, leaf, into);
        } else if (names[leaf] != null) {
            into.set(leaf, Kind.TEXT, 0, names[leaf]);
        } else if ((marks >>> leaf & 1) != 0) {
            into.set(leaf, held[leaf], 0, null);
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
