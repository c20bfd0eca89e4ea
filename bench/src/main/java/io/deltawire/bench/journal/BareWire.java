package io.deltawire.bench.journal;

import io.deltawire.bench.model.MyDataType;
import io.deltawire.delta.DeltaFormat;
import io.deltawire.journal.JournalOptions.Flush;
import io.deltawire.marshallable.Wire;
import io.deltawire.wire.WireOptions;
import java.io.BufferedOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.function.LongConsumer;

/** A wire on the stream of one file, with the flush policy of a journal: the bound for what a journal may cost. */
final class BareWire implements EventLog {
    private static final int BUFFER_BYTES = 1 << 16;

    private final FileOutputStream file;
    private final Wire wire;
    private final boolean isForced;
    private final JournalLog.Updates writer;
    private final MyDataType event = new MyDataType();

    BareWire(Path path, String format, Flush flush) {
        try {
            file = new FileOutputStream(path.toFile());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        isForced = flush == Flush.FORCED;
        wire = Wire.of(
                format,
                flush == Flush.BATCH ? new BufferedOutputStream(file, BUFFER_BYTES) : file,
                // A stream that is flushed after each message would not be buffered.
                WireOptions.DEFAULTS.with(
                        DeltaFormat.FLUSH, flush == Flush.BATCH ? DeltaFormat.Flush.BLOCK : DeltaFormat.Flush.MESSAGE));
        writer = wire.methodWriter(JournalLog.Updates.class);
        event.begin(0);
    }

    @Override
    public void write(long dueNanos) {
        JournalLog.change(event);
        writer.onUpdate(dueNanos, event);
        if (isForced) {
            try {
                wire.flush();
                file.getFD().sync();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @Override
    public boolean read(LongConsumer dueNanos) {
        throw new UnsupportedOperationException("it is only written");
    }

    @Override
    public void close() {
        wire.close();
    }
}
