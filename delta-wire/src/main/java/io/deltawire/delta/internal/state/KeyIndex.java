package io.deltawire.delta.internal.state;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Finds the record of a key: a hash table with open addressing over the bytes of the key and its type. The hash is
 * seeded, so that an attacker cannot choose keys that collide. RecordTable are numbered in order of arrival, so the
 * bytes on the wire do not depend on it.
 */
final class KeyIndex {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final long seed;
    private int[] hashes = new int[64];
    private RecordState[] records = new RecordState[64];
    private int size;

    KeyIndex(long seed) {
        this.seed = seed;
    }

    int hash(TypeState type, byte[] key, int length) {
        long hash = seed ^ type.owner().hash() * 0x9E3779B97F4A7C15L;
        int i = 0;
        for (; i + 8 <= length; i += 8) {
            hash = mix(hash ^ (long) LONGS.get(key, i));
        }
        long tail = length;
        for (; i < length; i++) {
            tail = tail << 8 | key[i] & 0xFF;
        }
        hash = mix(hash ^ tail);
        return (int) (hash ^ hash >>> 32);
    }

    /** Multiplies to 128 bits and folds, as wyhash does. An attacker without the seed cannot control the product. */
    private static long mix(long value) {
        long factor = 0xA0761D6478BD642FL;
        return value * factor ^ Math.multiplyHigh(value, factor) ^ value >>> 29;
    }

    /** Returns the record with this key whose type has this identity, from any epoch; or null. */
    RecordState find(Object identity, byte[] key, int length, int hash) {
        int entry = findEntry(identity, key, length, hash);
        return records[entry];
    }

    /**
     * Replaces the record that has the key of this one, and returns it; null if there is none, and nothing is replaced.
     */
    RecordState replace(RecordState record) {
        byte[] key = record.key();
        int entry = findEntry(record.type().owner().identity(), key, key.length, record.hash());
        RecordState before = records[entry];
        if (before != null) {
            records[entry] = record;
        }
        return before;
    }

    /** Returns the index of the record with this key, or of the empty entry where the search ends. */
    private int findEntry(Object identity, byte[] key, int length, int hash) {
        int mask = hashes.length - 1;
        int i = hash & mask;
        while (records[i] != null
                && !(hashes[i] == hash
                        && records[i].hasKey(key, length)
                        && records[i].type().owner().identity().equals(identity))) {
            i = i + 1 & mask;
        }
        return i;
    }

    RecordState find(TypeState type, byte[] key, int length, int hash) {
        int mask = hashes.length - 1;
        for (int i = hash & mask; records[i] != null; i = i + 1 & mask) {
            if (hashes[i] == hash && records[i].type() == type && records[i].hasKey(key, length)) {
                return records[i];
            }
        }
        return null;
    }

    void add(byte[] key, int length, int hash, RecordState record) {
        record.setKey(key, length, hash);
        add(record);
    }

    /** Adds a record that already has its key and hash. */
    void add(RecordState record) {
        if (2 * ++size > hashes.length) {
            rehash();
        }
        insert(record.hash(), record);
    }

    int size() {
        return size;
    }

    private int findEntry(RecordState record) {
        int mask = hashes.length - 1;
        int i = record.hash() & mask;
        while (records[i] != record) {
            i = i + 1 & mask;
        }
        return i;
    }

    private void insert(int hash, RecordState record) {
        int mask = hashes.length - 1;
        int i = hash & mask;
        while (records[i] != null) {
            i = i + 1 & mask;
        }
        hashes[i] = hash;
        records[i] = record;
    }

    /** Removes a record, and inserts the entries after it again. */
    void remove(RecordState record) {
        int mask = hashes.length - 1;
        int i = findEntry(record);
        records[i] = null;
        size--;
        for (int j = i + 1 & mask; records[j] != null; j = j + 1 & mask) {
            RecordState moved = records[j];
            records[j] = null;
            insert(hashes[j], moved);
        }
    }

    void clear() {
        if (size > 0) {
            Arrays.fill(records, null);
            size = 0;
        }
    }

    private void rehash() {
        int[] oldHashes = hashes;
        RecordState[] oldRecords = records;
        hashes = new int[2 * oldHashes.length];
        records = new RecordState[2 * oldHashes.length];
        for (int i = 0; i < oldRecords.length; i++) {
            if (oldRecords[i] != null) {
                insert(oldHashes[i], oldRecords[i]);
            }
        }
    }
}
