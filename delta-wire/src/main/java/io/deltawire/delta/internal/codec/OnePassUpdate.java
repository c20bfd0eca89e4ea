package io.deltawire.delta.internal.codec;

import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.delta.internal.state.SuccessorTable;
import io.deltawire.delta.internal.state.TypeState;
import io.deltawire.delta.internal.stream.BlockWriter;
import io.deltawire.delta.internal.value.DecimalCode;
import io.deltawire.delta.internal.value.Kind;
import io.deltawire.delta.internal.value.Op;
import io.deltawire.delta.internal.value.VarIntWord;
import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.wire.spi.text.ArrayAccess;
import io.deltawire.wire.spi.text.VarInt;

/**
 * Encodes the update of an object in one pass over the fields that changed: the fastest path of the writer. Each value
 * is stored in the record, and its code is assembled in a long, which most messages fit. Bytes that have just been
 * stored one by one could not be loaded as a word without a stall of the processor.
 *
 * <p>Numbers and times are sent as differences, booleans as one byte, and texts as one byte if they are in the ring.
 * The first value that changes its form and all values after it are deferred to a {@link ColumnUpdate}. The bytes are
 * the same on both paths.
 */
public final class OnePassUpdate {
    /**
     * Codes below this are assembled without a branch between one and two bytes; codes above it without a branch
     * between two, three and four. The changes of a field are mostly on one side of this bound, but vary between one
     * byte and two.
     */
    private static final int SMALL = 1 << 10;

    /** Stands for a code: the value is deferred to {@link ColumnUpdate}. */
    private static final long DEFERRED = -1;

    /** The bits of the largest code between decimals for which no other scale can pay. */
    private static final int DECIMAL_BITS = 1 + Integer.numberOfTrailingZeros(ColumnUpdate.SHORT_DIFFERENCE);

    private final BlockWriter blocks;
    private final OutputBuffer out;
    private final SuccessorTable succession;
    private final MessageHeaderWriter heads;
    private final ColumnUpdate columnUpdate;

    /** For each leaf the code to write, if the value is not as predicted. */
    private final long[] codes = new long[Long.SIZE];
    /** The leaves of the current message that are deferred to {@link ColumnUpdate}. */
    private long deferred;
    /** The leaves in {@link #deferred} that change their form, so that the record's value is of no use. */
    private long reshaped;
    /** The offset in the frame of the last message that the caller has yet to add. */
    private int pendingStart;

    /** @param blocks receives the messages */
    OnePassUpdate(BlockWriter blocks, SuccessorTable succession, MessageHeaderWriter heads, ColumnUpdate columnUpdate) {
        this.blocks = blocks;
        this.out = blocks.frame().out();
        this.succession = succession;
        this.heads = heads;
        this.columnUpdate = columnUpdate;
    }

    /**
     * Writes the update of a record to an object. No leaf of the type has the predictor {@link Op#LAST_OF_TYPE}, and
     * the message has been counted.
     *
     * @param fields the fields that differ, which one pass can write
     * @param values the current values of numbers and booleans, by field
     * @return whether the message has been added; else the caller adds the bytes from {@link #pendingStart()} on
     */
    public boolean write(LeafBinding binding, RecordState record, Object object, long fields, long[] values) {
        if (Long.bitCount(fields) == 1 && (binding.state().predictedMask() & binding.leaves()) == 0) {
            int field = Long.numberOfTrailingZeros(fields);
            int leaf = field + binding.base();
            long code = storeOne(record, leaf, ArrayAccess.get(values, field));
            if (code != 0) {
                return writeOne(binding, record, object, leaf, code, values);
            }
        }
        return writeAll(binding, record, object, fields, values);
    }

    /**
     * Stores a number that has changed by little in the record.
     *
     * @return the code to write, of at most two bytes; 0 if the general path has to write the number, which has no
     *     effect that the general path does not repeat
     */
    private static long storeOne(RecordState record, int leaf, long value) {
        long form = record.formUnchecked(leaf);
        long number = number(form, value);
        long difference = number - record.valueUnchecked(leaf);
        long code = VarInt.zigzag(difference);
        if (number == DecimalCode.NONE || code >>> DECIMAL_BITS != 0) {
            return 0;
        }
        record.advanceNumberUnchecked(leaf, form, number, difference, value);
        return code;
    }

    /**
     * Writes the message for a single number, as {@link #writeAll} does, but without a loop: in a loop the compiler
     * keeps the values in memory and not in registers.
     */
    private boolean writeOne(
            LeafBinding binding, RecordState record, Object object, int leaf, long code, long[] values) {
        TypeState state = binding.state();
        int op = succession.advanceTo(record.id());
        state.setLastRecord(record);
        long word = code;
        int length = 2;
        if (code > 0x7F) {
            length = 3;
            word = code & 0x7F | 0x80 | code >>> 7 << Byte.SIZE;
        }
        if (op == Op.RECORD_ID) {
            int bytes = record.idLength();
            word = word << (bytes << 3) | record.idVarInt();
            length += bytes;
        }
        int index = state.masks().shortIndexOfLeaf(leaf);
        if (index < 0 || length >= Long.BYTES || !blocks.acceptsWords()) {
            codes[leaf] = code;
            deferred = 0;
            finish(binding, record, object, values, op, 1L << leaf, index);
            return false;
        }
        record.countUpdate();
        blocks.addWord(word << Byte.SIZE | op | index, length);
        return true;
    }

    private boolean writeAll(LeafBinding binding, RecordState record, Object object, long fields, long[] values) {
        TypeState state = binding.state();
        int op = succession.advanceTo(record.id());
        state.setLastRecord(record);
        long word = 0;
        int bits = Byte.SIZE;
        if (op == Op.RECORD_ID) {
            word = record.idVarInt() << Byte.SIZE;
            bits += record.idLength() << 3;
        }
        int base = binding.base();
        long predicted = (state.predictedMask() & binding.leaves()) >>> base;
        for (long todo = predicted & ~fields; todo != 0; todo &= todo - 1) {
            int field = Long.numberOfTrailingZeros(todo);
            values[field] = record.rawAt(field + base);
        }
        // The class tells, not the record: the record may be out of the cache, and the branch is often mispredicted.
        long wholes = binding.integers();
        long doubles = binding.doubles() >>> base;
        long unpredicted = 0;
        long todo = fields | predicted;
        while (todo != 0) {
            long bit = todo & -todo;
            int field = Long.numberOfTrailingZeros(todo);
            int leaf = field + base;
            long form = record.formUnchecked(leaf);
            long by = (predicted & bit) != 0 ? record.differenceUnchecked(leaf, form) : 0;
            long value = ArrayAccess.get(values, field);
            long code;
            if ((wholes & bit) != 0) {
                long difference = value - record.valueUnchecked(leaf);
                code = VarInt.zigzag(difference - by);
                if (code >>> VarIntWord.MAX_BITS != 0) {
                    return writeDeferred(binding, record, object, fields, values, op, unpredicted, todo);
                }
                record.advanceNumberUnchecked(leaf, form, value, difference, value);
            } else if ((doubles & bit) != 0) {
                long number = number(form, value);
                long difference = number - record.valueUnchecked(leaf);
                code = VarInt.zigzag(difference - by);
                if (number == DecimalCode.NONE || code >>> DECIMAL_BITS != 0) {
                    return writeDeferred(binding, record, object, fields, values, op, unpredicted, todo);
                }
                record.advanceNumberUnchecked(leaf, form, number, difference, value);
            } else {
                code = storeOther(binding, record, object, leaf, form, by, fields, value);
                if (code == DEFERRED) {
                    return writeDeferred(binding, record, object, fields, values, op, unpredicted, todo);
                }
            }
            todo &= todo - 1;
            if (code == 0) {
                continue;
            }
            unpredicted |= bit;
            ArrayAccess.put(codes, leaf, code);
            // A message that does not fit the word is detected by its length, after the loop.
            if (code < SMALL) {
                long isLong = 0x7F - code >>> Long.SIZE - 1;
                word |= code + (code & -0x80) + (isLong << 7) << bits;
                bits += Byte.SIZE + (int) (isLong << 3);
            } else {
                long groups = VarIntWord.septets(code);
                int free = VarIntWord.unusedBits(groups);
                word |= VarIntWord.encode(groups, free) << bits;
                bits += Long.SIZE - free;
            }
        }
        long leaves = unpredicted << base;
        int index = state.masks().shortIndexOf(leaves);
        if (index >= 0 && bits <= VarIntWord.MAX_BITS && blocks.acceptsWords()) {
            blocks.addWord(word | op | index, bits >> 3);
            record.countUpdate();
            return true;
        }
        deferred = 0;
        finish(binding, record, object, values, op, leaves, index);
        return false;
    }

    /** Writes a message whose values from {@code todo} on are deferred to {@link ColumnUpdate}. */
    private boolean writeDeferred(
            LeafBinding binding,
            RecordState record,
            Object object,
            long fields,
            long[] values,
            int op,
            long unpredicted,
            long todo) {
        int base = binding.base();
        deferred = storePredicted(binding, record, object, todo << base, fields << base, values);
        long leaves = unpredicted << base | deferred;
        finish(
                binding,
                record,
                object,
                values,
                op,
                leaves,
                binding.state().masks().shortIndexOf(leaves));
        return false;
    }

    /**
     * Does what {@link #write} does for an object whose layout differs from the record's. The caller adds the bytes
     * from {@link #pendingStart()} on.
     *
     * @param changed the leaves that differ
     * @param other the leaves that the record does not have, or has in another form
     * @param values the current values of numbers and booleans, by leaf
     */
    public void writeReshaped(
            LeafBinding binding, RecordState record, Object object, long changed, long other, long[] values) {
        TypeState state = binding.state();
        int op = succession.advanceTo(record.id());
        state.setLastRecord(record);
        reshaped = other;
        long numbers = (changed | state.predictedMask() & binding.leaves()) & ~other;
        deferred = other | storePredicted(binding, record, object, numbers, changed, values);
        finish(binding, record, object, values, op, deferred, state.masks().shortIndexOf(deferred));
        reshaped = 0;
    }

    /**
     * Stores a time, boolean or text in the record. A float is deferred to {@link ColumnUpdate}.
     *
     * @param by the predicted change of the value
     * @param fields the fields that differ
     * @param value the current value of a boolean
     * @return the code to write, or {@link #DEFERRED}
     */
    private static long storeOther(
            LeafBinding binding,
            RecordState record,
            Object object,
            int leaf,
            long form,
            long by,
            long fields,
            long value) {
        int field = leaf - binding.base();
        boolean isChanged = (fields >>> field & 1) != 0;
        if ((binding.counted() >>> field & 1) != 0) {
            return storeTime(record, leaf, form, by, time(binding, record, object, leaf, isChanged), isChanged);
        }
        if (!isChanged) {
            return by == 0 ? 0 : DEFERRED; // a float, or the text of a time or number, that was predicted to change
        }
        int kind = RecordState.kindOf(form);
        if (kind == Kind.BOOL) {
            record.setBoolean(leaf, value);
            return 1;
        }
        return kind == Kind.TEXT && binding.reference(object, field) instanceof String text
                ? storeText(record, leaf, text)
                : DEFERRED;
    }

    private static long storeTime(RecordState record, int leaf, long form, long by, Object time, boolean isChanged) {
        long count = count(record, leaf, form, by, time, isChanged);
        long difference = count - record.valueUnchecked(leaf);
        long code = VarInt.zigzag(difference - by);
        if (count == DecimalCode.NONE || code >>> VarIntWord.MAX_BITS != 0) {
            return DEFERRED;
        }
        record.advanceCountedUnchecked(leaf, form, count, difference, time);
        return code;
    }

    /** Stores a text that is in the ring of its leaf. */
    private static long storeText(RecordState record, int leaf, String text) {
        if (ValueCoder.looksLikeTime(text)) {
            return DEFERRED;
        }
        int index = record.type().textRing(leaf).indexOf(text);
        if (index < 0) {
            return DEFERRED;
        }
        record.setText(leaf, text);
        return (long) Op.TEXT_RING_BASE + index;
    }

    /** Writes a message that does not fit a word, has a new mask, or has values for {@link ColumnUpdate}. */
    private void finish(
            LeafBinding binding, RecordState record, Object object, long[] values, int op, long leaves, int index) {
        pendingStart = out.position;
        if (index >= 0) {
            MessageHeaderWriter.writeKeyMode(record, op | index, out);
        } else {
            heads.setMask(leaves);
            heads.writeHeader(record, op, 0, blocks.frame());
        }
        out.ensure(binding.maxUpdateBytes());
        for (long todo = leaves & ~deferred; todo != 0; todo &= todo - 1) {
            out.position = VarInt.write(out.array, out.position, codes[Long.numberOfTrailingZeros(todo)]);
        }
        if (deferred != 0) {
            columnUpdate.writeLeaves(binding, record, object, deferred, reshaped, values, blocks.frame());
        }
        record.countUpdate();
    }

    /** Returns the offset in the frame of the last message that {@link #write} has not added. */
    public int pendingStart() {
        return pendingStart;
    }

    /** Stores the numbers and times that are as predicted, and returns the leaves of all other values. */
    private static long storePredicted(
            LeafBinding binding, RecordState record, Object object, long leaves, long changed, long[] values) {
        long others = 0;
        for (long todo = leaves; todo != 0; todo &= todo - 1) {
            int leaf = Long.numberOfTrailingZeros(todo);
            long bit = todo & -todo;
            long form = record.form(leaf);
            long by = (binding.state().predictedMask() & bit) != 0 ? record.difference(leaf, form) : 0;
            boolean isChanged = (changed & bit) != 0;
            boolean isTime = (binding.counted() >>> leaf - binding.base() & 1) != 0;
            long value = isChanged ? values[leaf - binding.base()] : record.rawAt(leaf);
            Object time = isTime ? time(binding, record, object, leaf, isChanged) : null;
            long number = isTime ? count(record, leaf, form, by, time, isChanged) : number(form, value);
            // Long.MIN_VALUE is a valid integer, although it equals DecimalCode.NONE.
            boolean hasCount = number != DecimalCode.NONE || RecordState.kindOf(form) == Kind.INT;
            if (hasCount && number - record.value(leaf) == by) {
                if (isTime) {
                    record.advanceCountedUnchecked(leaf, form, number, by, time);
                } else {
                    record.advanceNumber(leaf, form, number, value);
                }
            } else if (isChanged || by != 0) {
                values[leaf - binding.base()] = value;
                others |= bit;
            }
        }
        return others;
    }

    /** Returns the number that stands for a value in the record's form, or {@link DecimalCode#NONE}. */
    private static long number(long form, long bits) {
        int kind = RecordState.kindOf(form);
        if (kind == Kind.INT) {
            return bits;
        }
        return kind == Kind.DEC
                ? DecimalCode.mantissa(Double.longBitsToDouble(bits), RecordState.auxOf(form))
                : DecimalCode.NONE;
    }

    /** Returns the current time of a field: the record's time if it has not changed. */
    private static Object time(LeafBinding binding, RecordState record, Object object, int leaf, boolean isChanged) {
        return isChanged ? binding.reference(object, leaf - binding.base()) : record.refAt(leaf);
    }

    /**
     * Returns the number that stands for a time in the record's form. It is {@link DecimalCode#NONE} if there is none,
     * or if a different time has the predicted number, which the reader would take for the old time.
     *
     * @param by the predicted change of the number
     * @param isChanged whether the time differs from the record's
     */
    private static long count(RecordState record, int leaf, long form, long by, Object time, boolean isChanged) {
        long before = record.valueUnchecked(leaf);
        if (!isChanged) {
            return before;
        }
        long count = LeafBinding.count(form, time, record.refAt(leaf));
        return by == 0 && count == before ? DecimalCode.NONE : count;
    }
}
