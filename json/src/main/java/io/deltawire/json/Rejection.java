package io.deltawire.json;

import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.spi.Printable;
import io.deltawire.wire.spi.Utf8;

/** What the scanner gave up for: what it wanted, and where. Makes the error of it, should that be needed. */
final class Rejection {
    private final JsonScanner window;
    private String wanted;
    /** From the start of the message. */
    private int offset;

    Rejection(JsonScanner window) {
        this.window = window;
    }

    /** Notes what should be at an index of the window. */
    void note(String expected, int index) {
        wanted = expected;
        offset = index - window.in.position;
    }

    MalformedWireException error() {
        if (window.byteAt(offset) < 0) {
            return window.truncated(offset);
        }
        int index = window.in.position + offset;
        return window.malformed("expected " + wanted + " but was " + found(window.a, index, window.end), index);
    }

    private static String found(byte[] a, int index, int end) {
        int b = a[index] & 0xFF;
        if (b < 0x80) {
            return b < 0x20 || b == 0x7F ? String.format("U+%04X", b) : "'" + (char) b + "'";
        }
        for (int count = 2; count <= Math.min(4, end - index); count++) {
            if (Utf8.validate(a, index, index + count) == Utf8.VALID) {
                return "'" + Printable.escape(Utf8.decode(a, index, count)) + "'";
            }
        }
        return String.format("byte 0x%02X", b);
    }
}
