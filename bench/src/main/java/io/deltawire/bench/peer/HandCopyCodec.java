package io.deltawire.bench.peer;

import io.deltawire.bench.codec.Codec;
import io.deltawire.bench.workload.Workload;
import java.io.IOException;

/**
 * Our binary wire on an on-heap {@code Bytes}, and a copy of each message between its array and a medium by the medium's own methods: what
 * {@link DeltawireCodec} on that medium may take.
 */
public final class HandCopyCodec extends Codec {
    private final Medium.OnHeap heap = new Medium.OnHeap();
    private final Codec codec;
    private final Medium medium;
    private byte[] input = {};

    /** A codec with a copy into a medium. */
    public HandCopyCodec(Workload workload, Medium medium) {
        this.codec = DeltawireCodec.of("binary", workload, heap);
        this.medium = medium;
    }

    @Override
    public void reset() throws Exception {
        codec.reset();
        medium.rewind();
        medium.rewindInput();
    }

    @Override
    public int encode(Object message) throws Exception {
        int length = codec.encode(message);
        medium.begin();
        medium.put(heap.output(), 0, length);
        return medium.length();
    }

    @Override
    public void copyTo(byte[] into, int at) throws IOException {
        medium.copyTo(into, at);
    }

    @Override
    public void input(byte[] messages) throws Exception {
        codec.input(messages);
        medium.input(messages);
        input = heap.input();
    }

    @Override
    public Object decode(int offset, int length) throws Exception {
        medium.take(input, offset, length);
        return codec.decode(offset, length);
    }
}
