package io.deltawire.delta.internal.state;

import io.deltawire.delta.internal.value.Coded;
import io.deltawire.delta.internal.value.Kind;
import io.deltawire.delta.internal.value.Op;
import io.deltawire.delta.internal.value.Spread;
import io.deltawire.delta.internal.value.TimeValue;
import io.deltawire.wire.spi.object.ColumnReader;
import io.deltawire.wire.spi.object.FieldColumns;
import io.deltawire.wire.spi.text.ArrayAccess;
import java.time.temporal.Temporal;
import java.util.Arrays;

/**
 * The last record of one key: which type and slot it is of, its values, and what writer and reader remember of it.
 *
 * <p>There is a column for each leaf of the type. It says how the value is coded ({@link #kind}, {@link #aux}, {@link #value}) and what it is
 * ({@link #raw} for numbers and booleans, {@link #ref} for the rest). Beside them stand the last difference, for the linear predictor, and the
 * values before null. A change of a value touches the three numbers of one leaf, which lie next to each other in memory.
 *
 * <p>Writer and reader use the same class, since both move it to the same prediction. Fields that only one of them uses say so.
 */
public final class RecordState implements ColumnReader.Message {
    /** In {@link #liveAt}, that the live object is not one that columns bring up to date by what a message changes. */
    public static final int NOT_BY_COLUMNS = -2;

    private static final int WIDTH = 3;
    private static final int VALUE = 0;
    /** What the value changed by last. */
    private static final int DIFFERENCE = 1;
    /** The value's kind and aux, and above them what {@link #updates} was when it changed last. */
    private static final int FORM = 2;

    private static final int KIND_SHIFT = 8;
    private static final int UPDATE_SHIFT = 16;
    private static final long FORM_BITS = (1L << UPDATE_SHIFT) - 1;

    public TypeState type;

    /** By leaf: the integer, the double's bits, or 0 and 1. */
    public long[] raw;
    /** By leaf: text as a String, a time as it was given, a decimal, or the bytes of a plain value. */
    public Object[] ref;
    /** {@link #WIDTH} numbers for each leaf, next to each other since a change needs them all. */
    private long[] cells;
    /** By leaf: what there is to know of a time that is text. Null where there has been none. */
    private TimeValue[] textTimes;

    /** That the columns are an object's fields, where that is known; else null. */
    public ClassBinding binding;

    /** The number of the order of its tokens among those of the type, while it has values in the same leaves; 0 where not known. */
    private int walkOrder;

    /** The number of messages this record has had. */
    public int updates;

    /** The values before null; null where there has been none. */
    private Shadows shadows;

    public int slot;
    /** Writer: the slot as a message has it, the first byte lowest. */
    public long slotCode;
    /** Writer: the bytes of that. */
    public int slotLength;

    /** Reader: the fields in which {@link #live} may differ. */
    public long changed;
    /** Reader: the object that is kept up to date with this record, or null. */
    public Object live;
    /** Reader: the columns of the class of {@link #live}, which need not be those of the record. */
    public FieldColumns liveColumns;
    /** Reader: the name that has {@link #live} as its value, or null. */
    public String liveEvent;
    /** Reader: the number of messages that the record had when the object was last brought up to date. */
    public int liveAt;

    /** The record as the fields of {@link #binding}, where these are not its leaves as they are; else null. */
    public FieldValues view;

    /** Reader: what the record was when its changes were last asked for, or null. */
    public RecordState seen;

    /** Writer: the key, which serves as memory for the next one in a record that is no longer one. */
    private byte[] key;
    /** Writer: whether its last message has told the key by the fields that {@code keyFields} names, and not by its bytes. */
    public boolean isToldByFields;
    /** Writer: the hash of the key. */
    int hash;
    /** Writer: the hash of the key's columns. */
    public int columnHash;
    /** Writer: {@link #updates} when a record to forget was last looked for here. */
    int updatesAtHand = 1;

    /** Writer: the number of the epoch that this record, which is none any more, was of. */
    public int restsSince;
    /** Writer: its place among those that rest. */
    int restPlace;

    /** Writer: the leaves that changed in the last message that was tried with every predictor. */
    public long triedChanges;
    /** Writer: what {@link #updates} was after that message, or after the first one. */
    public int triedUpdates = 1;

    public RecordState(TypeState type, int slot) {
        int n = room(type);
        raw = new long[n];
        ref = new Object[n];
        cells = new long[WIDTH * n];
        begin(type, slot);
    }

    /** Makes what {@link #end} has emptied another record. */
    void begin(TypeState ofType, int inSlot) {
        type = ofType;
        slot = inSlot;
        long groups = Spread.groups(inSlot);
        int free = Spread.free(groups);
        slotLength = Long.SIZE - free >> 3;
        slotCode = Spread.bytes(groups, free);
    }

    /** Writer: leaves of a record of an epoch that has ended what it says, and its key. */
    void rest(int epoch, int place) {
        restsSince = epoch;
        restPlace = place;
        binding = null;
        view = null;
    }

    /** Empties a record that is no longer one, but for its place in memory. */
    void end() {
        clearValues();
        changed = 0;
        live = null;
        liveColumns = null;
        liveEvent = null;
        liveAt = 0;
        view = null;
        seen = null;
        isToldByFields = false;
        hash = 0;
        columnHash = 0;
        updatesAtHand = 1;
        triedChanges = 0;
        triedUpdates = 1;
    }

    @Override
    public String event() {
        return binding.event();
    }

    @Override
    public String typeName() {
        int leaf = binding.typeLeaf();
        return leaf >= 0 && ref[leaf] instanceof String name ? name : null;
    }

    @Override
    public Object live() {
        return live;
    }

    /** Reader: whether the object was up to date before the present message. */
    public boolean isLiveBefore() {
        return live != null && liveAt == updates - 1;
    }

    @Override
    public long[] bits() {
        return view == null ? raw : view.bits;
    }

    @Override
    public Object[] references() {
        return view == null ? ref : view.references;
    }

    @Override
    public int base() {
        return view == null ? binding.base() : 0;
    }

    @Override
    public long changed(int part) {
        return part == 0 ? changed : binding.changed(part);
    }

    /** Writer: whether this is the record of a key. */
    boolean hasKey(byte[] bytes, int length) {
        return Arrays.equals(key, 0, key.length, bytes, 0, length);
    }

    /** Writer: makes this the record of a key. */
    void setKey(byte[] bytes, int length) {
        if (key == null || key.length != length) {
            key = Arrays.copyOf(bytes, length);
        } else {
            System.arraycopy(bytes, 0, key, 0, length);
        }
    }

    /** Writer: the key; not to be changed. */
    public byte[] key() {
        return key;
    }

    /** A copy of another record's values: without its object, and what its next prediction needs. */
    public static RecordState copyOf(RecordState record) {
        record.grow();
        RecordState copy = new RecordState(record.type, record.slot);
        copy.copyValues(record);
        return copy;
    }

    // ---- values

    private void clearValues() {
        type = null;
        walkOrder = 0;
        Arrays.fill(raw, 0);
        Arrays.fill(ref, null);
        Arrays.fill(cells, 0);
        textTimes = null;
        binding = null;
        updates = 0;
        shadows = null;
    }

    /** The leaves that there is room for in a new record. */
    static int room(TypeState type) {
        return Math.max(4, type.leaves);
    }

    /** Makes columns for the leaves that the type has now. */
    public void grow() {
        int n = type.leaves;
        if (raw.length < n) {
            n = Math.max(n, raw.length + raw.length / 2);
            raw = Arrays.copyOf(raw, n);
            ref = Arrays.copyOf(ref, n);
            cells = Arrays.copyOf(cells, WIDTH * n);
            textTimes = textTimes == null ? null : Arrays.copyOf(textTimes, n);
        }
    }

    /** How long its texts and plain values are together: in UTF-16 units, and bytes. */
    public long textLength() {
        long length = 0;
        for (Object value : ref) {
            if (value instanceof String text) {
                length += text.length();
            } else if (value instanceof byte[] bytes) {
                length += bytes.length;
            }
        }
        return length;
    }

    /** The number of leaves that there is room for. */
    public int leaves() {
        return raw.length;
    }

    /** How a leaf's value is coded: what {@link #kindOf} and {@link #auxOf} tell. */
    public long form(int leaf) {
        return cells[WIDTH * leaf + FORM];
    }

    public static int kindOf(long form) {
        return (int) form >>> KIND_SHIFT & 0xFF;
    }

    public static int auxOf(long form) {
        return (int) form & 0xFF;
    }

    /** How a leaf's value is coded: a {@link Kind}. */
    public byte kind(int leaf) {
        return (byte) (cells[WIDTH * leaf + FORM] >>> KIND_SHIFT);
    }

    /** The scale of a decimal, or the format of a time. */
    public byte aux(int leaf) {
        return (byte) cells[WIDTH * leaf + FORM];
    }

    /** The number that differences are of. */
    public long value(int leaf) {
        return cells[WIDTH * leaf + VALUE];
    }

    /** Whether two leaves are coded in the same way, but for what there is to know of a time. */
    public static boolean sameForm(RecordState a, RecordState b, int leaf) {
        return (short) a.cells[WIDTH * leaf + FORM] == (short) b.cells[WIDTH * leaf + FORM];
    }

    /** String, {@link TimeValue}, BigDecimal or byte[]: what {@link #set} was given. */
    Object coded(int leaf) {
        return kind(leaf) == Kind.TIME ? time(leaf) : ref[leaf];
    }

    private TimeValue time(int leaf) {
        byte format = aux(leaf);
        return (format & TimeValue.IS_TEXT) != 0
                ? textTimes[leaf]
                : TimeValue.held(format, value(leaf), (Temporal) ref[leaf]);
    }

    /** The order of its tokens. */
    public WalkOrder walkOrder() {
        WalkOrder order = type.walkOrder(walkOrder);
        if (order == null) {
            order = type.walkOrder(WalkOrder.present(this));
            walkOrder = order.number;
        }
        return order;
    }

    /** Takes a value away. */
    public void remove(int leaf) {
        walkOrder = 0;
        cells[WIDTH * leaf + FORM] = Kind.ABSENT << KIND_SHIFT;
    }

    /** Takes over another record's values; differences and values before null are not taken over. */
    public void copyValues(RecordState from) {
        grow();
        walkOrder = 0;
        int n = Math.min(from.raw.length, type.leaves);
        System.arraycopy(from.raw, 0, raw, 0, n);
        System.arraycopy(from.ref, 0, ref, 0, n);
        long[] copied = from.cells;
        for (int at = 0; at < WIDTH * n; at += WIDTH) {
            cells[at + VALUE] = copied[at + VALUE];
            cells[at + DIFFERENCE] = 0;
            cells[at + FORM] = copied[at + FORM] & FORM_BITS;
        }
        if (from.textTimes != null) {
            textTimes = textTimes == null ? new TimeValue[raw.length] : textTimes;
            System.arraycopy(from.textTimes, 0, textTimes, 0, n);
        }
    }

    /** Takes over one value of another record. */
    public void copyValue(RecordState from, int leaf) {
        if (leaf < from.raw.length) {
            set(leaf, from.kind(leaf), from.aux(leaf), from.value(leaf), from.raw[leaf], from.coded(leaf));
        } else {
            set(leaf, Kind.ABSENT, (byte) 0, 0, 0, null);
        }
    }

    /** Whether a node has a value: its leaf, or something below it. */
    public boolean has(Node node) {
        return hasValue(node) || hasContent(node);
    }

    private boolean hasValue(Node node) {
        int leaf = node.leaf;
        return leaf >= 0 && leaf < raw.length && kind(leaf) != Kind.ABSENT;
    }

    /** Whether something below a node has a value: a search whose depth costs no stack. */
    public boolean hasContent(Node node) {
        int[] searched = type.searched;
        Node parent = node;
        int level = 0;
        searched[0] = 0;
        while (true) {
            if (searched[level] < parent.size) {
                Node child = parent.children[searched[level]++];
                if (hasValue(child)) {
                    return true;
                }
                if (child.size > 0) {
                    parent = child;
                    level++;
                    if (level == searched.length) {
                        searched = Arrays.copyOf(searched, 2 * level);
                        type.searched = searched;
                    }
                    searched[level] = 0;
                }
            } else if (level-- == 0) {
                return false;
            } else {
                parent = parent.parent;
            }
        }
    }

    /** Gives one leaf the value of another, or none where that is -1, as an edit of a list does. */
    public void move(int leaf, int from) {
        boolean there = from >= 0;
        if ((kind(leaf) != Kind.ABSENT) != (there && kind(from) != Kind.ABSENT)) {
            walkOrder = 0;
        }
        cells[WIDTH * leaf + VALUE] = there ? value(from) : 0;
        cells[WIDTH * leaf + FORM] = there ? cells[WIDTH * from + FORM] & FORM_BITS : Kind.ABSENT << KIND_SHIFT;
        raw[leaf] = there ? raw[from] : 0;
        ref[leaf] = there ? ref[from] : null;
        if (textTimes != null) {
            textTimes[leaf] = there ? textTimes[from] : null;
        }
        binding = null;
    }

    /** Sets one value, and keeps what the next prediction needs of the one before. */
    public void set(int leaf, byte newKind, byte newAux, long newValue, long newRaw, Object coded) {
        byte oldKind = kind(leaf);
        boolean staysInForm = oldKind == newKind && aux(leaf) == newAux;
        if (oldKind != newKind || newKind == Kind.TIME && !staysInForm) {
            binding = null; // what the columns hold has to be looked at again
            if (oldKind == Kind.ABSENT || newKind == Kind.ABSENT) {
                walkOrder = 0;
            }
        }
        int at = WIDTH * leaf;
        long changedAt = cells[at + FORM] & ~FORM_BITS;
        if (Kind.isNumeric(newKind)) {
            if (staysInForm && updates > 0) {
                cells[at + DIFFERENCE] = newValue - cells[at + VALUE];
                changedAt = (long) (updates + 1) << UPDATE_SHIFT;
            }
        } else if (newKind <= Kind.NULL && oldKind >= Kind.BOOL) {
            keepShadow(leaf);
        }
        cells[at + VALUE] = newValue;
        cells[at + FORM] = changedAt | newKind << KIND_SHIFT | newAux & 0xFF;
        raw[leaf] = newRaw;
        ref[leaf] = coded;
        if (newKind == Kind.TIME) {
            setTime(leaf, (TimeValue) coded);
        }
    }

    private void setTime(int leaf, TimeValue time) {
        if (time.isText()) {
            if (textTimes == null) {
                textTimes = new TimeValue[raw.length];
            }
            textTimes[leaf] = time;
        }
        ref[leaf] = time.value();
    }

    /** Sets a boolean in place of another one. */
    public void setBoolean(int leaf, long bit) {
        cells[WIDTH * leaf + VALUE] = bit;
        raw[leaf] = bit;
    }

    /** Sets a text in place of another one. */
    public void setText(int leaf, String text) {
        ref[leaf] = text;
    }

    /** Sets a decimal, or a time that is no text, that stays in the form that it has. */
    public void moveReference(int leaf, long count, Object value, long by) {
        move(leaf, count, 0, by);
        ref[leaf] = value;
    }

    /** Sets a number that stays in the form that it has. */
    public void move(int leaf, long newValue, long newRaw, long by) {
        int at = WIDTH * leaf;
        cells[at + VALUE] = newValue;
        raw[leaf] = newRaw;
        if (updates > 0) {
            cells[at + DIFFERENCE] = by;
            cells[at + FORM] = cells[at + FORM] & FORM_BITS | (long) (updates + 1) << UPDATE_SHIFT;
        }
    }

    /** Sets a number that stays in the form that it has, in a record that has had a message. */
    public void follow(int leaf, long form, long newValue, long newRaw) {
        int at = WIDTH * leaf;
        cells[at + FORM] = form & FORM_BITS | (long) (updates + 1) << UPDATE_SHIFT;
        cells[at + DIFFERENCE] = newValue - cells[at + VALUE];
        cells[at + VALUE] = newValue;
        raw[leaf] = newRaw;
    }

    /** What {@link #form(int)} tells of a leaf that there is room for. */
    public long formAt(int leaf) {
        return ArrayAccess.get(cells, (long) WIDTH * leaf + FORM);
    }

    /** What {@link #value} tells of a leaf that there is room for. */
    public long valueAt(int leaf) {
        return ArrayAccess.get(cells, (long) WIDTH * leaf + VALUE);
    }

    /** What {@link #difference(int, long)} tells of a leaf that there is room for. */
    public long differenceAt(int leaf, long form) {
        return form >> UPDATE_SHIFT == updates ? ArrayAccess.get(cells, (long) WIDTH * leaf + DIFFERENCE) : 0;
    }

    /** As {@link #follow}, of a leaf that there is room for. */
    public void followAt(int leaf, long form, long newValue, long difference, long newRaw) {
        long at = (long) WIDTH * leaf;
        ArrayAccess.put(cells, at + FORM, form & FORM_BITS | (long) (updates + 1) << UPDATE_SHIFT);
        ArrayAccess.put(cells, at + DIFFERENCE, difference);
        ArrayAccess.put(cells, at + VALUE, newValue);
        ArrayAccess.put(raw, leaf, newRaw);
    }

    /** As {@link #followReference}, of a leaf that there is room for. */
    public void followReferenceAt(int leaf, long form, long count, long difference, Object value) {
        followAt(leaf, form, count, difference, 0);
        ref[leaf] = value;
    }

    /** As {@link #follow}, of a decimal, or a time that is no text. */
    public void followReference(int leaf, long form, long count, Object value) {
        followReferenceAt(leaf, form, count, count - value(leaf), value);
    }

    /** Gives a value as it is coded; absent where this record has no such leaf yet. */
    void load(int leaf, Coded into) {
        if (leaf < raw.length) {
            into.set(kind(leaf), aux(leaf), value(leaf), raw[leaf], coded(leaf));
        } else {
            into.set(Kind.ABSENT, 0, 0, 0, null);
        }
    }

    /**
     * Gives the next value of a leaf as its predictor has it. A number that a difference has been added to has no raw and reference yet: whoever
     * wants the value makes them.
     */
    public void predict(int leaf, Coded into) {
        byte predictor = type.predictors[leaf];
        RecordState last = type.last();
        if (predictor == Op.LAST_OF_TYPE && last != null) {
            last.load(leaf, into);
            return;
        }
        load(leaf, into);
        if (predictor == Op.LINEAR && Kind.isNumeric(into.kind)) {
            into.value += difference(leaf);
        }
    }

    public void set(int leaf, Coded coded) {
        set(leaf, coded.kind, coded.aux, coded.value, coded.raw, coded.ref);
    }

    /** What the value changed by in this record's last message; 0 where that was not a change within one coding. */
    public long difference(int leaf) {
        return difference(leaf, form(leaf));
    }

    /** As {@link #difference(int)}, of a leaf of this form. */
    public long difference(int leaf, long form) {
        return form >> UPDATE_SHIFT == updates ? cells[WIDTH * leaf + DIFFERENCE] : 0;
    }

    private void keepShadow(int leaf) {
        if (shadows == null) {
            shadows = new Shadows();
        }
        shadows.grow(raw.length);
        shadows.kind[leaf] = kind(leaf);
        shadows.aux[leaf] = aux(leaf);
        shadows.value[leaf] = value(leaf);
        shadows.ref[leaf] = coded(leaf);
    }

    /** The coding of the value before the last null or absence, or {@link Kind#ABSENT} where there was none. */
    public byte shadowKind(int leaf) {
        return shadows == null || leaf >= shadows.kind.length ? Kind.ABSENT : shadows.kind[leaf];
    }

    public byte shadowAux(int leaf) {
        return shadows.aux[leaf];
    }

    public long shadowValue(int leaf) {
        return shadows.value[leaf];
    }

    public Object shadowRef(int leaf) {
        return shadows.ref[leaf];
    }
}
