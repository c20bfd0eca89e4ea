package io.deltawire.delta.internal.codec;

import io.deltawire.delta.internal.state.EncodedRecords;
import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.delta.internal.state.TypeState;
import io.deltawire.delta.internal.value.Op;
import io.deltawire.delta.internal.value.ValueWriter;
import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.wire.spi.text.VarInt;
import java.util.Arrays;

/** Writes what comes before the values of a message: which record it is of, and which leaves have a value in it. */
final class Heads {
    /** In place of a key mode: the message makes a record. */
    static final int NEW = -1;

    private final EncodedRecords records;
    private long[] mask = new long[1];

    /** What the masks take that have been kept. */
    long ringBytes;

    Heads(EncodedRecords records) {
        this.records = records;
    }

    /** The leaves that have a value in the message. */
    long[] mask() {
        return mask;
    }

    /** Makes the mask one of so many words, and no leaves. */
    long[] clearMask(int words) {
        if (mask.length != words) {
            mask = new long[words];
        } else {
            Arrays.fill(mask, 0);
        }
        return mask;
    }

    /** Makes the mask these leaves. */
    void setMask(long leaves) {
        clearMask(1)[0] = leaves;
    }

    /** Writes what comes before the values of an update: a byte or two where its mask has been among the first ones. */
    void writeUpdate(RecordState record, int mode, ValueWriter to) {
        int index = mask.length == 1 ? record.type.templates.shortIndexOf(mask[0]) : -1;
        if (index >= 0) {
            writeKey(record, mode | index, to.out);
        } else {
            write(record, mode, 0, to);
        }
    }

    /**
     * Writes what comes before the values.
     *
     * @param mode of an update, or {@link #NEW}
     * @param source of a new record, 1 where it is a copy of the type's last one
     */
    void write(RecordState record, int mode, int source, ValueWriter to) {
        TypeState state = record.type;
        int index = state.templates.indexOf(mask);
        boolean bitmap = index < 0 && bitmapBytes(state) <= sparseBytes();
        int code = index >= Op.SHORT_TEMPLATES
                ? Op.SHORT_TEMPLATES + (index - Op.SHORT_TEMPLATES >> 8)
                : index >= 0 ? index : bitmap ? Op.BITMAP_STORED : Op.SPARSE_STORED;
        if (mode == NEW) {
            writeNew(record, source, to);
            to.op(code);
        } else {
            writeKey(record, mode | code, to.out);
        }
        if (index >= Op.SHORT_TEMPLATES) {
            to.op(index - Op.SHORT_TEMPLATES & 0xFF);
        } else if (bitmap) {
            writeBitmap(state, to);
        } else if (index < 0) {
            writeSparse(to);
        }
        if (index < 0) {
            // Harmless before the message is complete: one that fails from here on ends the epoch.
            ringBytes += state.templates.add(mask);
        }
    }

    /** Writes the first byte of an update, with the code of its mask, and the slot where that is needed. */
    static void writeKey(RecordState record, int op, OutputBuffer to) {
        to.ensure(1 + VarInt.MAX_BYTES);
        to.array[to.position++] = (byte) op;
        if ((op & Op.MODE_BITS) == Op.SLOT) {
            to.position = VarInt.write(to.array, to.position, record.slot);
        }
    }

    private void writeNew(RecordState record, int source, ValueWriter to) {
        if (source == 0 && records.replaceForgotten(record.type, record.slot)) {
            to.op(Op.FULL);
            to.varInt(record.slot);
            return;
        }
        if (record.slot == records.slots()) {
            to.op(Op.NEW);
        } else {
            to.op(Op.NEW_AT);
            to.varInt(record.slot);
        }
        to.varInt((long) record.type.id << 1 | source);
    }

    private static int bitmapBytes(TypeState state) {
        return state.leaves + 7 >>> 3;
    }

    private int sparseBytes() {
        int size = 1;
        int last = -1;
        for (int w = 0; w < mask.length; w++) {
            for (long bits = mask[w]; bits != 0; bits &= bits - 1) {
                int leaf = w << 6 | Long.numberOfTrailingZeros(bits);
                size += leaf - last > 128 ? 2 : 1;
                last = leaf;
            }
        }
        return size;
    }

    private void writeBitmap(TypeState state, ValueWriter to) {
        for (int i = 0; i < bitmapBytes(state); i++) {
            to.op((int) (mask[i >>> 3] >>> ((i & 7) << 3)));
        }
    }

    private void writeSparse(ValueWriter to) {
        int count = 0;
        for (long word : mask) {
            count += Long.bitCount(word);
        }
        to.varInt(count);
        int last = -1;
        for (int w = 0; w < mask.length; w++) {
            for (long bits = mask[w]; bits != 0; bits &= bits - 1) {
                int leaf = w << 6 | Long.numberOfTrailingZeros(bits);
                to.varInt(leaf - last - 1);
                last = leaf;
            }
        }
    }
}
