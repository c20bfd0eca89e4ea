package io.deltawire.bench.model.shape;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** Workload s/decimals: a list of decimals. An update changes one of them. */
public class Decimals extends ObjectShape {
    private static final long serialVersionUID = 1;

    private static final int COUNT = 4;

    public List<BigDecimal> balances = new ArrayList<>();

    @Override
    void fill(int key) {
        balances.clear();
        for (int i = 0; i < COUNT; i++) {
            balances.add(BigDecimal.valueOf(100_000L * (1 + i) + key, 2));
        }
    }

    @Override
    void step(int random) {
        int index = below(COUNT, random);
        balances.set(index, balances.get(index).add(BigDecimal.valueOf((random >>> 16 & 255) - 127, 2)));
    }
}
