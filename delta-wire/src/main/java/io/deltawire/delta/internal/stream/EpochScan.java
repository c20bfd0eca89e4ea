package io.deltawire.delta.internal.stream;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds headers in a channel by their mark. Nothing else of the stream is looked at: since the mark stands nowhere else,
 * a search can begin anywhere. The scan owns a window on the channel.
 */
public final class EpochScan {
    /** The size of the window; a header is complete in it or in the next one. */
    private static final int WINDOW = 1 << 16;

    /** The longest header of any version. */
    private static final int MAX_HEADER = Mark.LENGTH + 1 + 255 + Integer.BYTES;

    private final SeekableByteChannel channel;
    private final byte[] window = new byte[WINDOW];
    private long windowStart;
    private int windowEnd;

    /**
     * A header in the channel.
     *
     * @param offset its offset
     * @param length its length
     */
    public record Found(long offset, int length, EpochHeader header) {
        /** Returns the offset after it. */
        public long end() {
            return offset + length;
        }
    }

    public EpochScan(SeekableByteChannel channel) {
        this.channel = channel;
    }

    /** Returns the first header at or after an offset; null if there is none. */
    public Found next(long from) throws IOException {
        return next(from, Long.MAX_VALUE);
    }

    /** Returns the first header at or after an offset that frames may follow; null if there is none. */
    public Found nextStart(long from) throws IOException {
        Found found = next(from);
        while (found != null && found.header().isEnd()) {
            found = next(found.end());
        }
        return found;
    }

    /** Returns the first header between two offsets; null if none begins there. */
    private Found next(long from, long to) throws IOException {
        long offset = from;
        while (offset < to) {
            load(offset, WINDOW);
            int at = Mark.find(window, 0, windowEnd);
            if (at < 0) {
                if (windowEnd < WINDOW) {
                    return null;
                }
                offset += windowEnd - Mark.LENGTH + 1;
                continue;
            }
            offset += at;
            Found found = offset < to ? headerAt(offset) : null;
            if (found != null) {
                return found;
            }
            offset++;
        }
        return null;
    }

    /** Returns the last header before an offset; null if there is none. */
    public Found last(long before) throws IOException {
        long to = before;
        while (to > 0) {
            long from = Math.max(0, to - (WINDOW - MAX_HEADER));
            Found last = null;
            Found found = next(from, to);
            while (found != null) {
                last = found;
                found = next(found.end(), to);
            }
            if (last != null) {
                return last;
            }
            to = from;
        }
        return null;
    }

    /** Returns the header at an offset; null if there is none. */
    public Found headerAt(long offset) throws IOException {
        if (offset < 0) {
            return null;
        }
        load(offset, MAX_HEADER);
        int length = EpochHeader.length(window, 0, windowEnd);
        if (Mark.matchedBytes(window, 0, windowEnd) < Mark.LENGTH || length < 0 || length > windowEnd) {
            return null;
        }
        EpochHeader header = EpochHeader.parse(window, 0, length);
        return header == null ? null : new Found(offset, length, header);
    }

    /** Returns all headers. */
    public List<Found> all() throws IOException {
        List<Found> all = new ArrayList<>();
        Found found = next(0);
        while (found != null) {
            all.add(found);
            found = next(found.end());
        }
        return all;
    }

    /** Loads the window from an offset on with a number of bytes, or fewer at the end, unless it has them already. */
    private void load(long offset, int bytes) throws IOException {
        if (offset == windowStart && windowEnd >= bytes) {
            return;
        }
        windowStart = offset;
        windowEnd = 0;
        if (offset >= channel.size()) {
            return;
        }
        channel.position(offset);
        ByteBuffer into = ByteBuffer.wrap(window, 0, bytes);
        while (into.hasRemaining() && channel.read(into) >= 0) {
            // a channel may return fewer bytes than requested
        }
        windowEnd = into.position();
    }
}
