package io.deltawire.delta.internal.token;

import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.delta.internal.state.SchemaNode;
import io.deltawire.delta.internal.state.TokenOrder;
import io.deltawire.delta.internal.value.ByteCursor;
import io.deltawire.delta.internal.value.Kind;
import io.deltawire.delta.internal.value.Op;
import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.Shape;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.spi.text.Printable;
import io.deltawire.wire.spi.token.Tokenizer;
import java.util.StringJoiner;

/**
 * Gives the tokens of a record: of the nodes of its type that have a value.
 *
 * <p>The order of the tokens is a {@link TokenOrder}, which the record caches, since it stays the same while the same
 * leaves have values. So most steps read one element of that order. A raw value or a key is bytes inside such a step: a
 * {@link PlainValueTokenizer} gives the tokens of these.
 */
public final class RecordTokenizer extends Tokenizer {
    private final ByteCursor errors;
    private final PlainValueTokenizer rawTokens;
    private boolean inRawValue;
    private int rawDepth;

    private RecordState record;
    /** The operations of the order, one for each token. */
    private byte[] ops;

    private SchemaNode[] nodes;
    /** The index of the present token in the order. */
    private int index;

    /** The node of the present token; null after the last one. */
    private SchemaNode node;

    /**
     * Whether the present token is not a step of the order by itself: it is in a raw value or key, or begins an empty
     * object or list.
     */
    private boolean isSpecial;

    private boolean keyPending;

    public RecordTokenizer(WireLimits limits, ByteCursor errors) {
        this.rawTokens = new PlainValueTokenizer(limits);
        this.errors = errors;
    }

    public void start(RecordState state) {
        start(state, state.tokenOrder(), 0);
    }

    /** Starts at the value of a node, as if that were the message; false if the record has no value there. */
    public boolean start(RecordState state, SchemaNode first) {
        TokenOrder order = state.tokenOrder();
        int value = order.indexOf(first);
        if (value < 0) {
            return false;
        }
        start(state, order, value);
        return true;
    }

    private void start(RecordState state, TokenOrder order, int from) {
        record = state;
        inRawValue = false;
        keyPending = false;
        ops = order.ops();
        nodes = order.nodes();
        index = from - 1;
        advance();
    }

    @Override
    public String typeName() {
        if (inRawValue) {
            String inner = rawTokens.typeName();
            return inner != null || rawDepth > 0 || keyPending ? inner : typeOf(node);
        }
        return ops[index] == TokenOrder.NAME
                        || ops[index] > TokenOrder.LIST
                        || token == WireToken.END_OBJECT
                        || token == WireToken.END_LIST
                ? null
                : typeOf(node);
    }

    private String typeOf(SchemaNode valueNode) {
        if (valueNode == null
                || valueNode.typeNode() == null
                || valueNode.typeNode().leaf() < 0
                || valueNode.typeNode().leaf() >= record.capacity()) {
            return null;
        }
        int leaf = valueNode.typeNode().leaf();
        byte kind = record.kind(leaf);
        if (kind == Kind.ABSENT) {
            return null;
        }
        if (kind == Kind.TEXT || kind == Kind.NUMTEXT) {
            String name = (String) record.refAt(leaf);
            if (name.isEmpty()) {
                throw errors.malformed("expected a type name that is not empty for " + valueNode.path());
            }
            return name;
        }
        if (kind == Kind.TIME && record.refAt(leaf) instanceof String text) {
            return text;
        }
        throw errors.malformed("expected text for the type name of " + valueNode.path());
    }

    @Override
    public String peekName() {
        return inRawValue ? rawTokens.peekName() : node.name();
    }

    @Override
    public String name() {
        if (inRawValue) {
            String name = rawTokens.name();
            copyRawToken();
            return name;
        }
        String name = node.name();
        advance();
        return name;
    }

    @Override
    public int nextField(Shape shape) {
        if (inRawValue) {
            return super.nextField(shape);
        }
        int ordinal = node.parent().ordinalOf(node, shape);
        if (ordinal >= 0) {
            advance();
        }
        return ordinal;
    }

    @Override
    public void next() {
        if (isSpecial) {
            nextSpecial();
        } else {
            advance();
        }
    }

    private void nextSpecial() {
        if (inRawValue) {
            nextInRawValue();
            return;
        }
        switch (token) {
            case BEGIN_OBJECT -> endEmpty(WireToken.END_OBJECT);
            case BEGIN_LIST -> endEmpty(WireToken.END_LIST);
            default -> {
                keyPending = true;
                enterRawValue(node.key());
            }
        }
    }

    private void endEmpty(WireToken end) {
        token = end;
        isSpecial = false;
    }

    private void enterRawValue(byte[] bytes) {
        isSpecial = true;
        inRawValue = true;
        rawDepth = 0;
        rawTokens.start(bytes, 0, bytes.length);
        copyRawToken();
    }

    private void nextInRawValue() {
        switch (token) {
            case BEGIN_OBJECT, BEGIN_LIST -> rawDepth++;
            case END_OBJECT, END_LIST -> rawDepth--;
            default -> {}
        }
        rawTokens.next();
        if (rawTokens.token != WireToken.END_MESSAGE) {
            copyRawToken();
            return;
        }
        inRawValue = false;
        keyPending = false;
        advance();
    }

    private void copyRawToken() {
        token = rawTokens.token;
        raw = rawTokens.raw;
        ref = rawTokens.ref;
    }

    /** Moves to the next token of the order. */
    private void advance() {
        isSpecial = false;
        int i = ++index;
        SchemaNode next = nodes[i];
        node = next;
        switch (ops[i]) {
            case TokenOrder.NAME -> name(next);
            case TokenOrder.LEAF -> setValue(next.leaf());
            case TokenOrder.OBJECT -> token = WireToken.BEGIN_OBJECT;
            case TokenOrder.LIST -> token = WireToken.BEGIN_LIST;
            case TokenOrder.END_OBJECT -> token = WireToken.END_OBJECT;
            case TokenOrder.END_LIST -> token = WireToken.END_LIST;
            case TokenOrder.END_MESSAGE -> token = WireToken.END_MESSAGE;
            default -> throw notWellFormed(ops[i], next);
        }
    }

    private MalformedWireException notWellFormed(byte op, SchemaNode next) {
        String problem = switch (op) {
            case TokenOrder.GAP -> "expected the items of a list without a gap: ";
            case TokenOrder.OBJECT_AND_LIST -> "expected an object or a list but was both: ";
            default -> "expected one value but was a value and an object or list: ";
        };
        return errors.malformed(problem + next.path());
    }

    private void name(SchemaNode next) {
        if (next.kind() == Op.NODE_FIELD) {
            token = WireToken.FIELD;
        } else if (next.kind() == Op.NODE_EVENT) {
            token = WireToken.EVENT;
        } else {
            token = WireToken.KEY;
            isSpecial = true;
        }
    }

    /** Makes the value of a leaf the present token. The leaf has a value. */
    private void setValue(int leaf) {
        switch (record.kind(leaf)) {
            case Kind.NULL -> token = WireToken.NULL;
            case Kind.EMPTY_OBJECT -> setEmpty(WireToken.BEGIN_OBJECT);
            case Kind.EMPTY_LIST -> setEmpty(WireToken.BEGIN_LIST);
            case Kind.BOOL -> setNumber(WireToken.BOOL, leaf);
            case Kind.INT -> setNumber(WireToken.INT64, leaf);
            case Kind.DEC, Kind.F64 -> setNumber(WireToken.FLOAT64, leaf);
            case Kind.TEXT, Kind.NUMTEXT -> {
                token = WireToken.TEXT;
                ref = record.refAt(leaf);
            }
            case Kind.TIME -> {
                ref = record.refAt(leaf);
                token = ref instanceof String ? WireToken.TEXT : WireToken.TEMPORAL;
            }
            case Kind.DECIMAL -> {
                token = WireToken.DECIMAL;
                ref = record.refAt(leaf);
            }
            default -> enterRawValue((byte[]) record.refAt(leaf));
        }
    }

    private void setEmpty(WireToken begin) {
        token = begin;
        isSpecial = true;
    }

    private void setNumber(WireToken kind, int leaf) {
        token = kind;
        raw = record.rawAt(leaf);
    }

    @Override
    public String path() {
        String path = node == null ? "" : node.path();
        return path.isEmpty() ? "$" : "$." + escaped(path);
    }

    /** Escapes each part for itself, since the escaping truncates long text. */
    private static String escaped(String path) {
        StringJoiner escaped = new StringJoiner(".");
        for (String part : path.split("\\.", -1)) {
            escaped.add(Printable.escape(part));
        }
        return escaped.toString();
    }
}
