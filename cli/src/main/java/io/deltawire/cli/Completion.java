package io.deltawire.cli;

import java.util.List;

/** The completion scripts of shells, made from the tables of commands and options. */
final class Completion {
    private static final String FORMATS = "yaml json jsonl csv binary delta";

    private Completion() {}

    /** What {@code wire completion SHELL} prints. */
    static String script(List<String> words) {
        if (words.size() == 1 && words.get(0).equals("bash")) {
            return bash();
        }
        if (words.size() == 1 && words.get(0).equals("zsh")) {
            return "#compdef wire wire2yaml\nautoload -U +X bashcompinit && bashcompinit\n" + bash();
        }
        throw Failure.usage("wire completion needs the shell: bash or zsh");
    }

    private static String bash() {
        StringBuilder script = new StringBuilder("""
                # Completion for wire and wire2yaml: source <(wire completion bash)
                _wire() {
                  local word="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}" command="${COMP_WORDS[1]}"
                  [ "${COMP_WORDS[0]##*/}" = wire2yaml ] && command=convert
                  case "$before" in
                """);
        script.append("    -i|--input|-o|--output) COMPREPLY=($(compgen -W '")
                .append(FORMATS)
                .append("' -- \"$word\")); return ;;\n");
        script.append(
                "    -z|--decompress) COMPREPLY=($(compgen -W 'auto none gzip zstd lz4' -- \"$word\")); return ;;\n");
        script.append("    --show) COMPREPLY=($(compgen -W 'number offset key time' -- \"$word\")); return ;;\n");
        script.append("    --color) COMPREPLY=($(compgen -W 'auto always never' -- \"$word\")); return ;;\n");
        script.append("  esac\n");
        script.append("  if [ \"$COMP_CWORD\" = 1 ] && [ \"$command\" != convert ]; then\n");
        script.append("    COMPREPLY=($(compgen -W '");
        for (Command command : Command.values()) {
            script.append(command.word()).append(' ');
        }
        script.append("help completion man --help --version' -- \"$word\")); return\n  fi\n");
        script.append("  case \"$command\" in\n");
        for (Command command : Command.values()) {
            script.append("    ").append(command.word()).append(") local options='");
            for (Option option : command.options()) {
                script.append(option).append(' ');
            }
            script.append("' ;;\n");
        }
        script.append("""
                    *) local options='' ;;
                  esac
                  case "$word" in
                    -*) COMPREPLY=($(compgen -W "$options" -- "$word")) ;;
                    *) COMPREPLY=($(compgen -f -- "$word")) ;;
                  esac
                }
                complete -o filenames -F _wire wire wire2yaml
                """);
        return script.toString();
    }
}
