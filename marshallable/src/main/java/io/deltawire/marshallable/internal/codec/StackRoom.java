package io.deltawire.marshallable.internal.codec;

/**
 * Finds out in time that a thread's stack is nearly used up. Objects inside one another cost stack, and how much a thread
 * has is known to nobody; a {@code StackOverflowError} somewhere inside a wire would leave it half changed. So where
 * objects are deep, and nothing is half done, a little more stack than the next steps need is tried out first.
 */
public final class StackRoom {
    /**
     * The default limit of depth, 100, has to work with 256 KB of stack. Interpreted, as a program's first messages are, that
     * takes 200 KB, so there is no room for a trial, and no need for one.
     */
    private static final int FIRST_TRIAL = 101;

    private static final int TRIAL_EVERY = 8;

    /** Calls of {@link #use}: about 30 KB compiled and 60 KB interpreted; the steps up to the next trial need 8 KB. */
    private static final int CALLS = 130;

    private static final long[] HELD = new long[32];

    private StackRoom() {}

    /** Whether there is too little stack left to go on. */
    public static boolean isShort(int depth) {
        if (depth < FIRST_TRIAL || depth % TRIAL_EVERY != 0) {
            return false;
        }
        try {
            return use(CALLS, HELD) != 0;
        } catch (StackOverflowError e) {
            return true;
        }
    }

    /** What is read before the inner call and needed after it has to be kept on the stack, in compiled code too. */
    private static long use(int n, long[] held) {
        long a = held[(n + 1) & 31], b = held[(n + 2) & 31], c = held[(n + 3) & 31], d = held[(n + 4) & 31];
        long e = held[(n + 5) & 31], f = held[(n + 6) & 31], g = held[(n + 7) & 31], h = held[(n + 8) & 31];
        long i = held[(n + 9) & 31], j = held[(n + 10) & 31], k = held[(n + 11) & 31], l = held[(n + 12) & 31];
        long m = held[(n + 13) & 31], o = held[(n + 14) & 31], p = held[(n + 15) & 31], q = held[(n + 16) & 31];
        long r = held[(n + 17) & 31], s = held[(n + 18) & 31], t = held[(n + 19) & 31], u = held[(n + 20) & 31];
        long v = held[(n + 21) & 31], w = held[(n + 22) & 31], x = held[(n + 23) & 31];
        long inner = n == 0 ? 0 : use(n - 1, held);
        return inner | a | b | c | d | e | f | g | h | i | j | k | l | m | o | p | q | r | s | t | u | v | w | x;
    }
}
