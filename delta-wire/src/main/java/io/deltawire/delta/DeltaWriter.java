package io.deltawire.delta;

import io.deltawire.wire.MessageKind;
import io.deltawire.wire.Shape;
import io.deltawire.wire.Transcoder;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.spi.DecimalText;
import io.deltawire.wire.spi.FencedWriter;
import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.wire.spi.Scalars;
import java.math.BigDecimal;
import java.time.temporal.Temporal;
import java.util.Objects;

/** Writes messages as deltas: takes the tokens into columns, and at the end of the message has them encoded. */
final class DeltaWriter extends ObjectDeltas implements FencedWriter {
    private MessageKind kind;

    /** Whether the message is a record said again. */
    private boolean repeats;

    /** The length of the last one that is. */
    private int repeatedBytes;

    private final DeltaFormat.KeyFrames keyFrames;
    /** The record that the message which ends has changed, or null. */
    private RecordState changed;

    /** How many objects and lists the tokens have begun, of the message or of a field whose tokens are asked for. */
    private int depth;

    /** Those that are not to be ended now: see {@link FencedWriter}. */
    private int fence;

    /** Whether a message was begun when the writer was held. */
    private boolean wasOpen;

    private boolean closed;
    private byte[] key = new byte[64];
    private int keyLength = -1;

    DeltaWriter(OutputBuffer target, WireOptions options) {
        super(target, options);
        this.keyFrames = options.get(DeltaFormat.KEY_FRAMES);
    }

    @Override
    public String formatName() {
        return DeltaFormat.NAME;
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
            columnIntake.expect(null, null); // the record is not that of the object's own key
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
        if (repeats && (isPlain || intake.isTooWide() || !encoder.records().hasRoom(type, null, length))) {
            throw new WireDataException(DeltaFormat.NAME, "expected room for a record that is said again", null);
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
            columnIntake.expect(null, null);
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
        if (repeats) {
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
        columnIntake.taken(type, changed);
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
        if (repeats) {
            frame.op(Op.REPEAT);
        }
    }

    @Override
    public void keyFrame() {
        requireReady();
        if (keyFrames == DeltaFormat.KeyFrames.NEVER) {
            throw new IllegalStateException(
                    "no key frames are kept for: " + DeltaFormat.KEY_FRAMES.name() + " is NEVER");
        }
        writeKeyFrame();
    }

    @Override
    void beginEpoch() {
        if (keyFrames == DeltaFormat.KeyFrames.EACH_EPOCH && !repeats) {
            writeKeyFrame();
        }
        if (blocks.needsReset()) {
            reset();
        }
    }

    private void writeKeyFrame() {
        repeats = true;
        boolean done = false;
        try {
            do {
                blocks.beginKeyFrame();
                reset();
                columnIntake.expect(null, null);
            } while (!repeatAll());
            blocks.endKeyFrame();
            done = true;
        } finally {
            repeats = false;
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
            Transcoder.copyValue(DeltaReader.of(record, limits), this);
            endMessage();
        } catch (WireDataException e) {
            boolean wasEncoded = !open;
            cancelMessage(); // it may not have the fields that name records
            return !wasEncoded;
        }
        blocks.repeated(repeatedBytes); // where the target fails, all of the key frame does
        return true;
    }

    @Override
    void dropWith(RecordState record) {
        if (record != null) {
            encoder.records().remove(record);
        }
        if (repeats) { // what has been said of the key frame is said once more
            ready = null;
            encoder.drop();
            columnIntake.clear();
        } else {
            reset();
        }
    }

    private int writePlain(ValueWriter frame) {
        columnIntake.expect(null, null);
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
        FencedWriter.requireNone(fence);
        ready = null;
        if (open && !closed) {
            open = false;
            columnIntake.expect(null, null);
            intake.rollback();
        }
    }

    @Override
    public void type(String name) {
        if (name.isEmpty()) {
            throw new WireDataException(DeltaFormat.NAME, "expected a type name that is not empty", null);
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
            throw FencedWriter.notBegunHere();
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
    public int fence(int at) {
        int before = fence;
        if (at == HELD && before != HELD) {
            ready = null;
            wasOpen = open;
            open = true;
        } else if (before == HELD && at != HELD) {
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
        if (Math.abs((long) value.scale()) > Scalars.MAX_SCALE || value.precision() > limits.maxNumberChars()) {
            throw new WireDataException(
                    DeltaFormat.NAME,
                    "expected a decimal of at most " + limits.maxNumberChars() + " digits with a scale of at most "
                            + Scalars.MAX_SCALE + " but it has " + value.precision() + " and " + value.scale(),
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
                    DeltaFormat.NAME, "expected at most " + limits.maxTextChars() + " bytes but was " + length, null);
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
}
