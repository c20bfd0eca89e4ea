package io.deltawire.delta.internal.value;

import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.TruncatedWireException;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireLocation;
import io.deltawire.wire.spi.text.TextCache;
import io.deltawire.wire.spi.text.VarInt;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.time.DateTimeException;
import java.time.temporal.Temporal;

/** Reads the format's primitives from a range of bytes; what does not fit is a {@link MalformedWireException}. */
public final class ByteCursor {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** Longer texts are not remembered. */
    private static final int REMEMBERED_BYTES = 64;

    private final WireLimits limits;
    /** The short texts that have come again; null where nothing has come again yet. */
    private TextCache texts;
    /** Null as {@link #texts}. */
    private TimeCache times;

    public byte[] array = {};
    public int position;
    public int end;
    /** What to add to an index to have the offset in the input. */
    long base;
    /** The offset of the frame that the bytes were made of, or -1 where they are the input's. */
    private long frame = -1;
    /** Whether more belongs behind the bytes than there is, since the input ends in their frame. */
    private boolean isTorn;

    public ByteCursor(WireLimits limits) {
        this.limits = limits;
    }

    public void set(byte[] bytes, int from, int to, long offsetOfZero) {
        if (array != bytes) {
            array = bytes;
        }
        position = from;
        end = to;
        base = offsetOfZero;
        frame = -1;
        isTorn = false;
    }

    /** As {@link #set}, where it is mostly set to bytes of the same window again. */
    public void aim(byte[] bytes, int from, int to, long offsetOfZero) {
        if (array == bytes && base == offsetOfZero && frame < 0) {
            position = from;
            end = to;
        } else {
            set(bytes, from, to, offsetOfZero);
        }
    }

    /** Sets bytes that are not in the input as they are, but were made of a frame at this offset. */
    public void setInflated(byte[] bytes, int from, int to, long frameOffset) {
        set(bytes, from, to, 0);
        frame = frameOffset;
    }

    /** Takes note that the bytes set last are the beginning of a frame that the input ends in. */
    public void setTorn() {
        isTorn = true;
    }

    /** From here on the same things come again. */
    public void remember() {
        if (texts == null) {
            texts = new TextCache();
            times = new TimeCache();
        }
    }

    public WireLimits limits() {
        return limits;
    }

    public MalformedWireException malformed(String problem) {
        return new MalformedWireException(FormatName.DELTA, problem, location());
    }

    private WireLocation location() {
        return WireLocation.ofOffset(frame < 0 ? base + position : frame, "");
    }

    /** That the bytes end before what has been begun: damage, unless the rest of the frame is not there. */
    private MalformedWireException tooShort(String problem) {
        return isTorn ? new TruncatedWireException(FormatName.DELTA, problem, location()) : malformed(problem);
    }

    public int u8() {
        if (position >= end) {
            throw tooShort("expected another byte but the message ends");
        }
        return array[position++] & 0xFF;
    }

    public long varInt() {
        int at = position;
        if (at < end && array[at] >= 0) {
            position = at + 1;
            return array[at];
        }
        return longVarInt();
    }

    /**
     * A varint that is likely to be of more than one byte: of those up to eight, where there are as many in the array, all are
     * looked at together, since a branch for each is one that the processor guesses wrong.
     */
    public long longVarInt() {
        int at = position;
        if (array.length - at >= Long.BYTES) {
            long word = (long) LONG.get(array, at);
            long stops = ~word & 0x8080_8080_8080_8080L;
            int bits = Long.numberOfTrailingZeros(stops) + 1;
            // What ends in a byte of zero is not in its shortest form.
            if (stops != 0 && bits >>> 3 <= end - at && (word << Long.SIZE - bits >>> 56 != 0 || bits == 8)) {
                position = at + (bits >>> 3);
                return squeeze(word & -1L >>> Long.SIZE - bits & 0x7F7F_7F7F_7F7F_7F7FL);
            }
        }
        return varIntByBytes();
    }

    /** Puts the lower seven bits of each byte next to one another. */
    private static long squeeze(long septets) {
        long pairs = septets & 0x007F_007F_007F_007FL | (septets & 0x7F00_7F00_7F00_7F00L) >>> 1;
        long fours = pairs & 0x0000_3FFF_0000_3FFFL | (pairs & 0x3FFF_0000_3FFF_0000L) >>> 2;
        return fours & 0x0FFF_FFFFL | fours >>> 32 << 28;
    }

    private long varIntByBytes() {
        int at = position;
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            if (at >= end) {
                throw tooShort("expected a varint but the message ends in it");
            }
            int b = array[at++];
            value |= (long) (b & 0x7F) << shift;
            if (b >= 0) {
                if (b == 0 && shift > 0) {
                    throw malformed("expected a varint in its shortest form");
                }
                if (shift == 63 && b > 1) {
                    break;
                }
                position = at;
                return value;
            }
        }
        throw malformed("expected a varint of at most 64 bits");
    }

    public long signed() {
        return VarInt.unzigzag(varInt());
    }

    /** A count or index that must be at most {@code max}. */
    public int varIntUpTo(long max, String what) {
        long value = varInt();
        if (value < 0 || value > max) {
            throw tooMuch(value, max, what);
        }
        return (int) value;
    }

    /** A count of at most {@code max} things that take a byte or more each. */
    public int count(int max, String what) {
        int count = varIntUpTo(max, what);
        if (count > end - position) {
            throw tooShort(
                    "expected " + count + " bytes or more for the " + what + " but " + (end - position) + " are left");
        }
        return count;
    }

    private MalformedWireException tooMuch(long value, long max, String what) {
        return malformed("expected " + what + " of at most " + max + " but was " + Long.toUnsignedString(value));
    }

    /** A length of bytes that must be there. */
    public int length(int max, String what) {
        long length = varInt();
        if (length < 0 || length > max) {
            throw tooMuch(length, max, what + " length");
        }
        if (length > end - position) {
            throw tooShort("expected " + length + " bytes of " + what + " but " + (end - position) + " are left");
        }
        return (int) length;
    }

    public long bits() {
        if (end - position < 8) {
            throw tooShort("expected 8 bytes of a double but " + (end - position) + " are left");
        }
        long bits = 0;
        for (int i = 0; i < 8; i++) {
            bits |= (array[position++] & 0xFFL) << 8 * i;
        }
        return bits;
    }

    public String text() {
        return text(-1);
    }

    /** A text of a leaf. */
    public String text(int leaf) {
        // A UTF-16 unit takes 3 bytes at the most.
        int maxChars = limits.maxTextChars();
        return text((int) Math.min(Integer.MAX_VALUE, 3L * maxChars), maxChars, "text", leaf);
    }

    public String name() {
        return text(limits.maxNameBytes(), limits.maxNameBytes(), "name", -1);
    }

    private String text(int max, int maxChars, String what, int leaf) {
        int length = length(max, what);
        String text = decode(length, leaf);
        if (text == null) {
            throw malformed("expected UTF-8 in " + what);
        }
        if (text.length() > maxChars) {
            throw malformed("expected text of at most " + maxChars + " chars but was " + text.length());
        }
        position += length;
        return text;
    }

    private String decode(int length, int leaf) {
        if (texts == null || length > REMEMBERED_BYTES || !isAscii(length)) {
            return Wtf8.decode(array, position, length);
        }
        int to = position + length;
        return leaf < 0 ? texts.text(array, position, to) : texts.text(array, position, to, leaf);
    }

    private boolean isAscii(int length) {
        int all = 0;
        for (int i = position; i < position + length; i++) {
            all |= array[i];
        }
        return all >= 0;
    }

    /**
     * What follows {@link Op#TIME}.
     *
     * @param mayComeAgain whether it is worth while to remember it
     */
    public TimeValue time(boolean mayComeAgain) {
        int format = u8();
        if (!TimeValue.isFormat(format)) {
            throw malformed("expected a time format but was " + format);
        }
        Object zone = null;
        if (TimeValue.classOf(format) == TimeValue.OFFSET) {
            zone = (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, signed()));
        } else if (TimeValue.classOf(format) == TimeValue.ZONED) {
            zone = name();
        }
        return time(format, zone, signed(), mayComeAgain);
    }

    public TimeValue time(int format, Object zone, long count, boolean mayComeAgain) {
        try {
            return mayComeAgain && times != null ? times.time(format, zone, count) : TimeValue.of(format, zone, count);
        } catch (DateTimeException e) {
            throw noTime(format, count);
        }
    }

    /**
     * The time of a count, in the format and zone of the one before, which is no text.
     *
     * @param mayComeAgain whether it is worth while to remember it
     */
    public Temporal time(Temporal before, int format, long count, boolean mayComeAgain) {
        try {
            return mayComeAgain && times != null
                    ? (Temporal)
                            times.time(format, TimeValue.zoneOf(before), count).value()
                    : TimeValue.following(before, format, count);
        } catch (DateTimeException e) {
            throw noTime(format, count);
        }
    }

    private MalformedWireException noTime(int format, long count) {
        return malformed("expected a date or time but was count " + count + " in format " + format);
    }
}
