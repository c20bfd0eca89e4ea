package io.deltawire.bench.floor;

import io.deltawire.wire.spi.TemporalText;
import java.nio.charset.StandardCharsets;
import java.time.ZonedDateTime;
import java.util.Arrays;

/** ValueCache and times that have been there before, so that they are neither made nor taken apart again. */
final class ValueCache {
    private static final int SIZE = 1 << 13;

    private final byte[][] bytes = new byte[SIZE][];
    private final Object[] value = new Object[SIZE];
    private final byte[][] written = new byte[SIZE][];
    private final ZonedDateTime[] time = new ZonedDateTime[SIZE];

    String get(byte[] in, int from, int length) {
        int slot = slot(in, from, length);
        if (isKnown(slot, in, from, length) && value[slot] instanceof String text) {
            return text;
        }
        String text = new String(in, from, length, StandardCharsets.ISO_8859_1);
        keep(slot, in, from, length, text);
        return text;
    }

    ZonedDateTime time(byte[] in, int from, int length) {
        int slot = slot(in, from, length);
        if (isKnown(slot, in, from, length) && value[slot] instanceof ZonedDateTime known) {
            return known;
        }
        ZonedDateTime parsed = (ZonedDateTime) TemporalText.parse(in, from, from + length);
        keep(slot, in, from, length, parsed);
        return parsed;
    }

    /** Writes a time, by its text of before where it is the very same object. */
    @SuppressWarnings("ReferenceEquality") // comparing the fields would cost more than it saves
    int put(byte[] out, int at, ZonedDateTime now) {
        int slot = hash(now.getNano() * 0x9E37_79B9_7F4A_7C15L + now.getSecond());
        if (time[slot] == now) {
            return RawBytes.put(out, at, written[slot]);
        }
        int end = TemporalText.writeInto(out, at, now);
        time[slot] = now;
        written[slot] = Arrays.copyOfRange(out, at, end);
        return end;
    }

    private static int slot(byte[] in, int from, int length) {
        long hash = length;
        int end = from + length;
        int i = from;
        for (; i + 8 <= end; i += 8) {
            hash = (hash ^ (long) RawBytes.LONG.get(in, i)) * 0xC2B2_AE3D_27D4_EB4FL;
            hash ^= hash >>> 29;
        }
        for (; i < end; i++) {
            hash = hash * 31 + in[i];
        }
        return hash(hash);
    }

    private static int hash(long bits) {
        return (int) (bits * 0x9E37_79B9_7F4A_7C15L >>> 32) & SIZE - 1;
    }

    private boolean isKnown(int slot, byte[] in, int from, int length) {
        byte[] known = bytes[slot];
        return known != null && known.length == length && Arrays.equals(known, 0, length, in, from, from + length);
    }

    private void keep(int slot, byte[] in, int from, int length, Object made) {
        bytes[slot] = Arrays.copyOfRange(in, from, from + length);
        value[slot] = made;
    }
}
