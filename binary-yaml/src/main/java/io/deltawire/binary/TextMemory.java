package io.deltawire.binary;

import io.deltawire.wire.spi.TemporalText;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.time.temporal.Temporal;

/**
 * Writes dates and times, and keeps what it has made of the very same objects: a stream repeats them, and formatting one
 * costs most. Small at first; grows with what it misses, up to a bound.
 */
final class TextMemory {
    /** The most bytes that {@link #write} touches. */
    static final int MAX_BYTES = 80;

    private static final int WORDS = 8;
    private static final int LEAST_BITS = 4;
    private static final int MOST_BITS = 11;

    /** What the type name and the code and length of the text take at most, in whole words. */
    private static final int HEAD = 32;

    /** 2^64 divided by the golden ratio: the high bits of a product depend on all bits (Knuth, volume 3, section 6.4). */
    private static final long MIX = 0x9E37_79B9_7F4A_7C15L;

    private int bits = LEAST_BITS;
    private Temporal[] values = new Temporal[1 << LEAST_BITS];
    private int[] missed = new int[1 << LEAST_BITS];
    private byte[] lengths = new byte[1 << LEAST_BITS];
    private long[] words = new long[WORDS << LEAST_BITS];
    private int misses;

    /**
     * Writes a value into an array with room for {@link #MAX_BYTES}; returns the index after, or -1 where the value is none
     * of those known or its text is too long.
     */
    @SuppressWarnings("ReferenceEquality") // comparing what is equal but not the same would cost what it is to save
    int write(byte[] a, int at, Temporal value) {
        int hash = hash(value);
        int slot = hash >>> 32 - bits;
        if (values[slot] == value) {
            return copy(a, at, slot);
        }
        return values[slot ^ 1] == value ? copy(a, at, slot ^ 1) : encode(a, at, value, hash);
    }

    private static int hash(Temporal value) {
        long bits = value instanceof ZonedDateTime time ? time.getNano() * MIX ^ time.getSecond() : value.hashCode();
        return (int) (bits * MIX >>> 32);
    }

    private int copy(byte[] a, int at, int slot) {
        int length = lengths[slot];
        int from = WORDS * slot;
        for (int i = 0; i < length; i += Long.BYTES) {
            Scan.LONG.set(a, at + i, words[from + (i >> 3)]);
        }
        return at + length;
    }

    private int encode(byte[] a, int at, Temporal value, int hash) {
        int end = encode(a, at, value);
        if (++misses > 4 << bits && bits < MOST_BITS) {
            grow();
        }
        int slot = hash >>> 32 - bits;
        if (values[slot] == null) {
            keep(slot, a, at, end, value);
        } else if (values[slot ^ 1] == null || missed[slot] == hash) {
            keep(slot ^ 1, a, at, end, value);
        } else {
            missed[slot] = hash; // kept if it comes again: a reference that is stored costs more than a number
        }
        return end;
    }

    private void keep(int slot, byte[] a, int at, int end, Temporal value) {
        int length = end - at;
        if (length <= 0 || length > WORDS * Long.BYTES) {
            return;
        }
        values[slot] = value;
        lengths[slot] = (byte) length;
        for (int i = 0; i < length; i += Long.BYTES) {
            words[WORDS * slot + (i >> 3)] = (long) Scan.LONG.get(a, at + i);
        }
    }

    private void grow() {
        bits++;
        misses = 0;
        values = new Temporal[1 << bits];
        missed = new int[1 << bits];
        lengths = new byte[1 << bits];
        words = new long[WORDS << bits];
    }

    private static int encode(byte[] a, int at, Temporal value) {
        if (value instanceof ZonedDateTime) {
            return encode(a, at, Codes.ZONED_DATE_TIME, value);
        } else if (value instanceof LocalDateTime) {
            return encode(a, at, Codes.DATE_TIME, value);
        } else if (value instanceof LocalDate) {
            return encode(a, at, Codes.DATE, value);
        } else if (value instanceof LocalTime) {
            return encode(a, at, Codes.TIME, value);
        } else if (value instanceof Instant) {
            return encode(a, at, TypeNames.INSTANT_CODE, value);
        } else if (value instanceof OffsetDateTime) {
            return encode(a, at, TypeNames.OFFSET_DATE_TIME_CODE, value);
        }
        return -1;
    }

    private static int encode(byte[] a, int at, int code, Temporal value) {
        if (TemporalText.maxLength(value) > MAX_BYTES - 2) {
            return -1;
        }
        a[at] = (byte) code;
        int end = TemporalText.writeInto(a, at + 2, value);
        a[at + 1] = (byte) (end - at - 2);
        return end;
    }

    private static int encode(byte[] a, int at, NameCode type, Temporal value) {
        if (TemporalText.maxLength(value) > MAX_BYTES - HEAD) {
            return -1;
        }
        int p = type.write(a, at);
        int from = p + 1;
        int end = TemporalText.writeInto(a, from, value);
        int length = end - from;
        if (NumberCodes.writeTextHead(a, p, length) > from) {
            // The length has a byte of its own, which the text's first one stood in the place of.
            end = TemporalText.writeInto(a, from + 1, value);
        }
        return end;
    }
}
