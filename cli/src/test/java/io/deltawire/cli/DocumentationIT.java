package io.deltawire.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.cli.testing.Shell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The pages about the command line show the real output of their commands. */
class DocumentationIT {
    private static final Path PROJECT = Path.of(System.getProperty("projectDir"));

    /** A command of a page, and what the page says it prints. */
    private record Shown(String command, String output) {}

    @Test
    void commandsPrintWhatThePageShows() throws Exception {
        List<Shown> all = shown(PROJECT.resolve("docs/cli.md"));
        assertTrue(all.size() > 15, "commands found: " + all.size());
        Shell shell = new Shell(PROJECT);
        boolean xxd = shell.run("command -v xxd").code() == 0;
        for (Shown shown : all) {
            if (shown.command().contains("xxd") && !xxd) {
                System.out.println("DocumentationIT: no program xxd here, left out: " + shown.command());
                continue;
            }
            assertEquals(
                    shown.output(), shell.run("exec 2>&1; " + shown.command()).out(), shown.command());
        }
    }

    /** The page has every option of every command, with its help. */
    @Test
    void pageListsEveryOption() throws IOException {
        String page = Files.readString(PROJECT.resolve("docs/cli.md"));
        for (Command command : Command.values()) {
            String help = CommandModel.usage(CommandModel.of(command), false);
            String options = help.substring(help.indexOf("Options:\n") + 9, help.indexOf("\nwire help exit"));
            assertTrue(page.contains(options), "options of " + command.word());
        }
    }

    private static List<Shown> shown(Path page) throws IOException {
        List<Shown> all = new ArrayList<>();
        boolean inside = false;
        String command = null;
        StringBuilder output = new StringBuilder();
        for (String line : Files.readAllLines(page)) {
            boolean fence = line.startsWith("```");
            if (command != null && (fence || line.startsWith("$ "))) {
                all.add(new Shown(command, output.toString()));
                command = null;
            }
            if (fence) {
                inside = line.equals("```console");
            } else if (inside && line.startsWith("$ ")) {
                command = line.substring(2);
                output.setLength(0);
            } else if (command != null) {
                output.append(line).append('\n');
            }
        }
        return all;
    }
}
