package io.deltawire.bench.kafka;

import io.deltawire.bench.CommandErrors;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code bench/run kafka}: the bytes that messages take in Kafka, and what it costs to make them. */
@Command(
        name = "bench/run kafka",
        sortOptions = false,
        mixinStandardHelpOptions = true,
        description =
                "Compares blocks with JSON, Avro and protobuf in the record batches of Kafka: bytes in the log of the"
                        + " broker, and processor time.")
public final class KafkaMain implements Callable<Integer> {
    @Parameters(
            arity = "0..1",
            paramLabel = "FILE",
            description = "Messages in one of our formats; the default is quotes that are made at random.")
    private Path file;

    @Option(names = "--key", paramLabel = "FIELD", description = "The field that is the key of a record.")
    private String key;

    @Option(
            names = "--batch",
            split = ",",
            paramLabel = "N",
            description = "Messages in a record batch; the default is ${DEFAULT-VALUE}.")
    private List<Integer> batches = List.of(1, 16, 200);

    @Option(
            names = "--messages",
            paramLabel = "N",
            description = "The most messages that are taken; the default is ${DEFAULT-VALUE}.")
    private int most = 4000;

    @Option(
            names = "--symbols",
            paramLabel = "N",
            description = "The number of keys of random quotes; the default is ${DEFAULT-VALUE}.")
    private int symbols = 20;

    @Option(names = "--cpu", description = "Also measures processor time for the last batch size, for some 30 seconds.")
    private boolean isTimed;

    private final PrintStream print = new PrintStream(System.out, true, StandardCharsets.UTF_8);

    public static void main(String[] args) {
        System.exit(new CommandLine(new KafkaMain())
                .setExecutionExceptionHandler(CommandErrors.handler("bench/run kafka"))
                .execute(args));
    }

    @Override
    public Integer call() throws IOException {
        if (most < 1 || symbols < 1 || batches.stream().anyMatch(batch -> batch < 1)) {
            throw new IllegalArgumentException("expected numbers above 0");
        }
        KafkaTable table = new KafkaTable(file == null ? Messages.random(most, symbols) : Messages.of(file, key, most));
        print.print(table.bytesTable(batches));
        if (isTimed) {
            print.println();
            print.print(table.cpuTable(batches.get(batches.size() - 1)));
        }
        return 0;
    }
}
