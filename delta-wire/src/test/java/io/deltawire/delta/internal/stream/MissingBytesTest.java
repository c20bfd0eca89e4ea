package io.deltawire.delta.internal.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.delta.testing.Streams;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.testing.Trees;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Missing or surplus bytes in a dump move the checksum and the end mark away from where the lengths lead. No reader
 * takes what is between for an unchecked tail and returns it, whatever its policy is.
 */
class MissingBytesTest {
    private static final DeltaFormat FORMAT = new DeltaFormat();
    private static final int CHECK_AND_END =
            FrameCodes.CHECK_BYTES + Streams.write(List.of(), WireOptions.DEFAULTS).length;

    /** How a dump is written. */
    enum Manner {
        ONE_FRAME,
        A_FRAME_EACH,
        BLOCKS,
        COMPRESSED;

        WireOptions options() {
            WireOptions options = WireOptions.DEFAULTS.with(WireOptions.KEY_FIELDS, List.of("id"));
            return switch (this) {
                case ONE_FRAME -> options;
                case A_FRAME_EACH -> options.with(DeltaFormat.FLUSH, DeltaFormat.Flush.MESSAGE);
                case BLOCKS -> options.with(DeltaFormat.BLOCK_BYTES, 200);
                case COMPRESSED -> options.with(DeltaFormat.COMPRESSION, DeltaFormat.Compression.DEFLATE);
            };
        }
    }

    private static List<Object> messages() {
        SplittableRandom random = new SplittableRandom(3);
        List<Object> messages = new ArrayList<>();
        for (long i = 0; i < 100; i++) {
            messages.add(Trees.map("id", "k" + i % 3, "n", i, "px", random.nextInt(500) / 4.0));
        }
        return messages;
    }

    /** Checks the messages that readers of memory, of a live stream and of a dump return. */
    private static void check(byte[] damaged, List<Object> messages, String what) {
        for (DeltaFormat.ReadMode trust : List.of(
                DeltaFormat.ReadMode.AUTO,
                DeltaFormat.ReadMode.LIVE,
                DeltaFormat.ReadMode.CHECKED,
                DeltaFormat.ReadMode.CHECKED_THEN_RECOVER)) {
            WireOptions options = WireOptions.DEFAULTS.with(DeltaFormat.READ_MODE, trust);
            List<WireException> errors = new ArrayList<>();
            List<Object> read = new ArrayList<>();
            try (WireIn in = trust == DeltaFormat.ReadMode.AUTO
                    ? FORMAT.newReader(Bytes.wrapForRead(damaged), options)
                    : FORMAT.newReader(new ByteArrayInputStream(damaged), options)) {
                Streams.readOn(in, read, e -> errors.add((WireException) e));
            }
            assertTrue(Streams.isSubsequence(read, messages), what + ", " + trust + ": " + read);
            assertFalse(errors.isEmpty(), what + ", " + trust);
        }
    }

    private static byte[] replaced(byte[] bytes, int at, int count, byte[] by) {
        byte[] result = new byte[bytes.length - count + by.length];
        System.arraycopy(bytes, 0, result, 0, at);
        System.arraycopy(by, 0, result, at, by.length);
        System.arraycopy(bytes, at + count, result, at + by.length, bytes.length - at - count);
        return result;
    }

    @ParameterizedTest
    @EnumSource
    void missingBytesAreReportedBeforeTheMessagesAfterThem(Manner manner) {
        List<Object> messages = messages();
        byte[] bytes = Streams.write(messages, manner.options());
        for (int count = 1; count <= CHECK_AND_END + 7; count++) {
            for (int at = 0; at <= bytes.length - CHECK_AND_END - count; at++) {
                check(replaced(bytes, at, count, new byte[0]), messages, count + " bytes missing at " + at);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void surplusBytesAreReportedBeforeTheMessagesAfterThem(Manner manner) {
        List<Object> messages = messages();
        byte[] bytes = Streams.write(messages, manner.options());
        SplittableRandom random = new SplittableRandom(8);
        for (int i = 0; i < 2_000; i++) {
            byte[] more = new byte[random.nextInt(1, 10)];
            random.nextBytes(more);
            int at = random.nextInt(bytes.length - CHECK_AND_END);
            check(replaced(bytes, at, 0, more), messages, more.length + " bytes too many at " + at);
        }
    }

    @Test
    void dumpInsideTheLastMessageOfLiveInputIsReturned() {
        byte[] dump = Streams.write(messages(), Manner.ONE_FRAME.options());
        for (int before = 0; before < 3; before++) {
            Bytes<?> bytes = Bytes.allocateElasticOnHeap();
            WireOut out = FORMAT.newWriter(bytes, Manner.A_FRAME_EACH.options());
            WireIn in = FORMAT.newReader(bytes, WireOptions.DEFAULTS);
            for (long i = 0; i <= before; i++) {
                Object held = new Trees.Blob(i == before ? dump : new byte[] {1});
                Object message = Trees.map("id", "holds", "n", i, "dump", held);
                Trees.writeMessage(out, message);
                assertTrue(in.nextMessage());
                assertEquals(message, Trees.readMessage(in));
            }
        }
    }
}
