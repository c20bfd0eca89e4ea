package io.deltawire.bench.peer;

import io.deltawire.bench.codec.ByteArrayCodec;
import io.deltawire.bench.model.MyDataType;
import io.deltawire.wire.spi.text.TemporalText;
import java.io.IOException;
import java.time.ZonedDateTime;
import org.msgpack.core.MessageBufferPacker;
import org.msgpack.core.MessagePack;
import org.msgpack.core.MessageUnpacker;

/**
 * MessagePack for the article's message, as a map with names. The calls of its core library are written by hand, because the core has no
 * object mapping.
 */
public final class MsgPackCodec extends ByteArrayCodec {
    private final MessageBufferPacker packer = MessagePack.newDefaultBufferPacker();

    @Override
    public int encode(Object sample) throws IOException {
        MyDataType message = (MyDataType) sample;
        packer.clear();
        packer.packMapHeader(9);
        packer.packString("firstId").packLong(message.firstId);
        packer.packString("secondId").packInt(message.secondId);
        packer.packString("thirdId").packString(message.thirdId);
        packer.packString("staticOne").packString(message.staticOne);
        packer.packString("staticTwo").packLong(message.staticTwo);
        packer.packString("staticThree").packString(TemporalText.format(message.staticThree));
        packer.packString("staticFour").packDouble(message.staticFour);
        packer.packString("changesA").packLong(message.changesA);
        packer.packString("changesB").packDouble(message.changesB);
        output = packer.toByteArray();
        return output.length;
    }

    @Override
    public Object decode(int offset, int length) throws IOException {
        MyDataType message = new MyDataType();
        try (MessageUnpacker in = MessagePack.newDefaultUnpacker(input, offset, length)) {
            for (int left = in.unpackMapHeader(); left > 0; left--) {
                switch (in.unpackString()) {
                    case "firstId" -> message.firstId = in.unpackLong();
                    case "secondId" -> message.secondId = in.unpackInt();
                    case "thirdId" -> message.thirdId = in.unpackString();
                    case "staticOne" -> message.staticOne = in.unpackString();
                    case "staticTwo" -> message.staticTwo = in.unpackLong();
                    case "staticThree" -> message.staticThree = (ZonedDateTime) TemporalText.parse(in.unpackString());
                    case "staticFour" -> message.staticFour = in.unpackDouble();
                    case "changesA" -> message.changesA = in.unpackLong();
                    case "changesB" -> message.changesB = in.unpackDouble();
                    default -> in.skipValue();
                }
            }
        }
        return message;
    }
}
