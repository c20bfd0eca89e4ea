package io.deltawire.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.bench.measure.Effort;
import io.deltawire.bench.measure.Measurement;
import io.deltawire.bench.measure.Measurement.Times;
import io.deltawire.bench.workload.Workloads;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {
    @TempDir
    private Path folder;

    private static Measurement measurement(String peer, double size, double encode) {
        return new Measurement(
                peer,
                "w1",
                1024,
                size,
                size,
                new Times(List.of(encode, encode + 1, encode - 1, encode), 0),
                new Times(List.of(20.0, 21.0, 19.0, 20.0), 0),
                0,
                480);
    }

    private static Report report(double size, double encode) {
        Report report = Report.begin("bench/run --quick", Effort.QUICK, "chronicle-binary", Workloads.all());
        report.add(measurement("chronicle-binary", 205, 100));
        report.add(measurement("floor-binary", size, encode));
        return report;
    }

    @Test
    void writesMarkdownChartsAndJson() throws Exception {
        Report report = report(218, 50);
        report.addFailure("kryo", "no such method");
        report.making.put("w1", new Times(List.of(4.0, 4.0, 4.0), 0.05));
        report.write(folder);
        String markdown = Files.readString(folder.resolve("report.md"));
        assertTrue(
                markdown.contains(
                        "| floor-binary | floor | 218.0 |  | 50.0 ± 5.3 | 49.0 | 0.500 | 0 | 20.0 ± 5.3 | 19.0 | 1.000 | 480 |"),
                markdown);
        assertTrue(markdown.contains("- kryo: no such method"), markdown);
        assertTrue(markdown.contains("Each encoding time includes 4.0 ± 0.2 to make"), markdown);
        String chart = Files.readString(folder.resolve("w1.svg"));
        assertTrue(chart.contains("<svg") && chart.contains("rgb(47,129,247)"), chart);
        assertEquals(report.measurements, Report.read(folder.resolve("report.json")).measurements);
        assertEquals(report.making, Report.read(folder.resolve("report.json")).making);
    }

    @Test
    void joinsTheIterationsOfSeveralProcesses() {
        Report report = report(218, 50);
        report.add(measurement("floor-binary", 218, 60));
        Measurement joined = report.find("floor-binary", "w1").orElseThrow();
        assertEquals(8, joined.encode().nanos().size());
        assertEquals(55, joined.encode().mean(), 1e-9);
    }

    @Test
    void regressionsAreBeyondTheThresholdAndBothErrors() {
        assertEquals(List.of(), Regression.find(report(218, 50), report(218, 54), 1));
        assertEquals(List.of(), Regression.find(report(218, 50), report(217, 40), 1));
        assertEquals(
                List.of("floor-binary w1 encode: 50.0 before, 70.0 now (+40.0 %)"),
                Regression.find(report(218, 50), report(218, 70), 10));
        assertEquals(
                List.of("floor-binary w1 size: 218.0 before, 219.0 now (+0.5 %)"),
                Regression.find(report(218, 50), report(219, 50), 10));
    }
}
