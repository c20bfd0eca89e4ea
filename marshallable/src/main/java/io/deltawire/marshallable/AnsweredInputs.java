package io.deltawire.marshallable;

import java.util.ArrayList;
import java.util.List;

/**
 * What a service had answered in an output before it was stopped: for each source the number of the last message that
 * led to output, and how many outputs that message has already. {@link Wire#resume} finds it, and the wire uses it to
 * leave out the outputs that are there. Not thread-safe.
 *
 * <p>A deletion has no history of its own in the stream. Those after the last output with a history are counted, and as
 * many of the next deletions are left out.
 */
public final class AnsweredInputs {
    private final List<Source> sources = new ArrayList<>();
    private long deletions;

    /** What was answered of one source, and what the service has written again of its last message. */
    private static final class Source {
        final int id;
        long last = -1;
        long outputs;
        long current = -1;
        long currentOutputs;

        Source(int id) {
            this.id = id;
        }

        /** Moves to the message that the next output comes from. */
        void moveTo(long index) {
            if (index != current) {
                current = index;
                currentOutputs = 0;
            }
        }

        /** Whether output of the current message is there that comes after what was written again. */
        boolean hasMore() {
            return current < last || current == last && currentOutputs < outputs;
        }
    }

    /** Creates an object for an output without messages. */
    public AnsweredInputs() {}

    /** Returns the number of the last message from a source that led to output, or -1 if none did. */
    public long last(int sourceId) {
        Source source = find(sourceId);
        return source == null ? -1 : source.last;
    }

    /** Returns how many outputs the last message from a source has, or 0 if no message led to output. */
    public long outputs(int sourceId) {
        Source source = find(sourceId);
        return source == null ? 0 : source.outputs;
    }

    /**
     * Adds an output that was read. Its last hop is the service's own source; the hops before it are those of services
     * upstream.
     */
    public void addOutput(MessageHistory history) {
        int hops = history.sources();
        if (hops > 0) {
            Source source = findOrAdd(history.sourceId(hops - 1));
            long index = history.sourceIndex(hops - 1);
            if (index > source.last) {
                source.last = index;
                source.outputs = 0;
            }
            source.outputs += index == source.last ? 1 : 0;
        }
        deletions = 0;
    }

    /** Adds a deletion that was read. */
    public void addDeletion() {
        deletions++;
    }

    /**
     * Counts an output that the service makes now.
     *
     * @param history the history of the message that the output comes from
     * @param isDeletion whether the output deletes a record
     * @return whether the output is there already, so that it must not be written
     */
    public boolean skipOutput(MessageHistory history, boolean isDeletion) {
        int hops = history.sources();
        if (hops == 0) {
            return false;
        }
        Source source = find(history.sourceId(hops - 1));
        boolean isThere = false;
        if (source != null) {
            source.moveTo(history.sourceIndex(hops - 1));
            isThere = source.hasMore();
            source.currentOutputs += isDeletion ? 0 : 1;
        }
        if (isDeletion && !isThere && deletions > 0) {
            deletions--;
            return true;
        }
        return isThere;
    }

    private Source find(int id) {
        for (int i = 0; i < sources.size(); i++) {
            if (sources.get(i).id == id) {
                return sources.get(i);
            }
        }
        return null;
    }

    private Source findOrAdd(int id) {
        Source source = find(id);
        if (source == null) {
            source = new Source(id);
            sources.add(source);
        }
        return source;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("answered:");
        for (Source source : sources) {
            text.append(" source ")
                    .append(source.id)
                    .append(" through ")
                    .append(source.last)
                    .append(" with ");
            text.append(source.outputs).append(" outputs of it;");
        }
        return text.toString();
    }
}
