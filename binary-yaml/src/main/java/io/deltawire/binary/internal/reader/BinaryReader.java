package io.deltawire.binary.internal.reader;

import io.deltawire.binary.internal.cache.DecodedTextCache;
import io.deltawire.binary.internal.cache.DecodedValueCache;
import io.deltawire.binary.internal.cache.FieldValueCache;
import io.deltawire.binary.internal.codes.BytesCompression;
import io.deltawire.binary.internal.codes.Cesu8;
import io.deltawire.binary.internal.codes.CodeScanner;
import io.deltawire.binary.internal.codes.Codes;
import io.deltawire.binary.internal.codes.Codes.Role;
import io.deltawire.binary.internal.codes.DecimalCodec;
import io.deltawire.binary.internal.codes.DecodingFault;
import io.deltawire.binary.internal.codes.DocumentHeader;
import io.deltawire.binary.internal.codes.EncodedName;
import io.deltawire.binary.internal.codes.FormatName;
import io.deltawire.binary.internal.codes.LittleEndian;
import io.deltawire.binary.internal.codes.MessageFraming;
import io.deltawire.binary.internal.codes.NumberDecoder;
import io.deltawire.binary.internal.codes.NumberEncoder;
import io.deltawire.binary.internal.codes.TypeNames;
import io.deltawire.binary.internal.legacy.DeltaRewriter;
import io.deltawire.binary.internal.legacy.LegacyForms;
import io.deltawire.binary.internal.prefix.BinaryPrefix;
import io.deltawire.binary.internal.prefix.PrefixRegistry;
import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.MessageKind;
import io.deltawire.wire.MissingBaseException;
import io.deltawire.wire.Shape;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireLocation;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.spi.ArrivalReader;
import io.deltawire.wire.spi.AsciiIn;
import io.deltawire.wire.spi.DecimalText;
import io.deltawire.wire.spi.DepthReader;
import io.deltawire.wire.spi.HeadTable;
import io.deltawire.wire.spi.InputBuffer;
import io.deltawire.wire.spi.MessageDecoder;
import io.deltawire.wire.spi.MessageHead;
import io.deltawire.wire.spi.NamedValues;
import io.deltawire.wire.spi.NumberForm;
import io.deltawire.wire.spi.SingleValues;
import io.deltawire.wire.spi.Words;
import java.math.BigDecimal;
import java.time.temporal.Temporal;
import java.util.List;
import java.util.UUID;

/** DOC */
public final class BinaryReader implements WireIn, MessageDecoder, ArrivalReader, DepthReader, AsciiIn {
    // The number of values due: none where a name is, two behind the mark of a key; in a list, more than there can be.
    private static final int ANY = Integer.MAX_VALUE;

    private static final int VALUE = 1;

    private static final int NOTHING = 0;

    /** A whole body is due, which is not one value. */
    private static final int BODY = -1;

    private static final int VALUE_AND_KEY = 2;

    /** Leaves 8E of each of the four noise codes (8E 8F BE BF), and of a few others. */
    private static final int MAYBE_NOISE = 0xCE;

    private static final int ONE = 1 + Byte.BYTES;

    private static final int TWO = 1 + Short.BYTES;

    private static final int FOUR = 1 + Integer.BYTES;

    private static final int EIGHT = 1 + Long.BYTES;

    /** The length in bytes of the longest text that is taken here: it has one byte of length. */
    private static final int MAX_TEXT = 0x7F;

    /** As many as a cache can keep, twice, since it keeps what comes again. */
    private static final int MOST_NEW_TIMES = 1 << 14;

    /** What tells that another byte of a length follows. */
    private static final int STOP_BIT = 0x80;

    private final BinaryDocumentFramer documents;

    private final DeltaRewriter delta;

    private final WireLimits limits;

    private final int maxTextChars;

    private final CodeScanner scan = new CodeScanner();

    private final ValueDecoder values;

    private byte[] array = {};

    private int position;

    private int end;

    private WireToken body;

    private NestingLevel frame;

    private final NestingLevel root = new NestingLevel(null);

    private int due;

    private boolean rewritten;

    private final PrefixRegistry made = new PrefixRegistry();

    /** The head that {@link #nextFields} or {@link #nextHead} has found last, in {@link #made}. */
    private int present;

    private final HeadTable<BinaryPrefix> heads = new HeadTable<>();

    /**
     * Where the head of the next message is in {@link #heads}, as its bytes told when they were the next: nearly all that is done with a message waits
     * for that, and this does not wait.
     */
    private int likely;

    /** Whether the objects of the head are not on the levels yet. */
    private boolean isStraight;

    // What resolve() has found of the value at position.
    private int resolvedAt = -1;

    private int valueAt;

    private WireToken token;

    private String type;

    /** How the bytes are compressed; null for other values, and bytes that are not. */
    private BytesCompression compression;

    private final DecodedTextCache names = DecodedTextCache.ofLatin1();

    private final NameDecoder longNames;

    private Shape lastShape;

    private EncodedName[] lastCodes;

    /** Where fields may be taken from: at least eight bytes before the end of the shortest stop-bit number of two bytes. */
    private final int firstPlace;

    // Those of values, some steps nearer.
    private final DecodedValueCache texts;

    private final DecodedValueCache temporals;

    private final FieldValueCache shortTexts = FieldValueCache.ofTexts(FieldValueCache.SHORT, this::makeText);

    private final FieldValueCache longTexts = FieldValueCache.ofTexts(FieldValueCache.LONG, this::makeText);

    private final FieldValueCache shortTemporals = FieldValueCache.ofTemporals(FieldValueCache.SHORT, this::makeTemporal);

    private final FieldValueCache longTemporals = FieldValueCache.ofTemporals(FieldValueCache.LONG, this::makeTemporal);

    private final SingleValues times = new SingleValues(MOST_NEW_TIMES);

    /** How many dates and times have been looked for and made. */
    private int madeTimes;

    /** What {@link #int64End} has found. */
    private long int64;

    /** What {@link #float64End} has found. */
    private double float64;

    private final ByteExpander expander;

    public BinaryReader(InputBuffer source, WireLimits limits, MessageFraming framing) {
        this.documents = new BinaryDocumentFramer(source, limits, framing);
        this.delta = new DeltaRewriter(limits);
        this.limits = limits;
        this.maxTextChars = limits.maxTextChars();
        this.values = new ValueDecoder(scan, limits.maxNumberChars());
        this.frame = root;
        root.kind = NestingLevel.Kind.ROOT;
        this.firstPlace = limits.maxTextChars() < MAX_TEXT ? NONE : Integer.BYTES;
        this.texts = values.texts().values();
        this.temporals = values.temporals();
        this.longNames = new NameDecoder(scan, values, names, limits.maxNameBytes());
        this.expander = new ByteExpander(limits);
    }


    // ---- MessageReader

    @Override
    public boolean nextMessage() {
        boolean isFound = !delta.isActive() && documents.nextPlain();
        return isFound ? openPlain() : openNext();
    }

    /** Opens the present message, which {@link BinaryDocumentFramer#nextPlain} has found. */
    private boolean openPlain() {
        if (!delta.isPlainObject(documents.array(), documents.start, documents.end) || documents.mayBeAlignment()) {
            documents.back();
            return openNext();
        }
        isStraight = false;
        rewritten = false;
        body = WireToken.BEGIN_OBJECT;
        root.set(NestingLevel.Kind.ROOT, documents.array(), documents.start, documents.end);
        goTo(root, documents.start);
        due = BODY;
        return true;
    }

    /** Opens the next message, whatever stands before it. */
    private boolean openNext() {
        if (!nextDocument()) {
            return false;
        }
        enterBody();
        return true;
    }

    @Override
    public boolean nextHead() {
        BinaryDocumentFramer from = documents;
        if (delta.isActive() || !from.isPlainNext()) {
            return openNext();
        }
        boolean isEntered = enterKnown(from) != null;
        from.take();
        return isEntered || openPlain();
    }

    @Override
    public MessageHead nextKnown() {
        BinaryDocumentFramer from = documents; // what is loaded once stays at hand, whatever is called in between
        if (delta.isActive() || !from.isPlainNext()) {
            return null;
        }
        BinaryPrefix of = enterKnown(from);
        if (of == null) {
            from.back();
        } else {
            from.take();
        }
        return of;
    }

    @Override
    public int firstField() {
        return position;
    }

    /** Goes to the first field behind the head of the present message, where that is one of those made, and returns it; else null. */
    private BinaryPrefix enterKnown(BinaryDocumentFramer from) {
        byte[] a = from.array();
        BinaryPrefix of = heads.at(likely);
        if (of == null || !of.isAt(a, from.start, from.end)) {
            of = heads.find(a, from.start, from.end);
        }
        likely = heads.placeAhead(a, from.end + DocumentHeader.BYTES, from.limit(), likely);
        if (of != null) {
            enterStraight(of, from);
        }
        return of;
    }

    @Override
    public MessageHead arrived() {
        return isStraight ? lastArrived() : null;
    }

    @Override
    public boolean keepsArrived() {
        return true;
    }

    @Override
    public MessageHead lastArrived() {
        return made.get(present);
    }

    @Override
    public boolean isWhole() {
        return isStraight;
    }

    @Override
    public boolean enterHead() {
        return isStraight;
    }

    @Override
    public void openMessage() {
        rewind();
        position = documents.start;
        end = documents.end;
        enterBody();
    }

    private boolean nextDocument() {
        documents.leave();
        rewind();
        due = NOTHING;
        try {
            if (!documents.next(delta)) {
                root.array = null; // no message
                return false;
            }
        } catch (DecodingFault fault) {
            throw new MalformedWireException(
                    FormatName.BINARY,
                    fault.getMessage(),
                    WireLocation.ofOffset(documents.offset(fault.index()), "$"));
        }
        array = documents.array();
        position = documents.start;
        end = documents.end;
        return true;
    }

    @Override
    public MessageHead headOf(String event, String typeName, Shape shape) {
        boolean fits = limits.maxDepth() >= BinaryPrefix.MAX_DEPTH
                && (typeName == null || typeName.length() <= limits.maxNameBytes() / 3)
                && maxTextChars >= MAX_TEXT;
        if (!fits || TypeNames.LITERAL.equals(typeName)) {
            return null;
        }
        return made.add(heads.keep(BinaryPrefix.of(event, typeName, null)));
    }

    @Override
    public MessageHead headOfList(String event) {
        if (limits.maxDepth() < BinaryPrefix.MAX_DEPTH) {
            return null;
        }
        BinaryPrefix head = heads.keep(BinaryPrefix.ofList(event));
        return head.isList() ? made.add(head) : null; // a call with one object has the same bytes
    }

    @Override
    public Arrival nextMessage(MessageHead with) {
        BinaryPrefix head = (BinaryPrefix) with;
        if (!delta.isActive() && documents.nextPlain()) {
            if (enter(head)) {
                return Arrival.FIELDS;
            }
            documents.back();
        }
        if (!nextDocument()) {
            return Arrival.NOTHING;
        }
        if (!delta.isActive() && enter(head)) {
            return Arrival.FIELDS;
        }
        enterBody();
        return Arrival.MESSAGE;
    }

    @Override
    public int nextFields(MessageHead with) {
        BinaryDocumentFramer from = documents;
        if (delta.isActive() || !from.isPlainNext()) {
            return -1;
        }
        BinaryPrefix of = (BinaryPrefix) with;
        if (!of.isAt(from.array(), from.start, from.end)) {
            from.back();
            return -1;
        }
        enterStraight(of, from);
        from.take();
        return position;
    }

    /** Goes to the first field behind the head of the present message, which is known to be there. */
    private void enterStraight(BinaryPrefix of, BinaryDocumentFramer from) {
        byte[] a = from.array();
        present = of.numberIn(made);
        if (frame != root) {
            frame = root;
        }
        if (array != a) {
            array = a;
        }
        isStraight = true;
        rewritten = false;
        due = NOTHING;
        position = from.start + of.fieldsOffset();
        end = from.end;
        resolvedAt = -1;
    }

    /** Whether a list begins at the position, and its head has been passed over. */
    private boolean isAtItems() {
        return made.get(present).isList() && LengthPrefix.isItem(array[position] & 0xFF);
    }

    /** Puts the objects of the head on the levels, since tokens follow, or are asked where they are. */
    private void openHead() {
        BinaryPrefix head = made.get(present);
        enter(head, documents.start + head.fieldsOffset(), documents.end);
    }

    /** Goes to the first field of the object that the head opens; false where the present message begins in another way. */
    private boolean enter(BinaryPrefix head) {
        byte[] a = documents.array();
        int from = LengthPrefix.fieldsBehind(head, a, documents.start, documents.end);
        if (from < 0) {
            return false;
        }
        int after = LengthPrefix.endOf(a, from);
        if (after != documents.end && head.event() == null) {
            return false;
        }
        enter(head, from, after);
        return true;
    }

    /** Puts the objects of a head on the levels. */
    private void enter(BinaryPrefix head, int from, int after) {
        byte[] a = documents.array();
        int start = documents.start;
        int to = documents.end;
        boolean isEvent = head.event() != null;
        isStraight = false;
        rewritten = false;
        root.set(NestingLevel.Kind.ROOT, a, start, to);
        root.after = to;
        root.due = NOTHING;
        NestingLevel outer = root;
        if (isEvent) {
            outer = root.inner();
            outer.set(NestingLevel.Kind.OBJECT, a, start, to);
            outer.after = after;
            outer.due = NOTHING;
        }
        NestingLevel inner = outer.inner();
        inner.set(head.isList() ? NestingLevel.Kind.LIST : NestingLevel.Kind.OBJECT, a, from, after);
        goTo(inner, from);
        due = head.isList() ? ANY : NOTHING;
    }

    @Override
    public boolean enterValue(MessageHead with) {
        byte[] a = array;
        if (due <= NOTHING || frame.level == limits.maxDepth()) {
            return false;
        }
        int from = LengthPrefix.fieldsBehind((BinaryPrefix) with, a, position, end);
        if (from < 0) {
            return false;
        }
        int to = LengthPrefix.endOf(a, from);
        push(NestingLevel.Kind.OBJECT, a, from, to, to);
        return true;
    }

    /** Makes a level that is set the innermost one. */
    private void goTo(NestingLevel level, int at) {
        if (frame != level) {
            frame = level;
        }
        if (array != level.array) {
            array = level.array;
        }
        position = at;
        end = level.end;
        resolvedAt = -1;
    }

    @Override
    public boolean endsAt(int at) {
        if (at != end) {
            return false;
        }
        position = at;
        return true;
    }

    @Override
    public boolean endFields() {
        if (isStraight) {
            isStraight = false;
            return true;
        }
        pop(NestingLevel.Kind.OBJECT);
        return position == end;
    }

    /** Not where a message is cut, or does not even begin as one. */
    @Override
    public boolean isInMessage() {
        return isStraight || frame != root;
    }

    private void enterBody() {
        try {
            if (!delta.isPlainObject(array, position, end) && delta.applyTo(array, position, end)) {
                delta.rewrite(array, position, end);
                rewritten = true;
                array = delta.array();
                position = delta.start();
                end = delta.end();
            }
            beginBody();
            frame.array = array;
            frame.start = position;
            frame.end = end;
        } catch (DecodingFault fault) {
            due = NOTHING;
            rewritten = false;
            root.array = null;
            throw malformed(fault);
        }
    }

    private boolean hasMessage() {
        return isStraight || root.array != null;
    }

    private void beginBody() {
        body = bodyForm();
        due = body == null ? VALUE : BODY;
    }

    @Override
    public void restartMessage() {
        expander.reset();
        if (isStraight) {
            openMessage();
            return;
        }
        if (!hasMessage()) {
            throw new IllegalStateException("no message: call nextMessage()");
        }
        goTo(root, root.start);
        beginBody();
    }

    private void rewind() {
        isStraight = false;
        frame = root;
        resolvedAt = -1;
        rewritten = false;
    }

    /** Whether the body is the entries of an object, one value, or several, which are taken as a list. */
    private WireToken bodyForm() {
        position = scan.noise(array, position, end);
        Role role = Codes.role(array[position] & 0xFF);
        if (role == Role.ENTRY) {
            return WireToken.BEGIN_OBJECT;
        }
        if (role != Role.VALUE) {
            throw new DecodingFault(position, "expected an entry or a value but found " + Codes.shown(array[position] & 0xFF));
        }
        int after = scan.noise(array, scan.value(array, position, end), end);
        return after < end ? WireToken.BEGIN_LIST : null;
    }

    @Override
    public MessageKind messageKind() {
        return documents.kind();
    }

    @Override
    public long messageOffset() {
        return documents.offset;
    }

    private void push(NestingLevel.Kind kind, byte[] in, int start, int to, int after) {
        if (frame.level == limits.maxDepth()) {
            throw malformed(position, "expected at most " + frame.level + " objects and lists inside one another");
        }
        frame.after = after;
        frame.due = Math.max(due, VALUE) - 1;
        goTo(frame.enter(kind, in, start, to), start);
        due = kind == NestingLevel.Kind.LIST ? ANY : NOTHING;
    }

    private void pop(NestingLevel.Kind kind) {
        if (frame.kind != kind) {
            throw new IllegalStateException(
                    "no " + (kind == NestingLevel.Kind.LIST ? "list" : "object") + " is to be ended here");
        }
        goTo(frame.outer, frame.outer.after);
        due = frame.due;
    }

    @Override
    public int depth() {
        return frame.level;
    }

    @Override
    public WireLocation location() {
        return location(position);
    }

    private WireLocation location(int at) {
        return WireLocation.ofOffset(offset(at), NestingPath.of(frame, position, due > NOTHING));
    }

    @Override
    public long tokenOffset() {
        return offset(position);
    }

    private long offset(int at) {
        if (isStraight) {
            openHead();
        }
        boolean here = !rewritten && array == documents.array();
        return here ? documents.offset(at) : documents.offset;
    }

    private MalformedWireException malformed(DecodingFault fault) {
        if (fault.isMissingBase()) {
            return new MissingBaseException(FormatName.BINARY, fault.getMessage(), location(fault.index()));
        }
        return malformed(fault.index(), fault.getMessage());
    }

    private MalformedWireException malformed(int at, String problem) {
        return new MalformedWireException(FormatName.BINARY, problem, location(at));
    }

    private WireDataException dataError(String problem) {
        return new WireDataException(FormatName.BINARY, problem, location());
    }

    @Override
    public void close() {
        documents.close();
    }

    // ---- EntryReader

    @Override
    public WireToken peek() {
        if (due > NOTHING && position < end) {
            int code = array[position] & 0xFF;
            WireToken simple = Codes.token(code);
            if (simple != null && (code < Codes.FIELD_NAME_ANY || code >= Codes.STRING_0)) {
                return simple;
            }
        }
        switch (frame.kind) {
            case OBJECT -> {
                if (due == NOTHING) {
                    return peekEntry();
                }
            }
            case LIST -> {
                if (!hasNext()) {
                    return WireToken.END_LIST;
                }
            }
            default -> {
                if (due <= NOTHING) {
                    return due == NOTHING ? WireToken.END_MESSAGE : body;
                }
            }
        }
        resolve();
        return token;
    }

    @Override
    public boolean isNull() {
        if (due > NOTHING && position < end && isBlock(array[position] & 0xFF)) {
            return false; // whatever is in it
        }
        return peek() == WireToken.NULL;
    }

    private static boolean isBlock(int code) {
        return code >= Codes.BYTES_LENGTH8 && code <= Codes.BYTES_LENGTH32;
    }

    private WireToken peekEntry() {
        if (!hasNext()) {
            return WireToken.END_OBJECT;
        }
        int code = array[position] & 0xFF;
        if (code == Codes.FIELD_NUMBER) {
            return fieldNumber() == -1 && frame.level == 1 ? WireToken.EVENT : WireToken.FIELD;
        }
        if (code == Codes.EVENT_OBJECT) {
            return isText(keyAt()) ? WireToken.FIELD : WireToken.KEY;
        }
        if (Codes.role(code) != Role.ENTRY) {
            throw malformed(position, "expected the name of an entry but found " + Codes.shown(code));
        }
        // Chronicle Wire writes the keys of maps as events; only the outermost object has events to dispatch on.
        return frame.level > 1 ? WireToken.FIELD : Codes.token(code);
    }

    private int keyAt() {
        try {
            return scan.noise(array, position + 1, end);
        } catch (DecodingFault fault) {
            throw malformed(fault);
        }
    }

    private boolean isText(int at) {
        int code = at < end ? array[at] & 0xFF : 0;
        return code >= Codes.STRING_0 || code == Codes.STRING_ANY && !CodeScanner.isNullText(array, at, end);
    }

    private long fieldNumber() {
        try {
            return scan.stopBit(array, position + 1, end);
        } catch (DecodingFault fault) {
            throw malformed(fault);
        }
    }

    @Override
    public boolean hasNext() {
        int p = position;
        if (p < end && (array[p] & MAYBE_NOISE) == 0x8E) {
            try {
                position = p = scan.noise(array, p, end);
            } catch (DecodingFault fault) {
                throw malformed(fault);
            }
        }
        return p < end;
    }

    @Override
    public String typeName() {
        if (due <= NOTHING || frame.kind == NestingLevel.Kind.LIST && !hasNext()) {
            return null;
        }
        if (position < end) {
            int code = array[position] & 0xFF;
            if (code != Codes.TYPE_PREFIX && code != Codes.TYPE_LITERAL && (code & MAYBE_NOISE) != 0x8E) {
                return null;
            }
        }
        resolve();
        return type;
    }

    /** Finds the next value behind what may be ignored and behind its type name. */
    private void resolve() {
        if (resolvedAt == position) {
            return;
        }
        if (frame.kind == NestingLevel.Kind.LIST ? position >= end : due <= NOTHING) {
            throw unexpected("a value");
        }
        try {
            int p = scan.noise(array, position, end);
            String name = null;
            if (p < end && (array[p] & 0xFF) == Codes.TYPE_PREFIX) {
                name = longNames.typeName(array, p, end);
                p = scan.noise(array, scan.position(), end);
            }
            if (p >= end) {
                throw DecodingFault.overrun(position, "a value");
            }
            String kind = name;
            int second = -1;
            if ((array[p] & 0xFF) == Codes.TYPE_PREFIX) {
                second = p;
                kind = longNames.typeName(array, p, end);
                p = scan.noise(array, scan.position(), end);
                if (p >= end) {
                    throw DecodingFault.overrun(second, "a value");
                }
            }
            token = values.token(array, p, end, kind);
            compression = token == WireToken.BYTES ? BytesCompression.of(kind) : null;
            type = name;
            if (name != null) {
                type = typeOf(name, kind, second, p);
            } else if ((array[p] & 0xFF) == Codes.TYPE_LITERAL) {
                type = TypeNames.LITERAL;
            }
            valueAt = p;
            resolvedAt = position;
        } catch (DecodingFault fault) {
            throw malformed(fault);
        }
    }

    /**
     * The type name of a value that has names in front, of which one may be part of how the value is encoded.
     *
     * @param second where the second name stands, which is {@code kind}; -1 where there is one name, which is both
     */
    private String typeOf(String name, String kind, int second, int at) {
        boolean isKind = values.isKindName(token, kind);
        boolean isLiteral = (array[at] & 0xFF) == Codes.TYPE_LITERAL;
        if (isLiteral || second >= 0 && !isKind) {
            throw new DecodingFault(isLiteral ? at : second, "expected a value but found a second type name");
        }
        return isKind && second < 0 ? null : name;
    }

    @Override
    public String fieldName() {
        if (frame.kind != NestingLevel.Kind.OBJECT || due != NOTHING || !hasNext()) {
            throw unexpected("a name");
        }
        String name = nameHere();
        position = scan.position();
        due = VALUE;
        return name;
    }

    /** The name of the entry at the position; {@link CodeScanner#position()} is its value. */
    private String nameHere() {
        int p = position;
        int code = array[p] & 0xFF;
        try {
            if (code >= Codes.FIELD_NAME0 && code <= Codes.FIELD_NAME31) {
                int length = code - Codes.FIELD_NAME0;
                if (length > end - p - 1) {
                    throw DecodingFault.overrun(p, "a field name");
                }
                scan.setPosition(p + 1 + length);
                return names.get(array, p + 1, length);
            }
            return longName(p, code);
        } catch (DecodingFault fault) {
            throw malformed(fault);
        }
    }

    private String longName(int p, int code) {
        if (code == Codes.EVENT_OBJECT && !isText(scan.noise(array, p + 1, end))) {
            throw unexpected("a name");
        }
        return longNames.name(array, p, end);
    }

    @Override
    public int nextField(Shape shape) {
        if (frame.kind != NestingLevel.Kind.OBJECT || due != NOTHING) {
            throw unexpected("a name");
        }
        if (shape != lastShape) {
            lastShape = shape;
            lastCodes = shape.get(EncodedName.OF_SHAPE);
        }
        if (position == end) {
            return END;
        }
        EncodedName[] codes = lastCodes;
        int expected = frame.ordinal;
        if (expected < codes.length && codes[expected].isAt(array, position, end)) {
            position += codes[expected].length();
            due = VALUE;
            frame.ordinal = expected + 1;
            return expected;
        }
        return searchField(shape);
    }

    private int searchField(Shape shape) {
        WireToken next = peekEntry();
        if (next == WireToken.END_OBJECT) {
            return END;
        }
        if (next == WireToken.KEY) {
            return UNKNOWN;
        }
        int ordinal = shape.ordinal(nameHere());
        if (ordinal < 0) {
            return UNKNOWN;
        }
        position = scan.position();
        due = VALUE;
        frame.ordinal = ordinal + 1;
        return ordinal;
    }

    @Override
    public void key() {
        if (frame.kind != NestingLevel.Kind.OBJECT || due != NOTHING || peekEntry() != WireToken.KEY) {
            throw unexpected("a key");
        }
        position++;
        due = VALUE_AND_KEY;
    }

    @Override
    public void beginObject() {
        int p = resolvedAt == position ? valueAt : position;
        int from = due > NOTHING ? LengthPrefix.fieldsOf(array, p, end) : -1;
        if (from >= 0) {
            int to = from + (int) LittleEndian.INT.get(array, p + 1);
            push(NestingLevel.Kind.OBJECT, array, from, to, to);
            return;
        }
        begin(WireToken.BEGIN_OBJECT);
    }

    @Override
    public void beginList() {
        int p = resolvedAt == position ? valueAt : position;
        int from = due > NOTHING ? LengthPrefix.itemsOf(array, p, end) : -1;
        if (from >= 0) {
            int to = from + (int) LittleEndian.INT.get(array, p + 1);
            push(NestingLevel.Kind.LIST, array, from, to, to);
            return;
        }
        begin(WireToken.BEGIN_LIST);
    }

    private void begin(WireToken wanted) {
        if (due == BODY) {
            if (body != wanted) {
                throw wrongKind(wanted, body);
            }
            push(wanted == WireToken.BEGIN_OBJECT ? NestingLevel.Kind.OBJECT : NestingLevel.Kind.LIST, array, position, end, end);
            return;
        }
        resolve();
        int p = valueAt;
        int code = array[p] & 0xFF;
        NestingLevel.Kind kind = wanted == WireToken.BEGIN_OBJECT ? NestingLevel.Kind.OBJECT : NestingLevel.Kind.LIST;
        if (token != wanted
                && !(token == WireToken.BEGIN_LIST && values.isEmptyBlock(array, p, end)
                        || token == WireToken.BEGIN_OBJECT && values.isEmptyBlock(array, p, end))) {
            throw wrongKind(wanted, token);
        }
        try {
            int after = scan.payload(array, p, end);
            if (Codes.payload(code) == Codes.Payload.BLOCK) {
                scan.blockLength(array, p, end);
                int from = scan.noise(array, scan.position(), after);
                int inner = from < after ? array[from] & 0xFF : -1;
                if (inner != Codes.I64_ARRAY && inner != Codes.HISTORY_MESSAGE
                        || scan.noise(array, scan.payload(array, from, after), after) < after) {
                    push(kind, array, from, after, after);
                    return;
                }
                p = from;
                code = inner;
            }
            byte[] expanded = code == Codes.I64_ARRAY ? LegacyForms.longs(array, p) : LegacyForms.history(array, p);
            int from = code == Codes.I64_ARRAY ? 0 : LegacyForms.HISTORY_START;
            push(kind, expanded, from, expanded.length, after);
        } catch (DecodingFault fault) {
            throw malformed(fault);
        }
    }

    private WireDataException wrongKind(WireToken wanted, WireToken found) {
        String hint = wanted == WireToken.BEGIN_OBJECT && found == WireToken.BEGIN_LIST
                ? "; values without names (Chronicle Wire's FIELDLESS_BINARY) cannot be read as an object"
                : "";
        return dataError("expected " + ValueDecoder.shown(wanted) + " but was " + ValueDecoder.shown(found) + hint);
    }

    @Override
    public void endObject() {
        pop(NestingLevel.Kind.OBJECT);
    }

    @Override
    public void endList() {
        pop(NestingLevel.Kind.LIST);
    }

    /** The error that what is next is another thing than was asked for. */
    private RuntimeException unexpected(String wanted) {
        return hasMessage()
                ? dataError("expected " + wanted + " but was " + ValueDecoder.shown(peek()))
                : new IllegalStateException("no message: call nextMessage()");
    }

    // ---- FieldReader

    @Override
    public Shape.Attachment<byte[][]> names() {
        return EncodedName.BYTES_OF_SHAPE;
    }

    @Override
    public List<NumberForm> numberForms() {
        return NumberEncoder.FORMS;
    }

    @Override
    public byte[] array() {
        return array;
    }

    @Override
    public int position() {
        return position < firstPlace ? end + 1 : position;
    }

    @Override
    public int end() {
        return end;
    }

    @Override
    public void moveTo(int at, Shape shape, int ordinal, boolean isNamed) {
        if (isStraight) {
            openHead();
        }
        position = at <= end ? at : position;
        due = isNamed ? VALUE : NOTHING;
        frame.ordinal = isNamed ? ordinal + 1 : ordinal;
    }

    @Override
    public boolean takesItems() {
        boolean isInList = isStraight ? isAtItems() : frame.kind == NestingLevel.Kind.LIST;
        return isInList && position >= Math.max(firstPlace, Long.BYTES);
    }

    @Override
    public void moveToItem(int at) {
        if (isStraight) {
            openHead();
        }
        position = at;
    }

    @Override
    public int boolEnd(byte[] a, int at, int to) {
        return (a[at] & 0xFE) == Codes.FALSE ? at + 1 : NONE;
    }

    @Override
    public boolean bool(byte[] a, int at) {
        return (a[at] & 1) != 0;
    }

    @Override
    public int textEnd(byte[] a, int at, int to) {
        int code = Words.getByte(a, at);
        int more = code - (Codes.STRING_0 + FieldValueCache.TINY - 1); // as text() asks
        if (more >= 0 && more <= FieldValueCache.SHORT - FieldValueCache.TINY) {
            return at + FieldValueCache.TINY + more;
        }
        return otherTextEnd(a, at, to);
    }

    private static int otherTextEnd(byte[] a, int at, int to) {
        int code = Words.getByte(a, at);
        if (code >= Codes.STRING_0) {
            return at + 1 - Codes.STRING_0 + code;
        }
        return code == Codes.STRING_ANY ? shortEnd(a, at, to) : NONE;
    }

    /** The index after a code, a byte of length and so many bytes. */
    private static int shortEnd(byte[] a, int at, int to) {
        if (to - at < 2) {
            return NONE;
        }
        int length = Words.getByte(a, at + 1);
        return length < STOP_BIT ? at + 2 + length : NONE;
    }

    @Override
    public String text(byte[] a, int at, int after, int field) {
        int more = after - at - FieldValueCache.TINY;
        return more >= 0 && more <= FieldValueCache.SHORT - FieldValueCache.TINY // one comparison
                ? shortTexts.shortText(a, at, after, field)
                : otherText(a, at, after, field);
    }

    private String otherText(byte[] a, int at, int after, int field) {
        if (after - at < FieldValueCache.TINY) {
            return shortTexts.tinyText(a, at, after, field);
        }
        if (after - at <= FieldValueCache.LONG) {
            return longTexts.longText(a, at, after, field);
        }
        int from = at + textHead(a, at);
        String known = texts.text(a, from, after, field);
        return known != null ? known : newText(a, from, after);
    }

    /** How many bytes there are before those of a text that is taken here. */
    private static int textHead(byte[] a, int at) {
        return Words.getByte(a, at) >= Codes.STRING_0 ? 1 : 2;
    }

    @Override
    public Object named(byte[] a, int at, int after, int field, NamedValues of) {
        Object known = of.get(a, at + textHead(a, at), after);
        return known != null ? known : MessageDecoder.super.named(a, at, after, field, of);
    }

    private String newText(byte[] a, int from, int after) {
        try {
            return values.texts().add(a, from, after - from);
        } catch (DecodingFault fault) {
            return null; // found again by who looks closer
        }
    }

    private String makeText(byte[] a, int at, int after, int field) {
        int from = at + textHead(a, at);
        try {
            return values.texts().decode(a, from, after - from);
        } catch (DecodingFault fault) {
            return null; // found again by who looks closer
        }
    }

    @Override
    public Temporal temporal(byte[] a, int at, int after, int field) {
        return times.isAny(field) ? changingTemporal(a, at, after, field) : temporalByPiece(a, at, after, field);
    }

    /** The value of a field whose values may come once: what it needs is not to be kept for the others. */
    private Temporal changingTemporal(byte[] a, int at, int after, int field) {
        if (times.passes(field)) {
            return values.madeTemporal(a, at, after);
        }
        int made = madeTimes;
        int length = after - at;
        Temporal value = length <= FieldValueCache.LONG
                ? (length <= FieldValueCache.SHORT ? shortTemporals : longTemporals).seldomTemporal(a, at, after, field)
                : longerTemporal(a, at, after, field);
        if (made == madeTimes) {
            times.known(field);
        }
        return value;
    }

    private Temporal temporalByPiece(byte[] a, int at, int after, int field) {
        int more = after - at - (FieldValueCache.SHORT + 1);
        if (more >= 0 && more < FieldValueCache.LONG - FieldValueCache.SHORT) {
            return longTemporals.longTemporal(a, at, after, field);
        }
        return more < 0 ? shortTemporals.shortTemporal(a, at, after, field) : longerTemporal(a, at, after, field);
    }

    private Temporal longerTemporal(byte[] a, int at, int after, int field) {
        Temporal known = temporals.temporal(a, at, after, field);
        if (known != null) {
            return known;
        }
        noteNewTime(field);
        return values.newTemporal(a, at, after);
    }

    private Temporal makeTemporal(byte[] a, int at, int after, int field) {
        noteNewTime(field);
        return values.madeTemporal(a, at, after);
    }

    private void noteNewTime(int field) {
        madeTimes++;
        times.isNew(field);
    }

    /** A date or time has a code of its own, or a type name before its text; each with a byte of length. */
    @Override
    public int temporalEnd(byte[] a, int at, int to) {
        int code = Words.getByte(a, at);
        if (code >= Codes.TIME && code <= Codes.ZONED_DATE_TIME) {
            int length = Words.getByte(a, at + 1);
            int more = length + 2 - (FieldValueCache.SHORT + 1); // as temporalByPiece() asks
            if (more >= 0 && more < FieldValueCache.LONG - FieldValueCache.SHORT) {
                return at + FieldValueCache.SHORT + 1 + more;
            }
            return length < STOP_BIT ? at + 2 + length : NONE;
        }
        int text = code == Codes.TYPE_PREFIX ? shortEnd(a, at, to) : NONE;
        return text < to ? textEnd(a, text, to) : NONE;
    }

    @Override
    public long int64(byte[] a, int at, int after) {
        return int64;
    }

    @Override
    public double float64(byte[] a, int at, int after) {
        return float64;
    }

    @Override
    public int int64End(byte[] a, int at, int to) {
        int code = Words.getByte(a, at);
        int size = NONE;
        long value = 0;
        switch (code) {
            case Codes.INT64, Codes.INT64_0X -> {
                if (to - at >= EIGHT) {
                    size = EIGHT;
                    value = Words.getLong(a, at + 1);
                }
            }
            case Codes.INT32 -> {
                if (to - at >= FOUR) {
                    size = FOUR;
                    value = Words.getInt(a, at + 1);
                }
            }
            case Codes.UINT32 -> {
                if (to - at >= FOUR) {
                    size = FOUR;
                    value = Words.getInt(a, at + 1) & 0xFFFF_FFFFL;
                }
            }
            case Codes.INT16 -> {
                if (to - at >= TWO) {
                    size = TWO;
                    value = Words.getShort(a, at + 1);
                }
            }
            case Codes.UINT16 -> {
                if (to - at >= TWO) {
                    size = TWO;
                    value = Words.getShort(a, at + 1) & 0xFFFF;
                }
            }
            case Codes.INT8 -> {
                if (to - at >= ONE) {
                    size = ONE;
                    value = (byte) Words.getByte(a, at + 1);
                }
            }
            case Codes.UINT8 -> {
                if (to - at >= ONE) {
                    size = ONE;
                    value = Words.getByte(a, at + 1);
                }
            }
            default -> {
                if (code < Codes.BYTES_LENGTH8) {
                    size = 1;
                    value = code;
                }
            }
        }
        int64 = value;
        return size == NONE ? NONE : at + size;
    }

    /** Integers of 64 bits are none that a double holds. */
    @Override
    public int float64End(byte[] a, int at, int to) {
        int code = Words.getByte(a, at);
        switch (code) {
            case Codes.FLOAT_STOP_2 -> {
                int after = stopBitEnd(a, at + 1, to);
                float64 = NumberDecoder.wholeNumber(int64) / 1e2;
                return after;
            }
            case Codes.FLOAT_STOP_4 -> {
                int after = stopBitEnd(a, at + 1, to);
                float64 = NumberDecoder.wholeNumber(int64) / 1e4;
                return after;
            }
            case Codes.FLOAT_STOP_6 -> {
                int after = stopBitEnd(a, at + 1, to);
                float64 = NumberDecoder.wholeNumber(int64) / 1e6;
                return after;
            }
            case Codes.FLOAT32 -> {
                if (to - at < FOUR) {
                    return NONE;
                }
                float64 = Float.intBitsToFloat(Words.getInt(a, at + 1));
                return at + FOUR;
            }
            case Codes.FLOAT64 -> {
                if (to - at < EIGHT) {
                    return NONE;
                }
                float64 = Double.longBitsToDouble(Words.getLong(a, at + 1));
                return at + EIGHT;
            }
            case Codes.INT64, Codes.INT64_0X -> {
                return NONE;
            }
            default -> {
                int after = int64End(a, at, to);
                float64 = int64;
                return after;
            }
        }
    }

    /** The index after a stop-bit number of at most 8 bytes that ends by an index; else NONE. */
    private int stopBitEnd(byte[] a, int at, int to) {
        int most = Math.min(to, at + Long.BYTES);
        for (int p = at; p < most; p++) {
            int last = Words.getByte(a, p);
            if (last < 0x80) {
                int64 = p == at ? last : NumberDecoder.stopBit(Words.getLong(a, p + 1 - Long.BYTES) >>> 56 - (p - at << 3), last);
                return p + 1;
            }
        }
        return NONE;
    }

    // ---- BinaryReader

    /** Whether a value is due where one can be that {@link FieldReader} takes. */
    private boolean isValueHere() {
        return due > NOTHING && position >= Long.BYTES && position < end;
    }

    /** Moves over the value that ends at {@code after}. */
    private void consume(int after) {
        position = after;
        due--;
    }

    private void consumeResolved() {
        try {
            consume(scan.payload(array, valueAt, end));
        } catch (DecodingFault fault) {
            throw malformed(fault);
        }
    }

    @Override
    public void nullValue() {
        scalar();
        if (token != WireToken.NULL) {
            throw wrongKind(WireToken.NULL, token);
        }
        consumeResolved();
    }

    /** Resolves the next value, which must be a scalar for the caller to go on. */
    private void scalar() {
        if (due == BODY) {
            throw dataError("expected a single value but was " + ValueDecoder.shown(body));
        }
        if (frame.kind == NestingLevel.Kind.LIST && !hasNext()) {
            throw unexpected("a value");
        }
        resolve();
    }

    @Override
    public boolean bool() {
        int p = position;
        if (due > NOTHING && p < end && (array[p] & 0xFE) == Codes.FALSE) {
            consume(p + 1);
            return (array[p] & 1) != 0;
        }
        scalar();
        try {
            boolean value = values.bool(array, valueAt, end, token);
            consumeResolved();
            return value;
        } catch (ArithmeticException e) {
            throw dataError(e.getMessage());
        } catch (DecodingFault fault) {
            throw malformed(fault);
        }
    }

    @Override
    public long int64() {
        int p = position;
        int after = isValueHere() ? int64End(array, p, end) : NONE;
        if (after > end) {
            return int64Slowly();
        }
        consume(after);
        return int64(array, p, after);
    }

    private long int64Slowly() {
        scalar();
        try {
            long value = values.int64(array, valueAt, end, token);
            consumeResolved();
            return value;
        } catch (ArithmeticException e) {
            throw dataError(e.getMessage());
        } catch (DecodingFault fault) {
            throw malformed(fault);
        }
    }

    @Override
    public double float64() {
        int p = position;
        int after = isValueHere() ? float64End(array, p, end) : NONE;
        if (after > end) {
            return float64Slowly();
        }
        consume(after);
        return float64(array, p, after);
    }

    private double float64Slowly() {
        scalar();
        try {
            double value = values.float64(array, valueAt, end, token);
            consumeResolved();
            return value;
        } catch (ArithmeticException e) {
            throw dataError(e.getMessage());
        } catch (DecodingFault fault) {
            throw malformed(fault);
        }
    }

    @Override
    public BigDecimal decimal() {
        int text = due > NOTHING ? DecimalCodec.textAt(array, position, end) : end;
        if (text < end) {
            int after = DecimalCodec.textEnd(array, text);
            BigDecimal plain = after - text <= limits.maxNumberChars() ? DecimalText.parse(array, text, after) : null;
            if (plain != null) {
                consume(after);
                return plain;
            }
        }
        scalar();
        try {
            BigDecimal value = values.decimal(array, valueAt, end, token);
            consumeResolved();
            return value;
        } catch (ArithmeticException e) {
            throw dataError(e.getMessage());
        } catch (DecodingFault fault) {
            throw malformed(fault);
        }
    }

    @Override
    public String text() {
        int p = position;
        if (due > NOTHING && p < end && (array[p] & 0xFF) >= Codes.STRING_0) {
            int length = (array[p] & 0xFF) - Codes.STRING_0;
            int after = p + 1 + length;
            if (after <= end && length <= limits.maxTextChars()) {
                try {
                    String value = values.text(array, p + 1, length);
                    consume(after);
                    return value;
                } catch (DecodingFault fault) {
                    throw malformed(fault);
                }
            }
        }
        return textSlowly();
    }

    private String textSlowly() {
        scalar();
        try {
            String value = compression == null
                    ? values.asText(array, valueAt, end, token, limits.maxTextChars())
                    : textOf(expanded());
            consumeResolved();
            return value;
        } catch (ArithmeticException e) {
            throw dataError(e.getMessage());
        } catch (DecodingFault fault) {
            throw malformed(fault);
        }
    }

    @Override
    public int ascii(byte[] into) {
        int p = position;
        if (due <= NOTHING || p >= end) {
            return -1;
        }
        int length = (array[p] & 0xFF) - Codes.STRING_0;
        if (length < 0 || length > end - p - 1 || length > into.length || length > maxTextChars) {
            return -1;
        }
        byte all = 0;
        for (int i = 0; i < length; i++) {
            byte b = array[p + 1 + i];
            into[i] = b;
            all |= b;
        }
        if (all < 0) {
            return -1;
        }
        consume(p + 1 + length);
        return length;
    }

    @Override
    public void text(StringBuilder target) {
        scalar();
        if (token != WireToken.TEXT || (array[valueAt] & 0xFF) < Codes.STRING_ANY) {
            WireIn.super.text(target);
            return;
        }
        try {
            int length = values.textLength(array, valueAt, end, limits.maxTextChars());
            int from = scan.position();
            target.setLength(0);
            Cesu8.decode(array, from, from + length, target);
            consume(from + length);
        } catch (DecodingFault fault) {
            throw malformed(fault);
        }
    }

    @Override
    public UUID uuid() {
        if (due <= NOTHING || frame.kind == NestingLevel.Kind.LIST && !hasNext()) {
            return null;
        }
        resolve();
        if (array[valueAt] != (byte) Codes.UUID) {
            return null;
        }
        try {
            UUID value = values.uuid(array, valueAt, end);
            consumeResolved();
            return value;
        } catch (DecodingFault fault) {
            throw malformed(fault);
        }
    }

    @Override
    public byte[] bytes() {
        scalar();
        try {
            byte[] value =
                    compression == null ? values.bytes(array, valueAt, end, token, limits.maxTextChars()) : expanded();
            consumeResolved();
            return value;
        } catch (ArithmeticException e) {
            throw dataError(e.getMessage());
        } catch (DecodingFault fault) {
            throw malformed(fault);
        }
    }

    /** The bytes of the value as they were before they were compressed. */
    private byte[] expanded() {
        ByteExpander.requireDecoder(compression);
        byte[] compressed = values.bytes(array, valueAt, end, token, maxTextChars);
        return expander.expand(compression, compressed, messageOffset(), valueAt);
    }

    private String textOf(byte[] utf8) {
        try {
            return values.text(utf8, 0, utf8.length);
        } catch (DecodingFault fault) {
            throw new ArithmeticException(
                    "expected text but was bytes that are no UTF-8, compressed by " + compression);
        }
    }

    @Override
    public Temporal temporal() {
        int p = position;
        int after = isValueHere() && end - p > 1 ? temporalEnd(array, p, end) : NONE;
        Temporal plain = after > end ? null : values.plainTemporal(array, p, after);
        if (plain != null) {
            consume(after);
            return plain;
        }
        scalar();
        try {
            Temporal value = values.temporal(array, valueAt, end, token);
            consumeResolved();
            if (position == after) {
                values.remember(array, p, after, value);
            }
            return value;
        } catch (ArithmeticException e) {
            throw dataError(e.getMessage());
        } catch (DecodingFault fault) {
            throw malformed(fault);
        }
    }

    @Override
    public void skipValue() {
        if (frame.kind == NestingLevel.Kind.ROOT && due != NOTHING) {
            position = end;
            due = NOTHING;
            return;
        }
        if (frame.kind == NestingLevel.Kind.LIST ? !hasNext() : due == NOTHING) {
            throw unexpected("a value");
        }
        try {
            consume(scan.value(array, position, end));
        } catch (DecodingFault fault) {
            throw malformed(fault);
        }
    }
}
