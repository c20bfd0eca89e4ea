package io.deltawire.cli.options;

import io.deltawire.cli.terminal.Failure;
import io.deltawire.cli.terminal.TextFormat;
import io.deltawire.wire.WireLimits;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Reads the option {@code --limit}, and finds the limit that an error of a format is about. Errors have no code for
 * their limit, so the words of their message decide. Stateless.
 */
public final class LimitOption {
    /** The limits, each with its name in the option and a pattern that errors about it match. */
    private enum Limit {
        ALIASES("aliases", "aliases to objects or lists"),
        EXPANSION("expansion", "aliases to multiply"),
        DEPTH("depth", "(nested deeper|(objects|lists) inside one another|a depth of at most|inside at most)"),
        KEYS("keys", "(at most \\d+ (keys|different names)|a delta stream with at most|a stream of at most)"),
        NAME_BYTES("nameBytes", "name( length)?( of a \\w+)? (of at most|longer than|that is a text of at most)"),
        NUMBER_CHARS("numberChars", "(number|decimal) (of at most|longer than)"),
        MESSAGE_BYTES(
                "messageBytes",
                "((record|document|message|frame|body)( of \\d+ bytes,)? (of at most|longer than)|nodes with anchors"
                        + "|bytes where there are no headers)"),
        TEXT_CHARS(
                "textChars",
                "(text|byte sequence|bytes|comment)( length)? (of at most|longer than)|at most \\d+ bytes (but|before)"
                        + "|key of at most \\d+ characters|expected bytes of"),
        STATE_BYTES("stateBytes", "(rings and mask dictionaries|whose state takes at most)");

        private final String word;
        private final Pattern error;

        Limit(String word, String error) {
            this.word = word;
            this.error = Pattern.compile(error);
        }

        WireLimits set(WireLimits l, long value) {
            int small = (int) Math.min(value, Integer.MAX_VALUE);
            return switch (this) {
                case ALIASES -> l.withMaxAliases(small, l.maxExpansion());
                case EXPANSION -> l.withMaxAliases(l.maxAliases(), small);
                case DEPTH -> l.withMaxDepth(small);
                case KEYS -> l.withMaxKeys(small, l.maxStateBytes());
                case NAME_BYTES -> l.withMaxNameBytes(small);
                case NUMBER_CHARS -> l.withMaxNumberChars(small);
                case MESSAGE_BYTES -> l.withMaxMessageBytes(small);
                case TEXT_CHARS -> l.withMaxTextChars(small);
                case STATE_BYTES -> l.withMaxKeys(l.maxKeys(), value);
            };
        }

        long of(WireLimits l) {
            return switch (this) {
                case ALIASES -> l.maxAliases();
                case EXPANSION -> l.maxExpansion();
                case DEPTH -> l.maxDepth();
                case KEYS -> l.maxKeys();
                case NAME_BYTES -> l.maxNameBytes();
                case NUMBER_CHARS -> l.maxNumberChars();
                case MESSAGE_BYTES -> l.maxMessageBytes();
                case TEXT_CHARS -> l.maxTextChars();
                case STATE_BYTES -> l.maxStateBytes();
            };
        }
    }

    private LimitOption() {}

    /** Returns the names of the limits with their defaults, as part of a sentence. */
    static String listed() {
        return Arrays.stream(Limit.values())
                .map(limit -> limit.word + "=" + limit.of(WireLimits.DEFAULTS))
                .collect(Collectors.joining(", "));
    }

    /** Returns {@code usual} with the limits that the option sets. */
    public static WireLimits limits(Arguments arguments, WireLimits usual) {
        WireLimits limits = usual;
        for (String entry : arguments.list(Option.LIMIT)) {
            int equals = entry.indexOf('=');
            String word = equals < 0 ? entry : entry.substring(0, equals);
            Limit limit = named(word);
            if (limit == null || equals < 0) {
                List<String> words =
                        Arrays.stream(Limit.values()).map(each -> each.word).toList();
                throw Failure.usage("option --limit: expected NAME=N with one of the names " + String.join(", ", words)
                        + " but was " + TextFormat.quote(entry));
            }
            try {
                limits = limit.set(limits, TextFormat.parseNumber(entry.substring(equals + 1)));
            } catch (IllegalArgumentException e) {
                String said = e.getMessage();
                throw Failure.usage("option --limit " + word + ": " + said
                        + (said.startsWith("expected")
                                ? " but was " + TextFormat.quote(entry.substring(equals + 1))
                                : ""));
            }
        }
        return limits;
    }

    private static Limit named(String word) {
        String plain = word.toLowerCase(Locale.ROOT);
        return Arrays.stream(Limit.values())
                .filter(limit -> limit.word.toLowerCase(Locale.ROOT).equals(plain))
                .findFirst()
                .orElse(null);
    }

    /** Returns the line that names the limit which an error is about; null if it is about none. */
    public static String advice(String error, WireLimits limits) {
        String said = error.replaceAll("\"[^\"]*\"", ""); // names and texts of the input
        for (Limit limit : Limit.values()) {
            if (limit.error.matcher(said).find()) {
                return "  to accept more: " + Option.LIMIT + " " + limit.word + "=N (" + limit.of(limits) + " now)";
            }
        }
        return null;
    }
}
