package io.deltawire.wire.spi;

import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireLocation;
import io.deltawire.wire.WireToken;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/**
 * Helps formats to find the last whole message of a file and to cut off the rest. All methods use the channel that
 * holds the lock of the file, and do not move its position. Searches read blocks backwards from the end. Stateless.
 */
public final class FileEnd {
    private static final int FIRST_BLOCK = 512;
    private static final int BLOCK = 1 << 16;
    private static final int DETECTED_BYTES = 4096;

    private FileEnd() {}

    /** Returns the input of a reader of a part of a file. Closing it leaves the channel open. */
    public static InputBuffer input(FileChannel channel, long from, long to) {
        return InputBuffer.of(new Part(channel, from, to), from);
    }

    /** Reads a part of a channel without moving its position. */
    private static final class Part extends InputStream {
        private final FileChannel channel;
        private final long to;
        private long next;

        Part(FileChannel channel, long from, long to) {
            this.channel = channel;
            this.next = from;
            this.to = to;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            if (length == 0) {
                return 0;
            }
            int wanted = (int) Math.min(length, to - next);
            int read = wanted <= 0 ? -1 : channel.read(ByteBuffer.wrap(bytes, offset, wanted), next);
            next += Math.max(0, read);
            return read;
        }
    }

    /** Returns the bytes of a part of a file; fewer if the file ends before. */
    public static byte[] bytes(FileChannel channel, long from, long to) throws IOException {
        return new Part(channel, from, to).readNBytes(Math.toIntExact(to - from));
    }

    /** Returns the length of a file without the zeros at its end. */
    public static long withoutZeros(FileChannel channel) throws IOException {
        return lastIndexAfter(channel, channel.size(), false, (byte) 0);
    }

    /** Returns the start of the line that ends at an offset; the same offset if a line feed precedes it. */
    public static long lineStart(FileChannel channel, long end) throws IOException {
        return lastIndexAfter(channel, end, true, (byte) '\n');
    }

    /**
     * Searches backwards from an offset for a byte that equals another one, or that differs from it. Returns the offset
     * after it; 0 if there is none.
     */
    private static long lastIndexAfter(FileChannel channel, long end, boolean isEqual, byte wanted) throws IOException {
        int size = FIRST_BLOCK; // most lines are short
        for (long to = end; to > 0; ) {
            long from = Math.max(0, to - size);
            size = Math.min(BLOCK, 2 * size);
            byte[] block = bytes(channel, from, to);
            for (int i = block.length - 1; i >= 0; i--) {
                if (block[i] == wanted == isEqual) {
                    return from + i + 1;
                }
            }
            to = from;
        }
        return 0;
    }

    /** Returns whether the part of a file before an offset ends with some bytes. */
    public static boolean endsWith(FileChannel channel, long end, byte[] bytes) throws IOException {
        return end >= bytes.length
                && ByteBuffer.wrap(bytes(channel, end - bytes.length, end)).equals(ByteBuffer.wrap(bytes));
    }

    /** Reads all messages. Returns whether there are any, and the last one has no error. */
    public static boolean isWhole(WireIn in) {
        boolean isWhole = false;
        while (true) {
            try {
                if (!in.nextMessage()) {
                    return isWhole;
                }
                isWhole = true;
                while (in.peek() != WireToken.END_MESSAGE) {
                    in.skipValue();
                }
            } catch (WireException e) {
                isWhole = false;
            }
        }
    }

    /** Returns whether there is a message, readable or not. */
    public static boolean hasMessage(WireIn in) {
        try {
            return in.nextMessage();
        } catch (WireException e) {
            return true;
        }
    }

    /**
     * Checks that a file that is to be appended to begins like a format.
     *
     * @param length the length of the part that is whole
     * @throws MalformedWireException if it does not
     */
    public static void requireFormat(WireFormat format, FileChannel channel, long length) throws IOException {
        byte[] prefix = bytes(channel, 0, Math.min(length, DETECTED_BYTES));
        if (prefix.length > 0 && format.detect(prefix, prefix.length) == WireFormat.Match.NO) {
            throw new MalformedWireException(
                    format.name(),
                    "expected a file of this format to append to but it begins like something else",
                    WireLocation.ofOffset(0, ""));
        }
    }

    /**
     * Cuts a file off at an offset, and completes it there. The file is forced to the device if that changes it.
     *
     * @param completion what is written at the offset; empty for nothing
     */
    public static void cut(FileChannel channel, long length, byte[] completion) throws IOException {
        if (length == channel.size() && completion.length == 0) {
            return;
        }
        channel.truncate(length);
        ByteBuffer bytes = ByteBuffer.wrap(completion);
        for (long next = length; bytes.hasRemaining(); ) {
            next += channel.write(bytes, next);
        }
        channel.force(true);
    }
}
