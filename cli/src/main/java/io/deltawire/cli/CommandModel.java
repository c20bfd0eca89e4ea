package io.deltawire.cli;

import io.deltawire.cli.options.Option;
import io.deltawire.cli.terminal.Failure;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * Makes picocli's model of the commands from the tables {@link Command} and {@link Option}. The model is built by
 * calls, since reading annotations would cost some 30 ms at every start.
 */
final class CommandModel {
    private static final int WIDTH = 100;
    private static final int OPTIONS_WIDTH = 28;

    /**
     * The start of a completion function. Bash breaks {@code --option=word} at its {@code =}; zsh does not, and the
     * words that it offers begin with the option again. The syntax is common to bash 3.2 and zsh.
     */
    private static final String SPLIT_WORD = """
            function _complete_PROGRAM() {
              local before last="${COMP_WORDS[COMP_CWORD]}" count="$COMP_CWORD" option="" i
              before=()
              for ((i = 0; i < COMP_CWORD; i++)); do
                before+=("${COMP_WORDS[i]}")
              done
              if [[ "$last" == "=" && "${before[count-1]}" == --* ]]; then
                last=""
              elif [[ "$count" -gt 1 && "${before[count-1]}" == "=" && "${before[count-2]}" == --* ]]; then
                ((count--))
              elif [[ "$last" == --*=* ]]; then
                option="${last%%=*}"
                last="${last#*=}"
                before[count]="$option"
                ((count++))
              fi
              before[count]="$last"
              local COMP_WORDS COMP_CWORD="$count"
              COMP_WORDS=("${before[@]}")
              _complete_words_of_PROGRAM
              if [[ -n "$option" ]]; then
                [[ "${#COMPREPLY[@]}" -gt 0 ]] || COMPREPLY=("$last"*)
                [[ -e "${COMPREPLY[0]}" || "${COMPREPLY[0]}" != *"*" ]] || COMPREPLY=()
                COMPREPLY=("${COMPREPLY[@]/#/$option=}")
              fi
            }

            function _complete_words_of_PROGRAM() {
            """;

    private CommandModel() {}

    /** {@code wire} with all its commands. */
    static CommandLine wire() {
        return wire(Command::argument);
    }

    private static CommandLine wire(BiFunction<Command, Option, String> argument) {
        CommandSpec root = CommandSpec.create().name("wire");
        root.usageMessage()
                .customSynopsis(
                        "wire COMMAND [OPTION]... [FILE|-]...",
                        "       wire2yaml [OPTION]... [FILE|-]...      the same as wire convert --output yaml")
                .description(
                        "%nReads and writes YAML, JSON, CSV, binary YAML and delta dumps, with no application class.")
                .commandListHeading("%nCommands:%n")
                .footer(examples(Command.CONVERT));
        addOptions(root, Command.everywhere(), Option::help, Option::argument);
        for (Command command : Command.values()) {
            root.addSubcommand(command.word(), spec(command, argument));
        }
        root.addSubcommand(
                "help",
                helper(
                        "wire help [COMMAND|exit]",
                        "wire help COMMAND lists a command's options; wire help exit the exit codes"));
        root.addSubcommand(
                "completion",
                helper("wire completion bash|zsh", "wire completion bash or zsh prints a completion script"));
        root.addSubcommand("man", helper("wire man", "wire man prints the manual page (wire man | man -l -)"));
        root.addSubcommand("warm-up", helper("wire warm-up", "does what most runs do, for the launcher"));
        root.subcommands().get("warm-up").getCommandSpec().usageMessage().hidden(true);
        return configured(root);
    }

    /** {@code wire2yaml}, which is {@code wire convert} under another name. */
    static CommandLine wire2yaml() {
        return wire2yaml(Command::argument);
    }

    private static CommandLine wire2yaml(BiFunction<Command, Option, String> argument) {
        CommandSpec spec = spec(Command.CONVERT, argument).name("wire2yaml");
        spec.usageMessage().customSynopsis("wire2yaml [OPTION]... [FILE|-]...");
        return configured(spec);
    }

    static CommandLine of(Command command) {
        return configured(spec(command, Command::argument));
    }

    private static CommandLine configured(CommandSpec spec) {
        return new CommandLine(spec)
                // "@0x1f40" is a position, and not a file of arguments.
                .setExpandAtFiles(false)
                .setInterpolateVariables(false)
                .setOverwrittenOptionsAllowed(true)
                .setUsageHelpWidth(WIDTH)
                .setUsageHelpLongOptionsMaxWidth(OPTIONS_WIDTH);
    }

    private static CommandSpec spec(Command command, BiFunction<Command, Option, String> argument) {
        CommandSpec spec = CommandSpec.create().name(command.word());
        List<String> description = new ArrayList<>();
        description.add(capitalized(command.summary()) + ".");
        description.addAll(List.of(examples(command)));
        spec.usageMessage()
                .customSynopsis("wire " + command.word() + " [OPTION]... " + command.operands())
                .description(description.toArray(String[]::new))
                .optionListHeading("%nOptions:%n")
                .footer("%nwire help exit lists the exit codes.")
                .sortOptions(false);
        addOptions(spec, command.options(), command::help, option -> argument.apply(command, option));
        return addOperands(spec);
    }

    private static CommandSpec helper(String synopsis, String description) {
        CommandSpec spec = CommandSpec.create();
        spec.usageMessage().customSynopsis(synopsis).description(description);
        addOptions(spec, Command.everywhere(), Option::help, Option::argument);
        return addOperands(spec);
    }

    private static void addOptions(
            CommandSpec spec, Set<Option> options, Function<Option, String> help, Function<Option, String> argument) {
        for (Option option : options) {
            spec.addOption(option(option, help.apply(option), argument.apply(option)));
        }
    }

    private static OptionSpec option(Option option, String help, String argument) {
        OptionSpec.Builder builder = option.letter().isEmpty()
                ? OptionSpec.builder(option.toString())
                : OptionSpec.builder("-" + option.letter(), option.toString());
        builder.description(help);
        if (option.takesArgument()) {
            builder.arity("1").type(List.class).auxiliaryTypes(String.class).paramLabel(argument);
            if (option.hasChoices()) {
                builder.completionCandidates(() -> option.choices().iterator());
            }
        } else {
            builder.arity("0").type(boolean.class);
            builder.usageHelp(option == Option.HELP).versionHelp(option == Option.VERSION);
        }
        return builder.build();
    }

    private static CommandSpec addOperands(CommandSpec spec) {
        return spec.addPositional(PositionalParamSpec.builder()
                .arity("0..*")
                .type(List.class)
                .auxiliaryTypes(String.class)
                .hidden(true)
                .build());
    }

    private static String[] examples(Command command) {
        List<String> lines = new ArrayList<>(List.of("%nFor example:"));
        for (int i = 0; i < command.examples().size(); i += 2) {
            lines.add("  " + command.examples().get(i));
            lines.add("      " + command.examples().get(i + 1));
        }
        return lines.toArray(String[]::new);
    }

    private static String capitalized(String text) {
        return Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }

    /** The text of {@code --help}. */
    static String usage(CommandLine command, boolean colour) {
        return command.getUsageMessage(colour ? Ansi.ON : Ansi.OFF);
    }

    /**
     * The output of {@code wire completion SHELL}. The script of picocli serves bash, and zsh through its bashcompinit.
     *
     * <p>That script names the words of an option by the option's argument, and options share names of arguments. So
     * each argument is named after its option here. The script also disables the shell's own completion, which
     * completes the names of files. It expects an option and its word apart, which {@link #SPLIT_WORD} ensures.
     */
    static String completion(List<String> words) {
        if (words.size() != 1 || !List.of("bash", "zsh").contains(words.get(0))) {
            throw Failure.usage("wire completion needs the shell: bash or zsh");
        }
        BiFunction<Command, Option, String> argument =
                (command, option) -> option.takesArgument() ? option.name().toLowerCase(Locale.ROOT) : "";
        return completion(wire(argument)) + completion(wire2yaml(argument));
    }

    private static String completion(CommandLine command) {
        String program = command.getCommandName();
        return AutoComplete.bash(program, command)
                .replace("  type compopt &>/dev/null && compopt +o default\n", "")
                .replace("function _complete_" + program + "() {\n", SPLIT_WORD.replace("PROGRAM", program));
    }
}
