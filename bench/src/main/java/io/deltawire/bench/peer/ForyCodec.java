package io.deltawire.bench.peer;

import io.deltawire.bench.codec.ArrayCodec;
import io.deltawire.bench.workload.OwnClassWorkload;
import io.deltawire.bench.workload.Workload;
import org.apache.fory.Fory;
import org.apache.fory.memory.MemoryBuffer;
import org.apache.fory.memory.MemoryUtils;

/** Apache Fory with the class registered, no references, generated serializers, and its buffers used again. */
public final class ForyCodec extends ArrayCodec {
    private final Fory fory;
    private final MemoryBuffer out = MemoryUtils.wrap(output);
    private MemoryBuffer in = MemoryUtils.wrap(input);

    public ForyCodec(Workload workload) {
        boolean isOwn = workload instanceof OwnClassWorkload;
        fory = Fory.builder()
                .withXlang(false)
                .requireClassRegistration(!isOwn) // what is in a class of the user cannot be known beforehand
                .withRefTracking(false)
                .withAsyncCompilation(false)
                .withCompatible(false)
                .build();
        if (workload instanceof OwnClassWorkload own) {
            fory.register(own.ownClass());
        } else {
            workload.classes().forEach(fory::register);
        }
    }

    @Override
    public int encode(Object message) {
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
    public Object decode(int offset, int length) {
        in.readerIndex(offset);
        return fory.deserialize(in);
    }
}
