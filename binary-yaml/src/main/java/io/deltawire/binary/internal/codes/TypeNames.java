package io.deltawire.binary.internal.codes;

/** The type names that stand for a kind of value rather than for a class. */
public final class TypeNames {
    /** The name given to a type literal ({@code BC}), as Chronicle Wire prints it. */
    public static final String LITERAL = "type";

    /** In front of bytes it says nothing that the bytes do not. */
    public static final String BYTES = "byte[]";

    public static final String BIG_DECIMAL = "java.math.BigDecimal";
    static final String INSTANT = "java.time.Instant";
    static final String OFFSET_DATE_TIME = "java.time.OffsetDateTime";

    private TypeNames() {}

    /** Whether the name says that text is a date-time. */
    public static boolean isTemporal(String name) {
        return name.equals(INSTANT) || name.equals(OFFSET_DATE_TIME);
    }

    /** Whether text behind the name is another kind of value. */
    static boolean reinterpretsText(String name) {
        return isTemporal(name) || name.equals(BIG_DECIMAL) || name.equals(LITERAL);
    }

    /** Whether the name says that an empty block is a map. */
    public static boolean isMap(String name) {
        return name.equals("!omap") || name.equals("!map");
    }
}
