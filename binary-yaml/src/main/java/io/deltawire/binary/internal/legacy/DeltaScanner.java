package io.deltawire.binary.internal.legacy;

import io.deltawire.binary.internal.codes.CodeScanner;
import io.deltawire.binary.internal.codes.Codes;
import io.deltawire.binary.internal.codes.DecodingFault;

/** Finds where things end in a message of an old delta stream. */
final class DeltaScanner {
    private DeltaScanner() {}

    /** As {@link CodeScanner#name}, for the codes of a delta stream too. */
    static int name(CodeScanner scan, byte[] a, int at, int end) {
        if ((a[at] & 0xFF) != Codes.FIELD_ANCHOR) {
            return scan.name(a, at, end);
        }
        scan.stopBit(a, at + 1, end);
        int length = scan.length(a, scan.position(), end);
        return scan.position() + length;
    }

    /** As {@link CodeScanner#value}, for the codes of a delta stream too. */
    static int value(CodeScanner scan, byte[] a, int at, int end) {
        int p = scan.noise(a, at, end);
        int code = p < end ? a[p] & 0xFF : -1;
        switch (code) {
            case Codes.ANCHOR, Codes.UPDATED_ALIAS -> {
                scan.stopBit(a, p + 1, end);
                if (code == Codes.ANCHOR) {
                    int length = scan.length(a, scan.position(), end);
                    scan.setPosition(scan.position() + length);
                }
                return scan.value(a, scan.position(), end);
            }
            case Codes.SET_LOW_INT8,
                    Codes.SET_LOW_INT16,
                    Codes.FLOAT_SET_LOW_0,
                    Codes.FLOAT_SET_LOW_2,
                    Codes.FLOAT_SET_LOW_4 -> {
                int after = p + 1 + Codes.size(code);
                if (after > end) {
                    throw DecodingFault.overrun(p, Codes.shown(code));
                }
                return after;
            }
            default -> {
                return scan.value(a, at, end);
            }
        }
    }
}
