package io.deltawire.cli.message;

import io.deltawire.cli.terminal.TextFormat;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/**
 * A position in a dump: a message number from 1, a byte offset, or a time.
 *
 * @param value the number, the offset, or the nanoseconds since 1970-01-01T00:00Z
 */
public record Position(Kind kind, long value) {
    private static final String EXPECTED = "expected a message number, @OFFSET or a time such as 2016-07-22T12:00Z";

    public enum Kind {
        NUMBER,
        OFFSET,
        TIME
    }

    /**
     * Parses {@code 100} or {@code #100} (message), {@code @0x1f40} or {@code @64KiB} (byte), an ISO 8601 date or
     * date-time (UTC if it names no zone), or {@code -5m} (before now; s, m, h, d).
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
        if (text.length() >= 10 && text.charAt(4) == '-') {
            return new Position(Kind.TIME, MessageTimes.nanos(absolute(text)));
        }
        if (text.isEmpty() || !Character.isDigit(text.charAt(0))) {
            throw new IllegalArgumentException(EXPECTED);
        }
        return new Position(Kind.NUMBER, TextFormat.parseNumber(text));
    }

    private static Instant ago(String text) {
        try {
            return Instant.now()
                    .minus(Duration.parse((text.endsWith("d") ? "P" : "PT") + text.toUpperCase(Locale.ROOT)));
        } catch (DateTimeException | ArithmeticException e) {
            throw new IllegalArgumentException("expected a time before now such as -30s, -5m, -2h or -1d");
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
