package io.deltawire.binary.internal.reader;

import io.deltawire.binary.internal.cache.DecodedTextCache;
import io.deltawire.binary.internal.codes.BinaryEncodedName;
import io.deltawire.binary.internal.codes.CodeScanner;
import io.deltawire.binary.internal.codes.Codes;
import io.deltawire.binary.internal.codes.Codes.Role;
import io.deltawire.binary.internal.codes.DecodingFault;
import io.deltawire.wire.spi.text.Utf8;

/**
 * Decodes the names that the reader does not decode by itself: all but the shortest names of entries, and type names.
 *
 * <p>It owns the limit on the length of names. It shares the scanner with the reader: after a name, the scanner's
 * position is the index after it.
 */
final class NameDecoder {
    private final CodeScanner scanner;
    private final ValueDecoder values;
    private final DecodedTextCache names;
    private final int maxBytes;

    NameDecoder(CodeScanner scanner, ValueDecoder values, DecodedTextCache names, int maxBytes) {
        this.scanner = scanner;
        this.values = values;
        this.names = names;
        this.maxBytes = maxBytes;
    }

    /** Decodes the name of the entry at {@code p}. */
    String name(byte[] a, int p, int end) {
        int code = a[p] & 0xFF;
        if (code == Codes.EVENT_NAME && end - p > 1 && a[p + 1] >= 0 && a[p + 1] <= end - p - 2) {
            int length = a[p + 1];
            if (length <= maxBytes) {
                scanner.setPosition(p + 2 + length);
                return names.get(a, p + 2, length);
            }
        }
        if (code == Codes.FIELD_NUMBER) {
            return BinaryEncodedName.nameOf(scanner.readStopBit(a, p + 1, end));
        }
        if (code == Codes.EVENT_OBJECT) {
            return textName(a, p, end);
        }
        if (Codes.role(code) != Role.ENTRY) {
            throw new DecodingFault(p, "expected the name of an entry but found " + Codes.describe(code));
        }
        int length = scanner.readLength(a, p + 1, end);
        if (length > maxBytes) {
            throw tooLong(p, length);
        }
        int from = scanner.position();
        scanner.setPosition(from + length);
        return names.get(a, from, length);
    }

    /** Decodes a name that is written as text. */
    private String textName(byte[] a, int p, int end) {
        int length = values.textLength(a, scanner.noiseEnd(a, p + 1, end), end, maxBytes);
        int from = scanner.position();
        scanner.setPosition(from + length);
        String name = values.text(a, from, length);
        if (length > maxBytes && Utf8.length(name) > maxBytes) {
            throw tooLong(p, length);
        }
        return name;
    }

    private DecodingFault tooLong(int at, int length) {
        return new DecodingFault(at, "expected a name of at most " + maxBytes + " bytes but was one of " + length);
    }

    /** Decodes the type name at {@code at}. */
    String typeName(byte[] a, int at, int end) {
        int length = scanner.readLength(a, at + 1, end);
        if (length > maxBytes) {
            throw new DecodingFault(at, "expected a type name of at most " + maxBytes + " bytes");
        }
        if (length == 0) {
            throw new DecodingFault(at, "expected a type name but it is empty");
        }
        int from = scanner.position();
        String name = values.text(a, from, length);
        scanner.setPosition(from + length);
        return name;
    }
}
