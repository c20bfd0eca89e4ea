package io.deltawire.bench.report;

import io.deltawire.bench.measure.Measurement;
import java.awt.Color;
import java.awt.Font;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.knowm.xchart.HorizontalBarChart;
import org.knowm.xchart.HorizontalBarChartBuilder;
import org.knowm.xchart.style.Styler.LegendLayout;
import org.knowm.xchart.style.Styler.LegendPosition;

/** Writes the bar charts of a report: one for each workload, with the fastest formats first. */
final class Charts {
    private static final Color ENCODE = new Color(0x2F, 0x81, 0xF7);
    private static final Color DECODE = new Color(0xD9, 0x72, 0x2E);
    private static final int WIDTH = 900;
    private static final int ROW_HEIGHT = 34;

    /** Formats that take this many times as long as the fastest are left out: its bar would be too short to see. */
    private static final int MAX_RATIO = 40;

    private Charts() {}

    static String fileName(String workload) {
        return workload.replace('/', '-') + ".svg";
    }

    static void write(Report report, Path folder) throws IOException {
        for (String workload : report.workloads.keySet()) {
            List<Measurement> rows = new ArrayList<>(report.measurements.stream()
                    .filter(m -> m.workload().equals(workload))
                    .sorted(Comparator.comparingDouble(Charts::totalTime))
                    .toList());
            if (!rows.isEmpty()) {
                double bound = MAX_RATIO * totalTime(rows.get(0));
                rows.removeIf(m -> totalTime(m) > bound);
                write(workload + ": " + report.workloads.get(workload), rows, folder.resolve(fileName(workload)));
            }
        }
    }

    private static double totalTime(Measurement m) {
        return m.encode().mean() + m.decode().mean();
    }

    private static void write(String title, List<Measurement> rows, Path file) throws IOException {
        HorizontalBarChart chart = new HorizontalBarChartBuilder()
                .width(WIDTH)
                .height(120 + ROW_HEIGHT * rows.size())
                .title(title)
                .xAxisTitle("nanoseconds a message; formats beyond " + MAX_RATIO + " times the fastest are left out")
                .build();
        List<String> names = rows.stream().map(Measurement::peer).toList();
        chart.addSeries("encode", rows.stream().map(m -> m.encode().mean()).toList(), names)
                .setFillColor(ENCODE);
        chart.addSeries("decode", rows.stream().map(m -> m.decode().mean()).toList(), names)
                .setFillColor(DECODE);
        style(chart);
        SvgChart.write(chart, file);
    }

    private static void style(HorizontalBarChart chart) {
        var styler = chart.getStyler();
        Font font = new Font(Font.SANS_SERIF, Font.PLAIN, 13);
        SvgChart.setColours(chart);
        styler.setLegendBorderColor(new Color(0, 0, 0, 0));
        styler.setPlotBorderVisible(false);
        styler.setAxisTickLabelsColor(SvgChart.INK);
        styler.setAxisTickMarksColor(SvgChart.INK);
        styler.setPlotGridLinesColor(new Color(0x7D, 0x84, 0x8C, 0x50));
        styler.setChartTitleFont(font.deriveFont(Font.BOLD, 15));
        styler.setAxisTitleFont(font);
        styler.setAxisTickLabelsFont(font);
        styler.setLegendFont(font);
        styler.setLegendPosition(LegendPosition.OutsideS);
        styler.setLegendLayout(LegendLayout.Horizontal);
        styler.setXAxisTickMarkSpacingHint(ROW_HEIGHT / 2); // also spaces the names; with more, some are left out
        styler.setAvailableSpaceFill(0.8);
    }
}
