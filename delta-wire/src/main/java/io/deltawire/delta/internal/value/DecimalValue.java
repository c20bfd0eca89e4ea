package io.deltawire.delta.internal.value;

import io.deltawire.wire.WireLimits;
import java.math.BigDecimal;

/** Decimals by their unscaled value and scale, as far as both are short: docs/spec/delta.md, section 4.2. */
public final class DecimalValue {
    /** The largest unscaled value: 18 digits. */
    public static final long MAX = 999_999_999_999_999_999L;

    public static final int MAX_SCALE = 63;

    private static final int MAX_DIGITS = 18;

    private DecimalValue() {}

    /** Whether a decimal is short: else it is kept by its bytes. */
    public static boolean isShort(BigDecimal value) {
        int scale = value.scale();
        // A class of one's own may be anything, also another number the next time that it is asked.
        return scale >= 0
                && scale <= MAX_SCALE
                && value.precision() <= MAX_DIGITS
                && value.getClass() == BigDecimal.class;
    }

    /** The same of a wire with limits. */
    public static boolean isShort(BigDecimal value, WireLimits limits) {
        return isShort(value) && value.precision() <= limits.maxNumberChars();
    }

    /** An unscaled value at another scale, digits cut off; 0 where it has too many. */
    public static long rescale(long unscaled, int from, int to) {
        long result = unscaled;
        for (int scale = from; scale < to; scale++) {
            if (result == 0 || Math.abs(result) > MAX / 10) {
                return 0;
            }
            result *= 10;
        }
        for (int scale = from; scale > to && result != 0; scale--) {
            result /= 10;
        }
        return Math.abs(result) <= MAX ? result : 0;
    }
}
