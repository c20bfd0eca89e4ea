package io.deltawire.delta.internal.codec;

import io.deltawire.delta.internal.state.Predictor;
import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.delta.internal.state.SuccessorTable;
import io.deltawire.delta.internal.state.TypeState;
import io.deltawire.delta.internal.stream.StreamWriter;
import io.deltawire.delta.internal.value.DecimalCode;
import io.deltawire.delta.internal.value.EncodedValue;
import io.deltawire.delta.internal.value.Kind;
import io.deltawire.delta.internal.value.Op;
import io.deltawire.delta.internal.value.PlainValueWriter;
import io.deltawire.delta.internal.value.VarIntWord;
import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.wire.spi.text.ArrayAccess;
import io.deltawire.wire.spi.text.VarInt;

/**
 * Turns the values of a message into bytes, and brings the record to the message at the same time.
 *
 * <p>The values come as {@link Columns}, by leaf, whatever the message came from. The steps are: {@link #findChanges}
 * finds the leaves that are not as predicted, the caller writes the header, and {@link #write} writes the values. All
 * code of the application has run before, so the second half of this cannot fail.
 *
 * <p>The fields of an object come as a mask of what differs and arrays of its values. {@link #updateFields} has one
 * loop for those that stay in their form: numbers and times are sent as differences, booleans as one byte, and texts as
 * one byte if they are in the ring. The loop assembles the codes in a long, which most messages fit. Bytes that have
 * just been stored one by one could not be loaded as a word without a stall of the processor. The first value that
 * changes its form and all values after it go to the columns, and are written as any others.
 */
final class ValueEncoder {
    /** Smaller differences take at most two bytes, so that no other scale can pay. */
    private static final int SHORT_DIFFERENCE = 1 << 13;

    /**
     * Codes below this are assembled without a branch between one and two bytes; codes above it without a branch
     * between two, three and four. The changes of a field are mostly on one side of this bound, but vary between one
     * byte and two.
     */
    private static final int SMALL = 1 << 10;

    /** Stands for a code: the value goes to the columns. */
    private static final long DEFERRED = -1;

    /** The bits of the largest code between decimals for which no other scale can pay. */
    private static final int DECIMAL_BITS = 1 + Integer.numberOfTrailingZeros(SHORT_DIFFERENCE);

    /** The bytes that a copy of an earlier text has to save. */
    private static final int MIN_GAIN = 2;
    /** The same in frames that are compressed, where DEFLATE finds shorter copies by itself. */
    private static final int MIN_GAIN_COMPRESSED = 32;

    private final Columns in;
    private final StreamWriter blocks;
    private final PlainValueWriter frame;
    private final OutputBuffer out;
    private final SuccessorTable succession;
    private final MessageHeaderWriter heads;
    private final ValueCoder coder;
    private final EncodedValue predicted = new EncodedValue();
    private final EncodedValue coded = new EncodedValue();
    /** For each leaf of the loop the code to write, if the value is not as predicted. */
    private final long[] codes = new long[Long.SIZE];

    /** The length of texts and plain values that may be sent in an epoch, and that has been. */
    private final long maxSent;

    private long sentLength;

    /** The memory in bytes that has been added to the rings in this epoch. */
    private long ringBytes;

    /**
     * @param blocks receives the messages, in its frame or as words
     * @param isDeflated whether the frames are compressed
     * @param maxStateBytes the bound of the state, of which the length of texts may be twice as much
     */
    ValueEncoder(
            Columns in,
            StreamWriter blocks,
            SuccessorTable succession,
            MessageHeaderWriter heads,
            boolean isDeflated,
            long maxStateBytes) {
        this.in = in;
        this.maxSent = maxStateBytes > Long.MAX_VALUE / 2 ? Long.MAX_VALUE : 2 * maxStateBytes;
        this.blocks = blocks;
        this.frame = blocks.frame();
        this.out = frame.out();
        this.succession = succession;
        this.heads = heads;
        this.coder = new ValueCoder(frame, new TextSegmentsEncoder(isDeflated ? MIN_GAIN_COMPRESSED : MIN_GAIN));
    }

    /** Begins an epoch, in which nothing has been sent. */
    void beginEpoch() {
        ringBytes = 0;
        sentLength = 0;
        coder.clearTexts();
    }

    long ringBytes() {
        return ringBytes;
    }

    boolean fitsInKeyFrame(long textLength) {
        return sentLength + textLength <= maxSent / 2;
    }

    /** Whether the texts of this epoch are so long that another one should begin. A key frame takes less. */
    boolean hasSentTooMuch() {
        return sentLength - maxSent / 2 > maxSent / 4;
    }

    // ---- values in columns

    /** Adds the leaves that are not as predicted to an empty mask. */
    void findChanges(RecordState record, boolean isNew, long[] mask) {
        TypeState state = record.type();
        in.findDifferences(record, state.leafCount(), mask);
        for (int leaf : state.predictedLeaves()) {
            long bit = 1L << leaf;
            mask[leaf >>> 6] = isPredicted(record, leaf, isNew) ? mask[leaf >>> 6] & ~bit : mask[leaf >>> 6] | bit;
        }
    }

    /**
     * Does what {@link #findChanges(RecordState, boolean, long[])} does for an existing record and these leaves; no
     * others have changed.
     */
    void findChanges(RecordState record, int[] leaves, int count, long[] mask) {
        for (int i = 0; i < count; i++) {
            if (!isPredicted(record, leaves[i], false)) {
                mask[leaves[i] >>> 6] |= 1L << leaves[i];
            }
        }
    }

    private boolean isPredicted(RecordState record, int leaf, boolean isNew) {
        Predictor predictor = record.type().predictor(leaf);
        RecordState source = predictor.source(record);
        long increment = predictor.increment(record, leaf);
        if (increment == 0) {
            if (source != record) {
                source.grow(); // it may be older than the leaf
            }
            return in.isSame(leaf, source);
        }
        long number = in.countOrTime(leaf, source);
        if (number != DecimalCode.NONE) {
            return number == source.value(leaf) + increment;
        }
        chooseForm(record, leaf, isNew);
        return coded.isSame(predicted);
    }

    private void chooseForm(RecordState record, int leaf, boolean isNew) {
        record.type().predictor(leaf).predictValue(record, leaf, predicted);
        coder.chooseForm(in, leaf, predicted, isNew, record.type(), coded);
    }

    /** Writes the values of the leaves in the mask, and stores them and the predictions of the others in the record. */
    void write(RecordState record, long[] mask, boolean isNew) {
        for (int leaf : record.type().predictedLeaves()) {
            if ((mask[leaf >>> 6] >>> leaf & 1) == 0) {
                setToPrediction(record, leaf);
            }
        }
        for (int w = 0; w < mask.length; w++) {
            for (long bits = mask[w]; bits != 0; bits &= bits - 1) {
                writeValue(record, w << 6 | Long.numberOfTrailingZeros(bits), isNew);
            }
        }
    }

    /** Sets a value that is as predicted, and in the columns, unless the prediction is another record's value. */
    private void setToPrediction(RecordState record, int leaf) {
        Predictor predictor = record.type().predictor(leaf);
        RecordState source = predictor.source(record);
        if (source != record) {
            record.copyValue(source, leaf);
        } else if (predictor.increment(record, leaf) != 0) {
            long number = in.countOrTime(leaf, record);
            if (number != DecimalCode.NONE) {
                store(record, leaf, number);
            } else {
                chooseForm(record, leaf, false);
                record.set(leaf, coded);
            }
        }
    }

    /** Stores a number of the columns that keeps the record's form. */
    private void store(RecordState record, int leaf, long number) {
        long difference = number - record.value(leaf);
        if (Kind.hasObject(record.kind(leaf))) {
            record.setCounted(leaf, number, in.refAt(leaf), difference);
        } else {
            record.setNumber(leaf, number, in.rawAt(leaf), difference);
        }
    }

    /** Writes a value that is not the predicted one, and stores it in the record. */
    private void writeValue(RecordState record, int leaf, boolean isNew) {
        Predictor predictor = record.type().predictor(leaf);
        if (predictor.source(record) == record && writeInForm(record, leaf, predictor, isNew)) {
            return;
        }
        chooseForm(record, leaf, isNew);
        if (coded.kind() == Kind.RAW) {
            sentLength += ((byte[]) coded.ref()).length;
        }
        if (coder.write(coded, predicted, record, leaf, maxSent - sentLength)) {
            if (coded.kind() == Kind.TEXT) {
                addText((String) coded.ref(), record.type(), leaf);
            } else {
                ringBytes += record.type().doubleRing(leaf).add(coded.value());
            }
        }
        record.set(leaf, coded);
    }

    /** Writes a value that keeps the record's form; false if it does not, or if another form may pay. */
    private boolean writeInForm(RecordState record, int leaf, Predictor predictor, boolean isNew) {
        long form = record.form(leaf);
        int kind = RecordState.kindOf(form);
        if (kind == Kind.TEXT) {
            return in.kindOf(leaf) == Kind.TEXT && writeText(record, leaf, (String) in.refAt(leaf));
        }
        long number = in.countOrTime(leaf, record);
        return number != DecimalCode.NONE
                && writeNumber(
                        record,
                        leaf,
                        form,
                        number,
                        predictor.increment(record, leaf),
                        in.rawAt(leaf),
                        in.refAt(leaf),
                        isNew);
    }

    /**
     * Writes a number that keeps the record's form, and stores it; false if another form may pay.
     *
     * @param by the predicted change of the number
     * @param raw the value, if held as 64 bits
     * @param reference the value, if held as a reference
     */
    private boolean writeNumber(
            RecordState record, int leaf, long form, long number, long by, long raw, Object reference, boolean isNew) {
        int kind = RecordState.kindOf(form);
        long difference = number - record.value(leaf);
        long off = difference - by;
        if (kind == Kind.DEC && (!isShort(off) || isNew && mayBeShorter(RecordState.auxOf(form), number))
                || kind == Kind.TIME && off == 0) {
            return false;
        }
        out.ensure(VarInt.MAX_BYTES);
        out.position = VarInt.write(out.array, out.position, VarInt.zigzag(off));
        if (kind == Kind.INT || kind == Kind.DEC) {
            record.setNumber(leaf, number, raw, difference);
        } else {
            record.setCounted(leaf, number, reference, difference);
        }
        return true;
    }

    private static boolean isShort(long difference) {
        return difference < SHORT_DIFFERENCE && difference >= -SHORT_DIFFERENCE;
    }

    /** Whether a number of a new record may have a scale that is smaller than the copied one by more than one digit. */
    private static boolean mayBeShorter(int scale, long number) {
        return scale > 1 && number % 100 == 0;
    }

    /** Writes a text that replaces a text; false if it may be a time. */
    private boolean writeText(RecordState record, int leaf, String text) {
        if (ValueCoder.looksLikeTime(text)) {
            return false;
        }
        TypeState type = record.type();
        if (coder.writeText(text, (String) record.refAt(leaf), type, leaf, maxSent - sentLength)) {
            addText(text, type, leaf);
        }
        record.setText(leaf, text);
        return true;
    }

    /** Adds the text that was written last to what the leaf was sent. */
    private void addText(String text, TypeState type, int leaf) {
        sentLength += text.length();
        ringBytes += coder.addText(text, type, leaf);
    }

    // ---- fields of objects

    /**
     * Writes the update of a record to an object that has its layout. The message has been counted.
     *
     * @param fields the fields that differ
     * @param values the current values of these fields, if held as 64 bits. It is scratch for the other fields.
     * @param references the current values of these fields, if held as references
     * @return whether the message has been handed over; else its bytes are at the end of the frame
     */
    boolean updateFields(LeafBinding binding, RecordState record, long fields, long[] values, Object[] references) {
        if (Long.bitCount(fields) == 1 && binding.state().predictedMask() == 0) {
            int field = Long.numberOfTrailingZeros(fields);
            int leaf = field + binding.base();
            long code = storeOne(record, leaf, ArrayAccess.get(values, field));
            if (code != 0) {
                return writeOne(binding, record, leaf, code);
            }
        }
        return updateAll(binding, record, fields, values, references);
    }

    /**
     * Writes the values in which a new record differs from the one that it copies, and stores them in it.
     *
     * @param leaves the leaves of these values
     * @param values the values by field, if held as 64 bits
     * @param references the values by field, if held as references
     */
    void writeNew(LeafBinding binding, RecordState record, long leaves, long[] values, Object[] references) {
        for (long todo = leaves; todo != 0; todo &= todo - 1) {
            int leaf = Long.numberOfTrailingZeros(todo);
            int field = leaf - binding.base();
            long form = record.form(leaf);
            long number = number(form, values[field]);
            if (number == DecimalCode.NONE || !writeNumber(record, leaf, form, number, 0, values[field], null, true)) {
                binding.copyValue(field, values, references, in);
                writeValue(record, leaf, true);
            }
        }
    }

    /**
     * Stores a number that has changed by little in the record.
     *
     * @return the code to write, of at most two bytes; 0 if another method has to write the number, which has no effect
     *     that the other does not repeat
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
     * Writes the message for a single number, as {@link #updateAll} does, but without a loop: in a loop the compiler
     * keeps the values in memory and not in registers.
     */
    private boolean writeOne(LeafBinding binding, RecordState record, int leaf, long code) {
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
            writeCodes(binding, record, op, 1L << leaf, 1L << leaf, index);
            record.countUpdate();
            return false;
        }
        record.countUpdate();
        blocks.addWord(word << Byte.SIZE | op | index, length);
        return true;
    }

    private boolean updateAll(
            LeafBinding binding, RecordState record, long fields, long[] values, Object[] references) {
        TypeState state = binding.state();
        long predictedLeaves = state.predictedMask();
        if ((predictedLeaves & ~binding.leaves()) != 0
                && hasPredictedChange(record, predictedLeaves & ~binding.leaves())) {
            updateByColumns(binding, record, fields << binding.base(), values, references);
            return false;
        }
        int op = succession.advanceTo(record.id());
        long word = 0;
        int bits = Byte.SIZE;
        if (op == Op.RECORD_ID) {
            word = record.idVarInt() << Byte.SIZE;
            bits += record.idLength() << 3;
        }
        int base = binding.base();
        long predictedFields = (predictedLeaves & binding.leaves()) >>> base;
        for (long todo = predictedFields & ~fields; todo != 0; todo &= todo - 1) {
            int field = Long.numberOfTrailingZeros(todo);
            values[field] = record.rawAt(field + base);
        }
        // The class tells, not the record: the record may be out of the cache, and the branch is often mispredicted.
        long wholes = binding.integers();
        long doubles = binding.doubles() >>> base;
        long written = 0;
        long todo = fields | predictedFields;
        while (todo != 0) {
            long bit = todo & -todo;
            int field = Long.numberOfTrailingZeros(todo);
            int leaf = field + base;
            long form = record.formUnchecked(leaf);
            long by = (predictedFields & bit) != 0 ? state.predictor(leaf).change(record, leaf, form) : 0;
            long value = ArrayAccess.get(values, field);
            long code;
            if ((wholes & bit) != 0) {
                long difference = value - record.valueUnchecked(leaf);
                code = VarInt.zigzag(difference - by);
                if (by == DecimalCode.NONE || code >>> VarIntWord.MAX_BITS != 0) {
                    break;
                }
                record.advanceNumberUnchecked(leaf, form, value, difference, value);
            } else if ((doubles & bit) != 0) {
                long number = number(form, value);
                long difference = number - record.valueUnchecked(leaf);
                code = VarInt.zigzag(difference - by);
                if (number == DecimalCode.NONE || by == DecimalCode.NONE || code >>> DECIMAL_BITS != 0) {
                    break;
                }
                record.advanceNumberUnchecked(leaf, form, number, difference, value);
            } else {
                code = storeOther(binding, record, leaf, form, by, (fields & bit) != 0, value, references[field]);
                if (code == DEFERRED) {
                    break;
                }
            }
            todo &= todo - 1;
            if (code == 0) {
                continue;
            }
            written |= bit;
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
        long leaves = written << base;
        if (todo != 0) {
            updateRest(binding, record, op, leaves, todo << base, fields << base, values, references);
            return false;
        }
        state.setLastRecord(record);
        int index = state.masks().shortIndexOf(leaves);
        if (index >= 0 && bits <= VarIntWord.MAX_BITS && blocks.acceptsWords()) {
            blocks.addWord(word | op | index, bits >> 3);
            record.countUpdate();
            return true;
        }
        writeCodes(binding, record, op, leaves, leaves, index);
        record.countUpdate();
        return false;
    }

    private static boolean hasPredictedChange(RecordState record, long leaves) {
        for (long todo = leaves; todo != 0; todo &= todo - 1) {
            int leaf = Long.numberOfTrailingZeros(todo);
            if (!record.type().predictor(leaf).isUnchanged(record, leaf)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Does what {@link #updateFields} does with all values in columns. The bytes are at the end of the frame.
     *
     * @param changed the leaves that differ
     */
    void updateByColumns(LeafBinding binding, RecordState record, long changed, long[] values, Object[] references) {
        int op = succession.advanceTo(record.id());
        long leaves = changed | binding.state().predictedMask();
        updateRest(binding, record, op, 0, leaves, changed, values, references);
    }

    /**
     * Does what {@link #updateByColumns(LeafBinding, RecordState, long, long[], Object[])} does for an object whose
     * layout differs from the record's.
     *
     * @param restructured the leaves that only one of the layouts has. Their values are in the columns.
     * @param changed the leaves that differ, without these
     */
    void updateRestructured(
            LeafBinding binding,
            RecordState record,
            long restructured,
            long changed,
            long[] values,
            Object[] references) {
        int op = succession.advanceTo(record.id());
        long leaves = changed | binding.state().predictedMask();
        collect(binding, record, leaves & ~restructured, changed, values, references);
        writeCollected(binding, record, op, 0, leaves | restructured);
    }

    /**
     * Writes a message whose first values have been stored, with their codes in {@link #codes}.
     *
     * @param stored the leaves of these values
     * @param todo the other leaves that differ or are predicted
     * @param changed the leaves that differ
     */
    private void updateRest(
            LeafBinding binding,
            RecordState record,
            int op,
            long stored,
            long todo,
            long changed,
            long[] values,
            Object[] references) {
        collect(binding, record, todo, changed, values, references);
        writeCollected(binding, record, op, stored, todo);
    }

    /** Copies the values of leaves to the columns: from the object if they differ, else from the record. */
    void collect(
            LeafBinding binding, RecordState record, long leaves, long changed, long[] values, Object[] references) {
        for (long todo = leaves; todo != 0; todo &= todo - 1) {
            int leaf = Long.numberOfTrailingZeros(todo);
            if ((changed & todo & -todo) != 0) {
                binding.copyValue(leaf - binding.base(), values, references, in);
            } else {
                in.setFromRecord(leaf, record);
            }
        }
    }

    private void writeCollected(LeafBinding binding, RecordState record, int op, long stored, long collected) {
        TypeState state = binding.state();
        long rest = 0;
        for (long todo = collected; todo != 0; todo &= todo - 1) {
            rest |= isPredicted(record, Long.numberOfTrailingZeros(todo), false) ? 0 : todo & -todo;
        }
        long leaves = stored | rest;
        writeCodes(binding, record, op, leaves, stored, state.masks().shortIndexOf(leaves));
        for (long todo = collected & ~rest & state.predictedMask(); todo != 0; todo &= todo - 1) {
            setToPrediction(record, Long.numberOfTrailingZeros(todo));
        }
        for (long todo = rest; todo != 0; todo &= todo - 1) {
            writeValue(record, Long.numberOfTrailingZeros(todo), false);
        }
        state.setLastRecord(record);
        record.countUpdate();
    }

    /** Writes the header of a message, and the codes of the leaves that have one. */
    private void writeCodes(LeafBinding binding, RecordState record, int op, long leaves, long coded, int index) {
        if (index >= 0) {
            MessageHeaderWriter.writeKeyMode(record, op | index, out);
        } else {
            heads.setMask(leaves);
            heads.writeHeader(record, op, 0, frame);
        }
        out.ensure(binding.maxUpdateBytes());
        for (long todo = coded; todo != 0; todo &= todo - 1) {
            out.position = VarInt.write(out.array, out.position, codes[Long.numberOfTrailingZeros(todo)]);
        }
    }

    /**
     * Stores a time, boolean or text in the record.
     *
     * @param by the predicted change of the value
     * @param value the current value of a boolean
     * @param reference the current value of a time or text that has changed
     * @return the code to write, or {@link #DEFERRED}
     */
    private static long storeOther(
            LeafBinding binding,
            RecordState record,
            int leaf,
            long form,
            long by,
            boolean isChanged,
            long value,
            Object reference) {
        if ((binding.counted() >>> leaf - binding.base() & 1) != 0) {
            return storeTime(record, leaf, form, by, isChanged ? reference : record.refAt(leaf), isChanged);
        }
        if (!isChanged || by != 0) {
            return by == 0 ? 0 : DEFERRED; // a float, or the text of a time or number, that was predicted to change
        }
        int kind = RecordState.kindOf(form);
        if (kind == Kind.BOOL) {
            record.setBoolean(leaf, value);
            return 1;
        }
        return kind == Kind.TEXT && reference instanceof String text ? storeText(record, leaf, text) : DEFERRED;
    }

    private static long storeTime(RecordState record, int leaf, long form, long by, Object time, boolean isChanged) {
        long before = record.valueUnchecked(leaf);
        long count = isChanged ? LeafBinding.count(form, time, record.refAt(leaf)) : before;
        long difference = count - before;
        long code = VarInt.zigzag(difference - by);
        // A different time with the predicted number would be taken for the old time.
        if (count == DecimalCode.NONE
                || by == DecimalCode.NONE
                || isChanged && by == 0 && difference == 0
                || code >>> VarIntWord.MAX_BITS != 0) {
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
}
