package io.deltawire.delta.internal.state;

import io.deltawire.wire.WireLimits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The writer's records of earlier epochs, as their last messages left them. An epoch begins with empty state, and a
 * record without a message in it is idle: not part of the epoch's state, but part of a key frame.
 *
 * <p>To find the idle records directly would take a loop over all records in each epoch. Instead, when an epoch ends,
 * each of its records replaces the older one of its key here. The replaced records go to the pool for new records.
 *
 * <p>Idle records may take as much as the state of an epoch. Beyond that, the longest idle ones are dropped.
 */
final class IdleRecords {
    private final WireLimits limits;
    private final RecordPool pool;
    private final KeyIndex records;
    /**
     * The same records by epoch and by slot in it, with nulls where records were removed. The first ones have been idle
     * for longest, so that dropping them needs no sort.
     */
    private RecordState[] order = new RecordState[64];

    /** The used range of {@link #order}. */
    private int from;

    private int to;
    /** The size of the records with their keys and types, as the state counts it. */
    private long bytes;
    /** The number of the epoch that ended last. */
    private int epoch;
    /** The types of the records of that epoch. */
    private final List<TypeState> lastTypes = new ArrayList<>();

    /** @param records an empty index with the same seed as the index of the epoch's records */
    IdleRecords(WireLimits limits, RecordPool pool, KeyIndex records) {
        this.limits = limits;
        this.pool = pool;
        this.records = records;
    }

    /** Moves the records of an epoch that ends out of their slots. Each of them has its key. */
    void addEpoch(RecordTable slots, int count) {
        pool.clear();
        epoch++;
        List<TypeState> earlierTypes = List.copyOf(lastTypes);
        lastTypes.clear();
        makeRoom(count);
        int begin = to;
        to += count;
        int added = 0;
        // In reverse, since the pool is a stack: the next epoch takes the records in order of their memory.
        for (int slot = count - 1; slot >= 0; slot--) {
            RecordState record = slots.at(slot);
            if (record == null) {
                continue;
            }
            record.becomeIdle(epoch, begin + slot);
            order[begin + slot] = record;
            charge(record);
            RecordState before = records.replace(record);
            if (before == null) {
                added++;
            } else {
                slots.remove(slot);
                release(before);
            }
        }
        dropOldest(begin, added);
        for (int slot = 0; slot < count; slot++) {
            if (slots.at(slot) != null) {
                records.add(slots.at(slot));
            }
        }
        for (TypeState type : earlierTypes) {
            if (type.hasIdleRecords()) {
                type.releaseCaches();
            }
        }
    }

    private void charge(RecordState record) {
        TypeState type = record.type();
        if (type.addIdleRecord()) {
            bytes += StateSize.type(type);
            lastTypes.add(type);
        }
        bytes += size(record);
    }

    private static long size(RecordState record) {
        return StateSize.record(record.type()) + record.key().length;
    }

    /** Returns a record that is no longer in the index to the pool. */
    private void release(RecordState record) {
        TypeState type = record.type();
        order[record.idleIndex()] = null;
        bytes -= size(record);
        if (type.removeIdleRecord()) {
            bytes -= StateSize.type(type);
            type.owner().keepSpareState(type);
        }
        pool.add(record);
    }

    /** Forgets the record of this key, if there is one. */
    void forget(Object identity, byte[] key, int length, int hash) {
        RecordState record = records.find(identity, key, length, hash);
        if (record != null) {
            records.remove(record);
            release(record);
        }
    }

    /** Forgets all records of a type. */
    void forgetAll(Object identity) {
        for (int i = from; i < to; i++) {
            RecordState record = order[i];
            if (record != null && record.type().owner().identity().equals(identity)) {
                records.remove(record);
                release(record);
            }
        }
    }

    /** Forgets all records. */
    void forgetAll() {
        for (int i = from; i < to; i++) {
            if (order[i] != null) {
                records.remove(order[i]);
                release(order[i]);
            }
        }
        from = 0;
        to = 0;
    }

    /**
     * Drops the longest idle records until there is room for {@code added} more.
     *
     * @param end the index of the first record of the epoch that has just ended; its records fit by themselves
     */
    private void dropOldest(int end, int added) {
        int excess = records.size() + added - limits.maxKeys();
        while (from < end && (excess > 0 || bytes > limits.maxStateBytes() || order[from] == null)) {
            RecordState oldest = order[from++];
            if (oldest != null) {
                records.remove(oldest);
                release(oldest);
                excess--;
            }
        }
    }

    /** Makes room for {@code count} more records at the end of the order. */
    private void makeRoom(int count) {
        if (to + count <= order.length) {
            return;
        }
        RecordState[] before = order;
        if (2 * (records.size() + count) > before.length) {
            order = new RecordState[2 * (records.size() + count)];
        }
        int at = 0;
        for (int i = from; i < to; i++) {
            RecordState record = before[i];
            if (record != null) {
                record.setIdleIndex(at);
                order[at++] = record;
            }
        }
        if (order == before) {
            Arrays.fill(order, at, to, null);
        }
        from = 0;
        to = at;
    }

    /** Returns all records in the order in which a key frame has them: the last epoch's records come first. */
    RecordState[] all() {
        RecordState[] all = new RecordState[records.size()];
        int count = 0;
        int end = to;
        while (end > from) {
            int begin = beginOfEpoch(end);
            for (int i = begin; i < end; i++) {
                if (order[i] != null) {
                    all[count++] = order[i];
                }
            }
            end = begin;
        }
        return all;
    }

    /** Returns the index of the first record of the epoch whose last record is before {@code end}. */
    private int beginOfEpoch(int end) {
        int i = end - 1;
        int last = 0;
        while (i >= from && (order[i] == null || last == 0 || order[i].idleEpoch() == last)) {
            last = order[i] == null ? last : order[i].idleEpoch();
            i--;
        }
        return i + 1;
    }
}
