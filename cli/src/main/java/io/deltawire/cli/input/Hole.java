package io.deltawire.cli.input;

import io.deltawire.wire.WireFormat;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Finds the zeros at the start of a file, and the first message after them. A writer that does not open its file for
 * appending continues at its old position after the file was truncated. The file system fills the gap with zeros.
 *
 * <p>The last few zeros may belong to the first message, so the formats decide by its first bytes. Stateless.
 */
final class Hole {
    /** The least number of zeros that no format begins with. */
    private static final int LEAST = 8;

    private static final int CHUNK = 1 << 16;
    private static final int PREFIX_BYTES = 64;
    /** The most zeros that may belong to the first message: the low bytes of its length. */
    private static final int MOST_BEFORE = 3;

    private Hole() {}

    /**
     * Returns where the first message after a hole begins.
     *
     * @param format the format that is given, or null
     * @return 0 if the file does not begin with a hole; -1 if it holds only zeros
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
     * Passes a hole at the start of an input that is not a plain file, such as a pipe.
     *
     * @return the number of zeros passed
     */
    static long pass(LookAheadStream stream, String name, WireFormat format) throws IOException {
        byte[] prefix = stream.head();
        for (int i = 0; i < LEAST; i++) {
            if (i >= prefix.length || prefix[i] != 0) {
                return 0;
            }
        }
        long passed = stream.passZeros(MOST_BEFORE);
        if (stream.head().length == MOST_BEFORE) {
            return passed; // no format begins with zeros alone
        }
        int rest = MOST_BEFORE - before(stream.head(), name, format);
        stream.skipNBytes(rest);
        return passed + rest;
    }

    private static int before(SeekableByteChannel channel, long offset, Path file, WireFormat format)
            throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(MOST_BEFORE + PREFIX_BYTES);
        channel.position(offset - MOST_BEFORE);
        while (buffer.hasRemaining() && channel.read(buffer) > 0) {
            // a channel may return fewer bytes than requested
        }
        return before(Arrays.copyOf(buffer.array(), buffer.position()), file.toString(), format);
    }

    /** Returns how many of the last zeros belong to the first message: the number with which a format matches best. */
    private static int before(byte[] zerosAndPrefix, String name, WireFormat format) {
        int best = 0;
        WireFormat.Match bestMatch = WireFormat.Match.NO;
        for (int back = 0; back <= MOST_BEFORE; back++) {
            byte[] prefix = Arrays.copyOfRange(zerosAndPrefix, MOST_BEFORE - back, zerosAndPrefix.length);
            WireFormat found = format == null ? FormatFinder.detect(prefix, name) : format;
            WireFormat.Match match = found == null ? WireFormat.Match.NO : found.detect(prefix, prefix.length);
            if (match.compareTo(bestMatch) > 0) {
                best = back;
                bestMatch = match;
            }
        }
        return best;
    }
}
