package io.deltawire.bench.model.shape;

import java.io.Serializable;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.UUID;

/**
 * Workload s/values: a nested object with value types of the JDK. The UUID never changes; an update changes the duration, the decimal or the
 * boxed number.
 */
public class Values extends ObjectShape {
    private static final long serialVersionUID = 1;

    /** A task and what it has cost so far. */
    public static class Task implements Serializable {
        private static final long serialVersionUID = 1;

        public UUID id;
        public Duration taken;
        public BigDecimal cost;
        public Integer tries;
    }

    public Task task = new Task();

    @Override
    void fill(int key) {
        task.id = new UUID(0x1234_5678_9ABC_4DEFL, 0x8FED_CBA9_8765_4321L + key);
        task.taken = Duration.ofMillis(1_000L + key);
        task.cost = BigDecimal.valueOf(1_000L + key, 2);
        task.tries = 1;
    }

    @Override
    void step(int random) {
        switch (random & 3) {
            case 0 -> task.taken = task.taken.plusMillis(random >>> 2 & 1023);
            case 1 -> task.tries = 1 + (random >>> 2 & 7);
            default -> task.cost = task.cost.add(BigDecimal.valueOf(random >>> 2 & 255, 2));
        }
    }
}
