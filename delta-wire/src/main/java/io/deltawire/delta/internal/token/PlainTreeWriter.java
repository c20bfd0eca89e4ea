package io.deltawire.delta.internal.token;

import io.deltawire.delta.internal.codec.Columns;
import io.deltawire.delta.internal.state.SchemaNode;
import io.deltawire.delta.internal.value.Kind;
import io.deltawire.delta.internal.value.Op;
import io.deltawire.delta.internal.value.PlainValueWriter;
import java.math.BigDecimal;
import java.time.temporal.Temporal;

/**
 * Writes the values collected in {@link Columns} as plain values (docs/spec/delta.md, section 6.1), in the order of the
 * schema nodes. So a message whose values were collected can still become a plain message or raw value.
 */
final class PlainTreeWriter {
    private final Columns columns;
    private final PlainValueWriter out;

    PlainTreeWriter(Columns in, PlainValueWriter out) {
        this.columns = in;
        this.out = out;
    }

    /** Writes the complete value of a node. */
    void writeNode(SchemaNode node) {
        writeType(node);
        if (node.leaf() >= 0 && columns.isGiven(node.leaf())) {
            writeScalar(node.leaf());
            return;
        }
        boolean list = isList(node);
        out.op(list ? Op.LIST : Op.OBJECT);
        writeChildren(node, null);
        out.op(Op.END);
    }

    /** Begins an object or list that is still open, and writes its children but the open one. */
    void writeOpen(SchemaNode node, boolean list, SchemaNode openChild) {
        writeType(node);
        out.op(list ? Op.LIST : Op.OBJECT);
        writeChildren(node, openChild);
    }

    /** Begins a list that is still open, without its type name, and writes its items. */
    void writeOpenList(SchemaNode list) {
        out.op(Op.LIST);
        writeChildren(list, null);
    }

    /** Removes the values below a node from the columns. */
    void unset(SchemaNode node) {
        for (int i = 0; i < node.childCount(); i++) {
            SchemaNode child = node.child(i);
            if (child.leaf() >= 0) {
                columns.unset(child.leaf());
            }
            if (child.typeNode() != null && child.typeNode().leaf() >= 0) {
                columns.unset(child.typeNode().leaf());
            }
            unset(child);
        }
    }

    /** Writes what introduces a child's value in its parent. */
    void writeIntroduction(SchemaNode child) {
        switch (child.kind()) {
            case Op.NODE_FIELD -> out.named(Op.NAME, child.name());
            case Op.NODE_EVENT -> out.named(Op.EVENT_NAME, child.name());
            case Op.NODE_KEY -> {
                out.op(Op.KEY);
                out.raw(child.key(), 0, child.key().length);
            }
            default -> {} // items have no name
        }
    }

    private void writeType(SchemaNode node) {
        if (node.typeNode() != null
                && node.typeNode().leaf() >= 0
                && columns.isGiven(node.typeNode().leaf())) {
            out.named(Op.TYPED, (String) columns.refAt(node.typeNode().leaf()));
        }
    }

    private void writeChildren(SchemaNode node, SchemaNode except) {
        for (int i = 0; i < node.childCount(); i++) {
            SchemaNode child = node.child(i);
            if (child != except && columns.isGiven(child)) {
                writeIntroduction(child);
                writeNode(child);
            }
        }
    }

    private boolean isList(SchemaNode node) {
        for (int i = 0; i < node.childCount(); i++) {
            if (columns.isGiven(node.child(i))) {
                return node.child(i).kind() == Op.NODE_ITEM;
            }
        }
        return false;
    }

    private void writeScalar(int leaf) {
        switch (columns.kindAt(leaf)) {
            case Kind.NULL -> out.op(Op.NULL);
            case Kind.EMPTY_OBJECT -> out.op(Op.EMPTY_OBJECT);
            case Kind.EMPTY_LIST -> out.op(Op.EMPTY_LIST);
            case Kind.BOOL -> out.op(columns.rawAt(leaf) == 0 ? Op.FALSE : Op.TRUE);
            case Kind.INT -> out.int64(columns.rawAt(leaf));
            case Kind.F64 -> out.float64(Double.longBitsToDouble(columns.rawAt(leaf)));
            case Kind.TEXT -> out.text((String) columns.refAt(leaf));
            case Kind.TIME -> out.temporal((Temporal) columns.refAt(leaf));
            case Kind.DECIMAL -> out.decimal((BigDecimal) columns.refAt(leaf));
            default -> {
                byte[] bytes = (byte[]) columns.refAt(leaf);
                out.raw(bytes, 0, bytes.length);
            }
        }
    }
}
