package io.deltawire.wire.spi.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigInteger;
import org.junit.jupiter.api.Test;

class PowersOfTenTest {
    @Test
    void holdsTheFirst128BitsOfEveryPower() {
        for (int q = PowersOfTen.MIN; q <= PowersOfTen.MAX; q++) {
            BigInteger power = BigInteger.valueOf(5).pow(Math.abs(q));
            int bits = power.bitLength();
            BigInteger expected = q >= 0
                    ? power.shiftLeft(128).shiftRight(bits)
                    : BigInteger.ONE.shiftLeft(127 + bits).divide(power);
            assertEquals(128, expected.bitLength());
            assertEquals(expected.shiftRight(64).longValue(), PowersOfTen.high(q), "upper half of 10^" + q);
            assertEquals(expected.longValue(), PowersOfTen.low(q), "lower half of 10^" + q);
            // The addition of FloatFormatter to the last bit must not carry.
            assertEquals(false, (PowersOfTen.high(q) & 1) == 1 && PowersOfTen.low(q) >>> 2 == -1L >>> 2, "10^" + q);
        }
    }

    @Test
    void knowsTheBinaryMagnitudeOfEveryPower() {
        for (int q = PowersOfTen.MIN; q <= PowersOfTen.MAX; q++) {
            BigInteger power = BigInteger.TEN.pow(Math.abs(q));
            int expected = q >= 0 ? power.bitLength() - 1 : -power.bitLength();
            assertEquals(expected, PowersOfTen.floorLog2(q), "10^" + q);
        }
    }
}
