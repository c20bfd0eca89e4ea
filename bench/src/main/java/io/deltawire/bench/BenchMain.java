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

/** The command behind {@code bench/run}. */
@Command(
        name = "bench/run",
        sortOptions = false,
        mixinStandardHelpOptions = true,
        description =
                "Compares Deltawire's wires with hand-written code and with other libraries, and writes a report.")
public final class BenchMain implements Callable<Integer> {
    /** What would not add to a look at the formats. */
    private static final Set<String> NOT_QUICK = Set.of("w4", "io", "e1", "e2");

    @Option(
            names = "--quick",
            description = "One short process a format: the same report in a few minutes, with wider errors.")
    boolean quick;

    @Option(names = "--peers", split = ",", paramLabel = "NAME", description = "Only formats whose name begins so.")
    List<String> peers = List.of("");

    @Option(
            names = "--workloads",
            split = ",",
            paramLabel = "NAME",
            description = "Only these: w1, w2/1, ... w3; w4, io, e1 and e2 are not part of a quick run otherwise.")
    List<String> workloads = List.of();

    @Option(
            names = "--shapes",
            description =
                    "Instead of the usual workloads, those of objects that hold objects or collections: s/deep, s/legs, ...")
    boolean shapes;

    @Option(names = "--baseline", paramLabel = "NAME", description = "The format that the others are divided by.")
    String baseline = "chronicle-binary";

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Where the report goes; the default is ${DEFAULT-VALUE}.")
    Path out = Path.of(System.getProperty("deltawire.home", ""), "bench", "target", "report");

    @Option(
            names = "--against",
            paramLabel = "REPORT.json",
            description = "Compares with an earlier report; the status is 1 where something got slower or larger.")
    Path against;

    @Option(
            names = "--threshold",
            paramLabel = "PERCENT",
            description = "How much slower is too much, beyond both errors; the default is ${DEFAULT-VALUE}.")
    double threshold = 10;

    @Option(
            names = "--figures",
            paramLabel = "FILE",
            description =
                    "Measures nothing: puts figures of the report in --out into the marked tables of a Markdown file.")
    Path figures;

    @Option(names = "--check", description = "Measures nothing: checks that each format gives back what it was given.")
    boolean check;

    @Option(
            names = "--sizes",
            paramLabel = "FILE",
            description =
                    "Measures no time: the sizes of your own file, of any of our formats, in each of them and others.")
    Path sizes;

    @Option(
            names = "--convert",
            paramLabel = "FILE",
            description =
                    "How fast your own CSV, YAML or JSON Lines file goes to delta and back without classes, in MB of text a second.")
    Path convert;

    @Option(
            names = "--books",
            paramLabel = "FILE",
            description =
                    "Measures nothing: writes 20,000 updates of ten generated order books of --depth levels a side, for --sizes and --convert.")
    Path books;

    @Option(
            names = "--depth",
            paramLabel = "LEVELS",
            description = "With --books: the levels of a side; the default is ${DEFAULT-VALUE}.")
    int depth = 10;

    @Option(
            names = "--key",
            split = ",",
            paramLabel = "FIELD",
            description = "With --sizes, --convert or --class: the key of a record.")
    List<String> key = List.of();

    @Option(
            names = "--tool",
            description =
                    "Measures wire2yaml instead: cold start, throughput and peak memory; adds that to the report in --out.")
    boolean tool;

    @Option(
            names = "--tool-bytes",
            paramLabel = "BYTES",
            description = "With --tool: the size of the dump; the default is ${DEFAULT-VALUE}.")
    long toolBytes = 1_000_000_000;

    @Option(
            names = "--class",
            paramLabel = "NAME",
            description =
                    "Measures your own class instead, with all our formats and with libraries that need no schema.")
    String ownClass;

    @Option(names = "--classpath", paramLabel = "PATH", description = "With --class: your jars and folders.")
    String classPath = "";

    @Option(
            names = "--data",
            paramLabel = "FILE",
            description = "With --class: the objects, in any of our formats; random values otherwise.")
    Path data;

    @Spec
    CommandSpec spec;

    private String command = "bench/run";

    public static void main(String[] args) {
        BenchMain main = new BenchMain();
        main.command = String.join(" ", "bench/run", String.join(" ", args)).strip();
        System.exit(new CommandLine(main)
                .setParameterExceptionHandler(BenchMain::refused)
                .setExecutionExceptionHandler(CommandErrors.saidBy("bench/run"))
                .execute(args));
    }

    private static int refused(ParameterException e, String[] args) {
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
            System.out.print(of(sizes, () -> SizeTable.table(sizes, key)));
            return 0;
        }
        if (convert != null) {
            System.out.print(of(convert, () -> ThroughputTable.table(convert, key, ThroughputTable.ROUND_NANOS)));
            return 0;
        }
        if (books != null) {
            OrderBookGenerator generator = new OrderBookGenerator(1, 10, depth);
            Files.write(books, Stream.generate(generator::next).limit(20_000).toList());
            return 0;
        }
        if (figures != null) {
            Report report = Report.read(out.resolve("report.json"));
            Files.writeString(figures, Figures.update(Files.readString(figures), report));
            return 0;
        }
        if (tool) {
            return tool();
        }
        List<Peer> chosen = Peers.beginningWith(peers);
        if (ownClass != null) {
            OwnClassWorkload.require(ownClass, classPath, data);
        }
        return check ? check(chosen, loads()) : compare(chosen, loads());
    }

    /** A table of a file, which what is wrong with it names. */
    private static String of(Path file, Callable<String> table) throws Exception {
        try {
            return table.call();
        } catch (NoSuchFileException e) {
            throw e;
        } catch (WireException | IOException e) {
            throw new IOException(file + ": " + e.getMessage(), e);
        }
    }

    private List<Workload> loads() {
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

    private int tool() throws Exception {
        Path json = out.resolve("report.json");
        Report report = Files.exists(json)
                ? Report.read(json)
                : Report.begin(command, quick ? Effort.QUICK : Effort.FULL, baseline, List.of());
        CommandBenchmark measured = new CommandBenchmark(Path.of(System.getProperty("deltawire.home", "")), System.out);
        report.starts = measured.starts();
        report.conversions = measured.conversions(toolBytes);
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
            System.out.println(Regression.agreement(before, report));
            List<String> worse = Regression.find(before, report, threshold);
            worse.forEach(System.out::println);
            return worse.isEmpty() ? 0 : 1;
        }
        return report.failures.isEmpty() ? 0 : 2;
    }
}
