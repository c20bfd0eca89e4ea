package io.deltawire.delta.internal.wire;

import io.deltawire.delta.internal.codec.DeltaDecoder;
import io.deltawire.delta.internal.object.ColumnBinding;
import io.deltawire.delta.internal.object.FieldPart;
import io.deltawire.delta.internal.object.RecordFields;
import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.delta.internal.state.TypeState;
import io.deltawire.delta.internal.stream.BlockReader;
import io.deltawire.delta.internal.token.Changes;
import io.deltawire.delta.internal.token.MessageView;
import io.deltawire.delta.internal.token.RecordWalk;
import io.deltawire.delta.internal.token.ValueWalk;
import io.deltawire.delta.internal.token.Walk;
import io.deltawire.delta.internal.token.WalkReader;
import io.deltawire.delta.internal.value.ByteCursor;
import io.deltawire.delta.internal.value.ValueSkipper;
import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.MessageKind;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.spi.InputBuffer;
import io.deltawire.wire.spi.object.ColumnReader;
import io.deltawire.wire.spi.object.FieldColumns;

/** Reads delta messages as full records: the decoder brings the record up to date, a walk gives its tokens. */
public final class DeltaReader extends WalkReader implements ColumnReader {
    private final InputBuffer in;
    private final BlockReader blocks;
    private final ByteCursor cursor;
    private final ValueSkipper skipper;
    private final DeltaDecoder decoder;
    private final RecordWalk recordWalk;
    private final ValueWalk plainWalk;
    private final RecordFields recordFields;
    private final WireLimits limits;

    private final boolean givesRepeats;

    private boolean isAtRecord;
    /** Whether all has been well since the epoch began. */
    private boolean isWhole = true;
    /** Whether the present message is the one that {@link #nextMessage} is to move to. */
    private boolean isAhead;

    private long messageOffset = -1;
    private int plainStart;
    private int plainEnd;

    public DeltaReader(InputBuffer in, ReaderSettings settings) {
        this(in, settings, InputBuffer.capLimits(settings.limits()));
    }

    private DeltaReader(InputBuffer in, ReaderSettings settings, WireLimits limits) {
        super(limits);
        this.in = in;
        this.limits = limits;
        this.blocks = new BlockReader(in, limits, settings.policy());
        this.cursor = new ByteCursor(limits);
        this.skipper = new ValueSkipper(cursor);
        this.decoder = new DeltaDecoder(cursor, skipper);
        this.recordWalk = new RecordWalk(limits, cursor);
        this.plainWalk = new ValueWalk(limits);
        this.recordFields = new RecordFields(this, decoder, recordWalk, limits);
        this.givesRepeats = settings.givesRepeats();
    }

    @Override
    public boolean nextMessage() {
        if (isAhead) {
            isAhead = false;
            return true;
        }
        leave();
        if (nextUpdate() != null) {
            return true;
        }
        do {
            leave();
            BlockReader.Found found = find();
            if (found == BlockReader.Found.NOTHING) {
                return false;
            }
            messageOffset = in.offset();
            try {
                decode(found);
            } catch (MalformedWireException e) {
                damagedInBody();
                throw e;
            }
        } while (decoder.isRepeat && passOverRepeat());
        return true;
    }

    @Override
    public void restartMessage() {
        checkAtMessage();
        depth = 0;
        if (isAtRecord) {
            walk = null; // which begins where a token is asked for
        } else {
            beginPlain();
        }
    }

    private void checkAtMessage() {
        if (walk == null && !isAtRecord) {
            throw new IllegalStateException("not at a message: nextMessage() has not returned true");
        }
    }

    private void beginPlain() {
        plainWalk.start(cursor.array, plainStart, plainEnd);
        walk = plainWalk;
    }

    private BlockReader.Found find() {
        try {
            return blocks.next();
        } catch (MalformedWireException e) {
            isWhole = false;
            throw e;
        }
    }

    private void damagedInBody() {
        isWhole = false;
        blocks.damagedInBody();
    }

    private void leave() {
        if (walk != null) {
            walk = null;
        }
        isAtRecord = false;
        depth = 0;
    }

    /** Moves to the next message where it is an update at hand, and returns its record; else null. */
    private RecordState nextUpdate() {
        int head = blocks.nextUpdate(cursor);
        if (head < 0) {
            return null;
        }
        messageOffset = in.offset();
        RecordState record;
        try {
            record = decoder.decodeUpdate(head);
        } catch (MalformedWireException e) {
            damagedInBody();
            throw e;
        }
        in.position = cursor.position;
        isAtRecord = true;
        pauseAtEnd();
        return record;
    }

    /** Moves to the next message where it is an update at hand, and {@link #nextMessage} has not been left at it; else null. */
    private RecordState nextAtOnce() {
        if (isAhead) {
            return null;
        }
        leave();
        return nextUpdate();
    }

    @Override
    public Message nextLive(FieldColumns fields) {
        RecordState record = nextAtOnce();
        if (record == null) {
            return null;
        }
        ColumnBinding binding = (ColumnBinding) record.binding;
        if (binding != null && binding.columns == fields && binding.holds() && record.isLiveBefore()) {
            boolean isSet;
            if (binding.isFlat()) {
                long changed = decoder.changed | binding.state.predictedMask;
                isSet = (changed & binding.typeBit) == 0
                        && fields.setSome(record.live, changed >>> binding.base, record.raw, record.ref, binding.base);
            } else {
                isSet = recordFields.setLive(record, binding);
            }
            if (isSet) {
                record.liveAt = record.updates;
                return record;
            }
        }
        isAhead = true;
        return null;
    }

    @Override
    public Message nextInto(FieldColumns fields, String typeName, Object into) {
        RecordState record = nextAtOnce();
        if (record == null) {
            return null;
        }
        ColumnBinding binding = (ColumnBinding) record.binding;
        if (binding != null
                && binding.columns == fields
                && binding.holds()
                && binding.isFlat()
                && (binding.typeLeaf < 0 || isNamed(record, binding.typeLeaf, typeName))
                && fields.setAll(into, record.raw, record.ref, binding.base)) {
            return record;
        }
        isAhead = true;
        return null;
    }

    /** Returns a view of what the present message has changed in its record; of all of a message without a record. */
    public WireIn changes() {
        checkAtMessage();
        if (decoder.record() == null) {
            ValueWalk plain = new ValueWalk(limits);
            plain.start(cursor.array, plainStart, plainEnd);
            return new MessageView(plain, messageOffset, limits);
        }
        RecordWalk changed = new RecordWalk(limits, cursor);
        changed.start(decoder.kind == MessageKind.DATA ? Changes.of(decoder.record()) : decoder.record());
        return new MessageView(changed, messageOffset, limits);
    }

    private boolean passOverRepeat() {
        blocks.repeated();
        return !givesRepeats || !blocks.hasJoined();
    }

    public BlockReader blocks() {
        return blocks;
    }

    private void decode(BlockReader.Found found) {
        blocks.aim(cursor);
        int from = cursor.position;
        if (found == BlockReader.Found.BODY_AFTER_RESET) {
            decoder.reset(blocks.present(), isWhole);
            isWhole = true;
        }
        decoder.decode();
        if (decoder.record() != null) {
            checkLength(from);
            blocks.passed(cursor.position);
            isAtRecord = true; // its walk begins where a token is asked for: not where the columns are taken
        } else {
            int start = cursor.position;
            skipper.skip(limits.maxDepth());
            checkLength(from);
            blocks.passed(cursor.position);
            plainStart = start;
            plainEnd = cursor.position;
            beginPlain();
        }
        pauseAtEnd();
    }

    /** Refuses a message that began here, and ends at the cursor, where it is too long. */
    private void checkLength(int from) {
        int length = cursor.position - from;
        if (blocks.isFrameLarge() && length > limits.maxMessageBytes()) {
            throw cursor.malformed(
                    "expected a message of at most " + limits.maxMessageBytes() + " bytes but was " + length);
        }
    }

    /** Lets go of a message behind which nothing has come yet. */
    private void pauseAtEnd() {
        if (in.position == in.limit) {
            blocks.pause();
        }
    }

    @Override
    public void expect(FieldColumns fields) {
        if (isAtRecord && decoder.kind == MessageKind.DATA) {
            bound(decoder.record(), fields);
        }
    }

    @Override
    public Message matched() {
        if (!areColumnsAtHand()) {
            return null;
        }
        RecordState record = decoder.record();
        ColumnBinding binding = (ColumnBinding) record.binding;
        if (binding == null || !binding.holds()) {
            ColumnBinding ofOthers = (ColumnBinding) record.type.binding;
            binding = ofOthers == null ? null : bind(record, ofOthers.columns);
        }
        return binding != null && binding.isNamed() ? record : null;
    }

    private boolean areColumnsAtHand() {
        return isAtRecord && walk == null && decoder.kind == MessageKind.DATA;
    }

    @Override
    public Message columns(FieldColumns fields, String typeName) {
        if (!areColumnsAtHand()) {
            return null;
        }
        RecordState record = decoder.record();
        ColumnBinding binding = bound(record, fields);
        if (binding == null) {
            return null;
        }
        if (binding.typeLeaf >= 0 && !isNamed(record, binding.typeLeaf, typeName)) {
            return null;
        }
        // An object that has missed a message needs every field.
        boolean isAll = !record.isLiveBefore();
        if (binding.isFlat()) {
            record.changed = isAll ? -1L : (decoder.changed | binding.state.predictedMask) >>> binding.base;
            return record;
        }
        FieldPart[] parts = binding.tokenFields.parts;
        binding.tokenFields.findChanged(record.type, decoder);
        if (binding.hasView && !recordFields.updateView(record, binding)) {
            return null;
        }
        for (FieldPart part : parts) {
            part.changed = isAll ? -1L : part.changed;
        }
        record.changed = parts[0].changed;
        return record;
    }

    @Override
    public boolean setNested(FieldColumns fields, Object object, int number, long wanted, boolean reuses) {
        return recordFields.setInner(decoder.record(), fields, object, number, wanted, reuses);
    }

    private static boolean isNamed(RecordState record, int leaf, String typeName) {
        Object name = record.ref[leaf];
        if (name == typeName) {
            return true;
        }
        if (!typeName.equals(name)) {
            return false;
        }
        record.ref[leaf] = typeName; // so that it is the same one next time
        return true;
    }

    /** The binding of a record to a class; null where there is none. */
    private static ColumnBinding bound(RecordState record, FieldColumns fields) {
        ColumnBinding binding = (ColumnBinding) record.binding;
        return binding != null && binding.columns == fields && binding.holds() ? binding : bind(record, fields);
    }

    private static ColumnBinding bind(RecordState record, FieldColumns fields) {
        TypeState type = record.type;
        ColumnBinding binding = (ColumnBinding) type.binding;
        if (binding == null || binding.columns != fields || !binding.holds()) {
            if (fields == type.unbound && type.leaves == type.unboundLeaves) {
                return null;
            }
            binding = ColumnBinding.of(type, fields, binding);
            if (binding == null) {
                type.unbound = fields;
                type.unboundLeaves = type.leaves;
                return null;
            }
            type.binding = binding;
        }
        if (!binding.fits(record)) {
            return null;
        }
        binding.bindTo(record);
        record.liveAt = RecordState.NOT_BY_COLUMNS;
        return binding;
    }

    @Override
    public Object liveObject() {
        return isAtRecord ? decoder.record().live : null;
    }

    @Override
    public String liveEvent() {
        return isAtRecord ? decoder.record().liveEvent : null;
    }

    @Override
    public Object reclaimLive(FieldColumns columns, String event, Object like) {
        return isAtRecord ? decoder.formerLive.take(decoder.record().type, columns, event, like) : null;
    }

    @Override
    public void attachLive(FieldColumns columns, String event, Object object, boolean isByColumns) {
        if (!isAtRecord) {
            return;
        }
        RecordState record = decoder.record();
        if (record.live != object) {
            record.live = object;
            record.liveColumns = columns;
            record.liveEvent = event;
        }
        record.liveAt = isByColumns ? record.updates : RecordState.NOT_BY_COLUMNS;
    }

    @Override
    public Walk walk() {
        if (walk == null && isAtRecord) {
            recordWalk.start(decoder.record());
            walk = recordWalk;
        }
        if (walk == null) {
            throw new IllegalStateException("not at a message: nextMessage() has not returned true");
        }
        return walk;
    }

    /** What the state counts as. */
    long stateBytes() {
        return decoder.stateBytes();
    }

    @Override
    public MessageKind messageKind() {
        return decoder.kind;
    }

    @Override
    public long messageOffset() {
        return messageOffset;
    }

    @Override
    public void close() {
        blocks.close();
        in.close();
    }
}
