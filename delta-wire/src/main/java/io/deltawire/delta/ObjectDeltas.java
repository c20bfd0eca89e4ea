package io.deltawire.delta;

import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.spi.ColumnWriter;
import io.deltawire.wire.spi.FieldColumns;
import io.deltawire.wire.spi.OutputBuffer;
import java.util.List;

/** The part of the writer that has objects encoded by their columns, without tokens. */
abstract class ObjectDeltas extends MessageDeltas implements ColumnWriter, WireOut {
    /** So many messages of one record in a row, and the next one is compared with it before its record is looked for. */
    private static final int BURST = 8;

    private final OnePassUpdate onePassUpdate;
    private final LeafUpdate leafUpdate;
    final KeyFields keyFields;
    final ColumnIntake columnIntake = new ColumnIntake();
    final FollowedIntake intake;
    private final TokenIntake tokenIntake;

    /** The binding of the message before where that was an update in one pass, so that nothing has to be looked at again. */
    ColumnBinding ready;

    /** How many of the last messages have been of the record of the one before: up to {@link #BURST}. */
    private int repeats;

    /** The record that so many messages have been of, of a class whose objects are flat; else null. */
    private RecordState burst;

    /** Whether the object that has been given without the bytes of its key is to go by its tokens, if it is new. */
    private boolean isUnlikeLast;

    ObjectDeltas(OutputBuffer target, WireOptions options) {
        super(target, options);
        this.onePassUpdate = encoder.onePassUpdate();
        this.leafUpdate = encoder.leafUpdate();
        this.intake = new FollowedIntake(columns, encoder, limits);
        this.tokenIntake = new TokenIntake(intake, columns, this, limits);
        List<String> fields = options.get(WireOptions.KEY_FIELDS);
        this.keyFields = fields.isEmpty() ? null : new KeyFields(fields, columns);
    }

    final void reset() {
        ready = null;
        endBurst();
        encoder.reset();
        columnIntake.clear();
    }

    @Override
    public boolean takesTokens() {
        return true;
    }

    /**
     * {@inheritDoc}
     *
     * <p>What most messages take comes first in each branch: the compiler makes calls a part of this method in the order of the code, until
     * it has become too large for more.
     */
    @Override
    public boolean writeColumns(String event, FieldColumns fields, Object object, byte[] keyBytes, int length) {
        ColumnBinding binding = ready;
        if (binding != null && keyBytes == null && !blocks.needsReset() && binding.isOf(event, fields)) {
            RecordState record = burst;
            if (record == null || record.binding != binding) {
                record = columnIntake.first(binding, object);
                if (record != null) {
                    countRepeats(binding, record);
                }
            }
            if (record != null) {
                return binding.isFlat() ? writeFlat(binding, record, object) : writeNested(binding, record, object);
            }
            return writeAmong(binding, object);
        }
        return writeOther(event, fields, object, keyBytes, length);
    }

    /** Does what {@link #writeColumns} does for an object that is flat, and may be what a record is of. */
    private boolean writeFlat(ColumnBinding binding, RecordState record, Object object) {
        long changed = columnIntake.compareFlat(binding, record, object);
        if (binding.goInOnePassFlat(changed)) {
            if ((changed & binding.texts) != 0) {
                checkTexts(binding, object);
            }
            if (isCounted(binding, record, object)) {
                writeInOnePass(binding, record, object, changed);
            } else {
                update(binding, record, object);
            }
            return true;
        }
        return writeOthers(binding, record, object, changed); // also where the record is another key's
    }

    private void countRepeats(ColumnBinding binding, RecordState record) {
        if (!binding.state.isLast(record)) {
            repeats = 0;
        } else if (++repeats == BURST && binding.isFlat()) {
            burst = record;
        }
    }

    private void endBurst() {
        burst = null;
        repeats = 0;
    }

    /** Does what {@link #writeColumns} does for an object that is not flat, and may be what a record is of. */
    private boolean writeNested(ColumnBinding binding, RecordState record, Object object) {
        boolean isOutlined = record.view.outline != null;
        if (writeOutlined(binding, record, object)) {
            return true;
        }
        if (!columnIntake.hasKeyOf(binding, record, object)) {
            return writeAmong(binding, object);
        }
        ready = null;
        return writeTokenFields(binding, record, object, isOutlined);
    }

    /** Writes the update of an object with others inside in one pass; false where nothing has been done: there is more to it. */
    private boolean writeOutlined(ColumnBinding binding, RecordState record, Object object) {
        FieldView view = record.view;
        Outline outline = view.outline == null ? null : binding.outlines.compared(view, record, object);
        if (outline == null || !outline.goesInOnePass(record)) {
            return false;
        }
        long changed = outline.changed;
        TextLimit.check(outline, object, changed & outline.texts, 0, limits);
        if (!isCounted(binding, outline, record, object)) {
            return false;
        }
        outline.skipEdits();
        if (outline.made == 0) {
            writeInOnePass(binding, outline, record, object, changed, outline.values);
        } else {
            onePassUpdate.writeMade(outline, record, object);
            updated(binding, record, onePassUpdate.start(), 0);
        }
        if (outline.isChange()) {
            view.forget();
        }
        if (view.outline != outline) {
            view.outline = outline; // values of other kinds, in objects that are made as they were, or in another way
        }
        outline.keep(view, record, object);
        return true;
    }

    /** Writes an object of which what does not go in one pass differs from the record: its key's fields, where that is another's. */
    private boolean writeOthers(ColumnBinding binding, RecordState record, Object object, long changed) {
        if ((changed & binding.keys) != 0) {
            return writeAmong(binding, object);
        }
        checkTexts(binding, object);
        update(binding, record, object);
        return true;
    }

    /** Writes an object whose record is to be looked for, if it has one. */
    private boolean writeAmong(ColumnBinding binding, Object object) {
        ready = null;
        endBurst();
        RecordState record = columnIntake.record(binding, object);
        if (record == null) {
            return writeUnknown(binding, object);
        }
        if (!binding.isFlat()) {
            return writeTokenFields(binding, record, object);
        }
        if (writeChanges(binding, record, object)) {
            ready = binding;
        }
        return true;
    }

    /** Does what {@link #writeColumns} does, unless the message before was an update in one pass of the same class. */
    private boolean writeOther(String event, FieldColumns fields, Object object, byte[] keyBytes, int length) {
        ready = null;
        if (open || keyFields != null) {
            return false;
        }
        if (blocks.needsReset()) {
            beginEpoch();
        }
        ColumnBinding binding = columnIntake.find(event, fields);
        if (keyBytes != null) {
            return writeKeyed(binding, fields, object, keyBytes, length);
        }
        if (binding == null) {
            return false;
        }
        return writeAmong(binding, object);
    }

    /**
     * Writes what an object has been found to differ from its record in.
     *
     * @return whether that went in one pass
     */
    private boolean writeChanges(ColumnBinding binding, RecordState record, Object object) {
        long changed = columnIntake.changed;
        checkTexts(binding, object);
        if (binding.goInOnePass(changed) && binding.state.followers == 0 && isCounted(binding, record, object)) {
            writeInOnePass(binding, record, object, changed);
            return true;
        }
        update(binding, record, object);
        return false;
    }

    /**
     * Writes what an object has been found to differ from its record in, where it is not flat.
     *
     * @return false where nothing has been written: it has to be written by its tokens
     */
    private boolean writeTokenFields(ColumnBinding binding, RecordState record, Object object) {
        boolean isOutlined = binding.hasView && binding.state.followers == 0 && record.view.outline != null;
        if (isOutlined && writeOutlined(binding, record, object)) {
            ready = binding;
            return true;
        }
        return writeTokenFields(binding, record, object, isOutlined);
    }

    /** @param isOutlined whether it has been found that it does not go by an outline: then nor does it by its leaves alone */
    private boolean writeTokenFields(ColumnBinding binding, RecordState record, Object object, boolean isOutlined) {
        long changed = columnIntake.changed;
        checkTextsOfParts(binding, object);
        if (binding.goInOnePass(changed) && binding.state.followers == 0 && binding.type.countsIfQuiet()) {
            writeInOnePass(binding, record, object, changed);
        } else if (binding.state.followers == 0
                && !isOutlined
                && binding.type.isNextQuiet()
                && leafUpdate.find(binding, record, object, columnIntake)) {
            binding.type.countsIfQuiet();
            if (!writeLeaves(binding, record)) {
                checkLength(leafUpdate.start(), record);
                added(0, leafUpdate.start(), record);
            }
        } else {
            if (!take(binding, record, object, !binding.type.isNextQuiet())) {
                return false;
            }
            ValueWriter frame = blocks.frame;
            int start = frame.out.position;
            int overhead = encoder.updateTaken(binding, record, tokenIntake, frame);
            tokenIntake.keepValues(record);
            updated(binding, record, start, overhead);
        }
        if (binding.hasView) {
            binding.tokenFields.keep(record.view, record, object, columnIntake);
            if (binding.state.followers == 0) {
                binding.outlines.keep(record, object, false, limits);
                ready = binding;
            }
        }
        return true;
    }

    private boolean take(ColumnBinding binding, RecordState record, Object object, boolean isAll) {
        open = true; // code written by hand may not begin a message
        try {
            return tokenIntake.take(binding, record, object, columnIntake, isAll);
        } finally {
            open = false;
        }
    }

    private boolean isCounted(ColumnBinding binding, RecordState record, Object object) {
        return binding.type.countsIfQuiet()
                || binding.state.last().binding == binding
                        && encoder.tries(
                                binding.type, binding, record, object, columnIntake.changed, columnIntake.values);
    }

    private boolean isCounted(ColumnBinding binding, Outline outline, RecordState record, Object object) {
        if (binding.type.countsIfQuiet()) {
            return true;
        }
        RecordState last = binding.state.last();
        return !outline.isChange()
                && last.binding == binding
                && last.view.outline == outline
                && encoder.tries(binding.type, outline, record, object, outline.changed, outline.values);
    }

    private void writeInOnePass(ColumnBinding binding, RecordState record, Object object, long changed) {
        writeInOnePass(binding, binding, record, object, changed, columnIntake.values);
    }

    /** @param leaves where the object's values are: the binding itself, or an outline */
    private void writeInOnePass(
            ColumnBinding binding, LeafBinding leaves, RecordState record, Object object, long changed, long[] values) {
        boolean isHandedOver;
        try {
            isHandedOver = onePassUpdate.write(leaves, record, object, changed, values);
        } catch (RuntimeException e) {
            refused(record);
            throw e;
        }
        if (!isHandedOver) {
            updated(binding, record, onePassUpdate.start(), 0);
        }
    }

    private boolean writeLeaves(ColumnBinding binding, RecordState record) {
        try {
            return leafUpdate.write(binding, record);
        } catch (RuntimeException e) {
            refused(record);
            throw e;
        }
    }

    private boolean writeKeyed(ColumnBinding binding, FieldColumns fields, Object object, byte[] keyBytes, int length) {
        if (binding != null && writeKeyed(binding, object, keyBytes, length)) {
            return true;
        }
        columnIntake.expect(fields, object);
        return false;
    }

    /** False where the record is not as its columns are, or there is no room for a new one. */
    private boolean writeKeyed(ColumnBinding binding, Object object, byte[] keyBytes, int length) {
        RecordState record = encoder.find(binding.state, keyBytes, length);
        if (!binding.isFlat()) {
            if (record == null) {
                boolean isTried = isUnlikeLast;
                isUnlikeLast = false;
                return !isTried && writeNewTokenFields(binding, object, keyBytes, length);
            }
            if (record.binding != binding) {
                return false;
            }
            columnIntake.compareParts(binding, record, object);
            return writeTokenFields(binding, record, object);
        }
        if (record == null && makesRoom(binding, object, length)) {
            writeNew(binding, object, keyBytes, length);
            return true;
        }
        if (record == null || record.binding != binding) {
            return false;
        }
        columnIntake.compare(binding, record, object);
        writeChanges(binding, record, object);
        return true;
    }

    /**
     * Writes an object that no record is found of by its columns.
     *
     * @return false where the bytes of its key have to tell whether it is new, or it is not like the record before
     */
    private boolean writeUnknown(ColumnBinding binding, Object object) {
        int length = binding.findsAll ? binding.columns.keyLength(object) : -1;
        if (!binding.isFlat()) {
            boolean isNew = length >= 0
                    && encoder.records().hasRoom(binding.type, null, length)
                    && encoder.records().opensSlot();
            isUnlikeLast = isNew && !writeNewTokenFields(binding, object, null, length);
            return isNew && !isUnlikeLast;
        }
        // Making room may free a slot, which the record would take.
        if (length < 0
                || !makesRoom(binding, object, length)
                || !encoder.records().opensSlot()
                || !isLikeLast(binding)) {
            return false;
        }
        writeNew(binding, object, null, length);
        ready = binding.state.followers == 0 ? binding : null;
        return true;
    }

    /** Whether there is room for a new record of a flat object, for which another one may have to go: not for one that is refused. */
    private boolean makesRoom(ColumnBinding binding, Object object, int length) {
        TextLimit.check(binding, object, binding.texts, 0, limits);
        return hasRoom(binding.type, null, length);
    }

    private boolean isLikeLast(ColumnBinding binding) {
        RecordState last = binding.state.last();
        return last != null && last.binding == binding && encoder.isAnnounced(binding.type);
    }

    /** @param keyBytes null where the columns tell the record's key */
    private void writeNew(ColumnBinding binding, Object object, byte[] keyBytes, int length) {
        ValueWriter frame = blocks.frame;
        int start = frame.out.position;
        int overhead;
        if (keyBytes == null || isLikeLast(binding)) {
            columnIntake.compare(binding, binding.state.last(), object);
            overhead = encoder.create(binding, object, keyBytes, length, columnIntake, frame);
        } else {
            columns.message++;
            for (int leaf = 0; leaf < binding.state.leaves; leaf++) {
                binding.take(object, leaf, columns);
            }
            overhead = encoder.encode(binding.type, keyBytes, length, frame);
        }
        RecordState record = encoder.lastRecord();
        columnIntake.bind(binding, record, keyHash(binding, object, keyBytes));
        checkLength(start, record);
        added(overhead, start, record);
    }

    /** The hash of the key of an object, for which no record has been found by its columns where there are no bytes. */
    private int keyHash(ColumnBinding binding, Object object, byte[] keyBytes) {
        return keyBytes == null ? columnIntake.keyHash : ColumnIntake.hash(binding.columns, object);
    }

    /**
     * Writes an object that is not flat, and of which there is no record, as a copy of the record before.
     *
     * @param keyBytes null where the columns tell the record's key
     * @return false where nothing has been written: it has to be written by its tokens
     */
    private boolean writeNewTokenFields(ColumnBinding binding, Object object, byte[] keyBytes, int length) {
        if (!isLikeLast(binding)) {
            return false;
        }
        RecordState last = binding.state.last();
        columnIntake.compareParts(binding, last, object);
        checkTextsOfParts(binding, object);
        if (!take(binding, last, object, false)
                || !hasRoom(binding.type, null, length)
                || !isLikeLast(binding) // it may have had to make room
                || !encoder.findUnlike(binding.state, tokenIntake)) {
            return false;
        }
        ValueWriter frame = blocks.frame;
        int start = frame.out.position;
        int overhead = encoder.createTaken(binding, keyBytes, length, frame);
        RecordState record = encoder.lastRecord();
        if (binding.hasView) {
            tokenIntake.keepValues(record);
            binding.tokenFields.keep(record.view, record, object, columnIntake);
        }
        columnIntake.bind(binding, record, keyHash(binding, object, keyBytes));
        checkLength(start, record);
        added(overhead, start, record);
        return true;
    }

    private void update(ColumnBinding binding, RecordState record, Object object) {
        ready = null;
        ValueWriter frame = blocks.frame;
        int start = frame.out.position;
        int overhead = encoder.update(binding, record, object, columnIntake, frame);
        updated(binding, record, start, overhead);
    }

    private void checkTexts(ColumnBinding binding, Object object) {
        TextLimit.check(binding, object, columnIntake.changed & binding.texts, 0, limits);
    }

    private void checkTextsOfParts(ColumnBinding binding, Object object) {
        for (FieldPart part : binding.tokenFields.parts) {
            TextLimit.check(binding, object, columnIntake.changed(part.number) & part.texts, part.first, limits);
        }
    }
}
