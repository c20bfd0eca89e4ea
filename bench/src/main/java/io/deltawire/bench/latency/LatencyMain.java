package io.deltawire.bench.latency;

import io.deltawire.bench.CommandErrors;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The latency of events through a chain of components, at fixed rates: prints the article's table and writes a chart.
 *
 * <p>Run by {@code bench/run latency}.
 */
@Command(
        name = "bench/run latency",
        sortOptions = false,
        mixinStandardHelpOptions = true,
        description =
                "Sends events through components with a wire between each two, at fixed rates, and measures the time"
                        + " from when each event was due to when the last component has it.")
public final class LatencyMain implements Callable<Integer> {
    /** Where the bytes between two components are. */
    enum Medium {
        /** A buffer in memory; all components take turns on one thread. */
        MEMORY,
        /** A file for each hop, which its writer appends to and its reader follows. */
        FILE
    }

    @Option(names = "--format", split = ",", description = "The wires; the default is ${DEFAULT-VALUE}.")
    List<String> formats = List.of("binary", "delta");

    @Option(names = "--rate", split = ",", description = "Events a second; the default is ${DEFAULT-VALUE}.")
    List<Integer> rates = List.of(10_000, 100_000, 200_000);

    @Option(names = "--components", description = "How many; the default is ${DEFAULT-VALUE}.")
    int components = 2;

    @Option(names = "--medium", description = "${COMPLETION-CANDIDATES}; the default is ${DEFAULT-VALUE}.")
    Medium medium = Medium.MEMORY;

    @Option(names = "--seconds", description = "How long each rate lasts; the default is ${DEFAULT-VALUE}.")
    double seconds = 2;

    @Option(
            names = "--warm-up",
            description = "How long events go through before the first rate; the default is ${DEFAULT-VALUE}.")
    double warmUp = 2;

    @Option(names = "--out", paramLabel = "DIR", description = "Where the chart goes; the default is ${DEFAULT-VALUE}.")
    Path out = Path.of(System.getProperty("deltawire.home", ""), "bench", "target", "latency");

    private final PrintStream print = new PrintStream(System.out, true, StandardCharsets.UTF_8);

    /** Runs the command. */
    public static void main(String[] args) {
        System.exit(new CommandLine(new LatencyMain())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler(CommandErrors.saidBy("bench/run latency"))
                .execute(args));
    }

    @Override
    public Integer call() throws IOException {
        if (components < 1 || components > 10 || seconds <= 0 || rates.stream().anyMatch(rate -> rate < 1)) {
            throw new IllegalArgumentException("expected 1 to 10 components, and a time and rates above 0");
        }
        Files.createDirectories(out);
        List<LatencyResult> results = new ArrayList<>();
        for (String format : formats) {
            measure(format, rates.get(0), warmUp);
            for (int rate : rates) {
                results.add(measure(format, rate, seconds));
            }
        }
        print.print(LatencyTable.of(results));
        Path chart = out.resolve("latency.svg");
        LatencyChart.write(title(), results, chart);
        print.println("chart: " + chart);
        return 0;
    }

    private LatencyResult measure(String format, int rate, double duration) throws IOException {
        try (ComponentChain chain = new ComponentChain(format, components, medium == Medium.FILE ? out : null)) {
            return Pacer.run(chain, rate, Math.max(1, (long) (rate * duration)));
        }
    }

    private String title() {
        return components + " components, wires in " + (medium == Medium.FILE ? "files" : "memory") + ", Java "
                + System.getProperty("java.version");
    }
}
