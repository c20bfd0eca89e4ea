package io.deltawire.examples.jlbh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.examples.testing.Example;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JlbhExampleTest {
    @ParameterizedTest
    @ValueSource(strings = {"binary", "delta", "yaml", "json"})
    void everyEventIsMeasuredInEachStage(String format) throws Throwable {
        SpreadTask task = new SpreadTask(format);
        String output = Example.output(() -> JlbhExample.measure(task, 1000, 20_000));
        assertTrue(task.arrived() >= 3000, "arrived: " + task.arrived());
        for (String stage : new String[] {"quote to component", "component to spread"}) {
            assertTrue(output.contains(stage), output);
        }
        assertEquals(3, output.split("-+ BENCHMARK RESULTS \\(RUN ", -1).length - 1, output);
    }
}
