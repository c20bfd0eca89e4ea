package io.deltawire.cli.terminal;

import java.util.Collection;
import java.util.Locale;
import java.util.regex.Pattern;

/** Helpers for text: numbers as people type them, the closest of several words, patterns, plurals. */
public final class TextFormat {
    private TextFormat() {}

    /** The text in double quotes, safe to print. */
    public static String quote(CharSequence text) {
        return '"' + Console.harmless(text) + '"';
    }

    /**
     * Parses a number as people type it: {@code 100}, {@code 1_000_000}, {@code 0x1f40}, {@code 64k} (1000), {@code
     * 64KiB} (1024), {@code 2M}, {@code 1GiB}.
     *
     * @throws IllegalArgumentException if it is none; the message says what was expected
     */
    public static long parseNumber(String text) {
        String digits = text.replace("_", "");
        try {
            if (digits.startsWith("0x") || digits.startsWith("0X")) {
                return Long.parseLong(digits.substring(2), 16);
            }
            int end = 0;
            while (end < digits.length() && Character.isDigit(digits.charAt(end))) {
                end++;
            }
            return Math.multiplyExact(Long.parseLong(digits.substring(0, end)), unit(digits.substring(end)));
        } catch (NumberFormatException | ArithmeticException e) {
            throw new IllegalArgumentException("expected a number such as 100, 0x1f40 or 64KiB");
        }
    }

    private static long unit(String suffix) {
        return switch (suffix.toLowerCase(Locale.ROOT)) {
            case "" -> 1;
            case "k", "kb" -> 1_000;
            case "m", "mb" -> 1_000_000;
            case "g", "gb" -> 1_000_000_000;
            case "ki", "kib" -> 1L << 10;
            case "mi", "mib" -> 1L << 20;
            case "gi", "gib" -> 1L << 30;
            default -> throw new NumberFormatException(suffix);
        };
    }

    /** The word with the smallest edit distance, or null if none is near. */
    public static String closest(String given, Collection<String> words) {
        String best = null;
        int bestDistance = Math.max(2, given.length() / 3) + 1;
        for (String word : words) {
            int distance = distance(given.toLowerCase(Locale.ROOT), word.toLowerCase(Locale.ROOT));
            if (distance < bestDistance) {
                best = word;
                bestDistance = distance;
            }
        }
        return best;
    }

    /** The Levenshtein distance: insertions, deletions and replacements. */
    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }

    /** A pattern for the whole text, in which {@code *} stands for any characters and {@code ?} for one. */
    public static Pattern glob(String text) {
        StringBuilder regex = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            regex.append(c == '*' ? ".*" : c == '?' ? "." : Pattern.quote(String.valueOf(c)));
        }
        return Pattern.compile(regex.toString(), Pattern.DOTALL);
    }

    /** A number with spaces between thousands. */
    public static String grouped(long number) {
        return String.format(Locale.ROOT, "%,d", number).replace(',', ' ');
    }

    /** {@code 1 message}, {@code 2 messages}. */
    public static String plural(long count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }
}
