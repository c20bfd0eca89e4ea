package io.deltawire.delta;

import io.deltawire.wire.Shape;
import java.math.BigDecimal;
import java.time.temporal.Temporal;
import java.util.Arrays;

/** Takes tokens to plain values, as docs/spec/delta.md, section 6.1, defines them. */
final class PlainTokens {
    private final ValueWriter out;
    private Shape[] shapes = new Shape[16];
    private int depth;
    private boolean complete;

    PlainTokens(ValueWriter out) {
        this.out = out;
    }

    /** Begins with nothing written. */
    void begin() {
        out.out.clear();
        depth = 0;
        complete = false;
    }

    /** Goes on inside objects and lists that have been begun by other means. */
    void resume(int begun) {
        depth = begun;
        complete = false;
        if (begun >= shapes.length) {
            shapes = Arrays.copyOf(shapes, 2 * begun);
        }
        Arrays.fill(shapes, null);
    }

    /** Says which shape one of the objects has in which this goes on, the outermost being the first; null for none. */
    void setShape(int level, Shape shape) {
        shapes[level] = shape;
    }

    /** Whether exactly one value has been written. */
    boolean isComplete() {
        return complete && depth == 0;
    }

    void type(String name) {
        out.named(Op.TYPED, name);
    }

    void beginObject(Shape shape) {
        out.op(Op.OBJECT);
        depth++;
        if (depth == shapes.length) {
            shapes = Arrays.copyOf(shapes, 2 * depth);
        }
        shapes[depth] = shape;
    }

    void field(int ordinal) {
        field(shapes[depth].name(ordinal), false);
    }

    void field(String name, boolean isEvent) {
        out.named(isEvent ? Op.EVENT_NAME : Op.NAME, name);
    }

    void key() {
        out.op(Op.KEY);
    }

    void beginList() {
        beginObject(null);
        out.out.array[out.out.position - 1] = Op.LIST;
    }

    void end() {
        out.op(Op.END);
        depth--;
        complete = true;
    }

    void scalar(byte kind, long raw, Object ref) {
        switch (kind) {
            case Kind.NULL -> out.op(Op.NULL);
            case Kind.BOOL -> out.op(raw == 0 ? Op.FALSE : Op.TRUE);
            case Kind.INT -> out.int64(raw);
            case Kind.F64 -> out.float64(Double.longBitsToDouble(raw));
            case Kind.TEXT -> out.text((String) ref);
            case Kind.TIME -> out.temporal((Temporal) ref);
            default -> throw new IllegalStateException("not a scalar: " + kind);
        }
        complete = true;
    }

    void decimal(BigDecimal value) {
        out.decimal(value);
        complete = true;
    }

    void bytes(byte[] value, int offset, int length) {
        out.bytes(value, offset, length);
        complete = true;
    }
}
