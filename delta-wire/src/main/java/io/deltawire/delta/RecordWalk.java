package io.deltawire.delta;

import io.deltawire.wire.Shape;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireToken;
import java.util.Arrays;

/** Goes through a record: the nodes of its type that have a value. */
final class RecordWalk extends Walk {
    private final ByteCursor errors;
    private final ValueWalk whole;
    private boolean inWhole;
    private int wholeDepth;

    private RecordState record;
    private Node[] containers = new Node[16];
    private int[] at = new int[16];
    private boolean[] lists = new boolean[16];
    private int depth;

    /** The node of the present value or name. */
    private Node node;

    private boolean keyPending;

    RecordWalk(WireLimits limits, ByteCursor errors) {
        this.whole = new ValueWalk(limits);
        this.errors = errors;
    }

    void start(RecordState state) {
        start(state, state.type.root);
    }

    /** Begins with the value of a node, which the record has, as if that were the message. */
    void start(RecordState state, Node first) {
        record = state;
        depth = 0;
        inWhole = false;
        keyPending = false;
        value(first);
    }

    @Override
    String typeName() {
        if (inWhole) {
            String inner = whole.typeName();
            return inner != null || wholeDepth > 0 || keyPending ? inner : typeOf(node);
        }
        return token == WireToken.FIELD || token == WireToken.EVENT || token == WireToken.KEY ? null : typeOf(node);
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
        value(node);
        return name;
    }

    /** As {@link WireIn#nextField}. */
    int field(Shape shape) {
        if (inWhole) {
            return WireIn.UNKNOWN;
        }
        Node container = containers[depth - 1];
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
            value(node);
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
        if (inWhole) {
            nextInWhole();
            return;
        }
        switch (token) {
            case BEGIN_OBJECT, BEGIN_LIST -> push();
            case END_OBJECT, END_LIST -> {
                depth--;
                node = containers[depth];
                afterValue();
            }
            case KEY -> {
                keyPending = true;
                inWhole = true;
                wholeDepth = 0;
                whole.start(node.key, 0, node.key.length);
                copy();
            }
            default -> afterValue();
        }
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
        if (keyPending) {
            keyPending = false;
            value(node);
        } else {
            afterValue();
        }
    }

    private void copy() {
        token = whole.token;
        raw = whole.raw;
        ref = whole.ref;
    }

    private void push() {
        if (depth == containers.length) {
            containers = Arrays.copyOf(containers, 2 * depth);
            at = Arrays.copyOf(at, 2 * depth);
            lists = Arrays.copyOf(lists, 2 * depth);
        }
        containers[depth] = node;
        lists[depth] = token == WireToken.BEGIN_LIST;
        at[depth] = -1;
        depth++;
        afterValue();
    }

    /** Goes on to the next entry or item, or to the end. */
    private void afterValue() {
        if (depth == 0) {
            token = WireToken.END_MESSAGE;
            node = null;
            return;
        }
        Node container = containers[depth - 1];
        boolean gap = false;
        for (int i = at[depth - 1] + 1; i < container.size; i++) {
            Node child = container.children[i];
            if (record.has(child)) {
                if (gap && child.kind == Op.NODE_ITEM) {
                    throw errors.malformed("expected the items of a list without a gap: " + container.path());
                }
                at[depth - 1] = i;
                enter(child);
                return;
            }
            gap |= child.kind == Op.NODE_ITEM;
        }
        at[depth - 1] = container.size;
        token = lists[depth - 1] ? WireToken.END_LIST : WireToken.END_OBJECT;
        node = null;
    }

    private void enter(Node child) {
        node = child;
        if ((child.kind == Op.NODE_ITEM) != lists[depth - 1]) {
            throw errors.malformed("expected an object or a list but was both: " + containers[depth - 1].path());
        }
        switch (child.kind) {
            case Op.NODE_FIELD -> token = WireToken.FIELD;
            case Op.NODE_EVENT -> token = WireToken.EVENT;
            case Op.NODE_KEY -> token = WireToken.KEY;
            default -> value(child);
        }
    }

    /** Makes the value of a node the present token. */
    private void value(Node of) {
        node = of;
        int leaf = of.leaf;
        byte kind = leaf >= 0 && leaf < record.leaves() ? record.kind(leaf) : Kind.ABSENT;
        if (kind != Kind.ABSENT && of.size > 0 && record.hasContent(of)) {
            throw errors.malformed("expected one value but was a value and an object or list: " + of.path());
        }
        switch (kind) {
            case Kind.ABSENT -> container(of);
            case Kind.NULL -> token = WireToken.NULL;
            case Kind.EMPTY_OBJECT -> token = WireToken.BEGIN_OBJECT;
            case Kind.EMPTY_LIST -> token = WireToken.BEGIN_LIST;
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
            default -> {
                byte[] bytes = (byte[]) record.ref[leaf];
                inWhole = true;
                wholeDepth = 0;
                whole.start(bytes, 0, bytes.length);
                copy();
            }
        }
    }

    private void number(WireToken kind, int leaf) {
        token = kind;
        raw = record.raw[leaf];
    }

    private void container(Node of) {
        token = WireToken.BEGIN_OBJECT;
        for (int i = 0; i < of.size; i++) {
            if (record.has(of.children[i])) {
                if (of.children[i].kind == Op.NODE_ITEM) {
                    token = WireToken.BEGIN_LIST;
                }
                return;
            }
        }
    }

    /** The way to the present node. */
    String path() {
        Node of = node != null ? node : depth > 0 ? containers[depth - 1] : null;
        String path = of == null ? "" : of.path();
        return path.isEmpty() ? "$" : "$." + path;
    }
}
