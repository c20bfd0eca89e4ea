package io.deltawire.bench.measure;

import java.util.function.LongSupplier;

/**
 * Decides when a JVM has warmed up. The caller runs passes over the same work and reports the end of each one. Passes are counted in
 * windows of 25 ms; the JVM is warm when both of these hold for the last 8 windows:
 *
 * <ul>
 *   <li>other threads, which are mostly the compiler's, used little processor time;
 *   <li>the mean time of a pass differs little between the windows.
 * </ul>
 *
 * <p>The class keeps the figures of those 8 windows in ring buffers. The clock and the processor time come from the caller, so that tests
 * can simulate them.
 */
final class BenchmarkWarmUp {
    private static final long WINDOW_NANOS = 25_000_000;
    private static final int WINDOWS = 8;

    /** The slowest window may take this many times as long as the fastest. */
    private static final double MAX_RATIO = 1.10;

    /** The part of the time that other threads may use. Garbage collection needs some of it. */
    private static final double MAX_BACKGROUND = 0.15;

    private final long maxNanos;
    private final LongSupplier backgroundNanos;
    private final double[] passNanos = new double[WINDOWS];
    private final long[] windowEnds = new long[WINDOWS];
    private final long[] backgroundAtEnds = new long[WINDOWS];
    private int windows;
    private int passes;
    private boolean hasBegun;
    private long start;
    private long windowStart;

    /**
     * Starts at the end of the first pass.
     *
     * @param maxMillis the time after which the warm-up ends in any case
     * @param backgroundNanos returns the processor time that other threads have used so far
     */
    BenchmarkWarmUp(int maxMillis, LongSupplier backgroundNanos) {
        this.maxNanos = maxMillis * 1_000_000L;
        this.backgroundNanos = backgroundNanos;
    }

    /**
     * Records the end of a pass.
     *
     * @param now the time in nanoseconds
     * @return whether the warm-up is complete
     */
    boolean recordPass(long now) {
        if (!hasBegun) {
            hasBegun = true;
            start = now;
            windowStart = now;
            return false;
        }
        passes++;
        if (now - windowStart >= WINDOW_NANOS) {
            int slot = windows % WINDOWS;
            passNanos[slot] = (double) (now - windowStart) / passes;
            windowEnds[slot] = now;
            backgroundAtEnds[slot] = backgroundNanos.getAsLong();
            windows++;
            passes = 0;
            windowStart = now;
            if (windows >= WINDOWS && isQuiet(slot, windows % WINDOWS) && isSteady()) {
                return true;
            }
        }
        return now - start >= maxNanos;
    }

    private boolean isQuiet(int last, int first) {
        return backgroundAtEnds[last] - backgroundAtEnds[first]
                <= MAX_BACKGROUND * (windowEnds[last] - windowEnds[first]);
    }

    /** Compares the second slowest window with the fastest: other work on the machine may have disturbed one. */
    private boolean isSteady() {
        double least = Double.MAX_VALUE;
        double most = 0;
        double second = 0;
        for (double nanos : passNanos) {
            least = Math.min(least, nanos);
            second = nanos > most ? most : Math.max(second, nanos);
            most = Math.max(most, nanos);
        }
        return second <= MAX_RATIO * least;
    }
}
