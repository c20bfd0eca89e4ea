package io.deltawire.cli.command;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.cli.terminal.Exit;
import io.deltawire.cli.testing.CommandRun;
import io.deltawire.delta.DeltaFormat;
import io.deltawire.wire.MessageKind;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A dump that several threads convert comes out as by one thread: the bytes, the errors and the exit code. */
class PartedCopyTest {
    private static final WireOptions SMALL = WireOptions.DEFAULTS
            .with(WireOptions.KEY_FIELDS, List.of("quote.symbol"))
            .with(DeltaFormat.UNSEEN_KEY_FIELDS, DeltaFormat.UnseenKeyFields.ABSENT)
            .with(DeltaFormat.BLOCK_BYTES, 300);

    private static final int LINES_PER_DUMP = Integer.getInteger("threads.lines", 2);

    @TempDir
    Path dir;

    private static void write(WireOut out, int from, int count) {
        for (int i = from; i < from + count; i++) {
            out.beginMessage(i % 97 == 96 ? MessageKind.DELETE : MessageKind.DATA);
            out.beginObject();
            out.event("quote");
            out.beginObject();
            out.field("symbol");
            out.text("S" + i % 7);
            out.field("n");
            out.int64(i);
            out.field("note");
            out.text("x" + (long) i * i);
            out.endObject();
            out.endObject();
            out.endMessage();
        }
    }

    private static byte[] dump(int from, int count, WireOptions options) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (WireOut out = new DeltaFormat().newWriter(bytes, options)) {
            write(out, from, count);
        }
        return bytes.toByteArray();
    }

    private byte[] appended() throws IOException {
        Path file = dir.resolve("appended.dw");
        for (int i = 0; i < 5; i++) {
            try (FileChannel channel = FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                channel.truncate(Math.max(0, channel.size() - 40)); // its writer was stopped
            }
            try (WireOut out =
                    new DeltaFormat().newAppender(file, SMALL.with(DeltaFormat.FLUSH, DeltaFormat.Flush.MESSAGE))) {
                write(out, 500 * i, 500);
            }
        }
        return Files.readAllBytes(file);
    }

    private Map<String, byte[]> dumps() throws IOException {
        Map<String, byte[]> dumps = new LinkedHashMap<>();
        byte[] plain = dump(0, 3000, SMALL);
        dumps.put("plain", plain);
        dumps.put("flushed", dump(0, 2000, SMALL.with(DeltaFormat.FLUSH, DeltaFormat.Flush.MESSAGE)));
        dumps.put("key frames", dump(0, 2000, SMALL.with(DeltaFormat.KEY_FRAMES, DeltaFormat.KeyFrames.EACH_EPOCH)));
        dumps.put("compressed", dump(0, 3000, SMALL.with(DeltaFormat.COMPRESSION, DeltaFormat.Compression.DEFLATE)));
        dumps.put("appended", appended());
        byte[] second = dump(5, 700, SMALL);
        byte[] two = Arrays.copyOf(plain, plain.length + second.length);
        System.arraycopy(second, 0, two, plain.length, second.length);
        dumps.put("two dumps", two);
        byte[] numbered = dump(0, 2000, SMALL.with(DeltaFormat.NUMBERED, true));
        byte[] again = Arrays.copyOf(numbered, 2 * numbered.length);
        System.arraycopy(numbered, 0, again, numbered.length, numbered.length);
        dumps.put("numbered", numbered);
        dumps.put("numbered, and all of it again", again);
        dumps.put("one message", dump(0, 1, SMALL));
        dumps.put("no message", dump(0, 0, SMALL));
        for (int cut = 1; cut < plain.length; cut += 2711) {
            dumps.put("cut by " + cut, Arrays.copyOf(plain, plain.length - cut));
        }
        SplittableRandom random = new SplittableRandom(3);
        for (int i = 0; i < 20; i++) {
            byte[] damaged = plain.clone();
            for (int faults = 0; faults <= i % 3; faults++) {
                damaged[random.nextInt(damaged.length)] ^= (byte) (1 + random.nextInt(255));
            }
            dumps.put("damage " + i, damaged);
        }
        return dumps;
    }

    private static CommandRun run(String line, Path file, String... more) {
        List<String> words = new ArrayList<>(List.of(line.split(" ")));
        words.addAll(List.of(more));
        words.add(file.toString());
        return CommandRun.of(words.toArray(String[]::new));
    }

    private static void assertAlike(String line, Path file, int threads, String what) {
        CommandRun expected = run(line, file);
        CommandRun actual = run(line, file, "--threads", Integer.toString(threads));
        String message = line + " of " + what + " by " + threads + " threads";
        assertEquals(expected.err(), actual.err(), message);
        assertEquals(expected.code(), actual.code(), message);
        assertArrayEquals(expected.bytes(), actual.bytes(), message);
    }

    @Test
    void threadsChangeNothingInWhatComesOut() throws IOException {
        Path file = dir.resolve("a.dw");
        List<String> lines = List.of(
                "convert",
                "convert --output jsonl",
                "convert --output binary --keep-going",
                "convert --deletions skip --sort --names plain --output jsonl",
                "convert --grep x.*44 --output jsonl --keep-going",
                "convert --key symbol=S3 --fields n,nothing --exit-status",
                "convert --type Nothing --exit-status",
                "convert --key quote.symbl");
        int turn = 0;
        SplittableRandom random = new SplittableRandom(5);
        for (Map.Entry<String, byte[]> dump : dumps().entrySet()) {
            Files.write(file, dump.getValue());
            for (int i = 0; i < LINES_PER_DUMP; i++) {
                assertAlike(lines.get(turn % lines.size()), file, 1 + random.nextInt(4), dump.getKey());
                turn++;
            }
        }
    }

    @Test
    void whatGoesToAFileIsTheSame() throws IOException {
        byte[] plain = dump(0, 3000, SMALL);
        plain[plain.length / 2] ^= 0x55;
        Path file = Files.write(dir.resolve("a.dw"), plain);
        Path out = dir.resolve("out.yaml");
        CommandRun one = run("convert --out " + out, file);
        Path part = dir.resolve("out.yaml.part");
        byte[] expected = Files.readAllBytes(part);
        CommandRun three = run("convert --threads 3 --out " + out, file);
        assertEquals(one.err(), three.err());
        assertEquals(Exit.CORRUPT, three.code());
        assertArrayEquals(expected, Files.readAllBytes(part));
    }

    @Test
    void severalInputsComeOneAfterTheOther() throws IOException {
        Path first = Files.write(dir.resolve("a.dw"), dump(0, 2000, SMALL));
        Path text = Files.writeString(dir.resolve("b.jsonl"), "{\"n\":1}\n{\"n\":2}\n");
        CommandRun one = run("convert " + first + " " + text, first);
        CommandRun two = run("convert --threads 2 " + first + " " + text, first);
        assertArrayEquals(one.bytes(), two.bytes());
        assertEquals("wire: " + text + ": is read by one thread: only delta dumps have parts\n", two.err());
    }

    @Test
    void saysWhyOneThreadReads() throws IOException {
        Path file = Files.write(dir.resolve("a.dw"), dump(0, 2000, SMALL));
        for (String line : List.of(
                "--output csv --deletions skip",
                "--output delta --key quote.symbol",
                "--max 3",
                "--last 3",
                "--from 1500",
                "--show number",
                "--changes --key quote.symbol")) {
            CommandRun one = run("convert " + line, file);
            CommandRun two = run("convert --threads 2 " + line, file);
            assertArrayEquals(one.bytes(), two.bytes(), line);
            assertTrue(two.err().contains(": is read by one thread: "), two.err());
            assertEquals(
                    one.err(), run("convert --quiet --threads 2 " + line, file).err(), line);
        }
        CommandRun many = run("convert --threads 65", file);
        assertEquals(Exit.USAGE, many.code());
        assertTrue(many.err().contains("--threads: at most 64 but was 65"), many.err());
    }
}
