package io.deltawire.binary;

import static io.deltawire.binary.BinaryWriter.HEADER_BYTES;

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
import io.deltawire.wire.spi.ArrivalReader;
import io.deltawire.wire.spi.DepthReader;
import io.deltawire.wire.spi.HeadTable;
import io.deltawire.wire.spi.InputBuffer;
import io.deltawire.wire.spi.MessageDecoder;
import io.deltawire.wire.spi.MessageHead;

/**
 * The part of the reader that finds messages, and the levels of objects and lists that are open. Nothing else is remembered of
 * what was read: the path in an error message is found by walking the message again.
 */
abstract class MessageReader implements WireIn, MessageDecoder, ArrivalReader, DepthReader {
    // The number of values due: none where a name is, two behind the mark of a key; in a list, more than there can be.
    private static final int ANY = Integer.MAX_VALUE;
    static final int VALUE = 1;
    static final int NOTHING = 0;

    /** A whole body is due, which is not one value. */
    static final int BODY = -1;

    private final Documents documents;
    private final DeltaTables delta;
    final WireLimits limits;
    final int maxTextChars;
    final Scan scan = new Scan();
    final Values values;
    byte[] array = {};
    int position;
    int end;
    WireToken body;
    Frame frame;
    private final Frame root = new Frame(null);
    int due;
    private boolean rewritten;

    private final MadeHeads made = new MadeHeads();

    /** The head that {@link #nextFields} or {@link #nextHead} has found last, in {@link #made}. */
    private int present;

    private final HeadTable<BinaryHead> heads = new HeadTable<>();

    /**
     * Where the head of the next message is in {@link #heads}, as its bytes told when they were the next: nearly all that is done with a message waits
     * for that, and this does not wait.
     */
    private int likely;

    /** Whether the objects of the head are not on the levels yet. */
    boolean isStraight;

    // What resolve() has found of the value at position.
    int resolvedAt = -1;
    int valueAt;
    WireToken token;
    String type;
    /** How the bytes are compressed; null for other values, and bytes that are not. */
    Compression compression;

    MessageReader(InputBuffer source, WireLimits limits, Framing framing) {
        this.documents = new Documents(source, limits, framing);
        this.delta = new DeltaTables(limits);
        this.limits = limits;
        this.maxTextChars = limits.maxTextChars();
        this.values = new Values(scan, limits.maxNumberChars());
        this.frame = root;
        root.kind = Frame.Kind.ROOT;
    }

    @Override
    public boolean nextMessage() {
        boolean isFound = !delta.isActive() && documents.nextPlain();
        return isFound ? openPlain() : openNext();
    }

    /** Opens the present message, which {@link Documents#nextPlain} has found. */
    private boolean openPlain() {
        if (!isPlainObject(documents.array(), documents.start, documents.end) || documents.mayBeAlignment()) {
            documents.back();
            return openNext();
        }
        isStraight = false;
        rewritten = false;
        body = WireToken.BEGIN_OBJECT;
        root.set(Frame.Kind.ROOT, documents.array(), documents.start, documents.end);
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
        Documents from = documents;
        if (delta.isActive() || !from.isPlainNext()) {
            return openNext();
        }
        boolean isEntered = enterKnown(from) != null;
        from.take();
        return isEntered || openPlain();
    }

    @Override
    public MessageHead nextKnown() {
        Documents from = documents; // what is loaded once stays at hand, whatever is called in between
        if (delta.isActive() || !from.isPlainNext()) {
            return null;
        }
        BinaryHead of = enterKnown(from);
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
    private BinaryHead enterKnown(Documents from) {
        byte[] a = from.array();
        BinaryHead of = heads.at(likely);
        if (of == null || !of.isAt(a, from.start, from.end)) {
            of = heads.find(a, from.start, from.end);
        }
        likely = heads.placeAhead(a, from.end + HEADER_BYTES, from.limit(), likely);
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
        } catch (Fault fault) {
            throw new MalformedWireException(
                    BinaryYamlFormat.NAME,
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
        boolean fits = limits.maxDepth() >= BinaryHead.MAX_DEPTH
                && (typeName == null || typeName.length() <= limits.maxNameBytes() / 3)
                && maxTextChars >= FieldReader.MAX_TEXT;
        if (!fits || TypeNames.LITERAL.equals(typeName)) {
            return null;
        }
        return made.add(heads.keep(BinaryHead.of(event, typeName, null)));
    }

    @Override
    public MessageHead headOfList(String event) {
        if (limits.maxDepth() < BinaryHead.MAX_DEPTH) {
            return null;
        }
        BinaryHead head = heads.keep(BinaryHead.ofList(event));
        return head.isList ? made.add(head) : null; // a call with one object has the same bytes
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
        Documents from = documents;
        if (delta.isActive() || !from.isPlainNext()) {
            return -1;
        }
        BinaryHead of = (BinaryHead) with;
        if (!of.isAt(from.array(), from.start, from.end)) {
            from.back();
            return -1;
        }
        enterStraight(of, from);
        from.take();
        return position;
    }

    /** Goes to the first field behind the head of the present message, which is known to be there. */
    private void enterStraight(BinaryHead of, Documents from) {
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
        position = from.start + of.fieldsAt;
        end = from.end;
        resolvedAt = -1;
    }

    /** Whether a list begins at the position, and its head has been passed over. */
    final boolean isAtItems() {
        return made.get(present).isList && Blocks.isItem(array[position] & 0xFF);
    }

    /** Puts the objects of the head on the levels, since tokens follow, or are asked where they are. */
    void openHead() {
        BinaryHead head = made.get(present);
        enter(head, documents.start + head.fieldsAt, documents.end);
    }

    /** Goes to the first field of the object that the head opens; false where the present message begins in another way. */
    private boolean enter(BinaryHead head) {
        byte[] a = documents.array();
        int from = Blocks.fieldsBehind(head, a, documents.start, documents.end);
        if (from < 0) {
            return false;
        }
        int after = Blocks.endOf(a, from);
        if (after != documents.end && head.event() == null) {
            return false;
        }
        enter(head, from, after);
        return true;
    }

    /** Puts the objects of a head on the levels. */
    private void enter(BinaryHead head, int from, int after) {
        byte[] a = documents.array();
        int start = documents.start;
        int to = documents.end;
        boolean isEvent = head.event() != null;
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
        Frame inner = outer.inner();
        inner.set(head.isList ? Frame.Kind.LIST : Frame.Kind.OBJECT, a, from, after);
        goTo(inner, from);
        due = head.isList ? ANY : NOTHING;
    }

    @Override
    public boolean enterValue(MessageHead with) {
        byte[] a = array;
        if (due <= NOTHING || frame.level == limits.maxDepth()) {
            return false;
        }
        int from = Blocks.fieldsBehind((BinaryHead) with, a, position, end);
        if (from < 0) {
            return false;
        }
        int to = Blocks.endOf(a, from);
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

    /** Not where a message is cut, or does not even begin as one. */
    @Override
    public boolean isInMessage() {
        return isStraight || frame != root;
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
            beginBody();
            frame.array = array;
            frame.start = position;
            frame.end = end;
        } catch (Fault fault) {
            due = NOTHING;
            rewritten = false;
            root.array = null;
            throw malformed(fault);
        }
    }

    final boolean hasMessage() {
        return isStraight || root.array != null;
    }

    private void beginBody() {
        body = bodyForm();
        due = body == null ? VALUE : BODY;
    }

    @Override
    public void restartMessage() {
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

    /** Whether the message begins with a short name and a value that no delta stream has: the common case. */
    private boolean isPlainObject(byte[] a, int at, int to) {
        int code = a[at] & 0xFF;
        int value = code == Codes.EVENT_NAME && to - at > 1 ? at + 2 + a[at + 1] : at + 1 + code - Codes.FIELD_NAME0;
        return (code == Codes.EVENT_NAME || code >= Codes.FIELD_NAME0 && code <= Codes.FIELD_NAME31)
                && !delta.isActive()
                && value > at
                && value < to
                && isPlainValue(a[value] & 0xFF);
    }

    /** Whether a code begins a value, and neither one of a delta stream nor a comment or hint that one may stand behind. */
    private static boolean isPlainValue(int code) {
        return code <= Codes.BYTES_LENGTH32 || code >= Codes.TYPE_PREFIX && code != Codes.COMMENT && code != Codes.HINT;
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
        return documents.kind();
    }

    @Override
    public long messageOffset() {
        return documents.offset;
    }

    void push(Frame.Kind kind, byte[] in, int start, int to, int after) {
        if (frame.level == limits.maxDepth()) {
            throw malformed(position, "expected at most " + frame.level + " objects and lists inside one another");
        }
        frame.after = after;
        frame.due = Math.max(due, VALUE) - 1;
        goTo(frame.enter(kind, in, start, to), start);
        due = kind == Frame.Kind.LIST ? ANY : NOTHING;
    }

    void pop(Frame.Kind kind) {
        if (frame.kind != kind) {
            throw new IllegalStateException(
                    "no " + (kind == Frame.Kind.LIST ? "list" : "object") + " is to be ended here");
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
        return WireLocation.ofOffset(offset(at), Paths.of(frame, position, due > NOTHING));
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

    MalformedWireException malformed(Fault fault) {
        if (fault.isMissingBase()) {
            return new MissingBaseException(BinaryYamlFormat.NAME, fault.getMessage(), location(fault.index()));
        }
        return malformed(fault.index(), fault.getMessage());
    }

    MalformedWireException malformed(int at, String problem) {
        return new MalformedWireException(BinaryYamlFormat.NAME, problem, location(at));
    }

    WireDataException dataError(String problem) {
        return new WireDataException(BinaryYamlFormat.NAME, problem, location());
    }

    @Override
    public void close() {
        documents.close();
    }
}
