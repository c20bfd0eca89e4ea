package io.deltawire.bench.peer;

import io.deltawire.bench.Codec;
import io.deltawire.bench.model.MyDataType;
import io.deltawire.bench.model.Sample;
import io.deltawire.bench.model.Snapshot;
import java.util.List;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.core.pool.ClassAliasPool;
import net.openhft.chronicle.wire.Marshallable;
import net.openhft.chronicle.wire.Wire;
import net.openhft.chronicle.wire.WireType;

/**
 * Chronicle Wire as its users write it: a Marshallable under an event name with its type, in native memory, read into the
 * same object each time.
 */
public final class Chronicle extends Codec {
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

    public Chronicle(String format, Class<?> messages) {
        this.format = WireType.valueOf(format);
        type = messages == Snapshot.class ? ChronicleSnapshot.class : ChronicleData.class;
        ClassAliasPool.CLASS_ALIASES.addAlias(ChronicleData.class, "MyDataType");
        ClassAliasPool.CLASS_ALIASES.addAlias(ChronicleSnapshot.class, "Snapshot");
        writer = this.format.apply(out);
        result = newRecord(messages);
        reader = this.format.apply(in);
    }

    @Override
    public Object newRecord(Class<?> messages) {
        return super.newRecord(type);
    }

    @Override
    public int encode(Object message) {
        out.clear();
        writer.reset();
        writer.write("update").object(message);
        return (int) out.readRemaining();
    }

    @Override
    public void copyTo(byte[] into, int at) {
        out.read(0, into, at, into.length - at);
    }

    @Override
    public void input(byte[] messages) {
        in = Bytes.allocateElasticDirect(messages.length + 64L);
        in.write(messages);
        reader = format.apply(in);
    }

    @Override
    public Object decode(int offset, int length) {
        reader.reset();
        in.readPositionRemaining(offset, length);
        return reader.read("update").object(type.cast(result), type);
    }
}
