package io.deltawire.cli.command;

import io.deltawire.wire.spi.text.DurationText;
import java.time.Duration;

/**
 * When {@code wire record} gives messages to the file.
 *
 * @param interval the longest time that a message waits; zero if each is flushed alone
 * @param isChecked whether a flush of a delta dump ends with a checksum
 */
record FlushTime(Duration interval, boolean isChecked) {
    private static final String MESSAGE = "message";
    private static final String CHECKED = "checked";

    static FlushTime parse(String text) {
        if (text.equals(MESSAGE) || text.equals(CHECKED)) {
            return new FlushTime(Duration.ZERO, text.equals(CHECKED));
        }
        Duration parsed;
        try {
            parsed = DurationText.parse(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("expected message, checked or " + DurationText.FORMS, e);
        }
        if (parsed.isZero()) {
            throw new IllegalArgumentException("expected message, checked or a time above 0");
        }
        return new FlushTime(parsed, true);
    }

    boolean isEachMessage() {
        return interval.isZero();
    }
}
