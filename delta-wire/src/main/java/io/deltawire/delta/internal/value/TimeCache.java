package io.deltawire.delta.internal.value;

import java.util.Objects;

/**
 * The times that new records begin with: an epoch mostly sends those of the one before. Later times of a record are other
 * ones and are not asked for here.
 */
final class TimeCache {
    private static final int SIZE_BITS = 10;

    private final TimeValue[] times = new TimeValue[1 << SIZE_BITS];

    /**
     * As {@link TimeValue#of(int, Object, long)}: the same instance where it is here.
     *
     * @throws java.time.DateTimeException where there is none
     */
    TimeValue time(int format, Object zone, long count) {
        int place = (int) ((count ^ format) * 0x9E3779B97F4A7C15L >>> Long.SIZE - SIZE_BITS);
        TimeValue time = times[place];
        if (time == null || time.count() != count || time.format() != format || !Objects.equals(time.zone(), zone)) {
            time = TimeValue.of(format, zone, count);
            times[place] = time;
        }
        return time;
    }
}
