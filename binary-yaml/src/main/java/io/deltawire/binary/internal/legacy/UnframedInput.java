package io.deltawire.binary.internal.legacy;

import io.deltawire.binary.internal.codes.CodeScanner;
import io.deltawire.binary.internal.codes.Codes;
import io.deltawire.binary.internal.codes.Codes.Role;
import java.util.HashSet;
import java.util.Set;

/**
 * Finds the end of a message in input without headers.
 *
 * <p>The rules are those of the specification, section 3: a value is a message. Entries are one message, up to the
 * next event or value.
 */
public final class UnframedInput {
    private UnframedInput() {}

    /**
     * Returns the end of the message at {@code at}: after one value, or before the first event or value that follows
     * entries. An event is {@code B9}, {@code 87}, or {@code BA} with a number that {@code 87} has given to a name.
     */
    public static int messageEnd(CodeScanner scanner, byte[] a, int at, int end, DeltaRewriter delta) {
        int p = at;
        boolean first = true;
        Set<Long> anchored = new HashSet<>();
        while (p < end) {
            int code = a[p] & 0xFF;
            if (Codes.role(code) != Role.ENTRY && code != Codes.FIELD_ANCHOR) {
                return first ? DeltaScanner.valueEnd(scanner, a, p, end) : p;
            }
            boolean event = code == Codes.EVENT_NAME || code == Codes.FIELD_ANCHOR;
            if (event && !first) {
                return p; // even if the event itself is cut off
            }
            if (code == Codes.FIELD_NUMBER || code == Codes.FIELD_ANCHOR) {
                long id = scanner.readStopBit(a, p + 1, end);
                event |= delta.isNumberedName(id) || anchored.contains(id);
                if (first && event) {
                    anchored.add(id);
                }
                if (event && !first) {
                    return p;
                }
            }
            p = DeltaScanner.nameEnd(scanner, a, p, end);
            p = DeltaScanner.valueEnd(scanner, a, p, end);
            p = scanner.noiseEnd(a, p, end);
            first = false;
        }
        return end;
    }
}
