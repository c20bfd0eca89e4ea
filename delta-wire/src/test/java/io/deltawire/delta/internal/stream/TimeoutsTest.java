package io.deltawire.delta.internal.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.delta.testing.Streams;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.testing.Trees;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** A stream fails temporarily, as a socket with a timeout does. A reader that continues has lost nothing. */
class TimeoutsTest {
    private static final DeltaFormat FORMAT = new DeltaFormat();

    /** Gives a few bytes in each call, and fails in between. */
    private static final class Slow extends InputStream {
        private final byte[] bytes;
        private final int most;
        private final SplittableRandom random = new SplittableRandom(3);
        private int at;
        private boolean isReady;

        Slow(byte[] bytes, int most) {
            this.bytes = bytes;
            this.most = most;
        }

        @Override
        public int read() {
            throw new AssertionError("a byte at a time");
        }

        @Override
        public int available() {
            return bytes.length - at;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            isReady = !isReady;
            if (isReady) {
                throw new SocketTimeoutException("nothing yet");
            }
            if (at == bytes.length) {
                return -1;
            }
            int count = Math.min(Math.min(length, bytes.length - at), 1 + random.nextInt(most));
            System.arraycopy(bytes, at, into, offset, count);
            at += count;
            return count;
        }
    }

    private static byte[] written(WireOptions options) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (WireOut out = FORMAT.newWriter(bytes, options)) {
            for (long i = 0; i < 100; i++) {
                Trees.writeMessage(out, Trees.map("id", i % 7, "text", "t" + i * i % 11, "price", i / 4.0));
                if (i % 50 == 20) {
                    out.keyFrame();
                }
            }
        }
        return bytes.toByteArray();
    }

    /** The messages read, and the errors as text. */
    private static List<Object> read(WireIn in) {
        List<Object> read = new ArrayList<>();
        Streams.readOn(in, read, e -> {
            if (e instanceof WireException) {
                read.add(e.getMessage());
            } else {
                assertTrue(e.getCause() instanceof SocketTimeoutException, e.toString());
            }
        });
        return read;
    }

    private static void check(byte[] bytes, WireOptions options, String what) {
        for (DeltaFormat.ReadMode trust : DeltaFormat.ReadMode.values()) {
            WireOptions of = options.with(DeltaFormat.READ_MODE, trust);
            List<Object> expected = read(FORMAT.newReader(new ByteArrayInputStream(bytes), of));
            for (int most : new int[] {1, 40}) {
                assertEquals(expected, read(FORMAT.newReader(new Slow(bytes, most), of)), what + ", " + trust);
            }
        }
    }

    @Test
    void timeoutsLoseNothing() {
        for (DeltaFormat.Flush flush : DeltaFormat.Flush.values()) {
            for (DeltaFormat.Compression compression : DeltaFormat.Compression.values()) {
                WireOptions options = WireOptions.DEFAULTS
                        .with(WireOptions.KEY_FIELDS, List.of("id"))
                        .with(DeltaFormat.FLUSH, flush)
                        .with(DeltaFormat.COMPRESSION, compression)
                        .with(DeltaFormat.BLOCK_BYTES, 400);
                check(written(options), options, flush + " " + compression);
            }
        }
    }

    @Test
    void damageIsFoundDespiteTimeouts() {
        WireOptions options =
                WireOptions.DEFAULTS.with(WireOptions.KEY_FIELDS, List.of("id")).with(DeltaFormat.BLOCK_BYTES, 400);
        byte[] whole = written(options);
        SplittableRandom random = new SplittableRandom(8);
        for (int i = 0; i < 12; i++) {
            byte[] damaged = whole.clone();
            int at = random.nextInt(whole.length);
            damaged[at] ^= (byte) (1 + random.nextInt(255));
            check(damaged, options, "byte " + at);
        }
    }
}
