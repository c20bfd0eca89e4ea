package io.deltawire.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.cli.testing.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Data of other programs comes out of conversions as it went in. */
class ForeignDataTest {
    private static final String JSON =
            "{\"devDependencies\":{\"@types/node\":\"^20\"},\"@context\":{\"@id\":{\"@\":1}},\"a.b\":{\"$ref\":\"#/x\"},"
                    + "\"!T\":{\"@{x\":{\"@[1]\":[]}},\"n\":[1.10,100.0,12345678901234567890,0.30000000000000004],"
                    + "\"t\":[\"1.10\",\"yes\",\"null\",\"2026-07-01T12:00-04:00[America/New_York]\",\"\"]}\n";

    @TempDir
    Path folder;

    private static String convert(String input, String... words) {
        String[] all = new String[words.length + 1];
        all[0] = "convert";
        System.arraycopy(words, 0, all, 1, words.length);
        CommandRun run = CommandRun.withInput(input, all);
        assertEquals("", run.err());
        return run.out();
    }

    @ParameterizedTest
    @ValueSource(strings = {"json", "yaml", "binary", "delta"})
    void jsonComesBackAsItWas(String format) throws IOException {
        Path source = Files.writeString(folder.resolve("a.json"), JSON);
        Path target = folder.resolve("b." + format);
        CommandRun run = CommandRun.of("convert", "-o", format, "--out", target.toString(), source.toString());
        assertEquals("", run.err());
        assertEquals(
                JSON,
                CommandRun.of("convert", "-o", "json", "-i", format, target.toString())
                        .out());
    }

    @Test
    void numbersKeepTheirTextBetweenTextFormats() {
        String numbers = "{\"n\":[1e5,1e-05,1E400,2.50]}\n";
        assertEquals(numbers, convert(numbers, "-i", "json", "-o", "json"));
        assertEquals("---\na: 0x1F\nb: +1\nc: 1e5\n", convert("a: 0x1F\nb: +1\nc: 1e5\n", "-i", "yaml", "-o", "yaml"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "id,a.x,a.y\n1,,\n",
                "station,PM2.5\nA,\nB,6\n",
                "v,f,h,t[],@dw:type,q\n1.10,TRUE,3c6e45,a;b,T,\"1.10\"\n1e5,false,4849e5,,,007\n-0,True,12,x y,,\n",
                "x\n1\nabc\n"
            })
    void tableComesBackAsItWas(String table) {
        assertEquals(table, convert(table, "-i", "csv", "-o", "csv"));
    }

    @Test
    void recordedCellIsANumberOnlyWhereItsTextComesBack() throws IOException {
        Path table = Files.writeString(folder.resolve("i.csv"), "icao24,on\n3c6e45,TRUE\n4849e5,true\n");
        Path dump = folder.resolve("i.dw");
        assertEquals(
                0,
                CommandRun.of("record", "--key", "icao24", "--out", dump.toString(), table.toString())
                        .code());
        assertEquals(
                "{\"icao24\":\"3c6e45\",\"on\":\"TRUE\"}\n{\"icao24\":\"4849e5\",\"on\":true}\n",
                CommandRun.of("convert", "-o", "json", dump.toString()).out());
    }

    @Test
    void keysOfOneTextAreAnError() {
        for (String key : new String[] {"1", "true", "null", "1.5", "2026-07-01"}) {
            String yaml = "m: {" + key + ": a, \"" + key + "\": b}\n";
            CommandRun run = CommandRun.withInput(yaml, "convert", "-i", "yaml", "-o", "json");
            assertTrue(run.err().contains("expected keys with different texts"), run.err());
        }
    }

    @Test
    void questionMarkInsideAWordIsAPartOfIt() {
        assertEquals(
                "{\"on\":{\"csp\":\"/map/my-map?view=keySet\",\"w?\":[\"a?b\"]}}\n",
                convert("on: {csp: /map/my-map?view=keySet, w?: [a?b]}\n", "-i", "yaml", "-o", "json"));
    }

    @Test
    void foreignTagsComeBack() {
        String yaml = "---\nA: !Ref B\nC: !Sub \"x-${Y}\"\nD: !GetAtt [a, b]\n";
        String json = convert(yaml, "-i", "yaml", "-o", "json");
        assertEquals(yaml, convert(json, "-i", "json", "-o", "yaml"));
    }

    @Test
    void eventIsNamedAfterItsHistory() {
        String yaml = "---\nhistory: {sources: [1, 0], timings: [1]}\nonOrder: {symbol: A}\n";
        assertTrue(convert(yaml, "-i", "yaml", "-e", "onOrder", "-o", "json")
                .endsWith("\"onOrder\":{\"symbol\":\"A\"}}\n"));
        assertEquals(
                "",
                CommandRun.withInput(yaml, "convert", "-i", "yaml", "-e", "history", "-o", "json")
                        .out());
    }

    @Test
    void dumpsThatChroniclePrintsAreMessages() {
        String yaml = "--- !!data #binary\non: {a: 1}\n--- !!meta-data #binary\nh: 1\n";
        assertEquals("{\"on\":{\"a\":1}}\n{\"h\":1}\n", convert(yaml, "-i", "yaml", "-o", "json"));
        String hex = "00000000 7b 22 61 22 3a 31 7d 0a                          {\"a\":1}·         \n";
        assertEquals("{\"a\":1}\n", convert(hex, "-o", "json"));
    }

    @Test
    void exportLeavesNamesOut() {
        String json = "{\"trade\":{\"@dw:Trade\":{\"symbol\":\"A\",\"price\":1.10}}}\n";
        assertEquals("symbol,price\nA,1.10\n", convert(json, "-i", "json", "-o", "csv", "--names", "plain"));
        assertEquals("@dw:event,@dw:type,symbol,price\ntrade,Trade,A,1.10\n", convert(json, "-i", "json", "-o", "csv"));
    }
}
