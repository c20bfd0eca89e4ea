package io.deltawire.cli.statistics;

import io.deltawire.cli.terminal.Console;
import io.deltawire.cli.terminal.DataOut;
import io.deltawire.cli.terminal.TextFormat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Draws statistics as SVG, alone or in an HTML page. The colours follow the reader's light or dark theme. */
final class StatisticsPicture {
    private static final int WIDTH = 800;
    private static final int LABEL = 260;
    /** The most and least room for a bar; the text after it takes the rest of a row. */
    private static final int BAR = 400;

    private static final int SHORTEST_BAR = 100;
    /** No digit or small letter is wider on average, at the size of the labels. */
    private static final double LETTER = 7.5;

    private static final int LONGEST_HEADING = 90;
    private static final int ROW = 20;
    private static final int CHART = 120;
    private static final int LONGEST_LABEL = 38;
    private static final String STYLE = """
            <style>
            .wire { --back: #ffffff; --ink: #1f2328; --soft: #59636e; --bar: #2563c9; --line: #d1d9e0;
              font: 13px system-ui, sans-serif; }
            @media (prefers-color-scheme: dark) {
              .wire { --back: #0d1117; --ink: #f0f6fc; --soft: #9198a1; --bar: #6ea8fe; --line: #3d444d; } }
            .wire .back { fill: var(--back); } .wire text { fill: var(--ink); } .wire .soft { fill: var(--soft); }
            .wire .head { font-weight: 600; font-size: 15px; } .wire .bar { fill: var(--bar); }
            .wire .line { stroke: var(--line); }
            </style>
            """;

    private final DataOut out;
    private final boolean html;
    private final int top;
    private final StringBuilder body = new StringBuilder();
    private int y;
    private boolean begun;

    /** A bar with a name in front and a text after it. */
    private record Bar(String name, double size, String text) {}

    StatisticsPicture(DataOut out, boolean html, int top) {
        this.out = out;
        this.html = html;
        this.top = top;
    }

    void print(StatisticsFacts facts) {
        body.setLength(0);
        y = 10;
        head(facts.name() + ": " + facts.format() + ", " + TextFormat.plural(facts.messages(), "message"));
        if (facts.firstTime() != null) {
            text(16, "soft", "start", "from " + facts.firstTime() + " to " + facts.lastTime());
            y += ROW;
        }
        bars(
                "Size in bytes",
                List.of(
                        bar("this dump", facts.bytes()),
                        bar("as JSON", Math.max(0, facts.jsonBytes())),
                        bar("as YAML", Math.max(0, facts.yamlBytes()))));
        rates(facts.series());
        bars("Bytes by event and type", largest(events(facts)));
        bars(
                facts.otherBytes() >= 0 ? "Bytes by field, in the dump" : "Bytes by field, as JSON",
                largest(fields(facts)));
        bars("Changes by field", largest(changes(facts)));
        List<Bar> keys = new ArrayList<>();
        facts.busiest().stream()
                .limit(top)
                .forEach(entry -> keys.add(bar(StatisticsText.shown(entry.getKey()), entry.getValue())));
        bars("Messages by key", keys);
        y += 10;
        begin(facts.name());
        write("<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"wire\" role=\"img\" viewBox=\"0 0 " + WIDTH + " " + y
                + "\" width=\"" + WIDTH + "\" height=\"" + y + "\">\n<title>" + escaped(facts.name()) + "</title>\n"
                + (html ? "" : STYLE) + "<rect class=\"back\" width=\"" + WIDTH + "\" height=\"" + y + "\"/>\n" + body
                + "</svg>\n");
    }

    private void begin(String name) {
        if (html && !begun) {
            write("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                    + "<meta name=\"color-scheme\" content=\"light dark\">\n<title>" + escaped(name) + "</title>\n"
                    + STYLE
                    + "</head>\n<body>\n");
        }
        begun = true;
    }

    void end() {
        if (html) {
            begin("");
            write("</body>\n</html>\n");
        }
        try {
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Bar> events(StatisticsFacts facts) {
        List<Bar> bars = new ArrayList<>();
        facts.events()
                .forEach((event, count) -> bars.add(new Bar(
                        event.isEmpty() ? "(no event, no type)" : event,
                        count.bytes(),
                        TextFormat.grouped(count.bytes()) + " in " + TextFormat.plural(count.messages(), "message"))));
        return bars;
    }

    private static List<Bar> fields(StatisticsFacts facts) {
        List<Bar> bars = new ArrayList<>();
        boolean own = facts.otherBytes() >= 0;
        facts.fields().forEach((path, count) -> bars.add(bar(path, own ? count.ownBytes() : count.jsonBytes())));
        if (own) {
            bars.add(bar("(headers, masks, names ...)", facts.otherBytes()));
        }
        return bars;
    }

    private static List<Bar> changes(StatisticsFacts facts) {
        List<Bar> bars = new ArrayList<>();
        facts.fields()
                .forEach((path, count) -> bars.add(new Bar(
                        path,
                        count.changed(),
                        TextFormat.grouped(count.changed()) + " of " + TextFormat.grouped(count.present()))));
        return bars;
    }

    private static Bar bar(String name, long size) {
        return new Bar(name, size, TextFormat.grouped(size));
    }

    private List<Bar> largest(List<Bar> bars) {
        bars.sort(Comparator.comparingDouble(Bar::size).reversed());
        return bars.subList(0, Math.min(top, bars.size()));
    }

    // ---- drawing

    private void head(String title) {
        y += ROW;
        text(16, "head", "start", shortened(title, LONGEST_HEADING));
        y += ROW;
    }

    private void bars(String title, List<Bar> bars) {
        if (bars.isEmpty()) {
            return;
        }
        head(title);
        double most = bars.stream().mapToDouble(Bar::size).max().orElse(0);
        int letters = bars.stream().mapToInt(bar -> bar.text().length()).max().orElse(0);
        double room = Math.min(BAR, Math.max(SHORTEST_BAR, WIDTH - LABEL - 6 - LETTER * letters));
        for (Bar bar : bars) {
            double length = most <= 0 ? 0 : room * bar.size() / most;
            text(LABEL - 8, "", "end", shortened(bar.name(), LONGEST_LABEL));
            body.append(String.format(
                    Locale.ROOT,
                    "<rect class=\"bar\" x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"14\"/>\n",
                    LABEL,
                    y - 12,
                    length));
            text((int) (LABEL + length + 6), "soft", "start", bar.text());
            y += ROW;
        }
    }

    private void rates(TimeSeries series) {
        List<TimeSeries.Interval> intervals = series.intervals();
        if (intervals.size() < 2) {
            return;
        }
        long most = intervals.stream()
                .mapToLong(TimeSeries.Interval::messages)
                .max()
                .orElse(1);
        head("Messages each " + StatisticsText.duration(series.length()) + ", at most " + TextFormat.grouped(most));
        double step = (WIDTH - 32.0) / intervals.size();
        int bottom = y + CHART - 10;
        for (int i = 0; i < intervals.size(); i++) {
            double height = (double) CHART * intervals.get(i).messages() / Math.max(1, most);
            body.append(String.format(
                    Locale.ROOT,
                    "<rect class=\"bar\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>\n",
                    16 + i * step,
                    bottom - height,
                    Math.max(0.5, step - (step > 3 ? 1 : 0)),
                    height));
        }
        body.append("<line class=\"line\" x1=\"16\" x2=\"" + (WIDTH - 16) + "\" y1=\"" + bottom + "\" y2=\"" + bottom
                + "\"/>\n");
        y = bottom + 16;
        text(16, "soft", "start", StatisticsText.instant(intervals.get(0).start()));
        text(
                WIDTH - 16,
                "soft",
                "end",
                StatisticsText.instant(intervals.get(intervals.size() - 1).start() + series.length()));
        y += ROW;
    }

    private void text(int x, String kind, String anchor, String text) {
        body.append("<text x=\"").append(x).append("\" y=\"").append(y);
        body.append(kind.isEmpty() ? "" : "\" class=\"" + kind);
        body.append("\" text-anchor=\"").append(anchor).append("\">");
        body.append(escaped(text)).append("</text>\n");
    }

    /** Returns the end of a text, which distinguishes names with a common beginning. */
    private static String shortened(String text, int longest) {
        return text.length() <= longest ? text : "..." + text.substring(text.length() - longest + 3);
    }

    /** The text as XML, without control characters, which XML cannot hold. */
    private static String escaped(String text) {
        return Console.harmless(text)
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replaceAll("[\\ud800-\\udfff\\ufffe\\uffff]", "\ufffd");
    }

    private void write(String text) {
        try {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
