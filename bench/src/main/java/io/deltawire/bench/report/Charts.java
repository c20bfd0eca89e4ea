package io.deltawire.bench.report;

import de.erichseifert.vectorgraphics2d.Processors;
import de.erichseifert.vectorgraphics2d.VectorGraphics2D;
import de.erichseifert.vectorgraphics2d.util.PageSize;
import io.deltawire.bench.measure.Measurement;
import java.awt.Color;
import java.awt.Font;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import org.knowm.xchart.HorizontalBarChart;
import org.knowm.xchart.HorizontalBarChartBuilder;
import org.knowm.xchart.style.Styler.LegendLayout;
import org.knowm.xchart.style.Styler.LegendPosition;

/** A bar chart for each workload, on no background and in colours that stand out on a light and on a dark page. */
final class Charts {
    private static final Color NONE = new Color(0, 0, 0, 0);
    private static final Color INK = new Color(0x7D, 0x84, 0x8C);
    private static final Color ENCODE = new Color(0x2F, 0x81, 0xF7);
    private static final Color DECODE = new Color(0xD9, 0x72, 0x2E);
    private static final Pattern DIGITS = Pattern.compile("(\\.\\d\\d)\\d+");
    private static final int WIDTH = 900;
    private static final int ROW = 34;

    /** So many times the fastest are shown: the rest would leave nothing of it to be seen. */
    private static final int SHOWN = 40;

    private Charts() {}

    static String fileName(String workload) {
        return workload.replace('/', '-') + ".svg";
    }

    static void write(Report report, Path folder) throws IOException {
        for (String workload : report.workloads.keySet()) {
            List<Measurement> rows = new ArrayList<>(report.measurements.stream()
                    .filter(m -> m.workload().equals(workload))
                    .sorted(Comparator.comparingDouble(Charts::sum))
                    .toList());
            if (!rows.isEmpty()) {
                double bound = SHOWN * sum(rows.get(0));
                rows.removeIf(m -> sum(m) > bound);
                write(workload + ": " + report.workloads.get(workload), rows, folder.resolve(fileName(workload)));
            }
        }
    }

    private static double sum(Measurement m) {
        return m.encode().mean() + m.decode().mean();
    }

    private static void write(String title, List<Measurement> rows, Path file) throws IOException {
        HorizontalBarChart chart = new HorizontalBarChartBuilder()
                .width(WIDTH)
                .height(120 + ROW * rows.size())
                .title(title)
                .xAxisTitle("nanoseconds a message; formats beyond " + SHOWN + " times the fastest are left out")
                .build();
        List<String> names = rows.stream().map(Measurement::peer).toList();
        chart.addSeries("encode", rows.stream().map(m -> m.encode().mean()).toList(), names)
                .setFillColor(ENCODE);
        chart.addSeries("decode", rows.stream().map(m -> m.decode().mean()).toList(), names)
                .setFillColor(DECODE);
        style(chart);
        VectorGraphics2D graphics = new VectorGraphics2D();
        chart.paint(graphics, chart.getWidth(), chart.getHeight());
        PageSize page = new PageSize(0, 0, chart.getWidth(), chart.getHeight());
        ByteArrayOutputStream svg = new ByteArrayOutputStream();
        Processors.get("svg").getDocument(graphics.getCommands(), page).writeTo(svg);
        // A hundredth of a pixel will do; as it comes, every letter is an outline of numbers with many digits.
        Files.writeString(
                file, DIGITS.matcher(svg.toString(StandardCharsets.UTF_8)).replaceAll("$1"));
    }

    private static void style(HorizontalBarChart chart) {
        var styler = chart.getStyler();
        Font font = new Font(Font.SANS_SERIF, Font.PLAIN, 13);
        styler.setChartBackgroundColor(NONE);
        styler.setPlotBackgroundColor(NONE);
        styler.setLegendBackgroundColor(NONE);
        styler.setLegendBorderColor(NONE);
        styler.setPlotBorderVisible(false);
        styler.setChartFontColor(INK);
        styler.setAxisTickLabelsColor(INK);
        styler.setAxisTickMarksColor(INK);
        styler.setPlotGridLinesColor(new Color(0x7D, 0x84, 0x8C, 0x50));
        styler.setChartTitleFont(font.deriveFont(Font.BOLD, 15));
        styler.setAxisTitleFont(font);
        styler.setAxisTickLabelsFont(font);
        styler.setLegendFont(font);
        styler.setLegendPosition(LegendPosition.OutsideS);
        styler.setLegendLayout(LegendLayout.Horizontal);
        styler.setXAxisTickMarkSpacingHint(ROW / 2); // of the names, too, or else some are left out
        styler.setAvailableSpaceFill(0.8);
    }
}
