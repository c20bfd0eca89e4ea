package io.deltawire.bench.floor;

import io.deltawire.bench.ArrayCodec;
import io.deltawire.bench.model.MyDataType;
import java.time.ZonedDateTime;

/**
 * The article's message in self-describing binary, its names included, by code that knows nothing else: every name is a
 * few constant stores, and is compared with what is expected when it is read.
 */
public final class FloorBinary extends ArrayCodec {
    private static final byte[][] NAMES = {
        Raw.latin1("\u00C7firstId"),
        Raw.latin1("\u00C8secondId"),
        Raw.latin1("\u00C7thirdId"),
        Raw.latin1("\u00C9staticOne"),
        Raw.latin1("\u00C9staticTwo"),
        Raw.latin1("\u00CBstaticThree"),
        Raw.latin1("\u00CAstaticFour"),
        Raw.latin1("\u00C8changesA"),
        Raw.latin1("\u00C8changesB"),
    };

    private final byte[] head;
    private final MyDataType result;
    private final Texts texts;
    private int at;

    /** A codec of {@link MyDataType}. */
    public FloorBinary() {
        this("\u00C6update\u00B6\nMyDataType", new MyDataType(), new Texts());
    }

    FloorBinary(String head, MyDataType result, Texts texts) {
        this.head = Raw.latin1(head);
        this.result = result;
        this.texts = texts;
    }

    @Override
    public int encode(Object sample) {
        MyDataType message = (MyDataType) sample;
        return encode(message, output);
    }

    int encode(MyDataType message, byte[] out) {
        int i = Raw.put(out, 0, head);
        i = putLong(out, Raw.put(out, i, NAMES[0]), message.firstId);
        i = putLong(out, Raw.put(out, i, NAMES[1]), message.secondId);
        i = putText(out, Raw.put(out, i, NAMES[2]), message.thirdId);
        i = putText(out, Raw.put(out, i, NAMES[3]), message.staticOne);
        i = putLong(out, Raw.put(out, i, NAMES[4]), message.staticTwo);
        i = putTime(out, Raw.put(out, i, NAMES[5]), message.staticThree);
        i = putDouble(out, Raw.put(out, i, NAMES[6]), message.staticFour);
        i = putLong(out, Raw.put(out, i, NAMES[7]), message.changesA);
        return putDouble(out, Raw.put(out, i, NAMES[8]), message.changesB);
    }

    private static int putLong(byte[] out, int at, long value) {
        out[at] = (byte) 0xA7;
        Raw.LONG.set(out, at + 1, value);
        return at + 9;
    }

    private static int putDouble(byte[] out, int at, double value) {
        out[at] = (byte) 0x91;
        Raw.DOUBLE.set(out, at + 1, value);
        return at + 9;
    }

    private static int putText(byte[] out, int at, String value) {
        out[at] = (byte) (0xE0 + value.length());
        return Raw.putAscii(out, at + 1, value);
    }

    private int putTime(byte[] out, int at, ZonedDateTime value) {
        out[at] = (byte) 0xB5;
        int end = texts.put(out, at + 2, value);
        out[at + 1] = (byte) (end - at - 2);
        return end;
    }

    @Override
    public Object decode(int offset, int length) {
        return decode(input, offset);
    }

    MyDataType decode(byte[] in, int offset) {
        at = offset;
        expect(in, head);
        MyDataType message = result;
        message.firstId = getLong(in, NAMES[0]);
        message.secondId = (int) getLong(in, NAMES[1]);
        message.thirdId = getText(in, NAMES[2]);
        message.staticOne = getText(in, NAMES[3]);
        message.staticTwo = getLong(in, NAMES[4]);
        message.staticThree = getTime(in, NAMES[5]);
        message.staticFour = getDouble(in, NAMES[6]);
        message.changesA = getLong(in, NAMES[7]);
        message.changesB = getDouble(in, NAMES[8]);
        return message;
    }

    private void expect(byte[] in, byte[] name) {
        if (!Raw.equal(in, at, name)) {
            throw new IllegalStateException("not the expected name at byte " + at);
        }
        at += name.length;
    }

    private long getLong(byte[] in, byte[] name) {
        expect(in, name);
        at += 9;
        return (long) Raw.LONG.get(in, at - 8);
    }

    private double getDouble(byte[] in, byte[] name) {
        expect(in, name);
        at += 9;
        return (double) Raw.DOUBLE.get(in, at - 8);
    }

    private String getText(byte[] in, byte[] name) {
        expect(in, name);
        int length = in[at] & 0x1F;
        at += 1 + length;
        return texts.get(in, at - length, length);
    }

    private ZonedDateTime getTime(byte[] in, byte[] name) {
        expect(in, name);
        int length = in[at + 1];
        at += 2 + length;
        return texts.time(in, at - length, length);
    }
}
