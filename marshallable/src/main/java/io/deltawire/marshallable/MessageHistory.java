package io.deltawire.marshallable;

import io.deltawire.wire.Shape;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.WireToken;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.LongSupplier;

/**
 * The origin of a message: the wires that it, or the messages that led to it, were read from, and the times of reading
 * and writing. Each source is the source id of a wire and the number of the message in that wire.
 *
 * <p>The reader and the writers of a component share one history. The reader sets it to the history of the message it
 * reads, and adds the source and the time. The writers put it before each event that the component writes meanwhile,
 * and add the time of writing:
 *
 * <pre>{@code
 * MessageHistory history = new MessageHistory();
 * Orders orders = output.methodWriterBuilder(Orders.class).history(history).build();
 * MethodReader reader = input.methodReaderBuilder().history(1, history).build(new OrderManager(orders));
 * }</pre>
 *
 * <p>In the message it is the first event, {@code history}, in the form that Chronicle Wire writes:
 *
 * <pre>{@code
 * history: {
 *   sources: [ 1, 227 ],
 *   timings: [ 1469190896789000000, 1469190896789004100, 1469190896789004900 ]
 * }
 * }</pre>
 *
 * <p>Sources are pairs of source id and message number, in the order of the hops; {@code {id: 1, index: 227}} is read
 * as well. Times are in nanoseconds: one for the first writing, then two for each hop, for reading and writing. An
 * instance allocates nothing once it has grown to the number of hops. Not thread-safe: each thread of components needs
 * its own.
 */
public final class MessageHistory {
    /** The maximum number of list elements read. The rest of a longer history is dropped. */
    private static final int MAX_LENGTH = 1024;

    /** The name of the event that holds a history, which is the first of its message. */
    public static final String EVENT = "history";

    private static final Shape SHAPE = Shape.of(null, List.of("sources", "timings"));
    private static final Shape SOURCE = Shape.of(null, List.of("id", "index"));

    /** One clock for all histories of a process, since their times are subtracted from one another. */
    private static final LongSupplier SYSTEM_CLOCK = systemClock();

    private final LongSupplier clock;
    private long[] sources = new long[8];
    private int sourceLength;
    private long[] timings = new long[8];
    private int timingLength;
    private final List<AnsweredInputs> outputs = new ArrayList<>(0);

    /** Creates an empty history that uses the system clock, in nanoseconds since 1970-01-01T00:00Z. */
    public MessageHistory() {
        this(SYSTEM_CLOCK);
    }

    /**
     * Creates an empty history with a clock.
     *
     * @param clock supplies the time in nanoseconds
     */
    public MessageHistory(LongSupplier clock) {
        this.clock = Objects.requireNonNull(clock);
    }

    /** Returns a clock that advances with {@code nanoTime}, since the time of day may jump, and allocates nothing. */
    private static LongSupplier systemClock() {
        Instant now = Instant.now();
        long offset = now.getEpochSecond() * 1_000_000_000 + now.getNano() - System.nanoTime();
        return () -> System.nanoTime() + offset;
    }

    /** Returns the number of wires that the message, or messages that led to it, were read from. */
    public int sources() {
        return sourceLength / 2;
    }

    /**
     * Returns the source id of a wire.
     *
     * @param hop the index of the wire, from 0 for the first
     * @throws IndexOutOfBoundsException if there is no such hop
     */
    public int sourceId(int hop) {
        return (int) sources[2 * Objects.checkIndex(hop, sources())];
    }

    /**
     * Returns the number of the message in a wire, from 0.
     *
     * @param hop the index of the wire, from 0 for the first
     * @throws IndexOutOfBoundsException if there is no such hop
     */
    public long sourceIndex(int hop) {
        return sources[2 * Objects.checkIndex(hop, sources()) + 1];
    }

    /**
     * Returns the number of the message in the wire with a source id, or -1 if the history does not contain that
     * source.
     */
    public long indexFrom(int sourceId) {
        for (int i = sourceLength - 2; i >= 0; i -= 2) {
            if (sources[i] == sourceId) {
                return sources[i + 1];
            }
        }
        return -1;
    }

    /** Returns the number of times in the history. */
    public int timings() {
        return timingLength;
    }

    /**
     * Returns a time in nanoseconds.
     *
     * @param index the index of the time, from 0 for the first writing
     * @throws IndexOutOfBoundsException if there is no such time
     */
    public long timing(int index) {
        return timings[Objects.checkIndex(index, timingLength)];
    }

    /** Makes this history empty, as it is at the start of a chain of components. */
    public void clear() {
        sourceLength = 0;
        timingLength = 0;
    }

    /**
     * Adds an output of the component that shares this history, and what was answered there before the component was
     * stopped. The builder of method writers calls this for a wire that {@link Wire#resume} has opened.
     */
    public void addOutput(AnsweredInputs answered) {
        if (!outputs.contains(answered)) {
            outputs.add(answered);
        }
    }

    /** Returns whether the component continues an output: see {@link Wire#resume}. */
    public boolean isResumed() {
        return !outputs.isEmpty();
    }

    /**
     * Returns the number of the last message from a source that has output in every resumed output of the component;
     * or -1 if an output has none.
     */
    public long lastAnswered(int sourceId) {
        long last = isResumed() ? Long.MAX_VALUE : -1;
        for (AnsweredInputs output : outputs) {
            last = Math.min(last, output.last(sourceId));
        }
        return last;
    }

    /**
     * Reads a component's output to its end and returns the number of the last message from a source that led to
     * output. To restart a component, use {@link Wire#resume}: that message may have led to more outputs than there
     * are.
     *
     * <p>The same messages count as for {@link Wire#resume}: not a torn one, and not the last one if it may be whole or
     * not. The output is copied to a temporary file for this and repaired there, unless something was read from the
     * wire before. A message that is damaged does not count.
     *
     * @param sourceId the source id of the wire that the component reads, which is the last hop of its output
     * @param output the wire that the component has written, with history
     * @return the number, or -1 if no message from that source led to output
     */
    public static long lastIndex(int sourceId, Wire output) {
        return Implementation.MODEL.lastIndex(sourceId, output);
    }

    /**
     * Writes this history as a value, followed by the current time as its last time. Method writers call this for the
     * event {@code history}.
     */
    public void write(WireOut out) {
        out.beginObject(SHAPE);
        out.field(0);
        out.beginList();
        for (int i = 0; i < sourceLength; i++) {
            out.int64(sources[i]);
        }
        out.endList();
        out.field(1);
        out.beginList();
        for (int i = 0; i < timingLength; i++) {
            out.int64(timings[i]);
        }
        out.int64(clock.getAsLong());
        out.endList();
        out.endObject();
    }

    /** Replaces this history with a value that {@link #write} wrote. */
    public void read(WireIn in) {
        clear();
        in.beginObject();
        for (int field = in.nextField(SHAPE); field != WireIn.END; field = in.nextField(SHAPE)) {
            if (field == 0) {
                sourceLength = readList(in, true) & -2;
            } else if (field == 1) {
                timingLength = readList(in, false);
            } else if (in.peek() == WireToken.KEY) {
                in.key();
                in.skipValue();
                in.skipValue();
            } else {
                in.fieldName();
                in.skipValue();
            }
        }
        in.endObject();
    }

    private int readList(WireIn in, boolean isSources) {
        int length = 0;
        in.beginList();
        while (in.hasNext() && length < MAX_LENGTH) {
            if (!isSources) {
                putTiming(length++, in.int64());
            } else if (in.peek() == WireToken.BEGIN_OBJECT) {
                length = readSource(in, length);
            } else {
                putSource(length++, in.int64());
            }
        }
        in.endList();
        return length;
    }

    /** Reads a source that is an object, the form in binary messages of Chronicle Wire. */
    private int readSource(WireIn in, int at) {
        long id = 0;
        long index = 0;
        in.beginObject();
        for (int field = in.nextField(SOURCE); field >= 0; field = in.nextField(SOURCE)) {
            if (field == 0) {
                id = in.int64();
            } else {
                index = in.int64();
            }
        }
        in.endObject();
        putSource(at, id);
        putSource(at + 1, index);
        return at + 2;
    }

    /**
     * Adds a hop: a message has been read now. Method readers call this before they call a component.
     *
     * @param sourceId the number that stands for the wire in histories
     * @param index the number of the message in that wire, from 0
     */
    public void arrived(int sourceId, long index) {
        putSource(sourceLength++, sourceId);
        putSource(sourceLength++, index);
        putTiming(timingLength++, clock.getAsLong());
    }

    private void putSource(int at, long value) {
        if (at == sources.length) {
            sources = Arrays.copyOf(sources, 2 * at);
        }
        sources[at] = value;
    }

    private void putTiming(int at, long value) {
        if (at == timings.length) {
            timings = Arrays.copyOf(timings, 2 * at);
        }
        timings[at] = value;
    }

    @Override
    public String toString() {
        return "sources " + Arrays.toString(Arrays.copyOf(sources, sourceLength)) + ", timings "
                + Arrays.toString(Arrays.copyOf(timings, timingLength));
    }
}
