package io.deltawire.binary.internal.writer;

import io.deltawire.binary.internal.codes.BinaryEncodedName;
import io.deltawire.binary.internal.codes.Cesu8;
import io.deltawire.binary.internal.codes.ChronicleTypeNames;
import io.deltawire.binary.internal.codes.Codes;
import io.deltawire.binary.internal.codes.DecimalCodec;
import io.deltawire.binary.internal.codes.DocumentHeader;
import io.deltawire.binary.internal.codes.FormatName;
import io.deltawire.binary.internal.codes.LittleEndian;
import io.deltawire.binary.internal.codes.MessageFraming;
import io.deltawire.binary.internal.codes.NumberEncoder;
import io.deltawire.binary.internal.prefix.BinaryPrefix;
import io.deltawire.binary.internal.prefix.PrefixRegistry;
import io.deltawire.wire.MessageKind;
import io.deltawire.wire.Shape;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.spi.NestingGuard;
import io.deltawire.wire.spi.Ordinals;
import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.wire.spi.ScalarConversions;
import io.deltawire.wire.spi.ThreadGuard;
import io.deltawire.wire.spi.ThreadGuarded;
import io.deltawire.wire.spi.object.AsciiWriter;
import io.deltawire.wire.spi.object.FieldEncoder;
import io.deltawire.wire.spi.object.MessageEncoder;
import io.deltawire.wire.spi.object.MessagePrefix;
import io.deltawire.wire.spi.object.NumberEncoding;
import io.deltawire.wire.spi.text.ArrayAccess;
import io.deltawire.wire.spi.text.DecimalText;
import io.deltawire.wire.spi.text.NameCache;
import io.deltawire.wire.spi.text.Printable;
import io.deltawire.wire.spi.text.TemporalText;
import io.deltawire.wire.spi.text.Utf8;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.time.temporal.Temporal;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.UUID;

/**
 * Writes binary YAML directly into the array of an {@link OutputBuffer}.
 *
 * <p>It is one state machine: {@link #state} says what may be written next, {@link #depth} how many objects and lists
 * are open, and {@link #blockStarts} where their content begins, so that the length before it can be set when they
 * end. Every write first makes room and then stores without further checks. {@link #VALUE_ROOM} is the room that a
 * name makes for the value after it, so most values need no check of their own.
 *
 * <p>Fields are written in two ways: by the calls of {@link WireOut}, and by generated code, which stores names and
 * values in the array itself and reports the position by {@link #moveTo}. A message that begins with a {@link
 * BinaryPrefix} opens no objects until a call needs them: the state is then {@link #DIRECT}.
 *
 * <p>What is encoded often is cached: names, the texts of fields, and the constant parts of dates and times. Not
 * thread-safe.
 */
public final class BinaryWriter implements WireOut, MessageEncoder, NestingGuard, AsciiWriter, ThreadGuarded {
    // The states: what may be written next.
    private static final int ENTRY = 0;
    private static final int NAMED = 1;
    private static final int KEY = 2;
    private static final int LIST = 3;
    private static final int ROOT = 4;
    private static final int DONE = 5;
    private static final int NO_MESSAGE = 6;

    /** As {@link #NAMED}, but after a key, which has not made room for a value. */
    private static final int KEYED = 7;

    /** A prefix is written, and its objects are not open yet: generated code stores fields in the array. */
    private static final int DIRECT = 8;

    /** Added to the state after a type name, while its value is due. */
    private static final int TYPED = 0x10;

    /** The state after a value, by the state before it; -1 if no value may be written. */
    private static final int[] AFTER_VALUE = {-1, ENTRY, KEYED, LIST, DONE, -1, -1, ENTRY, -1};

    private static final int VALUE_ROOM = 48;

    /** A text of this length, its code and one byte of length fit into {@link FieldEncoder#MAX_BYTES}. */
    private static final int MAX_DIRECT_TEXT = FieldEncoder.MAX_BYTES - 4;

    private final ThreadGuard guard = ThreadGuard.ofWriter();
    private final OutputBuffer out;
    private final WireLimits limits;
    private final MessageFraming framing;
    private final int maxMessageBytes;
    private int state = NO_MESSAGE;
    private int depth;

    /** The depth below which objects and lists must not be ended now: see {@link NestingGuard}. */
    private int fence;

    private int[] blockStarts = new int[8];
    private BinaryEncodedName[] shape;

    /** The prefixes of this writer. The selected one is what {@link #beginFields} has written. */
    private final PrefixRegistry prefixes = new PrefixRegistry();

    /** The number of the present message's prefix in {@link #prefixes}. */
    private int prefixNumber;

    private int bodyStart;
    private int header;

    /** The number of messages written without a prefix. */
    private long messages;

    private final TemporalEncoder temporals = new TemporalEncoder();
    private final TextEncoder texts = new TextEncoder();
    private final int maxDirectText;
    private final NameCache<BinaryEncodedName> fields = new NameCache<>(name -> {
        checkName(name);
        return BinaryEncodedName.ofField(name);
    });
    private final NameCache<BinaryEncodedName> events = new NameCache<>(name -> {
        checkName(name);
        return BinaryEncodedName.ofEvent(name);
    });
    private final NameCache<BinaryEncodedName> types = new NameCache<>(name -> {
        if (name.isEmpty()) {
            throw dataError("expected a type name that is not empty");
        }
        checkName(name);
        return BinaryEncodedName.ofType(name);
    });
    private int[] outerStates = new int[8];
    private BinaryEncodedName[][] shapes = new BinaryEncodedName[8][];
    private int typeAt;
    private boolean typeReinterpretsText;
    private boolean typeMarksCompression;

    /** Texts of up to this many characters are within the limits of a text and of a key. */
    private final int maxUncheckedText;

    public BinaryWriter(OutputBuffer out, WireLimits limits, MessageFraming framing) {
        this.out = out;
        this.limits = limits;
        this.framing = framing;
        out.requireWholeMessages(true);
        this.maxMessageBytes = Math.min(limits.maxMessageBytes(), DocumentHeader.LENGTH_MASK);
        this.maxDirectText = Math.min(MAX_DIRECT_TEXT, limits.maxTextChars());
        this.maxUncheckedText = Math.min(limits.maxTextChars(), limits.maxNameBytes() / 3);
    }

    // ---- Messages

    public OutputBuffer output() {
        return out;
    }

    @Override
    public ThreadGuard threadGuard() {
        return guard;
    }

    @Override
    public String formatName() {
        return FormatName.BINARY;
    }

    @Override
    public void beginMessage(MessageKind kind) {
        guard.enter();
        try {
            beginBody(kind);
            guard.openMessage();
        } finally {
            guard.exit();
        }
    }

    private void beginBody(MessageKind kind) {
        if (state != NO_MESSAGE) {
            throw new IllegalStateException("a message is begun already");
        }
        out.begin();
        if (framing != MessageFraming.NONE) {
            out.ensure(DocumentHeader.BYTES);
            out.position += DocumentHeader.BYTES;
        }
        header = kind == MessageKind.META ? DocumentHeader.META_BIT : 0;
        bodyStart = out.position;
        state = ROOT;
        depth = 0;
    }

    @Override
    public MessagePrefix prefixOf(String event, String typeName, Shape objectShape) {
        if (framing == MessageFraming.NONE
                || limits.maxDepth() < BinaryPrefix.MAX_DEPTH
                || ChronicleTypeNames.LITERAL.equals(typeName)) {
            return null;
        }
        if (event != null) {
            checkName(event);
        }
        if (typeName != null) {
            checkName(typeName);
        }
        if (objectShape != null) {
            checkNames(objectShape);
        }
        return prefixes.register(BinaryPrefix.of(event, typeName, objectShape));
    }

    @Override
    public MessagePrefix listPrefixOf(String event) {
        if (framing == MessageFraming.NONE || limits.maxDepth() < BinaryPrefix.MAX_DEPTH) {
            return null;
        }
        checkName(event);
        return prefixes.register(BinaryPrefix.ofList(event));
    }

    @Override
    public void beginMessage(MessagePrefix messagePrefix) {
        out.position = beginFields(messagePrefix);
        openPrefixObjects();
    }

    @Override
    public int beginFields(MessagePrefix messagePrefix) {
        if (state != NO_MESSAGE) {
            throw new IllegalStateException("a message is begun already");
        }
        BinaryPrefix prefix = (BinaryPrefix) messagePrefix;
        prefixNumber = prefix.selectIn(prefixes);
        out.begin();
        out.ensure(DocumentHeader.BYTES + prefix.code().room() + VALUE_ROOM);
        bodyStart = out.position + DocumentHeader.BYTES;
        state = DIRECT;
        prefix.code().write(out.array, bodyStart);
        return bodyStart + prefix.fieldsOffset();
    }

    /** Opens the objects of the prefix, because calls follow. */
    private void openPrefixObjects() {
        BinaryPrefix prefix = prefixes.get(prefixNumber);
        header = 0;
        depth = prefix.depth();
        blockStarts[0] = -1;
        blockStarts[depth - 1] = bodyStart + prefix.code().length() + 4;
        state = prefix.isList() ? LIST : ENTRY;
        setShape(prefix.fields());
    }

    @Override
    public void endMessage(MessagePrefix messagePrefix) {
        endFields(messagePrefix, out.position);
    }

    @Override
    public void endFields(MessagePrefix messagePrefix, int at) {
        BinaryPrefix prefix = (BinaryPrefix) messagePrefix;
        if (state != DIRECT && (state != (prefix.isList() ? LIST : ENTRY) || depth != prefix.depth())) {
            throw new IllegalStateException("the message is not complete");
        }
        out.position = at;
        endBlock(bodyStart + prefix.fieldsOffset());
        int length = out.position - bodyStart;
        if (length > maxMessageBytes) {
            throw tooLong(length);
        }
        ArrayAccess.putInt(out.array, bodyStart - DocumentHeader.BYTES, length);
        out.commit();
        state = NO_MESSAGE;
    }

    @Override
    public void endMessage() {
        guard.requireUnused();
        if (state != DONE) {
            throw new IllegalStateException(
                    state == NO_MESSAGE ? "no message is begun" : "the message is not complete");
        }
        int length = out.position - bodyStart;
        checkMessageBytes(length);
        if (framing != MessageFraming.NONE) {
            LittleEndian.INT.set(out.array, bodyStart - DocumentHeader.BYTES, length | header);
        }
        out.commit();
        messages++;
        state = NO_MESSAGE;
        guard.closeMessage();
    }

    @Override
    public void cancelMessage() {
        guard.requireUnused();
        NestingGuard.requireUnguarded(fence);
        if (state != NO_MESSAGE) {
            out.rollback();
            state = NO_MESSAGE;
        }
        guard.closeMessage();
    }

    @Override
    public int depth() {
        return depth;
    }

    @Override
    public int setGuard(int at) {
        int before = fence;
        fence = at;
        return before;
    }

    /** Refuses what would be read as another message: without headers, an event at the root begins a message. */
    private void checkEventPosition(boolean event) {
        if (depth != 1 || state != ENTRY || blockStarts[0] >= 0) {
            return;
        }
        boolean first = out.position == bodyStart;
        if (first ? !event && messages > 0 : event) {
            throw dataError(
                    "expected an event first and only first in a message without header (option framing), since it"
                            + " is the event that begins a message");
        }
    }

    /** Compares first, because the garbage collector tracks a store of a reference. */
    private void setShape(BinaryEncodedName[] names) {
        if (shape != names) {
            shape = names;
        }
    }

    /** Sets the length of a block, which ends here. There is room for it before the content. */
    private void endBlock(int start) {
        if (out.position == start) {
            writeEmptyObject(start - 5);
        } else {
            ArrayAccess.putInt(out.array, start - 4, out.position - start);
        }
    }

    /**
     * Writes an empty object as {@code 80 00}. An empty list is {@code 82 00000000}, so readers can tell them apart.
     */
    private void writeEmptyObject(int at) {
        out.position = at;
        int p = ensureRoom();
        out.array[p] = (byte) Codes.BYTES_LENGTH8;
        out.array[p + 1] = 0;
        out.position = p + 2;
    }

    @Override
    public byte[] room(int at, int count) {
        if (out.array.length - at < count) {
            out.position = at;
            checkMessageBytes((long) at - bodyStart); // what room is made for need not be written
            out.ensure(count);
        }
        return out.array;
    }

    @Override
    public boolean takesItems() {
        return state == LIST;
    }

    @Override
    public void moveToItem(int at) {
        out.position = at;
    }

    /**
     * Checks that a value may come, and updates the state. Returns the position, with {@link #VALUE_ROOM} bytes of
     * room.
     */
    private int beginValue() {
        if (state == NAMED) {
            state = ENTRY;
            return out.position; // the name has made room
        }
        int after = AFTER_VALUE[state & ~TYPED];
        if (after < 0) {
            throw valueNotAllowed();
        }
        state = after;
        return ensureRoom();
    }

    private int ensureRoom() {
        int p = out.position;
        if (out.array.length - p < VALUE_ROOM) {
            grow(VALUE_ROOM);
        }
        return out.position;
    }

    private void grow(int bytes) {
        checkMessageBytes((long) out.position - bodyStart + bytes - VALUE_ROOM);
        out.ensure(bytes);
    }

    private IllegalStateException valueNotAllowed() {
        return new IllegalStateException(
                switch (state) {
                    case ENTRY -> "a value in an object needs a name before it";
                    case DONE -> "a message is one value, and it is written already";
                    default -> "no message is begun";
                });
    }

    private IllegalStateException nameNotAllowed() {
        return new IllegalStateException(
                state == ENTRY
                        ? "the object has no shape"
                        : "a name does not fit here: a value is due, or no object is open");
    }

    private void checkName(String name) {
        int max = limits.maxNameBytes();
        if (name.length() > max || Cesu8.length(name) > max) {
            throw dataError("expected a name of at most " + max + " bytes but was " + Printable.quote(name));
        }
    }

    private void checkNames(Shape objectShape) {
        if (objectShape.get(BinaryEncodedName.LONGEST_OF_SHAPE) > limits.maxNameBytes()) {
            objectShape.names().forEach(this::checkName);
        }
    }

    private void checkMessageBytes(long length) {
        if (length > maxMessageBytes) {
            throw tooLong(length);
        }
    }

    private WireDataException tooLong(long length) {
        return dataError("expected a message of at most " + maxMessageBytes + " bytes but was one of " + length);
    }

    private static WireDataException dataError(String problem) {
        return new WireDataException(FormatName.BINARY, problem, null);
    }

    @Override
    public void flush() {
        guard.enter();
        try {
            out.flush();
        } finally {
            guard.exit();
        }
    }

    @Override
    public void close() {
        guard.enter();
        try {
            cancelMessage();
            out.close();
        } finally {
            guard.exit();
        }
    }

    // ---- Fields by generated code

    @Override
    public Shape.Attachment<byte[][]> names() {
        return BinaryEncodedName.BYTES_OF_SHAPE;
    }

    @Override
    public List<NumberEncoding> numberEncodings() {
        return NumberEncoder.FORMS;
    }

    @Override
    public boolean takesFields() {
        return framing != MessageFraming.NONE
                || depth > 1
                || blockStarts[0] >= 0; // names at the root are checked one by one
    }

    @Override
    public int position() {
        return out.position;
    }

    @Override
    public void moveTo(int at, boolean isNamed) {
        if (state == DIRECT) {
            openPrefixObjects();
        }
        out.position = at;
        if (isNamed) {
            ensureRoom();
        }
        state = isNamed ? NAMED : ENTRY;
    }

    @Override
    public int nullValue(byte[] a, int at) {
        a[at] = (byte) Codes.NULL;
        return at + 1;
    }

    @Override
    public int bool(byte[] a, int at, boolean value) {
        a[at] = (byte) (value ? Codes.TRUE : Codes.FALSE);
        return at + 1;
    }

    @Override
    public int int64(byte[] a, int at, long value) {
        return NumberEncoder.writeInt64(a, at, value);
    }

    @Override
    public int float64(byte[] a, int at, double value) {
        return NumberEncoder.writeFloat64(a, at, value);
    }

    @Override
    public int float32(byte[] a, int at, float value) {
        return NumberEncoder.writeFloat32(a, at, value);
    }

    @Override
    public int text(byte[] a, int at, String value, int ordinal) {
        return TextEncoder.write(a, at, value, maxDirectText, texts);
    }

    @Override
    public int temporal(byte[] a, int at, Temporal value) {
        return temporals.write(a, at, value);
    }

    // ---- Names and values

    @Override
    public void type(String name) {
        if (state >= TYPED) {
            throw new IllegalStateException("the value has a type name already");
        }
        if (AFTER_VALUE[state] < 0) {
            throw valueNotAllowed();
        }
        BinaryEncodedName code = types.get(name);
        typeAt = out.position;
        typeReinterpretsText = code.reinterpretsText();
        typeMarksCompression = code.marksCompression();
        writeName(code);
        state |= TYPED;
    }

    @Override
    public void beginObject() {
        push(ENTRY);
        setShape(null);
    }

    @Override
    public void beginObject(Shape objectShape) {
        checkNames(objectShape);
        push(ENTRY);
        setShape(objectShape.get(BinaryEncodedName.OF_SHAPE));
    }

    @Override
    public void field(int ordinal) {
        if (state != ENTRY || shape == null) {
            throw nameNotAllowed();
        }
        Ordinals.check(ordinal, shape.length);
        writeName(shape[ordinal]);
        state = NAMED;
    }

    @Override
    public void field(String name) {
        if (state != ENTRY) {
            throw nameNotAllowed();
        }
        writeName(fields.get(name));
        state = NAMED;
    }

    @Override
    public void event(String name) {
        if (state != ENTRY) {
            throw nameNotAllowed();
        }
        writeName(events.get(name));
        state = NAMED;
    }

    @Override
    public void key() {
        if (state != ENTRY) {
            throw nameNotAllowed();
        }
        if (framing == MessageFraming.NONE) {
            checkEventPosition(false);
        }
        int p = ensureRoom();
        out.array[p] = (byte) Codes.EVENT_OBJECT;
        out.position = p + 1;
        state = KEY;
    }

    private void writeName(BinaryEncodedName code) {
        if (framing == MessageFraming.NONE) {
            checkEventPosition(code.firstByte() == Codes.EVENT_NAME);
        }
        int bytes = code.room() + VALUE_ROOM;
        if (out.array.length - out.position < bytes) {
            grow(bytes);
        }
        out.position = code.write(out.array, out.position);
    }

    private void push(int inner) {
        int p = beginValue();
        if (depth == limits.maxDepth()) {
            throw dataError("expected at most " + depth + " objects and lists inside one another but there are more");
        }
        if (depth == blockStarts.length) {
            blockStarts = Arrays.copyOf(blockStarts, 2 * depth);
            outerStates = Arrays.copyOf(outerStates, 2 * depth);
            shapes = Arrays.copyOf(shapes, 2 * depth);
        }
        outerStates[depth] = state;
        if (shapes[depth] != shape) {
            shapes[depth] = shape;
        }
        if (p == bodyStart && inner == ENTRY) {
            blockStarts[depth] = -1; // the outermost object without a type name has no block of its own
        } else {
            out.array[p] = (byte) Codes.BYTES_LENGTH32;
            out.position = p + 5;
            blockStarts[depth] = p + 5;
        }
        depth++;
        state = inner;
    }

    @Override
    public void endObject() {
        if (state != ENTRY) {
            throw new IllegalStateException("no object is to be ended here");
        }
        if (depth == fence) {
            throw NestingGuard.notBegunHere();
        }
        int start = pop();
        if (start >= 0) {
            endBlock(start);
        } else if (out.position == bodyStart) {
            writeEmptyObject(out.position);
        }
    }

    @Override
    public void beginList() {
        push(LIST);
    }

    @Override
    public void endList() {
        if (state != LIST) {
            throw new IllegalStateException("no list is to be ended here");
        }
        int start = pop();
        LittleEndian.INT.set(out.array, start - 4, out.position - start);
    }

    private int pop() {
        depth--;
        state = outerStates[depth];
        setShape(shapes[depth]);
        return blockStarts[depth];
    }

    @Override
    public void nullValue() {
        writeCode(Codes.NULL);
    }

    @Override
    public void bool(boolean value) {
        writeCode(value ? Codes.TRUE : Codes.FALSE);
    }

    private void writeCode(int code) {
        int p = beginValue();
        out.array[p] = (byte) code;
        out.position = p + 1;
    }

    @Override
    public void int64(long value) {
        int p = beginValue();
        out.position = NumberEncoder.writeInt64(out.array, p, value);
    }

    @Override
    public void float64(double value) {
        int p = beginValue();
        out.position = NumberEncoder.writeFloat64(out.array, p, value);
    }

    @Override
    public void untypedFloat64(double value) {
        int p = beginValue();
        out.position = NumberEncoder.writeUntypedFloat64(out.array, p, value);
    }

    @Override
    public void float32(float value) {
        int p = beginValue();
        out.position = NumberEncoder.writeFloat32(out.array, p, value);
    }

    @Override
    public void decimal(BigDecimal value) {
        int p = beginValue();
        out.ensure(DecimalCodec.ROOM);
        int after = limits.maxNumberChars() < DecimalText.MAX_BYTES ? -1 : DecimalCodec.write(out.array, p, value);
        if (after < 0) {
            writeWithType(BinaryEncodedName.BIG_DECIMAL_TYPE, DecimalCodec.format(value, limits));
        } else {
            out.position = after;
        }
    }

    @Override
    public void text(CharSequence value) {
        int length = value.length();
        if (length > maxUncheckedText) {
            checkLength(value, length);
        }
        if (state >= TYPED && typeReinterpretsText) {
            writeReinterpretedText(value);
            return;
        }
        int p = beginValue();
        if (out.array.length - p < length + VALUE_ROOM) {
            grow(length + VALUE_ROOM);
        }
        byte[] a = out.array;
        if (value instanceof String text) {
            int after = texts.write(a, p, text, maxDirectText);
            if (after >= 0) {
                out.position = after;
                return;
            }
        }
        int from = NumberEncoder.writeTextPrefix(a, p, length);
        for (int i = 0; i < length; i++) {
            char c = value.charAt(i);
            if (c >= 0x80) {
                writeTextOf(-1, value);
                return;
            }
            a[from + i] = (byte) c;
        }
        out.position = from + length;
    }

    private void checkLength(CharSequence value, int length) {
        if (length > limits.maxTextChars()) {
            throw dataError(
                    "expected text of at most " + limits.maxTextChars() + " characters but was one of " + length);
        }
        if (state == KEY && Utf8.length(value) > limits.maxNameBytes()) { // a reader takes it for a name
            throw dataError("expected a key that is a text of at most " + limits.maxNameBytes()
                    + " bytes but was one of " + Utf8.length(value));
        }
    }

    /** Writes text after a type name that makes it another kind of value. */
    private void writeReinterpretedText(CharSequence value) {
        boolean isLiteral = BinaryEncodedName.LITERAL_TYPE.isAt(out.array, typeAt, out.position);
        beginValue();
        if (isLiteral) {
            out.position = typeAt; // "!type String" is a type literal, which has a code
        } else {
            checkTypedText(out.array, typeAt, out.position, value, limits);
        }
        writeTextOf(isLiteral ? Codes.TYPE_LITERAL : -1, value);
    }

    /**
     * Checks that text after the type name at {@code at} reads as a number, date or time.
     *
     * @throws WireDataException if it does not
     */
    private static void checkTypedText(byte[] a, int at, int end, CharSequence text, WireLimits limits) {
        boolean isNumber = BinaryEncodedName.BIG_DECIMAL_TYPE.isAt(a, at, end);
        try {
            if (!isNumber) {
                TemporalText.parse(text);
            } else if (text.length() <= limits.maxNumberChars()) {
                ScalarConversions.parseDecimal(text);
            } else {
                throw new ArithmeticException(text.length() + " characters are too many");
            }
        } catch (ArithmeticException | DateTimeException e) {
            String wanted = isNumber
                    ? "a number of at most " + limits.maxNumberChars() + " characters after the type name "
                            + ChronicleTypeNames.BIG_DECIMAL
                    : "a date or time after a type name of one";
            throw new WireDataException(
                    FormatName.BINARY, "expected " + wanted + " but was text " + Printable.quote(text), null, e);
        }
    }

    @Override
    public void writeAscii(byte[] text, int length) {
        if (length > maxDirectText || state >= TYPED && typeReinterpretsText) {
            text(new String(text, 0, length, StandardCharsets.ISO_8859_1));
            return;
        }
        int p = beginValue();
        if (out.array.length - p < length + VALUE_ROOM) {
            grow(length + VALUE_ROOM);
        }
        byte[] a = out.array;
        int from = NumberEncoder.writeTextPrefix(a, p, length);
        System.arraycopy(text, 0, a, from, length);
        out.position = from + length;
    }

    /** Writes a code, a length and text. With -1 the code is the one for a text of this length. */
    private void writeTextOf(int code, CharSequence value) {
        int length = (int) Math.min(Integer.MAX_VALUE - VALUE_ROOM, Cesu8.length(value));
        if (out.array.length - out.position < length + VALUE_ROOM) {
            grow(length + VALUE_ROOM);
        }
        byte[] a = out.array;
        int p = out.position;
        if (code < 0) {
            p = NumberEncoder.writeTextPrefix(a, p, length);
        } else {
            a[p] = (byte) code;
            p = NumberEncoder.writeStopBit(a, p + 1, length);
        }
        out.position = Cesu8.encode(value, a, p);
    }

    private void writeWithType(BinaryEncodedName type, String text) {
        out.ensure(type.room());
        out.position = type.write(out.array, out.position);
        writeTextOf(-1, text);
    }

    @Override
    public void uuid(UUID value) {
        int p = beginValue();
        byte[] a = out.array;
        a[p] = (byte) Codes.UUID;
        LittleEndian.LONG.set(a, p + 1, value.getMostSignificantBits());
        LittleEndian.LONG.set(a, p + 9, value.getLeastSignificantBits());
        out.position = p + 17;
    }

    @Override
    public void bytes(byte[] value, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, value.length);
        if (length > limits.maxTextChars()) {
            throw dataError("expected at most " + limits.maxTextChars() + " bytes but there are " + length);
        }
        if (state >= TYPED && typeMarksCompression) {
            throw dataError("expected bytes without a type name by which they would be read as compressed (gzip, lzw,"
                    + " snappy)");
        }
        int p = beginValue();
        if (out.array.length - p < length + VALUE_ROOM) {
            grow(length + VALUE_ROOM);
        }
        byte[] a = out.array;
        int block = length + 1;
        if (block <= 0xFF) {
            a[p++] = (byte) Codes.BYTES_LENGTH8;
            a[p++] = (byte) block;
        } else if (block <= 0xFFFF) {
            a[p++] = (byte) Codes.BYTES_LENGTH16;
            LittleEndian.SHORT.set(a, p, (short) block);
            p += 2;
        } else {
            a[p++] = (byte) Codes.BYTES_LENGTH32;
            LittleEndian.INT.set(a, p, block);
            p += 4;
        }
        a[p++] = (byte) Codes.U8_ARRAY;
        System.arraycopy(value, offset, a, p, length);
        out.position = p + length;
    }

    @Override
    public void temporal(Temporal value) {
        beginValue();
        out.ensure(TemporalEncoder.MAX_BYTES);
        int after = temporals.write(out.array, out.position, value);
        if (after < 0) {
            writeLongTemporal(value);
        } else {
            out.position = after;
        }
    }

    /** Writes a date or time of unusual length. */
    private void writeLongTemporal(Temporal value) {
        if (value instanceof Instant) {
            writeWithType(BinaryEncodedName.INSTANT_TYPE, TemporalText.format(value));
        } else if (value instanceof OffsetDateTime) {
            writeWithType(BinaryEncodedName.OFFSET_DATE_TIME_TYPE, TemporalText.format(value));
        } else if (value instanceof ZonedDateTime) {
            writeTextOf(Codes.ZONED_DATE_TIME, TemporalText.format(value));
        } else if (value instanceof LocalDateTime) {
            writeTextOf(Codes.DATE_TIME, TemporalText.format(value));
        } else if (value instanceof LocalDate) {
            writeTextOf(Codes.DATE, TemporalText.format(value));
        } else if (value instanceof LocalTime) {
            writeTextOf(Codes.TIME, TemporalText.format(value));
        } else {
            throw dataError("expected a date, time or date-time but was "
                    + value.getClass().getName());
        }
    }

    @Override
    public void comment(String text) {
        boolean first = depth > 0 && (blockStarts[depth - 1] < 0 ? bodyStart : blockStarts[depth - 1]) == out.position;
        if (state != ENTRY && state != LIST || first) {
            return; // Chronicle Wire accepts no comment between a name and its value, or first in a block
        }
        if (text.length() > limits.maxTextChars()) {
            throw dataError("expected a comment of at most " + limits.maxTextChars() + " characters");
        }
        writeTextOf(Codes.COMMENT, text);
    }

    /** Writes a value that is encoded already. */
    public void writeEncoded(byte[] a, int from, int to) {
        int p = beginValue();
        if (out.array.length - p < to - from) {
            grow(to - from + VALUE_ROOM);
        }
        System.arraycopy(a, from, out.array, p, to - from);
        out.position = p + to - from;
    }
}
