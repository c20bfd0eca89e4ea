package io.deltawire.cli.statistics;

import io.deltawire.cli.options.Arguments;
import io.deltawire.cli.options.Option;
import io.deltawire.cli.options.WriterOptions;
import io.deltawire.cli.terminal.Console;
import io.deltawire.cli.terminal.DataOut;
import io.deltawire.cli.terminal.Failure;
import io.deltawire.cli.terminal.LinePrinter;
import io.deltawire.cli.terminal.TextFormat;
import io.deltawire.json.JsonFormat;
import io.deltawire.wire.WireOut;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;

/** Prints statistics as text for people, as a JSON line for each input, or as a picture. */
final class StatisticsReport {
    private static final double NANOS = 1e9;
    private static final double NANOS_PER_MICRO = 1e3;

    private static final double[] PERCENTILES = {50, 90, 99, 99.9};

    /** The names of {@link #PERCENTILES} in JSON. */
    private static final String[] PERCENTILE_FIELDS = {"nanos50", "nanos90", "nanos99", "nanos99.9"};

    private static final int COLUMNS = 60;
    private static final String LEVELS = " \u2581\u2582\u2583\u2584\u2585\u2586\u2587\u2588";

    private final LinePrinter report;
    private final WireOut json;
    private final StatisticsPicture picture;
    private final int top;

    StatisticsReport(Arguments arguments, Console console) {
        report = new LinePrinter(console);
        top = (int) Math.min(Integer.MAX_VALUE, arguments.count(Option.TOP, 10));
        String form = arguments.choice(Option.FORMAT, List.of("text", "json", "svg", "html"));
        if (form.equals("svg") && arguments.operands().size() > 1) {
            throw Failure.usage("an SVG shows one input; --format html shows several");
        }
        picture = form.equals("svg") || form.equals("html")
                ? new StatisticsPicture(new DataOut(console.out(), "standard output"), form.equals("html"), top)
                : null;
        json = form.equals("json")
                ? new JsonFormat()
                        .newWriter(new DataOut(console.out(), "standard output"), WriterOptions.common(arguments))
                : null;
    }

    void end() {
        if (picture != null) {
            picture.end();
        }
    }

    void flush() {
        if (json == null) {
            report.flush();
        } else {
            json.flush();
        }
    }

    void print(StatisticsFacts facts) {
        if (picture != null) {
            picture.print(facts);
        } else if (json == null) {
            text(facts);
        } else {
            json(facts);
        }
    }

    private void text(StatisticsFacts facts) {
        report.line(facts.name() + ": " + facts.format() + ", " + TextFormat.plural(facts.messages(), "message") + ", "
                + TextFormat.grouped(facts.bytes()) + " bytes" + perMessage(facts.bytes(), facts.messages()));
        if (facts.messages() == 0) {
            return;
        }
        if (facts.jsonBytes() >= 0) {
            comparison("JSON", facts.jsonBytes(), facts);
        }
        if (facts.yamlBytes() >= 0) {
            comparison("YAML", facts.yamlBytes(), facts);
        }
        if (facts.deltaBytes() >= 0) {
            comparison("delta", facts.deltaBytes(), facts);
        }
        keys(facts.keys());
        if (facts.firstTime() != null) {
            Duration span = Duration.between(facts.firstTime(), facts.lastTime());
            double seconds = span.getSeconds() + span.getNano() / NANOS;
            report.line("  from " + facts.firstTime() + " to " + facts.lastTime()
                    + (seconds > 0 ? String.format(Locale.ROOT, ", %.3g messages/s", facts.messages() / seconds) : ""));
        }
        rates(facts);
        events(facts);
        fields(facts);
        records(facts);
        latencies(facts);
    }

    private void latencies(StatisticsFacts facts) {
        if (facts.latencies().isEmpty()) {
            return;
        }
        report.line("");
        report.line(LinePrinter.right("50%", 12) + LinePrinter.right("90%", 12) + LinePrinter.right("99%", 12)
                + LinePrinter.right("99.9%", 12) + LinePrinter.right("most", 12)
                + "  microseconds, by message histories");
        for (Latencies.Stage stage : facts.latencies()) {
            StringBuilder line = new StringBuilder();
            for (double percentile : PERCENTILES) {
                line.append(LinePrinter.right(micros(stage.atPercentile(percentile)), 12));
            }
            report.line(line + LinePrinter.right(micros(stage.most()), 12) + "  " + stage.name());
        }
    }

    private static String micros(long nanos) {
        return String.format(Locale.ROOT, "%,.3f", nanos / NANOS_PER_MICRO);
    }

    /** Draws the messages over time, with one character for one or several intervals. */
    private void rates(StatisticsFacts facts) {
        List<TimeSeries.Interval> intervals = facts.series().intervals();
        if (intervals.size() < 2) {
            return;
        }
        int each = (intervals.size() + COLUMNS - 1) / COLUMNS;
        long[] counts = new long[(intervals.size() + each - 1) / each];
        long most = 1;
        for (int i = 0; i < intervals.size(); i++) {
            counts[i / each] += intervals.get(i).messages();
            most = Math.max(most, counts[i / each]);
        }
        StringBuilder line = new StringBuilder();
        for (long count : counts) {
            line.append(LEVELS.charAt((int) ((count * (LEVELS.length() - 1) + most - 1) / most)));
        }
        report.line("  messages each "
                + StatisticsText.duration(each * facts.series().length()) + ", at most " + TextFormat.grouped(most)
                + ": |" + line + "|");
    }

    private void comparison(String what, long bytes, StatisticsFacts facts) {
        report.line("  as " + what + " " + TextFormat.grouped(bytes) + " bytes" + perMessage(bytes, facts.messages())
                + ", " + times((double) bytes / Math.max(1, facts.bytes())) + " times as large");
    }

    /** Two digits of a small ratio, which would otherwise show as zero. */
    private static String times(double ratio) {
        return String.format(Locale.ROOT, ratio < 1 ? "%.2g" : "%.1f", ratio);
    }

    private void keys(KeyGuess.Found found) {
        if (found != null) {
            StringJoiner keys = new StringJoiner(", ");
            for (KeyGuess.Choice key : found.keys()) {
                keys.add(String.join(",", key.fields()) + " " + each(key.bytes(), found));
            }
            report.line("  delta by --key " + keys + " bytes a message in place of " + each(found.without(), found)
                    + ", tried on " + TextFormat.plural(found.messages(), "message"));
        }
    }

    private static String each(long bytes, KeyGuess.Found found) {
        return String.format(Locale.ROOT, "%.1f", (double) bytes / found.messages());
    }

    private static String perMessage(long bytes, long messages) {
        return messages == 0 ? "" : String.format(Locale.ROOT, " (%.1f a message)", (double) bytes / messages);
    }

    private void events(StatisticsFacts facts) {
        report.line("");
        report.line(LinePrinter.right("messages", 12) + LinePrinter.right("bytes", 14) + "  event");
        facts.events()
                .forEach((event, count) -> report.line(LinePrinter.right(TextFormat.grouped(count.messages()), 12)
                        + LinePrinter.right(count.bytes() == 0 ? "?" : TextFormat.grouped(count.bytes()), 14)
                        + "  " + (event.isEmpty() ? "(no event, no type)" : event)));
    }

    private void fields(StatisticsFacts facts) {
        boolean own = facts.otherBytes() >= 0;
        report.line("");
        report.line(LinePrinter.right("present", 12) + LinePrinter.right("null", 10) + LinePrinter.right("changed", 12)
                + LinePrinter.right("JSON bytes", 14) + (own ? LinePrinter.right("dump bytes", 14) : "") + "  field");
        facts.fields()
                .forEach((path, count) -> report.line(LinePrinter.right(TextFormat.grouped(count.present()), 12)
                        + LinePrinter.right(TextFormat.grouped(count.nulls()), 10)
                        + LinePrinter.right(TextFormat.grouped(count.changed()), 12)
                        + LinePrinter.right(TextFormat.grouped(count.jsonBytes()), 14)
                        + (own ? LinePrinter.right(TextFormat.grouped(count.ownBytes()), 14) : "")
                        + "  " + path));
        if (own) {
            report.line(LinePrinter.right(TextFormat.grouped(facts.otherBytes()), 62)
                    + "  (headers, checksums, masks, names and types)");
        }
    }

    private void records(StatisticsFacts facts) {
        if (facts.busiest().isEmpty()) {
            return;
        }
        report.line("");
        report.line(LinePrinter.right("messages", 12) + "  key (" + TextFormat.plural(facts.records(), "record") + ")");
        facts.busiest().stream()
                .limit(top)
                .forEach(entry -> report.line(LinePrinter.right(TextFormat.grouped(entry.getValue()), 12) + "  "
                        + StatisticsText.shown(entry.getKey())));
    }

    private void json(StatisticsFacts facts) {
        json.beginMessage();
        json.beginObject();
        field("file", facts.name());
        field("format", facts.format());
        field("messages", facts.messages());
        field("bytes", facts.bytes());
        if (facts.jsonBytes() >= 0) {
            field("jsonBytes", facts.jsonBytes());
        }
        if (facts.yamlBytes() >= 0) {
            field("yamlBytes", facts.yamlBytes());
        }
        if (facts.deltaBytes() >= 0) {
            field("deltaBytes", facts.deltaBytes());
        }
        if (facts.keys() != null) {
            jsonKeys(facts.keys());
        }
        if (facts.firstTime() != null) {
            field("firstTime", facts.firstTime().toString());
            field("lastTime", facts.lastTime().toString());
        }
        json.field("events");
        json.beginList();
        facts.events().forEach((event, count) -> {
            json.beginObject();
            field("event", event);
            field("messages", count.messages());
            field("bytes", count.bytes());
            json.endObject();
        });
        json.endList();
        jsonFields(facts);
        jsonRecords(facts);
        jsonRates(facts);
        jsonLatencies(facts);
        json.endObject();
        json.endMessage();
    }

    private void jsonKeys(KeyGuess.Found found) {
        json.field("keysTried");
        json.beginObject();
        field("messages", found.messages());
        field("deltaBytes", found.without());
        json.field("keys");
        json.beginList();
        for (KeyGuess.Choice key : found.keys()) {
            json.beginObject();
            json.field("fields");
            json.beginList();
            key.fields().forEach(json::text);
            json.endList();
            field("deltaBytes", key.bytes());
            json.endObject();
        }
        json.endList();
        json.endObject();
    }

    private void jsonFields(StatisticsFacts facts) {
        json.field("fields");
        json.beginList();
        facts.fields().forEach((path, count) -> {
            json.beginObject();
            field("field", path);
            field("present", count.present());
            field("nulls", count.nulls());
            field("changed", count.changed());
            field("jsonBytes", count.jsonBytes());
            if (count.ownBytes() >= 0) {
                field("dumpBytes", count.ownBytes());
            }
            json.endObject();
        });
        json.endList();
    }

    private void jsonRecords(StatisticsFacts facts) {
        field("records", facts.records());
        json.field("busiest");
        json.beginList();
        facts.busiest().stream().limit(top).forEach(entry -> {
            json.beginObject();
            field("key", StatisticsText.shown(entry.getKey()));
            field("messages", entry.getValue());
            json.endObject();
        });
        json.endList();
    }

    private void jsonRates(StatisticsFacts facts) {
        if (facts.series().isEmpty()) {
            return;
        }
        json.field("intervalSeconds");
        json.float64(facts.series().length() / NANOS);
        json.field("intervals");
        json.beginList();
        for (TimeSeries.Interval interval : facts.series().intervals()) {
            json.beginObject();
            field("time", StatisticsText.instant(interval.start()));
            field("messages", interval.messages());
            field("bytes", interval.bytes());
            json.endObject();
        }
        json.endList();
    }

    private void jsonLatencies(StatisticsFacts facts) {
        if (facts.latencies().isEmpty()) {
            return;
        }
        json.field("latencies");
        json.beginList();
        for (Latencies.Stage stage : facts.latencies()) {
            json.beginObject();
            field("stage", stage.name());
            field("messages", stage.count());
            for (int i = 0; i < PERCENTILES.length; i++) {
                field(PERCENTILE_FIELDS[i], stage.atPercentile(PERCENTILES[i]));
            }
            field("nanosMost", stage.most());
            json.endObject();
        }
        json.endList();
    }

    private void field(String name, String value) {
        json.field(name);
        json.text(value);
    }

    private void field(String name, long value) {
        json.field(name);
        json.int64(value);
    }
}
