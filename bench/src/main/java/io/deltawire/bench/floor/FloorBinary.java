package io.deltawire.bench.floor;

import io.deltawire.bench.codec.ByteArrayCodec;
import io.deltawire.bench.model.MyDataType;
import java.time.ZonedDateTime;

/**
 * Floor for binary YAML: the same bytes as the format writes for the article's message, by code that is written for this class alone.
 *
 * <p>Names are constants that are stored eight bytes at a time, and compared when they are read. A number has the code that the format
 * uses for its size; only codes that the samples need are here. The code checks no limits, and detects only unexpected names.
 */
public final class FloorBinary extends ByteArrayCodec {
    private static final int TWO_WORDS = 16;

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

    /** The bytes between the document header and the length of the object: event name and type name, in words of eight bytes. */
    private final long[] prefix;

    private final int prefixLength;
    private final MyDataType result;
    private final ValueCache cache;
    private int position;

    public FloorBinary() {
        this("\u00C6update\u00B6\nMyDataType\u0082", new MyDataType(), new ValueCache());
    }

    /**
     * @param prefix event name and type name with their codes, as Latin-1
     * @param result the object that each message is read into
     */
    FloorBinary(String prefix, MyDataType result, ValueCache cache) {
        this.prefix = new long[] {RawBytes.word(prefix, 0), RawBytes.word(prefix, 8), RawBytes.word(prefix, 16)};
        this.prefixLength = prefix.length();
        this.result = result;
        this.cache = cache;
    }

    @Override
    public int encode(Object sample) {
        return encode((MyDataType) sample, output);
    }

    int encode(MyDataType message, byte[] out) {
        RawBytes.LONG.set(out, 4, prefix[0]);
        RawBytes.LONG.set(out, 12, prefix[1]);
        RawBytes.LONG.set(out, 20, prefix[2]);
        int fields = 4 + prefixLength + 4;
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

    private static int putLong(byte[] out, int position, long value) {
        if (value < 0 || value > 0xFFFF_FFFFL) {
            out[position] = (byte) 0xA7;
            RawBytes.LONG.set(out, position + 1, value);
            return position + 9;
        }
        if (value > 0xFFFF) {
            out[position] = (byte) (value > Integer.MAX_VALUE ? 0xA3 : 0xA6);
            RawBytes.INT.set(out, position + 1, (int) value);
            return position + 5;
        }
        out[position] = (byte) (value > Short.MAX_VALUE ? 0xA2 : value > 0xFF ? 0xA5 : 0xA1);
        RawBytes.SHORT.set(out, position + 1, (short) value);
        return value > 0xFF ? position + 3 : position + 2;
    }

    private static int putDouble(byte[] out, int position, double value) {
        float narrow = (float) value;
        if (narrow == value) {
            out[position] = (byte) 0x90;
            RawBytes.INT.set(out, position + 1, Float.floatToRawIntBits(narrow));
            return position + 5;
        }
        out[position] = (byte) 0x91;
        RawBytes.LONG.set(out, position + 1, Double.doubleToRawLongBits(value));
        return position + 9;
    }

    private static int putText(byte[] out, int position, String value) {
        out[position] = (byte) (0xE0 + value.length());
        return RawBytes.putAscii(out, position + 1, value);
    }

    private int putTime(byte[] out, int position, ZonedDateTime value) {
        out[position] = (byte) 0xB5;
        int end = cache.putTime(out, position + 2, value);
        out[position + 1] = (byte) (end - position - 2);
        return end;
    }

    @Override
    public Object decode(int offset, int length) {
        return decode(input, offset);
    }

    MyDataType decode(byte[] in, int offset) {
        int from = offset + 4;
        int rest = from + prefixLength - 8;
        require((long) RawBytes.LONG.get(in, from) == prefix[0]
                && (prefixLength < TWO_WORDS || (long) RawBytes.LONG.get(in, from + 8) == prefix[1])
                && (long) RawBytes.LONG.get(in, rest) == lastWordOfPrefix());
        position = rest + 8 + 4;
        MyDataType message = result;
        message.firstId = getLong(in, skipName(in, FIRST_ID, 8));
        message.secondId = (int) getLong(in, skipName(in, SECOND_ID, 9) && in[position - 1] == 'd');
        message.thirdId = getText(in, skipName(in, THIRD_ID, 8));
        message.staticOne = getText(
                in, skipName(in, STATIC_ONE, 10) && (short) RawBytes.SHORT.get(in, position - 2) == (short) ONE);
        message.staticTwo = getLong(
                in, skipName(in, STATIC_TWO, 10) && (short) RawBytes.SHORT.get(in, position - 2) == (short) TWO);
        message.staticThree =
                getTime(in, skipName(in, STATIC_THREE, 12) && (int) RawBytes.INT.get(in, position - 4) == HREE);
        message.staticFour = getDouble(
                in, skipName(in, STATIC_FOUR, 11) && ((int) RawBytes.INT.get(in, position - 3) & 0xFF_FFFF) == OUR);
        message.changesA = getLong(in, skipName(in, CHANGES, 9) && in[position - 1] == 'A');
        message.changesB = getDouble(in, skipName(in, CHANGES, 9) && in[position - 1] == 'B');
        return message;
    }

    private long lastWordOfPrefix() {
        int shift = prefixLength % 8 * 8;
        int word = prefixLength / 8;
        return shift == 0 ? prefix[word - 1] : prefix[word - 1] >>> shift | prefix[word] << 64 - shift;
    }

    private void require(boolean isExpectedName) {
        if (!isExpectedName) {
            throw new IllegalStateException("not the expected name before byte " + position);
        }
    }

    /** Advances past a name, and returns whether its first eight bytes are the expected ones. */
    private boolean skipName(byte[] in, long expected, int length) {
        int from = position;
        position = from + length;
        return (long) RawBytes.LONG.get(in, from) == expected;
    }

    private long getLong(byte[] in, boolean isExpectedName) {
        require(isExpectedName);
        int from = position + 1;
        switch (in[from - 1] & 0xFF) {
            case 0xA1:
                position = from + 1;
                return in[from] & 0xFF;
            case 0xA2:
                position = from + 2;
                return (short) RawBytes.SHORT.get(in, from) & 0xFFFF;
            case 0xA5:
                position = from + 2;
                return (short) RawBytes.SHORT.get(in, from);
            case 0xA3:
                position = from + 4;
                return (int) RawBytes.INT.get(in, from) & 0xFFFF_FFFFL;
            case 0xA6:
                position = from + 4;
                return (int) RawBytes.INT.get(in, from);
            default:
                position = from + 8;
                return (long) RawBytes.LONG.get(in, from);
        }
    }

    private double getDouble(byte[] in, boolean isExpectedName) {
        require(isExpectedName);
        int from = position + 1;
        if ((in[from - 1] & 0xFF) == 0x90) {
            position = from + 4;
            return Float.intBitsToFloat((int) RawBytes.INT.get(in, from));
        }
        position = from + 8;
        return Double.longBitsToDouble((long) RawBytes.LONG.get(in, from));
    }

    private String getText(byte[] in, boolean isExpectedName) {
        require(isExpectedName);
        int length = in[position] & 0x1F;
        position += 1 + length;
        return cache.text(in, position - length, length);
    }

    private ZonedDateTime getTime(byte[] in, boolean isExpectedName) {
        require(isExpectedName);
        int length = in[position + 1];
        position += 2 + length;
        return cache.time(in, position - length, length);
    }
}
