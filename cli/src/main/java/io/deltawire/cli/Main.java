package io.deltawire.cli;

import io.deltawire.cli.terminal.Colours;
import io.deltawire.cli.terminal.Console;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The main class of the launchers {@code wire} and {@code wire2yaml}. A launcher passes by system properties what the
 * JVM cannot find out: {@code wire.program}, the name it was called by, and {@code wire.tty}, which of {@code i},
 * {@code o} and {@code e} are terminals.
 */
public final class Main {
    private Main() {}

    /** Runs a command and ends the JVM with its exit code. */
    public static void main(String[] words) {
        // System.out would hide that a pipe has been closed, and the program would go on writing.
        PrintStream err = new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
        Set<Console.Terminal> terminals = terminals();
        Console console = new Console(
                new FileInputStream(FileDescriptor.in),
                new FileOutputStream(FileDescriptor.out),
                err,
                System.getProperty("wire.program", "wire"),
                terminals,
                Colours.wanted(words, System.getenv(), terminals));
        int code = new CommandRunner(console).run(List.of(words));
        // Not exit: no shutdown hook has work to do, and the files are closed.
        Runtime.getRuntime().halt(code);
    }

    private static Set<Console.Terminal> terminals() {
        Set<Console.Terminal> terminals = EnumSet.noneOf(Console.Terminal.class);
        String letters = System.getProperty("wire.tty");
        for (Console.Terminal stream : Console.Terminal.values()) {
            if (letters == null ? isTerminal(stream.descriptor()) : letters.indexOf(stream.letter()) >= 0) {
                terminals.add(stream);
            }
        }
        return terminals;
    }

    /** Without a launcher, finds out where the system shows what the descriptors are open on. */
    private static boolean isTerminal(int descriptor) {
        try {
            String target = Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor))
                    .toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
        } catch (IOException e) {
            return false;
        }
    }
}
