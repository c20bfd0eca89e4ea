package io.deltawire.marshallable.internal.codec;

/**
 * Detects that the stack of a thread is nearly used up, before anything fails.
 *
 * <p>Nested objects cost stack, and a program cannot ask how much is left. A {@code StackOverflowError} in the middle
 * of a wire would leave it in an inconsistent state. At certain depths, and at a moment when the wire is consistent,
 * this class therefore probes the stack: it recurses a little deeper than the following levels need, and catches the
 * error there.
 */
public final class StackProbe {
    /**
     * The default depth limit of 100 must work with a stack of 256 KB. Interpreted code, which handles the first
     * messages of a program, needs 200 KB for it. That leaves no space for a probe, and below this depth none is
     * needed.
     */
    private static final int FIRST_PROBED_DEPTH = 101;

    private static final int PROBE_INTERVAL = 8;

    /**
     * Calls of {@link #useStack}: about 30 KB compiled and 60 KB interpreted. The levels up to the next probe need 8
     * KB.
     */
    private static final int PROBE_CALLS = 130;

    private static final long[] ZEROS = new long[32];

    private StackProbe() {}

    /** Returns whether too little stack is left to go on. Only some depths are probed; the others return false. */
    public static boolean isNearlyUsedUp(int depth) {
        if (depth < FIRST_PROBED_DEPTH || depth % PROBE_INTERVAL != 0) {
            return false;
        }
        try {
            return useStack(PROBE_CALLS, ZEROS) != 0;
        } catch (StackOverflowError e) {
            return true;
        }
    }

    /**
     * Recurses with large frames. Values that are loaded before the inner call and used after it must stay on the
     * stack, in compiled code too.
     */
    private static long useStack(int n, long[] zeros) {
        long a = zeros[(n + 1) & 31], b = zeros[(n + 2) & 31], c = zeros[(n + 3) & 31], d = zeros[(n + 4) & 31];
        long e = zeros[(n + 5) & 31], f = zeros[(n + 6) & 31], g = zeros[(n + 7) & 31], h = zeros[(n + 8) & 31];
        long i = zeros[(n + 9) & 31], j = zeros[(n + 10) & 31], k = zeros[(n + 11) & 31], l = zeros[(n + 12) & 31];
        long m = zeros[(n + 13) & 31], o = zeros[(n + 14) & 31], p = zeros[(n + 15) & 31], q = zeros[(n + 16) & 31];
        long r = zeros[(n + 17) & 31], s = zeros[(n + 18) & 31], t = zeros[(n + 19) & 31], u = zeros[(n + 20) & 31];
        long v = zeros[(n + 21) & 31], w = zeros[(n + 22) & 31], x = zeros[(n + 23) & 31];
        long inner = n == 0 ? 0 : useStack(n - 1, zeros);
        return inner | a | b | c | d | e | f | g | h | i | j | k | l | m | o | p | q | r | s | t | u | v | w | x;
    }
}
