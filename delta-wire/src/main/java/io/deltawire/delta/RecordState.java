package io.deltawire.delta;

import io.deltawire.wire.spi.ColumnReader;
import io.deltawire.wire.spi.FieldColumns;
import java.util.Arrays;

/** The last record of one key: its values, which object it is, and what writer and reader know of it. */
final class RecordState extends RecordValues implements ColumnReader.Message {
    /** In {@link #liveAt}, that the live object is not one that columns bring up to date by what a message changes. */
    static final int NOT_BY_COLUMNS = -2;

    int slot;
    /** Writer: the slot as a message has it, the first byte lowest. */
    long slotCode;
    /** Writer: the bytes of that. */
    int slotLength;

    /** Reader: the fields in which {@link #live} may differ. */
    long changed;
    /** Reader: the object that is kept up to date with this record, or null. */
    Object live;
    /** Reader: the columns of the class of {@link #live}, which need not be those of the record. */
    FieldColumns liveColumns;
    /** Reader: the name that has {@link #live} as its value, or null. */
    String liveEvent;
    /** Reader: the number of messages that the record had when the object was last brought up to date. */
    int liveAt;

    /** The record as the fields of {@link #binding}, where these are not its leaves as they are; else null. */
    FieldView view;

    /** Reader: what the record was when its changes were last asked for, or null. */
    RecordState seen;

    /** Writer: the key, which serves as memory for the next one in a record that is no longer one. */
    private byte[] key;
    /** Writer: whether its last message has told the key by the fields that {@code keyFields} names, and not by its bytes. */
    boolean isToldByFields;
    /** Writer: the hash of the key. */
    int hash;
    /** Writer: the hash of the key's columns. */
    int columnHash;
    /** Writer: {@link #updates} when a record to forget was last looked for here. */
    int updatesAtHand = 1;

    /** Writer: the number of the epoch that this record, which is none any more, was of. */
    int restsSince;
    /** Writer: its place among those that rest. */
    int restPlace;

    /** Writer: the leaves that changed in the last message that was tried with every predictor. */
    long triedChanges;
    /** Writer: what {@link #updates} was after that message, or after the first one. */
    int triedUpdates = 1;

    RecordState(TypeState type, int slot) {
        super(type);
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
        clear();
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
        return binding.event;
    }

    @Override
    public String typeName() {
        return binding.typeLeaf >= 0 && ref[binding.typeLeaf] instanceof String name ? name : null;
    }

    @Override
    public Object live() {
        return live;
    }

    /** Reader: whether the object was up to date before the present message. */
    boolean isLiveBefore() {
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
        return view == null ? binding.base : 0;
    }

    /** Has the record be an object of a class; a view of another one's fields goes. */
    void bind(ColumnBinding to) {
        binding = to;
        if (view != null) {
            if (to.hasView) {
                view.forget();
            } else {
                view = null;
            }
        }
    }

    /** The {@link #view} of a binding's fields: a new one where there is none. */
    FieldView viewBy(ColumnBinding of) {
        if (view == null || view.binding != of) {
            view = new FieldView(of);
        }
        return view;
    }

    /** What {@link io.deltawire.wire.spi.FieldColumns#changes} tells of an object in comparison with this, which is bound so. */
    long differences(ColumnBinding of, Object object, long[] changed) {
        return view == null
                ? of.columns.changes(object, raw, ref, of.base, changed)
                : of.columns.changes(object, view.bits, view.references, 0, changed);
    }

    /** The same of the fields of one part. */
    long differences(ColumnBinding of, FieldPart part, Object object, long[] changed) {
        return view == null
                ? part.columns.changes(object, raw, ref, of.base + part.first, changed)
                : part.columns.changes(object, view.bits, view.references, part.first, changed);
    }

    @Override
    public long changed(int part) {
        return part == 0 ? changed : binding.tokenFields.parts[part].changed;
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
    byte[] key() {
        return key;
    }

    /** A copy of another record's values: without its object, and what its next prediction needs. */
    static RecordState copyOf(RecordState record) {
        record.grow();
        RecordState copy = new RecordState(record.type, record.slot);
        copy.copyValues(record);
        return copy;
    }
}
