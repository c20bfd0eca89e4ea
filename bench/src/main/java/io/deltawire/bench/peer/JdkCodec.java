package io.deltawire.bench.peer;

import io.deltawire.bench.codec.ByteArrayCodec;
import io.deltawire.bench.codec.ByteSink;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;

/** Java serialization. Each message has a stream of its own, because it must be readable alone. */
public final class JdkCodec extends ByteArrayCodec {
    private final ByteSink sink = new ByteSink();

    @Override
    public int encode(Object message) throws IOException {
        sink.reset();
        try (ObjectOutputStream out = new ObjectOutputStream(sink)) {
            out.writeObject(message);
        }
        output = sink.array();
        return sink.size();
    }

    @Override
    @SuppressWarnings("BanSerializableRead") // the comparison measures it, on bytes that this class wrote
    public Object decode(int offset, int length) throws Exception {
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(input, offset, length))) {
            return in.readObject();
        }
    }
}
