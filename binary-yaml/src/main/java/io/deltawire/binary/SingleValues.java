package io.deltawire.binary;

/**
 * Tells fields whose values mostly come once, as the time of a message does: these take less to be made than to be looked for in vain
 * among those met before, and then kept.
 */
final class SingleValues {
    /** How many fields are told apart; a power of two. */
    private static final int FIELDS = 256;

    /**
     * When so many more values of a field were new than known, it is such a one: as many as a cache can keep, twice, since it keeps what
     * comes again.
     */
    private static final int MOST_NEW = 1 << 14;

    /** Of the values of such a field, one of so many is looked for; a power of two. */
    private static final int SAMPLE = 16;

    private final int[] news = new int[FIELDS];
    private int passed;

    /** Whether the next value of a field is not to be looked for. */
    boolean passes(int field) {
        return news[field & FIELDS - 1] == MOST_NEW && (++passed & SAMPLE - 1) != 0;
    }

    /** Notes that a value was among those met before. */
    void known(int field) {
        int place = field & FIELDS - 1;
        if (news[place] != 0) {
            news[place] = Math.max(0, news[place] - 2);
        }
    }

    /** Notes that it was not. */
    void isNew(int field) {
        int place = field & FIELDS - 1;
        news[place] = Math.min(MOST_NEW, news[place] + 1);
    }
}
