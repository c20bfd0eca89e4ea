package io.deltawire.delta.internal.value;

import io.deltawire.wire.spi.ScalarConversions;
import io.deltawire.wire.spi.text.TemporalText;
import java.util.Arrays;

/**
 * Finds the end of a plain value (docs/spec/delta.md, section 6.1), and validates it: the order of its codes, lengths,
 * depth, and the bounds of numbers and times. What reads the value later relies on that and checks nothing.
 */
public final class PlainValueSkipper {
    private final ByteCursor cursor;
    /** By depth, whether an object is open there and not a list. */
    private boolean[] objects = new boolean[16];

    public PlainValueSkipper(ByteCursor cursor) {
        this.cursor = cursor;
    }

    /** Moves over any value. */
    public void skip(int maxDepth) {
        skip(0, maxDepth);
    }

    /** Moves over a value that a leaf may hold as raw bytes. */
    public void skipRawValue(int maxDepth) {
        int op = cursor.array()[cursor.position()] & 0xFF;
        if (op != Op.OBJECT && op != Op.LIST && op != Op.BYTES && op != Op.DECIMAL && op != Op.TEMPORAL_TEXT) {
            throw unexpected(op, "a value");
        }
        skip(0, maxDepth);
    }

    /** Recurses only for keys. A key is inside an object, so that the limit on depth bounds the recursion. */
    private void skip(int base, int maxDepth) {
        int depth = base;
        boolean nameExpected = false;
        for (; ; ) {
            int op = cursor.u8();
            if (nameExpected && op != Op.END) {
                skipName(op, depth, maxDepth);
                nameExpected = false;
                continue;
            }
            if (op == Op.TYPED) {
                if (cursor.name().isEmpty()) {
                    throw cursor.malformed("expected a type name that is not empty");
                }
                if (cursor.position() < cursor.end() && cursor.array()[cursor.position()] == Op.TYPED) {
                    throw unexpected(cursor.u8(), "a value after a type name");
                }
                continue;
            }
            if (op == Op.END && depth > base && (nameExpected || !objects[depth - 1])) {
                depth--;
            } else if (op == Op.OBJECT || op == Op.LIST) {
                push(op == Op.OBJECT, depth++, maxDepth);
            } else {
                skipScalar(op);
            }
            if (depth == base) {
                return;
            }
            nameExpected = objects[depth - 1];
        }
    }

    private void skipName(int op, int depth, int maxDepth) {
        if (op == Op.NAME || op == Op.EVENT_NAME) {
            cursor.name();
        } else if (op == Op.KEY) {
            skip(depth, maxDepth);
        } else {
            throw unexpected(op, "a name");
        }
    }

    private void push(boolean object, int depth, int maxDepth) {
        if (depth >= maxDepth) {
            throw cursor.malformed(
                    "expected at most " + cursor.limits().maxDepth() + " objects and lists inside one another");
        }
        if (depth == objects.length) {
            objects = Arrays.copyOf(objects, 2 * depth);
        }
        objects[depth] = object;
    }

    private void skipScalar(int op) {
        if (op >= Op.DEC && op <= Op.UNSCALED + ShortDecimal.MAX_SCALE) {
            long mantissa = cursor.signed();
            long max = op < Op.NUMTEXT
                    ? DecimalCode.MAX_MANTISSA
                    : op < Op.UNSCALED ? DecimalCode.MAX_TEXT_MANTISSA : ShortDecimal.MAX_UNSCALED;
            if (mantissa > max || mantissa < -max) {
                throw cursor.malformed("expected a mantissa of at most " + max + " but was " + mantissa);
            }
            return;
        }
        switch (op) {
            case Op.NULL, Op.EMPTY_OBJECT, Op.EMPTY_LIST, Op.FALSE, Op.TRUE -> {}
            case Op.INT -> cursor.varInt();
            case Op.F64 -> cursor.bits();
            case Op.TEXT -> cursor.text();
            case Op.TIME -> cursor.time(false);
            case Op.BYTES -> {
                int length = cursor.length(cursor.limits().maxTextChars(), "bytes");
                cursor.skip(length);
            }
            case Op.DECIMAL -> {
                long scale = cursor.signed();
                int length = cursor.length(cursor.limits().maxNumberChars(), "decimal");
                if (length == 0 || scale > ScalarConversions.MAX_SCALE || scale < -ScalarConversions.MAX_SCALE) {
                    throw cursor.malformed("expected a decimal with a scale of at most " + ScalarConversions.MAX_SCALE
                            + " but the scale was " + scale + " and the length " + length);
                }
                cursor.skip(length);
            }
            case Op.TEMPORAL_TEXT -> {
                String text = cursor.text();
                if (TemporalText.parseExact(text) == null && !TemporalText.hasUnknownZone(text)) {
                    throw cursor.malformed("expected a date or time as text");
                }
            }
            default -> throw unexpected(op, "a value");
        }
    }

    private RuntimeException unexpected(int op, String expected) {
        cursor.stepBack();
        return cursor.malformed("expected " + expected + " but was 0x" + Integer.toHexString(op));
    }
}
