package io.deltawire.bench.peer;

import io.deltawire.bench.codec.Codec;
import io.deltawire.bench.codec.DeltawireFormats;
import io.deltawire.bench.model.EightClasses;
import io.deltawire.bench.model.MyDataType;
import io.deltawire.bench.model.Trade;
import io.deltawire.bench.workload.Workload;
import io.deltawire.marshallable.Key;
import io.deltawire.marshallable.MethodReader;
import io.deltawire.marshallable.Wire;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireOptions;

/**
 * A Deltawire format by method calls: a method writer encodes a call, and a method reader calls a component with arguments that it
 * reuses.
 */
public final class DeltawireEventCodec extends Codec {
    /** The methods that are called through the wire. */
    public interface Events {
        void onData(MyDataType data);

        void onTrade(@Key long instrument, long time, double price, double quantity, int count, boolean isBuy);

        void update0(EightClasses.Update0 data);

        void update1(EightClasses.Update1 data);

        void update2(EightClasses.Update2 data);

        void update3(EightClasses.Update3 data);

        void update4(EightClasses.Update4 data);

        void update5(EightClasses.Update5 data);

        void update6(EightClasses.Update6 data);

        void update7(EightClasses.Update7 data);
    }

    /** The component that is called. It keeps its last argument. */
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

        @Override
        public void update0(EightClasses.Update0 data) {
            last = data;
        }

        @Override
        public void update1(EightClasses.Update1 data) {
            last = data;
        }

        @Override
        public void update2(EightClasses.Update2 data) {
            last = data;
        }

        @Override
        public void update3(EightClasses.Update3 data) {
            last = data;
        }

        @Override
        public void update4(EightClasses.Update4 data) {
            last = data;
        }

        @Override
        public void update5(EightClasses.Update5 data) {
            last = data;
        }

        @Override
        public void update6(EightClasses.Update6 data) {
            last = data;
        }

        @Override
        public void update7(EightClasses.Update7 data) {
            last = data;
        }
    }

    private final WireFormat format;
    private final WireOptions options;
    private final Medium medium = new Medium.OnHeap();
    private final boolean isStateful;
    private final boolean isRepositionable;
    private final Component component = new Component();
    private Events writer;
    private MethodReader reader;

    public DeltawireEventCodec(WireFormat format, Workload workload) {
        this.format = format;
        this.options = workload.options();
        this.isStateful = DeltawireFormats.isStateful(format);
        this.isRepositionable = DeltawireFormats.isRepositionable(format);
    }

    @Override
    public void reset() throws Exception {
        medium.rewindOutput();
        if (writer == null || isStateful) {
            writer = medium.writer(format, options).methodWriter(Events.class);
        }
        if (reader == null || !isRepositionable) {
            reader = newReader();
        } else {
            medium.rewindInput();
        }
    }

    private MethodReader newReader() throws Exception {
        Wire wire = medium.reader(format, options);
        return wire.methodReaderBuilder().reuseArguments().build(component);
    }

    @Override
    public int encode(Object message) {
        medium.beginMessage();
        if (message instanceof Trade t) {
            writer.onTrade(t.instrument, t.time, t.price, t.quantity, t.count, t.isBuy);
        } else if (message instanceof EightClasses update) {
            call(update);
        } else {
            writer.onData((MyDataType) message);
        }
        return medium.messageLength();
    }

    private void call(EightClasses update) {
        switch (update.event()) {
            case "update0" -> writer.update0((EightClasses.Update0) update);
            case "update1" -> writer.update1((EightClasses.Update1) update);
            case "update2" -> writer.update2((EightClasses.Update2) update);
            case "update3" -> writer.update3((EightClasses.Update3) update);
            case "update4" -> writer.update4((EightClasses.Update4) update);
            case "update5" -> writer.update5((EightClasses.Update5) update);
            case "update6" -> writer.update6((EightClasses.Update6) update);
            default -> writer.update7((EightClasses.Update7) update);
        }
    }

    @Override
    public void copyMessage(byte[] target, int offset) throws Exception {
        medium.copyMessage(target, offset);
    }

    @Override
    public void setInput(byte[] messages) throws Exception {
        medium.setInput(messages);
        reader = newReader();
    }

    @Override
    public Object decode(int offset, int length) {
        reader.readOne();
        return component.last;
    }
}
