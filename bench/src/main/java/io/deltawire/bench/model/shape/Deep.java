package io.deltawire.bench.model.shape;

import java.io.Serializable;

/** Workload s/deep: objects in objects, three levels deep. */
public class Deep extends ObjectShape {
    private static final long serialVersionUID = 1;

    /** A holding of an instrument. */
    public static class Position implements Serializable {
        private static final long serialVersionUID = 1;

        public long quantity;
        public String account;
        public Prices prices = new Prices();
    }

    /** The best prices of an instrument. */
    public static class Prices implements Serializable {
        private static final long serialVersionUID = 1;

        public double bid;
        public double ask;
        public Sizes sizes = new Sizes();
    }

    /** The quantities at the best prices. */
    public static class Sizes implements Serializable {
        private static final long serialVersionUID = 1;

        public long bid;
        public long ask;
    }

    public Position position = new Position();

    @Override
    void fill(int key) {
        position.quantity = 50L + key;
        position.account = "ACC" + key % 7;
        position.prices.bid = (10_000 + key) / 100.0;
        position.prices.ask = (10_002 + key) / 100.0;
        position.prices.sizes.bid = 100L + key;
        position.prices.sizes.ask = 200L + key;
    }

    @Override
    void step(int random) {
        Prices prices = position.prices;
        switch (random & 3) {
            case 0 -> prices.bid = stepPrice(prices.bid, random);
            case 1 -> prices.ask = stepPrice(prices.ask, random);
            case 2 -> prices.sizes.bid += (random >>> 2 & 63) - 31;
            default -> position.quantity += (random >>> 2 & 15) - 7;
        }
    }
}
