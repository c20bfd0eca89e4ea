package io.deltawire.bench.peer;

import io.deltawire.bench.codec.ByteArrayCodec;
import io.deltawire.bench.codec.ByteSink;
import io.deltawire.bench.model.MyDataType;
import io.deltawire.bench.model.Snapshot;
import java.io.IOException;
import java.time.ZonedDateTime;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;

/**
 * Apache Avro as the custom coders use it that its compiler generates, which is its fastest mode. The calls of its core's coders are
 * written by hand for the two messages, in the order of a schema.
 */
public final class AvroCodec extends ByteArrayCodec {
    private final boolean isSnapshot;
    private final ByteSink sink = new ByteSink();
    private BinaryEncoder encoder;
    private BinaryDecoder decoder;

    public AvroCodec(Class<?> type) {
        isSnapshot = type == Snapshot.class;
    }

    @Override
    public int encode(Object message) throws IOException {
        sink.reset();
        encoder = EncoderFactory.get().binaryEncoder(sink, encoder);
        if (isSnapshot) {
            encode((Snapshot) message, encoder);
        } else {
            encode((MyDataType) message, encoder);
        }
        encoder.flush();
        output = sink.array();
        return sink.size();
    }

    private static void encode(MyDataType message, BinaryEncoder out) throws IOException {
        out.writeLong(message.firstId);
        out.writeInt(message.secondId);
        out.writeString(message.thirdId);
        out.writeString(message.staticOne);
        out.writeLong(message.staticTwo);
        out.writeString(message.staticThree.toString());
        out.writeDouble(message.staticFour);
        out.writeLong(message.changesA);
        out.writeDouble(message.changesB);
    }

    private static void encode(Snapshot message, BinaryEncoder out) throws IOException {
        out.writeString(message.symbol);
        out.writeString(message.venue);
        out.writeLong(message.time);
        out.writeLong(message.sequence);
        out.writeDouble(message.bidPrice1);
        out.writeLong(message.bidQuantity1);
        out.writeDouble(message.bidPrice2);
        out.writeLong(message.bidQuantity2);
        out.writeDouble(message.bidPrice3);
        out.writeLong(message.bidQuantity3);
        out.writeDouble(message.bidPrice4);
        out.writeLong(message.bidQuantity4);
        out.writeDouble(message.bidPrice5);
        out.writeLong(message.bidQuantity5);
        out.writeDouble(message.bidPrice6);
        out.writeLong(message.bidQuantity6);
        out.writeDouble(message.bidPrice7);
        out.writeLong(message.bidQuantity7);
        out.writeDouble(message.bidPrice8);
        out.writeLong(message.bidQuantity8);
        out.writeDouble(message.bidPrice9);
        out.writeLong(message.bidQuantity9);
        out.writeDouble(message.askPrice1);
        out.writeLong(message.askQuantity1);
        out.writeDouble(message.askPrice2);
        out.writeLong(message.askQuantity2);
        out.writeDouble(message.askPrice3);
        out.writeLong(message.askQuantity3);
        out.writeDouble(message.askPrice4);
        out.writeLong(message.askQuantity4);
        out.writeDouble(message.askPrice5);
        out.writeLong(message.askQuantity5);
        out.writeDouble(message.askPrice6);
        out.writeLong(message.askQuantity6);
        out.writeDouble(message.askPrice7);
        out.writeLong(message.askQuantity7);
        out.writeDouble(message.askPrice8);
        out.writeLong(message.askQuantity8);
        out.writeDouble(message.askPrice9);
        out.writeLong(message.askQuantity9);
    }

    @Override
    public Object decode(int offset, int length) throws IOException {
        decoder = DecoderFactory.get().binaryDecoder(input, offset, length, decoder);
        return isSnapshot ? decodeSnapshot(decoder) : decodeData(decoder);
    }

    private static MyDataType decodeData(BinaryDecoder in) throws IOException {
        MyDataType message = new MyDataType();
        message.firstId = in.readLong();
        message.secondId = in.readInt();
        message.thirdId = in.readString();
        message.staticOne = in.readString();
        message.staticTwo = in.readLong();
        message.staticThree = ZonedDateTime.parse(in.readString());
        message.staticFour = in.readDouble();
        message.changesA = in.readLong();
        message.changesB = in.readDouble();
        return message;
    }

    private static Snapshot decodeSnapshot(BinaryDecoder in) throws IOException {
        Snapshot message = new Snapshot();
        message.symbol = in.readString();
        message.venue = in.readString();
        message.time = in.readLong();
        message.sequence = in.readLong();
        message.bidPrice1 = in.readDouble();
        message.bidQuantity1 = in.readLong();
        message.bidPrice2 = in.readDouble();
        message.bidQuantity2 = in.readLong();
        message.bidPrice3 = in.readDouble();
        message.bidQuantity3 = in.readLong();
        message.bidPrice4 = in.readDouble();
        message.bidQuantity4 = in.readLong();
        message.bidPrice5 = in.readDouble();
        message.bidQuantity5 = in.readLong();
        message.bidPrice6 = in.readDouble();
        message.bidQuantity6 = in.readLong();
        message.bidPrice7 = in.readDouble();
        message.bidQuantity7 = in.readLong();
        message.bidPrice8 = in.readDouble();
        message.bidQuantity8 = in.readLong();
        message.bidPrice9 = in.readDouble();
        message.bidQuantity9 = in.readLong();
        message.askPrice1 = in.readDouble();
        message.askQuantity1 = in.readLong();
        message.askPrice2 = in.readDouble();
        message.askQuantity2 = in.readLong();
        message.askPrice3 = in.readDouble();
        message.askQuantity3 = in.readLong();
        message.askPrice4 = in.readDouble();
        message.askQuantity4 = in.readLong();
        message.askPrice5 = in.readDouble();
        message.askQuantity5 = in.readLong();
        message.askPrice6 = in.readDouble();
        message.askQuantity6 = in.readLong();
        message.askPrice7 = in.readDouble();
        message.askQuantity7 = in.readLong();
        message.askPrice8 = in.readDouble();
        message.askQuantity8 = in.readLong();
        message.askPrice9 = in.readDouble();
        message.askQuantity9 = in.readLong();
        return message;
    }
}
