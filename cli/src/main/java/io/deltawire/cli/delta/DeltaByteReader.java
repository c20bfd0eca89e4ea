package io.deltawire.cli.delta;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;

/** Reads the primitives of docs/spec/delta.md, section 2, and finds where values end. */
final class DeltaByteReader {
    private static final int OBJECT = 0x10;
    private static final int LIST = 0x11;
    private static final int END = 0x1F;

    private byte[] array = {};
    private int position;

    /** The bytes violate the specification. */
    static final class Unexpected extends RuntimeException {
        private static final long serialVersionUID = 1;

        Unexpected(String message) {
            super(message, null, false, false);
        }
    }

    private enum Due {
        VALUE,
        ENTRY,
        ITEM
    }

    void set(byte[] bytes, int from) {
        array = bytes;
        position = from;
    }

    int position() {
        return position;
    }

    void moveTo(int index) {
        position = index;
    }

    /** The bytes from an index up to the position, in hexadecimal. */
    String hex(int from) {
        return HexFormat.of().formatHex(array, from, position);
    }

    int left() {
        return array.length - position;
    }

    int peek() {
        if (left() < 1) {
            throw new Unexpected("the bytes end");
        }
        return array[position] & 0xFF;
    }

    int u8() {
        int b = peek();
        position++;
        return b;
    }

    void skip(long count) {
        if (count < 0 || count > left()) {
            throw new Unexpected("expected " + count + " more bytes but there are " + left());
        }
        position += (int) count;
    }

    long varInt() {
        long value = 0;
        for (int shift = 0; shift < 70; shift += 7) {
            int b = u8();
            value |= (long) (b & 0x7F) << shift;
            if (b < 0x80) {
                return value;
            }
        }
        throw new Unexpected("expected a varint of at most 10 bytes");
    }

    long signed() {
        long value = varInt();
        return value >>> 1 ^ -(value & 1);
    }

    /** Reads a number that must be below a bound. */
    int index(int bound, String what) {
        long value = varInt();
        if (value < 0 || value >= bound) {
            throw new Unexpected("no " + what + " " + Long.toUnsignedString(value));
        }
        return (int) value;
    }

    String text() {
        long length = varInt();
        int from = position;
        skip(length);
        return new String(array, from, position - from, StandardCharsets.UTF_8);
    }

    /** Skips what follows the code of a date or time (section 6.3). */
    void time() {
        int kind = u8() & 7;
        if (kind == 4) {
            varInt();
        } else if (kind == 5) {
            text();
        }
        varInt();
    }

    /** Skips a plain value (section 6.1), without recursion, since values may be nested deeply. */
    void plain() {
        Deque<Due> due = new ArrayDeque<>();
        due.push(Due.VALUE);
        while (!due.isEmpty()) {
            Due next = due.pop();
            if (next == Due.VALUE) {
                value(due);
            } else if (peek() == END) {
                position++;
            } else {
                due.push(next);
                due.push(Due.VALUE);
                if (next == Due.ENTRY) {
                    entry(due);
                }
            }
        }
    }

    private void entry(Deque<Due> due) {
        int code = u8();
        if (code == 0x17 || code == 0x18) {
            text();
        } else if (code == 0x19) {
            due.push(Due.VALUE);
        } else {
            throw new Unexpected("no entry begins with 0x" + Integer.toHexString(code));
        }
    }

    private void value(Deque<Due> due) {
        int code = u8();
        switch (code) {
            case 0x01, 0x03, 0x04, 0x05, 0x06 -> {
                // the code is the value
            }
            case 0x07 -> varInt();
            case 0x08 -> skip(8);
            case 0x09, 0x15 -> text();
            case 0x0D -> time();
            case OBJECT -> due.push(Due.ENTRY);
            case LIST -> due.push(Due.ITEM);
            case 0x12 -> {
                text();
                due.push(Due.VALUE);
            }
            case 0x13 -> skip(varInt());
            case 0x14 -> {
                varInt();
                skip(varInt());
            }
            default -> {
                if (code < 0x20 || code > 0x7F) {
                    throw new Unexpected("no value begins with 0x" + Integer.toHexString(code));
                }
                varInt();
            }
        }
    }
}
