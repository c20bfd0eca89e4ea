package io.deltawire.bench.model.shape;

import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.Map;

/** A map of objects by name, of which one changes. */
public class Mapped extends Shape {
    private static final long serialVersionUID = 1;

    private static final String[] NAMES = {"cash", "margin", "pledged", "lent"};

    /** What is held, and of that what is free. */
    public static class Balance implements Serializable {
        private static final long serialVersionUID = 1;

        public double amount;
        public double free;
        public long moves;
    }

    public Map<String, Balance> balances = new LinkedHashMap<>();

    @Override
    void fill(int key) {
        for (String name : NAMES) {
            Balance balance = balances.computeIfAbsent(name, n -> new Balance());
            balance.amount = (10_000 + key) / 100.0;
            balance.free = (5_000 + key) / 100.0;
            balance.moves = 0;
        }
    }

    @Override
    void step(int random) {
        Balance balance = balances.get(NAMES[below(NAMES.length, random)]);
        balance.amount = stepped(balance.amount, random);
        balance.moves++;
    }
}
