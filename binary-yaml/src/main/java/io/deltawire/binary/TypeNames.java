package io.deltawire.binary;

import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.spi.Printable;
import io.deltawire.wire.spi.Scalars;
import io.deltawire.wire.spi.TemporalText;
import java.time.DateTimeException;

/** The type names that stand for a kind of value rather than for a class. */
final class TypeNames {
    /** The name given to a type literal ({@code BC}), as Chronicle Wire prints it. */
    static final String LITERAL = "type";

    /** In front of bytes it says nothing that the bytes do not. */
    static final String BYTES = "byte[]";

    static final String BIG_DECIMAL = "java.math.BigDecimal";
    static final String INSTANT = "java.time.Instant";
    static final String OFFSET_DATE_TIME = "java.time.OffsetDateTime";

    static final NameCode LITERAL_CODE = NameCode.ofType(LITERAL);
    static final NameCode BIG_DECIMAL_CODE = NameCode.ofType(BIG_DECIMAL);
    static final NameCode INSTANT_CODE = NameCode.ofType(INSTANT);
    static final NameCode OFFSET_DATE_TIME_CODE = NameCode.ofType(OFFSET_DATE_TIME);

    private TypeNames() {}

    /** Whether the name says that text is a date-time. */
    static boolean isTemporal(String name) {
        return name.equals(INSTANT) || name.equals(OFFSET_DATE_TIME);
    }

    /** Whether text behind the name is another kind of value. */
    static boolean tellsText(String name) {
        return isTemporal(name) || name.equals(BIG_DECIMAL) || name.equals(LITERAL);
    }

    /**
     * Checks text that is to be written behind the name at {@code at}, as it is read: of a number, or of a date or time.
     *
     * @throws WireDataException where it is none
     */
    static void checkText(byte[] a, int at, int end, CharSequence text, WireLimits limits) {
        boolean isNumber = BIG_DECIMAL_CODE.isAt(a, at, end);
        try {
            if (!isNumber) {
                TemporalText.parse(text);
            } else if (text.length() <= limits.maxNumberChars()) {
                Scalars.parseDecimal(text);
            } else {
                throw new ArithmeticException(text.length() + " characters are too many");
            }
        } catch (ArithmeticException | DateTimeException e) {
            String wanted = isNumber
                    ? "a number of at most " + limits.maxNumberChars() + " characters behind the type name "
                            + BIG_DECIMAL
                    : "a date or time behind a type name of one";
            throw new WireDataException(
                    BinaryYamlFormat.NAME, "expected " + wanted + " but was text " + Printable.quote(text), null, e);
        }
    }

    /** Whether the name says that an empty block is a map. */
    static boolean isMap(String name) {
        return name.equals("!omap") || name.equals("!map");
    }
}
