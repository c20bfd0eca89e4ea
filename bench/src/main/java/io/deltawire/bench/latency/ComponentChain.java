package io.deltawire.bench.latency;

import io.deltawire.bench.model.MyDataType;
import io.deltawire.marshallable.MethodReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * A chain of components with a wire before each one. A component changes the event and calls the next component through a method writer;
 * a method reader makes the call. The last component reports the arrival. All components run on the caller's thread.
 */
final class ComponentChain implements Pacer.EventPath, AutoCloseable {
    /** The buffers are emptied after this many events, so that they stay small and in the processor's cache. */
    private static final int EVENTS_BEFORE_REWIND = 4096;

    private final String format;
    private final List<Hop> hops = new ArrayList<>();
    private final List<MethodReader> readers = new ArrayList<>();
    private final int components;
    private final MyDataType event = new MyDataType();
    private LongConsumer arrival = due -> {};
    private Updates first;
    private int sent;

    /** The methods that are called through the wires. The interface is public, as those of applications are. */
    public interface Updates {
        void onUpdate(long dueNanos, MyDataType data);
    }

    /** @param folder the folder of the files between the components, or null for buffers in memory */
    ComponentChain(String format, int components, Path folder) throws IOException {
        this.format = format;
        this.components = components;
        event.begin(0);
        for (int i = 0; i < components; i++) {
            hops.add(folder == null ? new MemoryHop(format) : new FileHop(format, folder.resolve("hop" + i + ".bin")));
        }
        connect();
    }

    private void connect() {
        readers.clear();
        first = hops.get(0).writer().methodWriter(Updates.class);
        for (int i = 0; i < components; i++) {
            Updates component = i + 1 < components
                    ? new Step(hops.get(i + 1).writer().methodWriter(Updates.class))
                    : (due, data) -> arrival.accept(due);
            readers.add(
                    hops.get(i).reader().methodReaderBuilder().reuseArguments().build(component));
        }
    }

    @Override
    public String format() {
        return format;
    }

    @Override
    public void onArrival(LongConsumer dueNanos) {
        arrival = dueNanos;
    }

    @Override
    public void send(long number, long dueNanos) {
        if (++sent == EVENTS_BEFORE_REWIND && hops.get(0).rewind()) {
            hops.subList(1, hops.size()).forEach(Hop::rewind);
            connect();
            sent = 0;
        }
        event.changesA += number & 7;
        event.changesB += 0.5;
        first.onUpdate(dueNanos, event);
        for (int i = 0; i < components; i++) {
            hops.get(i).transfer();
            if (!readers.get(i).readOne()) {
                throw new IllegalStateException("component " + i + " has not got event " + number);
            }
        }
    }

    @Override
    public void close() throws IOException {
        for (Hop hop : hops) {
            hop.close();
        }
    }

    /** A component that changes the event and passes it on. */
    private record Step(Updates next) implements Updates {
        @Override
        public void onUpdate(long dueNanos, MyDataType data) {
            data.changesA++;
            next.onUpdate(dueNanos, data);
        }
    }
}
