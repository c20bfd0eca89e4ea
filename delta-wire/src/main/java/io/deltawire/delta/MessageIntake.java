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

    MessageIntake(Columns in, DeltaEncoder encoder, WireLimits limits) {
        this(in, encoder, limits, new Nesting(limits.maxDepth()));
    }

    private MessageIntake(Columns in, DeltaEncoder encoder, WireLimits limits, Nesting nesting) {
        super(in, new OpenNodes(in, nesting, limits));
        this.encoder = encoder;
        this.limits = limits;
        this.nesting = nesting;
    }

    void begin(boolean asPlain) {
        begun = true;
        in.message++;
        madeWhole.clear();
        nesting.clear();
        plain.out.clear();
        whole.begin();
        stage = asPlain ? Stage.PLAIN : Stage.NOTHING;
        rootType = null;
        rootShape = null;
        open.pendingType = null;
        type = null;
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
        begin(false);
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

    /** Whether the message that has ended is to be written plain. */
    boolean isPlain() {
        return isPlain;
    }

    EncodedType type() {
        return type;
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
        leave();
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
        leave();
        nesting.clear();
        if (type != null) {
            open.undo(nodesBefore, leavesBefore);
            madeWhole.forEach(list -> list.whole = false);
            if (newType) {
                encoder.forgetNewestType(type);
            }
            type = null;
        }
    }

    // ---- tokens

    void type(String name) {
        requireMessage();
        if (stage == Stage.PLAIN || wholeNode != null) {
            whole.type(name);
        } else if (open.pendingType != null) {
            throw new IllegalStateException("two type names for one value: " + open.pendingType + ", " + name);
        } else {
            open.pendingType = name;
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
        if (stage == Stage.COLUMNS && wholeNode == null) {
            Node node = open.containers[open.depth].byOrdinal[ordinal];
            if (node != null && node.stamp != in.message) {
                node.stamp = in.message;
                open.target = node;
                open.counts[open.depth]++;
                nesting.name(node.name);
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
            field(rootShape.name(ordinal), Op.NODE_FIELD);
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
    }

    void field(String name, int kind) {
        if (inWhole()) {
            whole.field(name, kind == Op.NODE_EVENT);
            return;
        }
        if (stage == Stage.OBJECT) {
            open.checkName(name);
            firstName = name;
            firstKind = kind;
            stage = Stage.FIRST_NAME;
            return;
        }
        if (stage == Stage.FIRST_NAME || stage == Stage.NOTHING || open.lists[open.depth] || open.target != null) {
            throw new IllegalStateException("a name where a value is expected: " + Printable.quote(name));
        }
        open.introduce(open.child(open.containers[open.depth], name, kind));
    }

    void key() {
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
        open.leave(Kind.EMPTY_OBJECT);
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
                    return;
                }
                startWhole(node);
            }
        }
        whole.beginList();
    }

    void endList() {
        if (!nesting.inList()) {
            throw new IllegalStateException("no list is open");
        }
        nesting.pop();
        if (inWhole()) {
            whole.end();
            wholeEnded();
        } else {
            open.leave(Kind.EMPTY_LIST);
        }
    }

    void scalar(byte kind, long raw, Object ref) {
        Node node = open.target; // there is none in a list, and none while values are taken whole
        if (node != null && node.leaf >= 0 && open.pendingType == null) {
            open.target = null;
            in.set(node.leaf, kind, raw, ref);
        } else {
            otherScalar(kind, raw, ref);
        }
    }

    private void otherScalar(byte kind, long raw, Object ref) {
        prepareValue();
        if (stage == Stage.COLUMNS && wholeNode == null) {
            Node node = open.valueNode();
            in.set(open.leaf(node), kind, raw, ref);
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
        beginWholeScalar();
        whole.decimal(value);
        wholeEnded();
    }

    void bytes(byte[] value, int offset, int length) {
        beginWholeScalar();
        whole.bytes(value, offset, length);
        wholeEnded();
    }

    private void beginWholeScalar() {
        prepareValue();
        if (inWhole()) {
            return;
        }
        if (stage == Stage.COLUMNS) {
            startWhole(open.valueNode());
        } else {
            requireNothing();
            goPlain();
        }
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
