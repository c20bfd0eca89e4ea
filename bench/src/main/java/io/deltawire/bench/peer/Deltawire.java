package io.deltawire.bench.peer;

import io.deltawire.bench.Codec;
import io.deltawire.bench.model.Sample;
import io.deltawire.marshallable.Wire;
import net.openhft.chronicle.bytes.Bytes;

/** Our wires, as an application uses them: an object under an event name, read into the same object each time. */
public final class Deltawire extends Codec {
    private final String format;
    private final Sample result;
    private final Bytes<?> out = Bytes.allocateElasticOnHeap(1 << 12);
    private Bytes<?> in = Bytes.allocateElasticOnHeap(16);
    private Wire writer;
    private Wire reader;

    public Deltawire(String format, Class<? extends Sample> type) {
        this.format = format;
        result = newRecord(type);
        reset();
    }

    @Override
    public void reset() {
        out.clear();
        in.readPosition(0);
        writer = Wire.of(format, out);
        reader = Wire.of(format, in);
    }

    @Override
    public int encode(Sample message) {
        out.clear();
        writer.write("update", message);
        return (int) out.readRemaining();
    }

    @Override
    public void copyTo(byte[] into, int at) {
        out.read(0, into, at, into.length - at);
    }

    @Override
    public void input(byte[] messages) {
        in = Bytes.wrapForRead(messages);
        reader = Wire.of(format, in);
    }

    @Override
    public Sample decode(int offset, int length) {
        return reader.read(result);
    }
}
