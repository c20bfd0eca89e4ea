package io.deltawire.bench.model.shape;

import java.io.Serializable;

/** Workload s/nullable: a field that is an object or null. Half of the updates turn one into the other. */
public class Nullable extends ObjectShape {
    private static final long serialVersionUID = 1;

    /** A trade that has just happened. */
    public static class Deal implements Serializable {
        private static final long serialVersionUID = 1;

        public double price;
        public long size;
    }

    public Deal deal;
    public long volume;

    private transient Deal spare;

    @Override
    void fill(int key) {
        spare = new Deal();
        spare.price = (10_000 + key) / 100.0;
        spare.size = 100L + key;
        deal = null;
        volume = key;
    }

    @Override
    void step(int random) {
        if ((random & 1) == 0) {
            deal = deal == null ? spare : null;
        }
        spare.price = stepPrice(spare.price, random);
        spare.size += (random >>> 2 & 63) - 31;
        volume += random >>> 8 & 127;
    }
}
