package io.deltawire.binary;

import io.deltawire.binary.BinaryYamlFormat.Framing;
import io.deltawire.binary.Codes.Role;
import io.deltawire.wire.Shape;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.spi.InputBuffer;
import io.deltawire.wire.spi.Utf8;

/** The part of the reader that finds what comes next in a message: the names of entries, the kinds of values, objects and lists. */
abstract class EntryReader extends MessageReader {
    private static final int VALUE_AND_KEY = 2;

    /** Leaves 8E of each of the four noise codes (8E 8F BE BF), and of a few others. */
    private static final int MAYBE_NOISE = 0xCE;

    final TextCache names = TextCache.ofLatin1();
    private Shape lastShape;
    private NameCode[] lastCodes;

    EntryReader(InputBuffer source, WireLimits limits, Framing framing) {
        super(source, limits, framing);
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
    void resolve() {
        if (resolvedAt == position) {
            return;
        }
        if (frame.kind == Frame.Kind.LIST ? position >= end : due <= NOTHING) {
            throw unexpected("a value");
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
            int second = -1;
            if ((array[p] & 0xFF) == Codes.TYPE_PREFIX) {
                second = p;
                kind = typeNameAt(p);
                p = scan.noise(array, scan.next, end);
                if (p >= end) {
                    throw Fault.overrun(second, "a value");
                }
            }
            token = values.token(array, p, end, kind);
            compression = token == WireToken.BYTES ? Compression.of(kind) : null;
            type = name;
            if (name != null) {
                type = typeOf(name, kind, second, p);
            } else if ((array[p] & 0xFF) == Codes.TYPE_LITERAL) {
                type = TypeNames.LITERAL;
            }
            valueAt = p;
            resolvedAt = position;
        } catch (Fault fault) {
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
            throw new Fault(isLiteral ? at : second, "expected a value but found a second type name");
        }
        return isKind && second < 0 ? null : name;
    }

    /** The type name whose code is at {@code at}; {@link Scan#next} is what it is the type of. */
    private String typeNameAt(int at) {
        int length = scan.length(array, at + 1, end);
        if (length > limits.maxNameBytes()) {
            throw new Fault(at, "expected a type name of at most " + limits.maxNameBytes() + " bytes");
        }
        if (length == 0) {
            throw new Fault(at, "expected a type name but it is empty");
        }
        int from = scan.next;
        String name = values.text(array, from, length);
        scan.next = from + length;
        return name;
    }

    @Override
    public String fieldName() {
        if (frame.kind != Frame.Kind.OBJECT || due != NOTHING || !hasNext()) {
            throw unexpected("a name");
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

    /** The name that a field number is. */
    static String name(long number) {
        return number == -1 ? "history" : Long.toString(number);
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
            return name(scan.stopBit(array, p + 1, end));
        }
        if (code == Codes.EVENT_OBJECT) {
            int at = scan.noise(array, p + 1, end);
            if (!isText(at)) {
                throw unexpected("a name");
            }
            int length = values.textLength(array, at, end, limits.maxNameBytes());
            int from = scan.next;
            scan.next = from + length;
            String name = values.text(array, from, length);
            if (length > limits.maxNameBytes() && Utf8.length(name) > limits.maxNameBytes()) {
                throw tooLongName(p, length);
            }
            return name;
        }
        if (Codes.role(code) != Role.ENTRY) {
            throw new Fault(p, "expected the name of an entry but found " + Codes.shown(code));
        }
        int length = scan.length(array, p + 1, end);
        if (length > limits.maxNameBytes()) {
            throw tooLongName(p, length);
        }
        int from = scan.next;
        scan.next = from + length;
        return names.get(array, from, length);
    }

    private Fault tooLongName(int at, int length) {
        return new Fault(at, "expected a name of at most " + limits.maxNameBytes() + " bytes but was one of " + length);
    }

    @Override
    public int nextField(Shape shape) {
        if (frame.kind != Frame.Kind.OBJECT || due != NOTHING) {
            throw unexpected("a name");
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
            throw unexpected("a key");
        }
        position++;
        due = VALUE_AND_KEY;
    }

    @Override
    public void beginObject() {
        int p = resolvedAt == position ? valueAt : position;
        int from = due > NOTHING ? Blocks.fieldsOf(array, p, end) : -1;
        if (from >= 0) {
            int to = from + (int) Scan.INT.get(array, p + 1);
            push(Frame.Kind.OBJECT, array, from, to, to);
            return;
        }
        begin(WireToken.BEGIN_OBJECT);
    }

    @Override
    public void beginList() {
        int p = resolvedAt == position ? valueAt : position;
        int from = due > NOTHING ? Blocks.itemsOf(array, p, end) : -1;
        if (from >= 0) {
            int to = from + (int) Scan.INT.get(array, p + 1);
            push(Frame.Kind.LIST, array, from, to, to);
            return;
        }
        begin(WireToken.BEGIN_LIST);
    }

    void begin(WireToken wanted) {
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

    WireDataException wrongKind(WireToken wanted, WireToken found) {
        String hint = wanted == WireToken.BEGIN_OBJECT && found == WireToken.BEGIN_LIST
                ? "; values without names (Chronicle Wire's FIELDLESS_BINARY) cannot be read as an object"
                : "";
        return dataError("expected " + shown(wanted) + " but was " + shown(found) + hint);
    }

    @Override
    public void endObject() {
        pop(Frame.Kind.OBJECT);
    }

    @Override
    public void endList() {
        pop(Frame.Kind.LIST);
    }

    static String shown(WireToken token) {
        return Values.shown(token);
    }

    /** The error that what is next is another thing than was asked for. */
    final RuntimeException unexpected(String wanted) {
        return hasMessage()
                ? dataError("expected " + wanted + " but was " + shown(peek()))
                : new IllegalStateException("no message: call nextMessage()");
    }
}
