package io.deltawire.wire.spi;

import java.time.LocalDate;

/** The date made last: times that come one after the other mostly share it. Not thread-safe. */
final class RecentDate {
    private int packed;
    private LocalDate date;

    /** The date of a year from 0 to 9999, a month and a day that there is. */
    LocalDate of(int year, int month, int day) {
        int wanted = year << 9 | month << 5 | day; // no month is 0, so none is packed as 0
        if (wanted != packed) {
            date = LocalDate.of(year, month, day);
            packed = wanted;
        }
        return date;
    }
}
