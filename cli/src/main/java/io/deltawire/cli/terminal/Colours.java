package io.deltawire.cli.terminal;

import java.util.Map;
import java.util.Set;

/** Decides whether to use colour: by the option, then by the conventions of the environment, then by the terminal. */
public final class Colours {
    private Colours() {}

    /** Reads the option before the command line is parsed, since the error for a wrong command line is coloured too. */
    public static boolean wanted(String[] words, Map<String, String> environment, Set<Console.Terminal> terminals) {
        String choice = "auto";
        for (int i = 0; i < words.length; i++) {
            if (words[i].startsWith("--color=")) {
                choice = words[i].substring("--color=".length());
            } else if (words[i].equals("--color") && i + 1 < words.length) {
                choice = words[i + 1];
            }
        }
        if (!choice.equals("auto")) {
            return choice.equals("always");
        }
        String force = environment.getOrDefault("CLICOLOR_FORCE", "0");
        if (!force.equals("0") && !force.isEmpty()) {
            return true;
        }
        boolean refused = !environment.getOrDefault("NO_COLOR", "").isEmpty() || "dumb".equals(environment.get("TERM"));
        return !refused && !terminals.isEmpty();
    }
}
