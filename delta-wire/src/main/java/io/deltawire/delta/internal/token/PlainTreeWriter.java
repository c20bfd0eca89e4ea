package io.deltawire.delta.internal.token;

import io.deltawire.delta.internal.codec.Columns;
import io.deltawire.delta.internal.state.Node;
import io.deltawire.delta.internal.value.Kind;
import io.deltawire.delta.internal.value.Op;
import io.deltawire.delta.internal.value.ValueWriter;
import java.math.BigDecimal;
import java.time.temporal.Temporal;

/** Writes the message that stands in {@link Columns} as plain values: docs/spec/delta.md, section 6.1. */
final class TreeWriter {
    private final Columns in;
    private final ValueWriter out;

    TreeWriter(Columns in, ValueWriter out) {
        this.in = in;
        this.out = out;
    }

    /** Writes the value of a node that is complete. */
    void writeNode(Node node) {
        writeType(node);
        if (node.leaf >= 0 && in.given(node.leaf)) {
            writeScalar(node.leaf);
            return;
        }
        boolean list = isList(node);
        out.op(list ? Op.LIST : Op.OBJECT);
        writeChildren(node, null);
        out.op(Op.END);
    }

    /** Begins the object or list of a node that is not complete, and writes the children that are. */
    void writeOpen(Node node, boolean list, Node openChild) {
        writeType(node);
        out.op(list ? Op.LIST : Op.OBJECT);
        writeChildren(node, openChild);
    }

    /** Begins a list whose type name stands elsewhere, and writes the items that it has. */
    void writeOpenList(Node list) {
        out.op(Op.LIST);
        writeChildren(list, null);
    }

    /** Takes the values of a node's children out of the columns. */
    void unset(Node node) {
        for (int i = 0; i < node.size; i++) {
            Node child = node.children[i];
            if (child.leaf >= 0) {
                in.unset(child.leaf);
            }
            if (child.type != null && child.type.leaf >= 0) {
                in.unset(child.type.leaf);
            }
            unset(child);
        }
    }

    /** Writes what introduces a child's value in its parent. */
    void writeIntroduction(Node child) {
        switch (child.kind) {
            case Op.NODE_FIELD -> out.named(Op.NAME, child.name);
            case Op.NODE_EVENT -> out.named(Op.EVENT_NAME, child.name);
            case Op.NODE_KEY -> {
                out.op(Op.KEY);
                out.raw(child.key, 0, child.key.length);
            }
            default -> {} // items have no name
        }
    }

    private void writeType(Node node) {
        if (node.type != null && node.type.leaf >= 0 && in.given(node.type.leaf)) {
            out.named(Op.TYPED, (String) in.ref[node.type.leaf]);
        }
    }

    private void writeChildren(Node node, Node except) {
        for (int i = 0; i < node.size; i++) {
            Node child = node.children[i];
            if (child != except && in.given(child)) {
                writeIntroduction(child);
                writeNode(child);
            }
        }
    }

    private boolean isList(Node node) {
        for (int i = 0; i < node.size; i++) {
            if (in.given(node.children[i])) {
                return node.children[i].kind == Op.NODE_ITEM;
            }
        }
        return false;
    }

    private void writeScalar(int leaf) {
        switch (in.kind[leaf]) {
            case Kind.NULL -> out.op(Op.NULL);
            case Kind.EMPTY_OBJECT -> out.op(Op.EMPTY_OBJECT);
            case Kind.EMPTY_LIST -> out.op(Op.EMPTY_LIST);
            case Kind.BOOL -> out.op(in.raw[leaf] == 0 ? Op.FALSE : Op.TRUE);
            case Kind.INT -> out.int64(in.raw[leaf]);
            case Kind.F64 -> out.float64(Double.longBitsToDouble(in.raw[leaf]));
            case Kind.TEXT -> out.text((String) in.ref[leaf]);
            case Kind.TIME -> out.temporal((Temporal) in.ref[leaf]);
            case Kind.DECIMAL -> out.decimal((BigDecimal) in.ref[leaf]);
            default -> {
                byte[] bytes = (byte[]) in.ref[leaf];
                out.raw(bytes, 0, bytes.length);
            }
        }
    }
}
