package io.deltawire.wire.spi.text;

import java.time.DateTimeException;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as people type them in options and on the command line. */
public final class DurationText {
    /** The description of all forms in error messages. */
    public static final String FORMS = "a duration such as 250ms, 5s, 1h30m or PT5S";

    private static final Pattern UNITS = Pattern.compile(
            "(?:(\\d+)d)?(?:(\\d+)h)?(?:(\\d+)m)?(?:(\\d+(?:\\.\\d{1,9})?)s)?(?:(\\d+)ms)?(?:(\\d+)us)?",
            Pattern.CASE_INSENSITIVE);

    private DurationText() {}

    /**
     * Parses numbers with the units d, h, m, s, ms and us in this order, such as {@code 1d12h}, {@code 1.5s} or
     * {@code 250 ms}; or ISO 8601 such as {@code PT5S}. Case does not matter.
     *
     * @throws IllegalArgumentException if the text is neither, is negative or does not fit; the message says what was
     *     expected
     */
    public static Duration parse(String text) {
        try {
            Duration duration = text.regionMatches(true, 0, "P", 0, 1) ? Duration.parse(text) : ofUnits(text);
            if (!duration.isNegative()) {
                return duration;
            }
        } catch (DateTimeException | ArithmeticException | NumberFormatException e) {
            throw new IllegalArgumentException("expected " + FORMS, e);
        }
        throw new IllegalArgumentException("expected " + FORMS);
    }

    private static Duration ofUnits(String text) {
        Matcher matcher = UNITS.matcher(text.replace(" ", ""));
        if (text.isBlank() || !matcher.matches()) {
            throw new NumberFormatException(text);
        }
        String seconds = matcher.group(4);
        return Duration.ofDays(number(matcher.group(1)))
                .plusHours(number(matcher.group(2)))
                .plusMinutes(number(matcher.group(3)))
                .plus(seconds == null ? Duration.ZERO : Duration.parse("PT" + seconds + "S"))
                .plusMillis(number(matcher.group(5)))
                .plus(Duration.ofNanos(Math.multiplyExact(number(matcher.group(6)), 1000L)));
    }

    private static long number(String digits) {
        return digits == null ? 0 : Long.parseLong(digits);
    }
}
