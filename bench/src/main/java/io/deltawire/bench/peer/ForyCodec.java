package io.deltawire.bench.peer;

import io.deltawire.bench.codec.ByteArrayCodec;
import io.deltawire.bench.workload.Workload;
import org.apache.fory.Fory;
import org.apache.fory.memory.MemoryBuffer;
import org.apache.fory.memory.MemoryUtils;

/**
 * Apache Fory in its fastest mode: registered classes, no tracking of references, the same schema on both sides, serializers that it
 * generates, and one reused buffer.
 */
public final class ForyCodec extends ByteArrayCodec {
    private final Fory fory;
    private final MemoryBuffer out = MemoryUtils.wrap(output);
    private MemoryBuffer in = MemoryUtils.wrap(input);

    public ForyCodec(Workload workload) {
        fory = Fory.builder()
                .withXlang(false)
                .requireClassRegistration(!workload.isOwnClass()) // the classes inside a user's class are unknown
                .withRefTracking(false)
                .withAsyncCompilation(false)
                .withCompatible(false)
                .build();
        workload.classes().forEach(fory::register);
    }

    @Override
    public int encode(Object message) {
        out.writerIndex(0);
        fory.serialize(out, message);
        return out.writerIndex();
    }

    @Override
    public void setInput(byte[] messages) {
        super.setInput(messages);
        in = MemoryUtils.wrap(messages);
    }

    @Override
    public Object decode(int offset, int length) {
        in.readerIndex(offset);
        return fory.deserialize(in);
    }
}
