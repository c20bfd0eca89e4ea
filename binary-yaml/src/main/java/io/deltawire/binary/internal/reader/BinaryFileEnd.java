package io.deltawire.binary.internal.reader;

import io.deltawire.binary.internal.codes.DocumentHeader;
import io.deltawire.binary.internal.codes.FormatName;
import io.deltawire.binary.internal.codes.LittleEndian;
import io.deltawire.binary.internal.codes.MessageFraming;
import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.TruncatedWireException;
import io.deltawire.wire.WireFormat.Match;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireLocation;
import io.deltawire.wire.spi.FileEnd;
import io.deltawire.wire.spi.InputBuffer;
import java.io.IOException;
import java.nio.channels.FileChannel;

/**
 * Repairs the end of a file of documents with headers whose writer may have been killed. It follows the headers from
 * the start of the file, since they cannot be recognised when reading backwards. Only the body of the last document is
 * read. An instance serves one repair.
 */
public final class BinaryFileEnd {
    private static final int DETECTED_BYTES = 64;

    private final FileChannel channel;
    private final WireLimits limits;

    /** The size of the file without zeros at its end. */
    private final long content;

    /** The start of the last whole document, and the offset after it. */
    private long lastStart;

    private long end;

    private BinaryFileEnd(FileChannel channel, WireLimits limits) throws IOException {
        this.channel = channel;
        this.limits = limits;
        this.content = FileEnd.withoutZeros(channel);
    }

    /**
     * Cuts off a torn document and zeros at the end of a file.
     *
     * @param isReadAgain whether a last document that zeros may have completed is cut off too
     * @throws MalformedWireException if no document can follow; the file is unchanged then
     */
    public static void repair(FileChannel channel, WireLimits limits, boolean isReadAgain) throws IOException {
        new BinaryFileEnd(channel, limits).repair(isReadAgain);
    }

    private void repair(boolean isReadAgain) throws IOException {
        boolean isTorn = findEnd();
        if (end > lastStart) {
            byte[] header = FileEnd.bytes(channel, lastStart, lastStart + DocumentHeader.BYTES);
            int length = (int) LittleEndian.INT.get(header, 0) & DocumentHeader.LENGTH_MASK;
            // Zeros after the last document, which a reader takes for padding, are no part of it.
            end = Math.min(end, Math.max(content, lastStart + DocumentHeader.BYTES + length));
        }
        if (end < content) {
            requireTorn(isTorn);
        }
        boolean isDoubtful = content < end; // the last message ends with zeros
        FileEnd.cut(channel, isDoubtful && isReadAgain ? lastStart : end, new byte[0]);
    }

    /** Follows the headers. Returns whether the last one has no complete document. */
    private boolean findEnd() {
        InputBuffer in = FileEnd.input(channel, 0, size());
        BinaryReader reader = new BinaryReader(in, limits, MessageFraming.DOCUMENTS);
        try {
            while (reader.nextMessage()) {
                lastStart = reader.messageOffset();
            }
            end = in.offset();
            return false;
        } catch (TruncatedWireException e) {
            end = in.offset();
            return true;
        }
    }

    private long size() {
        try {
            return channel.size();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /** Checks that what follows the last whole document is a torn one, and not something that may be of use. */
    private void requireTorn(boolean isTorn) throws IOException {
        byte[] prefix = FileEnd.bytes(channel, end, Math.min(content, end + DETECTED_BYTES));
        int header = prefix.length < DocumentHeader.BYTES ? 0 : (int) LittleEndian.INT.get(prefix, 0);
        long length = header & DocumentHeader.LENGTH_MASK;
        boolean reachesEnd = header >= 0 || end + DocumentHeader.BYTES + length >= content;
        boolean isEndMark = header == DocumentHeader.END_OF_DATA && content == end + DocumentHeader.BYTES;
        boolean isHeader = prefix.length <= DocumentHeader.BYTES
                || end > 0
                || BinaryFormatDetector.match(prefix, prefix.length) == Match.LIKELY;
        boolean isLastReadable = end == lastStart || isReadable(lastStart, end);
        if (!(isTorn && reachesEnd && isHeader || isEndMark) || !isLastReadable) {
            throw new MalformedWireException(
                    FormatName.BINARY,
                    "expected the end of the messages, or a torn one, but something else follows; move the file away,"
                            + " or cut it there",
                    WireLocation.ofOffset(end, ""));
        }
    }

    private boolean isReadable(long from, long to) {
        return FileEnd.isWhole(new BinaryReader(FileEnd.input(channel, from, to), limits, MessageFraming.DOCUMENTS));
    }
}
