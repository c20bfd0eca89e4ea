package io.deltawire.delta.internal.value;

import io.deltawire.wire.spi.ScalarConversions;
import io.deltawire.wire.spi.text.TemporalText;
import java.util.Arrays;

/** Finds the end of a plain value, and checks everything that reading it will rely on. */
public final class ValueSkipper {

    private final ByteCursor c;
    /** For each object or list begun, whether it is an object. */
    private boolean[] objects = new boolean[16];

    public ValueSkipper(ByteCursor cursor) {
        this.c = cursor;
    }

    /** Moves over a value of any kind. */
    public void skip(int maxDepth) {
        skip(0, maxDepth);
    }

    /** Moves over a value of a kind that a leaf holds whole. */
    public void skipWhole(int maxDepth) {
        int op = c.array[c.position] & 0xFF;
        if (op != Op.OBJECT && op != Op.LIST && op != Op.BYTES && op != Op.DECIMAL && op != Op.TEMPORAL_TEXT) {
            throw unexpected(op, "a value");
        }
        skip(0, maxDepth);
    }

    /** Recurses for keys alone, each of which is inside another object, so at most as deep as the limit. */
    private void skip(int base, int maxDepth) {
        int depth = base;
        boolean nameExpected = false;
        for (; ; ) {
            int op = c.u8();
            if (nameExpected && op != Op.END) {
                introduction(op, depth, maxDepth);
                nameExpected = false;
                continue;
            }
            if (op == Op.TYPED) {
                c.name();
                if (c.position < c.end && c.array[c.position] == Op.TYPED) {
                    throw unexpected(c.u8(), "a value after a type name");
                }
                continue;
            }
            if (op == Op.END && depth > base && (nameExpected || !objects[depth - 1])) {
                depth--;
            } else if (op == Op.OBJECT || op == Op.LIST) {
                push(op == Op.OBJECT, depth++, maxDepth);
            } else {
                scalar(op);
            }
            if (depth == base) {
                return;
            }
            nameExpected = objects[depth - 1];
        }
    }

    private void introduction(int op, int depth, int maxDepth) {
        if (op == Op.NAME || op == Op.EVENT_NAME) {
            c.name();
        } else if (op == Op.KEY) {
            skip(depth, maxDepth);
        } else {
            throw unexpected(op, "a name");
        }
    }

    private void push(boolean object, int depth, int maxDepth) {
        if (depth >= maxDepth) {
            throw c.malformed("expected at most " + c.limits().maxDepth() + " objects and lists inside one another");
        }
        if (depth == objects.length) {
            objects = Arrays.copyOf(objects, 2 * depth);
        }
        objects[depth] = object;
    }

    private void scalar(int op) {
        if (op >= Op.DEC && op <= Op.UNSCALED + DecimalValue.MAX_SCALE) {
            long mantissa = c.signed();
            long most = op < Op.NUMTEXT
                    ? DecimalCode.MAX_MANTISSA
                    : op < Op.UNSCALED ? DecimalCode.MAX_TEXT_MANTISSA : DecimalValue.MAX;
            if (mantissa > most || mantissa < -most) {
                throw c.malformed("expected a mantissa of at most " + most + " but was " + mantissa);
            }
            return;
        }
        switch (op) {
            case Op.NULL, Op.EMPTY_OBJECT, Op.EMPTY_LIST, Op.FALSE, Op.TRUE -> {}
            case Op.INT -> c.varInt();
            case Op.F64 -> c.bits();
            case Op.TEXT -> c.text();
            case Op.TIME -> c.time(false);
            case Op.BYTES -> {
                int length = c.length(c.limits().maxTextChars(), "bytes");
                c.position += length;
            }
            case Op.DECIMAL -> {
                long scale = c.signed();
                int length = c.length(c.limits().maxNumberChars(), "decimal");
                if (length == 0 || scale > ScalarConversions.MAX_SCALE || scale < -ScalarConversions.MAX_SCALE) {
                    throw c.malformed("expected a decimal with a scale of at most " + ScalarConversions.MAX_SCALE
                            + " but the scale was " + scale + " and the length " + length);
                }
                c.position += length;
            }
            case Op.TEMPORAL_TEXT -> {
                if (TemporalText.parseExact(c.text()) == null) {
                    throw c.malformed("expected a date or time as text");
                }
            }
            default -> throw unexpected(op, "a value");
        }
    }

    private RuntimeException unexpected(int op, String expected) {
        c.position--;
        return c.malformed("expected " + expected + " but was 0x" + Integer.toHexString(op));
    }
}
