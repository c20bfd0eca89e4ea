package io.deltawire.delta.internal.token;

import io.deltawire.delta.internal.state.Node;
import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.delta.internal.state.WalkOrder;
import io.deltawire.delta.internal.value.ByteCursor;
import io.deltawire.delta.internal.value.Kind;
import io.deltawire.delta.internal.value.Op;
import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.Shape;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.spi.text.Printable;
import java.util.StringJoiner;

/** Goes through a record: the nodes of its type that have a value. */
public final class RecordWalk extends Walk {
    private final ByteCursor errors;
    private final ValueWalk whole;
    private boolean inWhole;
    private int wholeDepth;

    private RecordState record;
    /** What the order of its tokens says of each. */
    private byte[] ops;

    private Node[] nodes;
    /** The index of the present token. */
    private int at;

    /** The node of the present token; null behind the last one. */
    private Node node;

    /** Whether the present token is more than a step in the order: in a plain value, a key, or the begin of what is empty. */
    private boolean isSpecial;

    private boolean keyPending;

    public RecordWalk(WireLimits limits, ByteCursor errors) {
        this.whole = new ValueWalk(limits);
        this.errors = errors;
    }

    public void start(RecordState state) {
        start(state, state.walkOrder(), 0);
    }

    /** Begins with the value of a node, as if that were the message; false where the record has none. */
    public boolean start(RecordState state, Node first) {
        WalkOrder order = state.walkOrder();
        int value = order.indexOf(first);
        if (value < 0) {
            return false;
        }
        start(state, order, value);
        return true;
    }

    private void start(RecordState state, WalkOrder order, int from) {
        record = state;
        inWhole = false;
        keyPending = false;
        ops = order.ops;
        nodes = order.nodes;
        at = from - 1;
        advance();
    }

    @Override
    String typeName() {
        if (inWhole) {
            String inner = whole.typeName();
            return inner != null || wholeDepth > 0 || keyPending ? inner : typeOf(node);
        }
        return ops[at] == WalkOrder.NAME
                        || ops[at] > WalkOrder.LIST
                        || token == WireToken.END_OBJECT
                        || token == WireToken.END_LIST
                ? null
                : typeOf(node);
    }

    private String typeOf(Node of) {
        if (of == null || of.type == null || of.type.leaf < 0 || of.type.leaf >= record.leaves()) {
            return null;
        }
        int leaf = of.type.leaf;
        byte kind = record.kind(leaf);
        if (kind == Kind.ABSENT) {
            return null;
        }
        if (kind == Kind.TEXT || kind == Kind.NUMTEXT) {
            return (String) record.ref[leaf];
        }
        if (kind == Kind.TIME && record.ref[leaf] instanceof String text) {
            return text;
        }
        throw errors.malformed("expected text for the type name of " + of.path());
    }

    boolean isInWhole() {
        return inWhole;
    }

    @Override
    String peekName() {
        return inWhole ? whole.peekName() : node.name;
    }

    @Override
    String name() {
        if (inWhole) {
            String name = whole.name();
            copy();
            return name;
        }
        String name = node.name;
        advance();
        return name;
    }

    /** As {@link WireIn#nextField}. */
    int field(Shape shape) {
        if (inWhole) {
            return WireIn.UNKNOWN;
        }
        Node container = node.parent;
        if (container.shape != shape || container.ordinals == null) {
            container.shape = shape;
            container.ordinals = new int[0];
        }
        int[] ordinals = container.ordinals;
        if (node.index >= ordinals.length) {
            ordinals = ordinals(container, shape);
        }
        int ordinal = ordinals[node.index];
        if (ordinal >= 0) {
            advance();
        }
        return ordinal;
    }

    private static int[] ordinals(Node container, Shape shape) {
        int[] ordinals = new int[container.size];
        for (int i = 0; i < ordinals.length; i++) {
            String name = container.children[i].name;
            int ordinal = name == null ? -1 : shape.ordinal(name);
            ordinals[i] = ordinal < 0 ? WireIn.UNKNOWN : ordinal;
        }
        container.ordinals = ordinals;
        return ordinals;
    }

    @Override
    void next() {
        if (isSpecial) {
            nextSpecial();
        } else {
            advance();
        }
    }

    private void nextSpecial() {
        if (inWhole) {
            nextInWhole();
            return;
        }
        switch (token) {
            case BEGIN_OBJECT -> endEmpty(WireToken.END_OBJECT);
            case BEGIN_LIST -> endEmpty(WireToken.END_LIST);
            default -> {
                keyPending = true;
                enterWhole(node.key);
            }
        }
    }

    private void endEmpty(WireToken end) {
        token = end;
        isSpecial = false;
    }

    private void enterWhole(byte[] bytes) {
        isSpecial = true;
        inWhole = true;
        wholeDepth = 0;
        whole.start(bytes, 0, bytes.length);
        copy();
    }

    private void nextInWhole() {
        switch (token) {
            case BEGIN_OBJECT, BEGIN_LIST -> wholeDepth++;
            case END_OBJECT, END_LIST -> wholeDepth--;
            default -> {}
        }
        whole.next();
        if (whole.token != WireToken.END_MESSAGE) {
            copy();
            return;
        }
        inWhole = false;
        keyPending = false;
        advance();
    }

    private void copy() {
        token = whole.token;
        raw = whole.raw;
        ref = whole.ref;
    }

    /** Goes on to the next token of the order. */
    private void advance() {
        isSpecial = false;
        int i = ++at;
        Node of = nodes[i];
        node = of;
        switch (ops[i]) {
            case WalkOrder.NAME -> name(of);
            case WalkOrder.LEAF -> value(of.leaf);
            case WalkOrder.OBJECT -> token = WireToken.BEGIN_OBJECT;
            case WalkOrder.LIST -> token = WireToken.BEGIN_LIST;
            case WalkOrder.END_OBJECT -> token = WireToken.END_OBJECT;
            case WalkOrder.END_LIST -> token = WireToken.END_LIST;
            case WalkOrder.END_MESSAGE -> token = WireToken.END_MESSAGE;
            default -> throw notWellFormed(ops[i], of);
        }
    }

    private MalformedWireException notWellFormed(byte op, Node of) {
        String problem = switch (op) {
            case WalkOrder.GAP -> "expected the items of a list without a gap: ";
            case WalkOrder.OBJECT_AND_LIST -> "expected an object or a list but was both: ";
            default -> "expected one value but was a value and an object or list: ";
        };
        return errors.malformed(problem + of.path());
    }

    private void name(Node of) {
        if (of.kind == Op.NODE_FIELD) {
            token = WireToken.FIELD;
        } else if (of.kind == Op.NODE_EVENT) {
            token = WireToken.EVENT;
        } else {
            token = WireToken.KEY;
            isSpecial = true;
        }
    }

    /** Makes the value of a leaf, which there is, the present token. */
    private void value(int leaf) {
        switch (record.kind(leaf)) {
            case Kind.NULL -> token = WireToken.NULL;
            case Kind.EMPTY_OBJECT -> empty(WireToken.BEGIN_OBJECT);
            case Kind.EMPTY_LIST -> empty(WireToken.BEGIN_LIST);
            case Kind.BOOL -> number(WireToken.BOOL, leaf);
            case Kind.INT -> number(WireToken.INT64, leaf);
            case Kind.DEC, Kind.F64 -> number(WireToken.FLOAT64, leaf);
            case Kind.TEXT, Kind.NUMTEXT -> {
                token = WireToken.TEXT;
                ref = record.ref[leaf];
            }
            case Kind.TIME -> {
                ref = record.ref[leaf];
                token = ref instanceof String ? WireToken.TEXT : WireToken.TEMPORAL;
            }
            case Kind.DECIMAL -> {
                token = WireToken.DECIMAL;
                ref = record.ref[leaf];
            }
            default -> enterWhole((byte[]) record.ref[leaf]);
        }
    }

    private void empty(WireToken begin) {
        token = begin;
        isSpecial = true;
    }

    private void number(WireToken kind, int leaf) {
        token = kind;
        raw = record.raw[leaf];
    }

    /** The way to the present node. */
    @Override
    String path() {
        String path = node == null ? "" : node.path();
        return path.isEmpty() ? "$" : "$." + escaped(path);
    }

    /** Part by part, since a long text is cut off. */
    private static String escaped(String path) {
        StringJoiner escaped = new StringJoiner(".");
        for (String part : path.split("\\.", -1)) {
            escaped.add(Printable.escape(part));
        }
        return escaped.toString();
    }
}
