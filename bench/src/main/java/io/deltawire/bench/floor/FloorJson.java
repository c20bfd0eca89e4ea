package io.deltawire.bench.floor;

import io.deltawire.bench.codec.ArrayCodec;
import io.deltawire.bench.model.MyDataType;
import io.deltawire.wire.spi.NumberText;

/** The article's message as one line of JSON, by code that knows nothing else. */
public final class FloorJson extends ArrayCodec {
    /** What stands before each value, and at the end. */
    private static final byte[][] PARTS = {
        RawBytes.latin1("{\"update\":{\"firstId\":"),
        RawBytes.latin1(",\"secondId\":"),
        RawBytes.latin1(",\"thirdId\":\""),
        RawBytes.latin1("\",\"staticOne\":\""),
        RawBytes.latin1("\",\"staticTwo\":"),
        RawBytes.latin1(",\"staticThree\":\""),
        RawBytes.latin1("\",\"staticFour\":"),
        RawBytes.latin1(",\"changesA\":"),
        RawBytes.latin1(",\"changesB\":"),
        RawBytes.latin1("}}\n")
    };

    private final MyDataType result = new MyDataType();
    private final ValueCache texts = new ValueCache();
    private int at;

    @Override
    public int encode(Object sample) {
        MyDataType message = (MyDataType) sample;
        byte[] out = output;
        int i = NumberText.writeInt64(out, RawBytes.put(out, 0, PARTS[0]), message.firstId);
        i = NumberText.writeInt64(out, RawBytes.put(out, i, PARTS[1]), message.secondId);
        i = RawBytes.putAscii(out, RawBytes.put(out, i, PARTS[2]), message.thirdId);
        i = RawBytes.putAscii(out, RawBytes.put(out, i, PARTS[3]), message.staticOne);
        i = NumberText.writeInt64(out, RawBytes.put(out, i, PARTS[4]), message.staticTwo);
        i = texts.put(out, RawBytes.put(out, i, PARTS[5]), message.staticThree);
        i = NumberText.writeFloat64(out, RawBytes.put(out, i, PARTS[6]), message.staticFour);
        i = NumberText.writeInt64(out, RawBytes.put(out, i, PARTS[7]), message.changesA);
        i = NumberText.writeFloat64(out, RawBytes.put(out, i, PARTS[8]), message.changesB);
        return RawBytes.put(out, i, PARTS[9]);
    }

    @Override
    public Object decode(int offset, int length) {
        byte[] in = input;
        at = offset;
        MyDataType message = result;
        int from = next(in, 0, ',');
        message.firstId = NumberText.parseInt64(in, from, at);
        from = next(in, 1, ',');
        message.secondId = (int) NumberText.parseInt64(in, from, at);
        from = next(in, 2, '"');
        message.thirdId = texts.get(in, from, at - from);
        from = next(in, 3, '"');
        message.staticOne = texts.get(in, from, at - from);
        from = next(in, 4, ',');
        message.staticTwo = NumberText.parseInt64(in, from, at);
        from = next(in, 5, '"');
        message.staticThree = texts.time(in, from, at - from);
        from = next(in, 6, ',');
        message.staticFour = NumberText.parseFloat64(in, from, at);
        from = next(in, 7, ',');
        message.changesA = NumberText.parseInt64(in, from, at);
        from = next(in, 8, '}');
        message.changesB = NumberText.parseFloat64(in, from, at);
        return message;
    }

    /** Passes what stands before a value, and the value up to what ends it; returns where the value begins. */
    private int next(byte[] in, int part, char end) {
        if (!RawBytes.equal(in, at, PARTS[part])) {
            throw new IllegalStateException("not the expected name at byte " + at);
        }
        int from = at + PARTS[part].length;
        int i = from;
        while (in[i] != end) {
            i++;
        }
        at = i;
        return from;
    }
}
