package io.deltawire.cli.statistics;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.cli.terminal.Exit;
import io.deltawire.cli.testing.CommandRun;
import io.deltawire.cli.testing.JsonLines;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportsTest {
    private static final String LINES = """
            {"update":{"symbol":"A","bid":1.5,"time":"2016-07-22T12:00:00Z"}}
            {"update":{"symbol":"B","bid":null,"time":"2016-07-22T12:00:01Z"}}
            {"trade":{"symbol":"A","bid":1.5,"time":"2016-07-22T12:00:02Z"}}
            {"update":{"symbol":"A","bid":1.5,"time":"2016-07-22T12:00:04Z"}}
            """;

    @TempDir
    Path dir;

    @Test
    void statisticsCountMessagesFieldsChangesAndKeys() throws IOException {
        CommandRun run = CommandRun.withInput(LINES, "stats", "--key", "symbol", "--format", "json");
        assertEquals(0, run.code(), run.err());
        String out = run.out();
        assertTrue(out.contains("\"format\":\"json\",\"messages\":4,\"bytes\":" + LINES.length()), out);
        assertTrue(out.contains("\"jsonBytes\":" + LINES.length()), out);
        assertTrue(out.contains("\"firstTime\":\"2016-07-22T12:00:00Z\",\"lastTime\":\"2016-07-22T12:00:04Z\""), out);
        assertTrue(out.contains("{\"event\":\"update\",\"messages\":3,\"bytes\":199}"), out);
        assertTrue(
                out.contains("{\"field\":\"update.bid\",\"present\":3,\"nulls\":1,\"changed\":2,\"jsonBytes\":31}"),
                out);
        assertTrue(out.contains("\"busiest\":[{\"key\":\"A\",\"messages\":2},{"), out);
        assertEquals(1, out.lines().count());
        JsonLines.tokens(run.bytes());
    }

    @Test
    void missingFileHasNoMessagesOfTheFileBefore() throws IOException {
        String whole = Files.writeString(dir.resolve("whole.jsonl"), LINES).toString();
        String none = dir.resolve("none.jsonl").toString();
        CommandRun run = CommandRun.of("verify", whole, none, whole);
        assertEquals(Exit.IO, run.code());
        assertEquals("wire: " + none + ": no such file\n", run.err());
    }

    @Test
    void statisticsAreTextByDefault() {
        String out = CommandRun.withInput(LINES, "stats", "--key", "symbol").out();
        assertTrue(out.startsWith("standard input: json, 4 messages, "), out);
        assertTrue(out.contains("1.00 messages/s"), out);
    }

    @Test
    void statisticsCountMessagesOverTime() {
        String text = CommandRun.withInput(LINES, "stats").out();
        assertTrue(text.contains("  messages each 0.1s, at most 1: |"), text);
        String json = CommandRun.withInput(LINES, "stats", "--format", "json").out();
        assertTrue(
                json.contains(
                        "\"intervalSeconds\":0.05,\"intervals\":[{\"time\":\"2016-07-22T12:00:00Z\",\"messages\":1,\"bytes\":66},"
                                + "{\"time\":\"2016-07-22T12:00:00.050Z\",\"messages\":0,\"bytes\":0}"),
                json);
        TimeSeries series = new TimeSeries();
        for (long day = 0; day < 5000; day++) {
            series.add((4999 - day) * 86_400_000_000_000L, 3);
        }
        assertTrue(series.intervals().size() <= 300 && series.intervals().size() > 40);
        assertEquals(
                5000,
                series.intervals().stream()
                        .mapToLong(TimeSeries.Interval::messages)
                        .sum());
        assertEquals(
                15_000,
                series.intervals().stream()
                        .mapToLong(TimeSeries.Interval::bytes)
                        .sum());
    }

    @Test
    void statisticsAreAPictureForLightAndDark() throws Exception {
        String lines = LINES.replace("\"B\"", "\"<B&\\u0007\"");
        CommandRun svg = CommandRun.withInput(lines, "stats", "--key", "symbol", "--format", "svg");
        assertEquals(0, svg.code(), svg.err());
        assertTrue(svg.out().contains("prefers-color-scheme: dark"), svg.out());
        org.w3c.dom.Document document = javax.xml.parsers.DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new java.io.ByteArrayInputStream(svg.bytes()));
        String text = document.getDocumentElement().getTextContent();
        assertTrue(text.contains("<B&\\u0007"), text);
        assertTrue(
                text.contains("Messages each 0.05s")
                        && text.contains("Bytes by field")
                        && text.contains("Messages by key"),
                text);
        String many = "{\"" + "n".repeat(60) + "\":123456789}\n";
        String wide = CommandRun.withInput(many.repeat(20_000), "stats", "--format", "svg")
                .out();
        java.util.regex.Matcher label = java.util.regex.Pattern.compile(
                        "<text x=\"(\\d+)\"[^>]*anchor=\"(start|end)\">([^<]*)<")
                .matcher(wide);
        while (label.find()) { // a digit takes some 7.2 of the 800 units of the width
            double width = 7.2 * label.group(3).length();
            double x = Double.parseDouble(label.group(1));
            boolean isInside = label.group(2).equals("start") ? x + width <= 800 : x - width >= -30;
            assertTrue(isInside, label.group());
        }
        CommandRun html = CommandRun.withInput(lines, "stats", "--format", "html");
        assertTrue(html.out().startsWith("<!DOCTYPE html>") && html.out().endsWith("</body>\n</html>\n"), html.out());
        assertEquals(
                Exit.USAGE, CommandRun.of("stats", "--format", "svg", "a", "b").code());
    }

    /** In a delta dump every byte belongs to one field or to none. */
    @Test
    void statisticsDivideTheBytesOfADeltaDumpByFields() throws IOException {
        byte[] dump =
                CommandRun.withInput(LINES, "convert", "--output", "delta").bytes();
        String out = CommandRun.withInput(dump, "stats").out();
        java.util.regex.Matcher rows = java.util.regex.Pattern.compile(
                        "(?m)^ +(\\d+ +){4}(\\d+)  \\w|^ {50,}(\\d+)  \\(")
                .matcher(out);
        int sum = 0;
        while (rows.find()) {
            sum += Integer.parseInt(rows.group(2) == null ? rows.group(3) : rows.group(2));
        }
        assertEquals(dump.length, sum, out);
    }

    @Test
    void indexListsWhereMessagesBegin() {
        CommandRun run = CommandRun.withInput(LINES, "index", "--every", "2", "--format", "json");
        assertEquals("""
                {"file":"standard input","message":1,"offset":0,"event":"update","bytes":66}
                {"file":"standard input","message":3,"offset":133,"event":"trade","bytes":65}
                """, run.out());
    }

    @Test
    void verifyDistinguishesGoodFromDamagedDumps() throws IOException {
        String good = Files.writeString(dir.resolve("good.jsonl"), LINES).toString();
        String bad = Files.writeString(dir.resolve("bad.jsonl"), LINES + "{\"a\":,}\n{}\n")
                .toString();
        CommandRun run = CommandRun.of("verify", bad, good);
        assertEquals(Exit.CORRUPT, run.code());
        assertEquals(good + ": OK, json, 4 messages, " + LINES.length() + " bytes\n", run.out());
        assertTrue(run.err().contains("line 5"), run.err());
        CommandRun going = CommandRun.of("verify", "--keep-going", bad);
        assertEquals(Exit.CORRUPT, going.code());
        assertTrue(going.out().contains("bad.jsonl: damaged, json, 5 messages can be read"), going.out());
    }

    @Test
    void verifyReportsInputThatMayBeCutOff() {
        String mayBe = "; there is no line end after its last value, which may be cut off\n";
        for (String cut :
                List.of("a,b\n1,22\n3,44", "a,b\n1,", "a,b\n1,\"x\"", "---\na: 1\nprice: 1.25", "---\na: b\nc:")) {
            CommandRun run = CommandRun.withInput(cut, "verify");
            assertEquals(Exit.OK, run.code());
            assertTrue(run.out().endsWith(cut.length() + " bytes" + mayBe), run.out());
        }
        for (String whole :
                List.of("a,b\n1,22\n", "a,b\r\n1,22\r\n", "---\na: 1\n", "---\na: !T {b: 1}", "{\"a\":1}")) {
            assertTrue(CommandRun.withInput(whole, "verify").out().endsWith(whole.length() + " bytes\n"), whole);
        }
        CommandRun torn = CommandRun.withInput("a,b\n1,22\n3", "verify");
        assertEquals(Exit.TRUNCATED, torn.code());
    }

    /** Checks the lost messages, the offset of the next good block, and the numbers after it. */
    @Test
    void damageToADeltaDumpIsReportedWithTheLostMessages() throws IOException {
        StringBuilder lines = new StringBuilder();
        for (int i = 1; i <= 12_000; i++) {
            lines.append("{\"id\":" + i % 5 + ",\"v\":" + i + ",\"x\":\"" + Long.toHexString(i * 0x9E3779B97F4A7C15L)
                    + "\"}\n");
        }
        Path dump = dir.resolve("a.dw");
        Path source = Files.writeString(dir.resolve("a.jsonl"), lines);
        CommandRun.of("convert", "--key", "id", "--out", dump.toString(), source.toString());
        byte[] bytes = Files.readAllBytes(dump);
        bytes[80_000] ^= 1;
        Files.write(dump, bytes);

        CommandRun stopped = CommandRun.of("verify", dump.toString());
        assertEquals(Exit.CORRUPT, stopped.code());
        java.util.regex.Matcher told = java.util.regex.Pattern.compile(
                        "  lost: messages (\\d+) to (\\d+); the next good epoch begins at byte (\\d+) with message (\\d+)\\s"
                                + "  to go on behind it: --keep-going, or --from @(\\d+)\\s")
                .matcher(stopped.err());
        assertTrue(told.find(), stopped.err());
        int first = Integer.parseInt(told.group(1));
        int next = Integer.parseInt(told.group(4));
        assertTrue(first < next && next < 12_000 && told.group(3).equals(told.group(5)), stopped.err());

        CommandRun going = CommandRun.of("verify", "--keep-going", dump.toString());
        assertTrue(going.out().contains("damaged, delta, " + (12_000 - (next - first)) + " messages can be read"));
        assertFalse(going.err().contains("to go on"), going.err());

        String read = CommandRun.of("convert", "--keep-going", "--show", "number", dump.toString())
                .out();
        java.util.regex.Matcher numbers = java.util.regex.Pattern.compile("# #(\\d+)\nid: \\d\nv: (\\d+)\n")
                .matcher(read);
        int count = 0;
        while (numbers.find()) {
            assertEquals(numbers.group(1), numbers.group(2));
            count++;
        }
        assertEquals(12_000 - (next - first), count);

        CommandRun from = CommandRun.of("convert", "--output", "json", "--from", "@" + told.group(3), dump.toString());
        assertEquals(0, from.code(), from.err());
        assertEquals(12_000 - next + 1, from.out().lines().count());

        byte[] tail = Arrays.copyOfRange(bytes, 70_000, 90_000);
        Files.write(dump, tail);
        assertTrue(CommandRun.of("verify", "--input", "delta", dump.toString())
                .err()
                .contains("lost: all from message 1 on; no epoch after it can be read"));
    }

    @Test
    void aDeltaWithoutItsBaseHasAnExitCodeOfItsOwn() throws IOException {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 600_000; i++) {
            lines.append("{\"id\":" + i % 5_000 + ",\"n\":" + i / 5_000 + "}\n");
        }
        byte[] bytes = CommandRun.withInput(lines.toString(), "convert", "--output", "delta", "--key", "id")
                .bytes();
        int[] starts = IntStream.range(0, bytes.length - 5)
                .filter(i -> bytes[i] == (byte) 0xC4 && bytes[i + 1] == (byte) 0xCC && bytes[i + 4] == 0)
                .toArray();
        assertTrue(starts.length > 3, "epochs: " + starts.length);
        byte[] without = Arrays.copyOf(bytes, bytes.length - (starts[2] - starts[1]));
        System.arraycopy(bytes, starts[2], without, starts[1], bytes.length - starts[2]);
        CommandRun run = CommandRun.withInput(without, "convert");
        assertEquals(Exit.NO_BASE, run.code(), run.err());
        assertTrue(run.err().contains("messages are missing before this epoch at byte " + starts[1]), run.err());
    }

    /** Nanoseconds since 1970 overflow 64 bits for these. */
    @Test
    void timesAfter2262AreReportedUnchanged() throws IOException {
        String lines = """
                {"time":"1500-01-02T03:04:05Z"}
                {"time":"2016-07-22T12:00:00Z"}
                {"time":"9999-12-31T23:59:59.5Z"}
                """;
        String text = CommandRun.withInput(lines, "stats").out();
        assertTrue(text.contains("from 1500-01-02T03:04:05Z to 9999-12-31T23:59:59.500Z, 1.12e-11 messages/s"), text);
        String json = CommandRun.withInput(lines, "stats", "--format", "json").out();
        assertTrue(json.contains("\"lastTime\":\"9999-12-31T23:59:59.500Z\""), json);
        assertEquals(0, CommandRun.withInput(lines, "stats", "--format", "svg").code());
        String shown = CommandRun.withInput(lines, "convert", "-o", "yaml", "--show", "time")
                .out();
        assertTrue(shown.contains("# 9999-12-31T23:59:59.500Z"), shown);
        String numbers = """
                {"t":253402300799}
                {"t":99999999999999}
                {"t":-5}
                """;
        String of = CommandRun.withInput(numbers, "stats", "--time", "t").out();
        assertTrue(of.contains("from 1969-12-31T23:59:55Z to 5138-11-16T09:46:39.999Z"), of);
    }

    /** Also if only the last messages are shown, at the end. */
    @Test
    void manyMessagesInHexAreShownWhole() throws IOException {
        StringBuilder line = new StringBuilder("{\"a\":1}\n{\"a\":\"");
        line.append("x".repeat(100_000)).append("\u202e\"}\n{\"a\":2}\n");
        String all = CommandRun.withInput(line.toString(), "convert", "--hex").out();
        assertTrue(all.lines().count() > 12_500, "lines: " + all.lines().count());
        assertTrue(
                all.startsWith("# #1 @0, 8 bytes\n00000000  7b 22 61 22 3a 31 7d 0a  # |{\"a\":1}.|\n\n# #2 @8, "),
                all);
        String last = CommandRun.withInput(line.toString(), "convert", "--hex", "--last", "2")
                .out();
        assertEquals(all.substring(all.indexOf("# #2")), last);
    }

    @Test
    void recordAppendsToADump() throws IOException {
        for (String name : new String[] {"all.dw", "all.jsonl", "all.yaml", "all.binary"}) {
            String dump = dir.resolve(name).toString();
            String[] lines = LINES.split("(?<=\n)");
            for (String line : lines) {
                CommandRun run =
                        CommandRun.withInput(line, "record", "--flush", "message", "--key", key(line), "--out", dump);
                assertEquals(0, run.code(), name + run.err());
            }
            assertEquals(LINES, CommandRun.of("convert", "-o", "json", dump).out(), name);
        }
    }

    /** Editors and killed writers leave such lines. */
    @Test
    void recordBeginsANewLineAfterAnOpenLastLine() throws IOException {
        Path json = Files.writeString(dir.resolve("torn.jsonl"), "1\n{\"a\":\"to");
        CommandRun run = CommandRun.withInput("{\"a\":2}\n", "record", "-i", "json", "--out", json.toString());
        assertEquals(0, run.code(), run.err());
        assertEquals("1\n{\"a\":\"to\n{\"a\":2}\n", Files.readString(json));
    }

    @Test
    void recordFlushesEachMessageWithAChecksumOrWithout() throws IOException {
        String lines = "{\"id\":1,\"n\":5}\n{\"id\":1,\"n\":6}\n".repeat(50);
        Map<String, Integer> sizes = new HashMap<>();
        for (String flush : List.of("1h", "message", "checked")) {
            Path dump = dir.resolve(flush + ".dw");
            CommandRun run =
                    CommandRun.withInput(lines, "record", "--flush", flush, "--key", "id", "--out", dump.toString());
            assertEquals(0, run.code(), run.err());
            assertEquals(
                    lines,
                    CommandRun.of("convert", "-o", "json", dump.toString()).out());
            sizes.put(flush, (int) Files.size(dump));
        }
        assertEquals(98, sizes.get("message") - sizes.get("1h"), "a length each, and one of two bytes for all");
        assertEquals(5 * 99, sizes.get("checked") - sizes.get("message"), "one more checksum a message");
    }

    @Test
    void recordContinuesADumpWhoseRecorderWasKilled() throws IOException {
        Path dump = dir.resolve("killed.dw");
        String line = "{\"id\":1,\"n\":%d}\n";
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 50; i++) {
            lines.append(String.format(line, i));
        }
        assertEquals(
                0,
                CommandRun.withInput(
                                lines.toString(),
                                "record",
                                "--flush",
                                "message",
                                "--key",
                                "id",
                                "--out",
                                dump.toString())
                        .code());
        byte[] whole = Files.readAllBytes(dump);
        // The end mark is missing, and the last frame is cut with the checksum.
        Files.write(dump, Arrays.copyOf(whole, whole.length - 18 - 5 - 1));
        CommandRun run =
                CommandRun.withInput(String.format(line, 99), "record", "--key", "id", "--out", dump.toString());
        assertEquals(0, run.code());
        assertTrue(
                run.err()
                        .matches(
                                "(?s).*killed.dw: was not ended: 49 messages in \\d+ bytes.*, then \\d+ bytes of something"
                                        + " torn, which are cut off; recording goes on there\n"),
                run.err());
        lines.setLength(lines.length() - String.format(line, 49).length());
        lines.append(String.format(line, 99));
        CommandRun all = CommandRun.of("convert", "-o", "json", dump.toString());
        assertEquals("", all.err());
        assertEquals(lines.toString(), all.out());

        Path other = Files.writeString(dir.resolve("text.dw"), "no dump");
        run = CommandRun.withInput(line, "record", "--key", "id", "--out", other.toString());
        assertEquals(Exit.CORRUPT, run.code());
        assertEquals("no dump", Files.readString(other));
    }

    @Test
    void recordRefusesBinaryThatEndsInsideOfAMessage() throws IOException {
        Path file = dir.resolve("torn.binary");
        String lines = "{\"a\":1,\"text\":\"some text\"}\n".repeat(3);
        CommandRun.withInput(lines, "convert", "--out", file.toString());
        byte[] whole = Files.readAllBytes(file);
        int last = whole.length / 3 * 2;
        for (int end = last + 1; end < whole.length; end++) {
            byte[] torn = Arrays.copyOf(whole, end);
            Files.write(file, torn);
            CommandRun run = CommandRun.withInput("{\"a\":2}\n{\"a\":3}\n", "record", "--out", file.toString());
            assertEquals(Exit.TRUNCATED, run.code(), run.err());
            assertTrue(run.err().startsWith("wire: " + file + ": binary: expected a "), run.err());
            assertTrue(run.err().contains("cut the file off at byte " + last + ","), run.err());
            assertArrayEquals(torn, Files.readAllBytes(file));
        }
        Files.write(file, Arrays.copyOf(whole, last));
        CommandRun run = CommandRun.withInput("{\"a\":2}\n", "record", "--out", file.toString());
        assertEquals(0, run.code(), run.err());
        assertEquals(
                lines.substring(lines.length() / 3) + "{\"a\":2}\n",
                CommandRun.of("convert", "-o", "json", file.toString()).out());
    }

    /** Wherever a recorder of YAML is killed, a torn message is cut off and never taken for a whole one. */
    @Test
    void recordCutsATornYamlMessageOff() throws IOException {
        Path file = dir.resolve("torn.yaml");
        String line = "{\"id\":%d,\"v\":{\"w\":78,\"text\":\"some text\"}}\n";
        String lines = String.format(line, 1) + String.format(line, 2);
        CommandRun.withInput(lines, "record", "--out", file.toString());
        byte[] whole = Files.readAllBytes(file);
        int first = new String(whole, StandardCharsets.UTF_8).indexOf("...\n") + 4;
        int last = new String(whole, StandardCharsets.UTF_8).lastIndexOf("...\n");
        for (int end = first; end <= whole.length; end++) {
            Files.write(file, Arrays.copyOf(whole, end));
            CommandRun run = CommandRun.withInput(String.format(line, 3), "record", "--out", file.toString());
            assertEquals(0, run.code(), run.err());
            boolean isKept = end > last; // a torn mark of the end shows the end of the message
            String remark = ": its last message, up to byte " + end + ", is not ended and may be torn: it is cut off;"
                    + " recording goes on at byte " + first + "\n";
            assertEquals(!isKept && end > first, run.err().contains(remark), end + ": " + run.err());
            assertEquals(
                    (isKept ? lines : String.format(line, 1)) + String.format(line, 3),
                    CommandRun.of("convert", "-o", "json", file.toString()).out(),
                    end + ": " + Files.readString(file));
        }
        Files.writeString(file, "a: 1\n---\na: 1");
        assertTrue(CommandRun.withInput("{\"a\":2}\n", "record", "--out", file.toString())
                .err()
                .contains(
                        ", up to byte 13, is not ended and may be torn: it is cut off; recording goes on at byte 9\n"));
        Files.writeString(file, "a: 1\n");
        CommandRun run = CommandRun.withInput("{\"a\":2}\n", "record", "--out", file.toString());
        assertEquals("", run.err());
        assertEquals(
                "{\"a\":1}\n{\"a\":2}\n",
                CommandRun.of("convert", "-o", "json", file.toString()).out());
    }

    @Test
    void recordRefusesBinaryThatIsInvalidOrHasEnded() throws IOException {
        Path file = dir.resolve("other.binary");
        for (byte[] bytes :
                List.of("{\"a\":1}\n".getBytes(StandardCharsets.UTF_8), new byte[8], new byte[] {0, 0, 0, -64})) {
            Files.write(file, bytes);
            CommandRun run = CommandRun.withInput("{\"a\":2}\n", "record", "--out", file.toString());
            assertEquals(bytes[0] == '{' ? Exit.CORRUPT : Exit.TRUNCATED, run.code(), run.err());
            assertTrue(run.err().contains("cut the file off at byte 0,"), run.err());
            assertArrayEquals(bytes, Files.readAllBytes(file));
        }
    }

    private static String key(String line) {
        return line.contains("update") ? "update.symbol" : "trade.symbol";
    }

    @Test
    void recordNeedsAFileAndRefusesToAppendToCsv() throws IOException {
        assertEquals(Exit.USAGE, CommandRun.withInput(LINES, "record").code());
        String csv = Files.writeString(dir.resolve("a.csv"), "a\n1\n").toString();
        assertEquals(
                Exit.USAGE,
                CommandRun.withInput("{\"a\":1}", "record", "--out", csv).code());
        assertEquals("a\n1\n", Files.readString(Path.of(csv)));
    }

    /** Messages with the history of a hop: i microseconds in the wire, and ten times as long in the component. */
    private static String histories() {
        StringBuilder lines = new StringBuilder();
        for (int i = 1; i <= 1000; i++) {
            long written = 1_469_190_896_000_000_000L + i * 1_000_000L;
            long read = written + i * 1000L;
            lines.append("{\"history\":{\"sources\":[7,")
                    .append(i)
                    .append("],\"timings\":[")
                    .append(written)
                    .append(',')
                    .append(read)
                    .append(',')
                    .append(read + i * 10_000L)
                    .append("]},\"say\":\"text\"}\n");
        }
        return lines.toString();
    }

    @Test
    void latenciesComeFromHistories() throws IOException {
        String out = CommandRun.withInput(histories(), "stats").out();
        List<String> stages = out.lines()
                .filter(line -> line.contains("source 7") || line.endsWith("from first to last"))
                .toList();
        assertEquals(3, stages.size(), out);
        double[] most = {1000, 10_000, 11_000};
        for (int i = 0; i < most.length; i++) {
            String[] columns = stages.get(i).trim().replace(",", "").split(" +");
            double[] expected = {0.5 * most[i], 0.9 * most[i], 0.99 * most[i], 0.999 * most[i], most[i]};
            for (int c = 0; c < expected.length; c++) {
                assertEquals(expected[c], Double.parseDouble(columns[c]), 0.02 * expected[c], stages.get(i));
            }
        }
        CommandRun json = CommandRun.withInput(histories(), "stats", "--format", "json");
        JsonLines.tokens(json.bytes());
        assertTrue(json.out().contains("\"stage\":\"in source 7\",\"messages\":1000,\"nanos50\":"), json.out());
        assertTrue(json.out().contains("\"nanosMost\":11000000"), json.out());
        assertFalse(CommandRun.withInput(LINES, "stats").out().contains("histories"));
    }

    @Test
    void aTimeOfAHistoryIsTheTimeOfItsMessage() {
        String from = "2016-07-22T12:34:56.999Z";
        for (String field : List.of("history.timings[0]", "history.timings[-1]")) {
            String out = CommandRun.withInput(
                            histories(), "convert", "--output", "jsonl", "--time", field, "--from", from)
                    .out();
            long expected = field.contains("-1") ? 12 : 2;
            assertEquals(expected, out.lines().count(), field);
        }
        CommandRun none = CommandRun.withInput(histories(), "convert", "--time", "history.timings[9]", "--from", from);
        assertTrue(none.err().contains("--time: no field \"history.timings[9]\" in 1000 messages"), none.err());
    }
}
