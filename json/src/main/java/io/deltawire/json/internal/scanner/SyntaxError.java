package io.deltawire.json.internal.scanner;

import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.spi.text.Printable;
import io.deltawire.wire.spi.text.Utf8;

/**
 * Remembers what the scanner expected, and where, when it gave up. The exception is made only if Jackson refuses the
 * message too, so that giving up costs no allocation.
 */
final class SyntaxError {
    private final JsonScanner scanner;
    private String wanted;
    /** From the start of the message. */
    private int offset;

    SyntaxError(JsonScanner scanner) {
        this.scanner = scanner;
    }

    void record(String expected, int index) {
        wanted = expected;
        offset = index - scanner.messageStart();
    }

    MalformedWireException toException() {
        if (scanner.byteAt(offset) < 0) {
            return scanner.truncated(offset);
        }
        int index = scanner.messageStart() + offset;
        return scanner.malformed(
                "expected " + wanted + " but was " + describe(scanner.array(), index, scanner.end()), index);
    }

    private static String describe(byte[] a, int index, int end) {
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
