package io.deltawire.cli;

import io.deltawire.wire.WireException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** Runs one command line in a console. */
final class Wire {
    private static final String YAML_PROGRAM = "wire2yaml";

    private final Console console;
    private boolean verbose;

    Wire(Console console) {
        this.console = console;
    }

    /** Runs the command and returns the exit code. Whatever goes wrong has been told. */
    int run(List<String> words) {
        try {
            return dispatch(words);
        } catch (Failure e) {
            console.error(e.getMessage());
            return e.code();
        } catch (UncheckedIOException e) {
            return outputFailed(e.getCause());
        } catch (OutOfMemoryError e) {
            console.error("out of memory with " + (Runtime.getRuntime().maxMemory() >> 20)
                    + " MiB of heap; WIRE_JAVA_OPTS=-Xmx1g gives it more");
            return Exit.INTERNAL;
        } catch (WireException e) {
            console.error(e.getMessage());
            return Exit.CORRUPT;
        } catch (RuntimeException | LinkageError | StackOverflowError e) {
            console.error("internal fault, please report it: " + e + (verbose ? "" : "; --verbose shows where"));
            if (verbose) {
                e.printStackTrace(console.err());
            }
            return Exit.INTERNAL;
        }
    }

    private int outputFailed(IOException e) {
        if (e instanceof DataOut.Failed failed && failed.isClosedPipe()) {
            return Exit.CLOSED_PIPE;
        }
        console.error(String.valueOf(e.getMessage()));
        return Exit.IO;
    }

    private int dispatch(List<String> words) {
        verbose = words.contains("-v") || words.contains("--verbose");
        if (console.program().equals(YAML_PROGRAM)) {
            return yaml(words);
        }
        if (words.isEmpty()) {
            console.err().print(Help.overview());
            return Exit.USAGE;
        }
        String first = words.get(0);
        if (first.startsWith("-")) {
            return withoutCommand(words);
        }
        List<String> rest = words.subList(1, words.size());
        return switch (first) {
            case "help" -> print(Help.topic(rest));
            case "completion" -> print(Completion.script(rest));
            case "man" -> print(ManPage.page());
            case "warm-up" -> WarmUp.run();
            default -> run(command(first), rest);
        };
    }

    /** {@code wire2yaml} is {@code wire convert --output yaml}. */
    private int yaml(List<String> words) {
        List<String> all = new ArrayList<>(List.of("--output", "yaml"));
        all.addAll(words);
        return run(Command.CONVERT, all);
    }

    private int withoutCommand(List<String> words) {
        Arguments arguments = Arguments.parse(words, Command.everywhere());
        if (arguments.has(Option.VERSION)) {
            return print(Version.line());
        }
        if (arguments.has(Option.HELP)) {
            return print(Help.overview());
        }
        throw Failure.usage("no command given; there are " + commands());
    }

    private static Command command(String word) {
        for (Command command : Command.values()) {
            if (command.word().equals(word)) {
                return command;
            }
        }
        List<String> words = new ArrayList<>();
        Arrays.stream(Command.values()).forEach(command -> words.add(command.word()));
        String close = Text.closest(word, words);
        throw Failure.usage("no command " + Text.quote(word) + (close == null ? "" : ", did you mean " + close + "?")
                + " There are " + commands() + "; wire convert FILE prints a dump as YAML");
    }

    private static String commands() {
        StringBuilder names = new StringBuilder();
        for (Command command : Command.values()) {
            names.append(names.length() == 0 ? "" : ", ").append(command.word());
        }
        return names.append(", help, completion, man").toString();
    }

    private int run(Command command, List<String> words) {
        Set<Option> allowed = command.options();
        Arguments arguments = Arguments.parse(words, allowed);
        if (arguments.has(Option.HELP)) {
            return print(Help.of(command, console.program()));
        }
        if (arguments.has(Option.VERSION)) {
            return print(Version.line());
        }
        return switch (command) {
            case CONVERT -> new Conversion(arguments, console).run();
            case STATS -> new Statistics(arguments, console).run();
            case VERIFY -> new Verification(arguments, console).run();
            case INDEX -> new Listing(arguments, console).run();
            case RECORD -> new Recording(arguments, console).run();
        };
    }

    private int print(String text) {
        try {
            console.out().write(text.getBytes(StandardCharsets.UTF_8));
            console.out().flush();
            return Exit.OK;
        } catch (IOException e) {
            throw new UncheckedIOException(new DataOut.Failed("standard output", e));
        }
    }
}
