package io.deltawire.bench.peer;

import io.deltawire.bench.Codec;
import io.deltawire.bench.model.MyDataType;
import io.deltawire.bench.model.Trade;
import io.deltawire.bench.model.Workload;
import io.deltawire.marshallable.Key;
import io.deltawire.marshallable.MethodReader;
import io.deltawire.marshallable.Wire;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireFormats;
import io.deltawire.wire.WireOptions;

/** Our wires by method calls: a method writer on one side, a method reader that calls a component on the other. */
public final class DeltawireEvents extends Codec {
    /** The events. */
    public interface Events {
        void onData(MyDataType data);

        void onTrade(@Key long instrument, long time, double price, double quantity, int count, boolean isBuy);
    }

    /** The component: keeps what it was called with last. */
    private static final class Component implements Events {
        private final Trade trade = new Trade();
        private Object last;

        @Override
        public void onData(MyDataType data) {
            last = data;
        }

        @Override
        public void onTrade(long instrument, long time, double price, double quantity, int count, boolean isBuy) {
            trade.set(instrument, time, price, quantity, count, isBuy);
            last = trade;
        }
    }

    private final WireFormat format;
    private final WireOptions options;
    private final Medium medium = new Medium.OnHeap();
    private final boolean keepsState;
    private final Component component = new Component();
    private Events writer;
    private MethodReader reader;

    public DeltawireEvents(String format, Workload workload) {
        this.format = WireFormats.byName(format);
        this.options = workload.options();
        this.keepsState = format.equals("delta") || format.equals("csv");
    }

    @Override
    public void reset() throws Exception {
        medium.rewind();
        if (writer == null || keepsState) {
            writer = medium.writer(format, options).methodWriter(Events.class);
        }
        reader = newReader();
    }

    private MethodReader newReader() throws Exception {
        Wire wire = medium.reader(format, options);
        return wire.methodReaderBuilder().recycleArguments().build(component);
    }

    @Override
    public int encode(Object message) {
        medium.begin();
        if (message instanceof Trade t) {
            writer.onTrade(t.instrument, t.time, t.price, t.quantity, t.count, t.isBuy);
        } else {
            writer.onData((MyDataType) message);
        }
        return medium.length();
    }

    @Override
    public void copyTo(byte[] into, int at) throws Exception {
        medium.copyTo(into, at);
    }

    @Override
    public void input(byte[] messages) throws Exception {
        medium.input(messages);
        reader = newReader();
    }

    @Override
    public Object decode(int offset, int length) {
        reader.readOne();
        return component.last;
    }
}
