package io.deltawire.bench.peer;

import io.deltawire.bench.ArrayCodec;
import io.deltawire.bench.model.Sample;
import org.apache.fory.Fory;
import org.apache.fory.memory.MemoryBuffer;
import org.apache.fory.memory.MemoryUtils;

/** Apache Fory with the class registered, no references, generated serializers, and its buffers used again. */
public final class ForyCodec extends ArrayCodec {
    private final Fory fory;
    private final MemoryBuffer out = MemoryUtils.wrap(output);
    private MemoryBuffer in = MemoryUtils.wrap(input);

    public ForyCodec(Class<? extends Sample> type) {
        fory = Fory.builder()
                .withXlang(false)
                .requireClassRegistration(true)
                .withRefTracking(false)
                .withAsyncCompilation(false)
                .withCompatible(false)
                .build();
        fory.register(type);
    }

    @Override
    public int encode(Sample message) {
        out.writerIndex(0);
        fory.serialize(out, message);
        return out.writerIndex();
    }

    @Override
    public void input(byte[] messages) {
        super.input(messages);
        in = MemoryUtils.wrap(messages);
    }

    @Override
    public Sample decode(int offset, int length) {
        in.readerIndex(offset);
        return (Sample) fory.deserialize(in);
    }
}
