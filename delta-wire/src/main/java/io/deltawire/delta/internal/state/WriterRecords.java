package io.deltawire.delta.internal.state;

import io.deltawire.delta.internal.value.Op;
import io.deltawire.delta.internal.value.PlainValueWriter;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.spi.text.VarInt;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The writer's records. The class finds them by key and by slot, hands out slots, sums up the size of the state, and
 * chooses the record to forget when the state is full. Slots are reused if that keeps their numbers short, and
 * never exceed the limit of keys.
 *
 * <p>The record to forget is found by the clock algorithm (F. J. Corbató, A Paging Experiment with the Multics System,
 * 1968). A hand goes round the slots and stops at the first record without a message since its last pass; the message
 * that made the record does not count. The result is close to the longest idle record, and writing a message costs
 * nothing for it.
 *
 * <p>A record that was added without its key is entered in the key index only when some key is looked up.
 */
public final class WriterRecords {
    private final WireLimits limits;
    private final KeyIndex keys;
    private final RecordTable table = new RecordTable();
    private final RecordPool pool = new RecordPool();
    /** The records of earlier epochs, for key frames; null if none are kept. */
    private final IdleRecords idle;
    /** The number of slots used so far in this epoch, including free ones. */
    private int idCount;
    /**
     * Records in slots below this one are in {@link #keys}. Records from this slot on were added without their keys.
     * They are indexed when a key is looked up, which most streams never do.
     */
    private int indexedIds;

    private int[] freeIds = new int[16];
    private int freeCount;
    private int clockHand;
    private long stateBytes;
    /** The size of the keys in bytes. The reader does not have them, so that {@link #stateBytes} excludes them. */
    private long keyBytes;
    /** The share of types in {@link #stateBytes}. It cannot shrink before the epoch ends. */
    private long typeBytes;

    /** Operations that forget records, to be written before the next message. */
    private final PlainValueWriter forgotten = new PlainValueWriter();
    /** @param keepsIdle whether to keep the records of earlier epochs for {@link #idleRecords()} */
    public WriterRecords(WireLimits limits, boolean keepsIdle) {
        this.limits = limits;
        long seed = System.nanoTime() * 0x9E3779B97F4A7C15L;
        this.keys = new KeyIndex(seed);
        this.idle = keepsIdle ? new IdleRecords(limits, pool, new KeyIndex(seed)) : null;
    }

    /** Ends the epoch: its records become idle ones, or go to the pool. Callers must not use a record after this. */
    public void endEpoch() {
        if (idle == null) {
            pool.recycle(table, idCount);
        } else if (idCount > 0) { // an epoch may be begun more than once before it has a record
            indexAll();
            idle.addEpoch(table, idCount);
        }
        discardAll();
    }

    /**
     * Returns the idle records, which are records of earlier epochs; those of the last epoch come first. Requires
     * {@code keepsIdle}.
     */
    public RecordState[] idleRecords() {
        return idle.all();
    }

    /** Forgets the idle record of a key. */
    public void forgetIdleKey(TypeState type, byte[] key, int length) {
        if (idle != null) {
            idle.forget(type.owner().identity(), key, length, hash(type, key, length));
        }
    }

    /** Forgets all idle records. */
    public void forgetIdle() {
        if (idle != null) {
            idle.forgetAll();
        }
    }

    /** Forgets the idle records of a type. */
    public void forgetIdleType(Object identity) {
        if (idle != null) {
            idle.forgetAll(identity);
        }
    }

    /** Forgets all records of the epoch, which do not become idle ones. */
    public void discardAll() {
        keys.clear();
        table.clear(idCount);
        table.beginEpoch();
        idCount = 0;
        indexedIds = 0;
        freeCount = 0;
        clockHand = 0;
        stateBytes = 0;
        keyBytes = 0;
        typeBytes = 0;
        forgotten.out().clear();
    }

    /** Returns the records by slot, which callers must not change. */
    public RecordTable table() {
        return table;
    }

    public long stateBytes() {
        return stateBytes;
    }

    /** Returns the size of the records' keys in bytes, which {@link #stateBytes} does not include. */
    public long keyBytes() {
        return keyBytes;
    }

    /** Returns all records in the order of their slots. */
    public List<RecordState> all() {
        indexAll();
        List<RecordState> all = new ArrayList<>();
        for (int i = 0; i < idCount; i++) {
            if (table.at(i) != null) {
                all.add(table.at(i));
            }
        }
        return all;
    }

    /** Returns the number of slots used so far in this epoch, which is also the next new slot. */
    public int idCount() {
        return idCount;
    }

    public int hash(TypeState type, byte[] key, int length) {
        return keys.hash(type, key, length);
    }

    public RecordState find(TypeState type, byte[] key, int length, int hash) {
        indexAll();
        return keys.find(type, key, length, hash);
    }

    /** Adds the records that came without their keys to the key index. */
    private void indexAll() {
        for (; indexedIds < idCount; indexedIds++) {
            RecordState record = table.at(indexedIds);
            if (record != null) {
                index(record);
            }
        }
    }

    private void index(RecordState record) {
        byte[] key = record.type().binding().key(record);
        keys.add(key, key.length, keys.hash(record.type(), key, key.length), record);
    }

    /**
     * Returns the slot for the next new record: a free one if all are used, or if its number is shorter than that of a
     * new one.
     */
    private int nextId() {
        if (freeCount > 0) {
            int slot = freeIds[freeCount - 1];
            if (idCount >= limits.maxKeys() || VarInt.size(slot) < VarInt.size(idCount)) {
                return slot;
            }
        }
        return idCount;
    }

    /** Returns a record for the next slot, which the caller fills and {@linkplain #add adds}. */
    public RecordState newRecord(TypeState type) {
        return pool.newRecord(type, nextId());
    }

    /** Adds a record whose key has been looked up, and was not found. */
    public void add(byte[] key, int length, int hash, RecordState record) {
        keys.add(key, length, hash, record);
        indexedIds += record.id() == indexedIds ? 1 : 0;
        put(record, length);
    }

    /**
     * Whether the next record takes a new slot, so that it can be added {@linkplain #addWithoutKey without its key}.
     */
    public boolean isNextIdNew() {
        return nextId() == idCount;
    }

    /**
     * Adds a record in a new slot without its key. Its columns make up a key of this length that no other record has.
     */
    public void addWithoutKey(RecordState record, int keyLength) {
        put(record, keyLength);
    }

    private void put(RecordState record, int keyLength) {
        if (record.id() == idCount) {
            idCount++;
        } else {
            freeCount--;
        }
        table.put(record);
        record.type().countRecord();
        stateBytes += StateSize.record(record.type());
        keyBytes += keyLength;
    }

    /** Forgets a record, and the idle record of its key. */
    public void remove(RecordState record) {
        indexAll();
        if (idle != null) {
            idle.forget(record.type().owner().identity(), record.key(), record.key().length, record.hash());
        }
        keyBytes -= record.key().length;
        keys.remove(record);
        record.unbind();
        table.remove(record.id());
        if (freeCount == freeIds.length) {
            freeIds = Arrays.copyOf(freeIds, 2 * freeCount);
        }
        freeIds[freeCount++] = record.id();
        record.type().removeRecord(record);
        stateBytes -= StateSize.record(record.type());
    }

    /** Adds what a message has added to its type to the size of the state. */
    public void chargeGrowth(WriterType type) {
        stateBytes += growth(type, type.state().recordCount());
        typeBytes += growth(type, 0);
        type.state().markLeavesCounted();
    }

    /** Returns the size of what has not been announced of the type. */
    private static long growth(WriterType type, int records) {
        TypeState state = type.state();
        long growth = type.announcedLeaves() == 0 ? StateSize.TYPE : 0;
        for (int id = type.announcedNodes(); id < state.nodeCount(); id++) {
            growth += StateSize.node(state.node(id));
        }
        return growth + (state.leafCount() - type.announcedLeaves()) * StateSize.leaf(records);
    }

    /**
     * Whether the state has room for a message of the type.
     *
     * @param record the record that the message updates, or null if it creates one
     * @param keyLength the length of its key in bytes
     */
    public boolean hasRoom(WriterType type, RecordState record, int keyLength) {
        if (record != null && type.state().hasAllLeavesCounted()) {
            return true;
        }
        long opened = record == null ? StateSize.record(type.state().leafCount()) + keyLength : 0;
        return stateBytes + keyBytes + growth(type, type.state().recordCount()) + opened <= limits.maxStateBytes()
                && (record != null || idCount - freeCount < limits.maxKeys());
    }

    /** Forgets records until {@link #hasRoom} is true; false if that is impossible, and nothing is forgotten. */
    public boolean makeRoom(WriterType type, RecordState record, int keyLength) {
        if (hasRoom(type, record, keyLength)) {
            return true;
        }
        long alone = typeBytes + growth(type, 0) + StateSize.record(type.state().leafCount()) + keyLength;
        if (alone > limits.maxStateBytes()) {
            return false;
        }
        while (!hasRoom(type, record, keyLength)) {
            forget(nextToForget(record));
        }
        return true;
    }

    /** Forgets a record. The operation for the reader precedes the next message. */
    public void forget(RecordState record) {
        forgotten.op(Op.FORGET);
        forgotten.varInt(record.id());
        remove(record);
    }

    /** Forgets all records of a type, also idle ones. */
    public void forgetAll(TypeState type) {
        forgetIdleType(type.owner().identity());
        for (int i = 0; i < idCount; i++) {
            RecordState record = table.at(i);
            if (record != null && record.type() == type) {
                forget(record);
            }
        }
    }

    /** Returns the record to forget. There is one beside {@code except}, which alone would fit. */
    private RecordState nextToForget(RecordState except) {
        for (; ; ) {
            clockHand = clockHand + 1 < idCount ? clockHand + 1 : 0;
            RecordState record = table.at(clockHand);
            if (record != null && record != except) {
                if (!record.passClockHand()) {
                    return record;
                }
            }
        }
    }

    /** Appends the pending operations that forget records, and returns their length in bytes. */
    public int writeForgotten(PlainValueWriter out) {
        int length = forgotten.out().position;
        if (length > 0) {
            out.raw(forgotten.out().array, 0, length);
        }
        forgotten.out().clear();
        return length;
    }
}
