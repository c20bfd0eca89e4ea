package io.deltawire.delta.internal.state;

import io.deltawire.delta.internal.value.Op;
import io.deltawire.delta.internal.value.ValueWriter;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.spi.text.VarInt;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The writer's records: by key and by slot, which slots are free, what all of it counts as, and which record is to go
 * when there is no room. Slots are taken again where that keeps their numbers short, and never pass the limit of keys.
 *
 * <p>The record to go is found by the clock algorithm (F. J. Corbató, A Paging Experiment with the Multics System,
 * 1968): a hand goes round the slots and takes the first record that has had no message since it came by last, and but its first one since it is there. That is
 * close to the record that has been idle for longest, and costs the writing of a message nothing.
 */
public final class EncodedRecords {
    private final WireLimits limits;
    private final KeyIndex keys;
    private final Slots bySlot = new Slots();
    private final RecordPool pool = new RecordPool();
    /** What there is of epochs that have ended; null where nothing is to be kept. */
    private final IdleRecords idle;
    /** The number of slots ever opened. */
    private int slots;
    /**
     * The slots below are of records that are among {@link #keys}. Those above have come by columns that tell their keys, and
     * are put there when a key is looked for: in most streams never.
     */
    private int indexedSlots;

    private int[] free = new int[16];
    private int freeCount;
    private int hand;
    private long stateBytes;
    /** What the keys take, which the reader does not have. */
    private long keyBytes;
    /** What of the state are types, which are not forgotten before the epoch ends. */
    private long schemaBytes;

    /** Operations that forget records, which the reader has yet to be told. */
    private final ValueWriter forgotten = new ValueWriter();
    /** The record that the last operation in {@link #forgotten} forgets, or null. */
    private RecordState lastForgotten;

    private int lastForgottenAt;

    /** @param keepsIdle whether {@link #idle} is wanted */
    public EncodedRecords(WireLimits limits, boolean keepsIdle) {
        this.limits = limits;
        long seed = System.nanoTime() * 0x9E3779B97F4A7C15L;
        this.keys = new KeyIndex(seed);
        this.idle = keepsIdle ? new IdleRecords(limits, pool, new KeyIndex(seed)) : null;
    }

    /** Forgets all records, which nobody may hold after this, but for what they say. */
    public void clear() {
        if (idle == null) {
            pool.recycle(bySlot, slots);
        } else if (slots > 0) { // an epoch may be begun more than once before it has a record
            indexAll();
            idle.takeAll(bySlot, slots);
        }
        drop();
    }

    /** What the records of the epochs that have ended were last; those that had a message last are first. Only what is kept of them. */
    public RecordState[] idle() {
        return idle.all();
    }

    /** Forgets what the record of a key was in epochs that have ended. */
    public void forgetIdle(TypeState type, byte[] key, int length) {
        if (idle != null) {
            idle.forget(type.owner.identity, key, length, hash(type, key, length));
        }
    }

    /** Forgets what the records of a type were in epochs that have ended. */
    public void forgetIdle(Object identity) {
        if (idle != null) {
            idle.forgetAll(identity);
        }
    }

    /** Forgets all records of the epoch, and what they say. */
    public void drop() {
        keys.clear();
        Arrays.fill(bySlot.at, 0, slots, null);
        bySlot.begin();
        slots = 0;
        indexedSlots = 0;
        freeCount = 0;
        hand = 0;
        stateBytes = 0;
        keyBytes = 0;
        schemaBytes = 0;
        clearForgotten();
    }

    /** The records by slot; only to be looked at. */
    public Slots bySlot() {
        return bySlot;
    }

    public long stateBytes() {
        return stateBytes;
    }

    /** What the keys of the records take beside that. */
    public long keyBytes() {
        return keyBytes;
    }

    /** All records in the order of their slots. */
    public List<RecordState> all() {
        indexAll();
        List<RecordState> all = new ArrayList<>();
        for (int i = 0; i < slots; i++) {
            if (bySlot.at[i] != null) {
                all.add(bySlot.at[i]);
            }
        }
        return all;
    }

    /** The number of slots ever opened, which is that of the next new one. */
    public int slots() {
        return slots;
    }

    public int hash(TypeState type, byte[] key, int length) {
        return keys.hash(type, key, length);
    }

    public RecordState find(TypeState type, byte[] key, int length, int hash) {
        indexAll();
        return keys.find(type, key, length, hash);
    }

    /** Puts the records that are found by their columns among those that are found by their key. */
    private void indexAll() {
        for (; indexedSlots < slots; indexedSlots++) {
            RecordState record = bySlot.at[indexedSlots];
            if (record != null) {
                index(record);
            }
        }
    }

    private void index(RecordState record) {
        byte[] key = record.type.binding.key(record);
        keys.add(key, key.length, keys.hash(record.type, key, key.length), record);
    }

    /** The slot for the next new record: a free one where that is needed, or has a shorter number than a new one. */
    private int nextSlot() {
        if (freeCount > 0) {
            int slot = free[freeCount - 1];
            if (slots >= limits.maxKeys() || VarInt.size(slot) < VarInt.size(slots)) {
                return slot;
            }
        }
        return slots;
    }

    /** A record for the next slot, to be {@linkplain #add added}. */
    public RecordState newRecord(TypeState type) {
        return pool.take(type, nextSlot());
    }

    /** Adds a record after its key has been looked for. */
    public void add(byte[] key, int length, int hash, RecordState record) {
        keys.add(key, length, hash, record);
        indexedSlots += record.slot == indexedSlots ? 1 : 0;
        put(record, length);
    }

    /** Whether the next record comes behind all others, so that it may be added {@linkplain #addBehind without its key}. */
    public boolean opensSlot() {
        return nextSlot() == slots;
    }

    /** Adds a record in a new slot, whose columns are known to be those of no other one, and tell its key of this length. */
    public void addBehind(RecordState record, int keyLength) {
        put(record, keyLength);
    }

    private void put(RecordState record, int keyLength) {
        if (record.slot == slots) {
            if (slots == bySlot.at.length) {
                bySlot.at = Arrays.copyOf(bySlot.at, 2 * slots);
            }
            slots++;
        } else {
            freeCount--;
        }
        bySlot.at[record.slot] = record;
        record.type.records++;
        stateBytes += StateSize.record(record.type);
        keyBytes += keyLength;
    }

    /** Forgets a record, also what it was in epochs that have ended. */
    public void remove(RecordState record) {
        indexAll();
        if (idle != null) {
            idle.forget(record.type.owner.identity, record.key(), record.key().length, record.hash);
        }
        keyBytes -= record.key().length;
        keys.remove(record);
        record.binding = null;
        record.type.leavesSlot(record);
        bySlot.at[record.slot] = null;
        if (freeCount == free.length) {
            free = Arrays.copyOf(free, 2 * freeCount);
        }
        free[freeCount++] = record.slot;
        record.type.records--;
        stateBytes -= StateSize.record(record.type);
    }

    /** Takes note of what a message has added to its type. */
    public void grown(EncodedType type) {
        stateBytes += growth(type, type.state.records);
        schemaBytes += growth(type, 0);
        type.state.countedLeaves = type.state.leaves;
    }

    /** What the type has more than has been announced of it. */
    private static long growth(EncodedType type, int records) {
        TypeState state = type.state;
        long growth = type.announcedLeaves == 0 ? StateSize.TYPE : 0;
        for (int id = type.announcedNodes; id < state.nodes.size(); id++) {
            growth += StateSize.node(state.nodes.get(id));
        }
        return growth + (state.leaves - type.announcedLeaves) * StateSize.leaf(records);
    }

    /**
     * Whether there is room for the message in the columns.
     *
     * @param record the record that it updates, or null where it makes a new one
     * @param keyLength the bytes of its key
     */
    public boolean hasRoom(EncodedType type, RecordState record, int keyLength) {
        if (record != null && type.state.countedLeaves == type.state.leaves) {
            return true;
        }
        long opened = record == null ? StateSize.record(type.state.leaves) + keyLength : 0;
        return stateBytes + keyBytes + growth(type, type.state.records) + opened <= limits.maxStateBytes()
                && (record != null || slots - freeCount < limits.maxKeys());
    }

    /** Forgets records until there is room; false where there is none even so. */
    public boolean makeRoom(EncodedType type, RecordState record, int keyLength) {
        if (hasRoom(type, record, keyLength)) {
            return true;
        }
        long alone = schemaBytes + growth(type, 0) + StateSize.record(type.state.leaves) + keyLength;
        if (alone > limits.maxStateBytes()) {
            return false;
        }
        while (!hasRoom(type, record, keyLength)) {
            forget(idle(record));
        }
        return true;
    }

    /** Forgets a record, which the reader is told with the next message. */
    public void forget(RecordState record) {
        lastForgotten = record;
        lastForgottenAt = forgotten.out.position;
        forgotten.op(Op.FORGET);
        forgotten.varInt(record.slot);
        remove(record);
    }

    /** Forgets all records of a type, also what there is of epochs that have ended. */
    public void forgetAll(TypeState type) {
        forgetIdle(type.owner.identity);
        for (int i = 0; i < slots; i++) {
            RecordState record = bySlot.at[i];
            if (record != null && record.type == type) {
                forget(record);
            }
        }
    }

    /** The record to go, of which there is one beside {@code except}, since that alone has room. */
    private RecordState idle(RecordState except) {
        for (; ; ) {
            hand = hand + 1 < slots ? hand + 1 : 0;
            RecordState record = bySlot.at[hand];
            if (record != null && record != except) {
                if (record.updates == record.updatesAtHand) {
                    return record;
                }
                record.updatesAtHand = record.updates;
            }
        }
    }

    /**
     * Takes back the forgetting of a record whose slot a new one takes, so that replacing does for both; false where the record last forgotten is
     * another one.
     */
    public boolean replaceForgotten(TypeState type, int slot) {
        if (lastForgotten == null || lastForgotten.slot != slot || lastForgotten.type != type) {
            return false;
        }
        forgotten.out.position = lastForgottenAt;
        lastForgotten = null;
        return true;
    }

    /** Appends the operations that forget records, and returns how many bytes they take. */
    public int writeForgotten(ValueWriter out) {
        int length = forgotten.out.position;
        if (length > 0) {
            out.raw(forgotten.out.array, 0, length);
        }
        clearForgotten();
        return length;
    }

    private void clearForgotten() {
        forgotten.out.clear();
        lastForgotten = null;
    }
}
