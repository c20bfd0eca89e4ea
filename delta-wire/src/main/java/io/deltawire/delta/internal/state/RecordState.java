package io.deltawire.delta.internal.state;

import io.deltawire.delta.internal.value.EncodedValue;
import io.deltawire.delta.internal.value.Kind;
import io.deltawire.delta.internal.value.TimeValue;
import io.deltawire.delta.internal.value.VarIntWord;
import io.deltawire.wire.spi.object.ColumnReader;
import io.deltawire.wire.spi.object.FieldColumns;
import io.deltawire.wire.spi.text.ArrayAccess;
import java.time.temporal.Temporal;
import java.util.Arrays;

/**
 * The record of one key after its last message: its type and slot, its values, and the data that writer and reader
 * attach to them.
 *
 * <p>There is a column for each leaf of the type. It has the encoded form of the value ({@link #kind}, {@link #aux},
 * {@link #value}) and the value itself ({@link #raw} for numbers and booleans, {@link #ref} for the rest). It also has
 * the last difference, for the delta-of-delta predictor, and the last value before null. The three numbers that a
 * change of a leaf touches are adjacent in memory.
 *
 * <p>Writer and reader use the same class, since both must make the same predictions. The comment of a field names the
 * side if only one uses it. {@link #formUnchecked}, {@link #valueUnchecked}, {@link #differenceUnchecked}, {@link
 * #advanceNumberUnchecked} and {@link #advanceCountedUnchecked} do not check the leaf: the caller has made sure that
 * the record has it.
 */
public final class RecordState implements ColumnReader.Message {
    /** A value of {@link #liveUpdates}: the live object cannot be brought up to date by the changed columns alone. */
    private static final int LIVE_NOT_BY_COLUMNS = -2;

    private static final int WIDTH = 3;
    private static final int VALUE = 0;
    /** The last change of the value. */
    private static final int DIFFERENCE = 1;
    /** Packed: kind, aux, and in the upper bits the number of {@link #updates} at the last change. */
    private static final int FORM = 2;

    private static final int KIND_SHIFT = 8;
    private static final int UPDATE_SHIFT = 16;
    private static final long FORM_BITS = (1L << UPDATE_SHIFT) - 1;

    private TypeState type;

    /** For each leaf: the integer, the bits of the double, or 0 and 1 for a boolean. */
    private long[] raw;
    /** For each leaf: a String, a date or time as it was written, a decimal, or the bytes of a plain value. */
    private Object[] ref;
    /** {@link #WIDTH} numbers for each leaf, which are adjacent because a change needs them all. */
    private long[] cells;
    /** For each leaf: the parsed form of a time that is text. Null until there is one. */
    private TimeValue[] textTimes;

    /** The class whose fields are the columns, or null if unknown. */
    private ClassBinding binding;

    /** The number of the record's token order in its type, valid while the same leaves have values; 0 if unknown. */
    private int tokenOrder;

    /** The number of messages of this record. */
    private int updates;

    /** The last non-null values; null until a value becomes null or absent. */
    private LastNonNullValues lastNonNull;

    private int id;
    /** Writer: the slot as a varint, with its first byte in the lowest bits. */
    private long idVarInt;
    /** Writer: the length of {@link #idVarInt} in bytes. */
    private int idLength;

    /** Reader: the fields in which {@link #live} may differ. */
    private long changed;
    /** Reader: the live object of this record, or null. */
    private Object live;
    /** Reader: the columns of the class of {@link #live}. They need not be those of {@link #binding}. */
    private FieldColumns liveColumns;
    /** Reader: the name of the event whose value is {@link #live}, or null. */
    private String liveEvent;
    /** Reader: the number of {@link #updates} when {@link #live} was last brought up to date. */
    private int liveUpdates;

    /** The values of the fields of {@link #binding}; null if the leaves are the fields as they are. */
    private FieldValues fieldValues;

    /** Reader: a copy of the record from when its changes were last asked for, or null. */
    private RecordState lastReported;

    /** Writer: the key. In a pooled record it is memory for the next key. */
    private byte[] key;
    /** Writer: whether the last message gave the key by fields, and not by its bytes. */
    private boolean isKeyInFields;
    /** Writer: the hash of the key. */
    private int hash;
    /** Writer: the hash of the columns that make up the key. */
    private int columnHash;
    /** Writer: the number of {@link #updates} when the clock hand last passed this record. */
    private int updatesAtClockHand = 1;

    /** Writer: the epoch in which this record, which is idle, had its last message. */
    private int idleEpoch;
    /** Writer: the index among the idle records. */
    private int idleIndex;

    /** Writer: the leaves that changed in the last message of a predictor trial. */
    private long trialChanges;
    /** Writer: the number of {@link #updates} after that message, or after the first message. */
    private int trialUpdates = 1;

    public RecordState(TypeState type, int slot) {
        int n = initialCapacity(type);
        raw = new long[n];
        ref = new Object[n];
        cells = new long[WIDTH * n];
        assign(type, slot);
    }

    /** Begins another record in an instance that {@link #clear} has emptied. */
    void assign(TypeState ofType, int inSlot) {
        type = ofType;
        id = inSlot;
        long groups = VarIntWord.septets(inSlot);
        int free = VarIntWord.unusedBits(groups);
        idLength = Long.SIZE - free >> 3;
        idVarInt = VarIntWord.encode(groups, free);
    }

    /** Writer: makes this an idle record, which has only its values and its key. */
    void becomeIdle(int epoch, int place) {
        idleEpoch = epoch;
        idleIndex = place;
        binding = null;
        fieldValues = null;
    }

    /** Empties this record for the pool. Its arrays remain, to be reused. */
    void clear() {
        clearValues();
        changed = 0;
        live = null;
        liveColumns = null;
        liveEvent = null;
        liveUpdates = 0;
        fieldValues = null;
        lastReported = null;
        isKeyInFields = false;
        hash = 0;
        columnHash = 0;
        updatesAtClockHand = 1;
        trialChanges = 0;
        trialUpdates = 1;
    }

    public TypeState type() {
        return type;
    }

    /** Returns the slot. */
    public int id() {
        return id;
    }

    /** Writer: returns the slot as a varint, with its first byte in the lowest bits. */
    public long idVarInt() {
        return idVarInt;
    }

    /** Writer: returns the length of {@link #idVarInt} in bytes. */
    public int idLength() {
        return idLength;
    }

    /** Returns the class whose fields are the columns, or null if unknown. */
    public ClassBinding binding() {
        return binding;
    }

    public void setBinding(ClassBinding binding) {
        this.binding = binding;
    }

    /** Makes the class of this record unknown. */
    public void unbind() {
        binding = null;
    }

    /** Returns the values of the fields of {@link #binding()}; null if the leaves are the fields as they are. */
    public FieldValues fieldValues() {
        return fieldValues;
    }

    public void setFieldValues(FieldValues fieldValues) {
        this.fieldValues = fieldValues;
    }

    /** Returns the number of messages that this record has had. */
    public int updates() {
        return updates;
    }

    /** Counts a message, whose values have been set. */
    public void countUpdate() {
        updates++;
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

    /** Reader: returns the columns of the class of {@link #live()}, which need not be those of {@link #binding()}. */
    public FieldColumns liveColumns() {
        return liveColumns;
    }

    /** Reader: returns the name of the event whose value is {@link #live()}, or null. */
    public String liveEvent() {
        return liveEvent;
    }

    /**
     * Reader: makes an object the live one of this record. It is up to date with the current message.
     *
     * @param isByColumns whether changed columns alone can bring it up to date with the next message
     */
    public void attachLive(FieldColumns columns, String event, Object object, boolean isByColumns) {
        if (live != object) {
            live = object;
            liveColumns = columns;
            liveEvent = event;
        }
        liveUpdates = isByColumns ? updates : LIVE_NOT_BY_COLUMNS;
    }

    /** Reader: records that the live object has been brought up to date. */
    public void markLiveCurrent() {
        liveUpdates = updates;
    }

    /** Reader: records that the live object lacks more than the changes of the next message. */
    public void markLiveStale() {
        liveUpdates = LIVE_NOT_BY_COLUMNS;
    }

    /** Reader: sets the fields of part 0 in which the live object may differ. */
    public void setChanged(long fields) {
        changed = fields;
    }

    /** Reader: whether the live object was up to date before the current message. */
    public boolean wasLiveCurrent() {
        return live != null && liveUpdates == updates - 1;
    }

    @Override
    public long[] bits() {
        return fieldValues == null ? raw : fieldValues.bits();
    }

    @Override
    public Object[] references() {
        return fieldValues == null ? ref : fieldValues.references();
    }

    @Override
    public int base() {
        return fieldValues == null ? binding.base() : 0;
    }

    @Override
    public long changed(int part) {
        return part == 0 ? changed : binding.changed(part);
    }

    /**
     * Reader: replaces the copy that the last call made by a copy of the present values. Returns the former copy; at the
     * first call it is null.
     */
    public RecordState replaceReported() {
        RecordState former = lastReported;
        lastReported = copyOf(this);
        return former;
    }

    /** Reader: returns the last copy of {@link #replaceReported}, or null. */
    public RecordState lastReported() {
        return lastReported;
    }

    /** Writer: whether the last message gave the key by fields, and not by its bytes. */
    public boolean isKeyInFields() {
        return isKeyInFields;
    }

    public void setKeyInFields(boolean inFields) {
        isKeyInFields = inFields;
    }

    /** Writer: returns the hash of the columns that make up the key. */
    public int columnHash() {
        return columnHash;
    }

    public void setColumnHash(int columnHash) {
        this.columnHash = columnHash;
    }

    /** Writer: returns the leaves that changed in the last message; all if that was not in a predictor trial. */
    public long trialChanges() {
        return trialUpdates == updates ? trialChanges : -1L;
    }

    /** Writer: sets the leaves that change in the message of a predictor trial that is being written. */
    public void setTrialChanges(long leaves) {
        trialChanges = leaves;
        trialUpdates = updates + 1;
    }

    /** Writer: lets the clock hand pass, and returns whether the record has had a message since it last passed. */
    boolean passClockHand() {
        if (updates == updatesAtClockHand) {
            return false;
        }
        updatesAtClockHand = updates;
        return true;
    }

    /** Writer: returns the epoch in which this record, which is idle, had its last message. */
    public int idleEpoch() {
        return idleEpoch;
    }

    /** Writer: returns the index among the idle records. */
    int idleIndex() {
        return idleIndex;
    }

    void setIdleIndex(int index) {
        idleIndex = index;
    }

    /** Writer: returns the hash of the key. */
    int hash() {
        return hash;
    }

    /** Writer: whether this is the record of the key in the first {@code length} bytes. */
    boolean hasKey(byte[] bytes, int length) {
        return Arrays.equals(key, 0, key.length, bytes, 0, length);
    }

    /** Writer: copies the key, which has this hash, from the first {@code length} bytes. */
    void setKey(byte[] bytes, int length, int hash) {
        this.hash = hash;
        if (key == null || key.length != length) {
            key = Arrays.copyOf(bytes, length);
        } else {
            System.arraycopy(bytes, 0, key, 0, length);
        }
    }

    /** Writer: returns the key, which callers must not change. */
    public byte[] key() {
        return key;
    }

    /** Returns a copy of a record's values, without its live object, its differences and its last non-null values. */
    public static RecordState copyOf(RecordState record) {
        record.grow();
        RecordState copy = new RecordState(record.type, record.id);
        copy.copyValues(record);
        return copy;
    }

    // ---- values

    private void clearValues() {
        type = null;
        tokenOrder = 0;
        Arrays.fill(raw, 0);
        Arrays.fill(ref, null);
        Arrays.fill(cells, 0);
        textTimes = null;
        binding = null;
        updates = 0;
        lastNonNull = null;
    }

    /** Returns the number of columns of a new record. */
    static int initialCapacity(TypeState type) {
        return Math.max(4, type.leafCount());
    }

    /** Adds columns for the leaves that the type has now. */
    public void grow() {
        int n = type.leafCount();
        if (raw.length < n) {
            n = Math.max(n, raw.length + raw.length / 2);
            raw = Arrays.copyOf(raw, n);
            ref = Arrays.copyOf(ref, n);
            cells = Arrays.copyOf(cells, WIDTH * n);
            textTimes = textTimes == null ? null : Arrays.copyOf(textTimes, n);
        }
    }

    /** Returns the total length of texts, in UTF-16 units, and of plain values, in bytes. */
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

    /** Returns the number of columns; the type may have fewer or more leaves. */
    public int capacity() {
        return raw.length;
    }

    /** Returns the integer of a leaf, the bits of its double, or 0 and 1 for a boolean. */
    public long rawAt(int leaf) {
        return raw[leaf];
    }

    /** Returns a leaf's String, its date or time as it was written, its decimal, or the bytes of its plain value. */
    public Object refAt(int leaf) {
        return ref[leaf];
    }

    /** Returns {@link #rawAt} of all leaves, to be compared with an object's fields or copied to them in one loop. */
    public long[] rawColumns() {
        return raw;
    }

    /** Returns {@link #refAt} of all leaves, to be compared with an object's fields or copied to them in one loop. */
    public Object[] refColumns() {
        return ref;
    }

    /** Returns the form of a leaf's value, for {@link #kindOf} and {@link #auxOf}. */
    public long form(int leaf) {
        return cells[WIDTH * leaf + FORM];
    }

    public static int kindOf(long form) {
        return (int) form >>> KIND_SHIFT & 0xFF;
    }

    public static int auxOf(long form) {
        return (int) form & 0xFF;
    }

    /** Returns the {@link Kind} of a leaf's value. */
    public byte kind(int leaf) {
        return (byte) (cells[WIDTH * leaf + FORM] >>> KIND_SHIFT);
    }

    /** Returns the scale of a decimal, or the format of a time. */
    public byte aux(int leaf) {
        return (byte) cells[WIDTH * leaf + FORM];
    }

    /** Returns the number that differences are computed from. */
    public long value(int leaf) {
        return cells[WIDTH * leaf + VALUE];
    }

    /** Whether a leaf has the same kind and aux in both records. */
    public static boolean hasSameForm(RecordState a, RecordState b, int leaf) {
        return (short) a.cells[WIDTH * leaf + FORM] == (short) b.cells[WIDTH * leaf + FORM];
    }

    /** Returns the String, {@link TimeValue}, BigDecimal or byte[] that {@link #set} was given. */
    Object codedObject(int leaf) {
        return kind(leaf) == Kind.TIME ? time(leaf) : ref[leaf];
    }

    private TimeValue time(int leaf) {
        return ref[leaf] instanceof Temporal temporal
                ? TimeValue.ofTemporal(aux(leaf), value(leaf), temporal)
                : textTimes[leaf];
    }

    /** Returns the order of this record's tokens. */
    public TokenOrder tokenOrder() {
        TokenOrder order = type.tokenOrder(tokenOrder);
        if (order == null) {
            order = type.tokenOrder(TokenOrder.presentLeaves(this));
            tokenOrder = order.number();
        }
        return order;
    }

    /** Makes a leaf absent. */
    public void remove(int leaf) {
        tokenOrder = 0;
        cells[WIDTH * leaf + FORM] = Kind.ABSENT << KIND_SHIFT;
    }

    /** Copies another record's values, but not its differences and last non-null values. */
    public void copyValues(RecordState from) {
        grow();
        tokenOrder = 0;
        int n = Math.min(from.raw.length, type.leafCount());
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

    /** Copies one value of another record. */
    public void copyValue(RecordState from, int leaf) {
        if (leaf < from.raw.length) {
            set(leaf, from.kind(leaf), from.aux(leaf), from.value(leaf), from.raw[leaf], from.codedObject(leaf));
        } else {
            set(leaf, Kind.ABSENT, (byte) 0, 0, 0, null);
        }
    }

    /** Whether a node or one of its descendants has a value. */
    public boolean hasAnyValue(SchemaNode node) {
        return hasValue(node) || hasContent(node);
    }

    private boolean hasValue(SchemaNode node) {
        int leaf = node.leaf();
        return leaf >= 0 && leaf < raw.length && kind(leaf) != Kind.ABSENT;
    }

    /** Whether a descendant of a node has a value. The search does not recurse. */
    public boolean hasContent(SchemaNode node) {
        int[] searched = type.searchStack();
        SchemaNode parent = node;
        int level = 0;
        searched[0] = 0;
        while (true) {
            if (searched[level] < parent.childCount()) {
                SchemaNode child = parent.child(searched[level]++);
                if (hasValue(child)) {
                    return true;
                }
                if (child.childCount() > 0) {
                    parent = child;
                    level++;
                    if (level == searched.length) {
                        searched = type.growSearchStack();
                    }
                    searched[level] = 0;
                }
            } else if (level-- == 0) {
                return false;
            } else {
                parent = parent.parent();
            }
        }
    }

    /** Copies the value of one leaf to another, as an edit of a list does; from -1 the leaf becomes absent. */
    public void moveLeaf(int leaf, int from) {
        boolean there = from >= 0;
        if ((kind(leaf) != Kind.ABSENT) != (there && kind(from) != Kind.ABSENT)) {
            tokenOrder = 0;
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

    /** Sets one value, and keeps the difference or the last non-null value for the next prediction. */
    public void set(int leaf, byte newKind, byte newAux, long newValue, long newRaw, Object coded) {
        byte oldKind = kind(leaf);
        boolean staysInForm = oldKind == newKind && aux(leaf) == newAux;
        if (oldKind != newKind || newKind == Kind.TIME && !staysInForm) {
            binding = null; // the columns have to be compared with a class again
            if (oldKind == Kind.ABSENT || newKind == Kind.ABSENT) {
                tokenOrder = 0;
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
            keepLastNonNull(leaf);
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

    /** Replaces a boolean. */
    public void setBoolean(int leaf, long bit) {
        cells[WIDTH * leaf + VALUE] = bit;
        raw[leaf] = bit;
    }

    /** Replaces a text. */
    public void setText(int leaf, String text) {
        ref[leaf] = text;
    }

    /** Replaces a decimal, or a time that is not text, by one of the same form. */
    public void setCounted(int leaf, long count, Object value, long by) {
        setNumber(leaf, count, 0, by);
        ref[leaf] = value;
    }

    /** Replaces a number by one of the same form. */
    public void setNumber(int leaf, long newValue, long newRaw, long by) {
        int at = WIDTH * leaf;
        cells[at + VALUE] = newValue;
        raw[leaf] = newRaw;
        if (updates > 0) {
            cells[at + DIFFERENCE] = by;
            cells[at + FORM] = cells[at + FORM] & FORM_BITS | (long) (updates + 1) << UPDATE_SHIFT;
        }
    }

    /** Replaces a number by one of the same form, in a record that has had a message. */
    public void advanceNumber(int leaf, long form, long newValue, long newRaw) {
        int at = WIDTH * leaf;
        cells[at + FORM] = form & FORM_BITS | (long) (updates + 1) << UPDATE_SHIFT;
        cells[at + DIFFERENCE] = newValue - cells[at + VALUE];
        cells[at + VALUE] = newValue;
        raw[leaf] = newRaw;
    }

    /** Does what {@link #form(int)} does, without checking the leaf. */
    public long formUnchecked(int leaf) {
        return ArrayAccess.get(cells, (long) WIDTH * leaf + FORM);
    }

    /** Does what {@link #value} does, without checking the leaf. */
    public long valueUnchecked(int leaf) {
        return ArrayAccess.get(cells, (long) WIDTH * leaf + VALUE);
    }

    /** Does what {@link #difference(int, long)} does, without checking the leaf. */
    public long differenceUnchecked(int leaf, long form) {
        return form >> UPDATE_SHIFT == updates ? ArrayAccess.get(cells, (long) WIDTH * leaf + DIFFERENCE) : 0;
    }

    /** Does what {@link #advanceNumber} does, without checking the leaf. */
    public void advanceNumberUnchecked(int leaf, long form, long newValue, long difference, long newRaw) {
        long at = (long) WIDTH * leaf;
        ArrayAccess.put(cells, at + FORM, form & FORM_BITS | (long) (updates + 1) << UPDATE_SHIFT);
        ArrayAccess.put(cells, at + DIFFERENCE, difference);
        ArrayAccess.put(cells, at + VALUE, newValue);
        ArrayAccess.put(raw, leaf, newRaw);
    }

    /** Does what {@link #advanceCounted} does, without checking the leaf. */
    public void advanceCountedUnchecked(int leaf, long form, long count, long difference, Object value) {
        advanceNumberUnchecked(leaf, form, count, difference, 0);
        ref[leaf] = value;
    }

    /** Does what {@link #advanceNumber} does, for a decimal or a time that is not text. */
    public void advanceCounted(int leaf, long form, long count, Object value) {
        advanceCountedUnchecked(leaf, form, count, count - value(leaf), value);
    }

    /** Loads an encoded value; it is absent if this record has no such leaf yet. */
    void load(int leaf, EncodedValue into) {
        if (leaf < raw.length) {
            into.set(kind(leaf), aux(leaf), value(leaf), raw[leaf], codedObject(leaf));
        } else {
            into.set(Kind.ABSENT, 0, 0, 0, null);
        }
    }

    public void set(int leaf, EncodedValue coded) {
        set(leaf, coded.kind(), coded.aux(), coded.value(), coded.raw(), coded.ref());
    }

    /** Returns the change of the value in this record's last message; 0 if it did not change or its form did. */
    public long difference(int leaf) {
        return difference(leaf, form(leaf));
    }

    /** Does what {@link #difference(int)} does, for a leaf with this {@link #form(int)}. */
    public long difference(int leaf, long form) {
        return form >> UPDATE_SHIFT == updates ? cells[WIDTH * leaf + DIFFERENCE] : 0;
    }

    private void keepLastNonNull(int leaf) {
        if (lastNonNull == null) {
            lastNonNull = new LastNonNullValues();
        }
        lastNonNull.set(leaf, raw.length, kind(leaf), aux(leaf), value(leaf), codedObject(leaf));
    }

    /** Returns the kind of the last non-null value, or {@link Kind#ABSENT} if there has been no null. */
    public byte lastNonNullKind(int leaf) {
        return lastNonNull == null ? Kind.ABSENT : lastNonNull.kind(leaf);
    }

    public byte lastNonNullAux(int leaf) {
        return lastNonNull.aux(leaf);
    }

    public long lastNonNullValue(int leaf) {
        return lastNonNull.value(leaf);
    }

    public Object lastNonNullRef(int leaf) {
        return lastNonNull.ref(leaf);
    }
}
