package io.deltawire.bench.model.shape;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/** Workload s/legs: a list of objects that hold objects. */
public class Legs extends ObjectShape {
    private static final long serialVersionUID = 1;

    private static final int LEGS = 4;

    /** One leg of a spread. */
    public static class TradeLeg implements Serializable {
        private static final long serialVersionUID = 1;

        public String instrument;
        public double ratio;
        public Price price = new Price();
    }

    /** The prices of a leg. */
    public static class Price implements Serializable {
        private static final long serialVersionUID = 1;

        public double bid;
        public double ask;
    }

    public List<TradeLeg> legs = new ArrayList<>();

    @Override
    void fill(int key) {
        while (legs.size() < LEGS) {
            legs.add(new TradeLeg());
        }
        for (int i = 0; i < LEGS; i++) {
            TradeLeg leg = legs.get(i);
            leg.instrument = "LEG" + i;
            leg.ratio = 1 + i;
            leg.price.bid = (10_000 + key + i) / 100.0;
            leg.price.ask = (10_002 + key + i) / 100.0;
        }
    }

    @Override
    void step(int random) {
        Price price = legs.get(below(LEGS, random)).price;
        if ((random >>> 16 & 1) == 0) {
            price.bid = stepPrice(price.bid, random);
        } else {
            price.ask = stepPrice(price.ask, random);
        }
    }
}
