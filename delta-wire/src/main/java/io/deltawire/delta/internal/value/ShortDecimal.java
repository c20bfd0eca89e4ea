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
}
