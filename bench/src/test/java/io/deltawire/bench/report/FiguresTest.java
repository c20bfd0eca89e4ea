package io.deltawire.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.deltawire.bench.measure.Effort;
import io.deltawire.bench.measure.Measurement;
import io.deltawire.bench.measure.Measurement.Times;
import io.deltawire.bench.workload.Workloads;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class FiguresTest {
    private static final String MARKED =
            "before\n<!-- figures w1 deltawire-delta -->\nold\n<!-- end of figures -->\nafter\n";

    private static Report report(double nanos) {
        Report report = Report.begin("bench/run", Effort.FULL, "fory", Workloads.all());
        report.date = "2026-01-02T03:04:05Z";
        report.machine = "a machine";
        report.java = "vendor 17.0.1";
        Times times = new Times(List.of(nanos, nanos), 0);
        report.add(new Measurement("deltawire-delta", "w1", 10, 23.18, 23.18, times, times, 0, 12.4));
        return report;
    }

    @Test
    void replacesMarkedTablesAndNothingElse() {
        String expected = """
                before
                <!-- figures w1 deltawire-delta -->

                | the article's message, 1,024 different ones | bytes | encode ns | B/op | decode ns | B/op |
                |---|---:|---:|---:|---:|---:|
                | **deltawire-delta** | 23.2 | 50 | 0 | 50 | 12 |

                `bench/run`, 2026-01-02, a machine, Java 17.0.1. [All of it](bench/results/report.md).

                <!-- end of figures -->
                after
                """;
        String updated = Figures.update(MARKED, report(50));
        assertEquals(expected, updated);
        assertEquals(expected, Figures.update(updated, report(50)));
        Report withMaking = report(50);
        withMaking.making.put("w1", new Times(List.of(4.2, 4.4), 0));
        assertEquals(
                expected.replace(
                        "| 50 | 12 |\n",
                        "| 50 | 12 |\n\nEach encoding time includes 4 ns in which the benchmark makes the next message.\n"),
                Figures.update(updated, withMaking));
    }

    @Test
    void rejectsAMarkThatTheReportHasNoFiguresFor() {
        String marked = MARKED.replace("deltawire-delta", "kryo");
        IllegalArgumentException thrown =
                assertThrows(IllegalArgumentException.class, () -> Figures.update(marked, report(50)));
        assertEquals("the report has no kryo on w1", thrown.getMessage());
    }

    /** README.md quotes only a report that is in the repository. */
    @Test
    void figuresInTheReadmeMatchTheReport() throws Exception {
        Path project = Path.of(System.getProperty("projectDir"));
        Path report = project.resolve("bench/results/report.json");
        String readme = Files.readString(project.resolve("README.md"));
        String expected = Files.exists(report)
                ? Figures.update(readme, Report.read(report))
                : readme.replaceAll("(?s)(<!-- figures [^>]*-->\n).*?(<!-- end of figures -->)", "$1$2");
        assertEquals(expected, readme);
    }
}
