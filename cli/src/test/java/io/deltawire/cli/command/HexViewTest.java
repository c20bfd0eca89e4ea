package io.deltawire.cli.command;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.cli.terminal.Exit;
import io.deltawire.cli.testing.CommandRun;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code --hex} shows every byte once, in order, with its true meaning. */
class HexViewTest {
    private static final Path PROJECT = Path.of(System.getProperty("projectDir"));

    @TempDir
    Path dir;

    private static CommandRun hex(byte[] input, String... options) {
        List<String> words = new ArrayList<>(List.of("convert", "--hex"));
        words.addAll(List.of(options));
        return CommandRun.withInput(input, words.toArray(String[]::new));
    }

    private static byte[] shown(String out) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (String line : out.split("\n")) {
            if (!line.isEmpty() && line.charAt(0) != '#') {
                assertEquals(bytes.size(), Integer.parseInt(line.substring(0, 8), 16), line);
                String pairs = line.substring(10, Math.min(line.length(), 34)).strip();
                bytes.writeBytes(HexFormat.ofDelimiter(" ").parseHex(pairs));
            }
        }
        return bytes.toByteArray();
    }

    private static String assertAnnotatesAll(byte[] input, String... options) {
        CommandRun run = hex(input, options);
        assertEquals("", run.err());
        assertArrayEquals(input, shown(run.out()));
        assertFalse(run.out().contains("not annotated"), run.out());
        assertFalse(run.out().contains("# |"), run.out());
        return run.out();
    }

    @Test
    void showsEveryByteOfTheSampleWithItsMeaning() throws IOException {
        String out = assertAnnotatesAll(Files.readAllBytes(PROJECT.resolve("samples/host.dw")));
        assertTrue(out.contains("""
                # #2 @135, 22 bytes
                00000087  c2 01                    # new record of type 0 in slot 1, like the type's last
                00000089  3d ea 03                 #   mask of 7 values, kept as mask 1
                0000008c  01 04 63 70 75 31        #   name: "cpu1"
                00000092  82 08                    #   user: 122088  (difference +513)
                """), out);
    }

    @Test
    void annotatesEveryTestVectorOfTheDeltaWire() throws IOException {
        int streams = 0;
        try (Stream<Path> files = Files.walk(PROJECT.resolve("vectors/delta"))) {
            for (Path file : files.filter(f -> f.toString().endsWith(".hex")).toList()) {
                StringBuilder digits = new StringBuilder();
                for (String line : Files.readAllLines(file)) {
                    digits.append(line.replaceAll("#.*", "").replaceAll("\\s", ""));
                }
                assertAnnotatesAll(HexFormat.of().parseHex(digits), "--input", "delta");
                streams++;
            }
        }
        assertTrue(streams > 8, "streams: " + streams);
    }

    @Test
    void annotatesEveryGoodStreamOfTheSpecification() throws IOException {
        int streams = 0;
        for (String line : Files.readAllLines(PROJECT.resolve("vectors/delta/streams.txt"))) {
            String[] columns = line.split(" \\| ");
            if (line.startsWith("#") || columns.length < 3 || columns[1].contains("error") || columns[2].isBlank()) {
                continue;
            }
            CommandRun run = hex(HexFormat.of().parseHex(columns[2].strip()), "--input", "delta");
            assertEquals("", run.err(), columns[0]);
            assertFalse(run.out().contains("not annotated"), run.out());
            // Names with halves of characters are shown as the message has them, with their value.
            assertTrue(!columns[0].startsWith("name of half") || run.out().contains("😀: 1  (in full)"), run.out());
            streams++;
        }
        assertTrue(streams > 50, "streams: " + streams);
    }

    @Test
    void annotatesStreamsOfAllKindsOfValues() {
        SplittableRandom random = new SplittableRandom(3);
        for (int round = 0; round < 20; round++) {
            StringBuilder lines = new StringBuilder();
            for (int i = 0; i < 400; i++) {
                lines.append("{\"id\":").append(random.nextInt(4));
                for (int field = 0; field < 6; field++) {
                    if (random.nextInt(8) > 0) {
                        lines.append(",\"f").append(field).append("\":").append(value(random, 2));
                    }
                }
                lines.append("}\n");
            }
            byte[] json = lines.toString().getBytes(StandardCharsets.UTF_8);
            CommandRun dump = CommandRun.withInput(json, "convert", "--output", "delta", "--key", "id");
            assertEquals("", dump.err());
            assertAnnotatesAll(dump.bytes());
        }
    }

    private static String value(SplittableRandom random, int depth) {
        return switch (random.nextInt(depth > 0 ? 14 : 11)) {
            case 0 -> "null";
            case 1 -> random.nextBoolean() ? "true" : "false";
            case 2, 3 -> String.valueOf(random.nextInt(100));
            case 4 -> String.valueOf(random.nextInt(10_000) / 100.0);
            case 5 -> String.valueOf(random.nextDouble());
            case 6 -> "\"text " + random.nextInt(20) + "\"";
            case 7 -> "\"2016-07-22T12:00:" + (10 + random.nextInt(50)) + "Z\"";
            case 8 -> "\"" + random.nextInt(1000) + "." + (10 + random.nextInt(90)) + "\"";
            case 9 -> "123456789012345678901234567890";
            case 10 -> random.nextBoolean() ? "{}" : "[]";
            case 11 -> "{\"a\":" + value(random, depth - 1) + ",\"b\":" + value(random, depth - 1) + "}";
            case 12 -> "[" + value(random, depth - 1) + "," + value(random, depth - 1) + "]";
            default -> "[" + value(random, depth - 1) + "]";
        };
    }

    @Test
    void annotatesBinaryYamlTokenByToken() throws IOException {
        byte[] json = Files.readAllBytes(PROJECT.resolve("samples/trades.jsonl"));
        byte[] binary =
                CommandRun.withInput(json, "convert", "--output", "binary").bytes();
        String out = assertAnnotatesAll(binary);
        assertTrue(out.contains("""
                # #1 @0, 164 bytes
                00000000  a0 00 00 00              # document of 160 bytes
                00000004  c5 74 72 61 64 65        #   trade:
                0000000a  82 95 00 00 00           #   {
                0000000f  c6 73 79 6d 62 6f 6c     #     symbol:
                00000016  e6 45 55 52 55 53 44     #     "EURUSD"
                """), out);
    }

    @Test
    void showsOnlyTheSelectedMessages() throws IOException {
        byte[] dump = Files.readAllBytes(PROJECT.resolve("samples/host.dw"));
        String one = hex(dump, "--from", "2", "--max", "1").out();
        assertTrue(one.startsWith("# #2 @135, 22 bytes\n00000087  c2 01  "), one);
        assertTrue(one.endsWith("(difference +13)\n\n"), one);
        String last = hex(dump, "--last", "2").out();
        assertEquals(2, last.lines().filter(line -> line.startsWith("# #")).count(), last);
        assertTrue(last.startsWith("# #419 @"), last);
        String file = Files.write(dir.resolve("host.dw"), dump).toString();
        assertEquals(
                last, CommandRun.of("convert", "--hex", "--last", "2", file).out());
        assertEquals(
                60,
                hex(dump, "--key", "name=cpu0")
                        .out()
                        .lines()
                        .filter(l -> l.startsWith("# #"))
                        .count());
    }

    @Test
    void showsTextUnchanged() {
        byte[] lines = "{\"a\":1}\n{\"a\":2}\n".getBytes(StandardCharsets.UTF_8);
        CommandRun run = hex(lines);
        assertArrayEquals(lines, shown(run.out()));
        assertTrue(
                run.out().contains("# #2 @8, 8 bytes\n00000008  7b 22 61 22 3a 32 7d 0a  # |{\"a\":2}.|\n"), run.out());
    }

    @Test
    void annotatesAgainAfterDamage() {
        StringBuilder lines = new StringBuilder();
        SplittableRandom random = new SplittableRandom(4);
        for (int i = 0; i < 12_000; i++) {
            lines.append("{\"id\":" + i % 5 + ",\"n\":\"" + Long.toHexString(random.nextLong()) + "\"}\n");
        }
        byte[] json = lines.toString().getBytes(StandardCharsets.UTF_8);
        byte[] dump = CommandRun.withInput(json, "convert", "--output", "delta", "--key", "id")
                .bytes();
        dump[70_000] ^= 4;
        CommandRun run = hex(dump, "--keep-going");
        assertEquals(Exit.CORRUPT, run.code());
        assertFalse(
                run.out().contains("not annotated"),
                run.out()
                        .lines()
                        .filter(l -> l.contains("not annotated"))
                        .findFirst()
                        .orElse(""));
        assertTrue(run.out().contains("# what follows could not be read"), "the damage is marked");
        String end = run.out().substring(run.out().lastIndexOf("# #"));
        assertTrue(end.startsWith("# #") && end.contains("n: "), end);
        assertTrue(end.contains("end of the stream of 12000 messages"), end);
    }
}
