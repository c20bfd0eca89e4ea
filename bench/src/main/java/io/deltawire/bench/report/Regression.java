package io.deltawire.bench.report;

import io.deltawire.bench.Measurement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What got worse between two reports. */
public final class Regression {
    private Regression() {}

    /**
     * Returns a line for each figure that is worse by more than so many percent, where the confidence intervals of the two
     * do not meet; sizes are worse by any amount.
     */
    public static List<String> find(Report before, Report now, double percent) {
        List<String> worse = new ArrayList<>();
        for (Measurement m : now.measurements) {
            before.find(m.peer(), m.workload()).ifPresent(b -> {
                time(worse, m, "encode", b.encodeNanos(), m.encodeNanos(), percent);
                time(worse, m, "decode", b.decodeNanos(), m.decodeNanos(), percent);
                if (m.meanSize() > b.meanSize()) {
                    worse.add(line(m, "size", b.meanSize(), m.meanSize()));
                }
            });
        }
        return worse;
    }

    private static void time(
            List<String> worse, Measurement m, String what, List<Double> before, List<Double> now, double percent) {
        double least = Measurement.mean(now) - Measurement.error(now);
        double most = Measurement.mean(before) + Measurement.error(before);
        if (least > most && Measurement.mean(now) > Measurement.mean(before) * (1 + percent / 100)) {
            worse.add(line(m, what, Measurement.mean(before), Measurement.mean(now)));
        }
    }

    private static String line(Measurement m, String what, double before, double now) {
        return String.format(
                Locale.ROOT,
                "%s %s %s: %.1f before, %.1f now (%+.1f %%)",
                m.peer(),
                m.workload(),
                what,
                before,
                now,
                (now / before - 1) * 100);
    }
}
