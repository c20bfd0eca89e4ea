package io.deltawire.bench.floor;

import io.deltawire.bench.codec.ByteArrayCodec;
import io.deltawire.bench.model.MyDataType;
import io.deltawire.wire.spi.text.TemporalText;
import java.nio.charset.StandardCharsets;
import java.time.ZonedDateTime;
import java.util.Arrays;

/**
 * Floor for the delta wire: keyed differences of the article's message, by code that is written for this class alone. The bytes are not
 * those of the format, which also carries names, types and checksums.
 *
 * <p>Both sides keep the last record of each key in a slot. The encoder finds the slot by hashing the three key fields. An update has a
 * byte with a bit for each of the six other fields that changed, the number of the slot, and the differences. The first message of a key
 * holds all fields without names.
 */
public final class FloorDelta extends ByteArrayCodec {
    private static final int STATIC_ONE = 1;
    private static final int STATIC_TWO = 2;
    private static final int STATIC_THREE = 4;
    private static final int STATIC_FOUR = 8;
    private static final int CHANGES_A = 16;
    private static final int CHANGES_B = 32;

    /** Replaces the bits of the fields in the first message of a key. */
    private static final int FIRST = 64;

    private MyDataType[] slots = new MyDataType[64];
    private int[] table = new int[128];
    private int count;
    private int position;

    @Override
    public void reset() {
        Arrays.fill(table, 0);
        Arrays.fill(slots, null);
        count = 0;
    }

    @Override
    public int encode(Object sample) {
        MyDataType message = (MyDataType) sample;
        int slot = find(message);
        return slot < 0 ? encodeFirst(message) : encodeChanges(message, slot);
    }

    /** Returns the slot of the message's key, or -1 if the key is new. */
    private int find(MyDataType message) {
        int mask = table.length - 1;
        for (int i = hash(message) & mask; ; i = i + 1 & mask) {
            int slot = table[i] - 1;
            if (slot < 0) {
                return -1;
            }
            MyDataType last = slots[slot];
            if (last.firstId == message.firstId
                    && last.secondId == message.secondId
                    && last.thirdId.equals(message.thirdId)) {
                return slot;
            }
        }
    }

    private static int hash(MyDataType message) {
        long hash = (message.firstId * 31 + message.secondId) * 31 + message.thirdId.hashCode();
        return (int) (hash * 0x9E37_79B9_7F4A_7C15L >>> 32);
    }

    private void add(MyDataType message) {
        if (2 * (count + 1) > table.length) {
            table = new int[2 * table.length];
            for (int slot = 0; slot < count; slot++) {
                link(slots[slot], slot);
            }
        }
        if (count == slots.length) {
            slots = Arrays.copyOf(slots, 2 * count);
        }
        slots[count] = message;
        link(message, count++);
    }

    private void link(MyDataType message, int slot) {
        int mask = table.length - 1;
        int i = hash(message) & mask;
        while (table[i] != 0) {
            i = i + 1 & mask;
        }
        table[i] = slot + 1;
    }

    private int encodeFirst(MyDataType message) {
        add(message.copy());
        byte[] out = output;
        out[0] = FIRST;
        int i = RawBytes.putVarInt(out, 1, message.firstId);
        i = RawBytes.putVarInt(out, i, message.secondId);
        i = putText(out, i, message.thirdId);
        i = putText(out, i, message.staticOne);
        i = RawBytes.putVarInt(out, i, message.staticTwo);
        i = putTime(out, i, message.staticThree);
        i = putDouble(out, i, message.staticFour);
        i = RawBytes.putVarInt(out, i, message.changesA);
        return putDouble(out, i, message.changesB);
    }

    private int encodeChanges(MyDataType message, int slot) {
        MyDataType last = slots[slot];
        byte[] out = output;
        int i = RawBytes.putVarInt(out, 1, slot);
        int mask = 0;
        if (!message.staticOne.equals(last.staticOne)) {
            mask |= STATIC_ONE;
            last.staticOne = message.staticOne;
            i = putText(out, i, message.staticOne);
        }
        if (message.staticTwo != last.staticTwo) {
            mask |= STATIC_TWO;
            i = RawBytes.putVarInt(out, i, message.staticTwo - last.staticTwo);
            last.staticTwo = message.staticTwo;
        }
        if (!message.staticThree.equals(last.staticThree)) {
            mask |= STATIC_THREE;
            last.staticThree = message.staticThree;
            i = putTime(out, i, message.staticThree);
        }
        if (message.staticFour != last.staticFour) {
            mask |= STATIC_FOUR;
            last.staticFour = message.staticFour;
            i = putDouble(out, i, message.staticFour);
        }
        if (message.changesA != last.changesA) {
            mask |= CHANGES_A;
            i = RawBytes.putVarInt(out, i, message.changesA - last.changesA);
            last.changesA = message.changesA;
        }
        if (message.changesB != last.changesB) {
            mask |= CHANGES_B;
            i = putChange(out, i, message.changesB, last.changesB);
            last.changesB = message.changesB;
        }
        out[0] = (byte) mask;
        return i;
    }

    /** Writes the difference as an integer if that is exact, and otherwise an odd number and the whole value. */
    private static int putChange(byte[] out, int position, double now, double before) {
        long difference = (long) (now - before);
        if (before + difference == now && Math.abs(difference) < 1L << 53) {
            return RawBytes.putVarInt(out, position, difference << 1);
        }
        return putDouble(out, RawBytes.putVarInt(out, position, 1), now);
    }

    private static int putText(byte[] out, int position, String text) {
        out[position] = (byte) text.length();
        return RawBytes.putAscii(out, position + 1, text);
    }

    private static int putDouble(byte[] out, int position, double value) {
        RawBytes.DOUBLE.set(out, position, value);
        return position + 8;
    }

    private static int putTime(byte[] out, int position, ZonedDateTime value) {
        int end = TemporalText.writeInto(out, position + 1, value);
        out[position] = (byte) (end - position - 1);
        return end;
    }

    @Override
    public Object decode(int offset, int length) {
        byte[] in = input;
        position = offset + 1;
        int mask = in[offset];
        return mask == FIRST ? decodeFirst(in) : decodeChanges(in, mask);
    }

    private MyDataType decodeFirst(byte[] in) {
        MyDataType message = new MyDataType();
        message.firstId = varInt(in);
        message.secondId = (int) varInt(in);
        message.thirdId = text(in);
        message.staticOne = text(in);
        message.staticTwo = varInt(in);
        message.staticThree = time(in);
        message.staticFour = float64(in);
        message.changesA = varInt(in);
        message.changesB = float64(in);
        if (count == slots.length) {
            slots = Arrays.copyOf(slots, 2 * count);
        }
        slots[count++] = message;
        return message;
    }

    private MyDataType decodeChanges(byte[] in, int mask) {
        MyDataType message = slots[(int) varInt(in)];
        if ((mask & STATIC_ONE) != 0) {
            message.staticOne = text(in);
        }
        if ((mask & STATIC_TWO) != 0) {
            message.staticTwo += varInt(in);
        }
        if ((mask & STATIC_THREE) != 0) {
            message.staticThree = time(in);
        }
        if ((mask & STATIC_FOUR) != 0) {
            message.staticFour = float64(in);
        }
        if ((mask & CHANGES_A) != 0) {
            message.changesA += varInt(in);
        }
        if ((mask & CHANGES_B) != 0) {
            long change = varInt(in);
            message.changesB = (change & 1) == 0 ? message.changesB + (change >> 1) : float64(in);
        }
        return message;
    }

    private long varInt(byte[] in) {
        long value = 0;
        int shift = 0;
        byte b;
        do {
            b = in[position++];
            value |= (b & 0x7FL) << shift;
            shift += 7;
        } while (b < 0);
        return value >>> 1 ^ -(value & 1);
    }

    private String text(byte[] in) {
        int length = in[position];
        position += 1 + length;
        return new String(in, position - length, length, StandardCharsets.ISO_8859_1);
    }

    private ZonedDateTime time(byte[] in) {
        int length = in[position];
        position += 1 + length;
        return (ZonedDateTime) TemporalText.parse(in, position - length, position);
    }

    private double float64(byte[] in) {
        position += 8;
        return (double) RawBytes.DOUBLE.get(in, position - 8);
    }
}
