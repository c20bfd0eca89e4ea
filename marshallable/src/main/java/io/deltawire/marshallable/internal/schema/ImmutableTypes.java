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

/** Lists the scalar classes of the Java library whose values are immutable, so that instances can be shared. */
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
     * Returns whether values of this class are immutable and equal ones have the same tokens. {@link URI} is not in the
     * set, because its equality ignores case in some parts.
     */
    public static boolean isImmutable(Class<?> type) {
        return IMMUTABLE.contains(type);
    }

    /**
     * Returns whether values of this class are immutable and equal ones cannot be told apart. Floating-point numbers
     * are excluded, because a NaN equals others with different bits.
     */
    private static boolean isFullyCompared(Class<?> type) {
        return type == String.class
                || type.isEnum()
                || Temporal.class.isAssignableFrom(type)
                || IMMUTABLE.contains(type) && type != Double.class && type != Float.class;
    }

    /**
     * Returns whether a former item or key can stand for one that was just read: both are the same object, or both are
     * immutable, equal and indistinguishable.
     */
    public static boolean isInterchangeable(Object read, Object former) {
        return read == former || read != null && isFullyCompared(read.getClass()) && read.equals(former);
    }
}
