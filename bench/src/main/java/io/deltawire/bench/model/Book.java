package io.deltawire.bench.model;

import io.deltawire.marshallable.Key;
import java.io.Serializable;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/**
 * The message of w6: the best levels of an order book. It has two lists of objects, a boxed number and a decimal; each update changes one
 * level.
 */
public class Book extends Sample {
    private static final long serialVersionUID = 1;

    private static final int LEVELS = 5;

    /** One in this many updates is a trade. */
    private static final int TRADE_INTERVAL = 8;

    /** A price, and the quantity that is bid or offered at it. */
    public static class Level implements Serializable {
        private static final long serialVersionUID = 1;

        public double price;
        public long size;

        private Level copy() {
            Level copy = new Level();
            copy.price = price;
            copy.size = size;
            return copy;
        }

        private boolean isLike(Level other) {
            return price == other.price && size == other.size;
        }
    }

    @Key
    public String symbol;

    public long sequence;
    public Double last;
    public BigDecimal turnover;
    public List<Level> bids = new ArrayList<>();
    public List<Level> asks = new ArrayList<>();

    @Override
    public void begin(int key) {
        symbol = "SYM" + (1000 + key);
        for (int i = bids.size(); i < LEVELS; i++) {
            bids.add(new Level());
            asks.add(new Level());
        }
        restart(key);
    }

    @Override
    public void restart(int key) {
        sequence = 1_000L * key;
        last = null;
        turnover = BigDecimal.valueOf(100_000L + key, 2);
        for (int i = 0; i < LEVELS; i++) {
            set(bids.get(i), 10_000 + key - i, 100L + key);
            set(asks.get(i), 10_001 + key + i, 200L + key);
        }
    }

    private static void set(Level level, int cents, long size) {
        level.price = cents / 100.0;
        level.size = size;
    }

    /** Changes the sequence and the size or price of a level, and sometimes adds a trade. */
    @Override
    public void change(int index, int random) {
        sequence++;
        List<Level> side = (random & 1) == 0 ? bids : asks;
        Level level = side.get((random >>> 1 & 0xFFFF) * LEVELS >>> 16);
        if ((random >>> 17 & 3) == 0) {
            int step = random >> 31 | 1;
            level.price = Math.rint(level.price * 100 + step) / 100;
        } else {
            level.size += (random >>> 19 & 63) - 31;
        }
        if (index % TRADE_INTERVAL == 0) {
            last = level.price;
            turnover = turnover.add(BigDecimal.valueOf(random >>> 25, 2));
        }
    }

    @Override
    public Book copy() {
        Book copy = new Book();
        copy.symbol = symbol;
        copy.sequence = sequence;
        copy.last = last;
        copy.turnover = turnover;
        bids.forEach(level -> copy.bids.add(level.copy()));
        asks.forEach(level -> copy.asks.add(level.copy()));
        return copy;
    }

    @Override
    public boolean sameAs(Sample other) {
        return other instanceof Book o
                && symbol.equals(o.symbol)
                && sequence == o.sequence
                && (last == null ? o.last == null : last.equals(o.last))
                && turnover.compareTo(o.turnover) == 0 // not every library keeps the scale
                && areLike(bids, o.bids)
                && areLike(asks, o.asks);
    }

    private static boolean areLike(List<Level> some, List<Level> others) {
        if (some.size() != others.size()) {
            return false;
        }
        for (int i = 0; i < some.size(); i++) {
            if (!some.get(i).isLike(others.get(i))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public String toString() {
        StringBuilder levels = new StringBuilder();
        bids.forEach(level -> levels.append(' ').append(level.price).append('x').append(level.size));
        asks.forEach(level -> levels.append(' ').append(level.price).append('x').append(level.size));
        return symbol + ' ' + sequence + ' ' + last + ' ' + turnover + levels;
    }
}
