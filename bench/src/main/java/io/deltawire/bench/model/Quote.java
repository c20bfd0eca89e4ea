package io.deltawire.bench.model;

import io.deltawire.marshallable.Key;
import java.time.Instant;

/**
 * The message of w5: the best prices of a market. A time changes with each update, and an enum and a flag are among the numbers.
 */
public class Quote extends Sample {
    private static final long serialVersionUID = 1;

    /** One in this many updates changes the status. */
    private static final int STATUS_INTERVAL = 64;

    /** The trading status of a market. */
    public enum Status {
        OPEN,
        HALTED,
        CLOSED
    }

    @Key
    public String symbol;

    public Instant time;
    public double bid;
    public double ask;
    public long bidSize;
    public long askSize;
    public Status status;
    public boolean isFirm;

    @Override
    public void begin(int key) {
        symbol = "SYM" + (1000 + key);
        restart(key);
    }

    @Override
    public void restart(int key) {
        time = Instant.ofEpochSecond(1_469_190_896L, 789_000_000L + key * 1_000L);
        bid = (10_000 + key) / 100.0;
        ask = (10_002 + key) / 100.0;
        bidSize = 100L + key;
        askSize = 200L + key;
        status = Status.OPEN;
        isFirm = true;
    }

    /** Changes the time and a price or size, and sometimes the status. */
    @Override
    public void change(int index, int random) {
        time = time.plusNanos(1_000_000L + (random & 0x3FFF) * 1_000L);
        int step = random >> 31 | 1;
        switch (random >>> 14 & 3) {
            case 0 -> bid = Math.rint(bid * 100 + step) / 100;
            case 1 -> ask = Math.rint(ask * 100 + step) / 100;
            case 2 -> bidSize += (random >>> 16 & 63) - 31;
            default -> askSize += (random >>> 16 & 63) - 31;
        }
        if ((random >>> 22 & STATUS_INTERVAL - 1) == 0) {
            status = status == Status.OPEN ? Status.HALTED : Status.OPEN;
            isFirm = !isFirm;
        }
    }

    @Override
    public Quote copy() {
        Quote copy = new Quote();
        copy.symbol = symbol;
        copy.time = time;
        copy.bid = bid;
        copy.ask = ask;
        copy.bidSize = bidSize;
        copy.askSize = askSize;
        copy.status = status;
        copy.isFirm = isFirm;
        return copy;
    }

    @Override
    public boolean sameAs(Sample other) {
        return other instanceof Quote o
                && symbol.equals(o.symbol)
                && time.equals(o.time)
                && bid == o.bid
                && ask == o.ask
                && bidSize == o.bidSize
                && askSize == o.askSize
                && status == o.status
                && isFirm == o.isFirm;
    }

    @Override
    public String toString() {
        return symbol + ' ' + time + ' ' + bid + ' ' + ask + ' ' + bidSize + ' ' + askSize + ' ' + status + ' '
                + isFirm;
    }
}
