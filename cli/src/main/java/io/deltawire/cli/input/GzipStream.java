package io.deltawire.cli.input;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Unpacks gzip (RFC 1952), one member after the other.
 *
 * <p>{@link java.util.zip.GZIPInputStream} ends at a pause between members, and treats unreadable bytes there as the
 * end. This class waits for the next member, and reports an error for any other data after a member. Only zeros are
 * ignored at the end, because tapes are padded with them; gzip ignores them too.
 */
final class GzipStream extends BulkStream {
    private static final int MAGIC_1 = 0x1f;
    private static final int MAGIC_2 = 0x8b;
    private static final int DEFLATE = 8;

    private static final int HEADER_CRC = 2;
    private static final int EXTRA = 4;
    private static final int NAME = 8;
    private static final int COMMENT = 16;
    private static final int RESERVED = 0xE0;

    private static final int ROOM = 1 << 16;

    private final InputStream packed;
    private final Inflater inflater = new Inflater(true);
    /** Covers the header while it is read, and then the unpacked bytes. */
    private final CRC32 crc = new CRC32();

    private final byte[] buffer = new byte[ROOM];
    private int position;
    private int limit;
    /** The number of packed bytes before {@link #buffer}. */
    private long before;

    private boolean isInMember;
    private boolean isFirst = true;
    private boolean isEnded;

    GzipStream(InputStream packed) {
        this.packed = packed;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        while (!isEnded) {
            if (!isInMember && !beginMember()) {
                isEnded = true;
                return -1;
            }
            int count = inflate(into, offset, length);
            if (count > 0) {
                crc.update(into, offset, count);
                return count;
            }
            if (inflater.finished()) {
                endMember();
            } else if (inflater.needsDictionary()) {
                throw damaged("it needs a dictionary");
            } else {
                require();
                inflater.setInput(buffer, position, limit - position);
            }
        }
        return -1;
    }

    private int inflate(byte[] into, int offset, int length) throws IOException {
        try {
            int count = inflater.inflate(into, offset, length);
            position = limit - inflater.getRemaining();
            return count;
        } catch (DataFormatException e) {
            throw damaged(e.getMessage() == null ? "it is not DEFLATE data" : e.getMessage());
        }
    }

    /** Reads the header of a member. Returns false at the end of the input. */
    private boolean beginMember() throws IOException {
        if (!fill()) {
            return false;
        }
        long start = before + position;
        if (!isFirst && buffer[position] == 0) {
            if (isPadding()) {
                return false;
            }
            throw damaged("zero bytes " + start + " to " + (before + position - 1) + " stand after a member, and other"
                    + " data after them");
        }
        crc.reset();
        if (next() != MAGIC_1 || next() != MAGIC_2) {
            throw new Unpacking.Damaged("gzip data is damaged: expected another member, or the end, at byte " + start
                    + " but was something else");
        }
        int method = next();
        int flags = next();
        if (method != DEFLATE || (flags & RESERVED) != 0) {
            throw damaged("unknown method " + method + " or flags " + flags);
        }
        skip(6); // the time, extra flags and operating system
        if ((flags & EXTRA) != 0) {
            skip(next() | next() << 8);
        }
        if ((flags & NAME) != 0) {
            skipText();
        }
        if ((flags & COMMENT) != 0) {
            skipText();
        }
        if ((flags & HEADER_CRC) != 0) {
            int expected = (int) crc.getValue() & 0xFFFF;
            if ((next() | next() << 8) != expected) {
                throw damaged("the checksum of its header is wrong");
            }
        }
        crc.reset();
        inflater.reset();
        inflater.setInput(buffer, position, limit - position);
        isInMember = true;
        isFirst = false;
        return true;
    }

    private void endMember() throws IOException {
        long size = inflater.getBytesWritten() & 0xFFFF_FFFFL;
        long sum = crc.getValue();
        if (u32() != sum) {
            throw damaged("its checksum is wrong");
        }
        if (u32() != size) {
            throw damaged("its length is wrong");
        }
        isInMember = false;
    }

    /** Whether only zeros follow up to the end of the input. */
    private boolean isPadding() throws IOException {
        while (fill()) {
            if (buffer[position] != 0) {
                return false;
            }
            position++;
        }
        return true;
    }

    private long u32() throws IOException {
        return next() | next() << 8 | next() << 16 | (long) next() << 24;
    }

    private void skip(int count) throws IOException {
        for (int i = 0; i < count; i++) {
            next();
        }
    }

    private void skipText() throws IOException {
        while (next() != 0) {
            // a zero ends the text
        }
    }

    private int next() throws IOException {
        require();
        crc.update(buffer[position]);
        return buffer[position++] & 0xFF;
    }

    private void require() throws IOException {
        if (!fill()) {
            throw new EOFException("gzip data ends before its end mark");
        }
    }

    /** Makes at least one packed byte available. Returns false at the end of the input. */
    private boolean fill() throws IOException {
        if (position == limit) {
            before += limit;
            position = 0;
            limit = Math.max(0, packed.read(buffer, 0, ROOM));
        }
        return position < limit;
    }

    private static Unpacking.Damaged damaged(String problem) {
        return new Unpacking.Damaged("gzip data is damaged: " + problem);
    }

    @Override
    public void close() throws IOException {
        inflater.end();
        packed.close();
    }
}
