package io.deltawire.cli.message;

import io.deltawire.cli.terminal.TextFormat;
import io.deltawire.wire.spi.text.DurationText;
import io.deltawire.wire.spi.text.TemporalText;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.regex.Pattern;

/**
 * A position in a dump: a message number from 1, a byte offset, or a time.
 *
 * @param value the number, the offset, or the nanoseconds since 1970-01-01T00:00Z
 */
public record Position(Kind kind, long value) {
    private static final String EXPECTED = "expected a message number, @OFFSET or a time such as 2016-07-22T12:00Z";

    /** Matches text that is meant as a number; any other text is meant as a time. */
    private static final Pattern NUMBER_CHARS = Pattern.compile("[0-9][0-9a-zA-Z_]*");

    public enum Kind {
        NUMBER,
        OFFSET,
        TIME
    }

    /**
     * Parses {@code 100} or {@code #100} (message), {@code @0x1f40} or {@code @64KiB} (byte), a date or date-time (UTC
     * if it names no zone), or {@code -5m} or {@code -1d12h} (before now, as {@link DurationText} reads it).
     */
    public static Position parse(String text) {
        if (text.startsWith("@")) {
            return new Position(Kind.OFFSET, TextFormat.parseNumber(text.substring(1)));
        }
        if (text.startsWith("#")) {
            return new Position(Kind.NUMBER, TextFormat.parseNumber(text.substring(1)));
        }
        if (text.startsWith("-")) {
            return new Position(Kind.TIME, MessageTimes.nanos(ago(text.substring(1))));
        }
        if (TemporalText.beginsWithDate(text)) {
            return new Position(Kind.TIME, MessageTimes.nanos(absolute(text)));
        }
        if (text.isEmpty() || !NUMBER_CHARS.matcher(text).matches()) {
            throw new IllegalArgumentException(EXPECTED);
        }
        return new Position(Kind.NUMBER, TextFormat.parseNumber(text));
    }

    private static Instant ago(String text) {
        Duration duration = DurationText.parse(text);
        try {
            return Instant.now().minus(duration);
        } catch (DateTimeException | ArithmeticException e) {
            throw new IllegalArgumentException("expected a time that is not before the year -1000000000", e);
        }
    }

    private static Instant absolute(String text) {
        try {
            return MessageTimes.parse(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(EXPECTED);
        }
    }
}
