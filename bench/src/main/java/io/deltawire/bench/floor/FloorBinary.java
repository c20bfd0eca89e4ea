package io.deltawire.bench.floor;

import io.deltawire.bench.codec.ArrayCodec;
import io.deltawire.bench.model.MyDataType;
import java.time.ZonedDateTime;

/**
 * The article's message in the very bytes of binary YAML, by code that knows nothing else: names are constant words that are
 * stored, and compared with what is expected when they are read; a number has the code that the format has for numbers of its
 * size, of which only those that the samples need are here. No limits, no errors but one, no class but this.
 */
public final class FloorBinary extends ArrayCodec {
    private static final int LONG_HEAD = 16;

    private static final long FIRST_ID = RawBytes.word("\u00C7firstId", 0);
    private static final long SECOND_ID = RawBytes.word("\u00C8secondId", 0);
    private static final long THIRD_ID = RawBytes.word("\u00C7thirdId", 0);
    private static final long STATIC_ONE = RawBytes.word("\u00C9staticOne", 0);
    private static final long STATIC_TWO = RawBytes.word("\u00C9staticTwo", 0);
    private static final long STATIC_THREE = RawBytes.word("\u00CBstaticThree", 0);
    private static final long STATIC_FOUR = RawBytes.word("\u00CAstaticFour", 0);
    private static final long CHANGES = RawBytes.word("\u00C8changesA", 0);
    private static final int ONE = (int) RawBytes.word("ne", 0);
    private static final int TWO = (int) RawBytes.word("wo", 0);
    private static final int HREE = (int) RawBytes.word("hree", 0);
    private static final int OUR = (int) RawBytes.word("our", 0);

    /** The bytes before the length of the object, in words. */
    private final long[] head;

    private final int headLength;
    private final MyDataType result;
    private final ValueCache texts;
    private int at;

    /** A codec of {@link MyDataType}. */
    public FloorBinary() {
        this("\u00C6update\u00B6\nMyDataType\u0082", new MyDataType(), new ValueCache());
    }

    FloorBinary(String head, MyDataType result, ValueCache texts) {
        this.head = new long[] {RawBytes.word(head, 0), RawBytes.word(head, 8), RawBytes.word(head, 16)};
        this.headLength = head.length();
        this.result = result;
        this.texts = texts;
    }

    @Override
    public int encode(Object sample) {
        return encode((MyDataType) sample, output);
    }

    int encode(MyDataType message, byte[] out) {
        RawBytes.LONG.set(out, 4, head[0]);
        RawBytes.LONG.set(out, 12, head[1]);
        RawBytes.LONG.set(out, 20, head[2]);
        int fields = 4 + headLength + 4;
        int i = fields;
        RawBytes.LONG.set(out, i, FIRST_ID);
        i = putLong(out, i + 8, message.firstId);
        RawBytes.LONG.set(out, i, SECOND_ID);
        out[i + 8] = 'd';
        i = putLong(out, i + 9, message.secondId);
        RawBytes.LONG.set(out, i, THIRD_ID);
        i = putText(out, i + 8, message.thirdId);
        RawBytes.LONG.set(out, i, STATIC_ONE);
        RawBytes.SHORT.set(out, i + 8, (short) ONE);
        i = putText(out, i + 10, message.staticOne);
        RawBytes.LONG.set(out, i, STATIC_TWO);
        RawBytes.SHORT.set(out, i + 8, (short) TWO);
        i = putLong(out, i + 10, message.staticTwo);
        RawBytes.LONG.set(out, i, STATIC_THREE);
        RawBytes.INT.set(out, i + 8, HREE);
        i = putTime(out, i + 12, message.staticThree);
        RawBytes.LONG.set(out, i, STATIC_FOUR);
        RawBytes.INT.set(out, i + 8, OUR);
        i = putDouble(out, i + 11, message.staticFour);
        RawBytes.LONG.set(out, i, CHANGES);
        out[i + 8] = 'A';
        i = putLong(out, i + 9, message.changesA);
        RawBytes.LONG.set(out, i, CHANGES);
        out[i + 8] = 'B';
        i = putDouble(out, i + 9, message.changesB);
        RawBytes.INT.set(out, 0, i - 4);
        RawBytes.INT.set(out, fields - 4, i - fields);
        return i;
    }

    private static int putLong(byte[] out, int at, long value) {
        if (value < 0 || value > 0xFFFF_FFFFL) {
            out[at] = (byte) 0xA7;
            RawBytes.LONG.set(out, at + 1, value);
            return at + 9;
        }
        if (value > 0xFFFF) {
            out[at] = (byte) (value > Integer.MAX_VALUE ? 0xA3 : 0xA6);
            RawBytes.INT.set(out, at + 1, (int) value);
            return at + 5;
        }
        out[at] = (byte) (value > Short.MAX_VALUE ? 0xA2 : value > 0xFF ? 0xA5 : 0xA1);
        RawBytes.SHORT.set(out, at + 1, (short) value);
        return value > 0xFF ? at + 3 : at + 2;
    }

    private static int putDouble(byte[] out, int at, double value) {
        float narrow = (float) value;
        if (narrow == value) {
            out[at] = (byte) 0x90;
            RawBytes.INT.set(out, at + 1, Float.floatToRawIntBits(narrow));
            return at + 5;
        }
        out[at] = (byte) 0x91;
        RawBytes.LONG.set(out, at + 1, Double.doubleToRawLongBits(value));
        return at + 9;
    }

    private static int putText(byte[] out, int at, String value) {
        out[at] = (byte) (0xE0 + value.length());
        return RawBytes.putAscii(out, at + 1, value);
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
        int from = offset + 4;
        int rest = from + headLength - 8;
        expect((long) RawBytes.LONG.get(in, from) == head[0]
                && (headLength < LONG_HEAD || (long) RawBytes.LONG.get(in, from + 8) == head[1])
                && (long) RawBytes.LONG.get(in, rest) == last());
        at = rest + 8 + 4;
        MyDataType message = result;
        message.firstId = getLong(in, word(in, FIRST_ID, 8));
        message.secondId = (int) getLong(in, word(in, SECOND_ID, 9) && in[at - 1] == 'd');
        message.thirdId = getText(in, word(in, THIRD_ID, 8));
        message.staticOne =
                getText(in, word(in, STATIC_ONE, 10) && (short) RawBytes.SHORT.get(in, at - 2) == (short) ONE);
        message.staticTwo =
                getLong(in, word(in, STATIC_TWO, 10) && (short) RawBytes.SHORT.get(in, at - 2) == (short) TWO);
        message.staticThree = getTime(in, word(in, STATIC_THREE, 12) && (int) RawBytes.INT.get(in, at - 4) == HREE);
        message.staticFour =
                getDouble(in, word(in, STATIC_FOUR, 11) && ((int) RawBytes.INT.get(in, at - 3) & 0xFF_FFFF) == OUR);
        message.changesA = getLong(in, word(in, CHANGES, 9) && in[at - 1] == 'A');
        message.changesB = getDouble(in, word(in, CHANGES, 9) && in[at - 1] == 'B');
        return message;
    }

    /** The last eight bytes of the head. */
    private long last() {
        int shift = headLength % 8 * 8;
        int word = headLength / 8;
        return shift == 0 ? head[word - 1] : head[word - 1] >>> shift | head[word] << 64 - shift;
    }

    private void expect(boolean isAsExpected) {
        if (!isAsExpected) {
            throw new IllegalStateException("not the expected name before byte " + at);
        }
    }

    /** Whether a word is at the place; moves behind the name that begins with it. */
    private boolean word(byte[] in, long expected, int length) {
        int from = at;
        at = from + length;
        return (long) RawBytes.LONG.get(in, from) == expected;
    }

    private long getLong(byte[] in, boolean isAsExpected) {
        expect(isAsExpected);
        int from = at + 1;
        switch (in[from - 1] & 0xFF) {
            case 0xA1:
                at = from + 1;
                return in[from] & 0xFF;
            case 0xA2:
                at = from + 2;
                return (short) RawBytes.SHORT.get(in, from) & 0xFFFF;
            case 0xA5:
                at = from + 2;
                return (short) RawBytes.SHORT.get(in, from);
            case 0xA3:
                at = from + 4;
                return (int) RawBytes.INT.get(in, from) & 0xFFFF_FFFFL;
            case 0xA6:
                at = from + 4;
                return (int) RawBytes.INT.get(in, from);
            default:
                at = from + 8;
                return (long) RawBytes.LONG.get(in, from);
        }
    }

    private double getDouble(byte[] in, boolean isAsExpected) {
        expect(isAsExpected);
        int from = at + 1;
        if ((in[from - 1] & 0xFF) == 0x90) {
            at = from + 4;
            return Float.intBitsToFloat((int) RawBytes.INT.get(in, from));
        }
        at = from + 8;
        return Double.longBitsToDouble((long) RawBytes.LONG.get(in, from));
    }

    private String getText(byte[] in, boolean isAsExpected) {
        expect(isAsExpected);
        int length = in[at] & 0x1F;
        at += 1 + length;
        return texts.get(in, at - length, length);
    }

    private ZonedDateTime getTime(byte[] in, boolean isAsExpected) {
        expect(isAsExpected);
        int length = in[at + 1];
        at += 2 + length;
        return texts.time(in, at - length, length);
    }
}
