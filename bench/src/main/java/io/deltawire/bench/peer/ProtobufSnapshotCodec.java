package io.deltawire.bench.peer;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.WireFormat;
import io.deltawire.bench.codec.ByteArrayCodec;
import io.deltawire.bench.model.Snapshot;
import java.io.IOException;

/** Protocol Buffers for the snapshot. The calls of its coded streams are written by hand, as in {@link ProtobufCodec}. */
public final class ProtobufSnapshotCodec extends ByteArrayCodec {
    private static final int VARINT = WireFormat.WIRETYPE_VARINT;
    private static final int FIXED64 = WireFormat.WIRETYPE_FIXED64;
    private static final int TEXT = WireFormat.WIRETYPE_LENGTH_DELIMITED;

    @Override
    public int encode(Object sample) throws IOException {
        Snapshot message = (Snapshot) sample;
        CodedOutputStream out = CodedOutputStream.newInstance(output);
        out.writeString(1, message.symbol);
        out.writeString(2, message.venue);
        out.writeInt64(3, message.time);
        out.writeInt64(4, message.sequence);
        out.writeDouble(5, message.bidPrice1);
        out.writeInt64(6, message.bidQuantity1);
        out.writeDouble(7, message.bidPrice2);
        out.writeInt64(8, message.bidQuantity2);
        out.writeDouble(9, message.bidPrice3);
        out.writeInt64(10, message.bidQuantity3);
        out.writeDouble(11, message.bidPrice4);
        out.writeInt64(12, message.bidQuantity4);
        out.writeDouble(13, message.bidPrice5);
        out.writeInt64(14, message.bidQuantity5);
        out.writeDouble(15, message.bidPrice6);
        out.writeInt64(16, message.bidQuantity6);
        out.writeDouble(17, message.bidPrice7);
        out.writeInt64(18, message.bidQuantity7);
        out.writeDouble(19, message.bidPrice8);
        out.writeInt64(20, message.bidQuantity8);
        out.writeDouble(21, message.bidPrice9);
        out.writeInt64(22, message.bidQuantity9);
        out.writeDouble(23, message.askPrice1);
        out.writeInt64(24, message.askQuantity1);
        out.writeDouble(25, message.askPrice2);
        out.writeInt64(26, message.askQuantity2);
        out.writeDouble(27, message.askPrice3);
        out.writeInt64(28, message.askQuantity3);
        out.writeDouble(29, message.askPrice4);
        out.writeInt64(30, message.askQuantity4);
        out.writeDouble(31, message.askPrice5);
        out.writeInt64(32, message.askQuantity5);
        out.writeDouble(33, message.askPrice6);
        out.writeInt64(34, message.askQuantity6);
        out.writeDouble(35, message.askPrice7);
        out.writeInt64(36, message.askQuantity7);
        out.writeDouble(37, message.askPrice8);
        out.writeInt64(38, message.askQuantity8);
        out.writeDouble(39, message.askPrice9);
        out.writeInt64(40, message.askQuantity9);
        return out.getTotalBytesWritten();
    }

    @Override
    public Object decode(int offset, int length) throws IOException {
        CodedInputStream in = CodedInputStream.newInstance(input, offset, length);
        Snapshot message = new Snapshot();
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            switch (tag) {
                case 1 << 3 | TEXT -> message.symbol = in.readStringRequireUtf8();
                case 2 << 3 | TEXT -> message.venue = in.readStringRequireUtf8();
                case 3 << 3 | VARINT -> message.time = in.readInt64();
                case 4 << 3 | VARINT -> message.sequence = in.readInt64();
                case 5 << 3 | FIXED64 -> message.bidPrice1 = in.readDouble();
                case 6 << 3 | VARINT -> message.bidQuantity1 = in.readInt64();
                case 7 << 3 | FIXED64 -> message.bidPrice2 = in.readDouble();
                case 8 << 3 | VARINT -> message.bidQuantity2 = in.readInt64();
                case 9 << 3 | FIXED64 -> message.bidPrice3 = in.readDouble();
                case 10 << 3 | VARINT -> message.bidQuantity3 = in.readInt64();
                case 11 << 3 | FIXED64 -> message.bidPrice4 = in.readDouble();
                case 12 << 3 | VARINT -> message.bidQuantity4 = in.readInt64();
                case 13 << 3 | FIXED64 -> message.bidPrice5 = in.readDouble();
                case 14 << 3 | VARINT -> message.bidQuantity5 = in.readInt64();
                case 15 << 3 | FIXED64 -> message.bidPrice6 = in.readDouble();
                case 16 << 3 | VARINT -> message.bidQuantity6 = in.readInt64();
                case 17 << 3 | FIXED64 -> message.bidPrice7 = in.readDouble();
                case 18 << 3 | VARINT -> message.bidQuantity7 = in.readInt64();
                case 19 << 3 | FIXED64 -> message.bidPrice8 = in.readDouble();
                case 20 << 3 | VARINT -> message.bidQuantity8 = in.readInt64();
                case 21 << 3 | FIXED64 -> message.bidPrice9 = in.readDouble();
                case 22 << 3 | VARINT -> message.bidQuantity9 = in.readInt64();
                case 23 << 3 | FIXED64 -> message.askPrice1 = in.readDouble();
                case 24 << 3 | VARINT -> message.askQuantity1 = in.readInt64();
                case 25 << 3 | FIXED64 -> message.askPrice2 = in.readDouble();
                case 26 << 3 | VARINT -> message.askQuantity2 = in.readInt64();
                case 27 << 3 | FIXED64 -> message.askPrice3 = in.readDouble();
                case 28 << 3 | VARINT -> message.askQuantity3 = in.readInt64();
                case 29 << 3 | FIXED64 -> message.askPrice4 = in.readDouble();
                case 30 << 3 | VARINT -> message.askQuantity4 = in.readInt64();
                case 31 << 3 | FIXED64 -> message.askPrice5 = in.readDouble();
                case 32 << 3 | VARINT -> message.askQuantity5 = in.readInt64();
                case 33 << 3 | FIXED64 -> message.askPrice6 = in.readDouble();
                case 34 << 3 | VARINT -> message.askQuantity6 = in.readInt64();
                case 35 << 3 | FIXED64 -> message.askPrice7 = in.readDouble();
                case 36 << 3 | VARINT -> message.askQuantity7 = in.readInt64();
                case 37 << 3 | FIXED64 -> message.askPrice8 = in.readDouble();
                case 38 << 3 | VARINT -> message.askQuantity8 = in.readInt64();
                case 39 << 3 | FIXED64 -> message.askPrice9 = in.readDouble();
                case 40 << 3 | VARINT -> message.askQuantity9 = in.readInt64();
                default -> in.skipField(tag);
            }
        }
        return message;
    }
}
