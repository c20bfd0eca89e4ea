package io.deltawire.bench.peer;

import io.deltawire.bench.codec.Codec;
import io.deltawire.bench.model.MyDataType;
import io.deltawire.bench.model.Trade;
import io.deltawire.bench.peer.ChronicleCodec.ChronicleData;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.bytes.MethodReader;
import net.openhft.chronicle.core.pool.ClassAliasPool;
import net.openhft.chronicle.wire.Wire;
import net.openhft.chronicle.wire.WireType;

/**
 * Chronicle Wire by method calls, in native memory: its method writer encodes a call, and its method reader calls a component with
 * arguments that it reuses.
 */
public final class ChronicleEventCodec extends Codec {
    /** The methods that are called through the wire. */
    public interface Events {
        void onData(ChronicleData data);

        void onTrade(long instrument, long time, double price, double quantity, int count, boolean isBuy);
    }

    /** The component that is called. It keeps its last argument. It is public because Chronicle Wire generates code that calls it. */
    public static final class Component implements Events {
        private final Trade trade = new Trade();
        private Object last;

        @Override
        public void onData(ChronicleData data) {
            last = data;
        }

        @Override
        public void onTrade(long instrument, long time, double price, double quantity, int count, boolean isBuy) {
            trade.set(instrument, time, price, quantity, count, isBuy);
            last = trade;
        }
    }

    private final Bytes<?> out = Bytes.allocateElasticDirect(1 << 14);
    private final WireType format;
    private final Component component = new Component();
    private final Events writer;
    private Bytes<?> in = Bytes.allocateElasticDirect(16);
    private MethodReader reader;

    public ChronicleEventCodec(String format) {
        this.format = WireType.valueOf(format);
        ClassAliasPool.CLASS_ALIASES.addAlias(ChronicleData.class, "MyDataType");
        writer = this.format.apply(out).methodWriter(Events.class);
    }

    @Override
    public Object newRecord(Class<?> type) {
        return super.newRecord(type == MyDataType.class ? ChronicleData.class : type);
    }

    @Override
    public int encode(Object message) {
        out.clear();
        if (message instanceof Trade t) {
            writer.onTrade(t.instrument, t.time, t.price, t.quantity, t.count, t.isBuy);
        } else {
            writer.onData((ChronicleData) message);
        }
        return (int) out.readRemaining();
    }

    @Override
    public void copyMessage(byte[] target, int offset) {
        out.read(0, target, offset, target.length - offset);
    }

    @Override
    public void reset() {
        in.readPositionRemaining(0, 0);
    }

    @Override
    public void setInput(byte[] messages) {
        in = Bytes.allocateElasticDirect(messages.length + 64L);
        in.write(messages);
        Wire wire = format.apply(in);
        reader = wire.methodReader(component);
    }

    @Override
    public Object decode(int offset, int length) {
        in.readPositionRemaining(offset, length);
        reader.readOne();
        return component.last;
    }
}
