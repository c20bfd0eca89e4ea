package io.deltawire.delta;

import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.MessageKind;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.spi.ColumnReader;
import io.deltawire.wire.spi.FieldColumns;
import io.deltawire.wire.spi.InputBuffer;

/** Reads delta messages as full records: the decoder brings the record up to date, a walk gives its tokens. */
final class DeltaReader extends WalkReader implements ColumnReader, InnerSetter {
    private final InputBuffer in;
    private final BlockReader blocks;
    private final ByteCursor cursor;
    private final ValueSkipper skipper;
    private final DeltaDecoder decoder;
    private final RecordWalk recordWalk;
    private final ValueWalk plainWalk;
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

    /** Whether an object is being set that may have missed a message, so that every leaf of it may differ. */
    private boolean isWholeSet;

    DeltaReader(InputBuffer in, WireOptions options) {
        this.in = in;
        this.limits = InputBuffer.within(options.limits());
        this.blocks = new BlockReader(in, limits, options.get(DeltaFormat.TRUST));
        this.cursor = new ByteCursor(limits);
        this.skipper = new ValueSkipper(cursor);
        this.decoder = new DeltaDecoder(cursor, skipper);
        this.recordWalk = new RecordWalk(limits, cursor);
        this.plainWalk = new ValueWalk(limits);
        this.givesRepeats = options.get(DeltaFormat.REPEATS) == DeltaFormat.Repeats.WHERE_NEW;
    }

    /** Returns a reader of the message that a record stands for. */
    static WireIn of(RecordState record, WireLimits limits) {
        RecordWalk walk = new RecordWalk(limits, new ByteCursor(limits));
        walk.start(record);
        return new MessageView(walk, -1);
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
        } while (decoder.isRepeat && passesOverRepeat());
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
        if (!blocks.nextUpdate(cursor)) {
            return null;
        }
        messageOffset = in.offset();
        RecordState record;
        try {
            record = decoder.decodeUpdate();
        } catch (MalformedWireException e) {
            damagedInBody();
            throw e;
        }
        in.position = cursor.position;
        isAtRecord = true;
        return record;
    }

    @Override
    public Message nextLive(FieldColumns fields) {
        if (isAhead) {
            return null;
        }
        leave();
        RecordState record = nextUpdate();
        if (record == null) {
            return null;
        }
        ColumnBinding binding = record.binding;
        if (binding != null && binding.columns == fields && binding.holds() && record.isLiveBefore()) {
            boolean isSet;
            if (binding.isFlat()) {
                long changed = decoder.changed | binding.state.predictedMask;
                isSet = (changed & binding.typeBit) == 0
                        && fields.setSome(record.live, changed >>> binding.base, record.raw, record.ref, binding.base);
            } else {
                isSet = setLive(record, binding);
            }
            if (isSet) {
                record.liveAt = record.updates;
                return record;
            }
        }
        isAhead = true;
        return null;
    }

    /** Sets what the message may have changed in the live object of a record, whose fields are not flat; false where there is more to it. */
    private boolean setLive(RecordState record, ColumnBinding binding) {
        decoder.findChanged(record.type, binding.tokenFields);
        if (binding.typeLeaf >= 0 && decoder.mayHaveChanged(record.type, binding.typeBit)
                || binding.hasView && !isInView(record, binding)) {
            return false;
        }
        Object live = record.live;
        Outline outline = record.view == null ? null : record.view.outline;
        for (FieldPart part : binding.tokenFields.parts) {
            int base = record.base() + part.first;
            if (!part.columns.setSome(live, part.changed, record.bits(), record.references(), base)) {
                return false;
            }
            if (outline != null) {
                boolean isSet = outline.holds() && outline.setInner(record, live, decoder.changed, this);
                binding.outlines.end(isSet);
                if (isSet) {
                    return true;
                }
                record.view.forgetOutline();
            }
            if (!setInner(binding.columns, live, part.number, part.changed, true)) {
                return false;
            }
        }
        if (binding.hasView) {
            binding.outlines.keep(record, live, true, limits);
        }
        return true;
    }

    /** Returns a view of what the present message has changed in its record; of all of a message without a record. */
    WireIn changes() {
        checkAtMessage();
        if (decoder.record() == null) {
            ValueWalk plain = new ValueWalk(limits);
            plain.start(cursor.array, plainStart, plainEnd);
            return new MessageView(plain, messageOffset);
        }
        RecordWalk changed = new RecordWalk(limits, cursor);
        changed.start(decoder.kind == MessageKind.DATA ? Changes.of(decoder.record()) : decoder.record());
        return new MessageView(changed, messageOffset);
    }

    private boolean passesOverRepeat() {
        blocks.repeated();
        return !givesRepeats || !blocks.hasJoined();
    }

    BlockReader blocks() {
        return blocks;
    }

    private void decode(BlockReader.Found found) {
        blocks.aim(cursor);
        if (found == BlockReader.Found.BODY_AFTER_RESET) {
            decoder.reset(blocks.present(), isWhole);
            isWhole = true;
        }
        decoder.decode();
        if (decoder.record() != null) {
            blocks.passed(cursor.position);
            isAtRecord = true; // its walk begins where a token is asked for: not where the columns are taken
        } else {
            int start = cursor.position;
            skipper.skip(limits.maxDepth());
            blocks.passed(cursor.position);
            plainStart = start;
            plainEnd = cursor.position;
            beginPlain();
        }
    }

    @Override
    public void expect(FieldColumns fields) {
        if (isAtRecord && decoder.kind == MessageKind.DATA) {
            bound(decoder.record(), fields);
        }
    }

    @Override
    public Message arrived() {
        if (!areColumnsAtHand()) {
            return null;
        }
        RecordState record = decoder.record();
        ColumnBinding binding = record.binding;
        if (binding == null || !binding.holds()) {
            ColumnBinding ofOthers = record.type.binding;
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
        decoder.findChanged(record.type, binding.tokenFields);
        if (binding.hasView && !isInView(record, binding)) {
            return null;
        }
        for (FieldPart part : parts) {
            part.changed = isAll ? -1L : part.changed;
        }
        record.changed = parts[0].changed;
        return record;
    }

    /**
     * Brings the fields of a record that are not its leaves as they are up to date.
     *
     * @return false where tokens have to tell what is wrong
     */
    private boolean isInView(RecordState record, ColumnBinding binding) {
        FieldView view = record.viewBy(binding);
        if (view.at == record.updates) {
            return true;
        }
        boolean isAll = view.at != record.updates - 1;
        view.at = -2;
        for (FieldPart part : binding.tokenFields.parts) {
            if (!bringToView(record, binding, part, isAll ? part.all : part.changed)) {
                return false;
            }
        }
        view.at = record.updates;
        return true;
    }

    private boolean bringToView(RecordState record, ColumnBinding binding, FieldPart part, long fields) {
        FieldView view = record.view;
        TokenFields of = binding.tokenFields;
        for (long todo = fields & ~part.inner; todo != 0; todo &= todo - 1) {
            int field = part.first + Long.numberOfTrailingZeros(todo);
            int leaf = of.leaf(field);
            switch (binding.kinds[field]) {
                case TEXT, TEMPORAL -> view.references[field] = record.ref[leaf];
                case VALUE -> {
                    Object value = BoxedValues.of(of.type(field), record, leaf);
                    if (value != null) {
                        view.references[field] = value;
                    } else if (!readValue(binding, record, field, view)) {
                        return false;
                    }
                }
                default -> view.bits[field] = record.raw[leaf];
            }
        }
        return true;
    }

    /** Has the view hold what the tokens of a field's value are; false where all tokens have to tell what is wrong. */
    private boolean readValue(ColumnBinding binding, RecordState record, int field, FieldView view) {
        try {
            if (!beginField(record, binding.tokenFields.node(field))) {
                return false;
            }
            view.references[field] = binding.columns.read(field, this);
            return true;
        } catch (WireDataException e) {
            return false; // all tokens tell the place
        } finally {
            endField();
        }
    }

    /** Has tokens begin at a field's value; false where there is none. */
    private boolean beginField(RecordState record, Node field) {
        if (!recordWalk.start(record, field)) {
            return false;
        }
        walk = recordWalk;
        return true;
    }

    /** Has tokens begin at the message's begin. */
    private void endField() {
        walk = null;
        depth = 0;
    }

    @Override
    public boolean setInner(FieldColumns fields, Object object, int number, long wanted, boolean reuses) {
        RecordState record = decoder.record();
        ColumnBinding binding = record.binding;
        TokenFields of = binding.tokenFields;
        FieldPart part = of.parts[number];
        isWholeSet = wanted == -1L;
        boolean isOutlined = isWholeSet && reuses && binding.hasView;
        Outline outline = isOutlined ? record.view.outline : null;
        if (outline != null && outline.holds() && outline.setInner(record, object, this)) {
            return true;
        }
        for (long todo = wanted & part.inner; todo != 0; todo &= todo - 1) {
            int field = part.first + Long.numberOfTrailingZeros(todo);
            boolean isSet = reuses && of.inner(field).set(fields, record, object, record.view.held(field), this);
            if (!isSet && !read(fields, object, field, of.node(field), reuses)) {
                return false;
            }
        }
        if (isOutlined) {
            binding.outlines.keep(record, object, true, limits);
        }
        return true;
    }

    @Override
    public boolean mayHaveChanged(TypeState type, long leaves) {
        return isWholeSet || decoder.mayHaveChanged(type, leaves);
    }

    @Override
    public boolean setWhole(boolean isWhole) {
        boolean former = isWholeSet;
        isWholeSet = isWhole;
        return former;
    }

    @Override
    public boolean read(FieldColumns columns, Object object, int field, Node node) {
        return read(columns, object, field, node, true);
    }

    private boolean read(FieldColumns columns, Object object, int field, Node node, boolean reuses) {
        try {
            if (!beginField(decoder.record(), node)) {
                return false;
            }
            columns.readInto(object, field, this, reuses);
            return true;
        } catch (WireDataException e) {
            return false; // all tokens tell the place
        } finally {
            endField();
        }
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
        ColumnBinding binding = record.binding;
        return binding != null && binding.columns == fields && binding.holds() ? binding : bind(record, fields);
    }

    private static ColumnBinding bind(RecordState record, FieldColumns fields) {
        TypeState type = record.type;
        ColumnBinding binding = type.binding;
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
        record.bind(binding);
        record.liveAt = -2;
        return binding;
    }

    @Override
    public Object liveObject() {
        return isAtRecord ? decoder.record().live : null;
    }

    @Override
    public Object formerLive(Object like) {
        return decoder.formerLive.take(decoder.record(), like);
    }

    @Override
    public void keepLive(Object object) {
        RecordState record = decoder.record();
        if (record.live != object) {
            record.live = object;
            record.liveBinding = record.binding;
        }
        record.liveAt = record.updates;
    }

    @Override
    Walk walk() {
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
