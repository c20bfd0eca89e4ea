package io.deltawire.cli.statistics;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/** Formats the values of statistics alike in all reports. */
final class StatisticsText {
    private StatisticsText() {}

    static String duration(long nanos) {
        return Duration.ofNanos(nanos).toString().substring(1).replace("T", "").toLowerCase(Locale.ROOT);
    }

    /** The values of the key fields, from the name that identifies a record. */
    static String shown(String record) {
        String[] parts = record.split("\0", -1);
        StringBuilder text = new StringBuilder();
        for (int i = parts[0].isEmpty() ? 1 : 2; i < parts.length; i++) {
            text.append(text.length() == 0 ? "" : "/").append(parts[i].equals("\1") ? "(absent)" : parts[i]);
        }
        return text.toString();
    }

    static String instant(long nanos) {
        return Instant.ofEpochSecond(Math.floorDiv(nanos, 1_000_000_000L), Math.floorMod(nanos, 1_000_000_000L))
                .toString();
    }
}
