package io.deltawire.bench.journal;

import io.deltawire.bench.model.MyDataType;
import io.deltawire.journal.Journal;
import io.deltawire.journal.JournalOptions;
import io.deltawire.marshallable.MethodReader;
import io.deltawire.wire.WireOptions;
import java.nio.file.Path;
import java.util.function.LongConsumer;

/** A journal of this project. */
final class JournalLog implements EventLog {
    /** The events, which the other logs have too. The interface is public, as those of applications are. */
    public interface Updates {
        void onUpdate(long dueNanos, MyDataType data);
    }

    private final Journal journal;
    private final MyDataType event = new MyDataType();
    private Updates writer;
    private MethodReader reader;
    private LongConsumer listener;

    JournalLog(Path folder, String format, JournalOptions.Flush flush) {
        journal = Journal.open(
                folder, WireOptions.DEFAULTS.with(JournalOptions.FORMAT, format).with(JournalOptions.FLUSH, flush));
        event.begin(0);
    }

    @Override
    public void write(long dueNanos) {
        if (writer == null) {
            writer = journal.appender().methodWriter(Updates.class);
        }
        change(event);
        writer.onUpdate(dueNanos, event);
    }

    /** Changes an event as each log does, so that all write the same values. */
    static void change(MyDataType event) {
        event.changesA += 7;
        event.changesB += 0.5;
    }

    @Override
    public boolean read(LongConsumer dueNanos) {
        if (reader == null) {
            Updates component = (due, data) -> listener.accept(due);
            reader = journal.tailer()
                    .methodReader(builder -> builder.reuseArguments().build(component));
        }
        listener = dueNanos;
        return reader.readOne();
    }

    @Override
    public void close() {
        journal.close();
    }
}
