package io.deltawire.delta.internal.stream;

import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.spi.InputBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.util.ArrayList;
import java.util.List;

/**
 * Walks over the blocks of a dump and finds those that begin with empty state. Only headers and lengths are read:
 * nothing is decoded and no checksum of messages is compared. The scan owns a small window on the channel.
 */
public final class BlockScan {
    /** The most bytes examined at one offset: a header, and the length of the frame after it. */
    private static final int MAX_READ = 128;

    /** Nothing is decoded, so the state that a stream announces does not matter. */
    private static final WireLimits ANY_STATE = WireLimits.DEFAULTS.withMaxKeys(Integer.MAX_VALUE, Long.MAX_VALUE);

    private final SeekableByteChannel channel;
    private final ByteBuffer window = ByteBuffer.allocate(1 << 12);
    private final List<BlockStart> starts = new ArrayList<>();
    private long windowStart;
    /** The number of messages in the channel before the current stream. */
    private long messagesBefore;

    public BlockScan(SeekableByteChannel channel) {
        this.channel = channel;
        window.limit(0);
    }

    /** Returns the blocks that begin with empty state, up to the first error in the structure. */
    public List<BlockStart> starts() throws IOException {
        long offset = 0;
        boolean ended = true;
        while (offset >= 0 && load(offset) >= 2) {
            if (byteAt(0) != 0) {
                offset = afterFrame(offset);
            } else if (byteAt(1) == ContainerCodes.CHECK) {
                offset += 6;
            } else if (byteAt(1) == ContainerCodes.END) {
                offset = afterEnd(offset);
                ended = true;
            } else {
                offset = afterHeader(offset, ended);
                ended = false;
            }
        }
        return starts;
    }

    /** Returns the block with empty state at an offset, or null. */
    public BlockStart startAt(long offset) throws IOException {
        if (offset < 0 || load(offset) < ContainerCodes.SYNC.length) {
            return null;
        }
        BlockHeader header = header(in());
        return header == null || !header.isReset() ? null : new BlockStart(offset, -1, header.sequence());
    }

    /** Loads the bytes at an offset into the window and returns how many there are. */
    private int load(long offset) throws IOException {
        long in = offset - windowStart;
        if (in < 0 || in + MAX_READ > window.limit()) {
            if (offset > channel.size()) {
                return 0; // a damaged length may lead beyond any channel
            }
            window.clear();
            channel.position(offset);
            while (window.position() < MAX_READ && channel.read(window) > 0) {
                // a channel may return fewer bytes than requested
            }
            window.flip();
            windowStart = offset;
            in = 0;
        }
        window.position((int) Math.min(in, window.limit()));
        return window.remaining();
    }

    private int byteAt(int index) {
        return window.get(window.position() + index) & 0xFF;
    }

    private long afterFrame(long offset) {
        long length = varInt(0);
        return length < 1 || length > Long.MAX_VALUE / 2 ? -1 : offset + varIntSize(length) + length;
    }

    private long afterEnd(long offset) {
        long count = varInt(2);
        if (count < 0) {
            return -1;
        }
        messagesBefore += count;
        return offset + 2 + varIntSize(count) + 4;
    }

    private long afterHeader(long offset, boolean ended) {
        InputBuffer in = in();
        BlockHeader header = header(in);
        // Without the end mark of the stream before, its number of messages is unknown.
        if (header == null || header.isReset() && header.sequence() == 0 && !ended) {
            return -1;
        }
        if (header.isReset()) {
            starts.add(new BlockStart(offset, messagesBefore + header.sequence(), header.sequence()));
        }
        return offset + in.offset();
    }

    private InputBuffer in() {
        return InputBuffer.of(window.array(), window.position(), Math.min(MAX_READ, window.remaining()));
    }

    private static BlockHeader header(InputBuffer in) {
        try {
            return new MarkerReader(in, ANY_STATE).readHeader();
        } catch (MalformedWireException e) {
            return null;
        }
    }

    private long varInt(int index) {
        long value = 0;
        for (int i = 0; i < 10 && index + i < window.remaining(); i++) {
            int b = byteAt(index + i);
            value |= (long) (b & 0x7F) << 7 * i;
            if (b < 0x80) {
                return value;
            }
        }
        return -1;
    }

    private static int varIntSize(long value) {
        return Math.max(1, (70 - Long.numberOfLeadingZeros(value)) / 7);
    }
}
