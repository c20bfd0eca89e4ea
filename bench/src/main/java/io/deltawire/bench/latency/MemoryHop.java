package io.deltawire.bench.latency;

import io.deltawire.marshallable.Wire;
import net.openhft.chronicle.bytes.Bytes;

/** A buffer in memory between two components. One wire writes and reads it. */
final class MemoryHop implements Hop {
    private final String format;
    private final Bytes<?> bytes = Bytes.allocateElasticOnHeap(1 << 20);
    private Wire wire;

    MemoryHop(String format) {
        this.format = format;
        this.wire = Wire.of(format, bytes);
    }

    @Override
    public Wire writer() {
        return wire;
    }

    @Override
    public Wire reader() {
        return wire;
    }

    @Override
    public void transfer() {}

    @Override
    public boolean rewind() {
        bytes.clear();
        wire = Wire.of(format, bytes);
        return true;
    }

    @Override
    public void close() {}
}
