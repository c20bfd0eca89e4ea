package io.deltawire.wire.testing;

/**
 * How many random cases the tests try. The numbers in the tests suit every build; {@code -Deffort=10} tries ten times as
 * many.
 */
public final class Effort {
    private static final int FACTOR = Math.max(1, Integer.getInteger("effort", 1));

    private Effort() {}

    /** Returns the number of cases to try where a build tries a given number. */
    public static int times(int cases) {
        return Math.multiplyExact(cases, FACTOR);
    }

    /** Returns the step from one case to the next where a build takes a given step. */
    public static int step(int usual) {
        return Math.max(1, usual / FACTOR);
    }

    /** The option that gives another JVM the same effort. */
    public static String option() {
        return "-Deffort=" + FACTOR;
    }
}
