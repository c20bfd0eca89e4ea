package io.deltawire.cli.message;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The last message of each record, by the name of the record. The number of records and their memory are bounded:
 * beyond that, the least recently used ones are dropped. Not thread-safe.
 */
public final class LastMessages {
    private static final int MAX_RECORDS = 65_536;
    /** The approximate memory of a record besides its message and name. */
    private static final int RECORD_BYTES = 150;

    private final Map<String, MessageTape> records = new LinkedHashMap<>(16, 0.75f, true);
    private long bytes;

    /** The last message of a record, or null. */
    public MessageTape get(String record) {
        return records.get(record);
    }

    /** Stores a copy of a message as the last one of its record. */
    public void put(String record, MessageTape message) {
        MessageTape copy = records.get(record);
        if (copy == null) {
            copy = new MessageTape();
            records.put(record, copy);
        } else {
            bytes -= size(record, copy);
        }
        copy.copyFrom(message);
        bytes += size(record, copy);
        while (records.size() > MAX_RECORDS || bytes > MessageMemory.maxBytes() && records.size() > 1) {
            Map.Entry<String, MessageTape> eldest =
                    records.entrySet().iterator().next();
            bytes -= size(eldest.getKey(), eldest.getValue());
            records.remove(eldest.getKey());
        }
    }

    private static long size(String record, MessageTape message) {
        return RECORD_BYTES + record.length() + message.bytes();
    }

    /** Forgets all records. */
    public void clear() {
        records.clear();
        bytes = 0;
    }
}
