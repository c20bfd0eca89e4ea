package io.deltawire.bench.peer;

import io.deltawire.bench.codec.ByteArrayCodec;
import io.deltawire.bench.model.Snapshot;
import java.io.IOException;
import org.msgpack.core.MessageBufferPacker;
import org.msgpack.core.MessagePack;
import org.msgpack.core.MessageUnpacker;

/** MessagePack for the snapshot, as a map with names. The calls are written by hand, as in {@link MsgPackCodec}. */
public final class MsgPackSnapshotCodec extends ByteArrayCodec {
    private final MessageBufferPacker packer = MessagePack.newDefaultBufferPacker();

    @Override
    public int encode(Object sample) throws IOException {
        Snapshot message = (Snapshot) sample;
        packer.clear();
        packer.packMapHeader(40);
        packer.packString("symbol").packString(message.symbol);
        packer.packString("venue").packString(message.venue);
        packer.packString("time").packLong(message.time);
        packer.packString("sequence").packLong(message.sequence);
        packer.packString("bidPrice1").packDouble(message.bidPrice1);
        packer.packString("bidQuantity1").packLong(message.bidQuantity1);
        packer.packString("bidPrice2").packDouble(message.bidPrice2);
        packer.packString("bidQuantity2").packLong(message.bidQuantity2);
        packer.packString("bidPrice3").packDouble(message.bidPrice3);
        packer.packString("bidQuantity3").packLong(message.bidQuantity3);
        packer.packString("bidPrice4").packDouble(message.bidPrice4);
        packer.packString("bidQuantity4").packLong(message.bidQuantity4);
        packer.packString("bidPrice5").packDouble(message.bidPrice5);
        packer.packString("bidQuantity5").packLong(message.bidQuantity5);
        packer.packString("bidPrice6").packDouble(message.bidPrice6);
        packer.packString("bidQuantity6").packLong(message.bidQuantity6);
        packer.packString("bidPrice7").packDouble(message.bidPrice7);
        packer.packString("bidQuantity7").packLong(message.bidQuantity7);
        packer.packString("bidPrice8").packDouble(message.bidPrice8);
        packer.packString("bidQuantity8").packLong(message.bidQuantity8);
        packer.packString("bidPrice9").packDouble(message.bidPrice9);
        packer.packString("bidQuantity9").packLong(message.bidQuantity9);
        packer.packString("askPrice1").packDouble(message.askPrice1);
        packer.packString("askQuantity1").packLong(message.askQuantity1);
        packer.packString("askPrice2").packDouble(message.askPrice2);
        packer.packString("askQuantity2").packLong(message.askQuantity2);
        packer.packString("askPrice3").packDouble(message.askPrice3);
        packer.packString("askQuantity3").packLong(message.askQuantity3);
        packer.packString("askPrice4").packDouble(message.askPrice4);
        packer.packString("askQuantity4").packLong(message.askQuantity4);
        packer.packString("askPrice5").packDouble(message.askPrice5);
        packer.packString("askQuantity5").packLong(message.askQuantity5);
        packer.packString("askPrice6").packDouble(message.askPrice6);
        packer.packString("askQuantity6").packLong(message.askQuantity6);
        packer.packString("askPrice7").packDouble(message.askPrice7);
        packer.packString("askQuantity7").packLong(message.askQuantity7);
        packer.packString("askPrice8").packDouble(message.askPrice8);
        packer.packString("askQuantity8").packLong(message.askQuantity8);
        packer.packString("askPrice9").packDouble(message.askPrice9);
        packer.packString("askQuantity9").packLong(message.askQuantity9);
        output = packer.toByteArray();
        return output.length;
    }

    @Override
    public Object decode(int offset, int length) throws IOException {
        Snapshot message = new Snapshot();
        try (MessageUnpacker in = MessagePack.newDefaultUnpacker(input, offset, length)) {
            for (int left = in.unpackMapHeader(); left > 0; left--) {
                switch (in.unpackString()) {
                    case "symbol" -> message.symbol = in.unpackString();
                    case "venue" -> message.venue = in.unpackString();
                    case "time" -> message.time = in.unpackLong();
                    case "sequence" -> message.sequence = in.unpackLong();
                    case "bidPrice1" -> message.bidPrice1 = in.unpackDouble();
                    case "bidQuantity1" -> message.bidQuantity1 = in.unpackLong();
                    case "bidPrice2" -> message.bidPrice2 = in.unpackDouble();
                    case "bidQuantity2" -> message.bidQuantity2 = in.unpackLong();
                    case "bidPrice3" -> message.bidPrice3 = in.unpackDouble();
                    case "bidQuantity3" -> message.bidQuantity3 = in.unpackLong();
                    case "bidPrice4" -> message.bidPrice4 = in.unpackDouble();
                    case "bidQuantity4" -> message.bidQuantity4 = in.unpackLong();
                    case "bidPrice5" -> message.bidPrice5 = in.unpackDouble();
                    case "bidQuantity5" -> message.bidQuantity5 = in.unpackLong();
                    case "bidPrice6" -> message.bidPrice6 = in.unpackDouble();
                    case "bidQuantity6" -> message.bidQuantity6 = in.unpackLong();
                    case "bidPrice7" -> message.bidPrice7 = in.unpackDouble();
                    case "bidQuantity7" -> message.bidQuantity7 = in.unpackLong();
                    case "bidPrice8" -> message.bidPrice8 = in.unpackDouble();
                    case "bidQuantity8" -> message.bidQuantity8 = in.unpackLong();
                    case "bidPrice9" -> message.bidPrice9 = in.unpackDouble();
                    case "bidQuantity9" -> message.bidQuantity9 = in.unpackLong();
                    case "askPrice1" -> message.askPrice1 = in.unpackDouble();
                    case "askQuantity1" -> message.askQuantity1 = in.unpackLong();
                    case "askPrice2" -> message.askPrice2 = in.unpackDouble();
                    case "askQuantity2" -> message.askQuantity2 = in.unpackLong();
                    case "askPrice3" -> message.askPrice3 = in.unpackDouble();
                    case "askQuantity3" -> message.askQuantity3 = in.unpackLong();
                    case "askPrice4" -> message.askPrice4 = in.unpackDouble();
                    case "askQuantity4" -> message.askQuantity4 = in.unpackLong();
                    case "askPrice5" -> message.askPrice5 = in.unpackDouble();
                    case "askQuantity5" -> message.askQuantity5 = in.unpackLong();
                    case "askPrice6" -> message.askPrice6 = in.unpackDouble();
                    case "askQuantity6" -> message.askQuantity6 = in.unpackLong();
                    case "askPrice7" -> message.askPrice7 = in.unpackDouble();
                    case "askQuantity7" -> message.askQuantity7 = in.unpackLong();
                    case "askPrice8" -> message.askPrice8 = in.unpackDouble();
                    case "askQuantity8" -> message.askQuantity8 = in.unpackLong();
                    case "askPrice9" -> message.askPrice9 = in.unpackDouble();
                    case "askQuantity9" -> message.askQuantity9 = in.unpackLong();
                    default -> in.skipValue();
                }
            }
        }
        return message;
    }
}
