package io.deltawire.bench.floor;

import io.deltawire.bench.codec.ByteArrayCodec;
import io.deltawire.bench.model.Snapshot;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Floor for the delta wire with the snapshot: keyed differences by code that is written for this class alone.
 *
 * <p>Both sides keep the last record of each symbol in a slot. An update has the number of the slot, and then for each field that changed
 * its number and the difference; differences of prices are in hundredths. The first message of a symbol has -1 and the symbol instead of
 * the slot, and then the differences from an empty record.
 */
public final class FloorSnapshotDelta extends ByteArrayCodec {
    private Snapshot[] slots = new Snapshot[64];
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
        Snapshot message = (Snapshot) sample;
        int slot = find(message.symbol);
        if (slot >= 0) {
            return encodeNumbers(message, slots[slot], RawBytes.putVarInt(output, 0, slot));
        }
        Snapshot last = blank(message.symbol);
        add(last);
        output[0] = 1; // -1 as a zigzag varint: a new slot
        return encodeNumbers(message, last, putText(output, 1, message.symbol));
    }

    private static Snapshot blank(String symbol) {
        Snapshot blank = new Snapshot();
        blank.symbol = symbol;
        blank.venue = "";
        return blank;
    }

    /** Returns the slot of a symbol, or -1 if the symbol is new. */
    private int find(String symbol) {
        int mask = table.length - 1;
        for (int i = symbol.hashCode() & mask; ; i = i + 1 & mask) {
            int slot = table[i] - 1;
            if (slot < 0 || slots[slot].symbol.equals(symbol)) {
                return slot;
            }
        }
    }

    private void add(Snapshot last) {
        if (count == slots.length) {
            slots = Arrays.copyOf(slots, 2 * count);
            table = new int[2 * table.length];
            for (int slot = 0; slot < count; slot++) {
                link(slot);
            }
        }
        slots[count] = last;
        link(count++);
    }

    private void link(int slot) {
        int mask = table.length - 1;
        int i = slots[slot].symbol.hashCode() & mask;
        while (table[i] != 0) {
            i = i + 1 & mask;
        }
        table[i] = slot + 1;
    }

    private int encodeNumbers(Snapshot message, Snapshot last, int position) {
        byte[] out = output;
        int i = position;
        if (!message.venue.equals(last.venue)) {
            out[i] = 1;
            i = putText(out, i + 1, message.venue);
            last.venue = message.venue;
        }
        if (message.time != last.time) {
            out[i] = 2;
            i = RawBytes.putVarInt(out, i + 1, message.time - last.time);
            last.time = message.time;
        }
        if (message.sequence != last.sequence) {
            out[i] = 3;
            i = RawBytes.putVarInt(out, i + 1, message.sequence - last.sequence);
            last.sequence = message.sequence;
        }
        if (message.bidPrice1 != last.bidPrice1) {
            out[i] = 4;
            i = putChange(out, i + 1, message.bidPrice1, last.bidPrice1);
            last.bidPrice1 = message.bidPrice1;
        }
        if (message.bidQuantity1 != last.bidQuantity1) {
            out[i] = 5;
            i = RawBytes.putVarInt(out, i + 1, message.bidQuantity1 - last.bidQuantity1);
            last.bidQuantity1 = message.bidQuantity1;
        }
        if (message.bidPrice2 != last.bidPrice2) {
            out[i] = 6;
            i = putChange(out, i + 1, message.bidPrice2, last.bidPrice2);
            last.bidPrice2 = message.bidPrice2;
        }
        if (message.bidQuantity2 != last.bidQuantity2) {
            out[i] = 7;
            i = RawBytes.putVarInt(out, i + 1, message.bidQuantity2 - last.bidQuantity2);
            last.bidQuantity2 = message.bidQuantity2;
        }
        if (message.bidPrice3 != last.bidPrice3) {
            out[i] = 8;
            i = putChange(out, i + 1, message.bidPrice3, last.bidPrice3);
            last.bidPrice3 = message.bidPrice3;
        }
        if (message.bidQuantity3 != last.bidQuantity3) {
            out[i] = 9;
            i = RawBytes.putVarInt(out, i + 1, message.bidQuantity3 - last.bidQuantity3);
            last.bidQuantity3 = message.bidQuantity3;
        }
        if (message.bidPrice4 != last.bidPrice4) {
            out[i] = 10;
            i = putChange(out, i + 1, message.bidPrice4, last.bidPrice4);
            last.bidPrice4 = message.bidPrice4;
        }
        if (message.bidQuantity4 != last.bidQuantity4) {
            out[i] = 11;
            i = RawBytes.putVarInt(out, i + 1, message.bidQuantity4 - last.bidQuantity4);
            last.bidQuantity4 = message.bidQuantity4;
        }
        if (message.bidPrice5 != last.bidPrice5) {
            out[i] = 12;
            i = putChange(out, i + 1, message.bidPrice5, last.bidPrice5);
            last.bidPrice5 = message.bidPrice5;
        }
        if (message.bidQuantity5 != last.bidQuantity5) {
            out[i] = 13;
            i = RawBytes.putVarInt(out, i + 1, message.bidQuantity5 - last.bidQuantity5);
            last.bidQuantity5 = message.bidQuantity5;
        }
        if (message.bidPrice6 != last.bidPrice6) {
            out[i] = 14;
            i = putChange(out, i + 1, message.bidPrice6, last.bidPrice6);
            last.bidPrice6 = message.bidPrice6;
        }
        if (message.bidQuantity6 != last.bidQuantity6) {
            out[i] = 15;
            i = RawBytes.putVarInt(out, i + 1, message.bidQuantity6 - last.bidQuantity6);
            last.bidQuantity6 = message.bidQuantity6;
        }
        if (message.bidPrice7 != last.bidPrice7) {
            out[i] = 16;
            i = putChange(out, i + 1, message.bidPrice7, last.bidPrice7);
            last.bidPrice7 = message.bidPrice7;
        }
        if (message.bidQuantity7 != last.bidQuantity7) {
            out[i] = 17;
            i = RawBytes.putVarInt(out, i + 1, message.bidQuantity7 - last.bidQuantity7);
            last.bidQuantity7 = message.bidQuantity7;
        }
        if (message.bidPrice8 != last.bidPrice8) {
            out[i] = 18;
            i = putChange(out, i + 1, message.bidPrice8, last.bidPrice8);
            last.bidPrice8 = message.bidPrice8;
        }
        if (message.bidQuantity8 != last.bidQuantity8) {
            out[i] = 19;
            i = RawBytes.putVarInt(out, i + 1, message.bidQuantity8 - last.bidQuantity8);
            last.bidQuantity8 = message.bidQuantity8;
        }
        if (message.bidPrice9 != last.bidPrice9) {
            out[i] = 20;
            i = putChange(out, i + 1, message.bidPrice9, last.bidPrice9);
            last.bidPrice9 = message.bidPrice9;
        }
        if (message.bidQuantity9 != last.bidQuantity9) {
            out[i] = 21;
            i = RawBytes.putVarInt(out, i + 1, message.bidQuantity9 - last.bidQuantity9);
            last.bidQuantity9 = message.bidQuantity9;
        }
        if (message.askPrice1 != last.askPrice1) {
            out[i] = 22;
            i = putChange(out, i + 1, message.askPrice1, last.askPrice1);
            last.askPrice1 = message.askPrice1;
        }
        if (message.askQuantity1 != last.askQuantity1) {
            out[i] = 23;
            i = RawBytes.putVarInt(out, i + 1, message.askQuantity1 - last.askQuantity1);
            last.askQuantity1 = message.askQuantity1;
        }
        if (message.askPrice2 != last.askPrice2) {
            out[i] = 24;
            i = putChange(out, i + 1, message.askPrice2, last.askPrice2);
            last.askPrice2 = message.askPrice2;
        }
        if (message.askQuantity2 != last.askQuantity2) {
            out[i] = 25;
            i = RawBytes.putVarInt(out, i + 1, message.askQuantity2 - last.askQuantity2);
            last.askQuantity2 = message.askQuantity2;
        }
        if (message.askPrice3 != last.askPrice3) {
            out[i] = 26;
            i = putChange(out, i + 1, message.askPrice3, last.askPrice3);
            last.askPrice3 = message.askPrice3;
        }
        if (message.askQuantity3 != last.askQuantity3) {
            out[i] = 27;
            i = RawBytes.putVarInt(out, i + 1, message.askQuantity3 - last.askQuantity3);
            last.askQuantity3 = message.askQuantity3;
        }
        if (message.askPrice4 != last.askPrice4) {
            out[i] = 28;
            i = putChange(out, i + 1, message.askPrice4, last.askPrice4);
            last.askPrice4 = message.askPrice4;
        }
        if (message.askQuantity4 != last.askQuantity4) {
            out[i] = 29;
            i = RawBytes.putVarInt(out, i + 1, message.askQuantity4 - last.askQuantity4);
            last.askQuantity4 = message.askQuantity4;
        }
        if (message.askPrice5 != last.askPrice5) {
            out[i] = 30;
            i = putChange(out, i + 1, message.askPrice5, last.askPrice5);
            last.askPrice5 = message.askPrice5;
        }
        if (message.askQuantity5 != last.askQuantity5) {
            out[i] = 31;
            i = RawBytes.putVarInt(out, i + 1, message.askQuantity5 - last.askQuantity5);
            last.askQuantity5 = message.askQuantity5;
        }
        if (message.askPrice6 != last.askPrice6) {
            out[i] = 32;
            i = putChange(out, i + 1, message.askPrice6, last.askPrice6);
            last.askPrice6 = message.askPrice6;
        }
        if (message.askQuantity6 != last.askQuantity6) {
            out[i] = 33;
            i = RawBytes.putVarInt(out, i + 1, message.askQuantity6 - last.askQuantity6);
            last.askQuantity6 = message.askQuantity6;
        }
        if (message.askPrice7 != last.askPrice7) {
            out[i] = 34;
            i = putChange(out, i + 1, message.askPrice7, last.askPrice7);
            last.askPrice7 = message.askPrice7;
        }
        if (message.askQuantity7 != last.askQuantity7) {
            out[i] = 35;
            i = RawBytes.putVarInt(out, i + 1, message.askQuantity7 - last.askQuantity7);
            last.askQuantity7 = message.askQuantity7;
        }
        if (message.askPrice8 != last.askPrice8) {
            out[i] = 36;
            i = putChange(out, i + 1, message.askPrice8, last.askPrice8);
            last.askPrice8 = message.askPrice8;
        }
        if (message.askQuantity8 != last.askQuantity8) {
            out[i] = 37;
            i = RawBytes.putVarInt(out, i + 1, message.askQuantity8 - last.askQuantity8);
            last.askQuantity8 = message.askQuantity8;
        }
        if (message.askPrice9 != last.askPrice9) {
            out[i] = 38;
            i = putChange(out, i + 1, message.askPrice9, last.askPrice9);
            last.askPrice9 = message.askPrice9;
        }
        if (message.askQuantity9 != last.askQuantity9) {
            out[i] = 39;
            i = RawBytes.putVarInt(out, i + 1, message.askQuantity9 - last.askQuantity9);
            last.askQuantity9 = message.askQuantity9;
        }
        return i;
    }

    /** Writes the difference in hundredths if that is exact, and otherwise an odd number and the whole value. */
    private static int putChange(byte[] out, int position, double now, double before) {
        long difference = Math.round((now - before) * 100);
        if (addHundredths(before, difference) == now) {
            return RawBytes.putVarInt(out, position, difference << 1);
        }
        int i = RawBytes.putVarInt(out, position, 1);
        RawBytes.DOUBLE.set(out, i, now);
        return i + 8;
    }

    private static double addHundredths(double before, long hundredths) {
        return Math.rint(before * 100 + hundredths) / 100;
    }

    private static int putText(byte[] out, int position, String text) {
        out[position] = (byte) text.length();
        return RawBytes.putAscii(out, position + 1, text);
    }

    @Override
    public Object decode(int offset, int length) {
        byte[] in = input;
        position = offset;
        int slot = (int) varInt(in);
        if (slot < 0) {
            if (count == slots.length) {
                slots = Arrays.copyOf(slots, 2 * count);
            }
            slot = count++;
            slots[slot] = blank(text(in));
        }
        Snapshot message = slots[slot];
        int end = offset + length;
        while (position < end) {
            decodeField(in, message, in[position++]);
        }
        return message;
    }

    private void decodeField(byte[] in, Snapshot message, int field) {
        switch (field) {
            case 1 -> message.venue = text(in);
            case 2 -> message.time += varInt(in);
            case 3 -> message.sequence += varInt(in);
            case 4 -> message.bidPrice1 = change(in, message.bidPrice1);
            case 5 -> message.bidQuantity1 += varInt(in);
            case 6 -> message.bidPrice2 = change(in, message.bidPrice2);
            case 7 -> message.bidQuantity2 += varInt(in);
            case 8 -> message.bidPrice3 = change(in, message.bidPrice3);
            case 9 -> message.bidQuantity3 += varInt(in);
            case 10 -> message.bidPrice4 = change(in, message.bidPrice4);
            case 11 -> message.bidQuantity4 += varInt(in);
            case 12 -> message.bidPrice5 = change(in, message.bidPrice5);
            case 13 -> message.bidQuantity5 += varInt(in);
            case 14 -> message.bidPrice6 = change(in, message.bidPrice6);
            case 15 -> message.bidQuantity6 += varInt(in);
            case 16 -> message.bidPrice7 = change(in, message.bidPrice7);
            case 17 -> message.bidQuantity7 += varInt(in);
            case 18 -> message.bidPrice8 = change(in, message.bidPrice8);
            case 19 -> message.bidQuantity8 += varInt(in);
            case 20 -> message.bidPrice9 = change(in, message.bidPrice9);
            case 21 -> message.bidQuantity9 += varInt(in);
            case 22 -> message.askPrice1 = change(in, message.askPrice1);
            case 23 -> message.askQuantity1 += varInt(in);
            case 24 -> message.askPrice2 = change(in, message.askPrice2);
            case 25 -> message.askQuantity2 += varInt(in);
            case 26 -> message.askPrice3 = change(in, message.askPrice3);
            case 27 -> message.askQuantity3 += varInt(in);
            case 28 -> message.askPrice4 = change(in, message.askPrice4);
            case 29 -> message.askQuantity4 += varInt(in);
            case 30 -> message.askPrice5 = change(in, message.askPrice5);
            case 31 -> message.askQuantity5 += varInt(in);
            case 32 -> message.askPrice6 = change(in, message.askPrice6);
            case 33 -> message.askQuantity6 += varInt(in);
            case 34 -> message.askPrice7 = change(in, message.askPrice7);
            case 35 -> message.askQuantity7 += varInt(in);
            case 36 -> message.askPrice8 = change(in, message.askPrice8);
            case 37 -> message.askQuantity8 += varInt(in);
            case 38 -> message.askPrice9 = change(in, message.askPrice9);
            case 39 -> message.askQuantity9 += varInt(in);
            default -> throw new IllegalStateException("no field " + field);
        }
    }

    private double change(byte[] in, double before) {
        long change = varInt(in);
        if ((change & 1) == 0) {
            return addHundredths(before, change >> 1);
        }
        position += 8;
        return (double) RawBytes.DOUBLE.get(in, position - 8);
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
}
