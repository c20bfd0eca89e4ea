package io.deltawire.cli;

import io.deltawire.cli.command.Conversion;
import io.deltawire.cli.command.DumpRecording;
import io.deltawire.cli.command.IndexWriter;
import io.deltawire.cli.command.MessageListing;
import io.deltawire.cli.command.Verification;
import io.deltawire.cli.message.MessageMemory;
import io.deltawire.cli.options.Arguments;
import io.deltawire.cli.options.Option;
import io.deltawire.cli.options.OptionNames;
import io.deltawire.cli.statistics.Statistics;
import io.deltawire.cli.terminal.Console;
import io.deltawire.cli.terminal.DataOut;
import io.deltawire.cli.terminal.Exit;
import io.deltawire.cli.terminal.Failure;
import io.deltawire.cli.terminal.TextFormat;
import io.deltawire.wire.WireException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.ParseResult;

/** Runs one command line in a console, and turns every exception into a line of text and an exit code. */
public final class CommandRunner {
    private static final String YAML_PROGRAM = "wire2yaml";

    private final Console console;
    private boolean verbose;

    public CommandRunner(Console console) {
        this.console = console;
    }

    /** Runs the command and returns the exit code. Errors have been printed by then. */
    public int run(List<String> words) {
        try {
            return dispatch(words);
        } catch (Failure e) {
            console.error(e.getMessage());
            return e.code();
        } catch (UncheckedIOException e) {
            return outputFailed(e.getCause());
        } catch (OutOfMemoryError e) {
            console.error(MessageMemory.exhausted());
            return Exit.INTERNAL;
        } catch (WireException e) {
            console.error(OptionNames.ofCommand(e.getMessage()));
            return Exit.CORRUPT;
        } catch (InvalidPathException e) {
            // Java decodes names by the locale's charset, which is ASCII for a locale that is not installed.
            console.error(
                    TextFormat.quote(e.getInput()) + " cannot be the name of a file in this locale; LC_ALL=C.UTF-8 lets"
                            + " names have all characters");
            return Exit.IO;
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

    /** {@code wire2yaml} prints YAML, unless it shows bytes. */
    private static ParseResult yamlArguments(List<String> words) {
        ParseResult given = Arguments.parse(CommandModel.wire2yaml(), words);
        if (given.hasMatchedOption(Option.HEX.toString())) {
            return given;
        }
        List<String> all = new ArrayList<>(List.of("--output", "yaml"));
        all.addAll(words);
        return Arguments.parse(CommandModel.wire2yaml(), all);
    }

    private int dispatch(List<String> words) {
        verbose = words.contains("-v") || words.contains("--verbose");
        if (console.program().equals(YAML_PROGRAM)) {
            return run(Command.CONVERT, yamlArguments(words));
        }
        CommandLine wire = CommandModel.wire();
        if (words.isEmpty()) {
            console.err().print(CommandModel.usage(wire, console.colour()));
            return Exit.USAGE;
        }
        ParseResult whole = Arguments.parse(wire, words);
        if (!whole.hasSubcommand()) {
            return withoutCommand(whole);
        }
        ParseResult parsed = whole.subcommand();
        String name = parsed.commandSpec().name();
        for (Command command : Command.values()) {
            if (command.word().equals(name)) {
                return run(command, parsed);
            }
        }
        return help(wire, parsed, new Arguments(parsed));
    }

    private int withoutCommand(ParseResult parsed) {
        if (parsed.isVersionHelpRequested()) {
            return print(Version.line());
        }
        CommandLine wire = parsed.commandSpec().commandLine();
        if (parsed.isUsageHelpRequested()) {
            return print(usage(wire));
        }
        throw Failure.usage("no command given; there are " + String.join(", ", Arguments.commands(wire)));
    }

    private String usage(CommandLine command) {
        return CommandModel.usage(command, console.colour() && console.isTerminal(Console.Terminal.OUT));
    }

    private int run(Command command, ParseResult parsed) {
        if (parsed.isUsageHelpRequested()) {
            return print(usage(parsed.commandSpec().commandLine()));
        }
        if (parsed.isVersionHelpRequested()) {
            return print(Version.line());
        }
        Arguments arguments = new Arguments(parsed);
        return switch (command) {
            case CONVERT -> new Conversion(arguments, console).run();
            case STATS -> new Statistics(arguments, console).run();
            case VERIFY -> new Verification(arguments, console).run();
            case INDEX ->
                arguments.has(Option.WRITE)
                        ? new IndexWriter(arguments, console).run()
                        : new MessageListing(arguments, console).run();
            case RECORD -> new DumpRecording(arguments, console).run();
        };
    }

    /** Runs a command about the other commands. */
    private int help(CommandLine wire, ParseResult parsed, Arguments arguments) {
        if (parsed.isUsageHelpRequested()) {
            return print(usage(parsed.commandSpec().commandLine()));
        }
        return switch (parsed.commandSpec().name()) {
            case "completion" -> print(CommandModel.completion(arguments.operands()));
            case "man" -> print(ManPage.page());
            case "warm-up" -> WarmUp.run();
            default -> print(topic(wire, arguments.operands()));
        };
    }

    private String topic(CommandLine wire, List<String> words) {
        if (words.isEmpty()) {
            return usage(wire);
        }
        if (words.get(0).equals("exit")) {
            return Exit.CODES;
        }
        CommandLine command = wire.getSubcommands().get(words.get(0));
        if (command == null) {
            throw Failure.usage("no help on " + TextFormat.quote(words.get(0)));
        }
        return usage(command);
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
