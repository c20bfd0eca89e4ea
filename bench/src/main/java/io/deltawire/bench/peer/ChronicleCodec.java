package io.deltawire.bench.peer;

import io.deltawire.bench.codec.Codec;
import io.deltawire.bench.model.EightClasses;
import io.deltawire.bench.model.MyDataType;
import io.deltawire.bench.model.Sample;
import io.deltawire.bench.model.Snapshot;
import java.util.List;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.core.pool.ClassAliasPool;
import net.openhft.chronicle.wire.Marshallable;
import net.openhft.chronicle.wire.ValueIn;
import net.openhft.chronicle.wire.Wire;
import net.openhft.chronicle.wire.WireType;

/**
 * Chronicle Wire as its users write it: a Marshallable under an event name with its type, in native memory, read into the
 * same object each time.
 */
public class ChronicleCodec extends Codec {
    /** What its documentation asks for; without them it runs slower or not at all. */
    public static final List<String> JVM_ARGS = List.of(
            "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
            "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED",
            "--add-exports=jdk.unsupported/sun.misc=ALL-UNNAMED",
            "--add-exports=jdk.compiler/com.sun.tools.javac.file=ALL-UNNAMED",
            "--add-opens=jdk.compiler/com.sun.tools.javac=ALL-UNNAMED",
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
            "--add-opens=java.base/java.io=ALL-UNNAMED",
            "--add-opens=java.base/java.nio=ALL-UNNAMED",
            "--add-opens=java.base/java.util=ALL-UNNAMED");

    /** Its own subclass of the message, as its interface wants to be implemented. */
    public static final class ChronicleData extends MyDataType implements Marshallable {
        private static final long serialVersionUID = 1;
    }

    /** As {@link ChronicleData}. */
    public static final class ChronicleSnapshot extends Snapshot implements Marshallable {
        private static final long serialVersionUID = 1;
    }

    private final Bytes<?> out = Bytes.allocateElasticDirect(1 << 14);
    private final Wire writer;
    private final Object result;
    private final Class<? extends Sample> type;
    private final WireType format;
    private Bytes<?> in = Bytes.allocateElasticDirect(16);
    private Wire reader;

    private ChronicleCodec(String format, Class<?> messages) {
        this.format = WireType.valueOf(format);
        type = messages == Snapshot.class ? ChronicleSnapshot.class : ChronicleData.class;
        ClassAliasPool.CLASS_ALIASES.addAlias(ChronicleData.class, "MyDataType");
        ClassAliasPool.CLASS_ALIASES.addAlias(ChronicleSnapshot.class, "Snapshot");
        writer = this.format.apply(out);
        result = super.newRecord(type);
        reader = this.format.apply(in);
    }

    /** A codec of a wire type. */
    public static ChronicleCodec of(String format, Class<?> messages) {
        return messages == EightClasses.class ? new OfEight(format) : new ChronicleCodec(format, messages);
    }

    @Override
    public final Object newRecord(Class<?> messages) {
        return super.newRecord(own(messages));
    }

    /** The class that a message is written as. */
    Class<?> own(Class<?> messages) {
        return type;
    }

    @Override
    public final int encode(Object message) {
        out.clear();
        writer.reset();
        write(writer, message);
        return (int) out.readRemaining();
    }

    void write(Wire to, Object message) {
        to.write("update").object(message);
    }

    Object read(Wire from) {
        return from.read("update").object(type.cast(result), type);
    }

    @Override
    public final void copyTo(byte[] into, int at) {
        out.read(0, into, at, into.length - at);
    }

    @Override
    public final void input(byte[] messages) {
        in = Bytes.allocateElasticDirect(messages.length + 64L);
        in.write(messages);
        reader = format.apply(in);
    }

    @Override
    public final Object decode(int offset, int length) {
        reader.reset();
        in.readPositionRemaining(offset, length);
        return read(reader);
    }

    /** Eight classes, each read into an object of its own, which the event's name tells. */
    private static final class OfEight extends ChronicleCodec {
        private final EightClasses[] results =
                new EightClasses[EightClasses.classes().size()];
        private final StringBuilder event = new StringBuilder();

        OfEight(String format) {
            super(format, EightClasses.class);
            for (int i = 0; i < results.length; i++) {
                Class<? extends EightClasses> type = EightClasses.classes().get(i);
                ClassAliasPool.CLASS_ALIASES.addAlias(type, type.getSimpleName());
                results[i] = type.cast(newRecord(type));
            }
        }

        @Override
        Class<?> own(Class<?> messages) {
            return messages;
        }

        @Override
        void write(Wire to, Object message) {
            to.write(((EightClasses) message).event()).object(message);
        }

        @Override
        Object read(Wire from) {
            ValueIn value = from.read(event);
            EightClasses result = results[event.charAt(event.length() - 1) - '0'];
            return value.object(result, EightClasses.class);
        }
    }
}
