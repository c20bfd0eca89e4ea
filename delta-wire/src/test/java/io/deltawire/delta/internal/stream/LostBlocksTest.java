package io.deltawire.delta.internal.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.delta.testing.Streams;
import io.deltawire.wire.TruncatedWireException;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.testing.Trees;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Blocks are missing, duplicated or reordered. Every returned message was written exactly so, and every error is
 * reported.
 */
class LostBlocksTest {
    private static final DeltaFormat FORMAT = new DeltaFormat();
    private static final WireOptions BY_ID = WireOptions.DEFAULTS.with(WireOptions.KEY_FIELDS, List.of("id"));

    /** Makes texts that share nothing, so that the stream is long. */
    private static final SplittableRandom UNLIKE = new SplittableRandom(1);

    /** A message whose fields are related, so that a wrong one shows. */
    private static Object message(int key, long number) {
        return Trees.map("id", "K" + key, "n", number, "text", "record " + key + ", " + UNLIKE.nextLong());
    }

    private static List<byte[]> blocks(byte[] stream) {
        List<byte[]> blocks = new ArrayList<>();
        int start = 0;
        for (int i = 1; i <= stream.length; i++) {
            if (i == stream.length || isHeader(stream, i)) {
                blocks.add(Arrays.copyOfRange(stream, start, i));
                start = i;
            }
        }
        return blocks;
    }

    private static boolean isHeader(byte[] stream, int at) {
        return Mark.find(stream, at, Math.min(stream.length, at + Mark.LENGTH)) == at;
    }

    private static byte[] join(List<byte[]> blocks) {
        ByteArrayOutputStream joined = new ByteArrayOutputStream();
        blocks.forEach(joined::writeBytes);
        return joined.toByteArray();
    }

    @ParameterizedTest
    @ValueSource(ints = {300, 2000})
    void lostBlocksAroundKeyFramesAreReported(int blockBytes) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Set<Object> written = new HashSet<>();
        List<Object> all = new ArrayList<>();
        SplittableRandom random = new SplittableRandom(blockBytes);
        try (WireOut out = FORMAT.newWriter(bytes, BY_ID.with(DeltaFormat.BLOCK_BYTES, blockBytes))) {
            for (int i = 0; i < 900; i++) {
                Object message = message(i < 200 ? i : random.nextInt(200), i);
                Trees.writeMessage(out, message);
                written.add(message);
                all.add(message);
                if (i % 250 == 240 || i == 500) {
                    out.keyFrame();
                }
            }
        }
        List<byte[]> blocks = blocks(bytes.toByteArray());
        assertTrue(blocks.size() > 5, blocks.size() + " blocks");
        assertEquals(all, Streams.readOn(join(blocks), new ArrayList<>()));
        for (int i = 0; i < blocks.size(); i++) {
            List<byte[]> dropped = new ArrayList<>(blocks);
            dropped.remove(i);
            boolean isLast = i == blocks.size() - 1; // the block with the end mark
            check(written, all, dropped, !isLast && i > 0, "without epoch " + i); // without the first, a reader joins
            List<byte[]> doubled = new ArrayList<>(blocks);
            doubled.add(i, blocks.get(i));
            check(written, all, doubled, i > 0, "block " + i + " twice");
            List<byte[]> swapped = new ArrayList<>(blocks);
            Collections.swap(swapped, i, random.nextInt(blocks.size()));
            check(written, all, swapped, true, "block " + i + " elsewhere");
        }
    }

    /** @param isAlwaysTold whether the error is reported also to readers that do not require an end mark */
    private static void check(
            Set<Object> written, List<Object> all, List<byte[]> blocks, boolean isAlwaysTold, String what) {
        for (DeltaFormat.ReadMode trust : List.of(DeltaFormat.ReadMode.CHECKED, DeltaFormat.ReadMode.UNCHECKED)) {
            List<WireException> errors = new ArrayList<>();
            List<Object> read =
                    Streams.readOn(join(blocks), errors, WireOptions.DEFAULTS.with(DeltaFormat.READ_MODE, trust));
            read.forEach(message -> assertTrue(written.contains(message), () -> what + ": " + message));
            boolean isTold = isAlwaysTold;
            assertTrue(read.equals(all) || !errors.isEmpty() || !isTold, what + ": " + read.size() + " messages");
        }
    }

    /** Writes everything, and once reports that it has not written a frame. */
    private static final class Faulty extends OutputStream {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        boolean fails;

        @Override
        public void write(int b) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void write(byte[] from, int offset, int length) throws IOException {
            bytes.write(from, offset, length);
            if (fails && from[offset] != FrameCodes.CHECK && from[offset] != Mark.FIRST) {
                fails = false;
                throw new IOException("after all was written");
            }
        }
    }

    @ParameterizedTest
    @EnumSource(DeltaFormat.ReadMode.class)
    void blocksWrittenByAFailingTargetAreNoDuplicates(DeltaFormat.ReadMode trust) {
        for (int blockBytes : new int[] {20, 100, 1 << 16}) {
            for (int failing = 0; failing < 14; failing++) {
                Faulty target = new Faulty();
                WireOut out = FORMAT.newWriter(
                        target,
                        BY_ID.with(DeltaFormat.FLUSH, DeltaFormat.Flush.MESSAGE)
                                .with(DeltaFormat.BLOCK_BYTES, blockBytes));
                Set<Object> written = new HashSet<>();
                for (int i = 0; i < 14; i++) {
                    Object message = message(i % 2, i);
                    written.add(message);
                    if (i == failing) {
                        target.fails = true;
                        assertThrows(UncheckedIOException.class, () -> Trees.writeMessage(out, message));
                    } else {
                        Trees.writeMessage(out, message);
                    }
                }
                out.close();
                String what = "block of " + blockBytes + ", message " + failing;
                List<WireException> errors = new ArrayList<>();
                List<Object> read = Streams.readOn(
                        target.bytes.toByteArray(), errors, WireOptions.DEFAULTS.with(DeltaFormat.READ_MODE, trust));
                read.forEach(message -> assertTrue(written.contains(message), () -> what + ": " + message));
                boolean isFirstOfStream = failing == 0; // the writer begins it again, as another stream
                assertFalse(errors.isEmpty() && !isFirstOfStream, what);
                if (trust == DeltaFormat.ReadMode.UNCHECKED || trust == DeltaFormat.ReadMode.RECOVER) {
                    assertTrue(new HashSet<>(read).containsAll(written), what + ": " + read);
                }
            }
        }
    }

    @Test
    void longKeyFrameIsOneBlock() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (WireOut out = FORMAT.newWriter(bytes, BY_ID.with(DeltaFormat.BLOCK_BYTES, 300))) {
            for (int i = 0; i < 200; i++) {
                Trees.writeMessage(out, message(i, i));
            }
            out.flush();
            int before = bytes.size();
            out.keyFrame();
            byte[] keyFrame = Arrays.copyOfRange(bytes.toByteArray(), before, bytes.size());
            assertTrue(keyFrame.length > 2000, keyFrame.length + " bytes");
            assertEquals(1, blocks(keyFrame).size());
        }
    }

    /**
     * In a dump of one block, only a checksum and the end mark follow the damage. The end mark tells how many messages
     * there were.
     */
    @Test
    void damageInTheOnlyBlockIsNoTruncation() {
        List<Object> messages = Streams.messages(0, 40);
        byte[] bytes = Streams.write(messages, BY_ID);
        SplittableRandom random = new SplittableRandom(11);
        int cutOff = 0;
        int runs = 0;
        for (int at = 40; at < bytes.length - FrameCodes.CHECK_BYTES - Streams.write(List.of(), BY_ID).length; at++) {
            for (int i = 0; i < 40; i++) {
                byte[] inserted = new byte[1 + random.nextInt(9)];
                random.nextBytes(inserted);
                byte[] damaged = new byte[bytes.length + inserted.length];
                System.arraycopy(bytes, 0, damaged, 0, at);
                System.arraycopy(inserted, 0, damaged, at, inserted.length);
                System.arraycopy(bytes, at, damaged, at + inserted.length, bytes.length - at);
                List<WireException> errors = new ArrayList<>();
                List<Object> read = new ArrayList<>();
                long lost;
                try (WireIn in = FORMAT.newReader(damaged, WireOptions.DEFAULTS)) {
                    Streams.readOn(in, read, e -> errors.add((WireException) e));
                    lost = DeltaFormat.missingBefore(in).messages();
                }
                assertFalse(errors.isEmpty());
                assertEquals(List.of(), read, "none has a checksum that is right");
                runs++;
                if (errors.get(0) instanceof TruncatedWireException) {
                    cutOff++;
                } else {
                    assertEquals(messages.size(), lost, errors::toString);
                }
            }
        }
        assertTrue(cutOff * 100 < runs, cutOff + " of " + runs); // if the lengths lead exactly to the end
    }
}
