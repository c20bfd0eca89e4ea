package io.deltawire.bench.peer;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.WireFormat;
import io.deltawire.bench.codec.ByteArrayCodec;
import io.deltawire.bench.model.MyDataType;
import java.io.IOException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;

/**
 * Protocol Buffers for the article's message. The calls of its coded streams are written by hand: they are what generated code does,
 * without a message object in between. The date-time is three fields: seconds, nanoseconds and the zone.
 */
public final class ProtobufCodec extends ByteArrayCodec {
    private static final int FIRST_ID = WireFormat.WIRETYPE_VARINT | 1 << 3;
    private static final int SECOND_ID = WireFormat.WIRETYPE_VARINT | 2 << 3;
    private static final int THIRD_ID = WireFormat.WIRETYPE_LENGTH_DELIMITED | 3 << 3;
    private static final int STATIC_ONE = WireFormat.WIRETYPE_LENGTH_DELIMITED | 4 << 3;
    private static final int STATIC_TWO = WireFormat.WIRETYPE_VARINT | 5 << 3;
    private static final int SECONDS = WireFormat.WIRETYPE_VARINT | 6 << 3;
    private static final int NANOS = WireFormat.WIRETYPE_VARINT | 7 << 3;
    private static final int ZONE = WireFormat.WIRETYPE_LENGTH_DELIMITED | 8 << 3;
    private static final int STATIC_FOUR = WireFormat.WIRETYPE_FIXED64 | 9 << 3;
    private static final int CHANGES_A = WireFormat.WIRETYPE_VARINT | 10 << 3;
    private static final int CHANGES_B = WireFormat.WIRETYPE_FIXED64 | 11 << 3;

    @Override
    public int encode(Object sample) throws IOException {
        MyDataType message = (MyDataType) sample;
        CodedOutputStream out = CodedOutputStream.newInstance(output);
        out.writeInt64(1, message.firstId);
        out.writeInt32(2, message.secondId);
        out.writeString(3, message.thirdId);
        out.writeString(4, message.staticOne);
        out.writeInt64(5, message.staticTwo);
        out.writeInt64(6, message.staticThree.toEpochSecond());
        out.writeInt32(7, message.staticThree.getNano());
        out.writeString(8, message.staticThree.getZone().getId());
        out.writeDouble(9, message.staticFour);
        out.writeInt64(10, message.changesA);
        out.writeDouble(11, message.changesB);
        return out.getTotalBytesWritten();
    }

    @Override
    public Object decode(int offset, int length) throws IOException {
        CodedInputStream in = CodedInputStream.newInstance(input, offset, length);
        MyDataType message = new MyDataType();
        long seconds = 0;
        int nanos = 0;
        String zone = "Z";
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            switch (tag) {
                case FIRST_ID -> message.firstId = in.readInt64();
                case SECOND_ID -> message.secondId = in.readInt32();
                case THIRD_ID -> message.thirdId = in.readStringRequireUtf8();
                case STATIC_ONE -> message.staticOne = in.readStringRequireUtf8();
                case STATIC_TWO -> message.staticTwo = in.readInt64();
                case SECONDS -> seconds = in.readInt64();
                case NANOS -> nanos = in.readInt32();
                case ZONE -> zone = in.readStringRequireUtf8();
                case STATIC_FOUR -> message.staticFour = in.readDouble();
                case CHANGES_A -> message.changesA = in.readInt64();
                case CHANGES_B -> message.changesB = in.readDouble();
                default -> in.skipField(tag);
            }
        }
        message.staticThree = ZonedDateTime.ofInstant(Instant.ofEpochSecond(seconds, nanos), ZoneId.of(zone));
        return message;
    }
}
