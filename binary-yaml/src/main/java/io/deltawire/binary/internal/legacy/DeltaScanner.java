package io.deltawire.binary.internal.legacy;

import io.deltawire.binary.internal.codes.CodeScanner;
import io.deltawire.binary.internal.codes.Codes;
import io.deltawire.binary.internal.codes.DecodingFault;

/** Finds where names and values of an old delta stream end: {@link CodeScanner}, with the delta codes added. */
final class DeltaScanner {
    private DeltaScanner() {}

    /** As {@link CodeScanner#nameEnd}, with the delta codes. */
    static int nameEnd(CodeScanner scanner, byte[] a, int at, int end) {
        if ((a[at] & 0xFF) != Codes.FIELD_ANCHOR) {
            return scanner.nameEnd(a, at, end);
        }
        scanner.readStopBit(a, at + 1, end);
        int length = scanner.readLength(a, scanner.position(), end);
        return scanner.position() + length;
    }

    /** As {@link CodeScanner#valueEnd}, with the delta codes. */
    static int valueEnd(CodeScanner scanner, byte[] a, int at, int end) {
        int p = scanner.noiseEnd(a, at, end);
        int code = p < end ? a[p] & 0xFF : -1;
        switch (code) {
            case Codes.ANCHOR, Codes.UPDATED_ALIAS -> {
                scanner.readStopBit(a, p + 1, end);
                if (code == Codes.ANCHOR) {
                    int length = scanner.readLength(a, scanner.position(), end);
                    scanner.setPosition(scanner.position() + length);
                }
                return scanner.valueEnd(a, scanner.position(), end);
            }
            case Codes.SET_LOW_INT8,
                    Codes.SET_LOW_INT16,
                    Codes.FLOAT_SET_LOW_0,
                    Codes.FLOAT_SET_LOW_2,
                    Codes.FLOAT_SET_LOW_4 -> {
                int after = p + 1 + Codes.size(code);
                if (after > end) {
                    throw DecodingFault.overrun(p, Codes.describe(code));
                }
                return after;
            }
            default -> {
                return scanner.valueEnd(a, at, end);
            }
        }
    }
}
