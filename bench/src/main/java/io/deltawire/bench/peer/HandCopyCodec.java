package io.deltawire.bench.peer;

import io.deltawire.bench.codec.Codec;
import io.deltawire.bench.workload.Workload;
import io.deltawire.wire.WireFormats;
import java.io.IOException;

/**
 * Deltawire's binary format on an on-heap {@code Bytes}, and then a copy of each message to or from a medium by the medium's own methods.
 * It is the bound for {@link DeltawireCodec} on that medium: a format should add nothing but the copy.
 */
public final class HandCopyCodec extends Codec {
    private final Medium.OnHeap heap = new Medium.OnHeap();
    private final Codec codec;
    private final Medium medium;
    private byte[] input = {};

    public HandCopyCodec(Workload workload, Medium medium) {
        this.codec = DeltawireCodec.of(WireFormats.byName("binary"), workload, heap);
        this.medium = medium;
    }

    @Override
    public void reset() throws Exception {
        codec.reset();
        medium.rewindOutput();
        medium.rewindInput();
    }

    @Override
    public int encode(Object message) throws Exception {
        int length = codec.encode(message);
        medium.beginMessage();
        medium.writeBytes(heap.outputArray(), 0, length);
        return medium.messageLength();
    }

    @Override
    public void copyMessage(byte[] target, int offset) throws IOException {
        medium.copyMessage(target, offset);
    }

    @Override
    public void setInput(byte[] messages) throws Exception {
        codec.setInput(messages);
        medium.setInput(messages);
        input = heap.inputArray();
    }

    @Override
    public Object decode(int offset, int length) throws Exception {
        medium.readBytes(input, offset, length);
        return codec.decode(offset, length);
    }
}
