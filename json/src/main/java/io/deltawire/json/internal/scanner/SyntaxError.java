package io.deltawire.json.internal.scanner;

import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.spi.text.Printable;
import io.deltawire.wire.spi.text.Utf8;

/** Makes the error that the input is not JSON, with what was expected and what was found. */
final class SyntaxError {
    private SyntaxError() {}

    /** Returns the error for an index of the scanner's window. Its end stands for the end of the input. */
    static MalformedWireException create(JsonScanner scanner, String expected, int index) {
        int offset = index - scanner.messageStart();
        if (index >= scanner.end()) {
            return scanner.truncated(offset);
        }
        // The window may hold only the first bytes of a character.
        for (int i = 1, length = sequenceLength(scanner.byteAt(offset)); i < length; i++) {
            if (scanner.byteAt(offset + i) < 0) {
                break;
            }
        }
        int found = scanner.messageStart() + offset;
        return scanner.malformed(
                "expected " + expected + " but was " + describe(scanner.array(), found, scanner.end()), found);
    }

    /** Returns how many bytes a character has that starts with a byte; 1 if none does. */
    private static int sequenceLength(int first) {
        return first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF8 ? 4 : 1;
    }

    private static String describe(byte[] a, int index, int end) {
        int b = a[index] & 0xFF;
        if (b < 0x80) {
            return b < 0x20 || b == 0x7F ? String.format("U+%04X", b) : "'" + (char) b + "'";
        }
        int length = sequenceLength(b);
        return length > 1 && index + length <= end && Utf8.validate(a, index, index + length) == Utf8.VALID
                ? "'" + Printable.escape(Utf8.decode(a, index, length)) + "'"
                : String.format("byte 0x%02X", b);
    }
}
