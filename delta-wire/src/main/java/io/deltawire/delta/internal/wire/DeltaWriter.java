package io.deltawire.delta.internal.wire;

import io.deltawire.delta.internal.codec.Columns;
import io.deltawire.delta.internal.codec.DeltaEncoder;
import io.deltawire.delta.internal.codec.LeafBinding;
import io.deltawire.delta.internal.nested.CollectedLeaves;
import io.deltawire.delta.internal.nested.LeafChanges;
import io.deltawire.delta.internal.object.ColumnBinding;
import io.deltawire.delta.internal.object.FieldPart;
import io.deltawire.delta.internal.object.FieldView;
import io.deltawire.delta.internal.object.ObjectCollector;
import io.deltawire.delta.internal.object.ObjectDiff;
import io.deltawire.delta.internal.object.ObjectLayout;
import io.deltawire.delta.internal.object.ObjectRecordIndex;
import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.delta.internal.state.StateBounds;
import io.deltawire.delta.internal.state.WriterRecords;
import io.deltawire.delta.internal.state.WriterType;
import io.deltawire.delta.internal.stream.StreamWriter;
import io.deltawire.delta.internal.token.KeyFields;
import io.deltawire.delta.internal.token.MessageCollector;
import io.deltawire.delta.internal.token.MessageView;
import io.deltawire.delta.internal.value.DeltaFormatName;
import io.deltawire.delta.internal.value.Kind;
import io.deltawire.delta.internal.value.Op;
import io.deltawire.delta.internal.value.PlainValueWriter;
import io.deltawire.delta.internal.value.ShortDecimal;
import io.deltawire.delta.internal.value.TextLimit;
import io.deltawire.delta.internal.value.TimeValue;
import io.deltawire.delta.internal.wire.WriterSettings.KeyFrames;
import io.deltawire.wire.MessageKind;
import io.deltawire.wire.Shape;
import io.deltawire.wire.Transcoder;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.spi.NestingGuard;
import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.wire.spi.ScalarConversions;
import io.deltawire.wire.spi.ThreadGuard;
import io.deltawire.wire.spi.ThreadGuarded;
import io.deltawire.wire.spi.object.ColumnWriter;
import io.deltawire.wire.spi.object.FieldColumns;
import io.deltawire.wire.spi.text.DecimalText;
import java.math.BigDecimal;
import java.time.temporal.Temporal;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;

/**
 * Writes messages as deltas, each against the last one of the same type and key.
 *
 * <p>A message comes as tokens, or as an object with its columns. {@link MessageCollector} collects the values of
 * tokens, and {@link DeltaEncoder} encodes them at the end of the message. An object whose class is bound to the
 * message type is compared with its record directly: a flat object by {@link ObjectDiff}, one with nested objects by
 * its {@link ObjectLayout}. If there is no layout, {@link ObjectCollector} collects what differs from the fields, some
 * by tokens. The encoder makes the same bytes of all of these.
 *
 * <p>All code of the application runs before the encoder is called, so if it fails nothing has changed. The body of a
 * message is encoded in the frame of {@link StreamWriter}, then measured, then committed. The state of the records has
 * changed by that time. If the target refuses the message, or it is too long, its record is dropped, so that no key
 * frame repeats a message that was never written.
 *
 * <p>The class owns the key of the open message and the caches of the last class and record. The encoder owns the
 * records; the block writer owns the stream.
 */
public final class DeltaWriter implements WireOut, ColumnWriter, NestingGuard, ThreadGuarded {
    /**
     * After this number of messages of one record in a row, the next object is compared with that record before a
     * lookup.
     */
    private static final int RUN_LENGTH = 8;

    private final ThreadGuard guard = ThreadGuard.ofWriter();
    private final WireLimits limits;
    private final Columns columns = new Columns();
    private final DeltaEncoder encoder;
    private final StreamWriter blocks;
    private final boolean evicts;
    private final int maxMessageBytes;
    private final long maxRingBytes;

    /** Whether no message can begin: a message of tokens is open, or the writer is locked or closed. */
    private boolean open;

    /** The bytes of announcements and first records in this epoch, which another epoch would have again. */
    private long openingBytes;
    /** The bytes of messages in this epoch that are plain because their type has all leaves that it may have. */
    private long fullTypeBytes;

    private final KeyFields keyFields;
    /** The difference between the object of the message and its record. */
    private final ObjectDiff diff = new ObjectDiff();

    private final ObjectRecordIndex objectRecords = new ObjectRecordIndex(diff);
    private final MessageCollector collector;
    private final ObjectCollector fieldCollector;

    /** The binding of the last message if that was an update of an object, so that the next needs no checks; else null. */
    private ColumnBinding repeatBinding;

    /** The number of messages in a row that had the same record, up to {@link #RUN_LENGTH}. */
    private int recordRun;

    /** The record of a run of {@link #RUN_LENGTH} messages, if the objects of its class are flat; else null. */
    private RecordState runRecord;

    /**
     * Whether an object without key bytes could not be written as a copy of the last record, so that its second call
     * need not try.
     */
    private boolean isCopyRefused;

    private MessageKind kind;

    /** Whether a key frame is being written, so that each message repeats a record. */
    private boolean inKeyFrame;

    /** The length in bytes of the last repeated record. */
    private int repeatedBytes;

    private final KeyFrames keyFrames;
    /** Whether a message may name its record by other means than {@link #keyFields}. */
    private final boolean usesKeys;
    /** The record that the present message has changed, or null. */
    private RecordState changedRecord;

    /** The number of objects and lists open in the tokens, of a message or of a collected field. */
    private int depth;

    /** The depth at which no object may be ended now, 0 for none: see {@link NestingGuard}. */
    private int guardDepth;

    /** The value of {@link #open} when the writer was locked. */
    private boolean wasOpen;

    private boolean closed;
    private byte[] key = new byte[64];
    private int keyLength = -1;

    public DeltaWriter(OutputBuffer target, WriterSettings settings) {
        this.limits = settings.limits();
        this.maxMessageBytes = limits.maxMessageBytes();
        this.maxRingBytes = StateBounds.maxRingState(limits.maxStateBytes());
        this.blocks = new StreamWriter(target, limits, settings.blocks());
        boolean keepsIdle = settings.keyFrames() != KeyFrames.NEVER;
        this.encoder = new DeltaEncoder(
                limits, columns, blocks, keepsIdle, settings.blocks().isDeflated());
        this.evicts = settings.evicts();
        this.collector = new MessageCollector(columns, encoder.types(), limits);
        this.fieldCollector = new ObjectCollector(collector, columns, this, limits);
        List<String> fields = settings.keyFields();
        this.keyFields = fields.isEmpty() ? null : new KeyFields(fields, settings.checksKeyFields(), columns);
        this.keyFrames = settings.keyFrames();
        this.usesKeys = settings.usesKeys();
    }

    // ---- messages as tokens

    @Override
    public ThreadGuard threadGuard() {
        return guard;
    }

    @Override
    public String formatName() {
        return DeltaFormatName.DELTA;
    }

    @Override
    public void beginMessage(MessageKind messageKind) {
        guard.enter();
        try {
            beginTokens(messageKind);
            guard.openMessage();
        } finally {
            guard.exit();
        }
    }

    private void beginTokens(MessageKind messageKind) {
        repeatBinding = null;
        requireReady();
        if (blocks.needsReset()) {
            beginEpoch();
        }
        open = true;
        kind = messageKind;
        keyLength = -1;
        depth = 0;
        collector.begin(messageKind == MessageKind.META);
    }

    private void requireReady() {
        if (open) {
            throw new IllegalStateException(closed ? "the writer is closed" : "the message before is not ended");
        }
    }

    DeltaEncoder encoder() {
        return encoder;
    }

    StreamWriter blocks() {
        return blocks;
    }

    /** For tests: the size of the state as the specification counts it. */
    long stateBytes() {
        return encoder.records().stateBytes();
    }

    /** For tests: the size of the rings, which the state does not include. */
    long ringBytes() {
        return encoder.ringBytes();
    }

    /** For tests: the size of the keys, which the state does not include. */
    long keyBytes() {
        return encoder.records().keyBytes();
    }

    /** For tests: the number of types with retained state, of this epoch or earlier ones. */
    int retainedTypes() {
        return encoder.types().retainedCount();
    }

    /** For tests: the number of leaves that were compared and moved to find list edits, over all types with records. */
    long editWork() {
        return encoder.records().all().stream()
                .map(record -> record.type())
                .distinct()
                .mapToLong(type -> type.editWork())
                .sum();
    }

    /** For tests: whether the open message follows a cached token path. */
    boolean isOnCachedPath() {
        return collector.isOnCachedPath();
    }

    /** For tests: lets the next message follow no cached token path. */
    void forgetLastPath() {
        collector.forgetLastPath();
    }

    @Override
    public boolean keepsRecords() {
        return true;
    }

    @Override
    public void recordKey(byte[] bytes, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        if (!usesKeys) {
            return;
        }
        if (key.length < length) {
            key = new byte[Math.max(length, 2 * key.length)];
        }
        System.arraycopy(bytes, offset, key, 0, length);
        keyLength = length;
        collector.markRecordNamed();
        if (collector.hasTokens()) {
            objectRecords.expect(null, null); // the record need not be that of the object's own key
        }
    }

    @Override
    public void endMessage() {
        guard.requireUnused();
        try {
            encodeMessage();
        } finally {
            if (!open || closed) { // also if the target has failed, or the message is too long
                guard.closeMessage();
            }
        }
    }

    private void encodeMessage() {
        repeatBinding = null;
        changedRecord = null;
        if (!open || closed) {
            throw new IllegalStateException("no message is begun");
        }
        collector.end();
        PlainValueWriter frame = blocks.frame();
        int start = frame.out().position;
        int overhead;
        WriterType type = collector.type();
        byte[] keyBytes = key;
        int length = Math.max(0, keyLength);
        boolean isPlain = collector.isPlain();
        if (inKeyFrame
                && (isPlain
                        || collector.hasTooManyLeaves()
                        || !encoder.records().hasRoom(type, null, length))) {
            throw new WireDataException(DeltaFormatName.DELTA, "expected room for a record of the key frame", null);
        }
        boolean hasKeyFields = keyLength < 0 && keyFields != null && type != null;
        boolean isUnknown = hasKeyFields && isPlain && !keyFields.hasAll(type.state());
        if (hasKeyFields && !isUnknown) {
            keyFields.read(type.state());
            keyBytes = keyFields.bytes();
            length = keyFields.length();
        }
        boolean isTypeFull = type != null && collector.hasTooManyLeaves();
        writeRepeatMark(frame);
        boolean isNamed = keyLength >= 0 || hasKeyFields;
        if (kind == MessageKind.DELETE && type != null && encoder.encodeDeletion(type, keyBytes, length, isNamed)) {
            overhead = 0;
            objectRecords.expect(null, null);
            collector.rollback();
        } else if (kind == MessageKind.DELETE && !isPlain) {
            // The record may have been forgotten, or may have no key. Readers must learn of the deletion all the same.
            encoder.records().forgetIdleKey(type.state(), keyBytes, length);
            collector.convertToPlain();
            overhead = writePlain(frame);
        } else if (isPlain) {
            if (isUnknown) {
                encoder.records().forgetAll(type.state()); // any of them may be the message's own
            } else if (type != null) {
                forgetRecord(type, encoder.find(type.state(), keyBytes, length), keyBytes, length);
            } else if (collector.refusedIdentity() != null) {
                encoder.records().forgetIdleType(collector.refusedIdentity());
            }
            overhead = writePlain(frame);
        } else {
            overhead = encodeOrWritePlain(type, keyBytes, length, hasKeyFields);
        }
        int written = checkLength(start, changedRecord);
        openingBytes += overhead;
        fullTypeBytes += isTypeFull ? written : 0;
        open = false;
        if (hasKeyFields && !isUnknown) {
            keyFields.commitSeen();
        }
        if (inKeyFrame) {
            repeatedBytes = written;
            openingBytes += written;
        } else {
            commitMessage(overhead, start, changedRecord);
            if (fullTypeBytes > openingBytes) {
                blocks.endEpoch(); // the names that are in use now have room in an empty type
            }
        }
    }

    private int encodeOrWritePlain(WriterType type, byte[] keyBytes, int length, boolean hasKeyFields) {
        RecordState record = encoder.find(type.state(), keyBytes, length);
        if (collector.hasTooManyLeaves() || !ensureRoom(type, record, length)) {
            forgetRecord(type, record, keyBytes, length);
            collector.convertToPlain();
            return writePlain(blocks.frame());
        }
        int overhead = encoder.encode(type, record, keyBytes, length);
        changedRecord = encoder.lastRecord();
        changedRecord.setKeyInFields(hasKeyFields);
        objectRecords.recordUpdated(type, changedRecord);
        return overhead;
    }

    /**
     * Forgets the record, of this epoch or an earlier one, of a message that is written plain, since the record is out
     * of date now.
     */
    private void forgetRecord(WriterType type, RecordState record, byte[] keyBytes, int length) {
        if (record != null) {
            encoder.records().forget(record);
        } else {
            encoder.records().forgetIdleKey(type.state(), keyBytes, length);
        }
    }

    private void writeRepeatMark(PlainValueWriter frame) {
        if (inKeyFrame) {
            frame.op(Op.REPEAT);
        }
    }

    @Override
    public void keyFrame() {
        guard.enter();
        try {
            requireReady();
            if (keyFrames == KeyFrames.NEVER) {
                throw new IllegalStateException("the writer keeps no records for key frames: delta.keyFrames is NEVER");
            }
            writeKeyFrame();
        } finally {
            guard.exit();
        }
    }

    /** Begins an epoch: with a key frame if the settings ask for that, else with empty state. */
    private void beginEpoch() {
        if (keyFrames == KeyFrames.EACH_EPOCH && !inKeyFrame) {
            writeKeyFrame();
        }
        if (blocks.needsReset()) {
            reset();
        }
    }

    private void writeKeyFrame() {
        inKeyFrame = true;
        boolean done = false;
        try {
            do {
                blocks.beginKeyFrame();
                reset();
                objectRecords.expect(null, null);
            } while (!writeRepeats());
            blocks.endKeyFrame();
            done = true;
        } finally {
            inKeyFrame = false;
            if (!done && !blocks.needsReset()) {
                blocks.endEpoch(); // the next epoch repeats all records
            }
        }
    }

    /**
     * Repeats all records, from empty state on. False if some were too long and are dropped now, so that the key frame
     * has to start again.
     */
    private boolean writeRepeats() {
        boolean areAll = true;
        for (RecordState record : encoder.records().idleRecords()) {
            areAll &= writeRepeat(record);
        }
        return areAll;
    }

    /**
     * Repeats a record, unless the key frame has no room: then it comes with its next message. False if it was too
     * long, and the state is empty now.
     */
    private boolean writeRepeat(RecordState record) {
        if (!blocks.fitsInKeyFrame(record.textLength()) || !encoder.fitsInKeyFrame(record.textLength())) {
            return true;
        }
        beginMessage();
        try {
            if (!record.isKeyInFields()) {
                recordKey(record.key(), 0, record.key().length);
            }
            Transcoder.copyValue(MessageView.of(record, limits), this);
            endMessage();
        } catch (WireDataException e) {
            boolean wasEncoded = !open;
            cancelMessage(); // a record may lack the fields that name records
            return !wasEncoded;
        }
        blocks.addRepeat(repeatedBytes); // not committed by itself: a key frame fails as a whole
        return true;
    }

    /**
     * Drops the record of a message that was not written, if it has one. Resets the state, which includes the message.
     */
    private void dropState(RecordState record) {
        if (record != null) {
            encoder.records().remove(record);
        }
        if (inKeyFrame) { // the key frame starts again
            repeatBinding = null;
            encoder.discardAll();
            objectRecords.clear();
        } else {
            reset();
        }
    }

    private int writePlain(PlainValueWriter frame) {
        objectRecords.expect(null, null);
        int forgotten = encoder.records().writeForgotten(frame);
        frame.op(
                switch (kind) {
                    case DATA -> Op.PLAIN;
                    case META -> Op.META;
                    case DELETE -> Op.DELETE_PLAIN;
                });
        OutputBuffer plain = collector.plain();
        frame.raw(plain.array, 0, plain.position);
        collector.rollback();
        return forgotten;
    }

    @Override
    public void cancelMessage() {
        guard.requireUnused();
        NestingGuard.requireUnguarded(guardDepth);
        repeatBinding = null;
        if (open && !closed) {
            open = false;
            objectRecords.expect(null, null);
            collector.rollback();
        }
        guard.closeMessage();
    }

    @Override
    public void type(String name) {
        if (name.isEmpty()) {
            throw new WireDataException(DeltaFormatName.DELTA, "expected a type name that is not empty", null);
        }
        collector.type(name);
    }

    @Override
    public void beginObject() {
        collector.beginObject(null);
        depth++;
    }

    @Override
    public void beginObject(Shape shape) {
        collector.beginObject(shape);
        depth++;
    }

    @Override
    public void field(int ordinal) {
        collector.field(ordinal);
    }

    @Override
    public void field(String name) {
        collector.field(name, Op.NODE_FIELD);
    }

    @Override
    public void event(String name) {
        collector.field(name, Op.NODE_EVENT);
    }

    @Override
    public void key() {
        collector.key();
    }

    @Override
    public void endObject() {
        if (guardDepth != 0 && depth == guardDepth) {
            throw NestingGuard.notBegunHere();
        }
        collector.endObject();
        depth--;
    }

    @Override
    public void beginList() {
        collector.beginList();
        depth++;
    }

    @Override
    public void endList() {
        collector.endList();
        depth--;
    }

    @Override
    public int depth() {
        return depth;
    }

    @Override
    public int setGuard(int newDepth) {
        int before = guardDepth;
        if (newDepth == LOCKED && before != LOCKED) {
            repeatBinding = null;
            wasOpen = open;
            open = true;
        } else if (before == LOCKED && newDepth != LOCKED) {
            open = wasOpen;
        }
        guardDepth = newDepth;
        return before;
    }

    @Override
    public void nullValue() {
        collector.scalar(Kind.NULL, 0, null);
    }

    @Override
    public void bool(boolean value) {
        collector.scalar(Kind.BOOL, value ? 1 : 0, null);
    }

    @Override
    public void int64(long value) {
        collector.scalar(Kind.INT, value, null);
    }

    @Override
    public void float64(double value) {
        collector.scalar(Kind.F64, Double.doubleToRawLongBits(value), null);
    }

    @Override
    public void float32(float value) {
        float64(Columns.widen(value));
    }

    @Override
    public void text(CharSequence value) {
        TextLimit.check(value, limits);
        collector.scalar(Kind.TEXT, 0, value.toString());
    }

    @Override
    public void decimal(BigDecimal value) {
        if (Math.abs((long) value.scale()) > ScalarConversions.MAX_SCALE
                || value.precision() > limits.maxNumberChars()) {
            throw new WireDataException(
                    DeltaFormatName.DELTA,
                    "expected a decimal of at most " + limits.maxNumberChars() + " digits with a scale of at most "
                            + ScalarConversions.MAX_SCALE + " but it has " + value.precision() + " and "
                            + value.scale(),
                    null);
        }
        if (ShortDecimal.isShort(value)) {
            collector.scalar(Kind.DECIMAL, DecimalText.unscaled(value), value);
        } else {
            collector.decimal(value);
        }
    }

    @Override
    public void bytes(byte[] value, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, value.length);
        if (length > limits.maxTextChars()) {
            throw new WireDataException(
                    DeltaFormatName.DELTA,
                    "expected at most " + limits.maxTextChars() + " bytes but was " + length,
                    null);
        }
        collector.bytes(value, offset, length);
    }

    @Override
    public void temporal(Temporal value) {
        if (open && !TimeValue.isOfKnownClass(value)) {
            PlainValueWriter.requireTime(value); // the encoder can refuse nothing
        }
        collector.scalar(Kind.TIME, 0, value);
    }

    @Override
    public void flush() {
        guard.enter();
        try {
            flushByAnyThread();
        } finally {
            guard.exit();
        }
    }

    /** Flushes without a check of the thread, for a caller that excludes all others by a lock. */
    void flushByAnyThread() {
        repeatBinding = null;
        if (!closed) {
            blocks.flush();
        }
    }

    /** Returns to the state of a new writer. Messages that have not been handed over are dropped. */
    void discardAll() {
        blocks.discardAll();
        beginAgain();
    }

    private void beginAgain() {
        reset();
        encoder.records().forgetIdle();
        encoder.types().forgetLearned();
    }

    /** Returns what a function makes of the offset of the last message's epoch, and the epoch's messages so far. */
    public <T> T position(BiFunction<Long, Long, T> position) {
        guard.enter();
        try {
            return position.apply(blocks.epochOffset(), blocks.epochMessages());
        } finally {
            guard.exit();
        }
    }

    /** Ends the dump. The next message begins another one in the same target: see {@code DeltaFormat.endDump}. */
    public void endDump() {
        guard.enter();
        try {
            requireReady();
            blocks.endStream();
            beginAgain();
        } finally {
            guard.exit();
        }
    }

    @Override
    public void close() {
        guard.enter();
        try {
            if (!closed) {
                cancelMessage();
                closed = true;
                open = true; // so that neither objects nor tokens are accepted
                blocks.close();
            }
        } finally {
            guard.exit();
        }
    }

    // ---- objects with columns

    private void reset() {
        repeatBinding = null;
        endRun();
        encoder.reset();
        objectRecords.clear();
        openingBytes = 0;
        fullTypeBytes = 0;
    }

    @Override
    public boolean acceptsNested() {
        return true;
    }

    /**
     * {@inheritDoc}
     *
     * <p>The most frequent case comes first in each branch: the compiler inlines calls in the order of the code, until
     * the method is too large for more.
     */
    @Override
    public boolean writeColumns(String event, FieldColumns fields, Object object, byte[] keyBytes, int length) {
        ColumnBinding binding = repeatBinding;
        if (binding != null && keyBytes == null && !blocks.needsReset() && binding.matches(event, fields)) {
            RecordState record = runRecord;
            if (record == null || record.binding() != binding) {
                record = objectRecords.firstCandidate(binding, object);
                if (record != null) {
                    countRun(binding, record);
                }
            }
            if (record != null) {
                return binding.isFlat() ? updateFlat(binding, record, object) : updateNested(binding, record, object);
            }
            return lookUpAndWrite(binding, object);
        }
        return writeAfterOther(event, fields, object, keyBytes, length);
    }

    /** Writes a flat object that probably belongs to this record; returns false as {@link #writeColumns} does. */
    private boolean updateFlat(ColumnBinding binding, RecordState record, Object object) {
        if ((diff.compareFlat(binding, record, object) & binding.keyFields()) != 0) {
            return lookUpAndWrite(binding, object);
        }
        updateChanges(binding, record, object);
        return true;
    }

    private void countRun(ColumnBinding binding, RecordState record) {
        if (!binding.state().isLast(record)) {
            recordRun = 0;
        } else if (++recordRun == RUN_LENGTH && binding.isFlat()) {
            runRecord = record;
        }
    }

    private void endRun() {
        runRecord = null;
        recordRun = 0;
    }

    /**
     * Writes an object that is not flat and probably belongs to this record; returns false as {@link #writeColumns}
     * does.
     */
    private boolean updateNested(ColumnBinding binding, RecordState record, Object object) {
        if (tryUpdateByLayout(binding, record, object)) {
            return true;
        }
        if (!diff.compareAll(binding, record, object)) {
            return lookUpAndWrite(binding, object);
        }
        repeatBinding = null;
        return tryUpdateByFields(binding, record, object);
    }

    /**
     * Updates an object with nested objects; false if its layout does not cover it, and nothing has been done.
     */
    private boolean tryUpdateByLayout(ColumnBinding binding, RecordState record, Object object) {
        FieldView view = FieldView.of(record);
        ObjectLayout layout = view.layout() == null ? null : binding.layouts().compare(view, record, object);
        if (layout == null || !layout.canWriteDifferences(record)) {
            return false;
        }
        LeafChanges found = layout.differences();
        found.checkTexts(layout.texts());
        WriterType type = binding.encodedType();
        // A choice of predictors may change which lists have enough changes for an edit.
        if (!type.isNextQuiet() && (type.isChoiceNext() || !isLikeLast(binding, layout))) {
            return false;
        }
        if (found.restructured() != 0) {
            columns.beginMessage();
            layout.copyLeaves(object, found.restructured(), columns);
        }
        layout.countSkippedEdits();
        if (found.restructured() == 0) {
            update(binding, layout, record, found.changed(), found.values(), found.references());
        } else {
            int start = blocks.frame().out().position;
            encoder.updateRestructured(
                    type, layout, record, found.restructured(), found.changed(), found.values(), found.references());
            commitUpdate(binding, record, start, 0);
        }
        if (found.isTransition()) {
            view.clearStructure();
        }
        if (view.layout() != layout) {
            view.setLayout(layout); // another layout, or the same objects with values of other kinds
        }
        layout.updateView(view, record, object);
        return true;
    }

    /** Whether the object of the type's last record had the layout of the object just compared. */
    private static boolean isLikeLast(ColumnBinding binding, ObjectLayout layout) {
        RecordState last = binding.state().lastRecord();
        return !layout.differences().isTransition()
                && last.binding() == binding
                && FieldView.of(last).layout() == layout;
    }

    /** Looks the record of an object up by its key columns, and writes the object. */
    private boolean lookUpAndWrite(ColumnBinding binding, Object object) {
        repeatBinding = null;
        endRun();
        RecordState record = objectRecords.findRecord(binding, object);
        if (record == null) {
            return tryWriteWithoutRecord(binding, object);
        }
        if (!binding.isFlat()) {
            return tryUpdateNested(binding, record, object);
        }
        updateChanges(binding, record, object);
        return true;
    }

    /** Writes an object if the last message was not an update of the same class. */
    private boolean writeAfterOther(String event, FieldColumns fields, Object object, byte[] keyBytes, int length) {
        repeatBinding = null;
        if (open || keyFields != null || !usesKeys) {
            return false;
        }
        if (blocks.needsReset()) {
            beginEpoch();
        }
        ColumnBinding binding = objectRecords.findBinding(event, fields);
        if (keyBytes != null) {
            return writeWithKey(binding, fields, object, keyBytes, length);
        }
        if (binding == null) {
            return false;
        }
        return lookUpAndWrite(binding, object);
    }

    /** Writes the changes of a flat object, which {@link #diff} has. */
    private void updateChanges(ColumnBinding binding, RecordState record, Object object) {
        long changed = diff.changed();
        if ((changed & binding.referenceFields()) != 0) {
            diff.readReferences(binding, object, limits);
        }
        update(binding, binding, record, changed, diff.values(), diff.references());
        repeatBinding = binding;
    }

    /**
     * Writes the changes of an object that has been compared.
     *
     * @param leaves maps the object's values to leaves: the binding itself, or a layout
     */
    private void update(
            ColumnBinding binding,
            LeafBinding leaves,
            RecordState record,
            long changed,
            long[] values,
            Object[] references) {
        int start = blocks.frame().out().position;
        int overhead;
        try {
            overhead = encoder.update(binding.encodedType(), leaves, record, changed, values, references);
        } catch (RuntimeException e) {
            dropIfRefused(record);
            throw e;
        }
        if (overhead != DeltaEncoder.HANDED_OVER) {
            commitUpdate(binding, record, start, overhead);
        }
    }

    /**
     * Writes the changes of an object that is not flat, which {@link #diff} has.
     *
     * @return false if nothing has been written, so that the object has to be written as tokens
     */
    private boolean tryUpdateNested(ColumnBinding binding, RecordState record, Object object) {
        if (binding.hasView() && FieldView.of(record).layout() != null && tryUpdateByLayout(binding, record, object)) {
            repeatBinding = binding;
            return true;
        }
        return tryUpdateByFields(binding, record, object);
    }

    private boolean tryUpdateByFields(ColumnBinding binding, RecordState record, Object object) {
        checkTextsOfParts(binding, object);
        if (!collectFields(binding, record, object, !binding.encodedType().isNextQuiet())) {
            return false;
        }
        int start = blocks.frame().out().position;
        CollectedLeaves collected = fieldCollector.collected();
        int overhead = encoder.encodeLeaves(binding.encodedType(), record, collected.leaves(), collected.count());
        collected.storeQueued(record);
        commitUpdate(binding, record, start, overhead);
        if (binding.hasView()) {
            cacheStructure(binding, record, object);
        }
        return true;
    }

    /**
     * Caches the fields and the structure of an object that has been written. Lists and maps of the application are
     * asked again for that. If one fails, the message stays, and the record is no longer bound to the class.
     */
    private void cacheStructure(ColumnBinding binding, RecordState record, Object object) {
        try {
            diff.storeIn(FieldView.of(record), binding, record, object);
            binding.layouts().assign(record, object, false, limits);
            repeatBinding = binding;
        } catch (RuntimeException | StackOverflowError e) {
            repeatBinding = null;
            objectRecords.unbind(binding, record);
        }
    }

    private boolean collectFields(ColumnBinding binding, RecordState record, Object object, boolean isAll) {
        open = true; // hand-written code of a field must not begin a message
        try {
            return fieldCollector.collect(binding, record, object, diff, isAll);
        } finally {
            open = false;
        }
    }

    private boolean writeWithKey(
            ColumnBinding binding, FieldColumns fields, Object object, byte[] keyBytes, int length) {
        if (binding != null && tryWriteWithKey(binding, object, keyBytes, length)) {
            return true;
        }
        objectRecords.expect(fields, object);
        return false;
    }

    /**
     * Writes an object by its key; false if its record is not bound to its class, or there is no room for a new one.
     */
    private boolean tryWriteWithKey(ColumnBinding binding, Object object, byte[] keyBytes, int length) {
        RecordState record = encoder.find(binding.state(), keyBytes, length);
        if (!binding.isFlat()) {
            if (record == null) {
                boolean isTried = isCopyRefused;
                isCopyRefused = false;
                return !isTried && tryCreateNested(binding, object, keyBytes, length);
            }
            if (record.binding() != binding) {
                return false;
            }
            diff.compareParts(binding, record, object);
            return tryUpdateNested(binding, record, object);
        }
        if (record == null && tryMakeRoom(binding, object, length)) {
            createFlat(binding, object, keyBytes, length);
            return true;
        }
        if (record == null || record.binding() != binding) {
            return false;
        }
        diff.compare(binding, record, object);
        updateChanges(binding, record, object);
        return true;
    }

    /**
     * Writes an object for which the lookup by key columns has found no record.
     *
     * @return false if only the bytes of its key can tell whether it is new, or it cannot be a copy of the last record
     */
    private boolean tryWriteWithoutRecord(ColumnBinding binding, Object object) {
        int length = binding.hasAllRecordsIndexed() ? binding.columns().keyLength(object) : -1;
        if (!binding.isFlat()) {
            boolean isNew = length >= 0
                    && encoder.records().hasRoom(binding.encodedType(), null, length)
                    && encoder.records().isNextIdNew();
            isCopyRefused = isNew && !tryCreateNested(binding, object, null, length);
            return isNew && !isCopyRefused;
        }
        // Making room may free a record id, which the record would take: so the second check comes after it.
        if (length < 0
                || !tryMakeRoom(binding, object, length)
                || !encoder.records().isNextIdNew()
                || !canCopyLast(binding)) {
            return false;
        }
        createFlat(binding, object, null, length);
        repeatBinding = binding;
        return true;
    }

    /**
     * Makes room for a new record of a flat object if need be; false if there is none. Refuses its texts first, so that
     * no record goes in vain.
     */
    private boolean tryMakeRoom(ColumnBinding binding, Object object, int length) {
        checkTexts(binding, object, binding.texts(), 0);
        return ensureRoom(binding.encodedType(), null, length);
    }

    private boolean canCopyLast(ColumnBinding binding) {
        RecordState last = binding.state().lastRecord();
        return last != null && last.binding() == binding && encoder.isAnnounced(binding.encodedType());
    }

    /** @param keyBytes null if the key columns name the record */
    private void createFlat(ColumnBinding binding, Object object, byte[] keyBytes, int length) {
        PlainValueWriter frame = blocks.frame();
        int start = frame.out().position;
        int overhead;
        if (keyBytes == null || canCopyLast(binding)) {
            diff.compare(binding, binding.state().lastRecord(), object);
            diff.readReferences(binding, object, limits);
            overhead = encoder.encodeNewFields(
                    binding.encodedType(), binding, keyBytes, length, diff.changed(), diff.values(), diff.references());
        } else {
            columns.beginMessage();
            for (int leaf = 0; leaf < binding.state().leafCount(); leaf++) {
                binding.copyLeaf(object, leaf, columns);
            }
            overhead = encoder.encode(binding.encodedType(), keyBytes, length);
        }
        RecordState record = encoder.lastRecord();
        objectRecords.bind(binding, record, keyHash(binding, object, keyBytes));
        checkLength(start, record);
        commitMessage(overhead, start, record);
    }

    /** Returns the hash of an object's key columns. Without key bytes, the lookup before has computed it. */
    private int keyHash(ColumnBinding binding, Object object, byte[] keyBytes) {
        return keyBytes == null ? objectRecords.keyHash() : ObjectRecordIndex.hash(binding.columns(), object);
    }

    /**
     * Writes an object that is not flat and has no record as a copy of the last record.
     *
     * @param keyBytes null if the key columns name the record
     * @return false if nothing has been written, so that the object has to be written as tokens
     */
    private boolean tryCreateNested(ColumnBinding binding, Object object, byte[] keyBytes, int length) {
        if (!canCopyLast(binding)) {
            return false;
        }
        RecordState last = binding.state().lastRecord();
        diff.compareParts(binding, last, object);
        checkTextsOfParts(binding, object);
        if (!collectFields(binding, last, object, false)
                || !ensureRoom(binding.encodedType(), null, length)
                || !canCopyLast(binding) // making room may have dropped the last record
                || !encoder.findDifferences(
                        binding.state(),
                        fieldCollector.collected().leaves(),
                        fieldCollector.collected().count())) {
            return false;
        }
        PlainValueWriter frame = blocks.frame();
        int start = frame.out().position;
        last = binding.state().lastRecord(); // making room may have removed the former one
        int hash = keyHash(binding, object, keyBytes);
        int overhead = encoder.encodeCopy(binding.encodedType(), keyBytes, length);
        RecordState record = encoder.lastRecord();
        record.setFieldValues(last.fieldValues() == null ? null : new FieldView(FieldView.of(last)));
        if (binding.hasView()) {
            fieldCollector.collected().storeQueued(record);
            diff.storeIn(FieldView.of(record), binding, record, object);
        }
        objectRecords.bind(binding, record, hash);
        checkLength(start, record);
        commitMessage(overhead, start, record);
        return true;
    }

    /**
     * Checks the lengths of texts of an object against the limits.
     *
     * @param fields a bit for each field to check, which is text or null
     * @param first the field of the lowest bit
     */
    private void checkTexts(ColumnBinding binding, Object object, long fields, int first) {
        for (long texts = fields; texts != 0; texts &= texts - 1) {
            Object text = binding.reference(object, first + Long.numberOfTrailingZeros(texts));
            if (text != null) {
                TextLimit.check((String) text, limits);
            }
        }
    }

    private void checkTextsOfParts(ColumnBinding binding, Object object) {
        for (FieldPart part : binding.fieldLeaves().parts()) {
            checkTexts(binding, object, diff.changedFields(part.index()) & part.textFields(), part.firstField());
        }
    }

    // ---- encoded messages

    /**
     * Commits the message in the frame from this index on.
     *
     * @param overhead the number of bytes of announcements in it
     * @param changed the record that it has changed, or null
     */
    private void commitMessage(int overhead, int start, RecordState changed) {
        try {
            blocks.addBody(overhead, start);
        } catch (RuntimeException e) {
            dropIfRefused(changed);
            throw e;
        }
        if (encoder.ringBytes() > maxRingBytes || encoder.hasSentTooMuch()) {
            blocks.endEpoch();
        }
    }

    /**
     * Commits the update of a record. Values of new kinds have removed the record's binding, so it is bound again: the
     * binding covers any kind.
     *
     * @param start the index of the message in the frame
     * @param overhead the number of bytes of announcements in it
     */
    private void commitUpdate(ColumnBinding binding, RecordState record, int start, int overhead) {
        if (record.binding() != binding) {
            binding.bindTo(record);
        }
        checkLength(start, record);
        commitMessage(overhead, start, record);
    }

    /**
     * Returns the length of the message in the frame from this index on, and refuses it if it is too long.
     *
     * @param changed the record that it has changed, or null
     */
    private int checkLength(int start, RecordState changed) {
        int length = blocks.frame().out().position - start;
        if (length > maxMessageBytes) {
            // Encoding cannot be undone: the next message starts from empty state.
            throw tooLong(length, start, changed);
        }
        return length;
    }

    /** @param record the record that the message updates, or null for a new one */
    private boolean ensureRoom(WriterType type, RecordState record, int keyLength) {
        WriterRecords records = encoder.records();
        return evicts ? records.makeRoom(type, record, keyLength) : records.hasRoom(type, record, keyLength);
    }

    private WireDataException tooLong(int length, int start, RecordState changed) {
        try {
            blocks.dropBody(start);
        } finally {
            dropState(changed);
            open = false;
        }
        return new WireDataException(
                DeltaFormatName.DELTA,
                "expected a message of at most " + limits.maxMessageBytes() + " bytes but was " + length,
                null);
    }

    /**
     * Drops the record of a message that the target has refused, so that no key frame repeats the message. If the
     * target may have taken a part of it, the record stays, since readers may have it.
     */
    private void dropIfRefused(RecordState record) {
        if (blocks.needsReset() && !blocks.hasPartialWrite()) {
            dropState(record);
        }
    }
}
