package io.deltawire.flink.internal;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.delta.DeltaFormat.Split;
import io.deltawire.delta.DeltaFormat.StartPoint;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.connector.file.src.reader.BulkFormat;
import org.apache.flink.connector.file.src.util.CheckpointedPosition;
import org.apache.flink.connector.file.src.util.RecordAndPosition;
import org.apache.flink.core.fs.Path;

/**
 * Reads the messages of a split: those of the epochs that begin in it.
 *
 * <p>The position after a message is the offset of its epoch and the number of messages since. So a restored reader
 * decodes a part of one epoch again, and not a part of the split. In a recording of numbered frames an epoch may come
 * again, so positions there refer to its start, and it is not split.
 */
public final class DumpReader<T> implements BulkFormat.Reader<T> {
    private static final DeltaFormat FORMAT = new DeltaFormat();

    /** The number of messages that are handed to another thread in one step. */
    private static final int BATCH = 500;

    private final Path file;
    /** The reader of tokens; null if no epoch begins in the split. */
    private final WireIn in;

    private final MessageSource<T> source;
    /** The offset to which all positions refer, in a recording of numbered frames; -1 if it is that of the epoch. */
    private final long numberedFrom;

    private long epochOffset;
    /** The number of messages that were read from that offset on. */
    private long count;

    private DumpReader(Path file, WireIn in, MessageSource<T> source, long numberedFrom) {
        this.file = file;
        this.in = in;
        this.source = source;
        this.numberedFrom = numberedFrom;
    }

    /**
     * Opens a split. Its bounds may be anywhere in the file.
     *
     * @param position where a former reader was; null to begin
     */
    public static <T> DumpReader<T> open(
            FileSourceSplit split, CheckpointedPosition position, MessageForm<T> form, WireOptions options)
            throws IOException {
        Path file = split.path();
        FlinkChannel channel = FlinkChannel.open(file, split.fileSize());
        try {
            long size = split.fileSize();
            // The first split begins where the file does, even if no epoch begins there: a reader reports that.
            long from = split.offset() == 0 ? 0 : startAfter(channel, split.offset(), size);
            long end = split.offset() + split.length();
            if (from >= end) {
                channel.close();
                return new DumpReader<>(file, null, null, -1);
            }
            long to = end >= size ? size : startAfter(channel, end, size);
            long begin = position == null ? from : position.getOffset();
            StartPoint start = DeltaFormat.startPointAt(channel, from);
            boolean isNumbered = start != null && start.isNumbered();
            WireIn in = FORMAT.newReader(channel, new Split(begin, to), options);
            DumpReader<T> reader = new DumpReader<>(file, in, form.newSource(in, options), isNumbered ? from : -1);
            if (position != null) {
                reader.skip(position.getRecordsAfterOffset());
            }
            return reader;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private static long startAfter(FlinkChannel channel, long offset, long end) throws IOException {
        StartPoint start = DeltaFormat.startPointAfter(channel, offset);
        while (start != null && start.isNumbered()) {
            start = DeltaFormat.startPointAfter(channel, start.offset() + 1); // its messages may have come before
        }
        return start == null ? end : start.offset();
    }

    private void skip(long messages) throws IOException {
        for (long i = 0; i < messages; i++) {
            if (next() == null) {
                throw new EOFException(
                        file + ": expected " + messages + " messages after a checkpoint's position but found " + i
                                + "; the file has changed since the checkpoint");
            }
        }
    }

    private T next() throws IOException {
        T message;
        try {
            message = source.next();
            if (message == null) {
                return null;
            }
        } catch (WireException e) {
            throw e.inSource(file.toString());
        } catch (UncheckedIOException e) {
            throw new IOException(file + ": " + e.getMessage(), e);
        }
        long offset =
                numberedFrom >= 0 ? numberedFrom : DeltaFormat.missingBefore(in).epochOffset();
        if (offset != epochOffset) {
            epochOffset = offset;
            count = 0;
        }
        count++;
        return message;
    }

    @Override
    public BulkFormat.RecordIterator<T> readBatch() throws IOException {
        if (in == null) {
            return null;
        }
        List<RecordAndPosition<T>> batch = new ArrayList<>(BATCH);
        T message;
        while (batch.size() < BATCH && (message = next()) != null) {
            batch.add(new RecordAndPosition<>(message, epochOffset, count));
        }
        return batch.isEmpty() ? null : new Batch<>(batch.iterator());
    }

    @Override
    public void close() throws IOException {
        if (source != null) {
            source.close();
        }
    }

    private record Batch<T>(Iterator<RecordAndPosition<T>> records) implements BulkFormat.RecordIterator<T> {
        @Override
        public RecordAndPosition<T> next() {
            return records.hasNext() ? records.next() : null;
        }

        @Override
        public void releaseBatch() {
            // Nothing is reused.
        }
    }
}
