package io.deltawire.delta;

import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.MessageKind;
import io.deltawire.wire.Shape;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireLocation;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.spi.ColumnReader;
import io.deltawire.wire.spi.FieldColumns;
import io.deltawire.wire.spi.InputBuffer;
import io.deltawire.wire.spi.NumberText;
import io.deltawire.wire.spi.Printable;
import io.deltawire.wire.spi.Scalars;
import io.deltawire.wire.spi.TemporalText;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.temporal.Temporal;
import java.util.Base64;
import java.util.function.Supplier;

/** Reads delta messages as full records: the decoder brings the record up to date, a walk gives its tokens. */
final class DeltaReader implements WireIn, ColumnReader {
    private final InputBuffer in;
    private final BlockReader blocks;
    private final ByteCursor cursor;
    private final ValueSkipper skipper;
    private final DeltaDecoder decoder;
    private final RecordWalk recordWalk;
    private final ValueWalk plainWalk;
    private final WireLimits limits;

    private final boolean givesRepeats;

    private Walk walk;
    private boolean isAtRecord;
    /** Whether all has been well since the epoch began. */
    private boolean isWhole = true;
    /** Whether the present message is the one that {@link #nextMessage} is to move to. */
    private boolean isAhead;

    private long messageOffset = -1;
    private int plainStart;
    private int plainEnd;
    private int depth;

    DeltaReader(InputBuffer in, WireOptions options) {
        this.in = in;
        this.limits = options.limits();
        this.blocks = new BlockReader(in, limits, options.get(DeltaFormat.TRUST));
        this.cursor = new ByteCursor(limits);
        this.skipper = new ValueSkipper(cursor);
        this.decoder = new DeltaDecoder(cursor, skipper);
        this.recordWalk = new RecordWalk(limits, cursor);
        this.plainWalk = new ValueWalk(limits);
        this.givesRepeats = options.get(DeltaFormat.REPEATS) == DeltaFormat.Repeats.WHERE_NEW;
    }

    /** A reader of the message that a walk has begun, and of no other. */
    private DeltaReader(Walk present, WireLimits limits, long messageOffset) {
        this.in = null;
        this.limits = limits;
        this.blocks = null;
        this.cursor = null;
        this.skipper = null;
        this.decoder = null;
        this.recordWalk = present instanceof RecordWalk of ? of : null;
        this.plainWalk = null;
        this.givesRepeats = false;
        this.walk = present;
        this.messageOffset = messageOffset;
    }

    /** Returns a reader of the message that a record stands for. */
    static WireIn of(RecordState record, WireLimits limits) {
        RecordWalk walk = new RecordWalk(limits, new ByteCursor(limits));
        walk.start(record);
        return new DeltaReader(walk, limits, -1);
    }

    @Override
    public boolean nextMessage() {
        if (blocks == null) {
            throw new IllegalStateException("this is a view of one message");
        }
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
        if (isAhead || blocks == null) {
            return null;
        }
        leave();
        RecordState record = nextUpdate();
        if (record == null) {
            return null;
        }
        ColumnBinding binding = record.binding;
        if (binding != null && binding.columns == fields && binding.holds() && record.isLiveBefore()) {
            long changed = decoder.changed | binding.state.predictedMask;
            if ((changed & binding.typeBit) == 0
                    && fields.setSome(record.live, changed >>> binding.base, record.raw, record.ref, binding.base)) {
                record.liveAt = record.updates;
                return record;
            }
        }
        isAhead = true;
        return null;
    }

    /** Returns a view of what the present message has changed in its record; of all of a message without a record. */
    WireIn changes() {
        if (decoder == null || walk == null && !isAtRecord) {
            throw new IllegalStateException("not at a message: nextMessage() has not returned true");
        }
        if (decoder.record() == null) {
            ValueWalk plain = new ValueWalk(limits);
            plain.start(cursor.array, plainStart, plainEnd);
            return new DeltaReader(plain, limits, messageOffset);
        }
        RecordWalk changed = new RecordWalk(limits, cursor);
        changed.start(decoder.kind == MessageKind.DATA ? Changes.of(decoder.record()) : decoder.record());
        return new DeltaReader(changed, limits, messageOffset);
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
            plainWalk.start(cursor.array, start, cursor.position);
            walk = plainWalk;
        }
    }

    @Override
    public Message columns(FieldColumns fields, String typeName) {
        if (!isAtRecord || walk != null || decoder.kind != MessageKind.DATA) {
            return null;
        }
        RecordState record = decoder.record();
        ColumnBinding binding = record.binding;
        if (binding == null || binding.columns != fields || !binding.holds()) {
            binding = bind(record, fields);
            if (binding == null) {
                return null;
            }
        }
        if (binding.typeLeaf >= 0 && !isNamed(record, binding.typeLeaf, typeName)) {
            return null;
        }
        long changed = decoder.changed | binding.state.predictedMask;
        // An object that has missed a message needs every field.
        record.changed = record.isLiveBefore() ? changed >>> binding.base : -1L;
        return record;
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
        record.binding = binding;
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
        }
        record.liveAt = record.updates;
    }

    /** What the state counts as. */
    long stateBytes() {
        return decoder.stateBytes();
    }

    @Override
    public MessageKind messageKind() {
        return decoder == null ? MessageKind.DATA : decoder.kind;
    }

    @Override
    public long messageOffset() {
        return messageOffset;
    }

    @Override
    public WireToken peek() {
        return walk().token;
    }

    private Walk walk() {
        if (walk == null && isAtRecord) {
            recordWalk.start(decoder.record());
            walk = recordWalk;
        }
        if (walk == null) {
            throw new IllegalStateException("not at a message: nextMessage() has not returned true");
        }
        return walk;
    }

    @Override
    public String typeName() {
        return walk().typeName();
    }

    @Override
    public void beginObject() {
        begin(WireToken.BEGIN_OBJECT, "an object");
    }

    @Override
    public void beginList() {
        begin(WireToken.BEGIN_LIST, "a list");
    }

    private void begin(WireToken wanted, String what) {
        if (walk().token != wanted) {
            throw expected(what);
        }
        walk.next();
        depth++;
    }

    @Override
    public boolean hasNext() {
        WireToken token = walk().token;
        return token != WireToken.END_OBJECT && token != WireToken.END_LIST && token != WireToken.END_MESSAGE;
    }

    @Override
    public String fieldName() {
        if (walk().token != WireToken.FIELD && walk.token != WireToken.EVENT) {
            throw expected("a name");
        }
        return walk.name();
    }

    @Override
    public int nextField(Shape shape) {
        switch (walk().token) {
            case END_OBJECT:
                return END;
            case KEY:
                return UNKNOWN;
            case FIELD, EVENT:
                break;
            default:
                throw expected("a name");
        }
        if (walk == recordWalk) {
            int field = recordWalk.field(shape);
            if (field != UNKNOWN || !recordWalk.isInWhole()) {
                return field;
            }
        }
        int ordinal = shape.ordinal(walk.peekName());
        if (ordinal < 0) {
            return UNKNOWN;
        }
        walk.name();
        return ordinal;
    }

    @Override
    public void key() {
        if (walk().token != WireToken.KEY) {
            throw expected("a key");
        }
        walk.next();
    }

    @Override
    public void endObject() {
        end(WireToken.END_OBJECT);
    }

    @Override
    public void endList() {
        end(WireToken.END_LIST);
    }

    private void end(WireToken wanted) {
        if (depth == 0) {
            throw new IllegalStateException("no object or list is begun");
        }
        while (hasNext()) {
            if (walk.token == WireToken.FIELD || walk.token == WireToken.EVENT) {
                walk.name();
            } else if (walk.token == WireToken.KEY) {
                walk.next();
                walk.skip();
            }
            walk.skip();
        }
        if (walk.token != wanted) {
            throw new IllegalStateException("not inside what is to end: " + walk.token);
        }
        walk.next();
        depth--;
    }

    @Override
    public void nullValue() {
        if (walk().token != WireToken.NULL) {
            throw expected("null");
        }
        walk.next();
    }

    @Override
    public boolean bool() {
        boolean value = switch (walk().token) {
            case BOOL -> walk.raw != 0;
            case TEXT -> convert(() -> Scalars.parseBool((String) walk.ref));
            default -> throw expected("true or false");
        };
        walk.next();
        return value;
    }

    @Override
    public long int64() {
        long value = switch (walk().token) {
            case INT64 -> walk.raw;
            case FLOAT64 -> convert(() -> Scalars.toInt64(Double.longBitsToDouble(walk.raw)));
            case DECIMAL -> convert(() -> Scalars.toInt64((BigDecimal) walk.ref));
            case TEXT -> convert(() -> Scalars.parseInt64((String) walk.ref));
            default -> throw expected("an integer");
        };
        walk.next();
        return value;
    }

    @Override
    public double float64() {
        double value = switch (walk().token) {
            case FLOAT64 -> Double.longBitsToDouble(walk.raw);
            case INT64 -> convert(() -> Scalars.toFloat64(walk.raw));
            case DECIMAL -> convert(() -> Scalars.toFloat64((BigDecimal) walk.ref));
            case TEXT -> convert(() -> Scalars.parseFloat64((String) walk.ref));
            default -> throw expected("a number");
        };
        walk.next();
        return value;
    }

    @Override
    public BigDecimal decimal() {
        BigDecimal value = switch (walk().token) {
            case DECIMAL -> (BigDecimal) walk.ref;
            case INT64 -> BigDecimal.valueOf(walk.raw);
            case FLOAT64, TEXT -> convert(() -> Scalars.parseDecimal(scalarText()));
            default -> throw expected("a number");
        };
        walk.next();
        return value;
    }

    @Override
    public String text() {
        walk();
        String value = scalarText();
        walk.next();
        return value;
    }

    private String scalarText() {
        return switch (walk.token) {
            case TEXT -> (String) walk.ref;
            case BOOL -> walk.raw != 0 ? "true" : "false";
            case INT64 -> Long.toString(walk.raw);
            case FLOAT64 -> NumberText.toString(Double.longBitsToDouble(walk.raw));
            case DECIMAL -> walk.ref.toString();
            case TEMPORAL -> TemporalText.format((Temporal) walk.ref);
            case BYTES -> Base64.getEncoder().encodeToString((byte[]) walk.ref);
            default -> throw expected("text");
        };
    }

    @Override
    public byte[] bytes() {
        byte[] value = switch (walk().token) {
            case BYTES -> ((byte[]) walk.ref).clone();
            case TEXT -> base64((String) walk.ref);
            default -> throw expected("bytes");
        };
        walk.next();
        return value;
    }

    private byte[] base64(String text) {
        try {
            return Base64.getDecoder().decode(text);
        } catch (IllegalArgumentException e) {
            throw unfit("bytes", text, e);
        }
    }

    @Override
    public Temporal temporal() {
        Temporal value = switch (walk().token) {
            case TEMPORAL -> (Temporal) walk.ref;
            case TEXT -> parseTemporal((String) walk.ref);
            default -> throw expected("a date or time");
        };
        walk.next();
        return value;
    }

    private Temporal parseTemporal(String text) {
        try {
            return TemporalText.parse(text);
        } catch (DateTimeException e) {
            throw unfit("a date or time", text, e);
        }
    }

    @Override
    public void skipValue() {
        switch (walk().token) {
            case FIELD, EVENT, KEY, END_OBJECT, END_LIST, END_MESSAGE -> throw expected("a value");
            default -> walk.skip();
        }
    }

    private <T> T convert(Supplier<T> conversion) {
        try {
            return conversion.get();
        } catch (ArithmeticException e) {
            throw new WireDataException(DeltaFormat.NAME, e.getMessage(), location(), e);
        }
    }

    private WireDataException unfit(String wanted, String text, RuntimeException cause) {
        String problem = "expected " + wanted + " but was text " + Printable.quote(text);
        return new WireDataException(DeltaFormat.NAME, problem, location(), cause);
    }

    private WireDataException expected(String what) {
        String found = switch (walk.token) {
            case BEGIN_OBJECT -> "an object";
            case END_OBJECT -> "the end of an object";
            case BEGIN_LIST -> "a list";
            case END_LIST -> "the end of a list";
            case FIELD, EVENT -> "field " + Printable.quote(walk.peekName());
            case KEY -> "a key";
            case NULL -> "null";
            case BOOL, INT64, FLOAT64, DECIMAL -> Printable.escape(scalarText());
            case TEXT -> "text " + Printable.quote(scalarText());
            case BYTES -> "bytes";
            case TEMPORAL -> "the time " + Printable.escape(scalarText());
            case END_MESSAGE -> "the end of the message";
        };
        return new WireDataException(DeltaFormat.NAME, "expected " + what + " but was " + found, location());
    }

    @Override
    public WireLocation location() {
        return WireLocation.ofOffset(Math.max(0, messageOffset), walk == recordWalk ? recordWalk.path() : "");
    }

    @Override
    public void close() {
        if (in != null) {
            blocks.close();
            in.close();
        }
    }
}
