package io.deltawire.bench.model.shape;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/** Workload s/growing: a list of objects. Half of the updates add or remove the last one. */
public class Growing extends ObjectShape {
    private static final long serialVersionUID = 1;

    private static final int MIN_SIZE = 2;
    private static final int MAX_SIZE = 6;

    /** A price, and the quantity that is bid at it. */
    public static class GrowingLevel implements Serializable {
        private static final long serialVersionUID = 1;

        public double price;
        public long size;
    }

    public List<GrowingLevel> levels = new ArrayList<>();

    private transient GrowingLevel[] all;

    @Override
    void fill(int key) {
        all = new GrowingLevel[MAX_SIZE];
        levels.clear();
        for (int i = 0; i < MAX_SIZE; i++) {
            all[i] = new GrowingLevel();
            all[i].price = (10_000 + key - i) / 100.0;
            all[i].size = 100L + key;
        }
        for (int i = 0; i < MIN_SIZE; i++) {
            levels.add(all[i]);
        }
    }

    @Override
    void step(int random) {
        int size = levels.size();
        if ((random & 1) == 0) {
            all[below(size, random >>> 2)].size += (random >>> 20 & 63) - 31;
        } else if (size > MIN_SIZE && (size == MAX_SIZE || (random & 2) == 0)) {
            levels.remove(size - 1);
        } else {
            levels.add(all[size]);
        }
    }
}
