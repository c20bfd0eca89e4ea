package io.deltawire.delta.internal.state;

import io.deltawire.wire.WireLimits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What the records of the epochs that have ended were when their last message came. An epoch begins with empty state, so that records that have
 * had no message in it are no part of it; a key frame says them all the same.
 *
 * <p>To find out which records are idle would take a look at all of them in each epoch. So what is looked at when an epoch ends are its own
 * records: each takes the place of what there is of its key. Those that were replaced serve again for new records. All of it takes no more than
 * the state of an epoch may; of more, those go that have been idle for longest.
 */
final class IdleRecords {
    private final WireLimits limits;
    private final RecordPool pool;
    private final KeyIndex records;
    /**
     * The same records by the epoch that they are of and their slot in it, with nulls where some have gone. Those that are to go are the first
     * ones, so that nothing has to be sorted for it.
     */
    private RecordState[] order = new RecordState[64];

    /** Where that begins and ends. */
    private int from;

    private int to;
    /** What they count as, with their keys and types. */
    private long bytes;
    /** The number of the epoch that ended last. */
    private int epoch;
    /** The types that records of it are of. */
    private final List<TypeState> lastTypes = new ArrayList<>();

    /** @param records empty, with the hashes that the records of an epoch have */
    IdleRecords(WireLimits limits, RecordPool pool, KeyIndex records) {
        this.limits = limits;
        this.pool = pool;
        this.records = records;
    }

    /** Takes the records of an epoch that ends out of their slots. Each is known by its key. */
    void takeAll(Slots slots, int count) {
        pool.begin();
        epoch++;
        List<TypeState> earlierTypes = List.copyOf(lastTypes);
        lastTypes.clear();
        makeRoom(count);
        int begin = to;
        to += count;
        int added = 0;
        // The first is to be the first again, so that what they replace stays as it lies in memory.
        for (int slot = count - 1; slot >= 0; slot--) {
            RecordState record = slots.at[slot];
            if (record == null) {
                continue;
            }
            record.rest(epoch, begin + slot);
            order[begin + slot] = record;
            count(record);
            RecordState before = records.replace(record);
            if (before == null) {
                added++;
            } else {
                slots.at[slot] = null;
                letGo(before);
            }
        }
        shrink(begin, added);
        for (int slot = 0; slot < count; slot++) {
            if (slots.at[slot] != null) {
                records.add(slots.at[slot]);
            }
        }
        for (TypeState type : earlierTypes) {
            if (type.resting > 0) {
                type.rest();
            }
        }
    }

    private void count(RecordState record) {
        TypeState type = record.type;
        if (type.resting++ == 0) {
            bytes += StateSize.type(type);
            lastTypes.add(type);
        }
        bytes += size(record);
    }

    private static long size(RecordState record) {
        return StateSize.record(record.type) + record.key().length;
    }

    /** Has a record that is among them no more serve again. */
    private void letGo(RecordState record) {
        TypeState type = record.type;
        order[record.restPlace] = null;
        bytes -= size(record);
        if (--type.resting == 0) {
            bytes -= StateSize.type(type);
            type.owner.spare = type;
        }
        pool.add(record);
    }

    /** Forgets what the record of this key was; if there is one. */
    void forget(Object identity, byte[] key, int length, int hash) {
        RecordState record = records.find(identity, key, length, hash);
        if (record != null) {
            records.remove(record);
            letGo(record);
        }
    }

    /** Forgets all records of a type. */
    void forgetAll(Object identity) {
        for (int i = from; i < to; i++) {
            RecordState record = order[i];
            if (record != null && record.type.owner.identity.equals(identity)) {
                records.remove(record);
                letGo(record);
            }
        }
    }

    /**
     * Forgets those that have been idle for longest, until so many more have room.
     *
     * @param end where those of the epoch that has just ended begin, which have room by themselves
     */
    private void shrink(int end, int added) {
        int excess = records.size() + added - limits.maxKeys();
        while (from < end && (excess > 0 || bytes > limits.maxStateBytes() || order[from] == null)) {
            RecordState oldest = order[from++];
            if (oldest != null) {
                records.remove(oldest);
                letGo(oldest);
                excess--;
            }
        }
    }

    /** Makes room for so many more at the end of the order. */
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
                record.restPlace = at;
                order[at++] = record;
            }
        }
        if (order == before) {
            Arrays.fill(order, at, to, null);
        }
        from = 0;
        to = at;
    }

    /** All of them, in the order in which a key frame is to say them: those of the epoch that ended last are first. */
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

    /** Where those begin that are of the same epoch as the last one before a place. */
    private int beginOfEpoch(int end) {
        int i = end - 1;
        int last = 0;
        while (i >= from && (order[i] == null || last == 0 || order[i].restsSince == last)) {
            last = order[i] == null ? last : order[i].restsSince;
            i--;
        }
        return i + 1;
    }
}
