package io.deltawire.delta.internal.value;

import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.TruncatedWireException;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireLocation;
import io.deltawire.wire.spi.text.Printable;
import io.deltawire.wire.spi.text.TextCache;
import io.deltawire.wire.spi.text.VarInt;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.time.DateTimeException;
import java.time.temporal.Temporal;

/**
 * Reads the primitives of the format from a range of bytes: varints, doubles, texts, names, times. Damage throws
 * {@link MalformedWireException} with the offset in the input.
 *
 * <p>The bytes belong to the caller. The cursor owns its position, which decoders with a loop of their own
 * move, and caches of texts and times, which {@link #enableCaches} enables.
 */
public final class ByteCursor {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** Longer texts are not cached. */
    private static final int MAX_CACHED_BYTES = 64;

    private final WireLimits limits;
    /** The cache of short texts; null until {@link #enableCaches}. */
    private TextCache texts;
    /** The cache of times; null until {@link #enableCaches}. */
    private TimeValueCache times;

    private byte[] array = {};
    private int position;
    private int end;
    /** The number of bytes of the text that was read last. */
    private int lastTextLength;
    /** The offset in the input of index 0 of the array. */
    private long base;
    /** The offset of the frame that was inflated to the bytes, or -1 if the bytes are the input's own. */
    private long frameOffset = -1;
    /** Whether the input ends within the frame of the bytes, so that more bytes would follow. */
    private boolean isTorn;

    public ByteCursor(WireLimits limits) {
        this.limits = limits;
    }

    /** Returns the bytes. The decoder of plain numbers loops over the array, and moves the cursor after it. */
    public byte[] array() {
        return array;
    }

    /** Returns the index of the next byte. */
    public int position() {
        return position;
    }

    /** Returns the index after the last byte. */
    public int end() {
        return end;
    }

    /** Moves to an index that is at most {@link #end()}. */
    public void moveTo(int index) {
        position = index;
    }

    /** Moves over bytes, which must be present. */
    public void skip(int length) {
        position += length;
    }

    /** Moves back to the byte that was read last. */
    public void stepBack() {
        position--;
    }

    public void set(byte[] bytes, int from, int to, long offsetOfZero) {
        if (array != bytes) {
            array = bytes;
        }
        position = from;
        end = to;
        base = offsetOfZero;
        frameOffset = -1;
        isTorn = false;
    }

    /** Does what {@link #set} does, but faster if the bytes are mostly of the same window as before. */
    public void setOrMove(byte[] bytes, int from, int to, long offsetOfZero) {
        if (array == bytes && base == offsetOfZero && frameOffset < 0) {
            position = from;
            end = to;
        } else {
            set(bytes, from, to, offsetOfZero);
        }
    }

    /** Sets bytes that were inflated from the frame at this offset. Errors name that offset. */
    public void setInflated(byte[] bytes, int from, int to, long frameOffset) {
        set(bytes, from, to, 0);
        this.frameOffset = frameOffset;
    }

    /** Marks the present bytes as the beginning of a frame that the input ends in. */
    public void setTorn() {
        isTorn = true;
    }

    /** Enables the caches, now that values have been repeated. */
    public void enableCaches() {
        if (texts == null) {
            texts = new TextCache();
            texts.enable();
            times = new TimeValueCache();
        }
    }

    public WireLimits limits() {
        return limits;
    }

    public MalformedWireException malformed(String problem) {
        return new MalformedWireException(DeltaFormatName.DELTA, problem, location());
    }

    private WireLocation location() {
        return WireLocation.ofOffset(frameOffset < 0 ? base + position : frameOffset, "");
    }

    /** Returns the error for bytes that end too early: damage, unless the input ends in the frame. */
    private MalformedWireException tooShort(String problem) {
        return isTorn ? new TruncatedWireException(DeltaFormatName.DELTA, problem, location()) : malformed(problem);
    }

    public int u8() {
        if (position >= end) {
            throw tooShort("expected another byte but the message ends");
        }
        return array[position++] & 0xFF;
    }

    public long varInt() {
        int index = position;
        if (index < end && array[index] >= 0) {
            position = index + 1;
            return array[index];
        }
        return longVarInt();
    }

    /**
     * Reads a varint that is likely to have several bytes. Up to eight bytes are decoded together, if the array has as
     * many: the processor would mispredict a branch for each byte.
     */
    public long longVarInt() {
        int index = position;
        if (array.length - index >= Long.BYTES) {
            long word = (long) LONG.get(array, index);
            long stops = ~word & 0x8080_8080_8080_8080L;
            int bits = Long.numberOfTrailingZeros(stops) + 1;
            // A varint of several bytes that ends in a zero byte is not in its shortest form.
            if (stops != 0 && bits >>> 3 <= end - index && (word << Long.SIZE - bits >>> 56 != 0 || bits == 8)) {
                position = index + (bits >>> 3);
                return packSeptets(word & -1L >>> Long.SIZE - bits & 0x7F7F_7F7F_7F7F_7F7FL);
            }
        }
        return varIntByBytes();
    }

    /** Joins the lower seven bits of all bytes. */
    private static long packSeptets(long septets) {
        long pairs = septets & 0x007F_007F_007F_007FL | (septets & 0x7F00_7F00_7F00_7F00L) >>> 1;
        long fours = pairs & 0x0000_3FFF_0000_3FFFL | (pairs & 0x3FFF_0000_3FFF_0000L) >>> 2;
        return fours & 0x0FFF_FFFFL | fours >>> 32 << 28;
    }

    private long varIntByBytes() {
        int index = position;
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            if (index >= end) {
                throw tooShort("expected a varint but the message ends in it");
            }
            int b = array[index++];
            value |= (long) (b & 0x7F) << shift;
            if (b >= 0) {
                if (b == 0 && shift > 0) {
                    throw malformed("expected a varint in its shortest form");
                }
                if (shift == 63 && b > 1) {
                    break;
                }
                position = index;
                return value;
            }
        }
        throw malformed("expected a varint of at most 64 bits");
    }

    public long signed() {
        return VarInt.unzigzag(varInt());
    }

    /** Reads a count or index, and checks that it is at most {@code max}. */
    public int varIntUpTo(long max, String what) {
        long value = varInt();
        if (value < 0 || value > max) {
            throw aboveMaximum(value, max, what);
        }
        return (int) value;
    }

    /** Reads a count of items that take at least a byte each, and checks that this number of bytes is left. */
    public int count(int max, String what) {
        int count = varIntUpTo(max, what);
        if (count > end - position) {
            throw tooShort(
                    "expected " + count + " bytes or more for the " + what + " but " + (end - position) + " are left");
        }
        return count;
    }

    private MalformedWireException aboveMaximum(long value, long max, String what) {
        return malformed("expected " + what + " of at most " + max + " but was " + Long.toUnsignedString(value));
    }

    /** Reads a length in bytes, and checks that this number of bytes is left. */
    public int length(int max, String what) {
        long length = varInt();
        if (length < 0 || length > max) {
            throw aboveMaximum(length, max, what + " length");
        }
        require((int) length, what);
        return (int) length;
    }

    /** Checks that a number of bytes is left. */
    public void require(int bytes, String what) {
        if (bytes > end - position) {
            throw tooShort("expected " + bytes + " bytes of " + what + " but " + (end - position) + " are left");
        }
    }

    public long bits() {
        require(Long.BYTES, "a double");
        long bits = 0;
        for (int i = 0; i < 8; i++) {
            bits |= (array[position++] & 0xFFL) << 8 * i;
        }
        return bits;
    }

    public String text() {
        return text(-1);
    }

    /** Reads a text. The cache of texts uses the leaf to predict it. */
    public String text(int leaf) {
        // A UTF-16 unit takes at most 3 bytes.
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
        lastTextLength = length;
        return text;
    }

    /** Returns the number of bytes of the text that was read last, which are those before the cursor. */
    public int lastTextLength() {
        return lastTextLength;
    }

    private String decode(int length, int leaf) {
        if (texts == null || length > MAX_CACHED_BYTES || !isAscii(length)) {
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
     * Reads what follows {@link Op#TIME}.
     *
     * @param isCacheable whether the time is likely to be repeated, so that it is cached
     */
    public TimeValue time(boolean isCacheable) {
        int format = u8();
        if (!TimeValue.isFormat(format)) {
            throw malformed("expected a time format but was " + format);
        }
        Object zone = null;
        if (TimeNotation.isNotation(format)
                ? TimeNotation.hasOffset(format)
                : TimeValue.classOf(format) == TimeValue.OFFSET) {
            zone = (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, signed()));
        } else if (!TimeNotation.isNotation(format) && TimeValue.classOf(format) == TimeValue.ZONED) {
            String id = name();
            if ((format & TimeValue.IS_TEXT) != 0 && !TimeValue.isOffsetZone(id)) {
                throw malformed("expected an offset as the zone of a text but was " + Printable.quote(id));
            }
            zone = id;
        }
        return time(format, zone, signed(), isCacheable);
    }

    /** @param form the format of the time, which may be a signed byte */
    public TimeValue time(int form, Object zone, long count, boolean isCacheable) {
        int format = form & 0xFF;
        try {
            return isCacheable && times != null ? times.time(format, zone, count) : TimeValue.of(format, zone, count);
        } catch (DateTimeException e) {
            throw invalidTime(format, count);
        }
    }

    /**
     * Returns the time of a count, in the format and zone of the time before. It is no text.
     *
     * @param isCacheable whether the time is likely to be repeated, so that it is cached
     */
    public Temporal time(Temporal before, int format, long count, boolean isCacheable) {
        try {
            return isCacheable && times != null
                    ? (Temporal)
                            times.time(format, TimeValue.zoneOf(before), count).value()
                    : TimeValue.atCount(before, format, count);
        } catch (DateTimeException e) {
            throw invalidTime(format, count);
        }
    }

    private MalformedWireException invalidTime(int format, long count) {
        return malformed("expected a date or time but was count " + count + " in format " + format);
    }
}
