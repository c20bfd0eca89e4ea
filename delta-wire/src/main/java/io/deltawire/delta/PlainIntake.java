package io.deltawire.delta;

import io.deltawire.wire.WireLimits;
import io.deltawire.wire.spi.OutputBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The part of the intake that takes as plain values what columns do not suit: bytes, decimals, long lists, messages that are
 * no object, too many fields.
 */
abstract class PlainIntake {
    /** A type has no more columns than this: a message that would give it more is written plain. */
    private static final int MAX_LEAVES = 4096;

    /** What is known of the message so far. */
    enum Stage {
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

    final Columns in;
    final ValueWriter plain = new ValueWriter();
    private final TreeWriter tree;
    /** Where tokens go that are part of a plain value: to {@link #plain}. */
    final PlainTokens whole;

    /** Where in the columns the message is. */
    final OpenNodes open;

    Stage stage = Stage.NOTHING;

    /** The type of the message, once it is chosen. */
    EncodedType type;

    /** The node whose value is being taken whole, or null; or the object an entry's key is being taken for. */
    Node wholeNode;

    boolean wholeIsKey;
    /** The lists that this message has been the first to give in whole. */
    final List<Node> madeWhole = new ArrayList<>();

    PlainIntake(Columns in, OpenNodes open, WireLimits limits) {
        this.in = in;
        this.open = open;
        this.tree = new TreeWriter(in, plain);
        this.whole = new PlainTokens(plain, limits);
    }

    /** The plain message. */
    OutputBuffer plain() {
        return plain.out;
    }

    /** Whether the message has given its type more columns than it may have; also to be asked of one that is complete, of its last one. */
    final boolean isTooWide() {
        return type.state.leaves > MAX_LEAVES;
    }

    /** Turns the complete message in the columns into a plain one. */
    void spill() {
        plain.out.clear();
        tree.writeNode(type.state.root);
    }

    /** Moves the items that the innermost list has so far to a plain value, where the rest will follow. */
    void takeListWhole() {
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
    void handOverType() {
        if (open.pendingType != null) {
            whole.type(open.pendingType);
            open.pendingType = null;
        }
    }

    /** Moves all that the message has so far to a plain message, where the rest will follow. */
    void spillOpen() {
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

    void startWhole(Node node) {
        whole.begin();
        wholeNode = node;
        wholeIsKey = false;
    }

    /** Puts a whole value where it belongs once it is complete. */
    void wholeEnded() {
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

    byte[] wholeBytes() {
        return Arrays.copyOf(plain.out.array, plain.out.position);
    }

    void goPlain() {
        stage = Stage.PLAIN;
        handOverType();
    }

    boolean inWhole() {
        return stage == Stage.PLAIN || wholeNode != null;
    }
}
