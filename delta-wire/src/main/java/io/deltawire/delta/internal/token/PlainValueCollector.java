package io.deltawire.delta.internal.token;

import io.deltawire.delta.internal.value.Kind;
import io.deltawire.delta.internal.value.Op;
import io.deltawire.delta.internal.value.PlainValueWriter;
import io.deltawire.delta.internal.value.TextLimit;
import io.deltawire.wire.Shape;
import io.deltawire.wire.WireLimits;
import java.math.BigDecimal;
import java.time.temporal.Temporal;
import java.util.Arrays;

/**
 * Writes tokens as a plain value (docs/spec/delta.md, section 6.1), and checks their order. Nothing later would notice
 * a misplaced token, and no reader could read it, so a misplaced one throws {@link IllegalStateException} here.
 *
 * <p>The order is a state machine: {@link Due} says what has to come next. One stack has the state after each open
 * object and list, another the shapes by which fields are named.
 */
final class PlainValueCollector {
    /** What has to come next. ITEM and NAME stand for an end as well. */
    private enum Due {
        VALUE,
        ITEM,
        NAME,
        KEY,
        NOTHING
    }

    private final PlainValueWriter out;
    private final WireLimits limits;
    private Shape[] shapes = new Shape[16];
    /** By depth, the state after the object or list that is open there. */
    private Due[] dueAfter = new Due[16];

    private int depth;
    private Due due = Due.VALUE;
    private boolean hasType;

    PlainValueCollector(PlainValueWriter out, WireLimits limits) {
        this.out = out;
        this.limits = limits;
    }

    /** Starts a new value. */
    void begin() {
        out.out().clear();
        depth = 0;
        due = Due.VALUE;
        hasType = false;
    }

    /** Enters an object or list whose beginning another writer has written. */
    void resume(boolean isList, Shape shape) {
        enter(shape, isList ? Due.ITEM : Due.NAME);
    }

    /** Continues after a name that another writer has written. */
    void resumeAtValue() {
        due = Due.VALUE;
    }

    /** Whether exactly one value has been written. */
    boolean isComplete() {
        return due == Due.NOTHING;
    }

    void type(String name) {
        if (hasType || due == Due.NAME || due == Due.NOTHING) {
            throw misplaced("a type name");
        }
        hasType = true;
        out.named(Op.TYPED, name);
    }

    void beginObject(Shape shape) {
        beginValue();
        out.op(Op.OBJECT);
        enter(shape, Due.NAME);
    }

    private void enter(Shape shape, Due first) {
        Due next = afterValue();
        depth++;
        if (depth == shapes.length) {
            shapes = Arrays.copyOf(shapes, 2 * depth);
            dueAfter = Arrays.copyOf(dueAfter, 2 * depth);
        }
        shapes[depth] = shape;
        dueAfter[depth] = next;
        due = first;
    }

    void field(int ordinal) {
        if (shapes[depth] == null) {
            throw misplaced("a field by its number");
        }
        field(shapes[depth].name(ordinal), false);
    }

    void field(String name, boolean isEvent) {
        requireName("a name");
        TextLimit.checkName(name, limits);
        due = Due.VALUE;
        out.named(isEvent ? Op.EVENT_NAME : Op.NAME, name);
    }

    void key() {
        requireName("a key");
        due = Due.KEY;
        out.op(Op.KEY);
    }

    void beginList() {
        beginValue();
        out.op(Op.LIST);
        enter(null, Due.ITEM);
    }

    void end() {
        if (hasType || due != Due.NAME && due != Due.ITEM) {
            throw misplaced("an end");
        }
        out.op(Op.END);
        due = dueAfter[depth];
        depth--;
    }

    void scalar(byte kind, long raw, Object ref) {
        beginValue();
        switch (kind) {
            case Kind.NULL -> out.op(Op.NULL);
            case Kind.BOOL -> out.op(raw == 0 ? Op.FALSE : Op.TRUE);
            case Kind.INT -> out.int64(raw);
            case Kind.F64 -> out.float64(Double.longBitsToDouble(raw));
            case Kind.TEXT -> out.text((String) ref);
            case Kind.TIME -> out.temporal((Temporal) ref);
            case Kind.DECIMAL -> out.decimal((BigDecimal) ref);
            default -> throw new IllegalStateException("not a scalar: " + kind);
        }
        due = afterValue();
    }

    void decimal(BigDecimal value) {
        beginValue();
        out.decimal(value);
        due = afterValue();
    }

    void bytes(byte[] value, int offset, int length) {
        beginValue();
        out.bytes(value, offset, length);
        due = afterValue();
    }

    private void beginValue() {
        if (due == Due.NAME || due == Due.NOTHING) {
            throw misplaced("a value");
        }
        hasType = false;
    }

    private Due afterValue() {
        return switch (due) {
            case KEY -> Due.VALUE;
            case ITEM -> Due.ITEM;
            default -> depth == 0 ? Due.NOTHING : Due.NAME;
        };
    }

    private void requireName(String token) {
        if (due != Due.NAME) {
            throw misplaced(token);
        }
    }

    private IllegalStateException misplaced(String token) {
        return new IllegalStateException(
                token + " is misplaced: " + (hasType ? "a value has to follow its type name" : "next is " + due));
    }
}
