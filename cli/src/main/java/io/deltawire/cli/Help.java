package io.deltawire.cli;

import java.util.List;

/** The texts of help, made from the tables of commands and options. */
final class Help {
    private static final int COLUMN = 27;

    private Help() {}

    /** What {@code wire --help} prints. */
    static String overview() {
        StringBuilder text = new StringBuilder("""
                Usage: wire COMMAND [OPTION]... [FILE|-]...
                       wire2yaml [OPTION]... [FILE|-]...      the same as wire convert --output yaml

                Reads and writes YAML, JSON, CSV, binary YAML and delta dumps, with no application class.

                """);
        for (Command command : Command.values()) {
            text.append(pad("  " + command.word(), 14))
                    .append(command.summary())
                    .append('\n');
        }
        text.append(pad("  help", 14))
                .append("wire help COMMAND lists a command's options; wire help exit the exit codes\n");
        text.append(pad("  completion", 14)).append("wire completion bash or zsh prints a completion script\n");
        text.append(pad("  man", 14)).append("wire man prints the manual page (wire man | man -l -)\n");
        text.append("\nFor example:\n");
        examples(text, Command.CONVERT);
        return text.toString();
    }

    /** What {@code wire help TOPIC} prints. */
    static String topic(List<String> words) {
        if (words.isEmpty()) {
            return overview();
        }
        if (words.get(0).equals("exit")) {
            return exitCodes();
        }
        for (Command command : Command.values()) {
            if (command.word().equals(words.get(0))) {
                return of(command, "wire");
            }
        }
        throw Failure.usage("no help on " + Text.quote(words.get(0)));
    }

    /** What {@code wire COMMAND --help} prints. */
    static String of(Command command, String program) {
        StringBuilder text = new StringBuilder("Usage: ");
        text.append(program.equals("wire2yaml") ? program : "wire " + command.word());
        text.append(" [OPTION]... ").append(command.operands()).append("\n\n");
        text.append(Character.toUpperCase(command.summary().charAt(0)))
                .append(command.summary().substring(1))
                .append(".\n\nFor example:\n");
        examples(text, command);
        text.append("\nOptions:\n");
        for (Option option : command.options()) {
            text.append(pad(usage(option), COLUMN)).append(option.help()).append('\n');
        }
        return text.append("\nwire help exit lists the exit codes.\n").toString();
    }

    private static void examples(StringBuilder text, Command command) {
        List<String> examples = command.examples();
        for (int i = 0; i < examples.size(); i += 2) {
            text.append("  ")
                    .append(examples.get(i))
                    .append("\n      ")
                    .append(examples.get(i + 1))
                    .append('\n');
        }
    }

    private static String usage(Option option) {
        String letter = option.letter().isEmpty() ? "      " : "  -" + option.letter() + ", ";
        String usage = letter + option + (option.takesArgument() ? " " + option.argument() : "");
        return usage.length() < COLUMN - 1 ? usage : usage + "\n" + " ".repeat(COLUMN);
    }

    private static String pad(String text, int width) {
        return text.length() >= width ? text : text + " ".repeat(width - text.length());
    }

    /** What {@code wire help exit} prints. */
    static String exitCodes() {
        return """
                Exit codes (of several files the highest):
                    0  all is well
                    1  no message was written (only with --exit-status)
                    2  the command line is wrong
                    3  a file cannot be read or written
                    4  the input is damaged or of no known format, or the output format cannot hold it
                    5  the input ends inside a message; all before it has been written
                    6  a delta whose base is not in the input
                   70  a fault of wire itself, or too little memory
                  130  interrupted (Ctrl-C)
                  141  the reader of the output has gone (| head)
                """;
    }
}
