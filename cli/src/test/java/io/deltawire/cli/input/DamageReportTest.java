package io.deltawire.cli.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.cli.terminal.Exit;
import io.deltawire.cli.terminal.TextFormat;
import io.deltawire.cli.testing.CommandRun;
import io.deltawire.delta.DeltaFormat;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * After damage to a delta dump, the messages reported as lost are those not printed, and the others have their numbers.
 */
class DamageReportTest {
    private static final byte[] MARK = {(byte) 0xC4, (byte) 0xCC, (byte) 0xD4, (byte) 0xD7, 0};
    private static final Pattern LOST = Pattern.compile("  lost: (.*?); (?:no epoch after it can be read|"
            + "the next good epoch begins at byte (\\d+) with message (\\d+))");
    private static final Pattern RANGE = Pattern.compile("messages? (\\d+)(?: to (\\d+))?");
    private static final int MESSAGES = 1500;

    @TempDir
    Path dir;

    /** A dump of small blocks and short epochs. Message i says that it is number i. */
    private static byte[] dump(int first, int messages, DeltaFormat.Flush flush) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        WireOptions options = WireOptions.DEFAULTS
                .with(WireOptions.KEY_FIELDS, List.of("id"))
                .with(DeltaFormat.BLOCK_BYTES, 300)
                .with(WireOptions.LIMITS, WireLimits.DEFAULTS.withMaxKeys(100, 5000))
                .with(DeltaFormat.FLUSH, flush);
        try (WireOut out = new DeltaFormat().newWriter(bytes, options)) {
            for (int i = first; i < first + messages; i++) {
                out.beginMessage();
                out.beginObject();
                out.field("id");
                out.int64(i * 7 % 5);
                out.field("v");
                out.int64(i);
                out.field("x");
                out.text(Long.toHexString(i * 0x9E3779B97F4A7C15L).substring(0, 4));
                out.endObject();
                out.endMessage();
            }
        }
        return bytes.toByteArray();
    }

    private static List<Integer> blocks(byte[] bytes) {
        List<Integer> starts = new ArrayList<>();
        for (int i = 0; i + MARK.length <= bytes.length; i++) {
            if (Arrays.equals(bytes, i, i + MARK.length, MARK, 0, MARK.length)) {
                starts.add(i);
            }
        }
        return starts;
    }

    private static byte[] join(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    private static byte[] noise(SplittableRandom random, int length) {
        byte[] noise = new byte[length];
        random.nextBytes(noise);
        return noise;
    }

    private enum Damage {
        FLIP {
            @Override
            byte[] of(byte[] bytes, List<Integer> blocks, SplittableRandom random) {
                byte[] flipped = bytes.clone();
                flipped[random.nextInt(bytes.length)] ^= (byte) (1 + random.nextInt(255));
                return flipped;
            }
        },
        DELETE {
            @Override
            byte[] of(byte[] bytes, List<Integer> blocks, SplittableRandom random) {
                int from = random.nextInt(bytes.length - 1);
                int to = Math.min(bytes.length, from + 1 + random.nextInt(1 << random.nextInt(10)));
                return join(Arrays.copyOf(bytes, from), Arrays.copyOfRange(bytes, to, bytes.length));
            }
        },
        INSERT {
            @Override
            byte[] of(byte[] bytes, List<Integer> blocks, SplittableRandom random) {
                int at = random.nextInt(3) == 0
                        ? blocks.get(random.nextInt(blocks.size()))
                        : random.nextInt(bytes.length);
                return join(
                        Arrays.copyOf(bytes, at),
                        noise(random, 1 + random.nextInt(1 << random.nextInt(10))),
                        Arrays.copyOfRange(bytes, at, bytes.length));
            }
        },
        ZEROS {
            @Override
            byte[] of(byte[] bytes, List<Integer> blocks, SplittableRandom random) {
                byte[] wiped = bytes.clone();
                int from = random.nextInt(bytes.length);
                Arrays.fill(wiped, from, Math.min(bytes.length, from + 1 + random.nextInt(2000)), (byte) 0);
                return wiped;
            }
        },
        DOUBLE_BLOCK {
            @Override
            byte[] of(byte[] bytes, List<Integer> blocks, SplittableRandom random) {
                int block = 1 + random.nextInt(blocks.size() - 2); // the first one again is another stream
                int end = blocks.get(block + 1);
                return join(Arrays.copyOf(bytes, end), Arrays.copyOfRange(bytes, blocks.get(block), bytes.length));
            }
        },
        DROP_BLOCK {
            @Override
            byte[] of(byte[] bytes, List<Integer> blocks, SplittableRandom random) {
                int block = 1 + random.nextInt(blocks.size() - 2); // without the first, a stream is joined
                return join(
                        Arrays.copyOf(bytes, blocks.get(block)),
                        Arrays.copyOfRange(bytes, blocks.get(block + 1), bytes.length));
            }
        },
        SWAP_BLOCKS {
            @Override
            byte[] of(byte[] bytes, List<Integer> blocks, SplittableRandom random) {
                int block = 1 + random.nextInt(blocks.size() - 3);
                return join(
                        Arrays.copyOf(bytes, blocks.get(block)),
                        Arrays.copyOfRange(bytes, blocks.get(block + 1), blocks.get(block + 2)),
                        Arrays.copyOfRange(bytes, blocks.get(block), blocks.get(block + 1)),
                        Arrays.copyOfRange(bytes, blocks.get(block + 2), bytes.length));
            }
        },
        CUT_HEAD {
            @Override
            byte[] of(byte[] bytes, List<Integer> blocks, SplittableRandom random) {
                return Arrays.copyOfRange(bytes, 1 + random.nextInt(bytes.length / 2), bytes.length);
            }
        },
        CUT_TAIL {
            @Override
            byte[] of(byte[] bytes, List<Integer> blocks, SplittableRandom random) {
                return Arrays.copyOf(bytes, bytes.length / 4 + random.nextInt(3 * bytes.length / 4));
            }
        },
        TWO {
            @Override
            byte[] of(byte[] bytes, List<Integer> blocks, SplittableRandom random) {
                byte[] once = FLIP.of(bytes, blocks, random);
                return FLIP.of(once, blocks, random);
            }
        };

        abstract byte[] of(byte[] bytes, List<Integer> blocks, SplittableRandom random);
    }

    /** What a run has printed, and what it has said about the other messages. */
    private record Told(List<Integer> printed, TreeSet<Integer> lost, boolean isKnown, int allFrom, String err) {
        static Told of(CommandRun run) {
            List<Integer> printed = new ArrayList<>();
            boolean numbered = true;
            Matcher messages =
                    Pattern.compile("# #(\\d+)\nid: \\d\nv: (\\d+)\n").matcher(run.out());
            while (messages.find()) {
                printed.add(Integer.valueOf(messages.group(2)));
                numbered &= messages.group(1).equals(messages.group(2));
            }
            TreeSet<Integer> lost = new TreeSet<>();
            boolean isKnown = true;
            int allFrom = Integer.MAX_VALUE;
            Matcher lines = LOST.matcher(run.err());
            while (lines.find()) {
                Matcher range = RANGE.matcher(lines.group(1));
                if (lines.group(1).startsWith("all from message ")) {
                    allFrom = Integer.parseInt(lines.group(1).substring(17).replace(" on", ""));
                } else if (range.find()) {
                    int from = Integer.parseInt(range.group(1));
                    int to = range.group(2) == null ? from : Integer.parseInt(range.group(2));
                    for (int i = from; i <= to; i++) {
                        assertTrue(lost.add(i), "twice: " + i + run.err());
                    }
                } else if (!lines.group(1).equals("no message")) {
                    assertEquals("an unknown number of messages", lines.group(1));
                    isKnown = false;
                }
            }
            assertTrue(numbered || !isKnown, "the numbers are wrong: " + run.err());
            return new Told(printed, lost, isKnown, allFrom, run.err());
        }
    }

    @Test
    void messagesReportedAsLostAreThoseNotPrinted() throws IOException {
        SplittableRandom random = new SplittableRandom(11);
        Path file = dir.resolve("a.dw");
        int exact = 0;
        int runs = 0;
        for (DeltaFormat.Flush flush : List.of(DeltaFormat.Flush.BLOCK, DeltaFormat.Flush.MESSAGE)) {
            byte[] bytes = dump(1, MESSAGES, flush);
            List<Integer> blocks = blocks(bytes);
            for (Damage damage : Damage.values()) {
                for (int i = 0; i < 8; i++) {
                    String what = flush + " " + damage + " " + i;
                    Files.write(file, damage.of(bytes, blocks, random));
                    exact += check(file, what) ? 1 : 0;
                    runs++;
                }
            }
        }
        System.out.println(exact + " of " + runs + " damaged dumps: told to the message");
        assertTrue(exact > 0.95 * runs, exact + " of " + runs);
    }

    /** Compares both. Returns whether everything up to the last message is known. */
    private boolean check(Path file, String what) {
        CommandRun run =
                CommandRun.of("convert", "--input", "delta", "--keep-going", "--show", "number", file.toString());
        Told told = Told.of(run);
        String all = what + ": " + told.err;
        TreeSet<Integer> missing = new TreeSet<>();
        for (int i = 1; i <= MESSAGES; i++) {
            missing.add(i);
        }
        for (int number : told.printed) {
            assertTrue(missing.remove(number), what + ": printed twice: " + number);
        }
        boolean isCut = told.err.contains("the input ends");
        if (told.isKnown) {
            TreeSet<Integer> before = new TreeSet<>(missing);
            if (told.allFrom <= MESSAGES || isCut) {
                // The end is missing, and nothing says where it was: everything after the last printed message is lost.
                int last = told.printed.isEmpty() ? 0 : told.printed.get(told.printed.size() - 1);
                int lastLost = told.lost.isEmpty() ? 0 : told.lost.last();
                before = new TreeSet<>(missing.headSet(Math.max(last, lastLost), true));
                assertTrue(isCut || told.allFrom == Math.max(last, lastLost) + 1, all);
            }
            assertEquals(before, told.lost, all);
        }
        stopsAtTheFaultAfterWhichKeepGoingContinues(file, told, all);
        CommandRun verified = CommandRun.of("verify", "--input", "delta", "--keep-going", file.toString());
        String count = TextFormat.plural(told.printed.size(), "message");
        assertTrue((verified.out() + verified.err()).matches("(?s).*\\b" + count + "\\b.*"), all + verified.out());
        return told.isKnown && told.allFrom > MESSAGES;
    }

    /** Without --keep-going the first fault is reported the same way, and the advice works. */
    private static void stopsAtTheFaultAfterWhichKeepGoingContinues(Path file, Told told, String what) {
        CommandRun stopped = CommandRun.of("convert", "--input", "delta", "-o", "json", file.toString());
        int printed = (int) stopped.out().lines().count();
        assertTrue(printed <= told.printed.size(), what);
        Matcher line = LOST.matcher(stopped.err());
        if (line.find()) {
            assertTrue(told.err.contains(line.group()), stopped.err() + " but " + what);
        }
        Matcher from = Pattern.compile("or --from @(\\d+)").matcher(stopped.err());
        if (from.find()) {
            CommandRun behind = CommandRun.of(
                    "convert",
                    "--input",
                    "delta",
                    "-o",
                    "json",
                    "--from",
                    "@" + from.group(1),
                    "--max",
                    "1",
                    file.toString());
            assertTrue(
                    behind.out().contains("\"v\":" + told.printed.get(printed) + ","),
                    behind.out() + behind.err() + what);
        }
    }

    @Test
    void twoDumpsInOneFileAreDistinguished() throws IOException {
        SplittableRandom random = new SplittableRandom(12);
        byte[] first = dump(1, 400, DeltaFormat.Flush.BLOCK);
        byte[] second = dump(401, MESSAGES - 400, DeltaFormat.Flush.BLOCK);
        Path file = dir.resolve("two.dw");
        int exact = 0;
        for (Damage damage : List.of(Damage.FLIP, Damage.DELETE, Damage.INSERT, Damage.DOUBLE_BLOCK)) {
            for (int i = 0; i < 8; i++) {
                byte[] one = first;
                byte[] two = second;
                if (random.nextBoolean()) {
                    one = damage.of(first, blocks(first), random);
                } else {
                    two = damage.of(second, blocks(second), random);
                }
                Files.write(file, join(one, two));
                exact += check(file, damage + " " + i) ? 1 : 0;
            }
        }
        assertTrue(exact > 28, "exact: " + exact);
    }

    /**
     * Nobody knows how long a truncated dump was. The dump after it is complete, with one exception: from the cut on,
     * the lengths of frames may lead by chance to the end of the file, which is then taken for the cut.
     */
    @Test
    void dumpAfterATruncatedOneIsReadAndNoLostMessageIsPrinted() throws IOException {
        byte[] first = dump(1, 400, DeltaFormat.Flush.BLOCK);
        byte[] second = dump(1001, 300, DeltaFormat.Flush.BLOCK);
        List<Integer> blocks = blocks(first);
        List<Integer> cuts =
                new ArrayList<>(List.of(first.length - 1, first.length - 8, blocks.get(1), blocks.get(2) + 3));
        for (int cut = 700; cut < first.length; cut += 97) {
            cuts.add(cut);
        }
        Path file = dir.resolve("torn.dw");
        int chances = 0;
        for (int cut : cuts) {
            Files.write(file, join(Arrays.copyOf(first, cut), second));
            CommandRun run = CommandRun.of("convert", "--keep-going", "--show", "number", file.toString());
            if (run.code() == Exit.TRUNCATED && run.err().contains("the input ends inside a block")) {
                chances++;
                continue;
            }
            assertEquals(Exit.CORRUPT, run.code(), run.err());
            assertTrue(
                    run.err()
                            .contains("  lost: an unknown number of messages; the next good epoch begins at byte " + cut
                                    + " with"),
                    cut + run.err());
            Told told = Told.of(run);
            int before = told.printed.size() - 300;
            for (int i = 0; i < told.printed.size(); i++) {
                assertEquals(i < before ? i + 1 : 1001 + i - before, told.printed.get(i), cut + run.err());
            }
            assertTrue(before > 0 && run.err().contains(" with message " + (before + 1) + "\n"), run.err());
        }
        assertTrue(chances * 10 <= cuts.size(), chances + " of " + cuts.size() + " cuts");
    }

    /** Whole messages at the end without a checksum are printed, whatever was damaged before. */
    @Test
    void messagesAtTheTailArePrintedEvenAfterDamage() throws IOException {
        byte[] bytes = dump(1, MESSAGES, DeltaFormat.Flush.MESSAGE);
        List<Integer> blocks = blocks(bytes);
        byte[] open = Arrays.copyOf(bytes, blocks.get(blocks.size() - 2) + 150);
        Path file = Files.write(dir.resolve("open.dw"), open);
        Told whole = Told.of(CommandRun.of("convert", "--keep-going", "--show", "number", file.toString()));
        Matcher tail =
                Pattern.compile("the last (\\d+) of them without a checksum").matcher(whole.err);
        assertTrue(tail.find() && Integer.parseInt(tail.group(1)) > 5, whole.err);

        open[open.length / 2] ^= 4;
        Files.write(file, open);
        Told damaged = Told.of(CommandRun.of("convert", "--keep-going", "--show", "number", file.toString()));
        assertTrue(damaged.err.contains(tail.group()), damaged.err);
        assertEquals(
                whole.printed.get(whole.printed.size() - 1),
                damaged.printed.get(damaged.printed.size() - 1),
                damaged.err);
        assertFalse(damaged.lost.isEmpty());
        assertEquals(whole.printed.size(), damaged.printed.size() + damaged.lost.size(), damaged.err);
    }

    /** A recording of a transport that repeats one message and loses another. */
    @Test
    void numberedFramesTellWhatATransportRepeatedAndLost() throws IOException {
        List<byte[]> packets = new ArrayList<>();
        Bytes<?> sent = Bytes.allocateElasticOnHeap();
        try (WireOut out = new DeltaFormat().newWriter(sent, WireOptions.DEFAULTS.with(DeltaFormat.NUMBERED, true))) {
            for (int i = 0; i < 20; i++) {
                if (i == 10) {
                    out.keyFrame();
                }
                out.beginMessage();
                out.int64(i);
                out.endMessage();
                packets.add(sent.toByteArray());
                sent.clear();
            }
        }
        packets.add(sent.toByteArray());
        packets.add(3, packets.get(3));
        CommandRun repeated = verify(packets);
        assertEquals(Exit.OK, repeated.code(), repeated.err());
        assertTrue(repeated.out().contains("20 messages, 1 frame that came again passed over"), repeated.out());

        packets.remove(13); // message 12, which no key frame is after
        packets.remove(6); // message 5
        CommandRun lost = verify(packets, "--keep-going");
        assertEquals(Exit.NO_BASE, lost.code(), lost.out());
        assertTrue(lost.err().contains("1 frame is missing"), lost.err());
        assertTrue(lost.err().contains("messages 6 to 10"), lost.err());
        assertTrue(lost.err().contains("messages 13 to 20"), lost.err());
    }

    private CommandRun verify(List<byte[]> packets, String... more) throws IOException {
        Path file = Files.write(dir.resolve("numbered.dw"), join(packets.toArray(byte[][]::new)));
        List<String> words = new ArrayList<>(List.of("verify"));
        words.addAll(List.of(more));
        words.add(file.toString());
        return CommandRun.of(words.toArray(String[]::new));
    }
}
