package io.deltawire.marshallable;

import io.deltawire.wire.Shape;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.WireToken;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.LongSupplier;

/**
 * Where a message comes from: for each wire that it, or what led to it, was read from, the wire's source id and the
 * number of the message in it; and when it was written and read at each hop.
 *
 * <p>A component's reader and writers share one history. The reader sets it to that of the message read, and adds the
 * source and the time; the writers put it in front of what the component writes meanwhile, and add the time of writing:
 *
 * <pre>{@code
 * MessageHistory history = new MessageHistory();
 * Orders orders = output.methodWriterBuilder(Orders.class).history(history).build();
 * MethodReader reader = input.methodReaderBuilder().history(1, history).build(new OrderManager(orders));
 * }</pre>
 *
 * <p>In the message it is the first event, {@code history}, as Chronicle Wire has it:
 *
 * <pre>{@code
 * history: {
 *   sources: [ 1, 227 ],
 *   timings: [ 1469190896789000000, 1469190896789004100, 1469190896789004900 ]
 * }
 * }</pre>
 *
 * <p>Sources are pairs of source id and message number, that of the first wire first; {@code {id: 1, index: 227}} is read as well. Times are in nanoseconds; there is
 * one for the first writing, then two for each hop: reading and writing. Makes no garbage once it has grown to the number
 * of hops. Not thread-safe: one for each thread of components.
 */
public final class MessageHistory {
    /** How many sources or timings are kept at most; of a longer history the first ones. */
    private static final int MAX_LENGTH = 1024;

    private static final Shape SHAPE = Shape.of(null, List.of("sources", "timings"));
    private static final Shape SOURCE = Shape.of(null, List.of("id", "index"));

    private final LongSupplier clock;
    private long[] sources = new long[8];
    private int sourceLength;
    private long[] timings = new long[8];
    private int timingLength;

    /** Makes an empty history that takes the time from the system's clock, in nanoseconds since 1970-01-01T00:00Z. */
    public MessageHistory() {
        this(systemClock());
    }

    /**
     * Makes an empty history.
     *
     * @param clock gives the time in nanoseconds
     */
    public MessageHistory(LongSupplier clock) {
        this.clock = Objects.requireNonNull(clock);
    }

    /** Steps as {@code nanoTime} does, since the time of day may jump, and makes no objects. */
    private static LongSupplier systemClock() {
        long offset = System.currentTimeMillis() * 1_000_000 - System.nanoTime();
        return () -> System.nanoTime() + offset;
    }

    /** The number of wires that the message or what led to it was read from. */
    public int sources() {
        return sourceLength / 2;
    }

    /** The source id of a wire, the first one's being 0. */
    public int sourceId(int hop) {
        return (int) sources[2 * Objects.checkIndex(hop, sources())];
    }

    /** The number of the message in a wire, from 0. */
    public long sourceIndex(int hop) {
        return sources[2 * Objects.checkIndex(hop, sources()) + 1];
    }

    /** The number of the message in the wire with this source id; -1 where that is not in the history. */
    public long indexFrom(int sourceId) {
        for (int i = sourceLength - 2; i >= 0; i -= 2) {
            if (sources[i] == sourceId) {
                return sources[i + 1];
            }
        }
        return -1;
    }

    /** The number of times taken. */
    public int timings() {
        return timingLength;
    }

    /** A time, in nanoseconds. */
    public long timing(int index) {
        return timings[Objects.checkIndex(index, timingLength)];
    }

    /** Makes this the history of no message, as at the begin of a chain. */
    public void clear() {
        sourceLength = 0;
        timingLength = 0;
    }

    /**
     * Reads a component's output to its end and returns the number of the last message from a source that led to some of
     * it: {@link MethodReader#skipThrough} lets a component that is started again begin after that message.
     *
     * @param sourceId of the wire that the component reads
     * @param output the wire that it has written, with history
     * @return the number, or -1 where no message from that source has led to output
     */
    public static long lastIndex(int sourceId, Wire output) {
        return Implementation.MODEL.lastIndex(sourceId, output);
    }

    /** Writes this as a value, with the present time as its last one: as method writers do for the event {@code history}. */
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

    /** Makes this what a value says that {@link #write} has written. */
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

    /** Reads a source that is an object, as in the bytes that Chronicle Wire has for a history. */
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
     * Adds a hop: that a message has been read now, as method readers do before they call.
     *
     * @param sourceId the number that stands for the wire that it was read from
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
