package io.deltawire.bench.floor;

import io.deltawire.bench.codec.ByteArrayCodec;
import io.deltawire.bench.model.Snapshot;

/**
 * Floor for binary YAML with the snapshot, by code that is written for this class alone. Unlike {@link FloorBinary} it writes numbers at
 * full width and no lengths, so its bytes are not exactly those of the format.
 */
public final class FloorSnapshot extends ByteArrayCodec {
    private static final byte[] PREFIX = RawBytes.latin1("\u00C6update\u00B6\bSnapshot");
    private static final byte[][] NAMES = {
        RawBytes.latin1("\u00C6symbol"),
        RawBytes.latin1("\u00C5venue"),
        RawBytes.latin1("\u00C4time"),
        RawBytes.latin1("\u00C8sequence"),
        RawBytes.latin1("\u00C9bidPrice1"),
        RawBytes.latin1("\u00CCbidQuantity1"),
        RawBytes.latin1("\u00C9bidPrice2"),
        RawBytes.latin1("\u00CCbidQuantity2"),
        RawBytes.latin1("\u00C9bidPrice3"),
        RawBytes.latin1("\u00CCbidQuantity3"),
        RawBytes.latin1("\u00C9bidPrice4"),
        RawBytes.latin1("\u00CCbidQuantity4"),
        RawBytes.latin1("\u00C9bidPrice5"),
        RawBytes.latin1("\u00CCbidQuantity5"),
        RawBytes.latin1("\u00C9bidPrice6"),
        RawBytes.latin1("\u00CCbidQuantity6"),
        RawBytes.latin1("\u00C9bidPrice7"),
        RawBytes.latin1("\u00CCbidQuantity7"),
        RawBytes.latin1("\u00C9bidPrice8"),
        RawBytes.latin1("\u00CCbidQuantity8"),
        RawBytes.latin1("\u00C9bidPrice9"),
        RawBytes.latin1("\u00CCbidQuantity9"),
        RawBytes.latin1("\u00C9askPrice1"),
        RawBytes.latin1("\u00CCaskQuantity1"),
        RawBytes.latin1("\u00C9askPrice2"),
        RawBytes.latin1("\u00CCaskQuantity2"),
        RawBytes.latin1("\u00C9askPrice3"),
        RawBytes.latin1("\u00CCaskQuantity3"),
        RawBytes.latin1("\u00C9askPrice4"),
        RawBytes.latin1("\u00CCaskQuantity4"),
        RawBytes.latin1("\u00C9askPrice5"),
        RawBytes.latin1("\u00CCaskQuantity5"),
        RawBytes.latin1("\u00C9askPrice6"),
        RawBytes.latin1("\u00CCaskQuantity6"),
        RawBytes.latin1("\u00C9askPrice7"),
        RawBytes.latin1("\u00CCaskQuantity7"),
        RawBytes.latin1("\u00C9askPrice8"),
        RawBytes.latin1("\u00CCaskQuantity8"),
        RawBytes.latin1("\u00C9askPrice9"),
        RawBytes.latin1("\u00CCaskQuantity9")
    };

    private final Snapshot result = new Snapshot();
    private final ValueCache cache = new ValueCache();
    private int position;

    @Override
    public int encode(Object sample) {
        Snapshot message = (Snapshot) sample;
        byte[] out = output;
        int i = RawBytes.put(out, 0, PREFIX);
        i = putText(out, RawBytes.put(out, i, NAMES[0]), message.symbol);
        i = putText(out, RawBytes.put(out, i, NAMES[1]), message.venue);
        i = putLong(out, RawBytes.put(out, i, NAMES[2]), message.time);
        i = putLong(out, RawBytes.put(out, i, NAMES[3]), message.sequence);
        i = putDouble(out, RawBytes.put(out, i, NAMES[4]), message.bidPrice1);
        i = putLong(out, RawBytes.put(out, i, NAMES[5]), message.bidQuantity1);
        i = putDouble(out, RawBytes.put(out, i, NAMES[6]), message.bidPrice2);
        i = putLong(out, RawBytes.put(out, i, NAMES[7]), message.bidQuantity2);
        i = putDouble(out, RawBytes.put(out, i, NAMES[8]), message.bidPrice3);
        i = putLong(out, RawBytes.put(out, i, NAMES[9]), message.bidQuantity3);
        i = putDouble(out, RawBytes.put(out, i, NAMES[10]), message.bidPrice4);
        i = putLong(out, RawBytes.put(out, i, NAMES[11]), message.bidQuantity4);
        i = putDouble(out, RawBytes.put(out, i, NAMES[12]), message.bidPrice5);
        i = putLong(out, RawBytes.put(out, i, NAMES[13]), message.bidQuantity5);
        i = putDouble(out, RawBytes.put(out, i, NAMES[14]), message.bidPrice6);
        i = putLong(out, RawBytes.put(out, i, NAMES[15]), message.bidQuantity6);
        i = putDouble(out, RawBytes.put(out, i, NAMES[16]), message.bidPrice7);
        i = putLong(out, RawBytes.put(out, i, NAMES[17]), message.bidQuantity7);
        i = putDouble(out, RawBytes.put(out, i, NAMES[18]), message.bidPrice8);
        i = putLong(out, RawBytes.put(out, i, NAMES[19]), message.bidQuantity8);
        i = putDouble(out, RawBytes.put(out, i, NAMES[20]), message.bidPrice9);
        i = putLong(out, RawBytes.put(out, i, NAMES[21]), message.bidQuantity9);
        i = putDouble(out, RawBytes.put(out, i, NAMES[22]), message.askPrice1);
        i = putLong(out, RawBytes.put(out, i, NAMES[23]), message.askQuantity1);
        i = putDouble(out, RawBytes.put(out, i, NAMES[24]), message.askPrice2);
        i = putLong(out, RawBytes.put(out, i, NAMES[25]), message.askQuantity2);
        i = putDouble(out, RawBytes.put(out, i, NAMES[26]), message.askPrice3);
        i = putLong(out, RawBytes.put(out, i, NAMES[27]), message.askQuantity3);
        i = putDouble(out, RawBytes.put(out, i, NAMES[28]), message.askPrice4);
        i = putLong(out, RawBytes.put(out, i, NAMES[29]), message.askQuantity4);
        i = putDouble(out, RawBytes.put(out, i, NAMES[30]), message.askPrice5);
        i = putLong(out, RawBytes.put(out, i, NAMES[31]), message.askQuantity5);
        i = putDouble(out, RawBytes.put(out, i, NAMES[32]), message.askPrice6);
        i = putLong(out, RawBytes.put(out, i, NAMES[33]), message.askQuantity6);
        i = putDouble(out, RawBytes.put(out, i, NAMES[34]), message.askPrice7);
        i = putLong(out, RawBytes.put(out, i, NAMES[35]), message.askQuantity7);
        i = putDouble(out, RawBytes.put(out, i, NAMES[36]), message.askPrice8);
        i = putLong(out, RawBytes.put(out, i, NAMES[37]), message.askQuantity8);
        i = putDouble(out, RawBytes.put(out, i, NAMES[38]), message.askPrice9);
        return putLong(out, RawBytes.put(out, i, NAMES[39]), message.askQuantity9);
    }

    private static int putLong(byte[] out, int position, long value) {
        out[position] = (byte) 0xA7;
        RawBytes.LONG.set(out, position + 1, value);
        return position + 9;
    }

    private static int putDouble(byte[] out, int position, double value) {
        out[position] = (byte) 0x91;
        RawBytes.DOUBLE.set(out, position + 1, value);
        return position + 9;
    }

    private static int putText(byte[] out, int position, String value) {
        out[position] = (byte) (0xE0 + value.length());
        return RawBytes.putAscii(out, position + 1, value);
    }

    @Override
    public Object decode(int offset, int length) {
        byte[] in = input;
        position = offset;
        skipName(in, PREFIX);
        Snapshot message = result;
        message.symbol = getText(in, NAMES[0]);
        message.venue = getText(in, NAMES[1]);
        message.time = getLong(in, NAMES[2]);
        message.sequence = getLong(in, NAMES[3]);
        message.bidPrice1 = getDouble(in, NAMES[4]);
        message.bidQuantity1 = getLong(in, NAMES[5]);
        message.bidPrice2 = getDouble(in, NAMES[6]);
        message.bidQuantity2 = getLong(in, NAMES[7]);
        message.bidPrice3 = getDouble(in, NAMES[8]);
        message.bidQuantity3 = getLong(in, NAMES[9]);
        message.bidPrice4 = getDouble(in, NAMES[10]);
        message.bidQuantity4 = getLong(in, NAMES[11]);
        message.bidPrice5 = getDouble(in, NAMES[12]);
        message.bidQuantity5 = getLong(in, NAMES[13]);
        message.bidPrice6 = getDouble(in, NAMES[14]);
        message.bidQuantity6 = getLong(in, NAMES[15]);
        message.bidPrice7 = getDouble(in, NAMES[16]);
        message.bidQuantity7 = getLong(in, NAMES[17]);
        message.bidPrice8 = getDouble(in, NAMES[18]);
        message.bidQuantity8 = getLong(in, NAMES[19]);
        message.bidPrice9 = getDouble(in, NAMES[20]);
        message.bidQuantity9 = getLong(in, NAMES[21]);
        message.askPrice1 = getDouble(in, NAMES[22]);
        message.askQuantity1 = getLong(in, NAMES[23]);
        message.askPrice2 = getDouble(in, NAMES[24]);
        message.askQuantity2 = getLong(in, NAMES[25]);
        message.askPrice3 = getDouble(in, NAMES[26]);
        message.askQuantity3 = getLong(in, NAMES[27]);
        message.askPrice4 = getDouble(in, NAMES[28]);
        message.askQuantity4 = getLong(in, NAMES[29]);
        message.askPrice5 = getDouble(in, NAMES[30]);
        message.askQuantity5 = getLong(in, NAMES[31]);
        message.askPrice6 = getDouble(in, NAMES[32]);
        message.askQuantity6 = getLong(in, NAMES[33]);
        message.askPrice7 = getDouble(in, NAMES[34]);
        message.askQuantity7 = getLong(in, NAMES[35]);
        message.askPrice8 = getDouble(in, NAMES[36]);
        message.askQuantity8 = getLong(in, NAMES[37]);
        message.askPrice9 = getDouble(in, NAMES[38]);
        message.askQuantity9 = getLong(in, NAMES[39]);
        return message;
    }

    private void skipName(byte[] in, byte[] name) {
        if (!RawBytes.hasAt(in, position, name)) {
            throw new IllegalStateException("not the expected name at byte " + position);
        }
        position += name.length;
    }

    private long getLong(byte[] in, byte[] name) {
        skipName(in, name);
        position += 9;
        return (long) RawBytes.LONG.get(in, position - 8);
    }

    private double getDouble(byte[] in, byte[] name) {
        skipName(in, name);
        position += 9;
        return (double) RawBytes.DOUBLE.get(in, position - 8);
    }

    private String getText(byte[] in, byte[] name) {
        skipName(in, name);
        int length = in[position] & 0x1F;
        position += 1 + length;
        return cache.text(in, position - length, length);
    }
}
