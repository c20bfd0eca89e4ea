package io.deltawire.delta;

import io.deltawire.wire.WireLimits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
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
    private static final Comparator<RecordState> BY_EPOCH = Comparator.comparingInt(record -> record.restsSince);
    private static final Comparator<RecordState> BY_SLOT = Comparator.comparingInt(record -> record.slot);

    private final WireLimits limits;
    private final RecordPool pool;
    private final KeyIndex records;
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
        int added = 0;
        // The first is to be the first again, so that what they replace stays as it lies in memory.
        for (int slot = count - 1; slot >= 0; slot--) {
            RecordState record = slots.at[slot];
            if (record == null) {
                continue;
            }
            record.rest(epoch);
            count(record);
            RecordState before = records.replace(record);
            if (before == null) {
                added++;
            } else {
                slots.at[slot] = null;
                letGo(before);
            }
        }
        shrink(added);
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
        for (RecordState record : records.all()) {
            if (record.type.owner.identity.equals(identity)) {
                records.remove(record);
                letGo(record);
            }
        }
    }

    /** Forgets those that have been idle for longest, until so many more have room. */
    private void shrink(int added) {
        int excess = records.size() + added - limits.maxKeys();
        if (excess <= 0 && bytes <= limits.maxStateBytes()) {
            return;
        }
        RecordState[] oldest = sorted(BY_EPOCH.thenComparing(BY_SLOT));
        int gone = 0;
        while (gone < oldest.length && (gone < excess || bytes > limits.maxStateBytes())) {
            letGo(oldest[gone++]);
        }
        records.clear();
        for (int i = gone; i < oldest.length; i++) {
            records.add(oldest[i]);
        }
    }

    /** All of them, in the order in which a key frame is to say them: those of the epoch that ended last are first. */
    RecordState[] all() {
        return sorted(BY_EPOCH.reversed().thenComparing(BY_SLOT));
    }

    private RecordState[] sorted(Comparator<RecordState> order) {
        RecordState[] all = records.all();
        Arrays.sort(all, order);
        return all;
    }
}
