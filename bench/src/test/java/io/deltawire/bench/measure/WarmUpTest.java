package io.deltawire.bench.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

class WarmUpTest {
    private static final long MILLI = 1_000_000;

    private long now = 1;
    private long background;

    /**
     * Simulates passes until the warm-up is complete, and returns the milliseconds that they took.
     *
     * @param micros the length of a pass by its number
     * @param backgroundPercent the load of other threads
     */
    private long millisUntilWarm(BenchmarkWarmUp warmUp, LongUnaryOperator micros, long backgroundPercent) {
        long began = now;
        for (long pass = 0; !warmUp.recordPass(now); pass++) {
            long nanos = micros.applyAsLong(pass) * 1_000;
            now += nanos;
            background += nanos * backgroundPercent / 100;
        }
        return (now - began) / MILLI;
    }

    @Test
    void endsSoonWhenEveryPassTakesTheSame() {
        assertEquals(200, millisUntilWarm(new BenchmarkWarmUp(5_000, () -> background), pass -> 500, 0));
    }

    @Test
    void waitsForPassesToStopGettingFaster() {
        long millis = millisUntilWarm(
                new BenchmarkWarmUp(5_000, () -> background), pass -> Math.max(500, 3_000 - pass * 5), 0);
        assertTrue(millis > 900 && millis < 1_500, millis + " ms");
    }

    @Test
    void waitsWhileOtherThreadsAreBusy() {
        assertEquals(3_000, millisUntilWarm(new BenchmarkWarmUp(3_000, () -> background), pass -> 500, 90));
    }

    @Test
    void endsAtTheLimitIfTimesStayUnsteady() {
        long millis = millisUntilWarm(
                new BenchmarkWarmUp(2_000, () -> background), pass -> (pass / 60 & 1) == 0 ? 500 : 900, 0);
        assertTrue(millis >= 2_000 && millis < 2_050, millis + " ms");
    }
}
