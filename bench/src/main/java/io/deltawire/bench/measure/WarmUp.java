package io.deltawire.bench.measure;

import java.util.function.LongSupplier;

/**
 * Tells when a JVM has warmed up: for so many windows of time the other threads (which are the compiler's) have done
 * little, and the passes in each window have taken much the same time.
 */
final class WarmUp {
    private static final long WINDOW_NANOS = 25_000_000;
    private static final int WINDOWS = 8;
    private static final double MOST_DIFFERENCE = 1.10;

    /** Of the time; garbage collection needs some. */
    private static final double MOST_BACKGROUND = 0.15;

    private final long mostNanos;
    private final LongSupplier background;
    private final double[] passNanos = new double[WINDOWS];
    private final long[] ends = new long[WINDOWS];
    private final long[] work = new long[WINDOWS];
    private int windows;
    private int passes;
    private boolean hasBegun;
    private long began;
    private long windowBegan;

    /**
     * Begins to watch at the end of the first pass.
     *
     * @param mostMillis after which it is enough, steady or not
     * @param background nanoseconds of processor time that other threads have used until now
     */
    WarmUp(int mostMillis, LongSupplier background) {
        this.mostNanos = mostMillis * 1_000_000L;
        this.background = background;
    }

    /** To be called after each pass, with the time that it is; true when it is enough. */
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
            ends[slot] = now;
            work[slot] = background.getAsLong();
            windows++;
            passes = 0;
            windowBegan = now;
            if (windows >= WINDOWS && isQuiet(slot, windows % WINDOWS) && isSteady()) {
                return true;
            }
        }
        return now - began >= mostNanos;
    }

    private boolean isQuiet(int last, int first) {
        return work[last] - work[first] <= MOST_BACKGROUND * (ends[last] - ends[first]);
    }

    /** Times differ little, but for one window, which something else on the machine may have taken time from. */
    private boolean isSteady() {
        double least = Double.MAX_VALUE;
        double most = 0;
        double second = 0;
        for (double nanos : passNanos) {
            least = Math.min(least, nanos);
            second = nanos > most ? most : Math.max(second, nanos);
            most = Math.max(most, nanos);
        }
        return second <= MOST_DIFFERENCE * least;
    }
}
