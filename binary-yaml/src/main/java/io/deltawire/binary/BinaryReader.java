package io.deltawire.binary;

import io.deltawire.binary.BinaryYamlFormat.Framing;
import io.deltawire.binary.Codes.Role;
import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.MessageKind;
import io.deltawire.wire.MissingBaseException;
import io.deltawire.wire.Shape;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireLocation;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.spi.InputBuffer;
import io.deltawire.wire.spi.MessageDecoder;
import io.deltawire.wire.spi.MessageHead;
import java.math.BigDecimal;
import java.time.temporal.Temporal;
import java.util.UUID;

/**
 * Reads binary YAML from the array that holds the message. Nothing is remembered of what was read but the blocks that are
 * open: the path in an error message is found by walking the message again.
 */
final class BinaryReader implements WireIn, MessageDecoder {
    // The number of values due: none where a name is, two behind the mark of a key; in a list, more than there can be.
    private static final int ANY = Integer.MAX_VALUE;
    private static final int VALUE_AND_KEY = 2;
    private static final int VALUE = 1;
    private static final int NOTHING = 0;

    /** A whole body is due, which is not one value. */
    private static final int BODY = -1;

    /** Leaves 8E of each of the four noise codes (8E 8F BE BF), and of a few others. */
    private static final int MAYBE_NOISE = 0xCE;

    private final Documents documents;
    private final DeltaTables delta;
    private final WireLimits limits;
    private final int maxTextChars;
    private final Scan scan = new Scan();
    private final TextCache names = TextCache.ofLatin1();
    private final Values values;

    private byte[] array = {};
    private int position;
    private int end;
    private WireToken body;
    private Frame frame;
    private final Frame root = new Frame(null);
    private int due;
    private boolean rewritten;

    /** The head that {@link #nextFields} has found, and whether its objects are not on the levels yet. */
    private BinaryHead head;

    private boolean isStraight;
    private Shape lastShape;
    private NameCode[] lastCodes;

    // What resolve() has found of the value at position.
    private int resolvedAt = -1;
    private int valueAt;
    private WireToken token;
    private String type;

    BinaryReader(InputBuffer source, WireLimits limits, Framing framing) {
        this.documents = new Documents(source, limits, framing);
        this.delta = new DeltaTables(limits);
        this.limits = limits;
        this.maxTextChars = limits.maxTextChars();
        this.values = new Values(scan);
        this.frame = root;
        root.kind = Frame.Kind.ROOT;
    }

    @Override
    public boolean nextMessage() {
        if (!delta.isActive() && documents.nextPlain()) {
            if (isPlainObject(documents.array, documents.start, documents.end)) {
                isStraight = false;
                rewritten = false;
                body = WireToken.BEGIN_OBJECT;
                root.set(Frame.Kind.ROOT, documents.array, documents.start, documents.end);
                goTo(root, documents.start);
                due = BODY;
                return true;
            }
            documents.back();
        }
        if (!nextDocument()) {
            return false;
        }
        enterBody();
        return true;
    }

    private boolean nextDocument() {
        documents.leave();
        rewind();
        due = NOTHING;
        try {
            if (!documents.next(delta)) {
                return false;
            }
        } catch (Fault fault) {
            throw new MalformedWireException(
                    BinaryYamlFormat.NAME,
                    fault.getMessage(),
                    WireLocation.ofOffset(documents.offset(fault.index()), "$"));
        }
        array = documents.array;
        position = documents.start;
        end = documents.end;
        return true;
    }

    @Override
    public MessageHead headOf(String event, String typeName) {
        boolean fits = limits.maxDepth() >= BinaryHead.MAX_DEPTH && typeName.length() <= limits.maxNameBytes() / 3;
        return fits && !typeName.equals(TypeNames.LITERAL) ? BinaryHead.of(event, typeName, null) : null;
    }

    @Override
    public Arrival nextMessage(MessageHead with) {
        BinaryHead head = (BinaryHead) with;
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
        if (delta.isActive() || !documents.nextPlain()) {
            return -1;
        }
        BinaryHead of = (BinaryHead) with;
        byte[] a = documents.array;
        int to = documents.end;
        int block = documents.start + of.code.length - 1;
        int from = of.code.isAt(a, documents.start, to) ? fieldsOf(a, block, to) : -1;
        if (from < 0 || from + (int) Scan.INT.get(a, block + 1) != to) {
            documents.back();
            return -1;
        }
        if (head != of) {
            head = of;
        }
        isStraight = true;
        rewritten = false;
        due = NOTHING;
        root.end = to;
        goTo(root, from);
        return from;
    }

    /** Puts the objects of the head on the levels, since tokens follow, or are asked where they are. */
    private void openHead() {
        isStraight = false;
        enter(head);
    }

    /** Goes to the first field of the object that the head opens; false where the present message begins in another way. */
    private boolean enter(BinaryHead head) {
        byte[] a = documents.array;
        int start = documents.start;
        int to = documents.end;
        if (!head.code.isAt(a, start, to)) {
            return false;
        }
        int block = start + head.code.length - 1;
        int from = fieldsOf(a, block, to);
        if (from < 0) {
            return false;
        }
        int after = from + (int) Scan.INT.get(a, block + 1);
        boolean isEvent = head.event() != null;
        if (after != to && !isEvent) {
            return false;
        }
        isStraight = false;
        rewritten = false;
        root.set(Frame.Kind.ROOT, a, start, to);
        root.after = to;
        root.due = NOTHING;
        Frame outer = root;
        if (isEvent) {
            outer = root.inner();
            outer.set(Frame.Kind.OBJECT, a, start, to);
            outer.after = after;
            outer.due = NOTHING;
        }
        Frame fields = outer.inner();
        fields.set(Frame.Kind.OBJECT, a, from, after);
        goTo(fields, from);
        due = NOTHING;
        return true;
    }

    @Override
    public boolean enterValue(MessageHead with) {
        NameCode code = ((BinaryHead) with).code;
        byte[] a = array;
        if (due <= NOTHING || frame.level == limits.maxDepth() || !code.isAt(a, position, end)) {
            return false;
        }
        int block = position + code.length - 1;
        int from = fieldsOf(a, block, end);
        if (from < 0) {
            return false;
        }
        int to = from + (int) Scan.INT.get(a, block + 1);
        push(Frame.Kind.OBJECT, a, from, to, to);
        return true;
    }

    /** Makes a level that is set the innermost one. */
    private void goTo(Frame level, int at) {
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
        pop(Frame.Kind.OBJECT);
        return position == end;
    }

    /** Where the fields begin, if there is a block of the usual form: its first entry a short name; else -1. */
    private static int fieldsOf(byte[] a, int block, int end) {
        if (end - block > 5 && (a[block] & 0xFF) == Codes.BYTES_LENGTH32) {
            int length = (int) Scan.INT.get(a, block + 1);
            int from = block + 5;
            int first = a[from] & 0xFF;
            if (length > 0 && length <= end - from && first >= Codes.FIELD_NAME0 && first <= Codes.FIELD_NAME31) {
                return from;
            }
        }
        return -1;
    }

    private void enterBody() {
        try {
            if (!isPlainObject(array, position, end) && delta.applyTo(array, position, end)) {
                delta.rewrite(array, position, end);
                rewritten = true;
                array = delta.array();
                position = delta.start();
                end = delta.end();
            }
            body = bodyForm();
            due = body == null ? VALUE : BODY;
            frame.array = array;
            frame.start = position;
            frame.end = end;
        } catch (Fault fault) {
            due = NOTHING;
            rewritten = false;
            throw malformed(fault);
        }
    }

    /** Whether the message begins with a short name and a value that no delta stream has: the common case. */
    private boolean isPlainObject(byte[] a, int at, int to) {
        int code = a[at] & 0xFF;
        int value = code == Codes.EVENT_NAME && to - at > 1 ? at + 2 + a[at + 1] : at + 1 + code - Codes.FIELD_NAME0;
        return (code == Codes.EVENT_NAME || code >= Codes.FIELD_NAME0 && code <= Codes.FIELD_NAME31)
                && !delta.isActive()
                && value > at
                && value < to
                && ((a[value] & 0xFF) >= Codes.TYPE_PREFIX || (a[value] & 0xFF) <= Codes.BYTES_LENGTH32);
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
            throw new Fault(position, "expected an entry or a value but found " + Codes.shown(array[position] & 0xFF));
        }
        int after = scan.noise(array, scan.value(array, position, end), end);
        return after < end ? WireToken.BEGIN_LIST : null;
    }

    @Override
    public MessageKind messageKind() {
        return documents.kind;
    }

    @Override
    public long messageOffset() {
        return documents.offset;
    }

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
        } catch (Fault fault) {
            throw malformed(fault);
        }
    }

    private boolean isText(int at) {
        int code = at < end ? array[at] & 0xFF : 0;
        return code >= Codes.STRING_0 || code == Codes.STRING_ANY && !Scan.isNullText(array, at, end);
    }

    private long fieldNumber() {
        try {
            return scan.stopBit(array, position + 1, end);
        } catch (Fault fault) {
            throw malformed(fault);
        }
    }

    @Override
    public boolean hasNext() {
        int p = position;
        if (p < end && (array[p] & MAYBE_NOISE) == 0x8E) {
            try {
                position = p = scan.noise(array, p, end);
            } catch (Fault fault) {
                throw malformed(fault);
            }
        }
        return p < end;
    }

    @Override
    public String typeName() {
        if (due <= NOTHING || frame.kind == Frame.Kind.LIST && !hasNext()) {
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
        if (frame.kind == Frame.Kind.LIST ? position >= end : due <= NOTHING) {
            throw new IllegalStateException("no value is due here: a name must be read first, or nothing is left");
        }
        try {
            int p = scan.noise(array, position, end);
            String name = null;
            if (p < end && (array[p] & 0xFF) == Codes.TYPE_PREFIX) {
                name = typeNameAt(p);
                p = scan.noise(array, scan.next, end);
            }
            if (p >= end) {
                throw Fault.overrun(position, "a value");
            }
            String kind = name;
            if ((array[p] & 0xFF) == Codes.TYPE_PREFIX) {
                kind = typeNameAt(p);
                if (!TypeNames.isTemporal(kind) && !kind.equals(TypeNames.BIG_DECIMAL)) {
                    throw new Fault(p, "expected a value but found a second type name");
                }
                p = scan.noise(array, scan.next, end);
            } else {
                name = Values.isImplied(name, array, p, end) ? null : name;
            }
            token = values.token(array, p, end, kind);
            type = (array[p] & 0xFF) == Codes.TYPE_LITERAL ? TypeNames.LITERAL : name;
            if (kind != null && kind.equals(name) && values.isKindName(token, kind)) {
                type = null;
            }
            valueAt = p;
            resolvedAt = position;
        } catch (Fault fault) {
            throw malformed(fault);
        }
    }

    /** The type name whose code is at {@code at}; {@link Scan#next} is what it is the type of. */
    private String typeNameAt(int at) {
        int length = scan.length(array, at + 1, end);
        if (length > limits.maxNameBytes()) {
            throw new Fault(at, "expected a type name of at most " + limits.maxNameBytes() + " bytes");
        }
        int from = scan.next;
        String name = values.text(array, from, length);
        scan.next = from + length;
        return name;
    }

    @Override
    public String fieldName() {
        if (frame.kind != Frame.Kind.OBJECT || due != NOTHING || !hasNext()) {
            throw new IllegalStateException("no name is due here");
        }
        String name = nameHere();
        position = scan.next;
        due = VALUE;
        return name;
    }

    /** The name of the entry at the position; {@link Scan#next} is its value. */
    private String nameHere() {
        int p = position;
        int code = array[p] & 0xFF;
        try {
            if (code >= Codes.FIELD_NAME0 && code <= Codes.FIELD_NAME31) {
                int length = code - Codes.FIELD_NAME0;
                if (length > end - p - 1) {
                    throw Fault.overrun(p, "a field name");
                }
                scan.next = p + 1 + length;
                return names.get(array, p + 1, length);
            }
            return longName(p, code);
        } catch (Fault fault) {
            throw malformed(fault);
        }
    }

    private String longName(int p, int code) {
        if (code == Codes.EVENT_NAME && end - p > 1 && array[p + 1] >= 0 && array[p + 1] <= end - p - 2) {
            int length = array[p + 1];
            if (length <= limits.maxNameBytes()) {
                scan.next = p + 2 + length;
                return names.get(array, p + 2, length);
            }
        }
        if (code == Codes.FIELD_NUMBER) {
            long number = scan.stopBit(array, p + 1, end);
            return number == -1 ? "history" : Long.toString(number);
        }
        if (code == Codes.EVENT_OBJECT) {
            int at = scan.noise(array, p + 1, end);
            if (!isText(at)) {
                throw new IllegalStateException("the key of the entry is not text: key() passes over its mark");
            }
            int length = values.textLength(array, at, end, limits.maxNameBytes());
            int from = scan.next;
            scan.next = from + length;
            return values.text(array, from, length);
        }
        if (Codes.role(code) != Role.ENTRY) {
            throw new Fault(p, "expected the name of an entry but found " + Codes.shown(code));
        }
        int length = scan.length(array, p + 1, end);
        if (length > limits.maxNameBytes()) {
            throw new Fault(
                    p, "expected a name of at most " + limits.maxNameBytes() + " bytes but was one of " + length);
        }
        int from = scan.next;
        scan.next = from + length;
        return names.get(array, from, length);
    }

    @Override
    public int nextField(Shape shape) {
        if (frame.kind != Frame.Kind.OBJECT || due != NOTHING) {
            throw new IllegalStateException("no name is due here");
        }
        if (shape != lastShape) {
            lastShape = shape;
            lastCodes = shape.get(NameCode.OF_SHAPE);
        }
        if (position == end) {
            return END;
        }
        NameCode[] codes = lastCodes;
        int expected = frame.ordinal;
        if (expected < codes.length && codes[expected].isAt(array, position, end)) {
            position += codes[expected].length;
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
        position = scan.next;
        due = VALUE;
        frame.ordinal = ordinal + 1;
        return ordinal;
    }

    @Override
    public void key() {
        if (frame.kind != Frame.Kind.OBJECT || due != NOTHING || peekEntry() != WireToken.KEY) {
            throw new IllegalStateException("no key is due here");
        }
        position++;
        due = VALUE_AND_KEY;
    }

    @Override
    public void beginObject() {
        int p = resolvedAt == position ? valueAt : position;
        int from = due > NOTHING ? fieldsOf(array, p, end) : -1;
        if (from >= 0) {
            int to = from + (int) Scan.INT.get(array, p + 1);
            push(Frame.Kind.OBJECT, array, from, to, to);
            return;
        }
        begin(WireToken.BEGIN_OBJECT);
    }

    @Override
    public void beginList() {
        begin(WireToken.BEGIN_LIST);
    }

    private void begin(WireToken wanted) {
        if (due == BODY) {
            if (body != wanted) {
                throw wrongKind(wanted, body);
            }
            push(wanted == WireToken.BEGIN_OBJECT ? Frame.Kind.OBJECT : Frame.Kind.LIST, array, position, end, end);
            return;
        }
        resolve();
        int p = valueAt;
        int code = array[p] & 0xFF;
        Frame.Kind kind = wanted == WireToken.BEGIN_OBJECT ? Frame.Kind.OBJECT : Frame.Kind.LIST;
        if (token != wanted
                && !(token == WireToken.BEGIN_LIST && values.isEmptyBlock(array, p, end)
                        || token == WireToken.BEGIN_OBJECT && values.isEmptyBlock(array, p, end))) {
            throw wrongKind(wanted, token);
        }
        try {
            int after = scan.payload(array, p, end);
            if (Codes.payload(code) == Codes.Payload.BLOCK) {
                scan.blockLength(array, p, end);
                int from = scan.noise(array, scan.next, after);
                int inner = from < after ? array[from] & 0xFF : -1;
                if (inner != Codes.I64_ARRAY && inner != Codes.HISTORY_MESSAGE
                        || scan.noise(array, scan.payload(array, from, after), after) < after) {
                    push(kind, array, from, after, after);
                    return;
                }
                p = from;
                code = inner;
            }
            byte[] expanded = code == Codes.I64_ARRAY ? Expand.longs(array, p) : Expand.history(array, p);
            int from = code == Codes.I64_ARRAY ? 0 : Expand.HISTORY_START;
            push(kind, expanded, from, expanded.length, after);
        } catch (Fault fault) {
            throw malformed(fault);
        }
    }

    private WireDataException wrongKind(WireToken wanted, WireToken found) {
        String hint = wanted == WireToken.BEGIN_OBJECT && found == WireToken.BEGIN_LIST
                ? "; values without names (Chronicle Wire's FIELDLESS_BINARY) cannot be read as an object"
                : "";
        return dataError("expected " + shown(wanted) + " but was " + shown(found) + hint);
    }

    private void push(Frame.Kind kind, byte[] in, int start, int to, int after) {
        if (frame.level == limits.maxDepth()) {
            throw malformed(position, "expected at most " + frame.level + " objects and lists inside one another");
        }
        frame.after = after;
        frame.due = Math.max(due, VALUE) - 1;
        goTo(frame.enter(kind, in, start, to), start);
        due = kind == Frame.Kind.LIST ? ANY : NOTHING;
    }

    @Override
    public void endObject() {
        pop(Frame.Kind.OBJECT);
    }

    @Override
    public void endList() {
        pop(Frame.Kind.LIST);
    }

    private void pop(Frame.Kind kind) {
        if (frame.kind != kind) {
            throw new IllegalStateException(
                    "no " + (kind == Frame.Kind.LIST ? "list" : "object") + " is to be ended here");
        }
        goTo(frame.outer, frame.outer.after);
        due = frame.due;
    }

    /** Moves over the value that ends at {@code after}. */
    private void consume(int after) {
        position = after;
        due--;
    }

    private void consumeResolved() {
        try {
            consume(scan.payload(array, valueAt, end));
        } catch (Fault fault) {
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
            throw dataError("expected a single value but was " + shown(body));
        }
        if (frame.kind == Frame.Kind.LIST && !hasNext()) {
            throw new IllegalStateException("the list has no further item");
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
        } catch (Fault fault) {
            throw malformed(fault);
        }
    }

    @Override
    public long int64() {
        int p = position;
        int after = due > NOTHING ? FieldBytes.int64End(array, p, end) : -1;
        if (after < 0) {
            return int64Slowly();
        }
        consume(after);
        return Numbers.int64(array, p);
    }

    private long int64Slowly() {
        scalar();
        try {
            long value = values.int64(array, valueAt, end, token);
            consumeResolved();
            return value;
        } catch (ArithmeticException e) {
            throw dataError(e.getMessage());
        } catch (Fault fault) {
            throw malformed(fault);
        }
    }

    @Override
    public double float64() {
        int p = position;
        int after = due > NOTHING ? FieldBytes.float64End(array, p, end) : -1;
        if (after < 0) {
            return float64Slowly();
        }
        consume(after);
        return FieldBytes.float64(array, p);
    }

    private double float64Slowly() {
        scalar();
        try {
            double value = values.float64(array, valueAt, end, token);
            consumeResolved();
            return value;
        } catch (ArithmeticException e) {
            throw dataError(e.getMessage());
        } catch (Fault fault) {
            throw malformed(fault);
        }
    }

    @Override
    public BigDecimal decimal() {
        scalar();
        try {
            BigDecimal value = values.decimal(array, valueAt, end, token, limits.maxNumberChars());
            consumeResolved();
            return value;
        } catch (ArithmeticException e) {
            throw dataError(e.getMessage());
        } catch (Fault fault) {
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
                } catch (Fault fault) {
                    throw malformed(fault);
                }
            }
        }
        return textSlowly();
    }

    private String textSlowly() {
        scalar();
        try {
            String value = values.asText(array, valueAt, end, token, limits.maxTextChars());
            consumeResolved();
            return value;
        } catch (ArithmeticException e) {
            throw dataError(e.getMessage());
        } catch (Fault fault) {
            throw malformed(fault);
        }
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
            int from = scan.next;
            target.setLength(0);
            Cesu8.decode(array, from, from + length, target);
            consume(from + length);
        } catch (Fault fault) {
            throw malformed(fault);
        }
    }

    @Override
    public UUID uuid() {
        scalar();
        if (array[valueAt] != (byte) Codes.UUID) {
            return null;
        }
        try {
            UUID value = values.uuid(array, valueAt, end);
            consumeResolved();
            return value;
        } catch (Fault fault) {
            throw malformed(fault);
        }
    }

    @Override
    public byte[] bytes() {
        scalar();
        try {
            byte[] value = values.bytes(array, valueAt, end, token, limits.maxTextChars());
            consumeResolved();
            return value;
        } catch (ArithmeticException e) {
            throw dataError(e.getMessage());
        } catch (Fault fault) {
            throw malformed(fault);
        }
    }

    @Override
    public Temporal temporal() {
        int p = position;
        int after = due > NOTHING ? FieldBytes.temporalEnd(array, p, end) : -1;
        Temporal plain = after < 0 ? null : values.plainTemporal(array, p, after);
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
        } catch (Fault fault) {
            throw malformed(fault);
        }
    }

    // ---- fields straight from the array

    @Override
    public Shape.Attachment<byte[][]> names() {
        return NameCode.BYTES_OF_SHAPE;
    }

    @Override
    public byte[] array() {
        return array;
    }

    @Override
    public int position() {
        return position;
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
        position = at;
        due = isNamed ? VALUE : NOTHING;
        frame.ordinal = isNamed ? ordinal + 1 : ordinal;
    }

    @Override
    public int boolEnd(byte[] a, int at, int to) {
        return FieldBytes.boolEnd(a, at, to);
    }

    @Override
    public boolean bool(byte[] a, int at) {
        return (a[at] & 1) != 0;
    }

    @Override
    public int int64End(byte[] a, int at, int to) {
        return FieldBytes.int64End(a, at, to);
    }

    @Override
    public long int64(byte[] a, int at) {
        return Numbers.int64(a, at);
    }

    @Override
    public int float64End(byte[] a, int at, int to) {
        return FieldBytes.float64End(a, at, to);
    }

    @Override
    public double float64(byte[] a, int at) {
        return FieldBytes.float64(a, at);
    }

    @Override
    public int textEnd(byte[] a, int at, int to) {
        return FieldBytes.textEnd(a, at, to, maxTextChars);
    }

    @Override
    public String text(byte[] a, int at, int after) {
        int from = FieldBytes.textStart(a, at);
        try {
            return values.text(a, from, after - from);
        } catch (Fault fault) {
            return null; // found again by who looks closer
        }
    }

    @Override
    public String text(byte[] a, int at, int after, int ordinal) {
        int from = FieldBytes.textStart(a, at);
        try {
            return values.text(a, from, after - from, ordinal);
        } catch (Fault fault) {
            return null; // found again by who looks closer
        }
    }

    @Override
    public Temporal temporal(byte[] a, int at, int after, int ordinal) {
        return values.plainTemporal(a, at, after, ordinal);
    }

    @Override
    public int temporalEnd(byte[] a, int at, int to) {
        return FieldBytes.temporalEnd(a, at, to);
    }

    @Override
    public Temporal temporal(byte[] a, int at, int after) {
        return values.plainTemporal(a, at, after);
    }

    @Override
    public void skipValue() {
        if (frame.kind == Frame.Kind.ROOT && due != NOTHING) {
            position = end;
            due = NOTHING;
            return;
        }
        if (frame.kind == Frame.Kind.LIST ? !hasNext() : due == NOTHING) {
            throw new IllegalStateException("no value is due here");
        }
        try {
            consume(scan.value(array, position, end));
        } catch (Fault fault) {
            throw malformed(fault);
        }
    }

    @Override
    public WireLocation location() {
        return location(position);
    }

    private WireLocation location(int at) {
        if (isStraight) {
            openHead();
        }
        boolean here = !rewritten && array == documents.array;
        return WireLocation.ofOffset(
                here ? documents.offset(at) : documents.offset, Paths.of(frame, position, due > NOTHING));
    }

    private MalformedWireException malformed(Fault fault) {
        if (fault.isMissingBase()) {
            return new MissingBaseException(BinaryYamlFormat.NAME, fault.getMessage(), location(fault.index()));
        }
        return malformed(fault.index(), fault.getMessage());
    }

    private MalformedWireException malformed(int at, String problem) {
        return new MalformedWireException(BinaryYamlFormat.NAME, problem, location(at));
    }

    private WireDataException dataError(String problem) {
        return new WireDataException(BinaryYamlFormat.NAME, problem, location());
    }

    private static String shown(WireToken token) {
        return Values.shown(token);
    }

    @Override
    public void close() {
        documents.close();
    }
}
