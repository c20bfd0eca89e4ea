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
 * Chronicle Wire as its documentation shows it: a {@code Marshallable} under an event name with its type name, in native memory, and read
 * into the same object each time.
 */
public class ChronicleCodec extends Codec {
    /** The flags that its documentation requires. Without them it is slower or fails. */
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

    /** Implements the interface of the library, which messages must implement. */
    public static final class ChronicleData extends MyDataType implements Marshallable {
        private static final long serialVersionUID = 1;
    }

    /** Implements the interface of the library for the snapshot. */
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

    /**
     * Returns a codec for messages of a class.
     *
     * @param format the name of a {@code WireType}
     */
    public static ChronicleCodec of(String format, Class<?> messages) {
        return messages == EightClasses.class ? new EightClassesCodec(format) : new ChronicleCodec(format, messages);
    }

    @Override
    public final Object newRecord(Class<?> messages) {
        return super.newRecord(recordClass(messages));
    }

    /** Returns the class of the records that are written as messages of a class. */
    Class<?> recordClass(Class<?> messages) {
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
    public final void copyMessage(byte[] target, int offset) {
        out.read(0, target, offset, target.length - offset);
    }

    @Override
    public final void setInput(byte[] messages) {
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

    /** Codec for eight classes. The last character of the event name selects the object to read into. */
    private static final class EightClassesCodec extends ChronicleCodec {
        private final EightClasses[] results =
                new EightClasses[EightClasses.classes().size()];
        private final StringBuilder event = new StringBuilder();

        EightClassesCodec(String format) {
            super(format, EightClasses.class);
            for (int i = 0; i < results.length; i++) {
                Class<? extends EightClasses> type = EightClasses.classes().get(i);
                ClassAliasPool.CLASS_ALIASES.addAlias(type, type.getSimpleName());
                results[i] = type.cast(newRecord(type));
            }
        }

        @Override
        Class<?> recordClass(Class<?> messages) {
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
