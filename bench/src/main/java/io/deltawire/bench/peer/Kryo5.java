package io.deltawire.bench.peer;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import io.deltawire.bench.ArrayCodec;
import io.deltawire.bench.model.Sample;
import java.time.ZonedDateTime;

/** Kryo with the class registered, no references, and its buffers used again. */
public final class Kryo5 extends ArrayCodec {
    private final Class<? extends Sample> type;
    private final Kryo kryo = new Kryo();
    private final Output out = new Output(output);
    private final Input in = new Input();

    public Kryo5(Class<? extends Sample> type) {
        this.type = type;
        kryo.setRegistrationRequired(true);
        kryo.setReferences(false);
        kryo.register(type);
        kryo.register(ZonedDateTime.class);
    }

    @Override
    public int encode(Sample message) {
        out.setBuffer(output);
        kryo.writeObject(out, message);
        return out.position();
    }

    @Override
    public Sample decode(int offset, int length) {
        in.setBuffer(input, offset, length);
        return kryo.readObject(in, type);
    }
}
