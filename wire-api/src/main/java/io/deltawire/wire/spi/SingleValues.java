package io.deltawire.wire.spi;

/**
 * Tells fields whose values mostly come once, as the time of a message does: these take less to be made than to be looked for in vain
 * among those met before, and then kept. Not thread-safe.
 */
public final class SingleValues {
    /** How many fields are told apart, a power of two; those beyond share. */
    private static final int FIELDS = 256;

    /** Of the values of such a field, this many are passed over between two that are looked for: one less than a power of two. */
    private static final int PASSED = 31;

    /** When so many more of those looked for were known than new, all are looked for again. */
    private static final int KNOWN_AGAIN = 16;

    private static final int STEP = PASSED + 1;

    private final int mostNew;

    /**
     * For each field how many of its values were new, less those that were known, up to {@link #mostNew}. From there on the values that were
     * passed over since the last one that was looked for, and {@link #STEP} for each of those that was known, less those that were new.
     */
    private final short[] news = new short[FIELDS];

    /** For each field a bit that tells whether its {@link #news} is not zero; those beyond share. */
    private long some;

    /** @param mostNew when so many more values of a field were new than known, it is such a one; at most 2^14 */
    public SingleValues(int mostNew) {
        if (mostNew < 1 || mostNew > 1 << 14) {
            throw new IllegalArgumentException("expected 1 to 16384 but was " + mostNew);
        }
        this.mostNew = mostNew;
    }

    /**
     * Whether {@link #passes} and {@link #known} are to be asked and told of the next value of a field. Where not, only {@link #isNew} is to be
     * told. Fields that share a bit may be told less.
     */
    public boolean isAny(int field) {
        return (some & 1L << field) != 0;
    }

    /** Whether the next value of a field is not to be looked for; otherwise {@link #known} or {@link #isNew} is to follow. */
    public boolean passes(int field) {
        int place = field & FIELDS - 1;
        int since = news[place] - mostNew;
        if (since < 0 || (since & PASSED) == PASSED) {
            return false;
        }
        news[place]++;
        return true;
    }

    /** Notes that a value was among those met before. */
    public void known(int field) {
        int place = field & FIELDS - 1;
        int balance = news[place];
        if (balance >= mostNew) {
            int known = (balance - mostNew) / STEP + 1;
            news[place] = (short) (known < KNOWN_AGAIN ? mostNew + known * STEP : mostNew - 1);
        } else if (balance > 1) {
            news[place]--;
        } else {
            news[place] = 0;
            some &= ~(1L << field);
        }
    }

    /** Notes that it was not. */
    public void isNew(int field) {
        some |= 1L << field;
        int place = field & FIELDS - 1;
        int balance = news[place];
        if (balance >= mostNew) {
            int known = Math.max((balance - mostNew) / STEP - 1, 0);
            news[place] = (short) (mostNew + known * STEP);
        } else {
            news[place]++;
        }
    }
}
