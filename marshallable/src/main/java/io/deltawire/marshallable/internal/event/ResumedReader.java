package io.deltawire.marshallable.internal.event;

import io.deltawire.marshallable.MessageHistory;
import io.deltawire.marshallable.MethodReader;

/**
 * The reader of a service that was stopped. Before its first message it skips those that the outputs have answered. The
 * last answered one is read again, since the service may have been stopped between two of its outputs.
 */
final class ResumedReader implements MethodReader {
    private final EventReader reader;
    private final MessageHistory history;
    private final int sourceId;
    private boolean isPositioned;

    ResumedReader(EventReader reader, MessageHistory history, int sourceId) {
        this.reader = reader;
        this.history = history;
        this.sourceId = sourceId;
    }

    @Override
    public boolean readOne() {
        return skipAnswered() && reader.readOne();
    }

    /** Returns false if not all answered messages are available yet. */
    private boolean skipAnswered() {
        if (!isPositioned) {
            long last = history.lastAnswered(sourceId) - 1;
            reader.skipThrough(last);
            isPositioned = reader.index() >= last;
        }
        return isPositioned;
    }

    @Override
    public void skipThrough(long last) {
        reader.skipThrough(last);
    }

    @Override
    public long index() {
        return reader.index();
    }
}
