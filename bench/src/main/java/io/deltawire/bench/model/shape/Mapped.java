package io.deltawire.bench.model.shape;

import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.Map;

/** Workload s/mapped: a map of objects by name. An update changes one of them. */
public class Mapped extends ObjectShape {
    private static final long serialVersionUID = 1;

    private static final String[] NAMES = {"cash", "margin", "pledged", "lent"};

    /** An amount, and the part of it that is free. */
    public static class Holding implements Serializable {
        private static final long serialVersionUID = 1;

        public double amount;
        public double free;
        public long moves;
    }

    public Map<String, Holding> holdings = new LinkedHashMap<>();

    @Override
    void fill(int key) {
        for (String name : NAMES) {
            Holding holding = holdings.computeIfAbsent(name, n -> new Holding());
            holding.amount = (10_000 + key) / 100.0;
            holding.free = (5_000 + key) / 100.0;
            holding.moves = 0;
        }
    }

    @Override
    void step(int random) {
        Holding holding = holdings.get(NAMES[below(NAMES.length, random)]);
        holding.amount = stepPrice(holding.amount, random);
        holding.moves++;
    }
}
