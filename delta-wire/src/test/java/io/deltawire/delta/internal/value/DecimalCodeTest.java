package io.deltawire.delta.internal.value;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class DecimalCodeTest {
    private static final double[] ODD = {
        0.0,
        -0.0,
        Double.NaN,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY,
        Double.MIN_VALUE,
        Double.MAX_VALUE,
        0.5,
        -0.5,
        1.5,
        2.5,
        0x1p51 - 1,
        -0x1p51 + 1,
        0x1p51 - 0.5,
        0x1p51,
        -0x1p51,
        -0x1p51 - 1,
        0x1p52 - 1,
        0x1p52,
        -0x1p52,
        0x1p53 - 1,
        0x1p53,
        -0x1p53,
        0x1p63,
        -0x1p63
    };

    @Test
    void mantissasOfSpecialDoublesMatchTheDefinition() {
        for (double odd : ODD) {
            for (int scale = 0; scale <= Op.MAX_SCALE; scale++) {
                check(odd, scale);
                check(odd / Math.pow(10, scale), scale);
                check(Math.nextUp(odd), scale);
                check(Math.nextDown(odd), scale);
            }
        }
    }

    @Test
    void mantissasOfRandomDoublesMatchTheDefinition() {
        SplittableRandom random = new SplittableRandom(21);
        for (int i = 0; i < 400_000; i++) {
            int scale = random.nextInt(Op.MAX_SCALE + 1);
            check(Double.longBitsToDouble(random.nextLong()), scale);
            double decimal = (random.nextLong() >> random.nextInt(64)) / Math.pow(10, random.nextInt(Op.MAX_SCALE + 1));
            check(decimal, scale);
            check(Math.nextUp(decimal), scale);
        }
    }

    private static void check(double value, int scale) {
        assertEquals(defined(value, scale), DecimalCode.mantissa(value, scale), () -> value + " at " + scale);
    }

    /** The definition in the class comment: rounded, below 2^53, and the same double bit for bit by one division. */
    private static long defined(double value, int scale) {
        double power = Double.parseDouble("1e" + scale);
        long mantissa = (long) Math.rint(value * power);
        boolean isHeld = mantissa > -DecimalCode.MAX_MANTISSA && mantissa < DecimalCode.MAX_MANTISSA;
        return isHeld && Double.doubleToRawLongBits(mantissa / power) == Double.doubleToRawLongBits(value)
                ? mantissa
                : DecimalCode.NONE;
    }
}
