package io.deltawire.bench;

import java.util.function.LongSupplier;

/**
 * Tells when a JVM has warmed up: for so many windows of time the compiler has ended no work, and the passes in each have
 * taken much the same time.
 */
final class Steadiness {
    private static final long WINDOW_NANOS = 25_000_000;
    private static final int WINDOWS = 8;
    private static final double MOST_DIFFERENCE = 1.10;

    private final long mostNanos;
    private final LongSupplier compileTime;
    private final double[] passNanos = new double[WINDOWS];
    private final long[] compiled = new long[WINDOWS];
    private int windows;
    private int passes;
    private boolean hasBegun;
    private long began;
    private long windowBegan;

    /**
     * Begins to watch at the end of the first pass.
     *
     * @param mostMillis after which it is enough, steady or not
     * @param compileTime what the compiler has needed until now
     */
    Steadiness(int mostMillis, LongSupplier compileTime) {
        this.mostNanos = mostMillis * 1_000_000L;
        this.compileTime = compileTime;
    }

    /** To be called after each pass, with the time that it is. */
    boolean isReachedAt(long now) {
        if (!hasBegun) {
            hasBegun = true;
            began = now;
            windowBegan = now;
            return false;
        }
        passes++;
        if (now - windowBegan >= WINDOW_NANOS) {
            int slot = windows % WINDOWS;
            passNanos[slot] = (double) (now - windowBegan) / passes;
            compiled[slot] = compileTime.getAsLong();
            windows++;
            passes = 0;
            windowBegan = now;
            if (windows >= WINDOWS && isSteady()) {
                return true;
            }
        }
        return now - began >= mostNanos;
    }

    /** Times differ little, but for one window, which something else on the machine may have taken time from. */
    private boolean isSteady() {
        double least = Double.MAX_VALUE;
        double most = 0;
        double second = 0;
        for (int i = 0; i < WINDOWS; i++) {
            if (compiled[i] != compiled[0]) {
                return false;
            }
            least = Math.min(least, passNanos[i]);
            second = passNanos[i] > most ? most : Math.max(second, passNanos[i]);
            most = Math.max(most, passNanos[i]);
        }
        return second <= MOST_DIFFERENCE * least;
    }
}
