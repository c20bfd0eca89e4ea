package io.deltawire.binary;

/** The type names that stand for a kind of value rather than for a class. */
final class TypeNames {
    /** The name given to a type literal ({@code BC}), as Chronicle Wire prints it. */
    static final String LITERAL = "type";

    /** In front of bytes it says nothing that the bytes do not. */
    static final String BYTES = "byte[]";

    static final String BIG_DECIMAL = "java.math.BigDecimal";
    static final String INSTANT = "java.time.Instant";
    static final String OFFSET_DATE_TIME = "java.time.OffsetDateTime";

    private TypeNames() {}

    /** Whether the name says that text is a date-time. */
    static boolean isTemporal(String name) {
        return name.equals(INSTANT) || name.equals(OFFSET_DATE_TIME);
    }

    /** Whether text behind the name is another kind of value. */
    static boolean reinterpretsText(String name) {
        return isTemporal(name) || name.equals(BIG_DECIMAL) || name.equals(LITERAL);
    }

    /** Whether the name says that an empty block is a map. */
    static boolean isMap(String name) {
        return name.equals("!omap") || name.equals("!map");
    }
}
