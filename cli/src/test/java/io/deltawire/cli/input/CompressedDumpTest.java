package io.deltawire.cli.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.cli.CommandRunner;
import io.deltawire.cli.terminal.Console;
import io.deltawire.cli.terminal.Exit;
import io.deltawire.cli.testing.CommandRun;
import io.deltawire.delta.DeltaFormat;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every command treats a dump of compressed blocks like the same dump of plain ones. */
class CompressedDumpTest {
    private static final int MESSAGES = 3_000;
    private static final long START_MILLIS = 1_469_188_800_000L;

    @TempDir
    Path dir;

    private Path plain;
    private Path packed;

    @BeforeEach
    void makeDumps() throws IOException {
        plain = dump("plain.dw", DeltaFormat.Compression.NONE);
        packed = dump("packed.dw", DeltaFormat.Compression.DEFLATE);
        assertTrue(Files.size(packed) < Files.size(plain) * 9 / 10, Files.size(packed) + " of " + Files.size(plain));
    }

    /**
     * Makes small blocks, so that there are many, and flushes sometimes, so that some frames are too short to compress.
     */
    private Path dump(String name, DeltaFormat.Compression compression) throws IOException {
        WireOptions options = WireOptions.DEFAULTS
                .with(WireOptions.KEY_FIELDS, List.of("quote.symbol"))
                .with(DeltaFormat.BLOCK_BYTES, 4_000)
                .with(DeltaFormat.COMPRESSION, compression);
        Path file = dir.resolve(name);
        try (OutputStream stream = Files.newOutputStream(file);
                WireOut out = new DeltaFormat().newWriter(stream, options)) {
            SplittableRandom random = new SplittableRandom(17);
            for (int i = 0; i < MESSAGES; i++) {
                write(out, random, i);
                if (i % 500 < 2) {
                    out.flush();
                }
            }
        }
        return file;
    }

    private static void write(WireOut out, SplittableRandom random, int i) {
        out.beginMessage();
        out.beginObject();
        out.event(i % 7 == 3 ? "trade" : "quote");
        out.beginObject();
        out.field("symbol");
        out.text("S" + random.nextInt(12));
        out.field("time");
        out.text(Instant.ofEpochMilli(START_MILLIS + 1000L * i).toString());
        out.field("price");
        out.float64(random.nextInt(4000) / 100.0);
        if (i % 7 == 3) {
            out.field("buyer");
            out.text("house " + random.nextInt(300));
        }
        out.endObject();
        out.endObject();
        out.endMessage();
    }

    private static CommandRun run(String line, Path file) {
        List<String> words = new ArrayList<>(List.of(line.split(" ")));
        words.add(file.toString());
        return CommandRun.of(words.toArray(String[]::new));
    }

    private void assertAlike(String line) {
        CommandRun expected = run(line, plain);
        CommandRun actual = run(line, packed);
        assertEquals("", actual.err(), line);
        assertEquals(expected.code(), actual.code(), line);
        assertEquals(expected.out(), actual.out(), line);
        assertTrue(expected.out().length() > 10, line);
    }

    @Test
    void convertsToEveryFormatLikeThePlainDump() throws IOException {
        for (String format : List.of("yaml", "json", "binary", "delta --key quote.symbol")) {
            assertAlike("convert --output " + format);
        }
        assertAlike("convert --event quote --output csv");
        CommandRun yaml = CommandRun.withInput(Files.readAllBytes(packed), "convert");
        assertEquals(run("convert", plain).out(), yaml.out(), "from a pipe");
    }

    @Test
    void selectsLikeThePlainDump() {
        for (String selection : List.of(
                "--key symbol=S7",
                "--key symbol~S[12] --invert",
                "--event trade",
                "--grep house.1 --output json",
                "--every 100",
                "--max 3",
                "--fields symbol,price",
                "--changes --key quote.symbol",
                "--show number,key,time --key quote.symbol")) {
            assertAlike("convert " + selection);
        }
    }

    @Test
    void seeksLikeThePlainDumpWithAndWithoutAnIndex() throws IOException {
        List<String> selections = List.of(
                "--last 1",
                "--last 700",
                "--last 3 --key symbol=S7",
                "--from 2500 --max 4",
                "--from 2999",
                "--from 2016-07-22T12:40:00Z --max 3",
                "--from 2016-07-22T12:40:00Z --to 2016-07-22T12:40:05Z",
                "--to 2016-07-22T12:00:09Z");
        for (int round = 0; round < 2; round++) {
            for (String selection : selections) {
                assertAlike("convert --show number " + selection);
            }
            for (Path file : List.of(plain, packed)) {
                CommandRun index = run("index --write", file);
                assertEquals("", index.err());
                assertTrue(DumpIndex.open(file, true, "").places().size() > 2, index.out());
            }
        }
        long middle = DumpIndex.open(packed, true, "").places().get(2).messages();
        assertTrue(middle > 100 && middle < MESSAGES - 100, "messages: " + middle);
    }

    @Test
    void offsetOfAFrameLeadsToItsFirstMessage() {
        String listed = run("convert --show number,offset --fields price --from 2000 --max 1", packed)
                .out();
        Matcher offset = Pattern.compile("# #2000 @(\\d+)\n").matcher(listed);
        assertTrue(offset.find(), listed);
        String first = run("convert --show number,offset --fields price --max 1 --from @" + offset.group(1), packed)
                .out();
        Matcher found = Pattern.compile("# #(\\d+) @(\\d+)\n").matcher(first);
        assertTrue(found.find(), first);
        assertEquals(offset.group(1), found.group(2));
        int number = Integer.parseInt(found.group(1));
        assertTrue(number <= 2000 && number > 1000, first);
    }

    @Test
    void sizeIsShownOnlyIfAMessageHasOne() {
        String shown = run("convert --show number,size --fields price", packed).out();
        // The first frame holds one message, which was flushed on its own.
        assertTrue(shown.contains("# #1 ") && shown.contains(" bytes\n"), shown.substring(0, 200));
        assertTrue(shown.contains("# #1000\n"), "in a compressed frame");
        String listed = run("index --every 999", packed).out();
        assertTrue(listed.contains("           1            "), listed);
        assertTrue(listed.lines().filter(line -> line.contains("?")).count() >= 3, listed);
        assertFalse(listed.matches("(?s).* 0  (quote|trade).*"), listed);
    }

    @Test
    void splitsLikeThePlainDump() throws IOException {
        for (String how : List.of("key --key symbol", "event", "1000")) {
            for (Path file : List.of(plain, packed)) {
                Path out = Files.createDirectories(dir.resolve(file.getFileName() + "-" + how.substring(0, 3)));
                CommandRun run = run("convert --split " + how + " --out " + out.resolve("q.jsonl"), file);
                assertEquals("", run.err());
            }
            String suffix = "-" + how.substring(0, 3);
            assertEquals(contents(dir.resolve("plain.dw" + suffix)), contents(dir.resolve("packed.dw" + suffix)));
        }
    }

    private static List<String> contents(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            List<String> contents = new ArrayList<>();
            for (Path file : files.sorted().toList()) {
                contents.add(file.getFileName() + ": " + Files.readString(file));
            }
            assertTrue(contents.size() > 1, folder.toString());
            return contents;
        }
    }

    @Test
    void statisticsCountLikeThePlainDumpAndDivideItsBytes() throws IOException {
        String bytes = "\"(bytes|dumpBytes)\":\\d+|\"file\":\"[^\"]*\"";
        String expected = run("stats --key quote.symbol --format json", plain).out();
        String actual = run("stats --key quote.symbol --format json", packed).out();
        assertEquals(expected.replaceAll(bytes, ""), actual.replaceAll(bytes, ""));

        String text = run("stats", packed).out();
        long perEvent = sum(text, "  ([0-9]+(?: [0-9]{3})*)  (?:quote|trade)\n");
        long ofFields = sum(text, "  ([0-9]+(?: [0-9]{3})*)  (?:quote|trade)\\.[a-z]+\n");
        assertTrue(perEvent > Files.size(packed) - 60 && perEvent <= Files.size(packed), text);
        assertTrue(ofFields > Files.size(packed) / 2 && ofFields < Files.size(packed), text);
        assertTrue(!Pattern.compile(" 0  quote.time").matcher(text).find(), text);
    }

    private static long sum(String text, String pattern) {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        long sum = 0;
        while (matcher.find()) {
            sum += Long.parseLong(matcher.group(1).replace(" ", ""));
        }
        return sum;
    }

    @Test
    void hexShowsEveryByteAndDescribesFrames() throws IOException {
        CommandRun run = run("convert --hex", packed);
        assertEquals("", run.err());
        assertFalse(run.out().contains("not annotated"), "understood");
        ByteArrayOutputStream shown = new ByteArrayOutputStream();
        for (String line : run.out().split("\n")) {
            if (!line.isEmpty() && line.charAt(0) != '#') {
                String pairs = line.substring(10, Math.min(line.length(), 34)).strip();
                for (String pair : pairs.split(" ")) {
                    shown.write(Integer.parseInt(pair, 16));
                }
            }
        }
        assertTrue(Arrays.equals(Files.readAllBytes(packed), shown.toByteArray()), "every byte once");
        assertTrue(run.out().contains("#   its messages, compressed\n"), "compressed frames");
        assertTrue(run.out().contains("#   not compressed\n"), "frames that are too short for that");
        // A message in a plain frame, after compressed ones whose types and masks it needs.
        assertTrue(Pattern.compile("not compressed\n\n# #\\d+ .*\n.*# update of the record .*\n.*\\.time: \"2016")
                .matcher(run.out())
                .find());
        assertTrue(run.out().contains("# #1000 @") && run.out().contains(", in the compressed frame shown below\n"));
    }

    @Test
    void verifyReportsTheLossOfEachChangedByte() throws IOException {
        assertEquals(
                packed + ": OK, delta, " + MESSAGES + " messages, " + Files.size(packed) + " bytes\n",
                run("verify", packed).out());
        String[] all = run("convert --output json", plain).out().split("(?<=\n)");
        byte[] good = Files.readAllBytes(packed);
        Path bad = dir.resolve("bad.dw");
        SplittableRandom random = new SplittableRandom(4);
        int recovered = 0;
        for (int round = 0; round < 60; round++) {
            byte[] bytes = good.clone();
            bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
            Files.write(bad, bytes);
            CommandRun verified = run("verify --keep-going", bad);
            CommandRun run = run("convert --keep-going --output json", bad);
            assertTrue(verified.code() == Exit.CORRUPT || verified.code() == Exit.TRUNCATED, verified.err());
            assertEquals(verified.code(), run.code(), run.err());
            assertEquals(run.out().lines().count() + "", readable(verified), verified.err());
            recovered += assertLosesWhatItSays(all, run);
        }
        assertTrue(recovered > 30, "goes on behind the damage: " + recovered);
    }

    private static String readable(CommandRun verified) {
        Matcher matcher = Pattern.compile("(\\d+) messages? (can be read|before it can be read)")
                .matcher(verified.out() + verified.err());
        assertTrue(matcher.find(), verified.out() + verified.err());
        return matcher.group(1);
    }

    /** Returns 1 if there are messages after the damage. */
    private static int assertLosesWhatItSays(String[] all, CommandRun run) {
        Matcher lost = Pattern.compile("lost: messages? (\\d+)(?: to (\\d+))?").matcher(run.err());
        List<String> expected = new ArrayList<>(List.of(all));
        boolean goesOn = lost.find();
        if (goesOn) {
            int first = Integer.parseInt(lost.group(1));
            int last = lost.group(2) == null ? first : Integer.parseInt(lost.group(2));
            expected.subList(first - 1, last).clear();
        } else {
            Matcher end = Pattern.compile("lost: all from message (\\d+) on|, message (\\d+)[;,]")
                    .matcher(run.err());
            assertTrue(end.find(), run.err());
            int first = Integer.parseInt(end.group(1) == null ? end.group(2) : end.group(1));
            expected.subList(first - 1, expected.size()).clear();
        }
        assertEquals(String.join("", expected), run.out(), run.err());
        return goesOn ? 1 : 0;
    }

    @Test
    void truncationAnywhereGivesTheWholeMessages() throws IOException {
        String all = run("convert --output json", plain).out();
        byte[] good = Files.readAllBytes(packed);
        Path cut = dir.resolve("cut.dw");
        SplittableRandom random = new SplittableRandom(6);
        for (int round = 0; round < 40; round++) {
            Files.write(cut, Arrays.copyOf(good, 1 + random.nextInt(good.length - 1)));
            CommandRun run = run("convert --output json", cut);
            assertEquals(Exit.TRUNCATED, run.code(), run.err());
            assertTrue(all.startsWith(run.out()), run.err());
            assertTrue(Files.size(cut) < 6_000 || run.out().lines().count() > 300, run.err());
        }
    }

    @Test
    void isFollowedWhileItGrows() throws Exception {
        assertFollowed(
                WireOptions.DEFAULTS.with(DeltaFormat.COMPRESSION, DeltaFormat.Compression.DEFLATE), WireOut::flush);
    }

    /** Like in a plain dump, a message is shown when it comes, and not when its checksum does. */
    @Test
    void dumpFlushedByMessageIsFollowedByMessage() throws Exception {
        WireOptions options = WireOptions.DEFAULTS.with(DeltaFormat.FLUSH, DeltaFormat.Flush.MESSAGE);
        assertFollowed(options, out -> {});
        assertFollowed(options.with(DeltaFormat.COMPRESSION, DeltaFormat.Compression.DEFLATE), out -> {});
    }

    private void assertFollowed(WireOptions of, Consumer<WireOut> afterEachBatch) throws Exception {
        Path live = Files.createTempFile(dir, "live", ".dw");
        WireOptions options = of.with(WireOptions.KEY_FIELDS, List.of("quote.symbol"));
        ByteArrayOutputStream shown = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Console console = new Console(
                new ByteArrayInputStream(new byte[0]),
                shown,
                new PrintStream(err, true, StandardCharsets.UTF_8),
                "wire",
                Set.of(),
                false);
        int[] batches = {1, 400, 1, 2, 3_000};
        // Following a file ends when it has everything that is wanted.
        String max = String.valueOf(Arrays.stream(batches).sum());
        Thread follower = new Thread(() -> new CommandRunner(console)
                .run(List.of("convert", "--follow", "--max", max, "--output", "json", live.toString())));
        follower.setDaemon(true);
        try (OutputStream stream = Files.newOutputStream(live);
                WireOut out = new DeltaFormat().newWriter(stream, options)) {
            follower.start();
            SplittableRandom random = new SplittableRandom(3);
            int written = 0;
            for (int batch : batches) {
                for (int i = 0; i < batch; i++) {
                    write(out, random, written++);
                }
                afterEachBatch.accept(out);
                int wanted = written;
                for (int i = 0; i < 600 && lines(shown) < wanted; i++) {
                    Thread.sleep(50);
                }
                assertEquals(wanted, lines(shown), err.toString(StandardCharsets.UTF_8));
            }
        }
        follower.join(30_000);
        assertFalse(follower.isAlive(), "still following");
    }

    private static long lines(ByteArrayOutputStream shown) {
        return shown.toString(StandardCharsets.UTF_8).lines().count();
    }
}
