package io.deltawire.bench.floor;

import io.deltawire.bench.codec.ArrayCodec;
import io.deltawire.bench.model.Snapshot;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Keyed deltas of the snapshot by code that knows nothing else: a slot for each symbol, then for each field that differs
 * its number and the difference, of prices in hundredths. The first message of a symbol is the difference from an empty
 * record, after the symbol in place of the slot.
 */
public final class FloorSnapshotDelta extends ArrayCodec {
    private Snapshot[] slots = new Snapshot[64];
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
        Snapshot message = (Snapshot) sample;
        int slot = find(message.symbol);
        if (slot >= 0) {
            return encodeNumbers(message, slots[slot], RawBytes.putVarInt(output, 0, slot));
        }
        Snapshot known = blank(message.symbol);
        add(known);
        output[0] = 1; // -1 as a variable-length number: a new slot
        return encodeNumbers(message, known, putText(output, 1, message.symbol));
    }

    private static Snapshot blank(String symbol) {
        Snapshot blank = new Snapshot();
        blank.symbol = symbol;
        blank.venue = "";
        return blank;
    }

    /** The slot of a symbol, or -1. */
    private int find(String symbol) {
        int mask = table.length - 1;
        for (int i = symbol.hashCode() & mask; ; i = i + 1 & mask) {
            int slot = table[i] - 1;
            if (slot < 0 || slots[slot].symbol.equals(symbol)) {
                return slot;
            }
        }
    }

    private void add(Snapshot known) {
        if (count == slots.length) {
            slots = Arrays.copyOf(slots, 2 * count);
            table = new int[2 * table.length];
            for (int slot = 0; slot < count; slot++) {
                link(slot);
            }
        }
        slots[count] = known;
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

    private int encodeNumbers(Snapshot message, Snapshot known, int at) {
        byte[] out = output;
        int i = at;
        if (!message.venue.equals(known.venue)) {
            out[i] = 1;
            i = putText(out, i + 1, message.venue);
            known.venue = message.venue;
        }
        if (message.time != known.time) {
            out[i] = 2;
            i = RawBytes.putVarInt(out, i + 1, message.time - known.time);
            known.time = message.time;
        }
        if (message.sequence != known.sequence) {
            out[i] = 3;
            i = RawBytes.putVarInt(out, i + 1, message.sequence - known.sequence);
            known.sequence = message.sequence;
        }
        if (message.bidPrice1 != known.bidPrice1) {
            out[i] = 4;
            i = putChange(out, i + 1, message.bidPrice1, known.bidPrice1);
            known.bidPrice1 = message.bidPrice1;
        }
        if (message.bidQuantity1 != known.bidQuantity1) {
            out[i] = 5;
            i = RawBytes.putVarInt(out, i + 1, message.bidQuantity1 - known.bidQuantity1);
            known.bidQuantity1 = message.bidQuantity1;
        }
        if (message.bidPrice2 != known.bidPrice2) {
            out[i] = 6;
            i = putChange(out, i + 1, message.bidPrice2, known.bidPrice2);
            known.bidPrice2 = message.bidPrice2;
        }
        if (message.bidQuantity2 != known.bidQuantity2) {
            out[i] = 7;
            i = RawBytes.putVarInt(out, i + 1, message.bidQuantity2 - known.bidQuantity2);
            known.bidQuantity2 = message.bidQuantity2;
        }
        if (message.bidPrice3 != known.bidPrice3) {
            out[i] = 8;
            i = putChange(out, i + 1, message.bidPrice3, known.bidPrice3);
            known.bidPrice3 = message.bidPrice3;
        }
        if (message.bidQuantity3 != known.bidQuantity3) {
            out[i] = 9;
            i = RawBytes.putVarInt(out, i + 1, message.bidQuantity3 - known.bidQuantity3);
            known.bidQuantity3 = message.bidQuantity3;
        }
        if (message.bidPrice4 != known.bidPrice4) {
            out[i] = 10;
            i = putChange(out, i + 1, message.bidPrice4, known.bidPrice4);
            known.bidPrice4 = message.bidPrice4;
        }
        if (message.bidQuantity4 != known.bidQuantity4) {
            out[i] = 11;
            i = RawBytes.putVarInt(out, i + 1, message.bidQuantity4 - known.bidQuantity4);
            known.bidQuantity4 = message.bidQuantity4;
        }
        if (message.bidPrice5 != known.bidPrice5) {
            out[i] = 12;
            i = putChange(out, i + 1, message.bidPrice5, known.bidPrice5);
            known.bidPrice5 = message.bidPrice5;
        }
        if (message.bidQuantity5 != known.bidQuantity5) {
            out[i] = 13;
            i = RawBytes.putVarInt(out, i + 1, message.bidQuantity5 - known.bidQuantity5);
            known.bidQuantity5 = message.bidQuantity5;
        }
        if (message.bidPrice6 != known.bidPrice6) {
            out[i] = 14;
            i = putChange(out, i + 1, message.bidPrice6, known.bidPrice6);
            known.bidPrice6 = message.bidPrice6;
        }
        if (message.bidQuantity6 != known.bidQuantity6) {
            out[i] = 15;
            i = RawBytes.putVarInt(out, i + 1, message.bidQuantity6 - known.bidQuantity6);
            known.bidQuantity6 = message.bidQuantity6;
        }
        if (message.bidPrice7 != known.bidPrice7) {
            out[i] = 16;
            i = putChange(out, i + 1, message.bidPrice7, known.bidPrice7);
            known.bidPrice7 = message.bidPrice7;
        }
        if (message.bidQuantity7 != known.bidQuantity7) {
            out[i] = 17;
            i = RawBytes.putVarInt(out, i + 1, message.bidQuantity7 - known.bidQuantity7);
            known.bidQuantity7 = message.bidQuantity7;
        }
        if (message.bidPrice8 != known.bidPrice8) {
            out[i] = 18;
            i = putChange(out, i + 1, message.bidPrice8, known.bidPrice8);
            known.bidPrice8 = message.bidPrice8;
        }
        if (message.bidQuantity8 != known.bidQuantity8) {
            out[i] = 19;
            i = RawBytes.putVarInt(out, i + 1, message.bidQuantity8 - known.bidQuantity8);
            known.bidQuantity8 = message.bidQuantity8;
        }
        if (message.bidPrice9 != known.bidPrice9) {
            out[i] = 20;
            i = putChange(out, i + 1, message.bidPrice9, known.bidPrice9);
            known.bidPrice9 = message.bidPrice9;
        }
        if (message.bidQuantity9 != known.bidQuantity9) {
            out[i] = 21;
            i = RawBytes.putVarInt(out, i + 1, message.bidQuantity9 - known.bidQuantity9);
            known.bidQuantity9 = message.bidQuantity9;
        }
        if (message.askPrice1 != known.askPrice1) {
            out[i] = 22;
            i = putChange(out, i + 1, message.askPrice1, known.askPrice1);
            known.askPrice1 = message.askPrice1;
        }
        if (message.askQuantity1 != known.askQuantity1) {
            out[i] = 23;
            i = RawBytes.putVarInt(out, i + 1, message.askQuantity1 - known.askQuantity1);
            known.askQuantity1 = message.askQuantity1;
        }
        if (message.askPrice2 != known.askPrice2) {
            out[i] = 24;
            i = putChange(out, i + 1, message.askPrice2, known.askPrice2);
            known.askPrice2 = message.askPrice2;
        }
        if (message.askQuantity2 != known.askQuantity2) {
            out[i] = 25;
            i = RawBytes.putVarInt(out, i + 1, message.askQuantity2 - known.askQuantity2);
            known.askQuantity2 = message.askQuantity2;
        }
        if (message.askPrice3 != known.askPrice3) {
            out[i] = 26;
            i = putChange(out, i + 1, message.askPrice3, known.askPrice3);
            known.askPrice3 = message.askPrice3;
        }
        if (message.askQuantity3 != known.askQuantity3) {
            out[i] = 27;
            i = RawBytes.putVarInt(out, i + 1, message.askQuantity3 - known.askQuantity3);
            known.askQuantity3 = message.askQuantity3;
        }
        if (message.askPrice4 != known.askPrice4) {
            out[i] = 28;
            i = putChange(out, i + 1, message.askPrice4, known.askPrice4);
            known.askPrice4 = message.askPrice4;
        }
        if (message.askQuantity4 != known.askQuantity4) {
            out[i] = 29;
            i = RawBytes.putVarInt(out, i + 1, message.askQuantity4 - known.askQuantity4);
            known.askQuantity4 = message.askQuantity4;
        }
        if (message.askPrice5 != known.askPrice5) {
            out[i] = 30;
            i = putChange(out, i + 1, message.askPrice5, known.askPrice5);
            known.askPrice5 = message.askPrice5;
        }
        if (message.askQuantity5 != known.askQuantity5) {
            out[i] = 31;
            i = RawBytes.putVarInt(out, i + 1, message.askQuantity5 - known.askQuantity5);
            known.askQuantity5 = message.askQuantity5;
        }
        if (message.askPrice6 != known.askPrice6) {
            out[i] = 32;
            i = putChange(out, i + 1, message.askPrice6, known.askPrice6);
            known.askPrice6 = message.askPrice6;
        }
        if (message.askQuantity6 != known.askQuantity6) {
            out[i] = 33;
            i = RawBytes.putVarInt(out, i + 1, message.askQuantity6 - known.askQuantity6);
            known.askQuantity6 = message.askQuantity6;
        }
        if (message.askPrice7 != known.askPrice7) {
            out[i] = 34;
            i = putChange(out, i + 1, message.askPrice7, known.askPrice7);
            known.askPrice7 = message.askPrice7;
        }
        if (message.askQuantity7 != known.askQuantity7) {
            out[i] = 35;
            i = RawBytes.putVarInt(out, i + 1, message.askQuantity7 - known.askQuantity7);
            known.askQuantity7 = message.askQuantity7;
        }
        if (message.askPrice8 != known.askPrice8) {
            out[i] = 36;
            i = putChange(out, i + 1, message.askPrice8, known.askPrice8);
            known.askPrice8 = message.askPrice8;
        }
        if (message.askQuantity8 != known.askQuantity8) {
            out[i] = 37;
            i = RawBytes.putVarInt(out, i + 1, message.askQuantity8 - known.askQuantity8);
            known.askQuantity8 = message.askQuantity8;
        }
        if (message.askPrice9 != known.askPrice9) {
            out[i] = 38;
            i = putChange(out, i + 1, message.askPrice9, known.askPrice9);
            known.askPrice9 = message.askPrice9;
        }
        if (message.askQuantity9 != known.askQuantity9) {
            out[i] = 39;
            i = RawBytes.putVarInt(out, i + 1, message.askQuantity9 - known.askQuantity9);
            known.askQuantity9 = message.askQuantity9;
        }
        return i;
    }

    /** The difference in hundredths where that brings the new one back, else all of it after an odd number. */
    private static int putChange(byte[] out, int at, double now, double before) {
        long difference = Math.round((now - before) * 100);
        if (stepped(before, difference) == now) {
            return RawBytes.putVarInt(out, at, difference << 1);
        }
        int i = RawBytes.putVarInt(out, at, 1);
        RawBytes.DOUBLE.set(out, i, now);
        return i + 8;
    }

    private static double stepped(double before, long hundredths) {
        return Math.rint(before * 100 + hundredths) / 100;
    }

    private static int putText(byte[] out, int at, String text) {
        out[at] = (byte) text.length();
        return RawBytes.putAscii(out, at + 1, text);
    }

    @Override
    public Object decode(int offset, int length) {
        byte[] in = input;
        at = offset;
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
        while (at < end) {
            decodeField(in, message, in[at++]);
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
            return stepped(before, change >> 1);
        }
        at += 8;
        return (double) RawBytes.DOUBLE.get(in, at - 8);
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
}
