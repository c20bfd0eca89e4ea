package io.deltawire.delta.internal.value;

/** How often something is left out that was tried in vain several times in turn: up to 64 times after each try. */
public final class BackOff {
    private static final int FREE_TRIES = 6;
    private static final int MOST_IN_VAIN = 12;

    private int inVain;
    private int toSkip;

    /** Whether it is to be left out with the next message. */
    public boolean isSkipping() {
        return toSkip > 0;
    }

    /** Counts a try that comes now; true where it is to be left out. */
    public boolean skipOnce() {
        return toSkip > 0 && toSkip-- > 0;
    }

    /** Takes note of whether it was of use. */
    public void tried(boolean wasOfUse) {
        inVain = wasOfUse ? 0 : Math.min(inVain + 1, MOST_IN_VAIN);
        toSkip = inVain > FREE_TRIES ? 1 << inVain - FREE_TRIES : 0;
    }

    /** Forgets what was tried. */
    public void reset() {
        inVain = 0;
        toSkip = 0;
    }
}
