package io.deltawire.delta.internal.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.delta.testing.Streams;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.testing.Trees;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** A full {@code ByteBuffer} holds every message that was not refused, whatever had to be written with it. */
class FullBufferTest {
    private static final DeltaFormat FORMAT = new DeltaFormat();
    private static final WireOptions BY_ID = WireOptions.DEFAULTS.with(WireOptions.KEY_FIELDS, List.of("id"));

    private static final WireOptions WHERE_NEW =
            WireOptions.DEFAULTS.with(DeltaFormat.KEY_FRAME_MESSAGES, DeltaFormat.KeyFrameMessages.NEW);

    private static List<WireOptions> writers() {
        List<WireOptions> writers = new ArrayList<>();
        for (DeltaFormat.Flush flush : DeltaFormat.Flush.values()) {
            for (DeltaFormat.Compression packs : DeltaFormat.Compression.values()) {
                for (int blockBytes : new int[] {64, 300, 1 << 16}) {
                    for (int flushBytes : new int[] {50, 1 << 16}) {
                        writers.add(BY_ID.with(DeltaFormat.FLUSH, flush)
                                .with(DeltaFormat.COMPRESSION, packs)
                                .with(DeltaFormat.BLOCK_BYTES, blockBytes)
                                .with(DeltaFormat.FLUSH_BYTES, flushBytes));
                    }
                }
            }
        }
        return writers;
    }

    private static byte[] written(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.position()];
        buffer.get(0, bytes);
        return bytes;
    }

    @Test
    void acceptedMessagesAreInTheBuffer() {
        for (WireOptions options : writers()) {
            for (int room = 0; room < 700; room += room < 150 ? 1 : 7) {
                String what = options + ", room for " + room;
                ByteBuffer buffer = ByteBuffer.allocate(4000).limit(room);
                SplittableRandom random = new SplittableRandom(room);
                List<Object> taken = new ArrayList<>();
                WireOut out = FORMAT.newWriter(buffer, options);
                for (Object message : Streams.messages(0, 50)) {
                    try {
                        Trees.writeMessage(out, message);
                        taken.add(message);
                    } catch (WireDataException e) {
                        buffer.limit(Math.min(4000, buffer.limit() + random.nextInt(200)));
                    }
                }
                buffer.limit(4000);
                out.close();
                List<WireException> errors = new ArrayList<>();
                assertEquals(taken, Streams.readOn(written(buffer), errors), what);
                assertEquals(List.of(), errors, what);
            }
        }
    }

    @Test
    void keyFrameWithoutSpaceIsRefused() {
        for (WireOptions options : writers()) {
            ByteBuffer buffer = ByteBuffer.allocate(20_000);
            WireOut out = FORMAT.newWriter(buffer, options);
            Streams.messages(0, 7).forEach(message -> Trees.writeMessage(out, message));
            out.flush();
            for (int room = 0; room < 80; room++) {
                buffer.limit(buffer.position() + room);
                assertThrows(WireDataException.class, out::keyFrame, options.toString());
                assertTrue(buffer.position() <= buffer.limit());
            }
            buffer.limit(buffer.capacity());
            out.keyFrame();
            Streams.messages(7, 3).forEach(message -> Trees.writeMessage(out, message));
            out.close();
            assertEquals(
                    Streams.messages(0, 10), Streams.readOn(written(buffer), new ArrayList<>()), options.toString());
        }
    }

    /** A key frame contains what readers have received, and nothing else. */
    @Test
    void refusedMessagesAreInNoKeyFrame() {
        for (WireOptions options : writers()) {
            for (DeltaFormat.KeyFrames keyFrames :
                    List.of(DeltaFormat.KeyFrames.ON_REQUEST, DeltaFormat.KeyFrames.EACH_EPOCH)) {
                for (int before = 0; before <= 5; before++) {
                    String what = options + ", " + keyFrames + ", " + before;
                    ByteBuffer buffer = ByteBuffer.allocate(8000);
                    WireOut out = FORMAT.newWriter(buffer, options.with(DeltaFormat.KEY_FRAMES, keyFrames));
                    Streams.messages(0, before).forEach(message -> Trees.writeMessage(out, message));
                    out.flush();
                    buffer.limit(buffer.position() + 1);
                    out.flush(); // and the writer sees the failure
                    Object refused = Streams.messages(10, 1).get(0); // updates the record of the first message
                    assertThrows(WireDataException.class, () -> Trees.writeMessage(out, refused), what);
                    buffer.limit(8000);
                    out.flush();
                    int joined = buffer.position();
                    out.keyFrame();
                    Trees.writeMessage(out, Streams.messages(21, 1).get(0));
                    out.close();
                    byte[] bytes = written(buffer);
                    List<Object> expected = new ArrayList<>(Streams.messages(0, before));
                    expected.addAll(Streams.messages(21, 1));
                    List<WireException> errors = new ArrayList<>();
                    assertEquals(expected, Streams.readOn(bytes, errors), what);
                    List<Object> others = new ArrayList<>(Streams.messages(1, Math.max(0, before - 1)));
                    others.addAll(Streams.messages(21, 1));
                    List<Object> late =
                            Streams.readOn(Arrays.copyOfRange(bytes, joined, bytes.length), errors, WHERE_NEW);
                    assertTrue(late.containsAll(others) && late.size() == others.size(), what + ": " + late);
                    assertEquals(List.of(), errors, what);
                }
            }
        }
    }

    /** Taking the space away between a message and its flush is reported to the writer and to the reader. */
    @Test
    void lostMessagesAreCounted() {
        WireOptions options = BY_ID.with(DeltaFormat.FLUSH, DeltaFormat.Flush.BLOCK);
        ByteBuffer buffer = ByteBuffer.allocate(4000);
        WireOut out = FORMAT.newWriter(buffer, options);
        Streams.messages(0, 5).forEach(message -> Trees.writeMessage(out, message));
        out.flush();
        Streams.messages(5, 3).forEach(message -> Trees.writeMessage(out, message));
        buffer.limit(buffer.position() + 3);
        assertThrows(WireDataException.class, out::flush);
        buffer.limit(4000);
        Streams.messages(8, 2).forEach(message -> Trees.writeMessage(out, message));
        out.close();
        List<WireException> errors = new ArrayList<>();
        List<Object> expected = new ArrayList<>(Streams.messages(0, 5));
        expected.addAll(Streams.messages(8, 2));
        assertEquals(expected, Streams.readOn(written(buffer), errors));
        assertEquals(1, errors.size());
        assertTrue(errors.get(0).getMessage().contains("3 messages are missing"), errors.get(0)::getMessage);
    }

    @Test
    void endMarkFollowsABlock() {
        WireOptions options = BY_ID.with(DeltaFormat.FLUSH, DeltaFormat.Flush.BLOCK);
        ByteBuffer buffer = ByteBuffer.allocate(4000);
        WireOut out = FORMAT.newWriter(buffer, options);
        Streams.messages(0, 3).forEach(message -> Trees.writeMessage(out, message));
        buffer.limit(3);
        assertThrows(WireDataException.class, out::flush);
        buffer.limit(4000);
        out.close();
        byte[] bytes = written(buffer);
        assertEquals(0, Mark.find(bytes, 0, bytes.length));
        assertEquals(List.of(), Streams.readOn(bytes, new ArrayList<>()));
    }
}
