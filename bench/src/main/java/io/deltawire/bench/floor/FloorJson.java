package io.deltawire.bench.floor;

import io.deltawire.bench.codec.ByteArrayCodec;
import io.deltawire.bench.model.MyDataType;
import io.deltawire.wire.spi.text.NumberText;

/**
 * Floor for JSON: the article's message as one line of JSON, by code that is written for this class alone. The names with their
 * punctuation are constants that are copied, and compared when they are read.
 */
public final class FloorJson extends ByteArrayCodec {
    /** The text before each value, and after the last one. */
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
    private final ValueCache cache = new ValueCache();
    private int position;

    @Override
    public int encode(Object sample) {
        MyDataType message = (MyDataType) sample;
        byte[] out = output;
        int i = NumberText.writeInt64(out, RawBytes.put(out, 0, PARTS[0]), message.firstId);
        i = NumberText.writeInt64(out, RawBytes.put(out, i, PARTS[1]), message.secondId);
        i = RawBytes.putAscii(out, RawBytes.put(out, i, PARTS[2]), message.thirdId);
        i = RawBytes.putAscii(out, RawBytes.put(out, i, PARTS[3]), message.staticOne);
        i = NumberText.writeInt64(out, RawBytes.put(out, i, PARTS[4]), message.staticTwo);
        i = cache.putTime(out, RawBytes.put(out, i, PARTS[5]), message.staticThree);
        i = NumberText.writeFloat64(out, RawBytes.put(out, i, PARTS[6]), message.staticFour);
        i = NumberText.writeInt64(out, RawBytes.put(out, i, PARTS[7]), message.changesA);
        i = NumberText.writeFloat64(out, RawBytes.put(out, i, PARTS[8]), message.changesB);
        return RawBytes.put(out, i, PARTS[9]);
    }

    @Override
    public Object decode(int offset, int length) {
        byte[] in = input;
        position = offset;
        MyDataType message = result;
        int from = findValue(in, 0, ',');
        message.firstId = NumberText.parseInt64(in, from, position);
        from = findValue(in, 1, ',');
        message.secondId = (int) NumberText.parseInt64(in, from, position);
        from = findValue(in, 2, '"');
        message.thirdId = cache.text(in, from, position - from);
        from = findValue(in, 3, '"');
        message.staticOne = cache.text(in, from, position - from);
        from = findValue(in, 4, ',');
        message.staticTwo = NumberText.parseInt64(in, from, position);
        from = findValue(in, 5, '"');
        message.staticThree = cache.time(in, from, position - from);
        from = findValue(in, 6, ',');
        message.staticFour = NumberText.parseFloat64(in, from, position);
        from = findValue(in, 7, ',');
        message.changesA = NumberText.parseInt64(in, from, position);
        from = findValue(in, 8, '}');
        message.changesB = NumberText.parseFloat64(in, from, position);
        return message;
    }

    /**
     * Advances to the end of the next value.
     *
     * @param part the index of the text before the value
     * @param end the character after the value
     * @return the offset of the value
     */
    private int findValue(byte[] in, int part, char end) {
        if (!RawBytes.hasAt(in, position, PARTS[part])) {
            throw new IllegalStateException("not the expected name at byte " + position);
        }
        int from = position + PARTS[part].length;
        int i = from;
        while (in[i] != end) {
            i++;
        }
        position = i;
        return from;
    }
}
