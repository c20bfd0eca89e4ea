package io.deltawire.bench.peer;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.serializers.DefaultSerializers;
import com.esotericsoftware.kryo.serializers.EnumMapSerializer;
import com.esotericsoftware.kryo.util.DefaultInstantiatorStrategy;
import io.deltawire.bench.codec.ByteArrayCodec;
import io.deltawire.bench.model.EightClasses;
import io.deltawire.bench.model.shape.Constants;
import io.deltawire.bench.workload.Workload;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.UUID;
import org.objenesis.strategy.StdInstantiatorStrategy;

/** Kryo in its fastest mode: registered classes, no tracking of references, and reused buffers. */
public final class KryoCodec extends ByteArrayCodec {
    private final Class<?> type;
    private final boolean isOfEight;
    private final Kryo kryo = new Kryo();
    private final Output out = new Output(output);
    private final Input in = new Input();

    public KryoCodec(Workload workload) {
        isOfEight = workload.type() == EightClasses.class;
        kryo.setReferences(false);
        type = workload.messageType();
        kryo.setRegistrationRequired(!workload.isOwnClass()); // the classes inside a user's class are unknown
        if (workload.isOwnClass()) {
            // A user's class need not have a constructor without parameters.
            kryo.setInstantiatorStrategy(new DefaultInstantiatorStrategy(new StdInstantiatorStrategy()));
        }
        workload.classes().forEach(kryo::register);
        kryo.register(ZonedDateTime.class);
        kryo.register(Instant.class);
        kryo.register(ArrayList.class);
        kryo.register(LinkedHashMap.class);
        kryo.register(EnumMap.class, new EnumMapSerializer(Constants.Venue.class));
        kryo.register(EnumSet.noneOf(RoundingMode.class).getClass());
        kryo.register(BigDecimal.class);
        kryo.register(Duration.class);
        kryo.register(UUID.class, new DefaultSerializers.UUIDSerializer());
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
