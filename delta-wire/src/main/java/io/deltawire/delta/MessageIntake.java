package io.deltawire.delta;

import io.deltawire.wire.Shape;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.spi.Nesting;
import io.deltawire.wire.spi.Printable;
import java.math.BigDecimal;
import java.util.Objects;

/** Takes the tokens of one message to the nodes of its type, and its values to {@link Columns}. */
final class MessageIntake extends PlainIntake {
    /** A list with more items than this is one value, not a column for each item. */
    private static final int MAX_ITEMS = 256;

    /** A type with more columns than this has its messages written plain. */
    private static final int MAX_LEAVES = 4096;

    private static final int MAX_TYPES = 1024;

    private final DeltaEncoder encoder;
    private final WireLimits limits;
    private final Nesting nesting;

    /** Whether the message that has ended is to be written plain. */
    private boolean isPlain;

    private String rootType;
    private String firstName;
    private int firstKind;
    private Shape rootShape;

    private Identity lastIdentity;
    private boolean newType;
    private int nodesBefore;
    private int leavesBefore;
    /** Whether a message is begun: outside of one no type may be made, since nothing would announce it. */
    private boolean begun;
    /** In a message of some fields, the depth of the object that has them. */
    private int fieldsDepth;

    /** What a message's tokens go to first; while one is followed there, nothing here tells of it but that it is begun. */
    private final KnownTokens known;

    MessageIntake(Columns in, DeltaEncoder encoder, WireLimits limits) {
        this(in, encoder, limits, new Nesting(limits.maxDepth()), new KnownTokens(in));
    }

    private MessageIntake(Columns in, DeltaEncoder encoder, WireLimits limits, Nesting nesting, KnownTokens known) {
        super(in, new OpenNodes(in, nesting, limits, known));
        this.encoder = encoder;
        this.limits = limits;
        this.nesting = nesting;
        this.known = known;
    }

    void begin(boolean asPlain) {
        begun = true;
        in.message++;
        type = null;
        if (asPlain || !known.begin()) {
            start(asPlain);
        }
    }

    /** Begins a message whose tokens are taken here. */
    private void start(boolean asPlain) {
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

    /**
     * Begins a message of which some fields alone are given, each by {@link #beginField} and its tokens.
     *
     * @param object the node of the object that has the fields: the root, or below that
     */
    void beginFields(EncodedType of, Node object) {
        begun = true;
        in.message++;
        start(false);
        known.forget(); // the message has other tokens than these
        type = of;
        open.state = of.state;
        nodesBefore = of.state.nodes.size();
        leavesBefore = of.state.leaves;
        stage = Stage.COLUMNS;
        open.depth = -1;
        enterAsIs(of.state.root);
        if (object != of.state.root) {
            nesting.name(object.name);
            enterAsIs(object);
        }
        fieldsDepth = open.depth;
    }

    private void enterAsIs(Node node) {
        push(false);
        open.enter(node, false, null);
    }

    void beginField(Node field) {
        field.stamp = in.message;
        open.target = field;
        nesting.name(field.name);
    }

    /** Whether what has come since {@link #beginField} was one value of the object that the field is in. */
    boolean endField() {
        return stage == Stage.COLUMNS
                && wholeNode == null
                && open.target == null
                && open.pendingType == null
                && open.depth == fieldsDepth
                && open.counts[fieldsDepth] == 0;
    }

    /**
     * Ends a message of some fields.
     *
     * @return whether all of them have gone to leaves that the type had already
     */
    boolean endFields() {
        boolean isSame = stage == Stage.COLUMNS
                && wholeNode == null
                && type.state.nodes.size() == nodesBefore
                && type.state.leaves == leavesBefore;
        leave();
        return isSame;
    }

    /** Takes up here the tokens of a message that has left all known ways. */
    private void takeUp() {
        if (!known.isFollowing()) {
            return;
        }
        TokenPath path = known.path();
        int count = known.at();
        known.stop();
        start(false);
        for (int i = 0; i < count; i++) {
            takeUp(path, i);
        }
    }

    private void takeUp(TokenPath path, int i) {
        int leaf = path.leaves[i];
        switch (path.ops[i]) {
            case TokenPath.TYPE -> type(path.names[i]);
            case TokenPath.OBJECT -> beginObject(path.shapes[i]);
            case TokenPath.LIST -> beginList();
            case TokenPath.FIELD -> {
                if (path.ordinals[i] != TokenPath.BY_NAME) {
                    field(path.ordinals[i]);
                } else {
                    field(path.names[i], Op.NODE_FIELD);
                }
            }
            case TokenPath.EVENT -> field(path.names[i], Op.NODE_EVENT);
            case TokenPath.VALUE -> scalar(in.kind[leaf], in.raw[leaf], in.ref[leaf]);
            case TokenPath.WHOLE -> {
                Object bytes = in.ref[leaf];
                prepareValue();
                wholeScalar(open.valueNode(), bytes);
            }
            case TokenPath.END_OBJECT -> endObject();
            default -> endList();
        }
    }

    boolean isOnKnownWay() {
        return known.isFollowing();
    }

    void forgetWays() {
        known.forgetAll();
    }

    /** Whether the message that has ended is to be written plain. */
    boolean isPlain() {
        return isPlain;
    }

    EncodedType type() {
        return type;
    }

    /** Checks that the message is complete, and settles what was still open. */
    void end() {
        if (known.isFollowing()) {
            if (known.isComplete()) {
                endFollowed();
                return;
            }
            takeUp();
        }
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

    private void endFollowed() {
        type = known.path().type();
        known.followed();
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
    private void leave() {
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
                encoder.forgetNewestType(type);
            }
            type = null;
        }
    }

    // ---- tokens

    void type(String name) {
        if (known.type(name)) {
            return;
        }
        takeUp();
        requireMessage();
        if (stage == Stage.PLAIN || wholeNode != null) {
            whole.type(name);
        } else if (open.pendingType != null) {
            throw new IllegalStateException("two type names for one value: " + open.pendingType + ", " + name);
        } else {
            open.pendingType = name;
            known.add(TokenPath.TYPE, -1, -1, name, null);
        }
    }

    void beginObject(Shape shape) {
        if (known.object(shape)) {
            return;
        }
        takeUp();
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
        if (stage == Stage.FIRST_NAME) {
            chooseType(open.pendingType == null ? "" : open.pendingType);
        }
        if (stage == Stage.COLUMNS && wholeNode == null) {
            if (open.lists[open.depth] && open.counts[open.depth] == MAX_ITEMS) {
                takeListWhole();
            } else if (type.state.leaves > MAX_LEAVES) {
                spillOpen();
            }
        }
    }

    void field(int ordinal) {
        if (known.field(ordinal)) {
            return;
        }
        takeUp();
        if (stage == Stage.COLUMNS && wholeNode == null) {
            Node node = open.containers[open.depth].byOrdinal[ordinal];
            if (node != null && node.stamp != in.message) {
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
        if (stage != Stage.COLUMNS) {
            throw new IllegalStateException("no place for a field by its number");
        }
        Node container = open.containers[open.depth];
        Shape shape = (Shape) container.shape;
        Node node = container.byOrdinal[ordinal];
        if (node == null) {
            node = open.child(container, shape.name(ordinal), Op.NODE_FIELD);
            container.byOrdinal[ordinal] = node;
        }
        open.introduce(node);
        known.add(TokenPath.FIELD, -1, ordinal, node.name, null);
    }

    void field(String name, int kind) {
        byte op = kind == Op.NODE_EVENT ? TokenPath.EVENT : TokenPath.FIELD;
        if (known.field(name, op)) {
            return;
        }
        takeUp();
        if (inWhole()) {
            whole.field(name, kind == Op.NODE_EVENT);
            return;
        }
        if (stage == Stage.OBJECT) {
            firstField(name, kind, TokenPath.BY_NAME);
            return;
        }
        if (stage == Stage.FIRST_NAME || stage == Stage.NOTHING || open.lists[open.depth] || open.target != null) {
            throw new IllegalStateException("a name where a value is expected: " + Printable.quote(name));
        }
        open.introduce(open.child(open.containers[open.depth], name, kind));
        known.add(op, -1, TokenPath.BY_NAME, name, null);
    }

    private void firstField(String name, int kind, int ordinal) {
        open.checkName(name);
        firstName = name;
        firstKind = kind;
        stage = Stage.FIRST_NAME;
        known.add(kind == Op.NODE_EVENT ? TokenPath.EVENT : TokenPath.FIELD, -1, ordinal, name, null);
    }

    void key() {
        takeUp();
        known.forget();
        requireMessage();
        if (inWhole()) {
            whole.key();
            return;
        }
        if (stage == Stage.OBJECT) {
            firstName = null;
            chooseType("");
        }
        startWhole(open.containers[open.depth]);
        wholeIsKey = true;
    }

    void endObject() {
        if (known.end(TokenPath.END_OBJECT, Kind.EMPTY_OBJECT)) {
            return;
        }
        takeUp();
        if (!nesting.inObject() || open.pendingType != null || stage == Stage.FIRST_NAME || open.target != null) {
            throw new IllegalStateException("no object can end here, at " + nesting.path());
        }
        nesting.pop();
        if (inWhole()) {
            whole.end();
            wholeEnded();
            return;
        }
        if (stage == Stage.OBJECT) {
            firstName = null;
            chooseType("");
        }
        known.add(TokenPath.END_OBJECT, open.leave(Kind.EMPTY_OBJECT), -1, null, null);
    }

    void beginList() {
        if (known.list()) {
            return;
        }
        takeUp();
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
        if (known.end(TokenPath.END_LIST, Kind.EMPTY_LIST)) {
            return;
        }
        takeUp();
        if (!nesting.inList()) {
            throw new IllegalStateException("no list is open");
        }
        nesting.pop();
        if (inWhole()) {
            whole.end();
            wholeEnded();
        } else {
            known.add(TokenPath.END_LIST, open.leave(Kind.EMPTY_LIST), -1, null, null);
        }
    }

    void scalar(byte kind, long raw, Object ref) {
        if (!known.value(kind, raw, ref)) {
            takeUp();
            scalarHere(kind, raw, ref);
        }
    }

    private void scalarHere(byte kind, long raw, Object ref) {
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
        if (known.isWhole()) {
            whole.begin();
            whole.decimal(value);
            known.whole(wholeBytes());
            return;
        }
        takeUp();
        Node node = beginWholeScalar();
        whole.decimal(value);
        endWholeScalar(node);
    }

    void bytes(byte[] value, int offset, int length) {
        if (known.isWhole()) {
            whole.begin();
            whole.bytes(value, offset, length);
            known.whole(wholeBytes());
            return;
        }
        takeUp();
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

    private void wholeScalar(Node node, Object bytes) {
        int leaf = open.leaf(node);
        in.set(leaf, Kind.RAW, 0, bytes);
        known.add(TokenPath.WHOLE, leaf, -1, null, null);
    }

    // ---- the type

    /** Chooses the type by the outermost object's type name, and by what its first entry is where that has a type. */
    private void chooseType(String firstType) {
        boolean isEvent = firstName != null && (firstKind == Op.NODE_EVENT || !firstType.isEmpty());
        Identity identity = identity(isEvent, firstType);
        int before = encoder.typeCount();
        if (before >= MAX_TYPES && !encoder.isKnown(identity)) {
            throwAwayToPlain();
            return;
        }
        type = encoder.type(identity);
        open.state = type.state;
        newType = encoder.typeCount() > before;
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

    private void push(boolean list) {
        boolean pushed = list ? nesting.pushList() : nesting.pushObject();
        if (!pushed) {
            throw new WireDataException(
                    DeltaFormat.NAME,
                    "expected at most " + limits.maxDepth() + " objects and lists inside one another, path "
                            + nesting.path(),
                    null);
        }
    }
}
