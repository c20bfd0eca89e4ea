package io.deltawire.bench.peer;

import io.deltawire.bench.codec.Codec;
import io.deltawire.bench.model.EightClasses;
import io.deltawire.bench.workload.OwnClassWorkload;
import io.deltawire.bench.workload.Workload;
import io.deltawire.marshallable.Wire;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireFormats;
import io.deltawire.wire.WireOptions;

/** Our wires, as an application uses them: an object under an event name, read into the same object each time. */
public class DeltawireCodec extends Codec {
    private final WireFormat format;
    private final WireOptions options;
    private final Medium medium;
    private final Class<?> type;
    private final boolean keepsState;

    /** Whether a reader goes on where its input has been moved to, so that one reader serves for all passes. */
    private final boolean followsInput;

    private Object result;
    private Wire writer;
    private Wire reader;

    private DeltawireCodec(String format, Workload workload, Medium medium) {
        this.format = WireFormats.byName(format);
        this.options = workload.options();
        this.medium = medium;
        this.type = workload instanceof OwnClassWorkload own ? own.ownClass() : workload.type();
        // The others write each message as if it were the first one.
        this.keepsState = format.equals("delta") || format.equals("csv");
        this.followsInput = format.equals("binary");
        this.result = workload instanceof OwnClassWorkload || type == EightClasses.class ? null : newRecord(type);
    }

    /** A codec of a format into on-heap {@code Bytes}. */
    public static DeltawireCodec of(String format, Workload workload) {
        return of(format, workload, new Medium.OnHeap());
    }

    /** A codec of the delta format that reads the one object of each key, kept up to date: as its floor does. */
    public static DeltawireCodec live(Workload workload) {
        return new DeltawireCodec("delta", workload, new Medium.OnHeap()) {
            @Override
            Object read(Wire from) {
                return from.readLive(workload.type());
            }
        };
    }

    /** A codec of a format into a medium. */
    public static DeltawireCodec of(String format, Workload workload, Medium medium) {
        return workload.type() == EightClasses.class
                ? new OfEight(format, workload, medium)
                : new DeltawireCodec(format, workload, medium);
    }

    @Override
    public final void reset() throws Exception {
        medium.rewind();
        if (writer == null || keepsState) {
            writer = medium.writer(format, options);
        }
        if (reader == null || !followsInput) {
            reader = medium.reader(format, options);
        } else {
            medium.rewindInput();
        }
    }

    @Override
    public final int encode(Object message) throws Exception {
        medium.begin();
        write(writer, message);
        return medium.length();
    }

    @Override
    public final void copyTo(byte[] into, int at) throws Exception {
        medium.copyTo(into, at);
    }

    @Override
    public final void input(byte[] messages) throws Exception {
        medium.input(messages);
        reader = medium.reader(format, options);
    }

    @Override
    public final Object decode(int offset, int length) {
        return read(reader);
    }

    void write(Wire to, Object message) {
        to.write(OwnClassWorkload.EVENT, message);
    }

    Object read(Wire from) {
        if (result == null) {
            result = from.read(type);
            return result;
        }
        return from.read(result);
    }

    /** Each under the name of an event of its own, read into the object that the wire keeps of its class. */
    private static final class OfEight extends DeltawireCodec {
        OfEight(String format, Workload workload, Medium medium) {
            super(format, workload, medium);
        }

        @Override
        void write(Wire to, Object message) {
            to.write(((EightClasses) message).event(), message);
        }

        @Override
        Object read(Wire from) {
            return from.readRecycled(EightClasses.class);
        }
    }
}
