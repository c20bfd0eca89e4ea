package io.deltawire.delta.internal.codec;

import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.delta.internal.state.TypeState;
import io.deltawire.delta.internal.state.WriterRecords;
import io.deltawire.delta.internal.value.Op;
import io.deltawire.delta.internal.value.PlainValueWriter;
import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.wire.spi.text.VarInt;
import java.util.Arrays;

/**
 * Writes the header of a message, which precedes its values: the key mode with the record's slot if needed, and the
 * mask of the leaves whose values follow. A mask that is in the type's dictionary is an index; others are a bitmap or a
 * list, and enter the dictionary.
 *
 * <p>The instance owns the current mask, which the update classes fill before the header is written.
 */
final class MessageHeaderWriter {
    /** Stands for a key mode: the message creates a record. */
    static final int NEW = -1;

    private final WriterRecords records;
    private long[] mask = new long[1];

    /** The memory in bytes of the masks added to dictionaries in this epoch. */
    private long ringBytes;

    MessageHeaderWriter(WriterRecords records) {
        this.records = records;
    }

    /** Begins an epoch, whose rings and dictionaries are empty. */
    void clearRingBytes() {
        ringBytes = 0;
    }

    long ringBytes() {
        return ringBytes;
    }

    /** Returns the mask: the leaves whose values the message has. */
    long[] mask() {
        return mask;
    }

    /** Empties the mask, gives it this number of words, and returns it. */
    long[] clearMask(int words) {
        if (mask.length != words) {
            mask = new long[words];
        } else {
            Arrays.fill(mask, 0);
        }
        return mask;
    }

    /** Sets the mask to these leaves, which are among the first 64. */
    void setMask(long leaves) {
        clearMask(1)[0] = leaves;
    }

    /** Writes the header of an update. A mask with a short index makes that one byte, and the slot if needed. */
    void writeUpdateHeader(RecordState record, int mode, PlainValueWriter to) {
        int index = mask.length == 1 ? record.type().masks().shortIndexOf(mask[0]) : -1;
        if (index >= 0) {
            writeKeyMode(record, mode | index, to.out());
        } else {
            writeHeader(record, mode, 0, to);
        }
    }

    /**
     * Writes the header of any message.
     *
     * @param mode the key mode of an update, or {@link #NEW}
     * @param source for a new record, 1 if it is a copy of the type's last one, else 0
     */
    void writeHeader(RecordState record, int mode, int source, PlainValueWriter to) {
        TypeState state = record.type();
        int index = state.masks().indexOf(mask);
        boolean bitmap = index < 0 && bitmapBytes(state) <= sparseBytes();
        int code = index >= Op.SHORT_MASKS
                ? Op.SHORT_MASKS + (index - Op.SHORT_MASKS >> 8)
                : index >= 0 ? index : bitmap ? Op.BITMAP_STORED : Op.SPARSE_STORED;
        if (mode == NEW) {
            writeNew(record, source, to);
            to.op(code);
        } else {
            writeKeyMode(record, mode | code, to.out());
        }
        if (index >= Op.SHORT_MASKS) {
            to.op(index - Op.SHORT_MASKS & 0xFF);
        } else if (bitmap) {
            writeBitmap(state, to);
        } else if (index < 0) {
            writeSparse(to);
        }
        if (index < 0) {
            // State may change before the message is complete: a failure from here on ends the epoch.
            ringBytes += state.masks().add(mask);
        }
    }

    /** Writes the first byte of an update, which is {@code op}, and the slot if the key mode needs it. */
    static void writeKeyMode(RecordState record, int op, OutputBuffer to) {
        to.ensure(1 + VarInt.MAX_BYTES);
        to.array[to.position++] = (byte) op;
        if ((op & Op.MODE_BITS) == Op.RECORD_ID) {
            to.position = VarInt.write(to.array, to.position, record.id());
        }
    }

    private void writeNew(RecordState record, int source, PlainValueWriter to) {
        if (record.id() == records.idCount()) {
            to.op(Op.NEW);
        } else {
            to.op(Op.NEW_AT);
            to.varInt(record.id());
        }
        to.varInt((long) record.type().id() << 1 | source);
    }

    private static int bitmapBytes(TypeState state) {
        return state.leafCount() + 7 >>> 3;
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

    private void writeBitmap(TypeState state, PlainValueWriter to) {
        for (int i = 0; i < bitmapBytes(state); i++) {
            to.op((int) (mask[i >>> 3] >>> ((i & 7) << 3)));
        }
    }

    private void writeSparse(PlainValueWriter to) {
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
