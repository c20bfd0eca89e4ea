package io.deltawire.delta;

import io.deltawire.wire.WireOptions;
import java.util.ArrayList;
import java.util.List;

/**
 * What the writer's key frames say again, and whether each epoch begins with one: records that have had no message in an epoch are no part of
 * its state, so that a key frame in it would lack them.
 */
final class RepeatedRecords {
    /** A record to say again. */
    record Item(RecordState record, byte[] key) {}

    private final EncodedRecords records;
    private boolean isEachEpoch;
    /** What a key frame that has not come to its end was to say, or what there was before a message that could not be taken back; else null. */
    private List<Item> owed;

    RepeatedRecords(WireOptions options, EncodedRecords records) {
        this.records = records;
        this.isEachEpoch = options.get(DeltaFormat.KEY_FRAMES) == DeltaFormat.KeyFrames.EACH_EPOCH;
    }

    /** Takes note that the application has asked for a key frame. */
    void request() {
        isEachEpoch = true;
    }

    /** Whether each epoch is to begin with a key frame. */
    boolean isEachEpoch() {
        return isEachEpoch;
    }

    /** The records that a key frame is to say. They are kept until its {@link #end}. */
    List<Item> begin() {
        if (owed == null) {
            owed = items(null);
        }
        return owed;
    }

    /** Takes note that all has been said. */
    void end() {
        owed = null;
    }

    /** Keeps the records for the next key frame, since the state is to be dropped, but for one that is not what the reader has. */
    void keepBut(RecordState except) {
        if (owed == null) {
            owed = items(except);
        }
    }

    private List<Item> items(RecordState except) {
        List<Item> items = new ArrayList<>();
        for (RecordState record : records.all()) {
            if (record != except) {
                items.add(new Item(record, record.key()));
            }
        }
        return items;
    }
}
