package io.deltawire.cli.input;

import io.deltawire.wire.WireFormat;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * The zeros at the start of a file. A writer that does not open its file for appending goes on at its old position
 * after the file was truncated, and the file system fills the gap with zeros.
 */
final class Hole {
    /** The least number of zeros that no format begins with. */
    private static final int LEAST = 8;

    private static final int CHUNK = 1 << 16;
    private static final int HEAD = 64;
    /** The most zeros that may belong to the first message: the low bytes of its length. */
    private static final int MOST_BEFORE = 3;

    private Hole() {}

    /**
     * Returns where the first message after a hole begins.
     *
     * @param format the format that is given, or null
     * @return 0 if the file does not begin with a hole; -1 if it holds zeros alone
     */
    static long end(Path file, WireFormat format) throws IOException {
        try (SeekableByteChannel channel = Files.newByteChannel(file)) {
            ByteBuffer chunk = ByteBuffer.allocate(CHUNK);
            long offset = 0;
            while (channel.read(chunk.clear()) > 0) {
                int zeros = 0;
                while (zeros < chunk.position() && chunk.get(zeros) == 0) {
                    zeros++;
                }
                offset += zeros;
                if (zeros < chunk.position()) {
                    return offset < LEAST ? 0 : offset - before(channel, offset, file, format);
                }
            }
            return offset < LEAST ? 0 : -1;
        }
    }

    /**
     * Passes a hole at the start of what is no plain file, such as a pipe.
     *
     * @return the number of zeros passed
     */
    static long pass(LookAheadStream stream, String name, WireFormat format) throws IOException {
        byte[] head = stream.head();
        for (int i = 0; i < LEAST; i++) {
            if (i >= head.length || head[i] != 0) {
                return 0;
            }
        }
        long passed = stream.passZeros(MOST_BEFORE);
        if (stream.head().length == MOST_BEFORE) {
            return passed; // zeros alone, which are of no format
        }
        int rest = MOST_BEFORE - before(stream.head(), name, format);
        stream.skipNBytes(rest);
        return passed + rest;
    }

    private static int before(SeekableByteChannel channel, long offset, Path file, WireFormat format)
            throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(MOST_BEFORE + HEAD);
        channel.position(offset - MOST_BEFORE);
        while (buffer.hasRemaining() && channel.read(buffer) > 0) {
            // a channel may give less than was asked for
        }
        return before(Arrays.copyOf(buffer.array(), buffer.position()), file.toString(), format);
    }

    /** The number of zeros that belong to the first message, of which there are some before its other bytes. */
    private static int before(byte[] zerosAndHead, String name, WireFormat format) {
        int best = 0;
        WireFormat.Match bestMatch = WireFormat.Match.NO;
        for (int back = 0; back <= MOST_BEFORE; back++) {
            byte[] head = Arrays.copyOfRange(zerosAndHead, MOST_BEFORE - back, zerosAndHead.length);
            WireFormat found = format == null ? FormatFinder.detect(head, name) : format;
            WireFormat.Match match = found == null ? WireFormat.Match.NO : found.detect(head, head.length);
            if (match.compareTo(bestMatch) > 0) {
                best = back;
                bestMatch = match;
            }
        }
        return best;
    }
}
