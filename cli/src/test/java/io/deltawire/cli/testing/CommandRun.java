package io.deltawire.cli.testing;

import io.deltawire.cli.CommandRunner;
import io.deltawire.cli.terminal.Console;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;

/**
 * A command line run in this process, and its result.
 *
 * @param code exit code
 * @param bytes standard output
 * @param err standard error
 */
public record CommandRun(int code, byte[] bytes, String err) {
    /** Runs the command with nothing on standard input. */
    public static CommandRun of(String... words) {
        return withInput(new byte[0], words);
    }

    /** Runs the command with text on standard input. */
    public static CommandRun withInput(String input, String... words) {
        return withInput(input.getBytes(StandardCharsets.UTF_8), words);
    }

    /** Runs the command with bytes on standard input. */
    public static CommandRun withInput(byte[] input, String... words) {
        return on(Set.of(), input, words);
    }

    /** Runs the command with text on standard input of which each read finds one byte, after a pause. */
    public static CommandRun withPauses(String input, String... words) {
        return on(
                Set.of(),
                new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)) {
                    @Override
                    public int available() {
                        return 0;
                    }

                    @Override
                    public int read(byte[] into, int offset, int length) {
                        return super.read(into, offset, Math.min(1, length));
                    }
                },
                words);
    }

    /** Runs the command with some of the streams being terminals, without colour. */
    public static CommandRun on(Set<Console.Terminal> terminals, byte[] input, String... words) {
        return on(terminals, new ByteArrayInputStream(input), words);
    }

    private static CommandRun on(Set<Console.Terminal> terminals, InputStream input, String... words) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Console console =
                new Console(input, out, new PrintStream(err, true, StandardCharsets.UTF_8), "wire", terminals, false);
        int code = new CommandRunner(console).run(List.of(words));
        return new CommandRun(code, out.toByteArray(), err.toString(StandardCharsets.UTF_8));
    }

    /** Standard output as text. */
    public String out() {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
