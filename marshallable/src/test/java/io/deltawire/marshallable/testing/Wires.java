package io.deltawire.marshallable.testing;

import io.deltawire.marshallable.MethodReaderBuilder;
import io.deltawire.marshallable.MethodWriterBuilder;
import io.deltawire.marshallable.Wire;
import io.deltawire.marshallable.internal.codec.CodecContext;
import io.deltawire.marshallable.internal.event.EventAccess;
import io.deltawire.marshallable.internal.event.EventReaderBuilder;
import io.deltawire.marshallable.internal.event.EventWriterBuilder;
import io.deltawire.marshallable.internal.event.MethodEvents;
import io.deltawire.marshallable.internal.io.ObjectReader;
import io.deltawire.marshallable.internal.io.ObjectWire;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireFormats;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import net.openhft.chronicle.bytes.Bytes;

/** Wires as tests need them: on a reader of their own, and with methods called by generated code or without. */
public final class Wires {
    private Wires() {}

    /** Returns a wire on the given reader. */
    public static Wire reading(WireFormat format, WireIn in, WireOptions options) {
        return ObjectWire.of(format, in, options, new MethodEvents());
    }

    /** Makes method writers by the given access. */
    public static <T> MethodWriterBuilder<T> writerBuilder(
            Wire wire, EventAccess access, Class<T> type, Class<?>... more) {
        return EventWriterBuilder.of((ObjectWire) wire, access, type, more);
    }

    /** Makes method readers by the given access. */
    public static MethodReaderBuilder readerBuilder(Wire wire, EventAccess access) {
        return new EventReaderBuilder((ObjectWire) wire, access);
    }

    /** Moves to the next message as a whole. */
    public static boolean nextWhole(Wire wire) {
        return ((ObjectWire) wire).nextForTokens();
    }

    /** The reader of objects. */
    public static ObjectReader reader(Wire wire) {
        return ((ObjectWire) wire).reader();
    }

    /** What codecs know of the wire. */
    public static CodecContext session(Wire wire) {
        return ((ObjectWire) wire).session();
    }

    /** Returns a wire that reads a delta stream by its tokens alone. */
    public static Wire byTokens(byte[] bytes) {
        WireFormat delta = WireFormats.byName("delta");
        WireIn in = delta.newReader(Bytes.wrapForRead(bytes), WireOptions.DEFAULTS);
        Object tokens = Proxy.newProxyInstance(
                WireIn.class.getClassLoader(), new Class<?>[] {WireIn.class}, (proxy, method, arguments) -> {
                    try {
                        return method.invoke(in, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
        return reading(delta, (WireIn) tokens, WireOptions.DEFAULTS);
    }

    /** The texts of all objects, and the classes of up to four errors between them. */
    public static String readAll(Wire wire, Class<?> type, boolean isLive) {
        StringBuilder all = new StringBuilder();
        for (int errors = 0; errors < 4; ) {
            try {
                Object book = isLive ? wire.readByKey(type) : wire.read(type);
                if (book == null) {
                    return all.toString();
                }
                all.append(book);
            } catch (WireException e) {
                all.append(e.getClass());
                errors++;
            }
        }
        return all.toString();
    }
}
