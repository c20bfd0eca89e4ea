package io.deltawire.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * A command line, parsed by the conventions of GNU tools: options may follow operands, {@code --name=value} and
 * {@code --name value}, letters may be joined ({@code -qn5}), {@code --} ends the options, {@code -} is an operand.
 */
final class Arguments {
    private final Map<Option, List<String>> values = new EnumMap<>(Option.class);
    private final List<String> operands = new ArrayList<>();

    private Arguments() {}

    /**
     * Parses a command line.
     *
     * @param allowed the options of the command
     * @throws Failure with the usage exit code
     */
    static Arguments parse(List<String> words, Set<Option> allowed) {
        Arguments parsed = new Arguments();
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            if (word.equals("--")) {
                parsed.operands.addAll(words.subList(i + 1, words.size()));
                break;
            } else if (word.startsWith("--")) {
                i += parsed.parseLong(word, next(words, i), allowed);
            } else if (word.startsWith("-") && word.length() > 1) {
                i += parsed.parseLetters(word, next(words, i), allowed);
            } else {
                parsed.operands.add(word);
            }
        }
        return parsed;
    }

    private static String next(List<String> words, int i) {
        return i + 1 < words.size() ? words.get(i + 1) : null;
    }

    /** Returns how many further words were taken. */
    private int parseLong(String word, String next, Set<Option> allowed) {
        int equals = word.indexOf('=');
        String name = equals < 0 ? word.substring(2) : word.substring(2, equals);
        Option option = allowed.stream()
                .filter(o -> o.word().equals(name))
                .findFirst()
                .orElseThrow(() -> unknown("--" + name, allowed));
        if (!option.takesArgument()) {
            if (equals >= 0) {
                throw Failure.usage("option " + option + " takes no value, but was given "
                        + Text.quote(word.substring(equals + 1)));
            }
            add(option, "");
            return 0;
        }
        return addWithArgument(option, option.toString(), equals < 0 ? null : word.substring(equals + 1), next);
    }

    private int parseLetters(String word, String next, Set<Option> allowed) {
        for (int i = 1; i < word.length(); i++) {
            String letter = word.substring(i, i + 1);
            Option option = allowed.stream()
                    .filter(o -> o.letter().equals(letter))
                    .findFirst()
                    .orElseThrow(() -> unknown("-" + letter, allowed));
            if (option.takesArgument()) {
                return addWithArgument(
                        option, "-" + letter, i + 1 < word.length() ? word.substring(i + 1) : null, next);
            }
            add(option, "");
        }
        return 0;
    }

    private int addWithArgument(Option option, String shown, String joined, String next) {
        if (joined != null) {
            add(option, joined);
            return 0;
        }
        if (next == null) {
            throw Failure.usage("option " + shown + " needs a value: " + option.argument());
        }
        add(option, next);
        return 1;
    }

    private void add(Option option, String value) {
        values.computeIfAbsent(option, o -> new ArrayList<>()).add(value);
    }

    private static Failure unknown(String given, Set<Option> allowed) {
        List<String> known = new ArrayList<>();
        allowed.forEach(o -> known.add(o.toString()));
        String close = Text.closest(given, known);
        boolean elsewhere =
                Arrays.stream(Option.values()).anyMatch(o -> o.toString().equals(given));
        return Failure.usage("unknown option " + given
                + (elsewhere ? " for this command" : close == null ? "" : "; did you mean " + close + "?")
                + "; --help lists the options");
    }

    boolean has(Option option) {
        return values.containsKey(option);
    }

    /** The words that are not options. */
    List<String> operands() {
        return operands;
    }

    /** The last value given, or null. */
    String get(Option option) {
        List<String> all = values.get(option);
        return all == null ? null : all.get(all.size() - 1);
    }

    /** The last value given, or a default. */
    String get(Option option, String otherwise) {
        String value = get(option);
        return value == null ? otherwise : value;
    }

    /** Every value given, in order. */
    List<String> all(Option option) {
        return values.getOrDefault(option, List.of());
    }

    /** Every value given, split at commas. */
    List<String> list(Option option) {
        List<String> parts = new ArrayList<>();
        for (String value : all(option)) {
            for (String part : value.split(",", -1)) {
                if (part.isEmpty()) {
                    throw Failure.usage("option " + option + " has an empty name in " + Text.quote(value));
                }
                parts.add(part);
            }
        }
        return parts;
    }

    /** A positive number, or the default: {@code 100}, {@code 1_000}, {@code 10k}. */
    long count(Option option, long otherwise) {
        return parse(option, otherwise, text -> {
            long number = Text.parseNumber(text);
            if (number < 1) {
                throw new IllegalArgumentException("expected a number from 1 on");
            }
            return number;
        });
    }

    /** One of some words, or the first of them where the option is not given. */
    String choice(Option option, Collection<String> words) {
        return parse(option, words.iterator().next(), text -> {
            if (!words.contains(text)) {
                throw new IllegalArgumentException("expected one of " + String.join(", ", words));
            }
            return text;
        });
    }

    /** Parses the option's last value by a function that throws {@link IllegalArgumentException}. */
    <T> T parse(Option option, T otherwise, Function<String, T> parser) {
        String text = get(option);
        if (text == null) {
            return otherwise;
        }
        try {
            return parser.apply(text);
        } catch (IllegalArgumentException e) {
            throw Failure.usage("option " + option + ": " + e.getMessage() + " but was " + Text.quote(text));
        }
    }
}
