package io.deltawire.cli.options;

import io.deltawire.cli.terminal.Failure;
import io.deltawire.cli.terminal.TextFormat;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.ParseResult;

/** The options and operands of one command, as parsed by picocli. */
public final class Arguments {
    /** Replaces bytes of an argument that are no character in the encoding of the locale. */
    private static final char UNREADABLE = '\uFFFD';

    private final ParseResult parsed;

    public Arguments(ParseResult parsed) {
        this.parsed = parsed;
    }

    /** Parses words by a model. An error is a {@link Failure} with the exit code for usage. */
    public static ParseResult parse(CommandLine model, List<String> words) {
        try {
            return model.parseArgs(words.toArray(String[]::new));
        } catch (CommandLine.UnmatchedArgumentException e) {
            throw unmatched(e.getCommandLine(), e.getUnmatched().get(0));
        } catch (CommandLine.ParameterException e) {
            String message = e.getMessage();
            throw Failure.usage(Character.toLowerCase(message.charAt(0)) + message.substring(1));
        }
    }

    private static Failure unmatched(CommandLine command, String word) {
        if (!word.startsWith("-")) {
            return unknownCommand(command, word);
        }
        String close = word.startsWith("--")
                ? TextFormat.closest(word, command.getCommandSpec().optionsMap().keySet())
                : null;
        boolean elsewhere =
                Arrays.stream(Option.values()).anyMatch(o -> o.toString().equals(word));
        return Failure.usage("unknown option " + word
                + (elsewhere ? " for this command" : close == null ? "" : "; did you mean " + close + "?")
                + "; --help lists the options");
    }

    private static Failure unknownCommand(CommandLine wire, String word) {
        List<String> words = commands(wire);
        String close = TextFormat.closest(word, words);
        return Failure.usage(
                "no command " + TextFormat.quote(word) + (close == null ? "." : ", did you mean " + close + "?")
                        + " There are " + String.join(", ", words) + "; wire convert FILE prints a dump as YAML");
    }

    /** The commands that are not hidden. */
    public static List<String> commands(CommandLine wire) {
        List<String> words = new ArrayList<>();
        wire.getSubcommands().forEach((word, command) -> {
            if (!command.getCommandSpec().usageMessage().hidden()) {
                words.add(word);
            }
        });
        return words;
    }

    /** Whether the command has the option. */
    public boolean takes(Option option) {
        return parsed.commandSpec().findOption(option.toString()) != null;
    }

    public boolean has(Option option) {
        return parsed.hasMatchedOption(option.toString());
    }

    /** Positional arguments. */
    public List<String> operands() {
        return parsed.matchedPositionalValue(0, List.of());
    }

    /** The last value given, or null. */
    public String get(Option option) {
        List<String> all = all(option);
        return all.isEmpty() ? null : all.get(all.size() - 1);
    }

    /** The last value given, or a default. */
    public String get(Option option, String otherwise) {
        String value = get(option);
        return value == null ? otherwise : value;
    }

    /** Every value given, in order. */
    public List<String> all(Option option) {
        List<String> values = parsed.matchedOptionValue(option.toString(), List.of());
        for (String value : values) {
            if (value.indexOf(UNREADABLE) >= 0 && !"UTF-8".equalsIgnoreCase(System.getProperty("sun.jnu.encoding"))) {
                throw Failure.usage("option " + option + ": " + TextFormat.quote(value)
                        + " has characters that cannot be read in this locale, or that is not installed;"
                        + " LC_ALL=C.UTF-8 lets options have all characters");
            }
        }
        return values;
    }

    /** Every value given, split at commas. */
    public List<String> list(Option option) {
        List<String> parts = new ArrayList<>();
        for (String value : all(option)) {
            for (String part : value.split(",", -1)) {
                if (part.isEmpty()) {
                    throw Failure.usage("option " + option + " has an empty name in " + TextFormat.quote(value));
                }
                parts.add(part);
            }
        }
        return parts;
    }

    /** A positive number such as {@code 100}, {@code 1_000} or {@code 10k}, or a default. */
    public long count(Option option, long otherwise) {
        return parse(option, otherwise, text -> {
            long number = TextFormat.parseNumber(text);
            if (number < 1) {
                throw new IllegalArgumentException("expected a number from 1 on");
            }
            return number;
        });
    }

    /** A number from 0 on, or a default. */
    public long number(Option option, long otherwise) {
        return parse(option, otherwise, TextFormat::parseNumber);
    }

    /** One of several words; the first one if the option is not given. */
    public String choice(Option option, Collection<String> words) {
        return parse(option, words.iterator().next(), text -> {
            if (!words.contains(text)) {
                throw new IllegalArgumentException("expected one of " + String.join(", ", words));
            }
            return text;
        });
    }

    /** Parses the last value by a function that throws {@link IllegalArgumentException}. */
    public <T> T parse(Option option, T otherwise, Function<String, T> parser) {
        String text = get(option);
        if (text == null) {
            return otherwise;
        }
        try {
            return parser.apply(text);
        } catch (IllegalArgumentException e) {
            String said = e.getMessage();
            String quoted = TextFormat.quote(text);
            boolean saysWhatWas = !said.startsWith("expected") || said.contains(quoted);
            throw Failure.usage("option " + option + ": " + said + (saysWhatWas ? "" : " but was " + quoted));
        }
    }
}
