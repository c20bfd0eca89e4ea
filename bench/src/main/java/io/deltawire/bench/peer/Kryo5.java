package io.deltawire.bench.peer;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.util.DefaultInstantiatorStrategy;
import io.deltawire.bench.ArrayCodec;
import io.deltawire.bench.model.Book;
import io.deltawire.bench.model.EightClasses;
import io.deltawire.bench.model.OwnWorkload;
import io.deltawire.bench.model.Quote;
import io.deltawire.bench.model.Workload;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import org.objenesis.strategy.StdInstantiatorStrategy;

/** Kryo with the class registered, no references, and its buffers used again. */
public final class Kryo5 extends ArrayCodec {
    private final Class<?> type;
    private final boolean isOfEight;
    private final Kryo kryo = new Kryo();
    private final Output out = new Output(output);
    private final Input in = new Input();

    public Kryo5(Workload workload) {
        isOfEight = workload.type() == EightClasses.class;
        kryo.setReferences(false);
        if (workload instanceof OwnWorkload own) {
            type = own.ownClass();
            kryo.setRegistrationRequired(false); // what is in it cannot be known beforehand
            kryo.setInstantiatorStrategy(new DefaultInstantiatorStrategy(new StdInstantiatorStrategy()));
        } else {
            type = workload.type();
            kryo.setRegistrationRequired(true);
        }
        if (isOfEight) {
            EightClasses.classes().forEach(kryo::register);
        } else {
            kryo.register(type);
        }
        kryo.register(ZonedDateTime.class);
        kryo.register(Instant.class);
        kryo.register(Quote.Status.class);
        kryo.register(Book.Level.class);
        kryo.register(ArrayList.class);
        kryo.register(BigDecimal.class);
    }

    @Override
    public int encode(Object message) {
        out.setBuffer(output);
        if (isOfEight) {
            kryo.writeClassAndObject(out, message);
        } else {
            kryo.writeObject(out, message);
        }
        return out.position();
    }

    @Override
    public Object decode(int offset, int length) {
        in.setBuffer(input, offset, length);
        return isOfEight ? kryo.readClassAndObject(in) : kryo.readObject(in, type);
    }
}
