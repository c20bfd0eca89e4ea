package io.deltawire.marshallable.internal.record;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Key;
import io.deltawire.marshallable.KeyedMarshallable;
import io.deltawire.marshallable.Wire;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.spi.BufferFormat;
import io.deltawire.wire.spi.InputBuffer;
import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.wire.spi.object.ColumnWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;

/** Events with one object are written to the delta wire by columns. Only the first message is written by tokens. */
class EventsByColumnsTest {
    private static final int KEYS = 8;
    private static final int ROUNDS = 20;

    static class PriceLevel extends AbstractMarshallable {
        @Key
        int book;

        @Key
        String side;

        double price;
    }

    static final class NamedPriceLevel extends PriceLevel implements KeyedMarshallable {
        @Override
        public void writeKey(Bytes<?> bytes) {
            bytes.writeInt(book);
        }
    }

    static final class Lone extends AbstractMarshallable {
        double price;
    }

    interface Levels {
        void level(PriceLevel level);

        void named(NamedPriceLevel level);

        void only(Lone only);
    }

    /** The delta format, which counts the messages that begin by tokens. */
    private static final class Counted implements BufferFormat {
        private final DeltaFormat format = new DeltaFormat();
        int byTokens;

        @Override
        public String name() {
            return format.name();
        }

        @Override
        public List<String> aliases() {
            return format.aliases();
        }

        @Override
        public boolean isBinary() {
            return format.isBinary();
        }

        @Override
        public Match detect(byte[] head, int length) {
            return format.detect(head, length);
        }

        @Override
        public WireOut newWriter(OutputBuffer target, WireOptions options) {
            WireOut writer = format.newWriter(target, options);
            return (WireOut) Proxy.newProxyInstance(
                    getClass().getClassLoader(),
                    new Class<?>[] {WireOut.class, ColumnWriter.class},
                    (proxy, method, arguments) -> {
                        byTokens += method.getName().equals("beginMessage") ? 1 : 0;
                        try {
                            return method.invoke(writer, arguments);
                        } catch (InvocationTargetException e) {
                            throw e.getCause();
                        }
                    });
        }

        @Override
        public WireIn newReader(InputBuffer source, WireOptions options) {
            return format.newReader(source, options);
        }
    }

    private static void write(Levels out, PriceLevel level) {
        for (int round = 0; round < ROUNDS; round++) {
            for (int key = 0; key < KEYS; key++) {
                level.book = key;
                level.side = key % 2 == 0 ? "bid" : "ask";
                level.price = key + round;
                if (level instanceof NamedPriceLevel named) {
                    out.named(named);
                } else {
                    out.level(level);
                }
            }
        }
    }

    private static int byTokens(PriceLevel level) {
        Counted format = new Counted();
        write(
                Wire.of(format, Bytes.allocateElasticOnHeap(), WireOptions.DEFAULTS)
                        .methodWriter(Levels.class),
                level);
        return format.byTokens;
    }

    @Test
    void keyOfMarkedFields() {
        assertEquals(1, byTokens(new PriceLevel()));
    }

    @Test
    void keyThatTheObjectWrites() {
        assertEquals(1, byTokens(new NamedPriceLevel()));
    }

    @Test
    void noKey() {
        Counted format = new Counted();
        Levels out = Wire.of(format, Bytes.allocateElasticOnHeap(), WireOptions.DEFAULTS)
                .methodWriter(Levels.class);
        Lone only = new Lone();
        for (int i = 0; i < ROUNDS; i++) {
            only.price++;
            out.only(only);
        }
        assertEquals(1, format.byTokens);
    }
}
