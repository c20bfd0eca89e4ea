package io.deltawire.bench.peer;

import io.deltawire.bench.codec.Codec;
import io.deltawire.bench.codec.DeltawireFormats;
import io.deltawire.bench.model.EightClasses;
import io.deltawire.bench.workload.OwnClassWorkload;
import io.deltawire.bench.workload.Workload;
import io.deltawire.marshallable.Wire;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireFormats;
import io.deltawire.wire.WireOptions;

/**
 * A Deltawire format as an application uses it: {@code Wire.write} with an event name, and {@code Wire.read} into the same object each
 * time. Subclasses differ in the read method.
 *
 * <p>The properties in {@link DeltawireFormats} decide whether a pass over the messages needs a new writer or a new reader.
 */
public class DeltawireCodec extends Codec {
    private final WireFormat format;
    private final WireOptions options;
    private final Medium medium;
    private final Class<?> type;
    private final boolean isStateful;
    private final boolean isRepositionable;

    private Object result;
    private Wire writer;
    private Wire reader;

    private DeltawireCodec(WireFormat format, Workload workload, Medium medium) {
        this.format = format;
        this.options = workload.options();
        this.medium = medium;
        this.type = workload.messageType();
        this.isStateful = DeltawireFormats.isStateful(format);
        this.isRepositionable = DeltawireFormats.isRepositionable(format);
        this.result = workload.isOwnClass() || type == EightClasses.class ? null : newRecord(type);
    }

    /** Returns a codec of a format into on-heap {@code Bytes}. */
    public static DeltawireCodec of(WireFormat format, Workload workload) {
        return of(format, workload, new Medium.OnHeap());
    }

    /** Returns a codec of the delta format whose reader updates one live object for each key, as the floor does. */
    public static DeltawireCodec live(Workload workload) {
        return new DeltawireCodec(WireFormats.byName("delta"), workload, new Medium.OnHeap()) {
            @Override
            Object read(Wire from) {
                return from.readByKey(workload.type());
            }
        };
    }

    /** Returns a codec of a format into a medium. */
    public static DeltawireCodec of(WireFormat format, Workload workload, Medium medium) {
        return workload.type() == EightClasses.class
                ? new EightClassesCodec(format, workload, medium)
                : new DeltawireCodec(format, workload, medium);
    }

    @Override
    public final void reset() throws Exception {
        medium.rewindOutput();
        if (writer == null || isStateful) {
            writer = medium.writer(format, options);
        }
        if (reader == null || !isRepositionable) {
            reader = medium.reader(format, options);
        } else {
            medium.rewindInput();
        }
    }

    @Override
    public final int encode(Object message) throws Exception {
        medium.beginMessage();
        write(writer, message);
        return medium.messageLength();
    }

    @Override
    public final void copyMessage(byte[] target, int offset) throws Exception {
        medium.copyMessage(target, offset);
    }

    @Override
    public final void setInput(byte[] messages) throws Exception {
        medium.setInput(messages);
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

    /** Codec for eight classes, each with an event name of its own. The wire keeps one object of each class to read into. */
    private static final class EightClassesCodec extends DeltawireCodec {
        EightClassesCodec(WireFormat format, Workload workload, Medium medium) {
            super(format, workload, medium);
        }

        @Override
        void write(Wire to, Object message) {
            to.write(((EightClasses) message).event(), message);
        }

        @Override
        Object read(Wire from) {
            return from.readReused(EightClasses.class);
        }
    }
}
