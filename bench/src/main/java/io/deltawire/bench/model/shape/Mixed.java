package io.deltawire.bench.model.shape;

import java.util.ArrayList;
import java.util.List;

/** Workload s/mixed: a list whose objects are of two classes. */
public class Mixed extends Orders {
    private static final long serialVersionUID = 1;

    private static final int ORDERS = 4;

    public List<RestingOrder> orders = new ArrayList<>();

    @Override
    void fill(int key) {
        orders.clear();
        for (int i = 0; i < ORDERS; i++) {
            orders.add((i & 1) == 0 ? limit(10_000 + key + i, 100L + key) : pegged(i, 200L + key));
        }
    }

    @Override
    void step(int random) {
        orders.get(below(ORDERS, random)).step(random);
    }
}
