package io.deltawire.delta.internal.stream;

import io.deltawire.delta.AppendPoint;
import io.deltawire.delta.DeltaFormat;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.testing.Trees;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * The program that {@link CrashTest} kills. It appends numbered messages to a dump forever. It notes in a mapped file,
 * which outlives it, how many messages have been handed over.
 */
final class CrashWriter {
    static final WireOptions OPTIONS =
            WireOptions.DEFAULTS.with(WireOptions.KEY_FIELDS, List.of("id")).with(DeltaFormat.BLOCK_BYTES, 2000);

    private CrashWriter() {}

    /** How the writer hands over what it writes. */
    enum Mode {
        /** One write for each message. */
        EACH,
        /** One write for each byte, so that most kills hit a message. */
        BYTES,
        /** Full blocks, and an occasional flush. */
        BLOCKS
    }

    static Object message(long number) {
        return Trees.map(
                "id", number % 7, "n", number, "text", "text " + number * number % 1000, "price", number / 8.0);
    }

    public static void main(String[] args) throws IOException {
        Mode mode = Mode.valueOf(args[1]);
        try (FileChannel channel = FileChannel.open(
                        Path.of(args[0]),
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE,
                        StandardOpenOption.CREATE);
                FileChannel notes = FileChannel.open(
                        Path.of(args[2]),
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE,
                        StandardOpenOption.CREATE)) {
            MappedByteBuffer handedOver = notes.map(MapMode.READ_WRITE, 0, 8);
            AppendPoint end = AppendPoint.of(channel, OPTIONS);
            end.repair(channel);
            channel.position(end.length());
            DeltaFormat.Flush flush = mode == Mode.BLOCKS ? DeltaFormat.Flush.BLOCK : DeltaFormat.Flush.MESSAGE;
            WireOut out = new DeltaFormat()
                    .newWriter(
                            new LimitedWrites(channel, mode == Mode.BYTES ? 1 : Integer.MAX_VALUE),
                            OPTIONS.with(DeltaFormat.FLUSH, flush).with(DeltaFormat.APPEND_AT, end));
            for (long number = end.messages(); ; number++) {
                Trees.writeMessage(out, message(number));
                boolean flushed = mode != Mode.BLOCKS;
                if (number % 100 == 99) {
                    out.flush();
                    flushed = true;
                }
                if (flushed) {
                    handedOver.putLong(0, number + 1);
                }
            }
        }
    }

    /** Writes at most a given number of bytes in one step. */
    private static final class LimitedWrites extends OutputStream {
        private final FileChannel channel;
        private final int most;

        LimitedWrites(FileChannel channel, int most) {
            this.channel = channel;
            this.most = most;
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            for (int at = 0; at < length; ) {
                at += channel.write(ByteBuffer.wrap(bytes, offset + at, Math.min(most, length - at)));
            }
        }
    }
}
