package io.deltawire.delta.internal.token;

import io.deltawire.delta.internal.codec.Columns;
import io.deltawire.delta.internal.state.EncodedType;
import io.deltawire.delta.internal.state.EncodedTypes;
import io.deltawire.delta.internal.state.Node;
import io.deltawire.delta.internal.value.FormatName;
import io.deltawire.delta.internal.value.Kind;
import io.deltawire.delta.internal.value.Op;
import io.deltawire.delta.internal.value.TextLimit;
import io.deltawire.delta.internal.value.ValueWriter;
import io.deltawire.wire.Shape;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireLocation;
import io.deltawire.wire.spi.Nesting;
import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.wire.spi.text.Printable;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * Takes the tokens of one message to the nodes of its type, and its values to {@link Columns}.
 *
 * <p>A message is first followed along the tokens of an earlier one: {@link KnownTokens} compares each token with the one that is due. As soon as one
 * differs, the tokens so far are taken up here from the first one, and the rest is taken apart token by token. {@link OpenNodes} knows where in the nodes of
 * the type the message is.
 *
 * <p>What columns do not suit goes to plain value bytes instead: bytes, long decimals, lists that are too long, and all of a message that is no
 * object or has too many fields. A part of a message can be taken, too: the fields of an object that has no column for them.
 */
public final class MessageIntake {
    /** A type has no more columns than this: a message that would give it more is written plain. */
    private static final int MAX_LEAVES = 4096;

    /** A list with more items than this is one value, not a column for each item. */
    private static final int MAX_ITEMS = 256;

    /** What is known of the message so far. */
    private enum Stage {
        NOTHING,
        /** The outermost object has begun. */
        OBJECT,
        /** And the name of its first entry is given. */
        FIRST_NAME,
        /** The type is chosen. */
        COLUMNS,
        /** The message is written plain. */
        PLAIN
    }

    private final Columns in;
    private final ValueWriter plain = new ValueWriter();
    private final TreeWriter tree;
    /** Where tokens go that are part of a plain value: to {@link #plain}. */
    private final PlainTokens whole;

    /** Where in the columns the message is. */
    private final OpenNodes open;

    private Stage stage = Stage.NOTHING;

    /** The type of the message, once it is chosen. */
    private EncodedType type;

    /** The node whose value is being taken whole, or null; or the object an entry's key is being taken for. */
    private Node wholeNode;

    private boolean wholeIsKey;
    /** The lists that this message has been the first to give in whole. */
    private final List<Node> madeWhole = new ArrayList<>();

    private final EncodedTypes types;
    private final WireLimits limits;
    private final Nesting nesting;

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
    private int nodesBefore;
    private int leavesBefore;
    /** Whether a message is begun: outside of one no type may be made, since nothing would announce it. */
    private boolean begun;

    /** Where the tokens taken here are recorded; while a message is followed there, nothing here tells of it but that it is begun. */
    private final KnownTokens known;

    /** The depth of the object that has the fields. */
    private int fieldsDepth;

    /** Whether a field's tokens have named another record. */
    private boolean isKeyGiven;

    public MessageIntake(Columns in, EncodedTypes types, WireLimits limits) {
        this.in = in;
        this.types = types;
        this.limits = limits;
        this.nesting = new Nesting(limits.maxDepth());
        this.known = new KnownTokens(in);
        this.open = new OpenNodes(in, nesting, limits, known);
        this.tree = new TreeWriter(in, plain);
        this.whole = new PlainTokens(plain, limits);
    }

    // ---- the message, followed where that is possible

    public void begin(boolean asPlain) {
        announce();
        if (asPlain || !known.begin()) {
            start(asPlain);
        }
    }

    public void end() {
        if (known.isFollowing()) {
            if (known.isComplete()) {
                EncodedType of = known.path().type();
                known.followed();
                endComplete(of);
                return;
            }
            takeUp();
        }
        endTaken();
    }

    /** Takes up the tokens of a message that has left all known ways. */
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
            case TokenPath.TYPE -> takeType(path.names[i]);
            case TokenPath.OBJECT -> takeObject(path.shapes[i]);
            case TokenPath.LIST -> takeList();
            case TokenPath.FIELD -> {
                if (path.ordinals[i] != TokenPath.BY_NAME) {
                    takeField(path.ordinals[i]);
                } else {
                    takeField(path.names[i], Op.NODE_FIELD);
                }
            }
            case TokenPath.EVENT -> takeField(path.names[i], Op.NODE_EVENT);
            case TokenPath.VALUE -> takeScalar(in.kind[leaf], in.raw[leaf], in.ref[leaf]);
            case TokenPath.WHOLE -> wholeScalar(in.ref[leaf]);
            case TokenPath.END_OBJECT -> takeObjectEnd();
            default -> takeListEnd();
        }
    }

    /** Whether the message has had a token. */
    public boolean hasTokens() {
        return known.isFollowing() ? known.at() > 0 : stage != Stage.NOTHING;
    }

    public boolean isOnKnownWay() {
        return known.isFollowing();
    }

    public void forgetWays() {
        known.forgetAll();
    }

    // ---- tokens

    public void type(String name) {
        if (!known.type(name)) {
            takeUp();
            takeType(name);
        }
    }

    public void beginObject(Shape shape) {
        if (!known.object(shape)) {
            takeUp();
            takeObject(shape);
        }
    }

    public void field(int ordinal) {
        if (!known.field(ordinal)) {
            takeUp();
            takeField(ordinal);
        }
    }

    public void field(String name, int kind) {
        if (!known.field(name, kind == Op.NODE_EVENT ? TokenPath.EVENT : TokenPath.FIELD)) {
            takeUp();
            takeField(name, kind);
        }
    }

    public void key() {
        takeUp();
        takeKey();
    }

    public void endObject() {
        if (!known.end(TokenPath.END_OBJECT, Kind.EMPTY_OBJECT)) {
            takeUp();
            takeObjectEnd();
        }
    }

    public void beginList() {
        if (!known.list()) {
            takeUp();
            takeList();
        }
    }

    public void endList() {
        if (!known.end(TokenPath.END_LIST, Kind.EMPTY_LIST)) {
            takeUp();
            takeListEnd();
        }
    }

    public void scalar(byte kind, long raw, Object ref) {
        if (!known.value(kind, raw, ref)) {
            takeUp();
            takeScalar(kind, raw, ref);
        }
    }

    public void decimal(BigDecimal value) {
        if (known.isWhole()) {
            whole.begin();
            whole.decimal(value);
            known.whole(wholeBytes());
        } else {
            takeUp();
            takeDecimal(value);
        }
    }

    public void bytes(byte[] value, int offset, int length) {
        if (known.isWhole()) {
            whole.begin();
            whole.bytes(value, offset, length);
            known.whole(wholeBytes());
        } else {
            takeUp();
            takeBytes(value, offset, length);
        }
    }

    // ---- some fields of an object

    /**
     * Begins to take the fields of the present message that go by tokens, each by {@link #beginField} and its tokens.
     *
     * @param object the node of the object that has the fields: the root, or below that
     */
    public void beginFields(EncodedType of, Node object) {
        openMessage();
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
            nesting.setName(object.name);
            enterAsIs(object);
        }
        fieldsDepth = open.depth;
        isKeyGiven = false;
    }

    private void enterAsIs(Node node) {
        push(false);
        open.enter(node, false, null);
    }

    /** Takes note that the message's record has been named. */
    public void keyGiven() {
        isKeyGiven = true;
    }

    public void beginField(Node field) {
        field.stamp = in.message;
        open.target = field;
        nesting.setName(field.name);
    }

    /** Whether what has come since {@link #beginField} was one value of the object that the field is in. */
    public boolean endField() {
        return stage == Stage.COLUMNS
                && !isKeyGiven
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
    public boolean endFields() {
        boolean isSame = stage == Stage.COLUMNS
                && wholeNode == null
                && type.state.nodes.size() == nodesBefore
                && type.state.leaves == leavesBefore;
        leave();
        return isSame;
    }

    // ---- the message, taken apart

    /** A message begins, whoever takes its tokens. */
    private void announce() {
        in.message++;
        openMessage();
    }

    /** Has tokens be taken for the present message. */
    private void openMessage() {
        begun = true;
        type = null;
        untaken = null;
    }

    /** Begins to take tokens here. */
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

    /** Whether the message that has ended is to be written plain. */
    public boolean isPlain() {
        return isPlain;
    }

    public EncodedType type() {
        return type;
    }

    /** What tells the type of the message apart, where it is plain since there are too many types; else null. */
    public Object untaken() {
        return untaken;
    }

    /** Checks that the message is complete, and settles what was still open. */
    private void endTaken() {
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
    private void endComplete(EncodedType of) {
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
    public void rollback() {
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
                types.forgetNewest(type);
            }
            type = null;
        }
    }

    // ---- tokens

    private void takeType(String name) {
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

    private void takeObject(Shape shape) {
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

    private void takeField(int ordinal) {
        if (stage == Stage.COLUMNS && wholeNode == null) {
            Node[] fields = open.depth < 0 ? null : open.fields[open.depth];
            Node node = fields != null && ordinal >= 0 && ordinal < fields.length ? fields[ordinal] : null;
            if (node != null && node.stamp != in.message && open.target == null) {
                node.stamp = in.message;
                open.target = node;
                open.counts[open.depth]++;
                nesting.setName(node.name);
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

    private void takeField(String name, int kind) {
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

    private void takeKey() {
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

    private void takeObjectEnd() {
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

    private void takeList() {
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

    private void takeListEnd() {
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

    private void takeScalar(byte kind, long raw, Object ref) {
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

    private void takeDecimal(BigDecimal value) {
        Node node = beginWholeScalar();
        whole.decimal(value);
        endWholeScalar(node);
    }

    private void takeBytes(byte[] value, int offset, int length) {
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
    private void wholeScalar(Object bytes) {
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

    private void push(boolean list) {
        boolean pushed = list ? nesting.pushList() : nesting.pushObject();
        if (!pushed) {
            throw new WireDataException(
                    FormatName.DELTA,
                    "expected at most " + limits.maxDepth() + " objects and lists inside one another",
                    WireLocation.ofPath(nesting.path()));
        }
    }

    // ---- plain values

    /** The plain message. */
    public OutputBuffer plain() {
        return plain.out;
    }

    /** Whether the message has given its type more columns than it may have; also to be asked of one that is complete, of its last one. */
    public boolean isTooWide() {
        return type.state.leaves > MAX_LEAVES;
    }

    /** Turns the complete message in the columns into a plain one. */
    public void spill() {
        plain.out.clear();
        tree.writeNode(type.state.root);
    }

    /** Moves the items that the innermost list has so far to a plain value, where the rest will follow. */
    private void takeListWhole() {
        Node list = open.containers[open.depth];
        whole.begin();
        tree.writeOpenList(list);
        whole.resume(true, null);
        wholeNode = list;
        wholeIsKey = false;
        list.whole = true;
        type.state.version++; // further lists do not go to these columns
        madeWhole.add(list);
        tree.unset(list);
        open.undo(open.nodesAt[open.depth], open.leavesAt[open.depth]);
        open.depth--;
        handOverType();
    }

    /** Takes the type name of the next value to what takes that value whole. */
    private void handOverType() {
        if (open.pendingType != null) {
            whole.type(open.pendingType);
            open.pendingType = null;
        }
    }

    /** Moves all that the message has so far to a plain message, where the rest will follow. */
    private void spillOpen() {
        whole.begin();
        for (int i = 0; i <= open.depth; i++) {
            Node inner = i < open.depth ? open.containers[i + 1] : null;
            tree.writeOpen(open.containers[i], open.lists[i], inner);
            if (inner != null) {
                tree.writeIntroduction(inner);
            }
        }
        for (int i = 0; i <= open.depth; i++) {
            whole.resume(open.lists[i], open.shape(i)); // by which its further fields are named
            if (i < open.depth && !open.lists[i]) {
                whole.resumeAtValue();
            }
        }
        if (open.target != null) {
            tree.writeIntroduction(open.target);
            whole.resumeAtValue();
            open.target = null;
        }
        handOverType();
        stage = Stage.PLAIN;
    }

    private void startWhole(Node node) {
        whole.begin();
        wholeNode = node;
        wholeIsKey = false;
    }

    /** Puts a whole value where it belongs once it is complete. */
    private void wholeEnded() {
        if (stage == Stage.PLAIN || !whole.isComplete()) {
            return;
        }
        Node node = wholeNode;
        byte[] bytes = wholeBytes();
        wholeNode = null;
        if (wholeIsKey) {
            wholeIsKey = false;
            Node entry = node.find(bytes);
            open.introduce(entry != null ? entry : type.state.addNode(node, Op.NODE_KEY, null, bytes));
        } else {
            in.set(open.leaf(node), Kind.RAW, 0, bytes);
        }
    }

    private byte[] wholeBytes() {
        return Arrays.copyOf(plain.out.array, plain.out.position);
    }

    private void goPlain() {
        stage = Stage.PLAIN;
        handOverType();
    }

    private boolean inWhole() {
        return stage == Stage.PLAIN || wholeNode != null;
    }
}
