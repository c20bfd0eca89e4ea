package io.deltawire.flink.internal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.deltawire.delta.DeltaFormat;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.apache.flink.core.fs.FSDataInputStream;
import org.junit.jupiter.api.Test;

class FlinkChannelTest {
    private final byte[] file = new byte[3_000_000];
    private int seeks;

    /** A file that gives at most a thousand bytes a read. */
    private final class Stream extends FSDataInputStream {
        private int position;

        @Override
        public void seek(long desired) throws IOException {
            if (desired > file.length) {
                throw new IOException("beyond the end");
            }
            position = (int) desired;
            seeks++;
        }

        @Override
        public long getPos() {
            return position;
        }

        @Override
        public int read() {
            throw new UnsupportedOperationException("slow");
        }

        @Override
        public int read(byte[] target, int offset, int length) {
            int count = Math.min(Math.min(1000, length), file.length - position);
            System.arraycopy(file, position, target, offset, count);
            position += count;
            return count == 0 ? -1 : count;
        }
    }

    @Test
    void channelReadsAtAnyPosition() throws IOException {
        SplittableRandom random = new SplittableRandom(1);
        random.nextBytes(file);
        try (FlinkChannel channel = new FlinkChannel(new Stream(), file.length)) {
            assertEquals(file.length, channel.size());
            for (int i = 0; i < 200; i++) {
                int from = random.nextInt(file.length + 10);
                ByteBuffer target = ByteBuffer.allocate(random.nextInt(600_000));
                channel.position(from);
                while (target.hasRemaining() && channel.read(target) >= 0) {
                    // reads on
                }
                int to = Math.min(file.length, from + target.capacity());
                assertEquals(Math.max(from, to), channel.position());
                assertArrayEquals(
                        Arrays.copyOfRange(file, Math.min(from, to), to),
                        Arrays.copyOf(target.array(), target.position()));
            }
        }
    }

    @Test
    void searchForAnEpochReadsOn() throws IOException {
        try (FlinkChannel channel = new FlinkChannel(new Stream(), file.length)) {
            assertEquals(null, DeltaFormat.startPointAfter(channel, 1_000_000));
        }
        assertEquals(1, seeks);
    }

    @Test
    void channelIsClosedOnce() throws IOException {
        FlinkChannel channel = new FlinkChannel(new Stream(), file.length);
        channel.close();
        channel.close();
        assertThrows(ClosedChannelException.class, () -> channel.read(ByteBuffer.allocate(1)));
        assertThrows(ClosedChannelException.class, () -> channel.position(0));
    }
}
