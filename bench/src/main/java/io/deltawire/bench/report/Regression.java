package io.deltawire.bench.report;

import io.deltawire.bench.measure.Measurement;
import io.deltawire.bench.measure.Measurement.Times;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Compares two reports: finds what became slower or larger. */
public final class Regression {
    private Regression() {}

    /**
     * Returns a line for each figure that became worse. A time is worse if it grew by more than the threshold and by more than both errors.
     * A size is worse if it grew at all.
     *
     * @param percent the threshold for times
     */
    public static List<String> find(Report before, Report now, double percent) {
        List<String> worse = new ArrayList<>();
        for (Measurement m : now.measurements) {
            before.find(m.peer(), m.workload()).ifPresent(b -> {
                compareTimes(worse, m, "encode", b.encode(), m.encode(), percent);
                compareTimes(worse, m, "decode", b.decode(), m.decode(), percent);
                if (m.meanSize() > b.meanSize()) {
                    worse.add(line(m, "size", b.meanSize(), m.meanSize()));
                }
            });
        }
        return worse;
    }

    /** Returns a sentence that says how many times agree within both errors, of those that both reports have. */
    public static String describeAgreement(Report before, Report now) {
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

    private static void compareTimes(
            List<String> worse, Measurement m, String what, Times before, Times now, double percent) {
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
