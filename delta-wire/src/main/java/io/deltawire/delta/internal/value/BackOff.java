package io.deltawire.delta.internal.value;

/**
 * Exponential back-off: after six failures in a row, the attempts that follow each further failure are skipped, first 2
 * and at the most 64 of them. A success ends that.
 */
public final class BackOff {
    private static final int FREE_FAILURES = 6;
    private static final int MAX_FAILURES = 12;

    private int failures;
    private int attemptsToSkip;

    /** Whether the next attempt will be skipped. */
    public boolean isSkipping() {
        return attemptsToSkip > 0;
    }

    /** Returns whether to skip the attempt that is due, and counts it as skipped in that case. */
    public boolean skipAttempt() {
        return attemptsToSkip > 0 && attemptsToSkip-- > 0;
    }

    /** Records the outcome of an attempt. */
    public void recordAttempt(boolean wasOfUse) {
        failures = wasOfUse ? 0 : Math.min(failures + 1, MAX_FAILURES);
        attemptsToSkip = failures > FREE_FAILURES ? 1 << failures - FREE_FAILURES : 0;
    }

    /** Forgets all failures. */
    public void reset() {
        failures = 0;
        attemptsToSkip = 0;
    }
}
