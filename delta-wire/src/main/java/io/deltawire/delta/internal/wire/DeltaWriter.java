package io.deltawire.delta.internal.wire;

import io.deltawire.delta.internal.codec.Columns;
import io.deltawire.delta.internal.codec.DeltaEncoder;
import io.deltawire.delta.internal.codec.LeafBinding;
import io.deltawire.delta.internal.codec.LeafUpdate;
import io.deltawire.delta.internal.codec.OnePassUpdate;
import io.deltawire.delta.internal.nested.LeafChanges;
import io.deltawire.delta.internal.object.ColumnBinding;
import io.deltawire.delta.internal.object.FieldPart;
import io.deltawire.delta.internal.object.FieldView;
import io.deltawire.delta.internal.object.ObjectDiff;
import io.deltawire.delta.internal.object.ObjectRecords;
import io.deltawire.delta.internal.object.Outline;
import io.deltawire.delta.internal.object.TokenIntake;
import io.deltawire.delta.internal.state.EncodedRecords;
import io.deltawire.delta.internal.state.EncodedType;
import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.delta.internal.state.StateBounds;
import io.deltawire.delta.internal.stream.BlockWriter;
import io.deltawire.delta.internal.token.KeyFields;
import io.deltawire.delta.internal.token.MessageIntake;
import io.deltawire.delta.internal.token.MessageView;
import io.deltawire.delta.internal.value.DecimalValue;
import io.deltawire.delta.internal.value.FormatName;
import io.deltawire.delta.internal.value.Kind;
import io.deltawire.delta.internal.value.Op;
import io.deltawire.delta.internal.value.TextLimit;
import io.deltawire.delta.internal.value.ValueWriter;
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
import io.deltawire.wire.spi.object.ColumnWriter;
import io.deltawire.wire.spi.object.FieldColumns;
import io.deltawire.wire.spi.text.DecimalText;
import java.math.BigDecimal;
import java.time.temporal.Temporal;
import java.util.List;
import java.util.Objects;

/**
 * Writes messages as deltas, each against the last one of the same type and key.
 *
 * <p>A message comes by its tokens, or an object comes by its columns. Tokens go to {@link MessageIntake}, which collects their values; at the end of the
 * message {@link DeltaEncoder} encodes them. An object of a class that is bound to its type is compared with its record directly. Of several ways to write
 * what differs the fastest that fits is taken: in one pass over the changed fields, leaf by leaf, or by the values of a {@link TokenIntake}. All of
 * them make the same bytes.
 *
 * <p>What has been encoded stands in the frame of {@link BlockWriter}. It is measured there and added to the stream. Where the target refuses a message, its
 * record is forgotten, so that no key frame repeats what was never written.
 */
public final class DeltaWriter implements WireOut, ColumnWriter, NestingGuard {
    /** So many messages of one record in a row, and the next one is compared with it before its record is looked for. */
    private static final int BURST = 8;

    private final WireLimits limits;
    private final Columns columns = new Columns();
    private final DeltaEncoder encoder;
    private final BlockWriter blocks;
    private final boolean evicts;
    private final int maxMessageBytes;
    private final long maxRingBytes;

    /** Whether a message by tokens is begun, or none can begin any more. */
    private boolean open;

    private final OnePassUpdate onePassUpdate;
    private final LeafUpdate leafUpdate;
    private final KeyFields keyFields;
    /** What the object of the message differs from its record in. */
    private final ObjectDiff diff = new ObjectDiff();

    private final ObjectRecords objectRecords = new ObjectRecords(diff);
    private final MessageIntake intake;
    private final TokenIntake tokenIntake;

    /** The binding of the message before where that was an update in one pass, so that nothing has to be looked at again. */
    private ColumnBinding ready;

    /** How many of the last messages have been of the record of the one before: up to {@link #BURST}. */
    private int recordRun;

    /** The record that so many messages have been of, of a class whose objects are flat; else null. */
    private RecordState burst;

    /** Whether the object that has been given without the bytes of its key is to go by its tokens, if it is new. */
    private boolean isUnlikeLast;

    private MessageKind kind;

    /** Whether the message is a record said again. */
    private boolean inKeyFrame;

    /** The length of the last one that is. */
    private int repeatedBytes;

    private final KeyFrames keyFrames;
    /** The record that the message which ends has changed, or null. */
    private RecordState changed;

    /** How many objects and lists the tokens have begun, of the message or of a field whose tokens are asked for. */
    private int depth;

    /** Those that are not to be ended now: see {@link NestingGuard}. */
    private int fence;

    /** Whether a message was begun when the writer was held. */
    private boolean wasOpen;

    private boolean closed;
    private byte[] key = new byte[64];
    private int keyLength = -1;

    public DeltaWriter(OutputBuffer target, WriterSettings settings) {
        this.limits = settings.limits();
        this.maxMessageBytes = limits.maxMessageBytes();
        this.maxRingBytes = StateBounds.ringState(limits.maxStateBytes());
        this.blocks = new BlockWriter(target, limits, settings.blocks());
        boolean keepsIdle = settings.keyFrames() != KeyFrames.NEVER;
        this.encoder = new DeltaEncoder(limits, columns, blocks, keepsIdle);
        this.evicts = settings.evicts();
        this.onePassUpdate = encoder.onePassUpdate();
        this.leafUpdate = encoder.leafUpdate();
        this.intake = new MessageIntake(columns, encoder.types(), limits);
        this.tokenIntake = new TokenIntake(intake, columns, this, limits);
        List<String> fields = settings.keyFields();
        this.keyFields = fields.isEmpty() ? null : new KeyFields(fields, columns);
        this.keyFrames = settings.keyFrames();
    }

    // ---- messages by their tokens

    @Override
    public String formatName() {
        return FormatName.DELTA;
    }

    @Override
    public void beginMessage(MessageKind messageKind) {
        ready = null;
        requireReady();
        if (blocks.needsReset()) {
            beginEpoch();
        }
        open = true;
        kind = messageKind;
        keyLength = -1;
        depth = 0;
        intake.begin(messageKind == MessageKind.META);
    }

    private void requireReady() {
        if (open) {
            throw new IllegalStateException(closed ? "the writer is closed" : "the message before is not ended");
        }
    }

    /** For tests. */
    DeltaEncoder encoder() {
        return encoder;
    }

    /** For tests. */
    BlockWriter blocks() {
        return blocks;
    }

    /** What the state counts as. */
    long stateBytes() {
        return encoder.records().stateBytes();
    }

    /** What the rings hold beside that. */
    long ringBytes() {
        return encoder.ringBytes();
    }

    /** What the keys take beside that. */
    long keyBytes() {
        return encoder.records().keyBytes();
    }

    /** How many types it keeps something of. */
    int knownTypes() {
        return encoder.types().knownCount();
    }

    /** How many leaves have been compared and moved to find edits of the lists of a type that there are records of. */
    long editWork() {
        return encoder.records().all().stream()
                .map(record -> record.type)
                .distinct()
                .mapToLong(type -> type.editWork)
                .sum();
    }

    /** Whether the tokens so far are those that a message before has had, so that tests know that they come by that. */
    boolean isOnKnownWay() {
        return intake.isOnKnownWay();
    }

    /** Has the next message be taken apart whatever messages before have had, so that tests can compare. */
    void forgetWays() {
        intake.forgetWays();
    }

    @Override
    public boolean keepsRecords() {
        return true;
    }

    @Override
    public void recordKey(byte[] bytes, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        if (key.length < length) {
            key = new byte[Math.max(length, 2 * key.length)];
        }
        System.arraycopy(bytes, offset, key, 0, length);
        keyLength = length;
        intake.keyGiven();
        if (intake.hasTokens()) {
            objectRecords.expect(null, null); // the record is not that of the object's own key
        }
    }

    @Override
    public void endMessage() {
        ready = null;
        changed = null;
        if (!open || closed) {
            throw new IllegalStateException("no message is begun");
        }
        intake.end();
        ValueWriter frame = blocks.frame;
        int start = frame.out.position;
        int overhead;
        EncodedType type = intake.type();
        byte[] keyBytes = key;
        int length = Math.max(0, keyLength);
        boolean isPlain = intake.isPlain();
        if (inKeyFrame && (isPlain || intake.isTooWide() || !encoder.records().hasRoom(type, null, length))) {
            throw new WireDataException(FormatName.DELTA, "expected room for a record that is said again", null);
        }
        boolean isToldByFields = keyLength < 0 && keyFields != null && type != null;
        boolean isUnknown = isToldByFields && isPlain && !keyFields.areGiven(type.state);
        if (isToldByFields && !isUnknown) {
            keyFields.read(type.state);
            keyBytes = keyFields.bytes();
            length = keyFields.length();
        }
        beginBody(frame);
        boolean isNamed = keyLength >= 0 || isToldByFields;
        if (kind == MessageKind.DELETE && type != null && encoder.delete(type, keyBytes, length, isNamed, frame)) {
            overhead = 0;
            objectRecords.expect(null, null);
            intake.rollback();
        } else if (kind == MessageKind.DELETE && !isPlain) {
            // The record may be one that is not in the state any more, or one of those that go without a key: that it
            // is gone is news all the same.
            encoder.records().forgetIdle(type.state, keyBytes, length);
            intake.spill();
            overhead = writePlain(frame);
        } else if (isPlain) {
            if (isUnknown) {
                encoder.records().forgetAll(type.state); // one of them may be that of the message
            } else if (type != null) {
                forget(type, encoder.find(type.state, keyBytes, length), keyBytes, length);
            } else if (intake.untaken() != null) {
                encoder.records().forgetIdle(intake.untaken());
            }
            overhead = writePlain(frame);
        } else {
            overhead = write(type, keyBytes, length, isToldByFields, frame);
        }
        int written = checkLength(start, changed);
        open = false;
        if (isToldByFields && !isUnknown) {
            keyFields.taken();
        }
        if (inKeyFrame) {
            repeatedBytes = written;
        } else {
            added(overhead, start, changed);
        }
    }

    private int write(EncodedType type, byte[] keyBytes, int length, boolean isToldByFields, ValueWriter frame) {
        RecordState record = encoder.find(type.state, keyBytes, length);
        if (intake.isTooWide() || !hasRoom(type, record, length)) {
            forget(type, record, keyBytes, length);
            intake.spill();
            return writePlain(frame);
        }
        int overhead = encoder.encode(type, record, keyBytes, length, frame);
        changed = encoder.lastRecord();
        changed.isToldByFields = isToldByFields;
        objectRecords.taken(type, changed);
        return overhead;
    }

    /** Forgets the record of a message that is written plain, since it is not what the message says; if there is one, or was one in an epoch before. */
    private void forget(EncodedType type, RecordState record, byte[] keyBytes, int length) {
        if (record != null) {
            encoder.records().forget(record);
        } else {
            encoder.records().forgetIdle(type.state, keyBytes, length);
        }
    }

    private void beginBody(ValueWriter frame) {
        if (inKeyFrame) {
            frame.op(Op.REPEAT);
        }
    }

    @Override
    public void keyFrame() {
        requireReady();
        if (keyFrames == KeyFrames.NEVER) {
            throw new IllegalStateException("no key frames are kept for: delta.keyFrames is NEVER");
        }
        writeKeyFrame();
    }

    /** Begins an epoch with empty state, or with the records of the one before. */
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
            } while (!repeatAll());
            blocks.endKeyFrame();
            done = true;
        } finally {
            inKeyFrame = false;
            if (!done && !blocks.needsReset()) {
                blocks.endEpoch(); // the next one has all of them
            }
        }
    }

    /** Says all records from empty state on; false where some were too long, and are forgotten: the state is not that of all others then. */
    private boolean repeatAll() {
        boolean areAll = true;
        for (RecordState record : encoder.records().idle()) {
            areAll &= repeat(record);
        }
        return areAll;
    }

    /** Says a record again, unless there is no room for it: it is sent anew when it changes. False where it was too long, and the state is empty. */
    private boolean repeat(RecordState record) {
        if (!blocks.takesInKeyFrame(record.textLength())) {
            return true;
        }
        beginMessage();
        try {
            if (!record.isToldByFields) {
                recordKey(record.key(), 0, record.key().length);
            }
            Transcoder.copyValue(MessageView.of(record, limits), this);
            endMessage();
        } catch (WireDataException e) {
            boolean wasEncoded = !open;
            cancelMessage(); // it may not have the fields that name records
            return !wasEncoded;
        }
        blocks.repeated(repeatedBytes); // where the target fails, all of the key frame does
        return true;
    }

    /** Forgets all state, where one record is not what its last message has said; null for none. */
    private void dropWith(RecordState record) {
        if (record != null) {
            encoder.records().remove(record);
        }
        if (inKeyFrame) { // what has been said of the key frame is said once more
            ready = null;
            encoder.drop();
            objectRecords.clear();
        } else {
            reset();
        }
    }

    private int writePlain(ValueWriter frame) {
        objectRecords.expect(null, null);
        int forgotten = encoder.records().writeForgotten(frame);
        frame.op(
                switch (kind) {
                    case DATA -> Op.PLAIN;
                    case META -> Op.META;
                    case DELETE -> Op.DELETE_PLAIN;
                });
        OutputBuffer plain = intake.plain();
        frame.raw(plain.array, 0, plain.position);
        intake.rollback();
        return forgotten;
    }

    @Override
    public void cancelMessage() {
        NestingGuard.requireUnguarded(fence);
        ready = null;
        if (open && !closed) {
            open = false;
            objectRecords.expect(null, null);
            intake.rollback();
        }
    }

    @Override
    public void type(String name) {
        if (name.isEmpty()) {
            throw new WireDataException(FormatName.DELTA, "expected a type name that is not empty", null);
        }
        intake.type(name);
    }

    @Override
    public void beginObject() {
        intake.beginObject(null);
        depth++;
    }

    @Override
    public void beginObject(Shape shape) {
        intake.beginObject(shape);
        depth++;
    }

    @Override
    public void field(int ordinal) {
        intake.field(ordinal);
    }

    @Override
    public void field(String name) {
        intake.field(name, Op.NODE_FIELD);
    }

    @Override
    public void event(String name) {
        intake.field(name, Op.NODE_EVENT);
    }

    @Override
    public void key() {
        intake.key();
    }

    @Override
    public void endObject() {
        if (fence != 0 && depth == fence) {
            throw NestingGuard.notBegunHere();
        }
        intake.endObject();
        depth--;
    }

    @Override
    public void beginList() {
        intake.beginList();
        depth++;
    }

    @Override
    public void endList() {
        intake.endList();
        depth--;
    }

    @Override
    public int depth() {
        return depth;
    }

    @Override
    public int setGuard(int at) {
        int before = fence;
        if (at == LOCKED && before != LOCKED) {
            ready = null;
            wasOpen = open;
            open = true;
        } else if (before == LOCKED && at != LOCKED) {
            open = wasOpen;
        }
        fence = at;
        return before;
    }

    @Override
    public void nullValue() {
        intake.scalar(Kind.NULL, 0, null);
    }

    @Override
    public void bool(boolean value) {
        intake.scalar(Kind.BOOL, value ? 1 : 0, null);
    }

    @Override
    public void int64(long value) {
        intake.scalar(Kind.INT, value, null);
    }

    @Override
    public void float64(double value) {
        intake.scalar(Kind.F64, Double.doubleToRawLongBits(value), null);
    }

    @Override
    public void float32(float value) {
        float64(Columns.widen(value));
    }

    @Override
    public void text(CharSequence value) {
        TextLimit.check(value, limits);
        intake.scalar(Kind.TEXT, 0, value.toString());
    }

    @Override
    public void decimal(BigDecimal value) {
        if (Math.abs((long) value.scale()) > ScalarConversions.MAX_SCALE
                || value.precision() > limits.maxNumberChars()) {
            throw new WireDataException(
                    FormatName.DELTA,
                    "expected a decimal of at most " + limits.maxNumberChars() + " digits with a scale of at most "
                            + ScalarConversions.MAX_SCALE + " but it has " + value.precision() + " and "
                            + value.scale(),
                    null);
        }
        if (DecimalValue.isShort(value)) {
            intake.scalar(Kind.DECIMAL, DecimalText.unscaled(value), value);
        } else {
            intake.decimal(value);
        }
    }

    @Override
    public void bytes(byte[] value, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, value.length);
        if (length > limits.maxTextChars()) {
            throw new WireDataException(
                    FormatName.DELTA, "expected at most " + limits.maxTextChars() + " bytes but was " + length, null);
        }
        intake.bytes(value, offset, length);
    }

    @Override
    public void temporal(Temporal value) {
        intake.scalar(Kind.TIME, 0, value);
    }

    @Override
    public void flush() {
        ready = null;
        if (!closed) {
            blocks.flush();
        }
    }

    @Override
    public void close() {
        if (!closed) {
            cancelMessage();
            closed = true;
            open = true; // so that neither objects nor tokens find a way in
            blocks.close();
        }
    }

    // ---- objects by their columns

    private void reset() {
        ready = null;
        endBurst();
        encoder.reset();
        objectRecords.clear();
    }

    @Override
    public boolean acceptsNested() {
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
                record = objectRecords.first(binding, object);
                if (record != null) {
                    countRun(binding, record);
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
        long changed = diff.compareFlat(binding, record, object);
        if (binding.goInOnePassFlat(changed)) {
            if ((changed & binding.texts) != 0) {
                checkTexts(binding, object);
            }
            if (countMessage(binding, record, object)) {
                writeInOnePass(binding, record, object, changed);
            } else {
                update(binding, record, object);
            }
            return true;
        }
        return writeOthers(binding, record, object, changed); // also where the record is another key's
    }

    private void countRun(ColumnBinding binding, RecordState record) {
        if (!binding.state.isLast(record)) {
            recordRun = 0;
        } else if (++recordRun == BURST && binding.isFlat()) {
            burst = record;
        }
    }

    private void endBurst() {
        burst = null;
        recordRun = 0;
    }

    /** Does what {@link #writeColumns} does for an object that is not flat, and may be what a record is of. */
    private boolean writeNested(ColumnBinding binding, RecordState record, Object object) {
        boolean isOutlined = FieldView.of(record).outline != null;
        if (writeOutlined(binding, record, object)) {
            return true;
        }
        if (!diff.compareAll(binding, record, object)) {
            return writeAmong(binding, object);
        }
        ready = null;
        return writeTokenFields(binding, record, object, isOutlined);
    }

    /** Writes the update of an object with others inside in one pass; false where nothing has been done: there is more to it. */
    private boolean writeOutlined(ColumnBinding binding, RecordState record, Object object) {
        FieldView view = FieldView.of(record);
        Outline outline = view.outline == null ? null : binding.outlines.compared(view, record, object);
        if (outline == null || !outline.goesInOnePass(record)) {
            return false;
        }
        LeafChanges found = outline.found;
        long changed = found.changed;
        outline.checkTexts(object, changed & outline.texts, 0, limits);
        if (!countMessage(binding, outline, record, object)) {
            return false;
        }
        outline.skipEdits();
        if (found.made == 0) {
            writeInOnePass(binding, outline, record, object, changed, found.values);
        } else {
            onePassUpdate.writeMade(outline, record, object, changed, found.made, found.values);
            updated(binding, record, onePassUpdate.start(), 0);
        }
        if (found.isChange) {
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
        RecordState record = objectRecords.record(binding, object);
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
        ColumnBinding binding = objectRecords.find(event, fields);
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
        long changed = diff.changed;
        checkTexts(binding, object);
        if (binding.goInOnePass(changed) && binding.state.followers == 0 && countMessage(binding, record, object)) {
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
        boolean isOutlined = binding.hasView && binding.state.followers == 0 && FieldView.of(record).outline != null;
        if (isOutlined && writeOutlined(binding, record, object)) {
            ready = binding;
            return true;
        }
        return writeTokenFields(binding, record, object, isOutlined);
    }

    /** @param isOutlined whether it has been found that it does not go by an outline: then nor does it by its leaves alone */
    private boolean writeTokenFields(ColumnBinding binding, RecordState record, Object object, boolean isOutlined) {
        long changed = diff.changed;
        checkTextsOfParts(binding, object);
        if (binding.goInOnePass(changed) && binding.state.followers == 0 && binding.type.countIfQuiet()) {
            writeInOnePass(binding, record, object, changed);
        } else if (binding.state.followers == 0
                && !isOutlined
                && binding.type.isNextQuiet()
                && diff.addTo(leafUpdate, binding, record, object)) {
            binding.type.countIfQuiet();
            if (!writeLeaves(record)) {
                checkLength(leafUpdate.start(), record);
                added(0, leafUpdate.start(), record);
            }
        } else {
            if (!take(binding, record, object, !binding.type.isNextQuiet())) {
                return false;
            }
            ValueWriter frame = blocks.frame;
            int start = frame.out.position;
            int overhead =
                    encoder.updateTaken(binding.type, record, tokenIntake.taken.leaves, tokenIntake.taken.count, frame);
            tokenIntake.taken.keepValues(record);
            updated(binding, record, start, overhead);
        }
        if (binding.hasView) {
            diff.keepIn(FieldView.of(record), binding, record, object);
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
            return tokenIntake.take(binding, record, object, diff, isAll);
        } finally {
            open = false;
        }
    }

    /** Counts the message of an object, and tries the predictors with it where it is part of a trial; false where there is more to do. */
    private boolean countMessage(ColumnBinding binding, RecordState record, Object object) {
        return binding.type.countIfQuiet()
                || binding.state.last().binding == binding
                        && encoder.tryPredictors(binding.type, binding, record, object, diff.changed, diff.values);
    }

    private boolean countMessage(ColumnBinding binding, Outline outline, RecordState record, Object object) {
        if (binding.type.countIfQuiet()) {
            return true;
        }
        RecordState last = binding.state.last();
        return !outline.found.isChange
                && last.binding == binding
                && FieldView.of(last).outline == outline
                && encoder.tryPredictors(
                        binding.type, outline, record, object, outline.found.changed, outline.found.values);
    }

    private void writeInOnePass(ColumnBinding binding, RecordState record, Object object, long changed) {
        writeInOnePass(binding, binding, record, object, changed, diff.values);
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

    private boolean writeLeaves(RecordState record) {
        try {
            return leafUpdate.write(record);
        } catch (RuntimeException e) {
            refused(record);
            throw e;
        }
    }

    private boolean writeKeyed(ColumnBinding binding, FieldColumns fields, Object object, byte[] keyBytes, int length) {
        if (binding != null && writeKeyed(binding, object, keyBytes, length)) {
            return true;
        }
        objectRecords.expect(fields, object);
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
            diff.compareParts(binding, record, object);
            return writeTokenFields(binding, record, object);
        }
        if (record == null && makesRoom(binding, object, length)) {
            writeNew(binding, object, keyBytes, length);
            return true;
        }
        if (record == null || record.binding != binding) {
            return false;
        }
        diff.compare(binding, record, object);
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
        binding.checkTexts(object, binding.texts, 0, limits);
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
            diff.compare(binding, binding.state.last(), object);
            overhead =
                    encoder.create(binding.type, binding, object, keyBytes, length, diff.changed, diff.values, frame);
        } else {
            columns.message++;
            for (int leaf = 0; leaf < binding.state.leaves; leaf++) {
                binding.take(object, leaf, columns);
            }
            overhead = encoder.encode(binding.type, keyBytes, length, frame);
        }
        RecordState record = encoder.lastRecord();
        objectRecords.bind(binding, record, keyHash(binding, object, keyBytes));
        checkLength(start, record);
        added(overhead, start, record);
    }

    /** The hash of the key of an object, for which no record has been found by its columns where there are no bytes. */
    private int keyHash(ColumnBinding binding, Object object, byte[] keyBytes) {
        return keyBytes == null ? objectRecords.keyHash() : ObjectRecords.hash(binding.columns, object);
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
        diff.compareParts(binding, last, object);
        checkTextsOfParts(binding, object);
        if (!take(binding, last, object, false)
                || !hasRoom(binding.type, null, length)
                || !isLikeLast(binding) // it may have had to make room
                || !encoder.findUnlike(binding.state, tokenIntake.taken.leaves, tokenIntake.taken.count)) {
            return false;
        }
        ValueWriter frame = blocks.frame;
        int start = frame.out.position;
        last = binding.state.last(); // another one where room had to be made
        int overhead = encoder.createTaken(binding.type, keyBytes, length, frame);
        RecordState record = encoder.lastRecord();
        record.view = last.view == null ? null : new FieldView(FieldView.of(last));
        if (binding.hasView) {
            tokenIntake.taken.keepValues(record);
            diff.keepIn(FieldView.of(record), binding, record, object);
        }
        objectRecords.bind(binding, record, keyHash(binding, object, keyBytes));
        checkLength(start, record);
        added(overhead, start, record);
        return true;
    }

    private void update(ColumnBinding binding, RecordState record, Object object) {
        ready = null;
        ValueWriter frame = blocks.frame;
        int start = frame.out.position;
        int overhead = encoder.update(binding.type, binding, record, object, diff.changed, diff.values, frame);
        updated(binding, record, start, overhead);
    }

    private void checkTexts(ColumnBinding binding, Object object) {
        binding.checkTexts(object, diff.changed & binding.texts, 0, limits);
    }

    private void checkTextsOfParts(ColumnBinding binding, Object object) {
        for (FieldPart part : binding.tokenFields.parts) {
            binding.checkTexts(object, diff.changed(part.number) & part.texts, part.first, limits);
        }
    }

    // ---- what has been encoded

    /**
     * Adds the message in the frame that begins at an index.
     *
     * @param overhead the number of bytes that went into announcements
     * @param changed the record that it has changed, or null
     */
    private void added(int overhead, int start, RecordState changed) {
        try {
            blocks.added(overhead, start);
        } catch (RuntimeException e) {
            refused(changed);
            throw e;
        }
        if (encoder.ringBytes() > maxRingBytes) {
            blocks.endEpoch();
        }
    }

    /**
     * Adds the message that has updated a record. Values that have other kinds now have taken it from its binding, which takes any kind.
     *
     * @param start where in the frame it begins
     * @param overhead the number of bytes that went into announcements
     */
    private void updated(ColumnBinding binding, RecordState record, int start, int overhead) {
        if (record.binding != binding) {
            binding.bindTo(record);
        }
        checkLength(start, record);
        added(overhead, start, record);
    }

    /**
     * Returns the length of the message in the frame that begins at this index, unless it is too long.
     *
     * @param changed the record that it has changed, or null
     */
    private int checkLength(int start, RecordState changed) {
        int length = blocks.frame.out.position - start;
        if (length > maxMessageBytes) {
            // What was encoded cannot be taken back: the next message starts from nothing.
            throw tooLong(length, start, changed);
        }
        return length;
    }

    /** @param record that the message updates, or null where it makes a new one */
    private boolean hasRoom(EncodedType type, RecordState record, int keyLength) {
        EncodedRecords records = encoder.records();
        return evicts ? records.makeRoom(type, record, keyLength) : records.hasRoom(type, record, keyLength);
    }

    private WireDataException tooLong(int length, int start, RecordState changed) {
        try {
            blocks.drop(start);
        } finally {
            dropWith(changed);
            open = false;
        }
        return new WireDataException(
                FormatName.DELTA,
                "expected a message of at most " + limits.maxMessageBytes() + " bytes but was " + length,
                null);
    }

    /**
     * Forgets a record that is what a message has said which the target has not taken, so that no key frame says it. Of a target that may have taken a
     * part of it nobody knows.
     */
    private void refused(RecordState record) {
        if (blocks.needsReset() && !blocks.isTorn()) {
            dropWith(record);
        }
    }
}
