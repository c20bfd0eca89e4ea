package io.deltawire.delta.internal.stream;

import io.deltawire.wire.spi.text.VarInt;
import java.util.zip.CRC32C;

/**
 * The header with which an epoch begins: docs/spec/delta.md, section 3. Both sides have empty state after it.
 *
 * @param version the version of the format
 * @param flags see the constants
 * @param id a number that all headers of a stream share
 * @param epoch the number of the epoch; 0 for the first of a stream
 * @param sequence the number of messages before the epoch in its stream
 * @param seal the check of the frames before, if the header is sealed
 * @param firstFrame the number of the first frame, if frames are numbered
 * @param maxKeys the most records that the writer keeps
 * @param maxStateBytes the largest size of the writer's state
 * @param checksum the header's own checksum
 */
public record EpochHeader(
        int version,
        long flags,
        int id,
        long epoch,
        long sequence,
        int seal,
        long firstFrame,
        long maxKeys,
        long maxStateBytes,
        int checksum) {
    /** No frame follows: the stream is complete. */
    public static final int END = 1;
    /** Frames are compressed. */
    public static final int DEFLATED = 2;
    /** Frames begin with their number in the stream. */
    public static final int NUMBERED = 4;
    /** The header holds the check of the frames before it, which its writer could not write behind them. */
    public static final int SEALED = 8;
    /** That check was computed by an appender from what it found. */
    public static final int FOUND = 16;

    private static final long KNOWN_FLAGS = END | DEFLATED | NUMBERED | SEALED | FOUND;

    public static final int VERSION = 1;

    /** The bounds of a header that states none. */
    private static final long DEFAULT_KEYS = 1 << 16;

    private static final long DEFAULT_STATE_BYTES = 64L << 20;

    private static final int CHECKSUM_BYTES = 4;

    /** The bytes before the fields: the mark, and the length of the fields. */
    private static final int PREFIX = Mark.LENGTH + 1;

    /** The longest header that this version writes. */
    public static final int MAX_BYTES = PREFIX + 1 + 6 * VarInt.MAX_BYTES + 2 * Integer.BYTES + CHECKSUM_BYTES;

    public static EpochHeader of(
            long flags,
            int id,
            long epoch,
            long sequence,
            int seal,
            long firstFrame,
            long maxKeys,
            long maxStateBytes) {
        return new EpochHeader(VERSION, flags, id, epoch, sequence, seal, firstFrame, maxKeys, maxStateBytes, 0);
    }

    public boolean isEnd() {
        return (flags & END) != 0;
    }

    public boolean isDeflated() {
        return (flags & DEFLATED) != 0;
    }

    public boolean isNumbered() {
        return (flags & NUMBERED) != 0;
    }

    public boolean isSealed() {
        return (flags & SEALED) != 0;
    }

    public boolean isFound() {
        return (flags & FOUND) != 0;
    }

    /** Whether this version can read what follows. */
    public boolean isReadable() {
        return version == VERSION && (flags & ~KNOWN_FLAGS) == 0 && (!isFound() || isSealed());
    }

    /** Whether the epoch belongs to the same stream as an earlier header, and is none of its first epochs again. */
    public boolean continuesStreamOf(EpochHeader other) {
        return other != null && id == other.id && epoch > 0;
    }

    /** Whether this header of numbered frames has come before, or a later one of its stream has. */
    public boolean isRepeatedAfter(EpochHeader other) {
        return other != null && isNumbered() && id == other.id && epoch <= other.epoch;
    }

    /** Writes the header and returns the index after it. */
    public int write(byte[] to, int index) {
        int at = index;
        for (byte b : Mark.bytes()) {
            to[at++] = b;
        }
        int lengthAt = at++;
        to[at++] = (byte) version;
        at = VarInt.write(to, at, flags);
        at = writeU32(to, at, id);
        at = VarInt.write(to, at, epoch);
        at = VarInt.write(to, at, sequence);
        if (isSealed()) {
            at = writeU32(to, at, seal);
        }
        if (isNumbered()) {
            at = VarInt.write(to, at, firstFrame);
        }
        if (maxKeys != DEFAULT_KEYS || maxStateBytes != DEFAULT_STATE_BYTES) {
            at = VarInt.write(to, at, maxKeys);
            at = VarInt.write(to, at, maxStateBytes);
        }
        to[lengthAt] = (byte) (at - lengthAt - 1);
        return writeU32(to, at, checksum(to, index, at));
    }

    private static int checksum(byte[] bytes, int from, int to) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, from, to - from);
        return (int) crc.getValue();
    }

    static int writeU32(byte[] to, int index, int value) {
        for (int i = 0; i < Integer.BYTES; i++) {
            to[index + i] = (byte) (value >>> 8 * i);
        }
        return index + Integer.BYTES;
    }

    static int u32(byte[] bytes, int index) {
        return bytes[index] & 0xFF
                | (bytes[index + 1] & 0xFF) << 8
                | (bytes[index + 2] & 0xFF) << 16
                | bytes[index + 3] << 24;
    }

    /** Returns the length of the header at a mark; -1 if the bytes end before that is known. */
    public static int length(byte[] bytes, int index, int limit) {
        return limit - index < PREFIX ? -1 : PREFIX + (bytes[index + Mark.LENGTH] & 0xFF) + CHECKSUM_BYTES;
    }

    /**
     * Returns the complete header at a mark; null if its checksum is wrong, or it is not the header of any version.
     *
     * @param length its length, all of which is there
     */
    public static EpochHeader parse(byte[] bytes, int index, int length) {
        int end = index + length - CHECKSUM_BYTES;
        int checksum = u32(bytes, end);
        if (checksum != checksum(bytes, index, end)) {
            return null;
        }
        Fields fields = new Fields(bytes, index + PREFIX, end);
        int version = fields.u8();
        long flags = fields.varInt();
        int id = fields.u32();
        long epoch = fields.varInt();
        long sequence = fields.varInt();
        if (epoch < 0 || sequence < 0) {
            return null;
        }
        int seal = 0;
        long firstFrame = 0;
        long maxKeys = DEFAULT_KEYS;
        long maxStateBytes = DEFAULT_STATE_BYTES;
        if (version == VERSION && (flags & ~KNOWN_FLAGS) == 0) {
            seal = (flags & SEALED) != 0 ? fields.u32() : 0;
            firstFrame = (flags & NUMBERED) != 0 ? fields.varInt() : 0;
            if (fields.at < end) {
                maxKeys = fields.varInt();
                maxStateBytes = fields.varInt();
            }
        }
        return fields.isGood() && firstFrame >= 0
                ? new EpochHeader(
                        version, flags, id, epoch, sequence, seal, firstFrame, maxKeys, maxStateBytes, checksum)
                : null;
    }

    /** Reads the fields of a header. */
    private static final class Fields {
        private final byte[] bytes;
        private final int end;
        private int at;
        private boolean isBad;

        Fields(byte[] bytes, int at, int end) {
            this.bytes = bytes;
            this.at = at;
            this.end = end;
        }

        boolean isGood() {
            return !isBad;
        }

        int u8() {
            isBad |= at >= end;
            return isBad ? 0 : bytes[at++];
        }

        int u32() {
            isBad |= end - at < Integer.BYTES;
            int value = isBad ? 0 : EpochHeader.u32(bytes, at);
            at += Integer.BYTES;
            return value;
        }

        long varInt() {
            long value = 0;
            for (int shift = 0; shift < Long.SIZE; shift += 7) {
                int b = u8();
                value |= (long) (b & 0x7F) << shift;
                if (b >= 0) {
                    isBad |= b == 0 && shift > 0 || shift == 63 && b > 1;
                    return value;
                }
            }
            isBad = true;
            return 0;
        }
    }
}
