package io.deltawire.delta.internal.token;

import io.deltawire.delta.internal.value.ByteCursor;
import io.deltawire.delta.internal.value.DecimalCode;
import io.deltawire.delta.internal.value.Op;
import io.deltawire.delta.internal.value.TimeValue;
import io.deltawire.delta.internal.value.ValueSkipper;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.spi.text.TemporalText;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.temporal.Temporal;
import java.util.Arrays;

/** Goes through plain values, which {@link ValueSkipper} has found to be well formed. */
public final class ValueWalk extends Walk {
    private final ByteCursor c;
    private boolean[] objects = new boolean[16];
    private int depth;
    private String type;
    private String name;
    /** Whether the object or list that begins has no end of its own. */
    private boolean empty;

    /** The depths at which the value at hand is a key, after which comes a value and not a name. */
    private int[] keyDepths = new int[4];

    private int keys;
    private int start;

    public ValueWalk(WireLimits limits) {
        c = new ByteCursor(limits);
    }

    /** Begins with the value at an index of an array. */
    public void start(byte[] bytes, int from, int to) {
        c.set(bytes, from, to, 0);
        start = from;
        depth = 0;
        keys = 0;
        read(false);
    }

    /** The index of the byte after the value, once it has been walked over. */
    int end() {
        return c.position;
    }

    @Override
    String typeName() {
        return type;
    }

    @Override
    String peekName() {
        return name;
    }

    @Override
    String name() {
        String present = name;
        read(false);
        return present;
    }

    @Override
    void next() {
        switch (token) {
            case BEGIN_OBJECT, BEGIN_LIST -> {
                boolean object = token == WireToken.BEGIN_OBJECT;
                if (empty) {
                    empty = false;
                    push(object);
                    type = null;
                    token = object ? WireToken.END_OBJECT : WireToken.END_LIST;
                    return;
                }
                push(object);
                read(object);
            }
            case END_OBJECT, END_LIST -> {
                depth--;
                afterValue();
            }
            case KEY -> {
                if (keys == keyDepths.length) {
                    keyDepths = Arrays.copyOf(keyDepths, 2 * keys);
                }
                keyDepths[keys++] = depth;
                read(false);
            }
            default -> afterValue();
        }
    }

    /** Goes the way once more: nobody pays for the path but errors. */
    @Override
    String path() {
        ValueWalk again = new ValueWalk(c.limits());
        again.start(c.array, start, c.end);
        ValuePath path = new ValuePath();
        path.at(again.token, again.depth, again.name);
        while (again.c.position < c.position && again.token != WireToken.END_MESSAGE) {
            if (again.token == WireToken.FIELD || again.token == WireToken.EVENT) {
                again.name();
            } else {
                again.next();
            }
            path.at(again.token, again.depth, again.name);
        }
        return path.of(again.objects, again.depth);
    }

    private void push(boolean object) {
        if (depth == objects.length) {
            objects = Arrays.copyOf(objects, 2 * depth);
        }
        objects[depth++] = object;
    }

    /** Goes on after a value: to the value of the key it was, to the next entry or item, or to the end. */
    private void afterValue() {
        if (keys > 0 && keyDepths[keys - 1] == depth) {
            keys--;
            read(false);
        } else if (depth == 0) {
            token = WireToken.END_MESSAGE;
            type = null;
        } else {
            read(objects[depth - 1]);
        }
    }

    private void read(boolean atEntry) {
        type = null;
        int op = c.u8();
        while (op == Op.TYPED) {
            type = c.name();
            op = c.u8();
        }
        if (atEntry && (op == Op.NAME || op == Op.EVENT_NAME)) {
            name = c.name();
            token = op == Op.NAME ? WireToken.FIELD : WireToken.EVENT;
        } else if (atEntry && op == Op.KEY) {
            token = WireToken.KEY;
        } else if (op == Op.END) {
            token = objects[depth - 1] ? WireToken.END_OBJECT : WireToken.END_LIST;
        } else {
            value(op);
        }
    }

    private void value(int op) {
        empty = false;
        if (op >= Op.UNSCALED) {
            token = WireToken.DECIMAL;
            ref = BigDecimal.valueOf(c.signed(), op - Op.UNSCALED);
            return;
        }
        if (op >= Op.NUMTEXT && op <= Op.NUMTEXT + Op.MAX_SCALE) {
            text(DecimalCode.text(c.signed(), op - Op.NUMTEXT));
            return;
        }
        if (op >= Op.DEC && op <= Op.DEC + Op.MAX_SCALE) {
            token = WireToken.FLOAT64;
            raw = DecimalCode.bits(c.signed(), op - Op.DEC);
            return;
        }
        switch (op) {
            case Op.NULL -> token = WireToken.NULL;
            case Op.EMPTY_OBJECT, Op.OBJECT -> {
                token = WireToken.BEGIN_OBJECT;
                empty = op == Op.EMPTY_OBJECT;
            }
            case Op.EMPTY_LIST, Op.LIST -> {
                token = WireToken.BEGIN_LIST;
                empty = op == Op.EMPTY_LIST;
            }
            case Op.FALSE, Op.TRUE -> {
                token = WireToken.BOOL;
                raw = op == Op.TRUE ? 1 : 0;
            }
            case Op.INT -> {
                token = WireToken.INT64;
                raw = c.signed();
            }
            case Op.F64 -> {
                token = WireToken.FLOAT64;
                raw = c.bits();
            }
            case Op.TEXT -> text(c.text());
            case Op.TIME -> {
                TimeValue time = c.time(false);
                if (time.value() instanceof Temporal temporal) {
                    token = WireToken.TEMPORAL;
                    ref = temporal;
                } else {
                    text((String) time.value());
                }
            }
            case Op.BYTES -> {
                int length = (int) c.varInt();
                token = WireToken.BYTES;
                ref = Arrays.copyOfRange(c.array, c.position, c.position + length);
                c.position += length;
            }
            case Op.DECIMAL -> decimal();
            default -> {
                token = WireToken.TEMPORAL;
                ref = TemporalText.parseExact(c.text());
            }
        }
    }

    private void text(String text) {
        token = WireToken.TEXT;
        ref = text;
    }

    private void decimal() {
        int scale = (int) c.signed();
        int length = (int) c.varInt();
        token = WireToken.DECIMAL;
        ref = new BigDecimal(new BigInteger(c.array, c.position, length), scale);
        c.position += length;
    }
}
