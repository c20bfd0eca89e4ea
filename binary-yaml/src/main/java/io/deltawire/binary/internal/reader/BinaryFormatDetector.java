package io.deltawire.binary.internal.reader;

import io.deltawire.binary.internal.codes.Codes;
import io.deltawire.binary.internal.codes.Codes.Role;
import io.deltawire.binary.internal.codes.DocumentHeader;
import io.deltawire.binary.internal.codes.LittleEndian;
import io.deltawire.wire.WireFormat.Match;
import io.deltawire.wire.WireLimits;

/** Recognises the format by the first bytes of the input, and tells documents with headers from a body without. */
public final class BinaryFormatDetector {
    private static final int MIN_ROLE_CODE = 0x80;
    private static final int MAX_STOP_BIT_BYTES = 10;

    private BinaryFormatDetector() {}

    public static Match match(byte[] bytes, int length) {
        if (isHeader(bytes, 0, length, WireLimits.DEFAULTS.maxMessageBytes())) {
            return length > 4 ? Match.LIKELY : Match.MAYBE;
        }
        return isUnframedBody(bytes, 0, length) ? Match.MAYBE : Match.NO;
    }

    /** Whether {@code at} may be a header, with a body that begins with a code that is in use since 2016. */
    static boolean isHeader(byte[] a, int at, int limit, int maxLength) {
        if (limit - at < 4) {
            return false;
        }
        int header = (int) LittleEndian.INT.get(a, at);
        int length = header & DocumentHeader.LENGTH_MASK;
        if (length == 0) {
            return header < 0; // not completed, or the end of the data
        }
        return length <= maxLength && (limit - at == 4 || isFirstCode(a[at + 4] & 0xFF));
    }

    private static boolean isFirstCode(int code) {
        return code >= MIN_ROLE_CODE && Codes.role(code) != Role.NONE;
    }

    /**
     * Whether {@code at} may be a body without a header: it begins with a printable name and a code, or with a block
     * that fills the input.
     */
    static boolean isUnframedBody(byte[] a, int at, int limit) {
        if (limit - at < 2) {
            return false;
        }
        int code = a[at] & 0xFF;
        int second = a[at + 1] & 0xFF;
        if (code > Codes.FIELD_NAME0 && code <= Codes.FIELD_NAME31) {
            return isName(a, at + 1, code - Codes.FIELD_NAME0, limit);
        }
        return switch (code) {
            case Codes.FIELD_NAME_ANY, Codes.EVENT_NAME, Codes.TYPE_PREFIX, Codes.COMMENT ->
                isName(a, at + 2, second, limit);
            case Codes.FIELD_ANCHOR -> isNumberedName(a, at + 1, limit);
            case Codes.FIELD_NUMBER -> limit - at > 2 && (a[at + 2] & 0xFF) == Codes.UPDATED_ALIAS;
            case Codes.BYTES_LENGTH32 -> limit - at > 4 && (int) LittleEndian.INT.get(a, at + 1) == limit - at - 5;
            default -> false;
        };
    }

    /** Whether {@code at} is a stop-bit number and a name. */
    private static boolean isNumberedName(byte[] a, int at, int limit) {
        int p = at;
        while (p < limit && p - at < MAX_STOP_BIT_BYTES && a[p] < 0) {
            p++;
        }
        return p + 1 < limit && a[p] >= 0 && isName(a, p + 2, a[p + 1], limit);
    }

    private static boolean isName(byte[] a, int from, int length, int limit) {
        if (length < 1 || length > 0x7F || length >= limit - from || !isFirstCode(a[from + length] & 0xFF)) {
            return false;
        }
        for (int i = from; i < from + length; i++) {
            if (a[i] >= 0 && a[i] < ' ' || a[i] == 0x7F) {
                return false;
            }
        }
        return true;
    }
}
