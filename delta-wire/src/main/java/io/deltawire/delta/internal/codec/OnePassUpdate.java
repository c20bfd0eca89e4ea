package io.deltawire.delta.internal.codec;

import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.delta.internal.state.Succession;
import io.deltawire.delta.internal.state.TypeState;
import io.deltawire.delta.internal.stream.BlockWriter;
import io.deltawire.delta.internal.value.DecimalCode;
import io.deltawire.delta.internal.value.Kind;
import io.deltawire.delta.internal.value.Op;
import io.deltawire.delta.internal.value.Spread;
import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.wire.spi.text.ArrayAccess;
import io.deltawire.wire.spi.text.VarInt;

/**
 * Writes the update of an object by one pass over the fields that changed: each value is kept in the record, and what is to be
 * written for it put together in a long, which most messages are no longer than. What has just been written to memory byte by
 * byte cannot be read in one go without waiting for it.
 *
 * <p>Numbers, and times by their count, take a difference, booleans and texts that were sent not long ago one byte. A value that
 * leaves the form that the record has it in, and all after it, are left to a {@link ColumnUpdate}. The bytes are the same.
 */
public final class OnePassUpdate {
    /**
     * Whether a number takes one byte or two is made without a branch below this, and above whether it is two, three or four: the
     * steps of one field are mostly on one side of it, but on both sides of one byte or two.
     */
    private static final int SMALL = 1 << 10;

    /** In place of what is to be written for a value: that is left to others. */
    private static final long NO_CODE = -1;

    /** So many bits take a difference between decimals for which there is no better form. */
    private static final int DECIMAL_BITS = 1 + Integer.numberOfTrailingZeros(ColumnUpdate.SHORT_DIFFERENCE);

    private final BlockWriter blocks;
    private final OutputBuffer out;
    private final Succession succession;
    private final Heads heads;
    private final ColumnUpdate columnUpdate;

    /** What is to be written for the values that are not as predicted, by leaf. */
    private final long[] codes = new long[Long.SIZE];
    /** The leaves that are left to others: what {@link #writeAll} has found. */
    private long left;
    /** Those of them that are another thing than they were. */
    private long made;
    /** Where in the frame the last message begins that has not been handed over. */
    private int start;

    /** @param blocks where messages are written */
    OnePassUpdate(BlockWriter blocks, Succession succession, Heads heads, ColumnUpdate columnUpdate) {
        this.blocks = blocks;
        this.out = blocks.frame.out;
        this.succession = succession;
        this.heads = heads;
        this.columnUpdate = columnUpdate;
    }

    /**
     * Writes the message that brings a record to the state of an object. No leaf of its type is predicted to be what another
     * record has, and the message has been counted.
     *
     * @param fields those that differ, which go in one pass
     * @param values what numbers and booleans are now
     * @return whether it has been handed over; else it is yet to be added to the frame
     */
    public boolean write(LeafBinding binding, RecordState record, Object object, long fields, long[] values) {
        if (Long.bitCount(fields) == 1 && (binding.state.predictedMask & binding.leaves) == 0) {
            int field = Long.numberOfTrailingZeros(fields);
            int leaf = field + binding.base;
            long code = keepOne(record, leaf, ArrayAccess.get(values, field));
            if (code != 0) {
                return writeOne(binding, record, object, leaf, code, values);
            }
        }
        return writeAll(binding, record, object, fields, values);
    }

    /**
     * Keeps a number in the record that has changed by little.
     *
     * @return what is to be written for it, in two bytes at most; 0 where there is more to it: nothing has been
     *     done then, or what may be done again
     */
    private static long keepOne(RecordState record, int leaf, long value) {
        long form = record.formAt(leaf);
        long number = number(form, value);
        long difference = number - record.valueAt(leaf);
        long code = VarInt.zigzag(difference);
        if (number == DecimalCode.NONE || code >>> DECIMAL_BITS != 0) {
            return 0;
        }
        record.followAt(leaf, form, number, difference, value);
        return code;
    }

    /**
     * Writes the message for one number, as {@link #writeAll} does, without a loop, in which the compiler would keep all in
     * memory and not in registers.
     */
    private boolean writeOne(
            LeafBinding binding, RecordState record, Object object, int leaf, long code, long[] values) {
        TypeState state = binding.state;
        int op = succession.advance(record.slot);
        state.setLast(record);
        long word = code;
        int length = 2;
        if (code > 0x7F) {
            length = 3;
            word = code & 0x7F | 0x80 | code >>> 7 << Byte.SIZE;
        }
        if (op == Op.SLOT) {
            int bytes = record.slotLength;
            word = word << (bytes << 3) | record.slotCode;
            length += bytes;
        }
        int index = state.templates.shortIndexOfOne(leaf);
        if (index < 0 || length >= Long.BYTES || !blocks.takesWords()) {
            codes[leaf] = code;
            left = 0;
            finish(binding, record, object, values, op, 1L << leaf, index);
            return false;
        }
        record.updates++;
        blocks.addWord(word << Byte.SIZE | op | index, length);
        return true;
    }

    private boolean writeAll(LeafBinding binding, RecordState record, Object object, long fields, long[] values) {
        TypeState state = binding.state;
        int op = succession.advance(record.slot);
        state.setLast(record);
        long word = 0;
        int bits = Byte.SIZE;
        if (op == Op.SLOT) {
            word = record.slotCode << Byte.SIZE;
            bits += record.slotLength << 3;
        }
        int base = binding.base;
        long predicted = (state.predictedMask & binding.leaves) >>> base;
        for (long todo = predicted & ~fields; todo != 0; todo &= todo - 1) {
            int field = Long.numberOfTrailingZeros(todo);
            values[field] = record.raw[field + base];
        }
        // Asked of the class: the record may have to come from far, and the branch is often guessed wrong.
        long wholes = binding.wholes;
        long doubles = binding.doubles >>> base;
        long unpredicted = 0;
        long todo = fields | predicted;
        while (todo != 0) {
            long bit = todo & -todo;
            int field = Long.numberOfTrailingZeros(todo);
            int leaf = field + base;
            long form = record.formAt(leaf);
            long by = (predicted & bit) != 0 ? record.differenceAt(leaf, form) : 0;
            long value = ArrayAccess.get(values, field);
            long code;
            if ((wholes & bit) != 0) {
                long difference = value - record.valueAt(leaf);
                code = VarInt.zigzag(difference - by);
                if (code >>> Spread.MAX_BITS != 0) {
                    return writeLeft(binding, record, object, fields, values, op, unpredicted, todo);
                }
                record.followAt(leaf, form, value, difference, value);
            } else if ((doubles & bit) != 0) {
                long number = number(form, value);
                long difference = number - record.valueAt(leaf);
                code = VarInt.zigzag(difference - by);
                if (number == DecimalCode.NONE || code >>> DECIMAL_BITS != 0) {
                    return writeLeft(binding, record, object, fields, values, op, unpredicted, todo);
                }
                record.followAt(leaf, form, number, difference, value);
            } else {
                code = keepOther(binding, record, object, leaf, form, by, fields, value);
                if (code == NO_CODE) {
                    return writeLeft(binding, record, object, fields, values, op, unpredicted, todo);
                }
            }
            todo &= todo - 1;
            if (code == 0) {
                continue;
            }
            unpredicted |= bit;
            ArrayAccess.put(codes, leaf, code);
            // What does not fit the word is found by its length, after all of them.
            if (code < SMALL) {
                long isLong = 0x7F - code >>> Long.SIZE - 1;
                word |= code + (code & -0x80) + (isLong << 7) << bits;
                bits += Byte.SIZE + (int) (isLong << 3);
            } else {
                long groups = Spread.groups(code);
                int free = Spread.free(groups);
                word |= Spread.bytes(groups, free) << bits;
                bits += Long.SIZE - free;
            }
        }
        long leaves = unpredicted << base;
        int index = state.templates.shortIndexOf(leaves);
        if (index >= 0 && bits <= Spread.MAX_BITS && blocks.takesWords()) {
            blocks.addWord(word | op | index, bits >> 3);
            record.updates++;
            return true;
        }
        left = 0;
        finish(binding, record, object, values, op, leaves, index);
        return false;
    }

    /** Writes a message from the first value on that is left to others. */
    private boolean writeLeft(
            LeafBinding binding,
            RecordState record,
            Object object,
            long fields,
            long[] values,
            int op,
            long unpredicted,
            long todo) {
        int base = binding.base;
        left = rest(binding, record, object, todo << base, fields << base, values);
        long leaves = unpredicted << base | left;
        finish(binding, record, object, values, op, leaves, binding.state.templates.shortIndexOf(leaves));
        return false;
    }

    /**
     * Does what {@link #write} does for an object that is not made as the record's; the message is yet to be added to the frame.
     *
     * @param changed the leaves that differ
     * @param other the leaves that the record's object has not, or has for another thing
     * @param values what numbers and booleans are now, by leaf
     */
    public void writeMade(
            LeafBinding binding, RecordState record, Object object, long changed, long other, long[] values) {
        TypeState state = binding.state;
        int op = succession.advance(record.slot);
        state.setLast(record);
        made = other;
        long numbers = (changed | state.predictedMask & binding.leaves) & ~other;
        left = other | rest(binding, record, object, numbers, changed, values);
        finish(binding, record, object, values, op, left, state.templates.shortIndexOf(left));
        made = 0;
    }

    /**
     * Keeps a time, boolean or text in the record, or leaves a float.
     *
     * @param by what the value is predicted to change by
     * @param fields those that differ
     * @param value what a boolean is now
     * @return what is to be written for it, or {@link #NO_CODE}
     */
    private static long keepOther(
            LeafBinding binding,
            RecordState record,
            Object object,
            int leaf,
            long form,
            long by,
            long fields,
            long value) {
        int field = leaf - binding.base;
        boolean isChanged = (fields >>> field & 1) != 0;
        if ((binding.times >>> field & 1) != 0) {
            return keepTime(record, leaf, form, by, time(binding, record, object, leaf, isChanged), isChanged);
        }
        if (!isChanged) {
            return by == 0 ? 0 : NO_CODE; // a float or the text of a time or number that has stopped
        }
        int kind = RecordState.kindOf(form);
        if (kind == Kind.BOOL) {
            record.setBoolean(leaf, value);
            return 1;
        }
        return kind == Kind.TEXT && binding.reference(object, field) instanceof String text
                ? keepText(record, leaf, text)
                : NO_CODE;
    }

    private static long keepTime(RecordState record, int leaf, long form, long by, Object time, boolean isChanged) {
        long count = count(record, leaf, form, by, time, isChanged);
        long difference = count - record.valueAt(leaf);
        long code = VarInt.zigzag(difference - by);
        if (count == DecimalCode.NONE || code >>> Spread.MAX_BITS != 0) {
            return NO_CODE;
        }
        record.followReferenceAt(leaf, form, count, difference, time);
        return code;
    }

    /** Keeps a text that has been sent in full not long ago. */
    private static long keepText(RecordState record, int leaf, String text) {
        if (ValueCoder.looksLikeTime(text)) {
            return NO_CODE;
        }
        int index = record.type.textRing(leaf).indexOf(text);
        if (index < 0) {
            return NO_CODE;
        }
        record.setText(leaf, text);
        return (long) Op.TEXT_RING_BASE + index;
    }

    /** Writes a message that is long, or whose mask is new, or in which values have been left to others. */
    private void finish(
            LeafBinding binding, RecordState record, Object object, long[] values, int op, long leaves, int index) {
        start = out.position;
        if (index >= 0) {
            Heads.writeKey(record, op | index, out);
        } else {
            heads.setMask(leaves);
            heads.write(record, op, 0, blocks.frame);
        }
        out.ensure(binding.room);
        for (long todo = leaves & ~left; todo != 0; todo &= todo - 1) {
            out.position = VarInt.write(out.array, out.position, codes[Long.numberOfTrailingZeros(todo)]);
        }
        if (left != 0) {
            columnUpdate.writeRest(binding, record, object, left, made, values, blocks.frame);
        }
        record.updates++;
    }

    /** Where in the frame the last message begins that {@link #write} has not handed over. */
    public int start() {
        return start;
    }

    /** Moves the numbers and times on that are as predicted, and returns the leaves of the others. */
    private static long rest(
            LeafBinding binding, RecordState record, Object object, long leaves, long changed, long[] values) {
        long others = 0;
        for (long todo = leaves; todo != 0; todo &= todo - 1) {
            int leaf = Long.numberOfTrailingZeros(todo);
            long bit = todo & -todo;
            long form = record.form(leaf);
            long by = (binding.state.predictedMask & bit) != 0 ? record.difference(leaf, form) : 0;
            boolean isChanged = (changed & bit) != 0;
            boolean isTime = (binding.times >>> leaf - binding.base & 1) != 0;
            long value = isChanged ? values[leaf - binding.base] : record.raw[leaf];
            Object time = isTime ? time(binding, record, object, leaf, isChanged) : null;
            long number = isTime ? count(record, leaf, form, by, time, isChanged) : number(form, value);
            // The least whole number is a count like any other.
            boolean hasCount = number != DecimalCode.NONE || RecordState.kindOf(form) == Kind.INT;
            if (hasCount && number - record.value(leaf) == by) {
                if (isTime) {
                    record.followReferenceAt(leaf, form, number, by, time);
                } else {
                    record.follow(leaf, form, number, value);
                }
            } else if (isChanged || by != 0) {
                values[leaf - binding.base] = value;
                others |= bit;
            }
        }
        return others;
    }

    /**
     * The count that stands for a number in the form that the record has it in, or {@link DecimalCode#NONE}.
     */
    private static long number(long form, long bits) {
        int kind = RecordState.kindOf(form);
        if (kind == Kind.INT) {
            return bits;
        }
        return kind == Kind.DEC
                ? DecimalCode.mantissa(Double.longBitsToDouble(bits), RecordState.auxOf(form))
                : DecimalCode.NONE;
    }

    /** The time that a field has now, which is that of the record where it has not changed. */
    private static Object time(LeafBinding binding, RecordState record, Object object, int leaf, boolean isChanged) {
        return isChanged ? binding.reference(object, leaf - binding.base) : record.ref[leaf];
    }

    /**
     * The count that stands for a time in the form that the record has it in, or {@link DecimalCode#NONE}: also where the count is that of
     * another time, which the prediction is.
     *
     * @param by what the count is predicted to change by
     * @param isChanged whether the time is not what the record has
     */
    private static long count(RecordState record, int leaf, long form, long by, Object time, boolean isChanged) {
        long before = record.valueAt(leaf);
        if (!isChanged) {
            return before;
        }
        long count = LeafBinding.count(form, time, record.ref[leaf]);
        return by == 0 && count == before ? DecimalCode.NONE : count;
    }
}
