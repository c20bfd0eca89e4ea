package io.deltawire.delta;

import io.deltawire.wire.MessageKind;
import io.deltawire.wire.Shape;
import io.deltawire.wire.Transcoder;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.spi.ColumnWriter;
import io.deltawire.wire.spi.FieldColumns;
import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.wire.spi.Printable;
import io.deltawire.wire.spi.Scalars;
import java.math.BigDecimal;
import java.time.temporal.Temporal;
import java.util.ArrayList;
import java.util.List;

/** Writes messages as deltas: takes the tokens into columns, and at the end of the message has them encoded. */
final class DeltaWriter implements WireOut, ColumnWriter {
    private final WireLimits limits;
    private final Columns columns = new Columns();
    private final DeltaEncoder encoder;
    private final NumberUpdate numberUpdate;
    private final BlockWriter blocks;
    private final MessageIntake intake;
    private final KeyFields keyFields;
    private final ColumnIntake columnIntake = new ColumnIntake();
    private final boolean evicts;
    private final int maxMessageBytes;
    private final long maxRingBytes;

    /** The binding of the message before where that was an update of numbers, so that nothing has to be looked at again. */
    private ColumnBinding ready;

    private MessageKind kind;
    private boolean open;
    /** Whether the message is a record said again. */
    private boolean repeats;

    private boolean closed;
    private byte[] key = new byte[64];
    private int keyLength = -1;

    DeltaWriter(OutputBuffer target, WireOptions options) {
        this.limits = options.limits();
        this.maxMessageBytes = limits.maxMessageBytes();
        this.maxRingBytes = StateBounds.ringState(limits.maxStateBytes());
        this.blocks = new BlockWriter(
                target,
                limits,
                options.get(DeltaFormat.BLOCK_BYTES),
                options.get(DeltaFormat.FLUSH) == DeltaFormat.Flush.MESSAGE ? 1 : options.get(DeltaFormat.FLUSH_BYTES),
                options.get(DeltaFormat.APPEND_TO),
                options.get(DeltaFormat.COMPRESSION));
        this.encoder = new DeltaEncoder(limits, columns, blocks);
        this.numberUpdate = encoder.numbers();
        this.intake = new MessageIntake(columns, encoder, limits);
        this.evicts = options.get(DeltaFormat.OVERFLOW) == DeltaFormat.Overflow.FORGET;
        List<String> fields = options.get(WireOptions.KEY_FIELDS);
        this.keyFields = fields.isEmpty() ? null : new KeyFields(fields, columns);
    }

    @Override
    public void beginMessage(MessageKind messageKind) {
        ready = null;
        if (open) {
            throw new IllegalStateException("the message before is not ended");
        }
        if (blocks.needsReset()) {
            reset();
        }
        open = true;
        kind = messageKind;
        keyLength = -1;
        intake.begin(messageKind == MessageKind.META);
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

    /** How many leaves have been compared and moved to find edits of the lists of a type that there are records of. */
    long editWork() {
        return encoder.records().all().stream()
                .map(record -> record.type)
                .distinct()
                .mapToLong(type -> type.editWork)
                .sum();
    }

    private void reset() {
        ready = null;
        encoder.reset();
        columnIntake.clear();
    }

    @Override
    public boolean writeColumns(String event, FieldColumns fields, Object object, byte[] keyBytes, int length) {
        ColumnBinding binding = ready;
        if (binding == null || keyBytes != null || blocks.needsReset() || !binding.isOf(event, fields)) {
            return writeOther(event, fields, object, keyBytes, length);
        }
        RecordState record = columnIntake.record(binding, object);
        if (record == null) {
            ready = null;
            return writeUnknown(binding, object);
        }
        long changed = columnIntake.changed;
        if ((changed & binding.others) == 0 && isCounted(binding, record, object)) {
            writeNumbers(binding, record, object, changed);
        } else {
            update(binding, record, object);
        }
        return true;
    }

    /** Does what {@link #writeColumns} does, unless the message before was an update of numbers of the same class. */
    private boolean writeOther(String event, FieldColumns fields, Object object, byte[] keyBytes, int length) {
        ready = null;
        if (open || keyFields != null) {
            return false;
        }
        if (blocks.needsReset()) {
            reset();
        }
        ColumnBinding binding = columnIntake.find(event, fields);
        if (keyBytes != null) {
            return writeKeyed(binding, fields, object, keyBytes, length);
        }
        if (binding == null) {
            return false;
        }
        RecordState record = columnIntake.record(binding, object);
        if (record == null) {
            return writeUnknown(binding, object);
        }
        if (writeChanges(binding, record, object)) {
            ready = binding;
        }
        return true;
    }

    /**
     * Writes what an object has been found to differ from its record in.
     *
     * @return whether nothing has been done but to write numbers
     */
    private boolean writeChanges(ColumnBinding binding, RecordState record, Object object) {
        long changed = columnIntake.changed;
        if ((changed & binding.others) == 0 && binding.state.followers == 0 && isCounted(binding, record, object)) {
            writeNumbers(binding, record, object, changed);
            return true;
        }
        update(binding, record, object);
        return false;
    }

    private boolean isCounted(ColumnBinding binding, RecordState record, Object object) {
        return binding.type.countsIfQuiet() || encoder.tries(binding, record, object, columnIntake);
    }

    private void writeNumbers(ColumnBinding binding, RecordState record, Object object, long changed) {
        if (!numberUpdate.write(binding, record, object, changed, columnIntake.values)) {
            bindAgain(binding, record);
            checkLength(numberUpdate.start());
            added(0);
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
        if (record == null && hasRoom(binding.type, null, length)) {
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
        if (length < 0
                || !encoder.records().opensSlot()
                || !hasRoom(binding.type, null, length)
                || !isLikeLast(binding)) {
            return false;
        }
        writeNew(binding, object, null, length);
        ready = binding.state.followers == 0 ? binding : null;
        return true;
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
            checkTexts(binding, object);
            overhead = encoder.create(binding, object, keyBytes, length, columnIntake, frame);
        } else {
            columnIntake.changed = -1L;
            checkTexts(binding, object);
            columns.message++;
            for (int leaf = 0; leaf < binding.state.leaves; leaf++) {
                binding.take(object, leaf, columns);
            }
            overhead = encoder.encode(binding.type, keyBytes, length, frame);
        }
        int hash = keyBytes == null ? columnIntake.keyHash : ColumnIntake.hash(binding.columns, object);
        columnIntake.bind(binding, encoder.lastRecord(), hash);
        checkLength(start);
        added(overhead);
    }

    private void added(int overhead) {
        blocks.added(overhead);
        if (encoder.ringBytes() > maxRingBytes) {
            blocks.endEpoch();
        }
    }

    private void update(ColumnBinding binding, RecordState record, Object object) {
        ready = null;
        checkTexts(binding, object);
        ValueWriter frame = blocks.frame;
        int start = frame.out.position;
        int overhead = encoder.update(binding, record, object, columnIntake, frame);
        bindAgain(binding, record);
        checkLength(start);
        added(overhead);
    }

    /** Values that have other kinds now have taken the record from its binding, which takes any kind. */
    private static void bindAgain(ColumnBinding binding, RecordState record) {
        if (record.binding != binding) {
            record.binding = binding;
        }
    }

    /** Returns the length of the message in the frame that begins at this index, unless it is too long. */
    private int checkLength(int start) {
        int length = blocks.frame.out.position - start;
        if (length > maxMessageBytes) {
            // What was encoded cannot be taken back: the next message starts from nothing.
            throw tooLong(length, start);
        }
        return length;
    }

    private void checkTexts(ColumnBinding binding, Object object) {
        for (long texts = columnIntake.changed & binding.texts; texts != 0; texts &= texts - 1) {
            Object text = binding.columns.reference(object, Long.numberOfTrailingZeros(texts));
            if (text != null) {
                checkText((String) text, limits);
            }
        }
    }

    @Override
    public boolean keepsRecords() {
        return true;
    }

    @Override
    public void recordKey(byte[] bytes, int offset, int length) {
        if (key.length < length) {
            key = new byte[Math.max(length, 2 * key.length)];
        }
        System.arraycopy(bytes, offset, key, 0, length);
        keyLength = length;
    }

    @Override
    public void endMessage() {
        ready = null;
        if (!open) {
            throw new IllegalStateException("no message is begun");
        }
        intake.end();
        ValueWriter frame = blocks.frame;
        int start = frame.out.position;
        int overhead;
        if (repeats) {
            frame.op(Op.REPEAT);
        }
        if (intake.isPlain()) {
            overhead = writePlain(frame);
        } else {
            EncodedType type = intake.type();
            byte[] keyBytes = key;
            int length = Math.max(0, keyLength);
            if (keyLength < 0 && keyFields != null) {
                keyFields.read(type.state);
                keyBytes = keyFields.bytes();
                length = keyFields.length();
            }
            if (kind == MessageKind.DELETE && encoder.delete(type, keyBytes, length, frame)) {
                overhead = 0;
                columnIntake.expect(null, null);
                intake.rollback();
            } else if (kind == MessageKind.DELETE) {
                // The record may be one that is not in the state any more: that it is gone is news all the same.
                intake.spill();
                overhead = writePlain(frame);
            } else if (!hasRoom(type, encoder.find(type.state, keyBytes, length), length)) {
                intake.spill();
                overhead = writePlain(frame);
            } else {
                overhead = encoder.encode(type, keyBytes, length, frame);
                columnIntake.taken(type, encoder.lastRecord());
            }
        }
        int length = checkLength(start);
        open = false;
        if (repeats) {
            blocks.repeated(length);
        } else {
            added(overhead);
        }
    }

    @Override
    public void keyFrame() {
        ready = null;
        if (open) {
            throw new IllegalStateException("the message before is not ended");
        }
        EncodedRecords records = encoder.records();
        List<RecordState> all = records.all();
        List<byte[]> keys = new ArrayList<>();
        for (RecordState record : all) {
            keys.add(record.key());
        }
        blocks.beginKeyFrame();
        encoder.drop();
        columnIntake.clear();
        columnIntake.expect(null, null);
        repeats = true;
        try {
            for (int i = 0; i < all.size(); i++) {
                repeat(all.get(i), keys.get(i));
            }
        } finally {
            repeats = false;
            blocks.endKeyFrame();
        }
    }

    private void repeat(RecordState record, byte[] recordKey) {
        beginMessage();
        try {
            if (keyFields == null) {
                recordKey(recordKey, 0, recordKey.length);
            }
            Transcoder.copyValue(DeltaReader.of(record, limits), this);
            endMessage();
        } catch (WireDataException e) {
            // All of it in one message would be too long: it is sent anew when it changes, as far as it can be.
            cancelMessage();
        }
    }

    /** @param record that the message updates, or null where it makes a new one */
    private boolean hasRoom(EncodedType type, RecordState record, int keyLength) {
        EncodedRecords records = encoder.records();
        return evicts ? records.makeRoom(type, record, keyLength) : records.hasRoom(type, record, keyLength);
    }

    private WireDataException tooLong(int length, int start) {
        try {
            blocks.drop(start);
        } finally {
            reset();
            open = false;
        }
        return new WireDataException(
                DeltaFormat.NAME,
                "expected a message of at most " + limits.maxMessageBytes() + " bytes but was " + length,
                null);
    }

    private int writePlain(ValueWriter frame) {
        columnIntake.expect(null, null);
        frame.op(
                switch (kind) {
                    case DATA -> Op.PLAIN;
                    case META -> Op.META;
                    case DELETE -> Op.DELETE_PLAIN;
                });
        OutputBuffer plain = intake.plain();
        frame.raw(plain.array, 0, plain.position);
        intake.rollback();
        return 0;
    }

    @Override
    public void cancelMessage() {
        ready = null;
        if (open) {
            open = false;
            columnIntake.expect(null, null);
            intake.rollback();
        }
    }

    @Override
    public void type(String name) {
        intake.type(name);
    }

    @Override
    public void beginObject() {
        intake.beginObject(null);
    }

    @Override
    public void beginObject(Shape shape) {
        intake.beginObject(shape);
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
        intake.endObject();
    }

    @Override
    public void beginList() {
        intake.beginList();
    }

    @Override
    public void endList() {
        intake.endList();
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
        checkText(value, limits);
        intake.scalar(Kind.TEXT, 0, value.toString());
    }

    static void checkText(CharSequence value, WireLimits limits) {
        if (value.length() > limits.maxTextChars()) {
            throw new WireDataException(
                    DeltaFormat.NAME,
                    "expected text of at most " + limits.maxTextChars() + " chars but was " + value.length() + " ("
                            + Printable.quote(value) + ")",
                    null);
        }
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
        intake.decimal(value);
    }

    @Override
    public void bytes(byte[] value, int offset, int length) {
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
        blocks.flush();
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            cancelMessage();
            blocks.close();
        }
    }
}
