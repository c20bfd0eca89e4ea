package io.deltawire.yaml.internal.name;

import io.deltawire.yaml.internal.text.ByteWords;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Interns names, so that equal bytes give the same string. Each name has one slot, and a new name replaces the old
 * one. Not thread-safe.
 */
public final class YamlNameCache {
    private static final int SLOTS = 512;
    private static final int MAX_LENGTH = 64;

    private final byte[][] keys = new byte[SLOTS][];
    private final String[] names = new String[SLOTS];

    /** Returns the string of valid UTF-8. */
    public String get(byte[] bytes, int from, int to) {
        int length = to - from;
        if (length > MAX_LENGTH) {
            return new String(bytes, from, length, StandardCharsets.UTF_8);
        }
        int slot = slot(bytes, from, to);
        byte[] key = keys[slot];
        if (key != null && Arrays.equals(key, 0, key.length, bytes, from, to)) {
            return names[slot];
        }
        String name = new String(bytes, from, length, StandardCharsets.UTF_8);
        keys[slot] = Arrays.copyOfRange(bytes, from, to);
        names[slot] = name;
        return name;
    }

    private static int slot(byte[] bytes, int from, int to) {
        int length = to - from;
        long hash = length;
        if (length >= 8) {
            hash += (long) ByteWords.LONG.get(bytes, from) + 31 * (long) ByteWords.LONG.get(bytes, to - 8);
        } else {
            for (int i = from; i < to; i++) {
                hash = hash << 8 ^ bytes[i];
            }
        }
        hash *= 0x9E3779B97F4A7C15L; // 2^64 divided by the golden ratio: Knuth's multiplicative hashing
        return (int) (hash >>> 55);
    }
}
