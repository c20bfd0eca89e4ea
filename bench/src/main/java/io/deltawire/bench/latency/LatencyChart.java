package io.deltawire.bench.latency;

import io.deltawire.bench.report.SvgChart;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * Writes the chart of latencies by percentile, with a line for each wire and rate. Both axes are logarithmic, so that the rare and late
 * events take as much room as the others.
 */
final class LatencyChart {
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
                .setLegendPosition(LegendPosition.OutsideS);
        SvgChart.setColours(chart);
        chart.getStyler().setAxisTickLabelsColor(SvgChart.INK);
        for (LatencyResult result : results) {
            add(chart, result);
        }
        SvgChart.write(chart, file);
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
