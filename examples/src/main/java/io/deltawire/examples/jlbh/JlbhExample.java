package io.deltawire.examples.jlbh;

import net.openhft.chronicle.jlbh.JLBH;
import net.openhft.chronicle.jlbh.JLBHOptions;

/** Measures the latency of events through two wires and a component by JLBH, the benchmark harness of the articles. */
public final class JlbhExample {
    private JlbhExample() {}

    /** @param arguments the format (binary), the number of events (500000) and their rate in a second (100000) */
    public static void main(String[] arguments) {
        String format = arguments.length > 0 ? arguments[0] : "binary";
        int events = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 500_000;
        int rate = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 100_000;
        measure(new SpreadTask(format), events, rate);
    }

    /** Runs a task three times, after a warm-up, and prints a table for the whole and for each stage. */
    static void measure(SpreadTask task, int events, int rate) {
        JLBHOptions options = new JLBHOptions()
                .warmUpIterations(events / 5)
                .iterations(events)
                .throughput(rate)
                .runs(3)
                .recordOSJitter(false)
                .accountForCoordinatedOmission(true)
                .acquireLock(() -> null) // does not bind the thread to a processor
                .jlbhTask(task);
        new JLBH(options).start();
    }
}
