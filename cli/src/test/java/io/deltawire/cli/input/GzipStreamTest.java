package io.deltawire.cli.input;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.cli.terminal.Exit;
import io.deltawire.cli.testing.CommandRun;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

class GzipStreamTest {
    /** Gives a few bytes at a time, and never says that there are more, like a pipe whose writer pauses. */
    private static final class Pausing extends InputStream {
        private final ByteArrayInputStream in;
        private final SplittableRandom random;

        Pausing(byte[] bytes, SplittableRandom random) {
            this.in = new ByteArrayInputStream(bytes);
            this.random = random;
        }

        @Override
        public int read() {
            return in.read();
        }

        @Override
        public int read(byte[] into, int offset, int length) {
            return in.read(into, offset, Math.min(length, 1 + random.nextInt(40)));
        }
    }

    private static byte[] gzip(byte[]... members) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        for (byte[] member : members) {
            try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
                out.write(member);
            }
        }
        return packed.toByteArray();
    }

    private static byte[] unpack(byte[] packed) throws IOException {
        try (InputStream in = new GzipStream(new Pausing(packed, new SplittableRandom(packed.length)))) {
            return in.readAllBytes();
        }
    }

    @Test
    void membersAreReadAcrossPauses() throws IOException {
        SplittableRandom random = new SplittableRandom(1);
        byte[] first = new byte[5000];
        random.nextBytes(first);
        byte[] second = "second".getBytes(StandardCharsets.UTF_8);
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        byte[] packed = gzip(first, new byte[0], second);
        assertArrayEquals(both, unpack(packed));
        assertArrayEquals(both, unpack(Arrays.copyOf(packed, packed.length + 700)), "zeros are padding");
    }

    @Test
    void inputThatIsPackedTwiceIsCalledSo() throws IOException {
        byte[] twice = gzip(gzip("{}".getBytes(StandardCharsets.UTF_8)));
        CommandRun run = CommandRun.withInput(twice, "convert");
        assertEquals(Exit.CORRUPT, run.code());
        assertTrue(run.err().contains("it is packed twice; unpack it once by a pipe: gzip -dc"), run.err());
        run = CommandRun.withInput(twice, "convert", "--decompress", "none");
        assertTrue(run.err().contains("gzip has packed, which --decompress none leaves as it is"), run.err());
    }

    @Test
    void everyCutIsReported() throws IOException {
        byte[] one = gzip("one".getBytes(StandardCharsets.UTF_8));
        byte[] packed = gzip("one".getBytes(StandardCharsets.UTF_8), "two".getBytes(StandardCharsets.UTF_8));
        for (int length = 1; length < packed.length; length++) {
            byte[] cut = Arrays.copyOf(packed, length);
            if (length == one.length) {
                assertEquals("one", new String(unpack(cut), StandardCharsets.UTF_8));
            } else {
                assertThrows(EOFException.class, () -> unpack(cut));
            }
        }
    }

    @Test
    void whatIsNoMemberIsReported() throws IOException {
        byte[] one = gzip("one".getBytes(StandardCharsets.UTF_8));
        for (byte[] junk : new byte[][] {{'x'}, {0, 0, 1}, {0x1f, 'x', 'y'}, {0x1f, (byte) 0x8b, 9, 0}}) {
            byte[] packed = Arrays.copyOf(one, one.length + junk.length);
            System.arraycopy(junk, 0, packed, one.length, junk.length);
            assertThrows(Unpacking.Damaged.class, () -> unpack(packed));
        }
        byte[] wrong = one.clone();
        wrong[one.length - 8]++;
        assertTrue(assertThrows(Unpacking.Damaged.class, () -> unpack(wrong))
                .getMessage()
                .contains("checksum"));
        CommandRun run =
                CommandRun.withInput(Arrays.copyOf(gzip("{\"n\":1}\n".getBytes(StandardCharsets.UTF_8)), 40), "verify");
        assertEquals(Exit.OK, run.code(), run.err());
    }

    @Test
    void zerosAreNoPaddingBeforeOtherData() throws IOException {
        byte[] one = gzip("one".getBytes(StandardCharsets.UTF_8));
        byte[] packed = Arrays.copyOf(one, 2 * one.length + 9);
        System.arraycopy(one, 0, packed, one.length + 9, one.length);
        String message =
                assertThrows(Unpacking.Damaged.class, () -> unpack(packed)).getMessage();
        assertTrue(message.contains("zero bytes " + one.length + " to " + (one.length + 8)), message);
    }

    @Test
    void optionalPartsOfAHeaderAreSkipped() throws IOException {
        byte[] one = gzip("one".getBytes(StandardCharsets.UTF_8));
        byte[] parts = {3, 0, 'a', 'b', 'c', 'n', 0, 'c', 0};
        byte[] packed = new byte[one.length + parts.length];
        System.arraycopy(one, 0, packed, 0, 10);
        System.arraycopy(parts, 0, packed, 10, parts.length);
        System.arraycopy(one, 10, packed, 10 + parts.length, one.length - 10);
        packed[3] = 4 | 8 | 16;
        assertEquals("one", new String(unpack(packed), StandardCharsets.UTF_8));
    }
}
