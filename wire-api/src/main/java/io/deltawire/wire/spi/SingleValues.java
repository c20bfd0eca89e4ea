package io.deltawire.wire.spi;

/**
 * Tells fields whose values mostly come once, as the time of a message does: these take less to be made than to be looked for in vain
 * among those met before, and then kept. Not thread-safe.
 */
public final class SingleValues {
    /** How many fields are told apart, a power of two; those beyond share. */
    private static final int FIELDS = 256;

    /** Of the values of such a field, this many are passed over between two that are looked for. */
    private static final int PASSED = 16;

    private final int mostNew;

    /**
     * For each field how many of its values were new, less those that were known: up to {@link #mostNew}, and from there on
     * the values that were passed over since the last one that was looked for.
     */
    private final short[] news = new short[FIELDS];

    /** @param mostNew when so many more values of a field were new than known, it is such a one; at most 2^14 */
    public SingleValues(int mostNew) {
        if (mostNew < 1 || mostNew > 1 << 14) {
            throw new IllegalArgumentException("expected 1 to 16384 but was " + mostNew);
        }
        this.mostNew = mostNew;
    }

    /** Whether the next value of a field is not to be looked for; otherwise {@link #known} or {@link #isNew} is to follow. */
    public boolean passes(int field) {
        int place = field & FIELDS - 1;
        int balance = news[place];
        if (balance < mostNew || balance == mostNew + PASSED) {
            return false;
        }
        news[place] = (short) (balance + 1);
        return true;
    }

    /** Notes that a value was among those met before. */
    public void known(int field) {
        int place = field & FIELDS - 1;
        int balance = news[place];
        if (balance > 0) {
            news[place] = (short) Math.max(Math.min(balance, mostNew) - 2, 0);
        }
    }

    /** Notes that it was not. */
    public void isNew(int field) {
        int place = field & FIELDS - 1;
        news[place] = (short) Math.min(news[place] + 1, mostNew);
    }
}
