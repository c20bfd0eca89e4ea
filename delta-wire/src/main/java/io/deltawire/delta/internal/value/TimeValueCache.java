package io.deltawire.delta.internal.value;

import java.util.Objects;

/**
 * A cache of times by format, zone and count, for new records: a new epoch mostly repeats the times of the epoch
 * before. Updates bypass it, since their times are new. Direct-mapped: a collision replaces the entry.
 */
final class TimeValueCache {
    private static final int SIZE_BITS = 10;

    private final TimeValue[] times = new TimeValue[1 << SIZE_BITS];

    /**
     * Returns the cached time, or else what {@link TimeValue#of(int, Object, long)} returns.
     *
     * @throws java.time.DateTimeException if no time has that count
     */
    TimeValue time(int format, Object zone, long count) {
        int index = (int) ((count ^ format) * 0x9E3779B97F4A7C15L >>> Long.SIZE - SIZE_BITS);
        TimeValue time = times[index];
        if (time == null || time.count() != count || time.format() != format || !Objects.equals(time.zone(), zone)) {
            time = TimeValue.of(format, zone, count);
            times[index] = time;
        }
        return time;
    }
}
