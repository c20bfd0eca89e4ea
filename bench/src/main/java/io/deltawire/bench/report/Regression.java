package io.deltawire.bench.report;

import io.deltawire.bench.measure.Measurement;
import io.deltawire.bench.measure.Measurement.Times;
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
                time(worse, m, "encode", b.encode(), m.encode(), percent);
                time(worse, m, "decode", b.decode(), m.decode(), percent);
                if (m.meanSize() > b.meanSize()) {
                    worse.add(line(m, "size", b.meanSize(), m.meanSize()));
                }
            });
        }
        return worse;
    }

    /** How many of the times that both reports have agree within both errors. */
    public static String agreement(Report before, Report now) {
        int agreeing = 0;
        int all = 0;
        for (Measurement m : now.measurements) {
            Measurement b = before.find(m.peer(), m.workload()).orElse(null);
            if (b != null) {
                agreeing += (m.encode().agreesWith(b.encode()) ? 1 : 0)
                        + (m.decode().agreesWith(b.decode()) ? 1 : 0);
                all += 2;
            }
        }
        return agreeing + " of " + all + " times agree within their errors";
    }

    private static void time(List<String> worse, Measurement m, String what, Times before, Times now, double percent) {
        if (!now.agreesWith(before) && now.mean() > before.mean() * (1 + percent / 100)) {
            worse.add(line(m, what, before.mean(), now.mean()));
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
