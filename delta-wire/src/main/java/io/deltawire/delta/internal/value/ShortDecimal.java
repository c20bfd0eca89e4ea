package io.deltawire.delta.internal.value;

import io.deltawire.wire.WireLimits;
import java.math.BigDecimal;

/**
 * The bounds of short decimals: a {@link BigDecimal} whose unscaled value and scale are small (docs/spec/delta.md,
 * section 4.2). Records hold the unscaled value of a short decimal as a number, so that differences are possible. Other
 * decimals are raw values.
 */
public final class ShortDecimal {
    /** The largest unscaled value: 18 digits. */
    public static final long MAX_UNSCALED = 999_999_999_999_999_999L;

    public static final int MAX_SCALE = 63;

    private static final int MAX_DIGITS = 18;

    private ShortDecimal() {}

    /** Whether a decimal is short. */
    public static boolean isShort(BigDecimal value) {
        int scale = value.scale();
        // A subclass may return another number each time that it is asked.
        return scale >= 0
                && scale <= MAX_SCALE
                && value.precision() <= MAX_DIGITS
                && value.getClass() == BigDecimal.class;
    }

    /** Whether a decimal is short, and has no more digits than the limits allow. */
    public static boolean isShort(BigDecimal value, WireLimits limits) {
        return isShort(value) && value.precision() <= limits.maxNumberChars();
    }

    /**
     * Returns an unscaled value at another scale. It drops digits that do not fit, and returns 0 if the result is too
     * large.
     */
    public static long rescale(long unscaled, int from, int to) {
        long result = unscaled;
        for (int scale = from; scale < to; scale++) {
            if (result == 0 || Math.abs(result) > MAX_UNSCALED / 10) {
                return 0;
            }
            result *= 10;
        }
        for (int scale = from; scale > to && result != 0; scale--) {
            result /= 10;
        }
        return Math.abs(result) <= MAX_UNSCALED ? result : 0;
    }
}
