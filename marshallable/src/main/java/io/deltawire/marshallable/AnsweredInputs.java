package io.deltawire.marshallable;

import io.deltawire.wire.MessageKind;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireToken;
import java.util.Arrays;
import java.util.function.IntFunction;

/**
 * What a service had answered in an output before it was stopped. For each source it has the number of the last message
 * that led to output, and the number of outputs of that message. {@link Wire#resume} finds it, and the wire uses it to
 * skip the outputs that exist already.
 *
 * <p>One thread at a time may count the outputs of a source. Other threads may meanwhile do so for other sources.
 *
 * <p>A deletion has no history of its own in the stream. Deletions after the last output with a history are counted,
 * and the same number of the next deletions is skipped.
 */
public final class AnsweredInputs {
    private static final Source[] NONE = {};

    /** Finds the answers to a source when it is first asked for; null if there are none to find. */
    private final IntFunction<AnsweredInputs> earlier;

    /** Copied when a source is added, since threads with other sources read it. */
    private volatile Source[] sources = NONE;

    private long deletions;

    /** The answers to one source in the output, and those that the service has made again for its last message. */
    private static final class Source {
        final int id;
        long first = -1;
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

        /** Whether the output has more of the current message than the service has made again. */
        boolean hasMore() {
            return current < last || current == last && currentOutputs < outputs;
        }
    }

    /** Creates an object for an output without messages. */
    public AnsweredInputs() {
        this(null);
    }

    /**
     * Creates an object for an output whose answers are found when a source is first asked for.
     *
     * @param earlier returns the answers to the source with an id; it may be called by any thread that uses this object,
     *     which waits for it
     */
    public AnsweredInputs(IntFunction<AnsweredInputs> earlier) {
        this.earlier = earlier;
    }

    /** Returns the number of the last message from a source that led to output, or -1 if none did. */
    public long last(int sourceId) {
        Source source = findOrLoad(sourceId);
        return source == null ? -1 : source.last;
    }

    /** Returns the number of the first message from a source that led to output, or -1 if none did. */
    public long first(int sourceId) {
        Source source = findOrLoad(sourceId);
        return source == null ? -1 : source.first;
    }

    /** Returns how many outputs the last message from a source has, or 0 if no message led to output. */
    public long outputs(int sourceId) {
        Source source = findOrLoad(sourceId);
        return source == null ? 0 : source.outputs;
    }

    /**
     * Adds an output that was read. Its last hop is the service's own source; the hops before it belong to services
     * upstream.
     */
    public void addOutput(MessageHistory history) {
        int hops = history.sources();
        if (hops > 0) {
            Source source = findOrAdd(history.sourceId(hops - 1));
            long index = history.sourceIndex(hops - 1);
            source.first = source.first < 0 ? index : Math.min(source.first, index);
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
     * Adds the outputs of a reader, to its end. A message that is torn or damaged is not counted, because no reader gets
     * it.
     */
    public void addOutputs(WireIn in) {
        MessageHistory history = new MessageHistory(() -> 0);
        boolean hasMore = true;
        while (hasMore) {
            try {
                hasMore = in.nextMessage();
                if (!hasMore) {
                    return;
                }
                if (in.messageKind() == MessageKind.DELETE) {
                    addDeletion(); // its content is the last state of the record
                } else if (readOutput(in, history)) {
                    addOutput(history);
                }
            } catch (WireException e) {
                // The messages after it count.
            }
        }
    }

    /** Reads a message to its end; returns false if it is not an event after a history. */
    private static boolean readOutput(WireIn in, MessageHistory history) {
        if (in.peek() != WireToken.BEGIN_OBJECT) {
            return false;
        }
        in.beginObject();
        boolean isOutput = false;
        if (in.hasNext()
                && in.peek() != WireToken.KEY
                && in.fieldName().equals(MessageHistory.EVENT)
                && in.peek() == WireToken.BEGIN_OBJECT) {
            history.read(in);
            isOutput = in.hasNext();
        }
        in.endObject();
        return isOutput;
    }

    /**
     * Adds the answers of an earlier part of the same output.
     *
     * @param earlier the answers in the part that comes right before what has been added so far
     */
    public void addEarlier(AnsweredInputs earlier) {
        deletions += sources.length == 0 ? earlier.deletions : 0; // only those after the last output are counted
        for (Source from : earlier.sources) {
            Source to = findOrAdd(from.id);
            to.first = to.first < 0 ? from.first : Math.min(to.first, from.first);
            if (from.last > to.last) {
                to.last = from.last;
                to.outputs = from.outputs;
            } else if (from.last == to.last) {
                to.outputs += from.outputs;
            }
        }
    }

    /** Takes what other answers have about a source. Its outputs are counted from the start of a message again. */
    public synchronized void addSource(int sourceId, AnsweredInputs other) {
        Source from = other.find(sourceId);
        if (from != null) {
            Source to = findOrAdd(sourceId);
            to.first = from.first;
            to.last = from.last;
            to.outputs = from.outputs;
            to.current = -1;
            to.currentOutputs = 0;
        }
        deletions = other.deletions;
    }

    /**
     * Counts an output that the service makes now.
     *
     * @param history the history of the message that the output comes from
     * @param isDeletion whether the output deletes a record
     * @return whether the output exists already, so that it must not be written
     */
    public boolean skipOutput(MessageHistory history, boolean isDeletion) {
        int hops = history.sources();
        if (hops == 0) {
            return false;
        }
        Source source = findOrLoad(history.sourceId(hops - 1));
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
        for (Source source : sources) {
            if (source.id == id) {
                return source;
            }
        }
        return null;
    }

    /** Returns the answers to a source, which are loaded the first time if this object can; else null. */
    private Source findOrLoad(int id) {
        Source source = find(id);
        return source == null && earlier != null ? load(id) : source;
    }

    private synchronized Source load(int id) {
        Source loaded = find(id);
        if (loaded == null) {
            boolean isFirst = sources.length == 0;
            long before = deletions;
            addSource(id, earlier.apply(id));
            deletions = isFirst ? deletions : before; // some may have been skipped since
            loaded = findOrAdd(id);
        }
        return loaded;
    }

    private synchronized Source findOrAdd(int id) {
        Source source = find(id);
        if (source == null) {
            source = new Source(id);
            Source[] more = Arrays.copyOf(sources, sources.length + 1);
            more[sources.length] = source;
            sources = more;
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
