package io.deltawire.bench.latency;

import io.deltawire.bench.model.MyDataType;
import io.deltawire.marshallable.MethodReader;
import io.deltawire.marshallable.Wire;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;

/** Components in a row, each of which changes the events and hands them on, with a wire in front of each. */
final class ComponentChain implements Pacer.Path, AutoCloseable {
    /** After so many events the buffers begin anew, so that they stay in the cache and in bounds. */
    private static final int EVENTS_A_LAP = 4096;

    private final String format;
    private final List<Hop> hops = new ArrayList<>();
    private final List<MethodReader> readers = new ArrayList<>();
    private final int components;
    private final MyDataType event = new MyDataType();
    private LongConsumer arrival = due -> {};
    private Updates first;
    private int sent;

    /** The events; public, as the interfaces of applications are. */
    public interface Updates {
        /** Something has changed. */
        void onUpdate(long dueNanos, MyDataType data);
    }

    /** @param folder where the files between the components are, or null for buffers in memory */
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
            readers.add(hops.get(i)
                    .reader()
                    .methodReaderBuilder()
                    .recycleArguments()
                    .build(component));
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
        if (++sent == EVENTS_A_LAP && hops.get(0).rewind()) {
            hops.subList(1, hops.size()).forEach(Hop::rewind);
            connect();
            sent = 0;
        }
        event.changesA += number & 7;
        event.changesB += 0.5;
        first.onUpdate(dueNanos, event);
        for (int i = 0; i < components; i++) {
            hops.get(i).written();
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

    /** A component that works on the event. */
    private record Step(Updates next) implements Updates {
        @Override
        public void onUpdate(long dueNanos, MyDataType data) {
            data.changesA++;
            next.onUpdate(dueNanos, data);
        }
    }

    /** What is between a component and the one before it. */
    interface Hop extends AutoCloseable {
        Wire writer();

        Wire reader();

        /** To be called when an event has been written. */
        void written();

        /** Begins anew with nothing in it; false where it need not. */
        boolean rewind();

        @Override
        void close() throws IOException;
    }
}
