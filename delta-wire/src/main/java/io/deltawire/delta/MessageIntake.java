package io.deltawire.delta;

import io.deltawire.wire.Shape;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireLocation;
import io.deltawire.wire.spi.Nesting;
import io.deltawire.wire.spi.Printable;
import java.math.BigDecimal;
import java.util.Objects;

/** Takes the tokens of one message to the nodes of its type, and its values to {@link Columns}. */
class MessageIntake extends PlainIntake {
    /** A list with more items than this is one value, not a column for each item. */
    private static final int MAX_ITEMS = 256;

    private final DeltaEncoder encoder;
    private final WireLimits limits;
    final Nesting nesting;

    /** Whether the message that has ended is to be written plain. */
    private boolean isPlain;

    private String rootType;
    private String firstName;
    private int firstKind;
    private Shape rootShape;

    private Identity lastIdentity;
    /** What tells the type of the message apart, where there are too many types for it; else null. */
    private Object untaken;

    private boolean newType;
    int nodesBefore;
    int leavesBefore;
    /** Whether a message is begun: outside of one no type may be made, since nothing would announce it. */
    private boolean begun;

    /** Where the tokens taken here are recorded; while a message is followed there, nothing here tells of it but that it is begun. */
    final KnownTokens known;

    MessageIntake(Columns in, DeltaEncoder encoder, WireLimits limits) {
        this(in, encoder, limits, new Nesting(limits.maxDepth()), new KnownTokens(in));
    }

    private MessageIntake(Columns in, DeltaEncoder encoder, WireLimits limits, Nesting nesting, KnownTokens known) {
        super(in, new OpenNodes(in, nesting, limits, known), limits);
        this.encoder = encoder;
        this.limits = limits;
        this.nesting = nesting;
        this.known = known;
    }

    void begin(boolean asPlain) {
        announce();
        start(asPlain);
    }

    /** A message begins, whoever takes its tokens. */
    final void announce() {
        in.message++;
        openMessage();
    }

    /** Has tokens be taken for the present message. */
    final void openMessage() {
        begun = true;
        type = null;
        untaken = null;
    }

    /** Begins to take tokens here. */
    final void start(boolean asPlain) {
        if (!asPlain) {
            known.record();
        }
        madeWhole.clear();
        nesting.clear();
        plain.out.clear();
        whole.begin();
        stage = asPlain ? Stage.PLAIN : Stage.NOTHING;
        rootType = null;
        rootShape = null;
        open.pendingType = null;
        newType = false;
        open.depth = 0;
        open.target = null;
        wholeNode = null;
        wholeIsKey = false;
    }

    /** Whether the message that has ended is to be written plain. */
    boolean isPlain() {
        return isPlain;
    }

    EncodedType type() {
        return type;
    }

    /** What tells the type of the message apart, where it is plain since there are too many types; else null. */
    Object untaken() {
        return untaken;
    }

    /** Checks that the message is complete, and settles what was still open. */
    void end() {
        if (nesting.depth() > 0
                || stage == Stage.NOTHING
                || open.pendingType != null
                || stage == Stage.PLAIN && !whole.isComplete()) {
            throw new IllegalStateException("the message is not complete: at " + nesting.path());
        }
        isPlain = stage == Stage.PLAIN;
        known.recorded(isPlain || !madeWhole.isEmpty() ? null : type);
        leave();
    }

    /** Ends a message that has gone to the columns of a type, and has added nothing to it. */
    final void endComplete(EncodedType of) {
        type = of;
        isPlain = false;
        begun = false;
        open.state = type.state;
        newType = false;
        nodesBefore = type.state.nodes.size();
        leavesBefore = type.state.leaves;
        if (!madeWhole.isEmpty()) {
            madeWhole.clear();
        }
    }

    /** From here to the next message there is no place for a token. */
    final void leave() {
        begun = false;
        stage = Stage.NOTHING;
        open.target = null;
        wholeNode = null;
    }

    private void requireMessage() {
        if (!begun) {
            throw new IllegalStateException("no message is begun");
        }
    }

    /** Undoes what the message has added to its type. */
    void rollback() {
        known.stop();
        leave();
        nesting.clear();
        if (type != null) {
            open.undo(nodesBefore, leavesBefore);
            if (!madeWhole.isEmpty()) {
                madeWhole.forEach(list -> list.whole = false);
                type.state.version++;
            }
            if (newType) {
                encoder.types().forgetNewest(type);
            }
            type = null;
        }
    }

    // ---- tokens

    void type(String name) {
        requireMessage();
        TextLimit.checkName(name, limits);
        if (stage == Stage.PLAIN || wholeNode != null) {
            whole.type(name);
        } else if (open.pendingType != null) {
            throw new IllegalStateException("two type names for one value: " + open.pendingType + ", " + name);
        } else {
            requireValueDue("a type name");
            open.pendingType = name;
            known.add(TokenPath.TYPE, -1, -1, name, null);
        }
    }

    void beginObject(Shape shape) {
        requireMessage();
        prepareValue();
        push(false);
        if (inWhole()) {
            whole.beginObject(shape);
            return;
        }
        known.add(TokenPath.OBJECT, -1, -1, null, shape);
        if (stage == Stage.NOTHING) {
            stage = Stage.OBJECT;
            rootType = open.pendingType;
            rootShape = shape;
            open.pendingType = null;
            return;
        }
        open.enter(open.valueNode(), false, shape);
    }

    /** Settles what has to be before a value: the type, and whether values still go to columns. */
    private void prepareValue() {
        requireValueDue("a value");
        if (stage == Stage.FIRST_NAME) {
            chooseType(open.pendingType == null ? "" : open.pendingType);
        }
        if (stage == Stage.COLUMNS && wholeNode == null) {
            if (open.lists[open.depth] && open.counts[open.depth] == MAX_ITEMS) {
                takeListWhole();
            } else if (isTooWide()) {
                spillOpen();
            }
        }
    }

    void field(int ordinal) {
        if (stage == Stage.COLUMNS && wholeNode == null) {
            Node[] fields = open.depth < 0 ? null : open.fields[open.depth];
            Node node = fields != null && ordinal >= 0 && ordinal < fields.length ? fields[ordinal] : null;
            if (node != null && node.stamp != in.message && open.target == null) {
                node.stamp = in.message;
                open.target = node;
                open.counts[open.depth]++;
                nesting.name(node.name);
                known.add(TokenPath.FIELD, -1, ordinal, node.name, null);
                return;
            }
        }
        fieldByName(ordinal);
    }

    private void fieldByName(int ordinal) {
        if (inWhole()) {
            whole.field(ordinal);
            return;
        }
        if (stage == Stage.OBJECT && rootShape != null) {
            firstField(rootShape.name(ordinal), Op.NODE_FIELD, ordinal);
            return;
        }
        if (stage != Stage.COLUMNS || open.depth < 0 || open.target != null || open.fields[open.depth] == null) {
            throw new IllegalStateException("no place for a field by its number, at " + nesting.path());
        }
        Node container = open.containers[open.depth];
        String name = open.shape(open.depth).name(ordinal);
        Node node = open.fields[open.depth][ordinal];
        if (node == null) {
            node = open.child(container, name, Op.NODE_FIELD);
            open.fields[open.depth][ordinal] = node;
        }
        open.introduce(node);
        known.add(TokenPath.FIELD, -1, ordinal, node.name, null);
    }

    void field(String name, int kind) {
        byte op = kind == Op.NODE_EVENT ? TokenPath.EVENT : TokenPath.FIELD;
        if (inWhole()) {
            whole.field(name, kind == Op.NODE_EVENT);
            return;
        }
        if (stage == Stage.OBJECT) {
            firstField(name, kind, TokenPath.BY_NAME);
            return;
        }
        if (!isNameDue()) {
            throw new IllegalStateException("a name where a value is expected: " + Printable.quote(name));
        }
        Node node = open.child(open.containers[open.depth], name, kind);
        if (open.isOutOfTurn(node)) {
            spillOpen();
            whole.field(name, true);
            return;
        }
        open.introduce(node);
        known.add(op, -1, TokenPath.BY_NAME, name, null);
    }

    private void firstField(String name, int kind, int ordinal) {
        TextLimit.checkName(name, limits);
        firstName = name;
        firstKind = kind;
        stage = Stage.FIRST_NAME;
        known.add(kind == Op.NODE_EVENT ? TokenPath.EVENT : TokenPath.FIELD, -1, ordinal, name, null);
    }

    /** Whether a name or key has to come next, or the end of an object; to be asked where no value is being taken whole. */
    private boolean isNameDue() {
        return stage == Stage.OBJECT
                || stage == Stage.COLUMNS && !isBehindValue() && !open.lists[open.depth] && open.target == null;
    }

    private void requireValueDue(String what) {
        if (!inWhole() && (isNameDue() || isBehindValue())) {
            throw new IllegalStateException(what + (isBehindValue() ? " behind the message's own" : " without a name")
                    + ", at " + nesting.path());
        }
    }

    /** Whether the value of the message has ended. */
    private boolean isBehindValue() {
        return stage == Stage.COLUMNS && open.depth < 0;
    }

    void key() {
        known.forget();
        requireMessage();
        if (inWhole()) {
            whole.key();
            return;
        }
        if (!isNameDue()) {
            throw new IllegalStateException("a key where a value is expected, or the end, at " + nesting.path());
        }
        if (stage == Stage.OBJECT) {
            firstName = null;
            chooseType("");
        }
        startWhole(open.containers[open.depth]);
        wholeIsKey = true;
    }

    void endObject() {
        if (!nesting.inObject()
                || open.pendingType != null
                || stage == Stage.FIRST_NAME
                || open.target != null
                || isBehindValue()) {
            throw new IllegalStateException("no object can end here, at " + nesting.path());
        }
        if (inWhole()) {
            whole.end();
            nesting.pop();
            wholeEnded();
            return;
        }
        nesting.pop();
        if (stage == Stage.OBJECT) {
            firstName = null;
            chooseType("");
        }
        known.add(TokenPath.END_OBJECT, open.leave(Kind.EMPTY_OBJECT), -1, null, null);
    }

    void beginList() {
        requireMessage();
        prepareValue();
        push(true);
        if (!inWhole()) {
            if (stage == Stage.NOTHING) {
                goPlain();
            } else {
                Node node = open.valueNode();
                if (!node.whole) {
                    open.enter(node, true, null);
                    known.add(TokenPath.LIST, -1, -1, null, null);
                    return;
                }
                known.forget();
                startWhole(node);
            }
        }
        whole.beginList();
    }

    void endList() {
        if (!nesting.inList() || open.pendingType != null || isBehindValue()) {
            throw new IllegalStateException("no list can end here, at " + nesting.path());
        }
        if (inWhole()) {
            whole.end();
            nesting.pop();
            wholeEnded();
        } else {
            nesting.pop();
            known.add(TokenPath.END_LIST, open.leave(Kind.EMPTY_LIST), -1, null, null);
        }
    }

    void scalar(byte kind, long raw, Object ref) {
        Node node = open.target; // there is none in a list, and none while values are taken whole
        if (node != null && node.leaf >= 0 && open.pendingType == null) {
            open.target = null;
            in.set(node.leaf, kind, raw, ref);
            known.add(TokenPath.VALUE, node.leaf, -1, null, null);
        } else {
            otherScalar(kind, raw, ref);
        }
    }

    private void otherScalar(byte kind, long raw, Object ref) {
        prepareValue();
        if (stage == Stage.COLUMNS && wholeNode == null) {
            int leaf = open.leaf(open.valueNode());
            in.set(leaf, kind, raw, ref);
            known.add(TokenPath.VALUE, leaf, -1, null, null);
            return;
        }
        if (inWhole()) {
            whole.scalar(kind, raw, ref);
            wholeEnded();
            return;
        }
        requireNothing();
        goPlain();
        whole.scalar(kind, raw, ref);
    }

    private void requireNothing() {
        requireMessage();
        if (stage != Stage.NOTHING) {
            throw new IllegalStateException("a value without a name, at " + nesting.path());
        }
    }

    void decimal(BigDecimal value) {
        Node node = beginWholeScalar();
        whole.decimal(value);
        endWholeScalar(node);
    }

    void bytes(byte[] value, int offset, int length) {
        Node node = beginWholeScalar();
        whole.bytes(value, offset, length);
        endWholeScalar(node);
    }

    /** Returns the node that the value alone is to be kept in, or null where it is a part of something. */
    private Node beginWholeScalar() {
        prepareValue();
        if (inWhole()) {
            return null;
        }
        if (stage == Stage.COLUMNS) {
            Node node = open.valueNode();
            whole.begin();
            return node;
        }
        requireNothing();
        goPlain();
        return null;
    }

    private void endWholeScalar(Node node) {
        if (node != null) {
            wholeScalar(node, wholeBytes());
        } else {
            wholeEnded();
        }
    }

    /** Takes a value that is kept by its bytes. */
    final void wholeScalar(Object bytes) {
        prepareValue();
        wholeScalar(open.valueNode(), bytes);
    }

    private void wholeScalar(Node node, Object bytes) {
        int leaf = open.leaf(node);
        in.set(leaf, Kind.RAW, 0, bytes);
        known.add(TokenPath.WHOLE, leaf, -1, null, null);
    }

    // ---- the type

    /**
     * Chooses the type by the outermost object's type name; where it has none, by what its first entry is, which is an event if that has a
     * type. The first field of an object with a name may have now one type, now another, and the object has one record all the same.
     */
    private void chooseType(String firstType) {
        boolean isEvent = rootType == null && firstName != null && (firstKind == Op.NODE_EVENT || !firstType.isEmpty());
        Identity identity = identity(isEvent, firstType);
        EncodedTypes types = encoder.types();
        if (!types.hasRoomFor(identity)) {
            untaken = identity;
            throwAwayToPlain();
            return;
        }
        int before = types.count();
        type = types.type(identity);
        open.state = type.state;
        newType = types.count() > before;
        nodesBefore = type.state.nodes.size();
        leavesBefore = type.state.leaves;
        stage = Stage.COLUMNS;
        String tag = open.pendingType;
        open.pendingType = rootType;
        open.depth = -1;
        open.enter(type.state.root, false, rootShape);
        open.pendingType = tag;
        if (firstName != null) {
            open.introduce(open.child(open.containers[0], firstName, firstKind));
        }
    }

    /** What tells types apart; the one of the message before is used again where it is the same. */
    private record Identity(String rootType, String firstName, String firstType, int firstKind) {}

    private Identity identity(boolean isEvent, String firstType) {
        String name = isEvent ? firstName : "";
        String nameType = isEvent ? firstType : "";
        int kind = isEvent ? firstKind : 0;
        Identity last = lastIdentity;
        if (last == null
                || !Objects.equals(last.rootType, rootType)
                || !last.firstName.equals(name)
                || !last.firstType.equals(nameType)
                || last.firstKind != kind) {
            last = new Identity(rootType, name, nameType, kind);
            lastIdentity = last;
        }
        return last;
    }

    /** Begins the plain form of a message of which only the first object and name are known. */
    private void throwAwayToPlain() {
        stage = Stage.PLAIN;
        if (rootType != null) {
            whole.type(rootType);
        }
        whole.beginObject(rootShape);
        if (firstName != null) {
            whole.field(firstName, firstKind == Op.NODE_EVENT);
        }
        handOverType();
    }

    // ---- nesting

    final void push(boolean list) {
        boolean pushed = list ? nesting.pushList() : nesting.pushObject();
        if (!pushed) {
            throw new WireDataException(
                    DeltaFormat.NAME,
                    "expected at most " + limits.maxDepth() + " objects and lists inside one another",
                    WireLocation.ofPath(nesting.path()));
        }
    }
}
