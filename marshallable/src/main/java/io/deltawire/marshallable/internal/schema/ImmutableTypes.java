package io.deltawire.marshallable.internal.schema;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.MonthDay;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.Temporal;
import java.util.Currency;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;

/** The classes of the Java library whose values nobody can change. */
public final class ImmutableTypes {
    private static final Set<Class<?>> IMMUTABLE = Set.of(
            Boolean.class,
            Byte.class,
            Short.class,
            Integer.class,
            Long.class,
            Float.class,
            Double.class,
            Character.class,
            BigDecimal.class,
            BigInteger.class,
            OptionalInt.class,
            OptionalLong.class,
            Year.class,
            OffsetTime.class,
            YearMonth.class,
            MonthDay.class,
            Duration.class,
            Period.class,
            ZoneOffset.class,
            ZoneId.class,
            UUID.class,
            Currency.class,
            Locale.class,
            Class.class);

    private ImmutableTypes() {}

    /**
     * Whether nobody can change values of this class, and equal ones have the same tokens. ({@link URI} does not tell small letters
     * from capitals.)
     */
    public static boolean isImmutable(Class<?> type) {
        return IMMUTABLE.contains(type);
    }

    /**
     * Whether nobody can change values of this class, and equal ones are alike in all: not those of a {@link URI}, nor numbers that are
     * not, of which there are several.
     */
    static boolean isAllInEquals(Class<?> type) {
        return type == String.class
                || type.isEnum()
                || Temporal.class.isAssignableFrom(type)
                || IMMUTABLE.contains(type) && type != Double.class && type != Float.class;
    }

    /**
     * Whether an item or key just read may be left out, as the one that is there is no other: neither can have been changed since it was
     * put there, and where they are equal nothing else tells them apart.
     */
    public static boolean isSame(Object read, Object there) {
        return read == there || read != null && isAllInEquals(read.getClass()) && read.equals(there);
    }
}
