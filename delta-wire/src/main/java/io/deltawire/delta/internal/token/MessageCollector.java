package io.deltawire.delta.internal.token;

import io.deltawire.delta.internal.codec.Columns;
import io.deltawire.delta.internal.state.SchemaNode;
import io.deltawire.delta.internal.state.WriterType;
import io.deltawire.delta.internal.state.WriterTypes;
import io.deltawire.delta.internal.value.DeltaFormatName;
import io.deltawire.delta.internal.value.Kind;
import io.deltawire.delta.internal.value.Op;
import io.deltawire.delta.internal.value.PlainValueWriter;
import io.deltawire.delta.internal.value.TextLimit;
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
 * Collects the tokens of one message: assigns them to the schema nodes of its type, and stores its values in
 * {@link Columns}.
 *
 * <p>A message is first followed on the tokens of an earlier one by {@link TokenPathCache}. As soon as a token differs,
 * the tokens so far are replayed here, and the rest is collected token by token. {@link SchemaCursor} has the position
 * in the schema; {@link Nesting} the path for errors.
 *
 * <p>Byte strings, long decimals and lists that are too long become <i>raw values</i>: encoded bytes in one leaf. The
 * key of a map entry is encoded in the same form. A message that is not an object, or has too many leaves, becomes
 * <i>plain</i> as a whole. {@link PlainValueCollector} writes all of these.
 *
 * <p>It can also collect some fields of an object only: those that the object's columns do not cover
 * ({@link #beginFields}).
 */
public final class MessageCollector {
    /** The maximum number of leaves of a type. A message that would add more is written plain. */
    private static final int MAX_LEAVES = 8192;

    /** A longer list is one raw value, without leaves for its items. */
    private static final int MAX_ITEMS = 256;

    /** The part of the message that has arrived. */
    private enum Stage {
        EMPTY,
        /** The outermost object has begun. */
        OBJECT,
        /** The name of its first entry has come. */
        FIRST_NAME,
        /** The type has been chosen, and values go to columns. */
        COLUMNS,
        /** The message is written plain. */
        PLAIN
    }

    private final Columns columns;
    private final PlainValueWriter plain = new PlainValueWriter();
    private final PlainTreeWriter tree;
    /** Writes the tokens of plain and raw values to {@link #plain}. */
    private final PlainValueCollector plainTokens;

    /** The position of the message in the schema. */
    private final SchemaCursor cursor;

    private Stage stage = Stage.EMPTY;

    /** The type of the message, once it has been chosen. */
    private WriterType type;

    /** The node whose raw value is being collected, or the object for whose next entry a key is; else null. */
    private SchemaNode rawNode;

    /** Whether the raw value is the key of an entry. */
    private boolean isRawKey;

    /** The lists that have become raw values in this message. */
    private final List<SchemaNode> newRawLists = new ArrayList<>();

    private final WriterTypes types;
    private final WireLimits limits;
    private final Nesting nesting;

    /** Whether the message that has ended is plain. */
    private boolean isPlain;

    private String rootType;
    private String firstName;
    private int firstKind;
    private Shape rootShape;

    private Identity lastIdentity;
    /** The identity of the type for which there was no room, so that the message is plain; else null. */
    private Object refusedIdentity;

    private boolean isNewType;
    private int nodesBefore;
    private int leavesBefore;
    /** Whether a message is open. Outside of one no type may be created, since nothing would announce it. */
    private boolean isMessageOpen;

    /**
     * Follows and records messages. While it follows one, {@link #isMessageOpen} is the only state of the message in
     * this class.
     */
    private final TokenPathCache pathCache;

    /** In {@link #beginFields}: the depth of the object with the fields. */
    private int fieldsDepth;

    /** Whether code of a field has named a record, which makes its tokens unusable. */
    private boolean isRecordNamed;

    public MessageCollector(Columns in, WriterTypes types, WireLimits limits) {
        this.columns = in;
        this.types = types;
        this.limits = limits;
        this.nesting = new Nesting(limits.maxDepth());
        this.pathCache = new TokenPathCache(in);
        this.cursor = new SchemaCursor(in, nesting, limits, pathCache);
        this.tree = new PlainTreeWriter(in, plain);
        this.plainTokens = new PlainValueCollector(plain, limits);
    }

    // ---- messages

    public void begin(boolean asPlain) {
        startMessage();
        if (asPlain || !pathCache.tryFollow()) {
            startCollecting(asPlain);
        }
    }

    public void end() {
        if (pathCache.isFollowing()) {
            if (pathCache.isComplete()) {
                WriterType messageType = pathCache.path().type();
                pathCache.finishFollowing();
                endFollowed(messageType);
                return;
            }
            replayTokens();
        }
        endCollected();
    }

    /** Collects the tokens that a followed message has had, once it has left all cached paths. */
    private void replayTokens() {
        if (!pathCache.isFollowing()) {
            return;
        }
        TokenPath path = pathCache.path();
        int count = pathCache.tokenIndex();
        pathCache.leavePath();
        startCollecting(false);
        for (int i = 0; i < count; i++) {
            replayTokens(path, i);
        }
    }

    private void replayTokens(TokenPath path, int i) {
        int leaf = path.leaves[i];
        switch (path.ops[i]) {
            case TokenPath.TYPE -> collectType(path.names[i]);
            case TokenPath.OBJECT -> collectObject(path.shapes[i]);
            case TokenPath.LIST -> collectList();
            case TokenPath.FIELD -> {
                if (path.ordinals[i] != TokenPath.BY_NAME) {
                    collectField(path.ordinals[i]);
                } else {
                    collectField(path.names[i], Op.NODE_FIELD);
                }
            }
            case TokenPath.EVENT -> collectField(path.names[i], Op.NODE_EVENT);
            case TokenPath.VALUE -> collectScalar(columns.kindAt(leaf), columns.rawAt(leaf), columns.refAt(leaf));
            case TokenPath.RAW_VALUE -> setRawValue(columns.refAt(leaf));
            case TokenPath.END_OBJECT -> collectObjectEnd();
            default -> collectListEnd();
        }
    }

    /** Whether a token of the message has come. */
    public boolean hasTokens() {
        return pathCache.isFollowing() ? pathCache.tokenIndex() > 0 : stage != Stage.EMPTY;
    }

    public boolean isOnCachedPath() {
        return pathCache.isFollowing();
    }

    public void forgetLastPath() {
        pathCache.forgetLastPath();
    }

    // ---- tokens

    public void type(String name) {
        if (!pathCache.matchType(name)) {
            replayTokens();
            collectType(name);
        }
    }

    public void beginObject(Shape shape) {
        if (!pathCache.matchObject(shape)) {
            replayTokens();
            collectObject(shape);
        }
    }

    public void field(int ordinal) {
        if (!pathCache.matchField(ordinal)) {
            replayTokens();
            collectField(ordinal);
        }
    }

    public void field(String name, int kind) {
        if (!pathCache.matchField(name, kind == Op.NODE_EVENT ? TokenPath.EVENT : TokenPath.FIELD)) {
            replayTokens();
            collectField(name, kind);
        }
    }

    public void key() {
        replayTokens();
        collectKey();
    }

    public void endObject() {
        if (!pathCache.matchEnd(TokenPath.END_OBJECT, Kind.EMPTY_OBJECT)) {
            replayTokens();
            collectObjectEnd();
        }
    }

    public void beginList() {
        if (!pathCache.matchList()) {
            replayTokens();
            collectList();
        }
    }

    public void endList() {
        if (!pathCache.matchEnd(TokenPath.END_LIST, Kind.EMPTY_LIST)) {
            replayTokens();
            collectListEnd();
        }
    }

    public void scalar(byte kind, long raw, Object ref) {
        if (!pathCache.matchValue(kind, raw, ref)) {
            replayTokens();
            collectScalar(kind, raw, ref);
        }
    }

    public void decimal(BigDecimal value) {
        if (pathCache.matchRawValue()) {
            plainTokens.begin();
            plainTokens.decimal(value);
            pathCache.setRawValue(copyPlainBytes());
        } else {
            replayTokens();
            collectDecimal(value);
        }
    }

    public void bytes(byte[] value, int offset, int length) {
        if (pathCache.matchRawValue()) {
            plainTokens.begin();
            plainTokens.bytes(value, offset, length);
            pathCache.setRawValue(copyPlainBytes());
        } else {
            replayTokens();
            collectBytes(value, offset, length);
        }
    }

    // ---- some fields of an object

    /**
     * Starts to collect single fields of the present message. Each one comes by {@link #beginField} and its tokens.
     *
     * @param object the node of the object with the fields: the root, or a child of it
     */
    public void beginFields(WriterType messageType, SchemaNode object) {
        openForTokens();
        startCollecting(false);
        pathCache.cancelRecording(); // the message has other tokens than these
        type = messageType;
        cursor.begin(messageType.state());
        nodesBefore = messageType.state().nodeCount();
        leavesBefore = messageType.state().leafCount();
        stage = Stage.COLUMNS;
        enterExisting(messageType.state().root());
        if (object != messageType.state().root()) {
            nesting.setName(object.name());
            enterExisting(object);
        }
        fieldsDepth = cursor.depth();
        isRecordNamed = false;
    }

    private void enterExisting(SchemaNode node) {
        push(false);
        cursor.enter(node, false, null);
    }

    /** Records that the caller has named the record of the message. */
    public void markRecordNamed() {
        isRecordNamed = true;
    }

    public void beginField(SchemaNode field) {
        field.markInMessage(columns.messageNumber());
        cursor.setPendingNode(field);
        nesting.setName(field.name());
    }

    /** Whether the tokens since {@link #beginField} were exactly one value, and nothing else of the message. */
    public boolean isFieldComplete() {
        return stage == Stage.COLUMNS
                && !isRecordNamed
                && rawNode == null
                && cursor.pendingNode() == null
                && cursor.pendingType() == null
                && cursor.depth() == fieldsDepth
                && cursor.entryCountAt(fieldsDepth) == 0;
    }

    /**
     * Ends what {@link #beginFields} began.
     *
     * @return whether all values have gone to leaves that the type already had
     */
    public boolean endFields() {
        boolean isSame = stage == Stage.COLUMNS
                && rawNode == null
                && type.state().nodeCount() == nodesBefore
                && type.state().leafCount() == leavesBefore;
        closeMessage();
        return isSame;
    }

    // ---- the state of a message

    /** Starts a message, whether it will be followed or collected. */
    private void startMessage() {
        columns.beginMessage();
        openForTokens();
    }

    /** Lets tokens come for the present message. */
    private void openForTokens() {
        isMessageOpen = true;
        type = null;
        refusedIdentity = null;
    }

    /** Starts to collect token by token. */
    private void startCollecting(boolean asPlain) {
        if (!asPlain) {
            pathCache.startRecording();
        }
        newRawLists.clear();
        nesting.clear();
        plain.out().clear();
        plainTokens.begin();
        stage = asPlain ? Stage.PLAIN : Stage.EMPTY;
        rootType = null;
        rootShape = null;
        cursor.clear();
        isNewType = false;
        rawNode = null;
        isRawKey = false;
    }

    /** Whether the message that has ended is plain. */
    public boolean isPlain() {
        return isPlain;
    }

    public WriterType type() {
        return type;
    }

    /** Returns the identity of the type for which there was no room, so that the message is plain; else null. */
    public Object refusedIdentity() {
        return refusedIdentity;
    }

    /** Ends a message that was collected token by token, and checks that it is complete. */
    private void endCollected() {
        if (nesting.depth() > 0
                || stage == Stage.EMPTY
                || cursor.pendingType() != null
                || stage == Stage.PLAIN && !plainTokens.isComplete()) {
            throw new IllegalStateException("the message is not complete: at " + nesting.path());
        }
        isPlain = stage == Stage.PLAIN;
        pathCache.finishRecording(isPlain || !newRawLists.isEmpty() ? null : type);
        closeMessage();
    }

    /** Ends a message that was followed, so that it has added nothing to its type. */
    private void endFollowed(WriterType messageType) {
        type = messageType;
        isPlain = false;
        isMessageOpen = false;
        cursor.setType(type.state());
        isNewType = false;
        nodesBefore = type.state().nodeCount();
        leavesBefore = type.state().leafCount();
        if (!newRawLists.isEmpty()) {
            newRawLists.clear();
        }
    }

    /** Refuses tokens until the next message. */
    private void closeMessage() {
        isMessageOpen = false;
        stage = Stage.EMPTY;
        cursor.clearPendingNode();
        rawNode = null;
    }

    private void requireMessage() {
        if (!isMessageOpen) {
            throw new IllegalStateException("no message is begun");
        }
    }

    /** Removes what the message has added to its type. */
    public void rollback() {
        pathCache.leavePath();
        closeMessage();
        nesting.clear();
        if (type != null) {
            cursor.truncateType(nodesBefore, leavesBefore);
            if (!newRawLists.isEmpty()) {
                newRawLists.forEach(list -> list.setWhole(false));
                type.state().invalidateCaches();
            }
            if (isNewType) {
                types.undoNewest(type);
            }
            type = null;
        }
    }

    // ---- collecting tokens

    private void collectType(String name) {
        requireMessage();
        TextLimit.checkName(name, limits);
        if (stage == Stage.PLAIN || rawNode != null) {
            plainTokens.type(name);
        } else if (cursor.pendingType() != null) {
            throw new IllegalStateException("two type names for one value: " + cursor.pendingType() + ", " + name);
        } else {
            requireValueDue("a type name");
            cursor.setPendingType(name);
            pathCache.recordToken(TokenPath.TYPE, -1, -1, name, null);
        }
    }

    private void collectObject(Shape shape) {
        requireMessage();
        prepareValue();
        push(false);
        if (isCollectingPlain()) {
            plainTokens.beginObject(shape);
            return;
        }
        pathCache.recordToken(TokenPath.OBJECT, -1, -1, null, shape);
        if (stage == Stage.EMPTY) {
            stage = Stage.OBJECT;
            rootType = cursor.pendingType();
            rootShape = shape;
            cursor.clearPendingType();
            return;
        }
        cursor.enter(cursor.nextValueNode(), false, shape);
    }

    /**
     * Prepares for a value: chooses the type if it is the first one, and moves to a raw value or plain message at a
     * limit.
     */
    private void prepareValue() {
        requireValueDue("a value");
        if (stage == Stage.FIRST_NAME) {
            chooseType(cursor.pendingType() == null ? "" : cursor.pendingType());
        }
        if (stage == Stage.COLUMNS && rawNode == null) {
            if (cursor.isInList() && cursor.entryCountAt(cursor.depth()) == MAX_ITEMS) {
                moveListToRawValue();
            } else if (hasTooManyLeaves()) {
                moveOpenMessageToPlain();
            }
        }
    }

    private void collectField(int ordinal) {
        if (stage == Stage.COLUMNS && rawNode == null) {
            SchemaNode[] fields = cursor.depth() < 0 ? null : cursor.fields();
            SchemaNode node = fields != null && ordinal >= 0 && ordinal < fields.length ? fields[ordinal] : null;
            if (node != null && !node.isInMessage(columns.messageNumber()) && cursor.pendingNode() == null) {
                cursor.beginFieldByOrdinal(node);
                pathCache.recordToken(TokenPath.FIELD, -1, ordinal, node.name(), null);
                return;
            }
        }
        collectFieldByName(ordinal);
    }

    private void collectFieldByName(int ordinal) {
        if (isCollectingPlain()) {
            plainTokens.field(ordinal);
            return;
        }
        if (stage == Stage.OBJECT && rootShape != null) {
            collectFirstField(rootShape.name(ordinal), Op.NODE_FIELD, ordinal);
            return;
        }
        if (stage != Stage.COLUMNS || cursor.depth() < 0 || cursor.pendingNode() != null || cursor.fields() == null) {
            throw new IllegalStateException("a field by its number is misplaced, at " + nesting.path());
        }
        SchemaNode container = cursor.container();
        String name = cursor.shapeAt(cursor.depth()).name(ordinal);
        SchemaNode node = cursor.fields()[ordinal];
        if (node == null) {
            node = cursor.ensureChild(container, name, Op.NODE_FIELD);
            cursor.fields()[ordinal] = node;
        }
        cursor.beginEntry(node);
        pathCache.recordToken(TokenPath.FIELD, -1, ordinal, node.name(), null);
    }

    private void collectField(String name, int kind) {
        byte op = kind == Op.NODE_EVENT ? TokenPath.EVENT : TokenPath.FIELD;
        if (isCollectingPlain()) {
            plainTokens.field(name, kind == Op.NODE_EVENT);
            return;
        }
        if (stage == Stage.OBJECT) {
            collectFirstField(name, kind, TokenPath.BY_NAME);
            return;
        }
        if (!isNameDue()) {
            throw new IllegalStateException("a name where a value is expected: " + Printable.quote(name));
        }
        SchemaNode node = cursor.ensureChild(cursor.container(), name, kind);
        if (cursor.isOutOfOrder(node)) {
            moveOpenMessageToPlain();
            plainTokens.field(name, true);
            return;
        }
        cursor.beginEntry(node);
        pathCache.recordToken(op, -1, TokenPath.BY_NAME, name, null);
    }

    private void collectFirstField(String name, int kind, int ordinal) {
        TextLimit.checkName(name, limits);
        firstName = name;
        firstKind = kind;
        stage = Stage.FIRST_NAME;
        pathCache.recordToken(kind == Op.NODE_EVENT ? TokenPath.EVENT : TokenPath.FIELD, -1, ordinal, name, null);
    }

    /**
     * Whether a name, a key or the end of an object has to come next. Only valid while no plain or raw value is
     * collected.
     */
    private boolean isNameDue() {
        return stage == Stage.OBJECT
                || stage == Stage.COLUMNS && !isAfterValue() && !cursor.isInList() && cursor.pendingNode() == null;
    }

    private void requireValueDue(String what) {
        if (!isCollectingPlain() && (isNameDue() || isAfterValue())) {
            throw new IllegalStateException(what + (isAfterValue() ? " after the message's own" : " without a name")
                    + ", at " + nesting.path());
        }
    }

    /** Whether the value of the message has ended. */
    private boolean isAfterValue() {
        return stage == Stage.COLUMNS && cursor.depth() < 0;
    }

    private void collectKey() {
        pathCache.cancelRecording();
        requireMessage();
        if (isCollectingPlain()) {
            plainTokens.key();
            return;
        }
        if (!isNameDue()) {
            throw new IllegalStateException("a key where a value is expected, or the end, at " + nesting.path());
        }
        if (stage == Stage.OBJECT) {
            firstName = null;
            chooseType("");
        }
        startRawValue(cursor.container());
        isRawKey = true;
    }

    private void collectObjectEnd() {
        if (!nesting.inObject()
                || cursor.pendingType() != null
                || stage == Stage.FIRST_NAME
                || cursor.pendingNode() != null
                || isAfterValue()) {
            throw new IllegalStateException("no object can end here, at " + nesting.path());
        }
        if (isCollectingPlain()) {
            plainTokens.end();
            nesting.pop();
            finishRawValueIfComplete();
            return;
        }
        nesting.pop();
        if (stage == Stage.OBJECT) {
            firstName = null;
            chooseType("");
        }
        pathCache.recordToken(TokenPath.END_OBJECT, cursor.leaveContainer(Kind.EMPTY_OBJECT), -1, null, null);
    }

    private void collectList() {
        requireMessage();
        prepareValue();
        push(true);
        if (!isCollectingPlain()) {
            if (stage == Stage.EMPTY) {
                switchToPlain();
            } else {
                SchemaNode node = cursor.nextValueNode();
                if (!node.isWhole()) {
                    cursor.enter(node, true, null);
                    pathCache.recordToken(TokenPath.LIST, -1, -1, null, null);
                    return;
                }
                pathCache.cancelRecording();
                startRawValue(node);
            }
        }
        plainTokens.beginList();
    }

    private void collectListEnd() {
        if (!nesting.inList() || cursor.pendingType() != null || isAfterValue()) {
            throw new IllegalStateException("no list can end here, at " + nesting.path());
        }
        if (isCollectingPlain()) {
            plainTokens.end();
            nesting.pop();
            finishRawValueIfComplete();
        } else {
            nesting.pop();
            pathCache.recordToken(TokenPath.END_LIST, cursor.leaveContainer(Kind.EMPTY_LIST), -1, null, null);
        }
    }

    private void collectScalar(byte kind, long raw, Object ref) {
        SchemaNode node = cursor.pendingNode(); // null in a list, and while a plain or raw value is collected
        if (node != null && node.leaf() >= 0 && cursor.pendingType() == null) {
            cursor.clearPendingNode();
            columns.set(node.leaf(), kind, raw, ref);
            pathCache.recordToken(TokenPath.VALUE, node.leaf(), -1, null, null);
        } else {
            collectOtherScalar(kind, raw, ref);
        }
    }

    private void collectOtherScalar(byte kind, long raw, Object ref) {
        prepareValue();
        if (stage == Stage.COLUMNS && rawNode == null) {
            int leaf = cursor.ensureLeaf(cursor.nextValueNode());
            columns.set(leaf, kind, raw, ref);
            pathCache.recordToken(TokenPath.VALUE, leaf, -1, null, null);
            return;
        }
        if (isCollectingPlain()) {
            plainTokens.scalar(kind, raw, ref);
            finishRawValueIfComplete();
            return;
        }
        requireNoTokens();
        switchToPlain();
        plainTokens.scalar(kind, raw, ref);
    }

    private void requireNoTokens() {
        requireMessage();
        if (stage != Stage.EMPTY) {
            throw new IllegalStateException("a value without a name, at " + nesting.path());
        }
    }

    private void collectDecimal(BigDecimal value) {
        SchemaNode node = beginRawScalar();
        plainTokens.decimal(value);
        endRawScalar(node);
    }

    private void collectBytes(byte[] value, int offset, int length) {
        SchemaNode node = beginRawScalar();
        plainTokens.bytes(value, offset, length);
        endRawScalar(node);
    }

    /** Returns the node that the raw value is for, or null if it is part of a plain value. */
    private SchemaNode beginRawScalar() {
        prepareValue();
        if (isCollectingPlain()) {
            return null;
        }
        if (stage == Stage.COLUMNS) {
            SchemaNode node = cursor.nextValueNode();
            plainTokens.begin();
            return node;
        }
        requireNoTokens();
        switchToPlain();
        return null;
    }

    private void endRawScalar(SchemaNode node) {
        if (node != null) {
            setRawValue(node, copyPlainBytes());
        } else {
            finishRawValueIfComplete();
        }
    }

    /** Collects the bytes of a raw value. */
    private void setRawValue(Object bytes) {
        prepareValue();
        setRawValue(cursor.nextValueNode(), bytes);
    }

    private void setRawValue(SchemaNode node, Object bytes) {
        int leaf = cursor.ensureLeaf(node);
        columns.set(leaf, Kind.RAW, 0, bytes);
        pathCache.recordToken(TokenPath.RAW_VALUE, leaf, -1, null, null);
    }

    // ---- the type

    /**
     * Chooses the type of the message by the type name of the outermost object. An object without one is identified by
     * its first entry, if that is an event or has a type name. The first field of an object with a type name does not
     * matter, whatever its own type, so that the object has one record.
     */
    private void chooseType(String firstType) {
        boolean isEvent = rootType == null && firstName != null && (firstKind == Op.NODE_EVENT || !firstType.isEmpty());
        Identity identity = identity(isEvent, firstType);
        if (!types.hasRoomFor(identity)) {
            refusedIdentity = identity;
            restartAsPlain();
            return;
        }
        int before = types.count();
        type = types.getOrBegin(identity);
        cursor.begin(type.state());
        isNewType = types.count() > before;
        nodesBefore = type.state().nodeCount();
        leavesBefore = type.state().leafCount();
        stage = Stage.COLUMNS;
        cursor.enterRoot(rootType, rootShape);
        if (firstName != null) {
            cursor.beginEntry(cursor.ensureChild(cursor.containerAt(0), firstName, firstKind));
        }
    }

    /** What distinguishes types. A message reuses the instance of the message before if they are equal. */
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

    /** Starts a plain message with the object and name that have come so far. */
    private void restartAsPlain() {
        stage = Stage.PLAIN;
        if (rootType != null) {
            plainTokens.type(rootType);
        }
        plainTokens.beginObject(rootShape);
        if (firstName != null) {
            plainTokens.field(firstName, firstKind == Op.NODE_EVENT);
        }
        passTypeToPlain();
    }

    // ---- nesting

    private void push(boolean list) {
        boolean pushed = list ? nesting.pushList() : nesting.pushObject();
        if (!pushed) {
            throw new WireDataException(
                    DeltaFormatName.DELTA,
                    "expected at most " + limits.maxDepth() + " objects and lists inside one another",
                    WireLocation.ofPath(nesting.path()));
        }
    }

    // ---- plain values

    /** Returns the bytes of the plain message. */
    public OutputBuffer plain() {
        return plain.out();
    }

    /**
     * Whether the message has given its type more leaves than it may have. A complete message has to be checked too,
     * for its last leaf.
     */
    public boolean hasTooManyLeaves() {
        return type.state().leafCount() > MAX_LEAVES;
    }

    /** Converts the complete message in the columns to a plain one. */
    public void convertToPlain() {
        plain.out().clear();
        tree.writeNode(type.state().root());
    }

    /** Moves the items of the innermost list to a raw value, where the rest will follow. */
    private void moveListToRawValue() {
        SchemaNode list = cursor.container();
        plainTokens.begin();
        tree.writeOpenList(list);
        plainTokens.resume(true, null);
        rawNode = list;
        isRawKey = false;
        list.setWhole(true);
        type.state().invalidateCaches(); // cached paths may lead to its items
        newRawLists.add(list);
        tree.unset(list);
        cursor.abandonList();
        passTypeToPlain();
    }

    /** Writes the pending type name to the plain or raw value. */
    private void passTypeToPlain() {
        if (cursor.pendingType() != null) {
            plainTokens.type(cursor.pendingType());
            cursor.clearPendingType();
        }
    }

    /** Moves the tokens so far to a plain message, where the rest will follow. */
    private void moveOpenMessageToPlain() {
        plainTokens.begin();
        for (int i = 0; i <= cursor.depth(); i++) {
            SchemaNode inner = i < cursor.depth() ? cursor.containerAt(i + 1) : null;
            tree.writeOpen(cursor.containerAt(i), cursor.isListAt(i), inner);
            if (inner != null) {
                tree.writeIntroduction(inner);
            }
        }
        for (int i = 0; i <= cursor.depth(); i++) {
            plainTokens.resume(cursor.isListAt(i), cursor.shapeAt(i)); // names the fields to come
            if (i < cursor.depth() && !cursor.isListAt(i)) {
                plainTokens.resumeAtValue();
            }
        }
        if (cursor.pendingNode() != null) {
            tree.writeIntroduction(cursor.pendingNode());
            plainTokens.resumeAtValue();
            cursor.clearPendingNode();
        }
        passTypeToPlain();
        stage = Stage.PLAIN;
    }

    private void startRawValue(SchemaNode node) {
        plainTokens.begin();
        rawNode = node;
        isRawKey = false;
    }

    /** Stores the raw value or key if it is complete. */
    private void finishRawValueIfComplete() {
        if (stage == Stage.PLAIN || !plainTokens.isComplete()) {
            return;
        }
        SchemaNode node = rawNode;
        byte[] bytes = copyPlainBytes();
        rawNode = null;
        if (isRawKey) {
            isRawKey = false;
            SchemaNode entry = node.findKey(bytes);
            cursor.beginEntry(entry != null ? entry : type.state().addNode(node, Op.NODE_KEY, null, bytes));
        } else {
            columns.set(cursor.ensureLeaf(node), Kind.RAW, 0, bytes);
        }
    }

    private byte[] copyPlainBytes() {
        return Arrays.copyOf(plain.out().array, plain.out().position);
    }

    private void switchToPlain() {
        stage = Stage.PLAIN;
        passTypeToPlain();
    }

    private boolean isCollectingPlain() {
        return stage == Stage.PLAIN || rawNode != null;
    }
}
