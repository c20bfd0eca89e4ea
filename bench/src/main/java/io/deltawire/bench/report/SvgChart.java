package io.deltawire.bench.report;

import de.erichseifert.vectorgraphics2d.Processors;
import de.erichseifert.vectorgraphics2d.VectorGraphics2D;
import de.erichseifert.vectorgraphics2d.util.PageSize;
import java.awt.Color;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.knowm.xchart.internal.chartpart.Chart;

/** What the charts of all reports have in common: colours that can be read on a light and on a dark page, and SVG files. */
public final class SvgChart {
    /** For text, axes and grid lines. */
    public static final Color INK = new Color(0x7D, 0x84, 0x8C);

    private static final Color TRANSPARENT = new Color(0, 0, 0, 0);
    private static final Pattern EXCESS_DIGITS = Pattern.compile("(\\.\\d\\d)\\d+");

    private SvgChart() {}

    /** Sets a transparent background, and the colour of all text. */
    public static void setColours(Chart<?, ?> chart) {
        chart.getStyler()
                .setChartBackgroundColor(TRANSPARENT)
                .setPlotBackgroundColor(TRANSPARENT)
                .setLegendBackgroundColor(TRANSPARENT)
                .setChartFontColor(INK);
    }

    /** Writes a chart to a file. */
    public static void write(Chart<?, ?> chart, Path file) throws IOException {
        VectorGraphics2D graphics = new VectorGraphics2D();
        chart.paint(graphics, chart.getWidth(), chart.getHeight());
        PageSize page = new PageSize(0, 0, chart.getWidth(), chart.getHeight());
        ByteArrayOutputStream svg = new ByteArrayOutputStream();
        Processors.get("svg").getDocument(graphics.getCommands(), page).writeTo(svg);
        // A hundredth of a pixel is exact enough. Every letter is an outline, whose numbers would have many digits.
        Files.writeString(
                file,
                EXCESS_DIGITS.matcher(svg.toString(StandardCharsets.UTF_8)).replaceAll("$1"));
    }
}
