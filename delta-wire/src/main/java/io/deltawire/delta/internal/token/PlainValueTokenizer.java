package io.deltawire.delta.internal.token;

import io.deltawire.delta.internal.value.ByteCursor;
import io.deltawire.delta.internal.value.DecimalCode;
import io.deltawire.delta.internal.value.Op;
import io.deltawire.delta.internal.value.PlainValueSkipper;
import io.deltawire.delta.internal.value.TimeValue;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.spi.text.TemporalText;
import io.deltawire.wire.spi.token.Tokenizer;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.temporal.Temporal;
import java.util.Arrays;

/**
 * Gives the tokens of a plain value (docs/spec/delta.md, section 6.1). {@link PlainValueSkipper} has checked the bytes,
 * so nothing is checked here.
 *
 * <p>The walk owns its nesting: which levels are objects, and at which depths a key is being read.
 */
public final class PlainValueTokenizer extends Tokenizer {
    private final ByteCursor cursor;
    private boolean[] objects = new boolean[16];
    private int depth;
    private String typeName;
    private String name;
    /** Whether the object or list that begins is encoded as empty, without an end. */
    private boolean isEmpty;

    /** The depths at which the present value is a key; a value follows it, not a name. */
    private int[] keyDepths = new int[4];

    private int openKeys;
    private int start;

    public PlainValueTokenizer(WireLimits limits) {
        cursor = new ByteCursor(limits);
    }

    /** Starts at the value that begins at an index of an array. */
    public void start(byte[] bytes, int from, int to) {
        cursor.set(bytes, from, to, 0);
        start = from;
        depth = 0;
        openKeys = 0;
        readToken(false);
    }

    /** The index of the byte after the value, once all tokens have been given. */
    int end() {
        return cursor.position();
    }

    @Override
    public String typeName() {
        return typeName;
    }

    @Override
    public String peekName() {
        return name;
    }

    @Override
    public String name() {
        String present = name;
        readToken(false);
        return present;
    }

    @Override
    public void next() {
        switch (token) {
            case BEGIN_OBJECT, BEGIN_LIST -> {
                boolean object = token == WireToken.BEGIN_OBJECT;
                if (isEmpty) {
                    isEmpty = false;
                    push(object);
                    typeName = null;
                    token = object ? WireToken.END_OBJECT : WireToken.END_LIST;
                    return;
                }
                push(object);
                readToken(object);
            }
            case END_OBJECT, END_LIST -> {
                depth--;
                afterValue();
            }
            case KEY -> {
                if (openKeys == keyDepths.length) {
                    keyDepths = Arrays.copyOf(keyDepths, 2 * openKeys);
                }
                keyDepths[openKeys++] = depth;
                readToken(false);
            }
            default -> afterValue();
        }
    }

    /** Reads the value again up to the present token, so that only errors pay for paths. */
    @Override
    public String path() {
        PlainValueTokenizer again = new PlainValueTokenizer(cursor.limits());
        again.start(cursor.array(), start, cursor.end());
        ValuePath path = new ValuePath();
        path.add(again.token, again.depth, again.name);
        while (again.cursor.position() < cursor.position() && again.token != WireToken.END_MESSAGE) {
            if (again.token == WireToken.FIELD || again.token == WireToken.EVENT) {
                again.name();
            } else {
                again.next();
            }
            path.add(again.token, again.depth, again.name);
        }
        return path.format(again.objects, again.depth);
    }

    private void push(boolean object) {
        if (depth == objects.length) {
            objects = Arrays.copyOf(objects, 2 * depth);
        }
        objects[depth++] = object;
    }

    /** Moves on after a value: to the value of its entry if it was a key, to the next entry or item, or to the end. */
    private void afterValue() {
        if (openKeys > 0 && keyDepths[openKeys - 1] == depth) {
            openKeys--;
            readToken(false);
        } else if (depth == 0) {
            token = WireToken.END_MESSAGE;
            typeName = null;
        } else {
            readToken(objects[depth - 1]);
        }
    }

    private void readToken(boolean atEntry) {
        typeName = null;
        int op = cursor.u8();
        while (op == Op.TYPED) {
            typeName = cursor.name();
            op = cursor.u8();
        }
        if (atEntry && (op == Op.NAME || op == Op.EVENT_NAME)) {
            name = cursor.name();
            token = op == Op.NAME ? WireToken.FIELD : WireToken.EVENT;
        } else if (atEntry && op == Op.KEY) {
            token = WireToken.KEY;
        } else if (op == Op.END) {
            token = objects[depth - 1] ? WireToken.END_OBJECT : WireToken.END_LIST;
        } else {
            readValue(op);
        }
    }

    private void readValue(int op) {
        isEmpty = false;
        if (op >= Op.UNSCALED) {
            token = WireToken.DECIMAL;
            ref = BigDecimal.valueOf(cursor.signed(), op - Op.UNSCALED);
            return;
        }
        if (op >= Op.NUMTEXT && op <= Op.NUMTEXT + Op.MAX_SCALE) {
            setText(DecimalCode.text(cursor.signed(), op - Op.NUMTEXT));
            return;
        }
        if (op >= Op.DEC && op <= Op.DEC + Op.MAX_SCALE) {
            token = WireToken.FLOAT64;
            raw = DecimalCode.bits(cursor.signed(), op - Op.DEC);
            return;
        }
        switch (op) {
            case Op.NULL -> token = WireToken.NULL;
            case Op.EMPTY_OBJECT, Op.OBJECT -> {
                token = WireToken.BEGIN_OBJECT;
                isEmpty = op == Op.EMPTY_OBJECT;
            }
            case Op.EMPTY_LIST, Op.LIST -> {
                token = WireToken.BEGIN_LIST;
                isEmpty = op == Op.EMPTY_LIST;
            }
            case Op.FALSE, Op.TRUE -> {
                token = WireToken.BOOL;
                raw = op == Op.TRUE ? 1 : 0;
            }
            case Op.INT -> {
                token = WireToken.INT64;
                raw = cursor.signed();
            }
            case Op.F64 -> {
                token = WireToken.FLOAT64;
                raw = cursor.bits();
            }
            case Op.TEXT -> setText(cursor.text());
            case Op.TIME -> {
                TimeValue time = cursor.time(false);
                if (time.value() instanceof Temporal temporal) {
                    token = WireToken.TEMPORAL;
                    ref = temporal;
                } else {
                    setText((String) time.value());
                }
            }
            case Op.BYTES -> {
                int length = (int) cursor.varInt();
                token = WireToken.BYTES;
                ref = Arrays.copyOfRange(cursor.array(), cursor.position(), cursor.position() + length);
                cursor.skip(length);
            }
            case Op.DECIMAL -> readDecimal();
            default -> {
                String text = cursor.text();
                Temporal temporal = TemporalText.parseExact(text);
                token = temporal == null ? WireToken.TEXT : WireToken.TEMPORAL;
                ref = temporal == null ? text : temporal;
            }
        }
    }

    private void setText(String text) {
        token = WireToken.TEXT;
        ref = text;
    }

    private void readDecimal() {
        int scale = (int) cursor.signed();
        int length = (int) cursor.varInt();
        token = WireToken.DECIMAL;
        ref = new BigDecimal(new BigInteger(cursor.array(), cursor.position(), length), scale);
        cursor.skip(length);
    }
}
