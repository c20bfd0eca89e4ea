package io.deltawire.bench;

import io.deltawire.bench.file.OrderBookGenerator;
import io.deltawire.bench.file.SizeTable;
import io.deltawire.bench.file.ThroughputTable;
import io.deltawire.bench.measure.CommandBenchmark;
import io.deltawire.bench.measure.Effort;
import io.deltawire.bench.measure.Peer;
import io.deltawire.bench.measure.PeerProcess;
import io.deltawire.bench.measure.Peers;
import io.deltawire.bench.report.Figures;
import io.deltawire.bench.report.Regression;
import io.deltawire.bench.report.Report;
import io.deltawire.bench.workload.OwnClassWorkload;
import io.deltawire.bench.workload.Workload;
import io.deltawire.bench.workload.Workloads;
import io.deltawire.wire.WireException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The command {@code bench/run}: parses the options and calls what does the task. Without an option that names another task it runs a
 * {@link Comparison} and writes its report.
 *
 * <p>Exit status: 0 for success, 1 if a check failed or something became slower or larger, 2 if a format could not be measured.
 */
@Command(
        name = "bench/run",
        sortOptions = false,
        mixinStandardHelpOptions = true,
        description =
                "Compares Deltawire's wires with hand-written code and with other libraries, and writes a report.")
public final class BenchMain implements Callable<Integer> {
    /** A quick run leaves these out unless {@code --workloads} names them: they take long, and compare no formats. */
    private static final Set<String> NOT_QUICK = Set.of("w4", "io", "e1", "e2");

    private static final int BOOK_UPDATES = 20_000;
    private static final int BOOK_SYMBOLS = 10;

    @Option(
            names = "--quick",
            description =
                    "Runs one short process for each format: the same report in a few minutes, with wider errors.")
    private boolean quick;

    @Option(
            names = "--peers",
            split = ",",
            paramLabel = "NAME",
            description = "Measures only formats whose name begins with this.")
    private List<String> peers = List.of("");

    @Option(
            names = "--workloads",
            split = ",",
            paramLabel = "NAME",
            description =
                    "Measures only these: w1, w2/1, ... w3. A quick run leaves out w4, io, e1 and e2 unless they are named here.")
    private List<String> workloads = List.of();

    @Option(
            names = "--shapes",
            description =
                    "Measures objects that hold objects or collections (s/deep, s/legs, ...) instead of the usual workloads.")
    private boolean shapes;

    @Option(
            names = "--baseline",
            paramLabel = "NAME",
            description = "The format whose times the others' are divided by; the default is ${DEFAULT-VALUE}.")
    private String baseline = "chronicle-binary";

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "The folder of the report; the default is ${DEFAULT-VALUE}.")
    private Path out = Path.of(System.getProperty("deltawire.home", ""), "bench", "target", "report");

    @Option(
            names = "--against",
            paramLabel = "REPORT.json",
            description = "Compares with an earlier report; the exit status is 1 if something became slower or larger.")
    private Path against;

    @Option(
            names = "--threshold",
            paramLabel = "PERCENT",
            description =
                    "With --against: how much slower is too much, if it is beyond both errors; the default is ${DEFAULT-VALUE}.")
    private double threshold = 10;

    @Option(
            names = "--figures",
            paramLabel = "FILE",
            description =
                    "Measures nothing: puts figures of the report in --out into the marked tables of a Markdown file.")
    private Path figures;

    @Option(
            names = "--check",
            description = "Measures nothing: checks that each format reads back the messages that it wrote.")
    private boolean check;

    @Option(
            names = "--sizes",
            paramLabel = "FILE",
            description =
                    "Measures no time: prints the size of your own file in each of our formats and in others. The file may be in any of our formats.")
    private Path sizes;

    @Option(
            names = "--convert",
            paramLabel = "FILE",
            description =
                    "Measures how fast your own CSV, YAML or JSON Lines file is converted to delta and back without classes, in MB of text a second.")
    private Path convert;

    @Option(
            names = "--books",
            paramLabel = "FILE",
            description =
                    "Measures nothing: writes 20,000 updates of ten generated order books of --depth levels a side, for --sizes and --convert.")
    private Path books;

    @Option(
            names = "--depth",
            paramLabel = "LEVELS",
            description = "With --books: the levels on each side; the default is ${DEFAULT-VALUE}.")
    private int depth = 10;

    @Option(
            names = "--key",
            split = ",",
            paramLabel = "FIELD",
            description = "With --sizes, --convert or --class: the fields that identify a record.")
    private List<String> key = List.of();

    @Option(
            names = "--tool",
            description =
                    "Measures wire2yaml instead: cold start, throughput and peak memory. Adds the figures to the report in --out.")
    private boolean tool;

    @Option(
            names = "--tool-bytes",
            paramLabel = "BYTES",
            description = "With --tool: the size of the dump; the default is ${DEFAULT-VALUE}.")
    private long toolBytes = 1_000_000_000;

    @Option(
            names = "--class",
            paramLabel = "NAME",
            description =
                    "Measures your own class instead, with all our formats and with libraries that need no schema.")
    private String ownClass;

    @Option(names = "--classpath", paramLabel = "PATH", description = "With --class: your jars and folders.")
    private String classPath = "";

    @Option(
            names = "--data",
            paramLabel = "FILE",
            description = "With --class: a file of objects in any of our formats; the default is random values.")
    private Path data;

    @Spec
    private CommandSpec spec;

    /** The command line, which the report quotes. */
    private String command = "bench/run";

    public static void main(String[] args) {
        BenchMain main = new BenchMain();
        main.command = String.join(" ", "bench/run", String.join(" ", args)).strip();
        System.exit(new CommandLine(main)
                .setParameterExceptionHandler(BenchMain::rejectOptions)
                .setExecutionExceptionHandler(CommandErrors.handler("bench/run"))
                .execute(args));
    }

    private static int rejectOptions(ParameterException e, String[] args) {
        e.getCommandLine().getErr().println("bench/run: " + e.getMessage() + "; --help lists the options");
        return CommandLine.ExitCode.USAGE;
    }

    @Override
    public Integer call() throws Exception {
        String problem = OptionRules.problem(spec.commandLine().getParseResult());
        if (problem != null) {
            throw new ParameterException(spec.commandLine(), problem);
        }
        if (sizes != null) {
            System.out.print(nameFileInErrors(sizes, () -> SizeTable.table(sizes, key)));
            return 0;
        }
        if (convert != null) {
            System.out.print(
                    nameFileInErrors(convert, () -> ThroughputTable.table(convert, key, ThroughputTable.ROUND_NANOS)));
            return 0;
        }
        if (books != null) {
            OrderBookGenerator generator = new OrderBookGenerator(1, BOOK_SYMBOLS, depth);
            Files.write(
                    books, Stream.generate(generator::next).limit(BOOK_UPDATES).toList());
            return 0;
        }
        if (figures != null) {
            Report report = Report.read(out.resolve("report.json"));
            Files.writeString(figures, Figures.update(Files.readString(figures), report));
            return 0;
        }
        if (tool) {
            return measureCommand();
        }
        List<Peer> chosen = Peers.withPrefix(peers);
        if (ownClass != null) {
            OwnClassWorkload.checkInputs(ownClass, classPath, data);
        }
        return check ? check(chosen, chosenWorkloads()) : compare(chosen, chosenWorkloads());
    }

    private static String nameFileInErrors(Path file, Callable<String> table) throws Exception {
        try {
            return table.call();
        } catch (NoSuchFileException e) {
            throw e;
        } catch (WireException | IOException e) {
            throw new IOException(file + ": " + e.getMessage(), e);
        }
    }

    private List<Workload> chosenWorkloads() {
        if (ownClass != null) {
            return List.of(OwnClassWorkload.of(ownClass, data == null ? null : data.toAbsolutePath(), key));
        }
        if (!workloads.isEmpty()) {
            return workloads.stream().map(Workloads::bySpec).toList();
        }
        if (shapes) {
            return Workloads.shapes();
        }
        return Workloads.all().stream()
                .filter(workload -> !quick || !NOT_QUICK.contains(workload.name()))
                .toList();
    }

    private int check(List<Peer> peers, List<Workload> workloads) throws Exception {
        boolean isGood = true;
        for (Peer peer : peers) {
            List<Workload> suitable = workloads.stream().filter(peer::supports).toList();
            if (!suitable.isEmpty()) {
                isGood &= PeerProcess.check(peer, suitable, classPath);
            }
        }
        return isGood ? 0 : 1;
    }

    private int measureCommand() throws Exception {
        Path json = out.resolve("report.json");
        Report report = Files.exists(json)
                ? Report.read(json)
                : Report.begin(command, quick ? Effort.QUICK : Effort.FULL, baseline, List.of());
        CommandBenchmark measured = new CommandBenchmark(Path.of(System.getProperty("deltawire.home", "")), System.out);
        report.starts = measured.measureStarts();
        report.conversions = measured.measureConversions(toolBytes);
        if (!report.command.equals(command)) {
            report.command += "; " + command;
        }
        report.write(out);
        System.out.println("Report: " + out.resolve("report.md"));
        return 0;
    }

    private int compare(List<Peer> peers, List<Workload> workloads) throws Exception {
        Effort effort = quick ? Effort.QUICK : Effort.FULL;
        Report report = Report.begin(command, effort, baseline, workloads);
        new Comparison(effort, classPath, System.out).run(peers, workloads, report);
        report.write(out);
        System.out.println("Report: " + out.resolve("report.md"));
        if (against != null) {
            Report before = Report.read(against);
            System.out.println(Regression.describeAgreement(before, report));
            List<String> worse = Regression.find(before, report, threshold);
            worse.forEach(System.out::println);
            return worse.isEmpty() ? 0 : 1;
        }
        return report.failures.isEmpty() ? 0 : 2;
    }
}
