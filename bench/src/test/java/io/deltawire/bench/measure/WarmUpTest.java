package io.deltawire.bench.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class WarmUpTest {
    private static final long MILLI = 1_000_000;

    private long now = 1;
    private long background;

    /** Passes of so many microseconds until it is enough; returns the milliseconds that took. */
    private long until(WarmUp steadiness, java.util.function.LongUnaryOperator micros, long backgroundPercent) {
        long began = now;
        for (long pass = 0; !steadiness.isReachedAt(now); pass++) {
            long nanos = micros.applyAsLong(pass) * 1_000;
            now += nanos;
            background += nanos * backgroundPercent / 100;
        }
        return (now - began) / MILLI;
    }

    @Test
    void endsSoonWhenEveryPassTakesTheSame() {
        assertEquals(200, until(new WarmUp(5_000, () -> background), pass -> 500, 0));
    }

    @Test
    void waitsForPassesToStopGettingFaster() {
        long millis = until(new WarmUp(5_000, () -> background), pass -> Math.max(500, 3_000 - pass * 5), 0);
        assertTrue(millis > 900 && millis < 1_500, millis + " ms");
    }

    @Test
    void waitsWhileTheCompilerIsAtWork() {
        assertEquals(3_000, until(new WarmUp(3_000, () -> background), pass -> 500, 90));
    }

    @Test
    void endsWhenItHasBeenLongEnough() {
        long millis = until(new WarmUp(2_000, () -> background), pass -> (pass / 60 & 1) == 0 ? 500 : 900, 0);
        assertTrue(millis >= 2_000 && millis < 2_050, millis + " ms");
    }
}
