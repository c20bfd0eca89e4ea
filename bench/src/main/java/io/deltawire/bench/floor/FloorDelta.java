package io.deltawire.bench.floor;

import io.deltawire.bench.codec.ArrayCodec;
import io.deltawire.bench.model.MyDataType;
import io.deltawire.wire.spi.TemporalText;
import java.nio.charset.StandardCharsets;
import java.time.ZonedDateTime;
import java.util.Arrays;

/**
 * Keyed deltas of the article's message by code that knows nothing else: a slot for each key, found by hashing its three
 * fields; one byte that says which of the six other fields differ from the slot's; the differences. The first message of a
 * key is whole, names left out: what the class says need not be said by a floor.
 */
public final class FloorDelta extends ArrayCodec {
    private static final int STATIC_ONE = 1;
    private static final int STATIC_TWO = 2;
    private static final int STATIC_THREE = 4;
    private static final int STATIC_FOUR = 8;
    private static final int CHANGES_A = 16;
    private static final int CHANGES_B = 32;

    /** The header of the first message of a key. */
    private static final int FIRST = 64;

    private MyDataType[] slots = new MyDataType[64];
    private int[] table = new int[128];
    private int count;
    private int at;

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

    /** The slot of the message's key, or -1. */
    private int find(MyDataType message) {
        int mask = table.length - 1;
        for (int i = hash(message) & mask; ; i = i + 1 & mask) {
            int slot = table[i] - 1;
            if (slot < 0) {
                return -1;
            }
            MyDataType known = slots[slot];
            if (known.firstId == message.firstId
                    && known.secondId == message.secondId
                    && known.thirdId.equals(message.thirdId)) {
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
        MyDataType known = slots[slot];
        byte[] out = output;
        int i = RawBytes.putVarInt(out, 1, slot);
        int mask = 0;
        if (!message.staticOne.equals(known.staticOne)) {
            mask |= STATIC_ONE;
            known.staticOne = message.staticOne;
            i = putText(out, i, message.staticOne);
        }
        if (message.staticTwo != known.staticTwo) {
            mask |= STATIC_TWO;
            i = RawBytes.putVarInt(out, i, message.staticTwo - known.staticTwo);
            known.staticTwo = message.staticTwo;
        }
        if (!message.staticThree.equals(known.staticThree)) {
            mask |= STATIC_THREE;
            known.staticThree = message.staticThree;
            i = putTime(out, i, message.staticThree);
        }
        if (message.staticFour != known.staticFour) {
            mask |= STATIC_FOUR;
            known.staticFour = message.staticFour;
            i = putDouble(out, i, message.staticFour);
        }
        if (message.changesA != known.changesA) {
            mask |= CHANGES_A;
            i = RawBytes.putVarInt(out, i, message.changesA - known.changesA);
            known.changesA = message.changesA;
        }
        if (message.changesB != known.changesB) {
            mask |= CHANGES_B;
            i = putChange(out, i, message.changesB, known.changesB);
            known.changesB = message.changesB;
        }
        out[0] = (byte) mask;
        return i;
    }

    /** The difference of doubles as a whole number where that brings the new one back, else all of it after an odd byte. */
    private static int putChange(byte[] out, int at, double now, double before) {
        long difference = (long) (now - before);
        if (before + difference == now && Math.abs(difference) < 1L << 53) {
            return RawBytes.putVarInt(out, at, difference << 1);
        }
        return putDouble(out, RawBytes.putVarInt(out, at, 1), now);
    }

    private static int putText(byte[] out, int at, String text) {
        out[at] = (byte) text.length();
        return RawBytes.putAscii(out, at + 1, text);
    }

    private static int putDouble(byte[] out, int at, double value) {
        RawBytes.DOUBLE.set(out, at, value);
        return at + 8;
    }

    private static int putTime(byte[] out, int at, ZonedDateTime value) {
        int end = TemporalText.writeInto(out, at + 1, value);
        out[at] = (byte) (end - at - 1);
        return end;
    }

    @Override
    public Object decode(int offset, int length) {
        byte[] in = input;
        at = offset + 1;
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
            b = in[at++];
            value |= (b & 0x7FL) << shift;
            shift += 7;
        } while (b < 0);
        return value >>> 1 ^ -(value & 1);
    }

    private String text(byte[] in) {
        int length = in[at];
        at += 1 + length;
        return new String(in, at - length, length, StandardCharsets.ISO_8859_1);
    }

    private ZonedDateTime time(byte[] in) {
        int length = in[at];
        at += 1 + length;
        return (ZonedDateTime) TemporalText.parse(in, at - length, at);
    }

    private double float64(byte[] in) {
        at += 8;
        return (double) RawBytes.DOUBLE.get(in, at - 8);
    }
}
