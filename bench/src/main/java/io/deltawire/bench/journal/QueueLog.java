package io.deltawire.bench.journal;

import io.deltawire.bench.peer.ChronicleCodec.ChronicleData;
import java.nio.file.Path;
import java.util.function.LongConsumer;
import net.openhft.chronicle.bytes.MethodReader;
import net.openhft.chronicle.core.pool.ClassAliasPool;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;

/** Chronicle Queue by method writer and method reader, as its documentation shows it. */
final class QueueLog implements EventLog {
    /** The events. The interface is public because Chronicle Wire generates code that calls it. */
    public interface Updates {
        void onUpdate(long dueNanos, ChronicleData data);
    }

    /** The component that is called. It is public for the same reason. */
    public static final class Component implements Updates {
        private LongConsumer listener;

        @Override
        public void onUpdate(long dueNanos, ChronicleData data) {
            listener.accept(dueNanos);
        }
    }

    private final ChronicleQueue queue;
    private final ChronicleData event = new ChronicleData();
    private final Component component = new Component();
    private Updates writer;
    private MethodReader reader;

    QueueLog(Path folder) {
        ClassAliasPool.CLASS_ALIASES.addAlias(ChronicleData.class, "MyDataType");
        queue = SingleChronicleQueueBuilder.binary(folder.toFile()).build();
        event.begin(0);
    }

    @Override
    public void write(long dueNanos) {
        if (writer == null) {
            writer = queue.createAppender().methodWriter(Updates.class);
        }
        JournalLog.change(event);
        writer.onUpdate(dueNanos, event);
    }

    @Override
    public boolean read(LongConsumer dueNanos) {
        if (reader == null) {
            reader = queue.createTailer().methodReader(component);
        }
        component.listener = dueNanos;
        return reader.readOne();
    }

    @Override
    public void close() {
        queue.close();
    }
}
