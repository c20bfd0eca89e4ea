package io.deltawire.delta;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Finds the record of a key: open addressing over the key's bytes and type. The hash is seeded, so that keys chosen to
 * collide do not (slots are numbered in order of arrival and never by hash: the bytes on the wire do not depend on it).
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

    int hash(int typeId, byte[] key, int length) {
        long hash = seed ^ typeId * 0x9E3779B97F4A7C15L;
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

    /** Multiplies to 128 bits and folds, as wyhash does: a product that an attacker without the seed cannot steer. */
    private static long mix(long value) {
        long factor = 0xA0761D6478BD642FL;
        return value * factor ^ Math.multiplyHigh(value, factor) ^ value >>> 29;
    }

    RecordState find(TypeState type, byte[] key, int length, int hash) {
        int mask = hashes.length - 1;
        for (int i = hash & mask; records[i] != null; i = i + 1 & mask) {
            if (hashes[i] == hash && records[i].type == type && records[i].hasKey(key, length)) {
                return records[i];
            }
        }
        return null;
    }

    void add(byte[] key, int length, int hash, RecordState record) {
        if (2 * ++size > hashes.length) {
            rehash();
        }
        record.hash = hash;
        record.setKey(key, length);
        insert(hash, record);
    }

    private int index(RecordState record) {
        int mask = hashes.length - 1;
        int i = record.hash & mask;
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

    /** Takes a record out, and moves up what was displaced by it. */
    void remove(RecordState record) {
        int mask = hashes.length - 1;
        int i = index(record);
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
