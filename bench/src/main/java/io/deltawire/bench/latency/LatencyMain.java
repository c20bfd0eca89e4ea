package io.deltawire.bench.latency;

import io.deltawire.bench.CommandErrors;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
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
 * The command {@code bench/run latency}: measures the latency of events through a chain of components at fixed rates, prints a table and
 * writes a chart.
 */
@Command(
        name = "bench/run latency",
        sortOptions = false,
        mixinStandardHelpOptions = true,
        description =
                "Sends events through components with a wire before each, at fixed rates. Measures the time from when each event"
                        + " was due until the last component has it.")
public final class LatencyMain implements Callable<Integer> {
    /** What is between two components. */
    private enum Medium {
        MEMORY,
        FILE
    }

    @Option(names = "--format", split = ",", description = "The wires; the default is ${DEFAULT-VALUE}.")
    private List<String> formats = List.of("binary", "delta");

    @Option(names = "--rate", split = ",", description = "Events a second; the default is ${DEFAULT-VALUE}.")
    private List<Integer> rates = List.of(10_000, 100_000, 200_000);

    @Option(names = "--components", description = "The number of components; the default is ${DEFAULT-VALUE}.")
    private int components = 2;

    @Option(
            names = "--medium",
            description = "What is between two components: ${COMPLETION-CANDIDATES}; the default is ${DEFAULT-VALUE}.")
    private Medium medium = Medium.MEMORY;

    @Option(names = "--seconds", description = "The seconds that each rate lasts; the default is ${DEFAULT-VALUE}.")
    private double seconds = 2;

    @Option(
            names = "--warm-up",
            description = "The seconds of warm-up before the first rate; the default is ${DEFAULT-VALUE}.")
    private double warmUp = 2;

    @Option(
            names = "--component",
            paramLabel = "CLASS",
            description =
                    "Your own component between two wires, instead of the built-in ones: a class whose constructor takes the interface"
                            + " that it calls. The table has a row for each stage.")
    private String component;

    @Option(names = "--classpath", paramLabel = "PATH", description = "With --component: your jars and folders.")
    private String classPath = "";

    @Option(
            names = "--data",
            paramLabel = "FILE",
            description = "With --component: its events, in a file whose name ends with the format, such as in.yaml.")
    private Path data;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "The folder of the chart; the default is ${DEFAULT-VALUE}.")
    private Path out = Path.of(System.getProperty("deltawire.home", ""), "bench", "target", "latency");

    private final PrintStream print = new PrintStream(System.out, true, StandardCharsets.UTF_8);

    public static void main(String[] args) {
        System.exit(new CommandLine(new LatencyMain())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler(CommandErrors.handler("bench/run latency"))
                .execute(args));
    }

    @Override
    public Integer call() throws IOException {
        if (components < 1 || components > 10 || seconds <= 0 || rates.stream().anyMatch(rate -> rate < 1)) {
            throw new IllegalArgumentException("expected 1 to 10 components, and a time and rates above 0");
        }
        if ((component == null) != (data == null)) {
            throw new IllegalArgumentException("--component and --data go together");
        }
        Files.createDirectories(out);
        List<LatencyResult> results = new ArrayList<>();
        for (String format : formats) {
            if (component == null) {
                measure(format, rates.get(0), warmUp);
            }
            for (int rate : rates) {
                if (component == null) {
                    results.add(measure(format, rate, seconds));
                } else {
                    results.addAll(measureOwn(format, rate));
                }
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

    /** Measures the user's component, and each stage of it. */
    private List<LatencyResult> measureOwn(String format, int rate) throws IOException {
        List<URL> urls = new ArrayList<>();
        for (String entry : classPath.split(File.pathSeparator)) {
            if (!entry.isEmpty()) {
                urls.add(Path.of(entry).toUri().toURL());
            }
        }
        try (URLClassLoader loader = new URLClassLoader(urls.toArray(URL[]::new), LatencyMain.class.getClassLoader())) {
            Class<?> type = Class.forName(component, true, loader);
            OwnComponent own = new OwnComponent(format, type, data);
            Pacer.run(own, rate, Math.max(1, (long) (rate * warmUp)));
            own.clear();
            LatencyResult whole = Pacer.run(own, rate, Math.max(1, (long) (rate * seconds)));
            List<LatencyResult> all = new ArrayList<>();
            all.add(whole);
            all.addAll(own.stages(whole));
            return all;
        } catch (ClassNotFoundException e) {
            throw new IllegalArgumentException(
                    "--component: there is no class " + component
                            + " on the class path; --classpath has your jars and folders",
                    e);
        }
    }

    private String title() {
        if (component != null) {
            return component + ", Java " + System.getProperty("java.version");
        }
        return components + " components, wires in " + (medium == Medium.FILE ? "files" : "memory") + ", Java "
                + System.getProperty("java.version");
    }
}
