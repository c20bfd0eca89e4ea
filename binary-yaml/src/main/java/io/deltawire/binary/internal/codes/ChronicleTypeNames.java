package io.deltawire.binary.internal.codes;

/** The type names that belong to the encoding of a value, rather than name a class. */
public final class ChronicleTypeNames {
    /** The type name that a type literal ({@code BC}) is read with, as Chronicle Wire prints it. */
    public static final String LITERAL = "type";

    /** Chronicle Wire writes it before some bytes. It says nothing that their code does not. */
    public static final String BYTES = "byte[]";

    public static final String BIG_DECIMAL = "java.math.BigDecimal";
    static final String INSTANT = "java.time.Instant";
    static final String OFFSET_DATE_TIME = "java.time.OffsetDateTime";

    private ChronicleTypeNames() {}

    /** Whether text after this type name is a date-time. */
    public static boolean isTemporal(String name) {
        return name.equals(INSTANT) || name.equals(OFFSET_DATE_TIME);
    }

    /** Whether text after this type name is another kind of value. */
    static boolean reinterpretsText(String name) {
        return isTemporal(name) || name.equals(BIG_DECIMAL) || name.equals(LITERAL);
    }

    /** Whether an empty block after this type name is a map. */
    public static boolean isMap(String name) {
        return name.equals("!omap") || name.equals("!map");
    }
}
