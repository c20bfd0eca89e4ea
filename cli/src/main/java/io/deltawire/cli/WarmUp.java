package io.deltawire.cli;

import io.deltawire.cli.terminal.Console;
import io.deltawire.cli.terminal.Exit;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireFormat.Feature;
import io.deltawire.wire.WireFormats;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * Does in one run what most runs do, so that the launcher can archive the classes. Each format is written and read,
 * from standard input and from a file.
 */
final class WarmUp {
    private static final String SAMPLE = """
            {"symbol":"A","bid":1.25,"size":100,"on":true,"time":"2016-07-22T12:00:00Z","levels":[{"price":1.5},{"price":2}]}
            {"symbol":"B","bid":1.5,"size":90000000000,"on":false,"time":"2016-07-22T12:00:01Z","levels":[],"note":null}
            """;

    private WarmUp() {}

    /** Runs the conversions and discards their output. */
    static int run() {
        byte[] lines = SAMPLE.getBytes(StandardCharsets.UTF_8);
        try {
            Path file = Files.createTempFile("wire", ".dump");
            try {
                for (WireFormat format : WireFormats.all()) {
                    byte[] input = format.features().contains(Feature.TABLE)
                            ? "symbol,bid,size\nA,1.25,100\nB,,\n".getBytes(StandardCharsets.UTF_8)
                            : convert(lines, "--output", format.name(), "-");
                    convert(input, "--output", "yaml", "-");
                    Files.write(file, input);
                    convert(input, "--output", "json", file.toString());
                }
            } finally {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Exit.OK;
    }

    private static byte[] convert(byte[] input, String... words) {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        Console console = new Console(new ByteArrayInputStream(input), output, nowhere, "wire", Set.of(), false);
        List<String> all = new java.util.ArrayList<>(List.of("convert"));
        all.addAll(List.of(words));
        new CommandRunner(console).run(all);
        return output.toByteArray();
    }
}
