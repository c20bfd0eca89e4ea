package io.deltawire.bench.model.shape;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Workload s/constants: enum constants in a set and in a list, and as keys of a map. */
public class Constants extends ObjectShape {
    private static final long serialVersionUID = 1;

    /** A market. */
    public enum Venue {
        LONDON,
        PARIS,
        TOKYO,
        SYDNEY
    }

    private static final Venue[] VENUES = Venue.values();

    public Set<Venue> open = EnumSet.noneOf(Venue.class);
    public List<Venue> route = new ArrayList<>();
    public Map<Venue, Double> fees = new EnumMap<>(Venue.class);

    @Override
    void fill(int key) {
        open.clear();
        open.add(Venue.LONDON);
        route.clear();
        for (int i = 0; i < VENUES.length; i++) {
            route.add(VENUES[i]);
            fees.put(VENUES[i], (key + i) / 100.0);
        }
    }

    @Override
    void step(int random) {
        int index = below(VENUES.length, random);
        switch (random >>> 16 & 7) {
            case 0 -> {
                if (!open.remove(VENUES[index])) {
                    open.add(VENUES[index]);
                }
            }
            case 1, 2 -> route.set(index, VENUES[random >>> 20 & 3]);
            default -> fees.put(VENUES[index], stepPrice(fees.get(VENUES[index]), random));
        }
    }
}
