package io.deltawire.delta.internal.wire;

import io.deltawire.delta.internal.codec.DeltaDecoder;
import io.deltawire.delta.internal.object.ColumnBinding;
import io.deltawire.delta.internal.object.FieldPart;
import io.deltawire.delta.internal.object.RecordFieldSetter;
import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.delta.internal.state.TypeState;
import io.deltawire.delta.internal.stream.StreamReader;
import io.deltawire.delta.internal.token.MessageView;
import io.deltawire.delta.internal.token.PlainValueTokenizer;
import io.deltawire.delta.internal.token.RecordDiff;
import io.deltawire.delta.internal.token.RecordTokenizer;
import io.deltawire.delta.internal.value.ByteCursor;
import io.deltawire.delta.internal.value.DeltaFormatName;
import io.deltawire.delta.internal.value.PlainValueSkipper;
import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.MessageKind;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.spi.InputBuffer;
import io.deltawire.wire.spi.object.ColumnReader;
import io.deltawire.wire.spi.object.FieldColumns;
import io.deltawire.wire.spi.token.TokenReader;
import io.deltawire.wire.spi.token.Tokenizer;

/**
 * Reads messages as full records. {@link StreamReader} finds the next body, and {@link DeltaDecoder} brings its record
 * up to date. A {@link Tokenizer} gives the tokens of the record, or of the plain value of a message without a record.
 *
 * <p>An object whose class is bound to the record's type is set from the record directly ({@link ColumnReader}).
 * {@link #nextLive} and {@link #nextInto} also combine that with moving to the next message; if the message does not
 * fit, it stays ahead, and the next {@link #nextMessage} gives it.
 *
 * <p>The reader owns the position within the message; the decoder owns the records; the input owns the bytes.
 */
public final class DeltaReader extends TokenReader implements ColumnReader {
    private final InputBuffer in;
    private final StreamReader stream;
    private final ByteCursor cursor;
    private final PlainValueSkipper skipper;
    private final DeltaDecoder decoder;
    private final RecordTokenizer recordTokens;
    private final PlainValueTokenizer plainTokens;
    private final RecordFieldSetter recordFields;
    private final WireLimits limits;

    private final boolean givesRepeats;

    /** Whether the present message has a record. */
    private boolean isAtRecord;
    /** False after any error in this epoch. */
    private boolean isIntact = true;
    /** Whether the message that the next {@link #nextMessage} gives has been decoded already. */
    private boolean isPeeked;

    private long messageOffset = -1;
    private int plainStart;
    private int plainEnd;

    public DeltaReader(InputBuffer in, ReaderSettings settings) {
        this(in, settings, InputBuffer.capLimits(settings.limits()));
    }

    private DeltaReader(InputBuffer in, ReaderSettings settings, WireLimits limits) {
        super(DeltaFormatName.DELTA, limits);
        this.in = in;
        this.limits = limits;
        this.stream = new StreamReader(in, limits, settings.policy(), settings.stopAt());
        this.cursor = new ByteCursor(limits);
        this.skipper = new PlainValueSkipper(cursor);
        this.decoder = new DeltaDecoder(cursor, skipper);
        this.recordTokens = new RecordTokenizer(limits, cursor);
        this.plainTokens = new PlainValueTokenizer(limits);
        this.recordFields = new RecordFieldSetter(this, decoder, recordTokens, limits);
        this.givesRepeats = settings.givesRepeats();
    }

    @Override
    protected boolean moveToMessage() {
        if (isPeeked) {
            isPeeked = false;
            return true;
        }
        leaveMessage();
        if (nextUpdate() != null) {
            return true;
        }
        do {
            leaveMessage();
            StreamReader.NextBody found = nextBody();
            if (found == StreamReader.NextBody.NOTHING) {
                return false;
            }
            messageOffset = in.offset();
            try {
                decode(found);
            } catch (MalformedWireException e) {
                markDamaged();
                throw e;
            }
        } while (decoder.isRepeat() && skipRepeat());
        return true;
    }

    @Override
    protected void restartTokens() {
        if (isAtRecord) {
            setTokens(null); // starts when a token is asked for
        } else {
            beginPlain();
        }
    }

    @Override
    protected boolean isMessageRead() {
        return super.isMessageRead() && !(isAtRecord && startedTokens() == null);
    }

    @Override
    protected void requireMessage() {
        if (!isAtRecord) {
            super.requireMessage();
        }
    }

    private void beginPlain() {
        plainTokens.start(cursor.array(), plainStart, plainEnd);
        setTokens(plainTokens);
    }

    private StreamReader.NextBody nextBody() {
        try {
            return stream.nextBody();
        } catch (MalformedWireException e) {
            isIntact = false;
            throw e;
        }
    }

    private void markDamaged() {
        isIntact = false;
        stream.giveUpBody();
    }

    private void leaveMessage() {
        if (startedTokens() != null) {
            setTokens(null);
        }
        isAtRecord = false;
    }

    /** Moves to the next message if it is an update in the buffer, and returns its record; else null. */
    private RecordState nextUpdate() {
        int header = stream.nextUpdate(cursor);
        if (header < 0) {
            return null;
        }
        messageOffset = in.offset();
        RecordState record;
        try {
            record = decoder.decodeUpdate(header);
        } catch (MalformedWireException e) {
            markDamaged();
            throw e;
        }
        in.position = cursor.position();
        isAtRecord = true;
        pauseAtEnd();
        return record;
    }

    /** Does what {@link #nextUpdate} does, unless a message has been decoded ahead. */
    private RecordState tryNextUpdate() {
        if (isPeeked) {
            return null;
        }
        leaveMessage();
        return nextUpdate();
    }

    @Override
    public Message nextLive(FieldColumns fields) {
        RecordState record = tryNextUpdate();
        if (record == null) {
            return null;
        }
        ColumnBinding binding = (ColumnBinding) record.binding();
        if (binding != null && binding.columns() == fields && binding.isCurrent() && record.wasLiveCurrent()) {
            boolean isSet;
            if (binding.isFlat()) {
                long changed = decoder.changed() | binding.state().predictedMask();
                isSet = (changed & binding.typeBit()) == 0
                        && fields.setSome(
                                record.live(),
                                changed >>> binding.base(),
                                record.rawColumns(),
                                record.refColumns(),
                                binding.base());
            } else {
                isSet = recordFields.updateLive(record, binding);
            }
            if (isSet) {
                record.markLiveCurrent();
                return record;
            }
        }
        isPeeked = true;
        return null;
    }

    @Override
    public Message nextInto(FieldColumns fields, String typeName, Object into) {
        RecordState record = tryNextUpdate();
        if (record == null) {
            return null;
        }
        ColumnBinding binding = (ColumnBinding) record.binding();
        if (binding != null
                && binding.columns() == fields
                && binding.isCurrent()
                && binding.isFlat()
                && (binding.typeLeaf() < 0 || matchTypeName(record, binding.typeLeaf(), typeName))
                && fields.setAll(into, record.rawColumns(), record.refColumns(), binding.base())) {
            return record;
        }
        isPeeked = true;
        return null;
    }

    /** Returns a view of the changes since the last call for the record; of the whole message if it has no record. */
    public WireIn changes() {
        threadGuard().requireOwner();
        requireMessage();
        if (decoder.record() == null) {
            PlainValueTokenizer plain = new PlainValueTokenizer(limits);
            plain.start(cursor.array(), plainStart, plainEnd);
            return new MessageView(plain, messageOffset, limits);
        }
        RecordTokenizer changed = new RecordTokenizer(limits, cursor);
        changed.start(decoder.kind() == MessageKind.DATA ? RecordDiff.takeChanges(decoder.record()) : decoder.record());
        return new MessageView(changed, messageOffset, limits);
    }

    /** Counts a repeated record; returns whether the caller is not to get it. */
    private boolean skipRepeat() {
        stream.uncountBody();
        return !givesRepeats || !stream.hasJoined();
    }

    public StreamReader stream() {
        return stream;
    }

    private void decode(StreamReader.NextBody found) {
        stream.setCursor(cursor);
        int from = cursor.position();
        if (found == StreamReader.NextBody.BODY_AFTER_RESET) {
            decoder.reset(stream.header(), isIntact);
            isIntact = true;
        }
        decoder.decode();
        if (decoder.record() != null) {
            checkLength(from);
            stream.advanceTo(cursor.position());
            isAtRecord = true; // the tokenizer starts when a token is asked for, so never for an object set by columns
        } else {
            int start = cursor.position();
            skipper.skip(limits.maxDepth());
            checkLength(from);
            stream.advanceTo(cursor.position());
            plainStart = start;
            plainEnd = cursor.position();
            beginPlain();
        }
        pauseAtEnd();
    }

    /** Refuses a message, from this index to the cursor, that is too long. */
    private void checkLength(int from) {
        int length = cursor.position() - from;
        if (stream.isFrameLarge() && length > limits.maxMessageBytes()) {
            throw cursor.malformed(
                    "expected a message of at most " + limits.maxMessageBytes() + " bytes but was " + length);
        }
    }

    /** Releases the consumed input if nothing has come after the message yet. */
    private void pauseAtEnd() {
        if (in.position == in.limit) {
            stream.pause();
        }
    }

    @Override
    public void expect(FieldColumns fields) {
        if (isAtRecord && decoder.kind() == MessageKind.DATA) {
            findBinding(decoder.record(), fields);
        }
    }

    @Override
    public Message matched() {
        if (!isRecordUnread()) {
            return null;
        }
        RecordState record = decoder.record();
        ColumnBinding binding = (ColumnBinding) record.binding();
        if (binding == null || !binding.isCurrent()) {
            ColumnBinding ofOthers = (ColumnBinding) record.type().binding();
            binding = ofOthers == null ? null : bind(record, ofOthers.columns());
        }
        return binding != null && binding.hasName() ? record : null;
    }

    private boolean isRecordUnread() {
        return isAtRecord && startedTokens() == null && decoder.kind() == MessageKind.DATA;
    }

    @Override
    public Message columns(FieldColumns fields, String typeName) {
        if (!isRecordUnread()) {
            return null;
        }
        RecordState record = decoder.record();
        ColumnBinding binding = findBinding(record, fields);
        if (binding == null) {
            return null;
        }
        if (binding.typeLeaf() >= 0 && !matchTypeName(record, binding.typeLeaf(), typeName)) {
            return null;
        }
        // An object that has missed a message needs every field.
        boolean isAll = !record.wasLiveCurrent();
        if (binding.isFlat()) {
            record.setChanged(isAll ? -1L : (decoder.changed() | binding.state().predictedMask()) >>> binding.base());
            return record;
        }
        FieldPart[] parts = binding.fieldLeaves().parts();
        binding.fieldLeaves().findChanged(record.type(), decoder);
        if (binding.hasView() && !recordFields.updateView(record, binding)) {
            return null;
        }
        for (FieldPart part : parts) {
            if (isAll) {
                part.markAllChanged();
            }
        }
        record.setChanged(parts[0].changedFields());
        return record;
    }

    @Override
    public boolean setNested(FieldColumns fields, Object object, int number, long wanted, boolean reuses) {
        return recordFields.setNested(decoder.record(), fields, object, number, wanted, reuses);
    }

    private static boolean matchTypeName(RecordState record, int leaf, String typeName) {
        Object name = record.refAt(leaf);
        if (name == typeName) {
            return true;
        }
        if (!typeName.equals(name)) {
            return false;
        }
        record.setText(leaf, typeName); // the next comparison is by identity
        return true;
    }

    /** Returns the binding of a record to a class, and binds it if possible; else null. */
    private static ColumnBinding findBinding(RecordState record, FieldColumns fields) {
        ColumnBinding binding = (ColumnBinding) record.binding();
        return binding != null && binding.columns() == fields && binding.isCurrent() ? binding : bind(record, fields);
    }

    private static ColumnBinding bind(RecordState record, FieldColumns fields) {
        TypeState type = record.type();
        ColumnBinding binding = (ColumnBinding) type.binding();
        if (binding == null || binding.columns() != fields || !binding.isCurrent()) {
            if (type.isUnbindable(fields)) {
                return null;
            }
            binding = ColumnBinding.bind(type, fields, binding);
            if (binding == null) {
                type.markUnbindable(fields);
                return null;
            }
            type.setBinding(binding);
        }
        if (!binding.fits(record)) {
            return null;
        }
        binding.bindTo(record);
        record.markLiveStale();
        return binding;
    }

    @Override
    public Object liveObject() {
        return isAtRecord ? decoder.record().live() : null;
    }

    @Override
    public String liveEvent() {
        return isAtRecord ? decoder.record().liveEvent() : null;
    }

    @Override
    public Object reclaimLive(FieldColumns columns, String event, Object like) {
        return isAtRecord ? decoder.previousLive().remove(decoder.record().type(), columns, event, like) : null;
    }

    @Override
    public void attachLive(FieldColumns columns, String event, Object object, boolean isByColumns) {
        if (!isAtRecord) {
            return;
        }
        decoder.record().attachLive(columns, event, object, isByColumns);
    }

    @Override
    protected Tokenizer tokens() {
        Tokenizer started = startedTokens();
        return started != null ? started : startTokens();
    }

    private Tokenizer startTokens() {
        requireMessage();
        threadGuard().requireOwner();
        recordTokens.start(decoder.record());
        setTokens(recordTokens);
        return recordTokens;
    }

    /** For tests: the size of the state as the specification counts it. */
    long stateBytes() {
        return decoder.stateBytes();
    }

    @Override
    public MessageKind messageKind() {
        return decoder.kind();
    }

    @Override
    public long messageOffset() {
        return messageOffset;
    }

    @Override
    protected void closeInput() {
        stream.close();
        in.close();
    }
}
