package io.deltawire.cli;

import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Prints statistics: as a text for people, or as one JSON line an input. */
final class StatisticsReport {
    private static final double NANOS = 1e9;

    /**
     * What was counted of one input.
     *
     * @param bytes length of the input, unpacked
     * @param jsonBytes length of the same messages as JSON lines
     * @param yamlBytes length of the same messages as YAML
     * @param firstTime earliest time in nanoseconds since 1970, or null
     * @param lastTime latest time, or null
     * @param records number of records told apart by the key
     */
    record Facts(
            String name,
            String format,
            long messages,
            long bytes,
            long jsonBytes,
            long yamlBytes,
            Long firstTime,
            Long lastTime,
            Map<String, Statistics.EventCount> events,
            Map<String, Statistics.FieldCount> fields,
            List<Map.Entry<String, Long>> busiest,
            int records) {}

    private final Report report;
    private final WireOut json;
    private final int top;

    StatisticsReport(Arguments arguments, Console console) {
        report = new Report(console);
        top = (int) Math.min(Integer.MAX_VALUE, arguments.count(Option.TOP, 10));
        boolean asJson =
                arguments.choice(Option.FORMAT, List.of("text", "json")).equals("json");
        json = asJson
                ? Formats.find("json").newWriter(new DataOut(console.out(), "standard output"), WireOptions.DEFAULTS)
                : null;
    }

    void flush() {
        if (json == null) {
            report.flush();
        } else {
            json.flush();
        }
    }

    /** Prints the facts of one input. */
    void print(Facts facts) {
        if (json == null) {
            text(facts);
        } else {
            json(facts);
        }
    }

    private void text(Facts facts) {
        report.line(facts.name() + ": " + facts.format() + ", " + Text.plural(facts.messages(), "message") + ", "
                + Text.grouped(facts.bytes()) + " bytes" + perMessage(facts.bytes(), facts.messages()));
        if (facts.messages() == 0) {
            return;
        }
        comparison("JSON", facts.jsonBytes(), facts);
        comparison("YAML", facts.yamlBytes(), facts);
        if (facts.firstTime() != null) {
            double seconds = (facts.lastTime() - facts.firstTime()) / NANOS;
            report.line("  from " + instant(facts.firstTime()) + " to " + instant(facts.lastTime())
                    + (seconds > 0 ? String.format(Locale.ROOT, ", %.3g messages/s", facts.messages() / seconds) : ""));
        }
        events(facts);
        fields(facts);
        records(facts);
    }

    private void comparison(String what, long bytes, Facts facts) {
        report.line("  as " + what + " " + Text.grouped(bytes) + " bytes" + perMessage(bytes, facts.messages())
                + String.format(Locale.ROOT, ", %.1f times as large", (double) bytes / Math.max(1, facts.bytes())));
    }

    private static String perMessage(long bytes, long messages) {
        return messages == 0 ? "" : String.format(Locale.ROOT, " (%.1f a message)", (double) bytes / messages);
    }

    private void events(Facts facts) {
        report.line("");
        report.line(Report.right("messages", 12) + Report.right("bytes", 14) + "  event");
        facts.events()
                .forEach((event, count) -> report.line(Report.right(Text.grouped(count.messages), 12)
                        + Report.right(count.bytes == 0 ? "?" : Text.grouped(count.bytes), 14)
                        + "  " + (event.isEmpty() ? "(no event, no type)" : event)));
    }

    private void fields(Facts facts) {
        report.line("");
        report.line(Report.right("present", 12) + Report.right("null", 10) + Report.right("changed", 12)
                + Report.right("JSON bytes", 14) + "  field");
        facts.fields()
                .forEach((path, count) -> report.line(Report.right(Text.grouped(count.present), 12)
                        + Report.right(Text.grouped(count.nulls), 10)
                        + Report.right(Text.grouped(count.changed), 12)
                        + Report.right(Text.grouped(count.jsonBytes), 14)
                        + "  " + path));
    }

    private void records(Facts facts) {
        if (facts.busiest().isEmpty()) {
            return;
        }
        report.line("");
        report.line(Report.right("messages", 12) + "  key (" + Text.plural(facts.records(), "record") + ")");
        facts.busiest().stream()
                .limit(top)
                .forEach(entry ->
                        report.line(Report.right(Text.grouped(entry.getValue()), 12) + "  " + shown(entry.getKey())));
    }

    /** The values of the key fields out of the name that tells records apart. */
    private static String shown(String record) {
        String[] parts = record.split("\0", -1);
        StringBuilder text = new StringBuilder();
        for (int i = parts[0].isEmpty() ? 1 : 2; i < parts.length; i++) {
            text.append(text.length() == 0 ? "" : "/").append(parts[i].equals("\1") ? "(absent)" : parts[i]);
        }
        return text.toString();
    }

    private static String instant(long nanos) {
        return Instant.ofEpochSecond(Math.floorDiv(nanos, 1_000_000_000L), Math.floorMod(nanos, 1_000_000_000L))
                .toString();
    }

    private void json(Facts facts) {
        json.beginMessage();
        json.beginObject();
        field("file", facts.name());
        field("format", facts.format());
        field("messages", facts.messages());
        field("bytes", facts.bytes());
        field("jsonBytes", facts.jsonBytes());
        field("yamlBytes", facts.yamlBytes());
        if (facts.firstTime() != null) {
            field("firstTime", instant(facts.firstTime()));
            field("lastTime", instant(facts.lastTime()));
        }
        json.field("events");
        json.beginList();
        facts.events().forEach((event, count) -> {
            json.beginObject();
            field("event", event);
            field("messages", count.messages);
            field("bytes", count.bytes);
            json.endObject();
        });
        json.endList();
        jsonFields(facts);
        jsonRecords(facts);
        json.endObject();
        json.endMessage();
    }

    private void jsonFields(Facts facts) {
        json.field("fields");
        json.beginList();
        facts.fields().forEach((path, count) -> {
            json.beginObject();
            field("field", path);
            field("present", count.present);
            field("nulls", count.nulls);
            field("changed", count.changed);
            field("jsonBytes", count.jsonBytes);
            json.endObject();
        });
        json.endList();
    }

    private void jsonRecords(Facts facts) {
        field("records", facts.records());
        json.field("busiest");
        json.beginList();
        facts.busiest().stream().limit(top).forEach(entry -> {
            json.beginObject();
            field("key", shown(entry.getKey()));
            field("messages", entry.getValue());
            json.endObject();
        });
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
