package io.deltawire.bench.latency;

import de.erichseifert.vectorgraphics2d.Processors;
import de.erichseifert.vectorgraphics2d.VectorGraphics2D;
import de.erichseifert.vectorgraphics2d.util.PageSize;
import java.awt.Color;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Latency over percentile, a line for each wire and rate; both axes so that the far end can be seen. */
final class LatencyChart {
    private static final Color NONE = new Color(0, 0, 0, 0);
    private static final Color INK = new Color(0x7D, 0x84, 0x8C);

    private LatencyChart() {}

    static void write(String title, List<LatencyResult> results, Path file) throws IOException {
        XYChart chart = new XYChartBuilder()
                .width(900)
                .height(500)
                .title(title)
                .xAxisTitle("one event in ... is later than")
                .yAxisTitle("microseconds after it was due")
                .build();
        chart.getStyler()
                .setXAxisLogarithmic(true)
                .setYAxisLogarithmic(true)
                .setLegendPosition(LegendPosition.OutsideS)
                .setChartBackgroundColor(NONE)
                .setPlotBackgroundColor(NONE)
                .setLegendBackgroundColor(NONE)
                .setChartFontColor(INK);
        chart.getStyler().setAxisTickLabelsColor(INK);
        for (LatencyResult result : results) {
            add(chart, result);
        }
        try (OutputStream out = Files.newOutputStream(file)) {
            VectorGraphics2D graphics = new VectorGraphics2D();
            chart.paint(graphics, chart.getWidth(), chart.getHeight());
            PageSize page = new PageSize(0, 0, chart.getWidth(), chart.getHeight());
            Processors.get("svg").getDocument(graphics.getCommands(), page).writeTo(out);
        }
    }

    private static void add(XYChart chart, LatencyResult result) {
        List<Double> oneIn = new ArrayList<>();
        List<Double> micros = new ArrayList<>();
        long total = result.nanos().getTotalCount();
        for (double events = 1.25; events <= total; events *= 1.5) {
            oneIn.add(events);
            micros.add(Math.max(0.001, result.micros(100 - 100 / events)));
        }
        oneIn.add(Math.max(1.25, (double) total));
        micros.add(Math.max(0.001, result.micros(100)));
        String name = String.format(Locale.ROOT, "%s, %,d/s", result.format(), result.rate());
        chart.addSeries(name, oneIn, micros).setMarker(SeriesMarkers.NONE);
    }
}
