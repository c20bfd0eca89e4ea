package io.deltawire.cli;

import io.deltawire.cli.options.Option;
import io.deltawire.cli.terminal.Exit;
import java.util.List;
import java.util.Locale;

/** The manual page in the language of man, made from the tables of commands and options. */
final class ManPage {
    private ManPage() {}

    static String page() {
        StringBuilder page = new StringBuilder("""
                .TH WIRE 1 "" "Deltawire" "User Commands"
                .SH NAME
                wire, wire2yaml \\- read, convert and examine wire dumps
                .SH SYNOPSIS
                .B wire
                .I COMMAND
                [\\fIOPTION\\fR]... [\\fIFILE\\fR|-]...
                .br
                .B wire2yaml
                [\\fIOPTION\\fR]... [\\fIFILE\\fR|-]...
                .SH DESCRIPTION
                Reads and writes YAML, JSON, CSV, binary YAML and delta dumps, with no application class.
                The format of an input is found from its content. Standard output carries data only.
                .B wire2yaml
                is
                .BR "wire convert --output yaml" .
                """);
        for (Command command : Command.values()) {
            command(page, command);
        }
        page.append(".SH EXIT STATUS\n.nf\n").append(escaped(Exit.CODES)).append(".fi\n");
        page.append("""
                .SH ENVIRONMENT
                .TP
                .B WIRE_JAVA_OPTS
                options of the JVM, for example \\-Xmx1g
                .TP
                .B JAVA_HOME
                the Java to run on, 17 or later; otherwise the one on the PATH
                .TP
                .B NO_COLOR
                when not empty, no colour
                """);
        return page.toString();
    }

    private static void command(StringBuilder page, Command command) {
        page.append(".SH WIRE ").append(command.word().toUpperCase(Locale.ROOT)).append('\n');
        page.append(".B wire ").append(command.word()).append("\n[\\fIOPTION\\fR]... ");
        page.append(escaped(command.operands())).append("\n.PP\n");
        page.append(escaped(command.summary())).append('\n');
        for (Option option : command.options()) {
            page.append(".TP\n.B ");
            page.append(escaped(option.letter().isEmpty() ? "" : "-" + option.letter() + ", "));
            page.append(escaped(option.toString()));
            page.append(option.takesArgument() ? " \\fI" + escaped(command.argument(option)) + "\\fR\n" : "\n");
            page.append(escaped(command.help(option))).append('\n');
        }
        page.append(".PP\nExamples:\n");
        List<String> examples = command.examples();
        for (int i = 0; i < examples.size(); i += 2) {
            page.append(".TP\n.B ").append(escaped(examples.get(i))).append('\n');
            page.append(escaped(examples.get(i + 1))).append('\n');
        }
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\e").replace("-", "\\-");
    }
}
