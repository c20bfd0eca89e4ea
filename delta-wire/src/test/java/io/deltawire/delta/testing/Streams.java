package io.deltawire.delta.testing;

import io.deltawire.delta.AppendPoint;
import io.deltawire.delta.DeltaFormat;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.testing.Trees;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Writes complete streams, and reads them past errors. Tests of several packages use it. */
public final class Streams {
    private static final DeltaFormat FORMAT = new DeltaFormat();

    private Streams() {}

    /** Messages of five records in rotation, each different from all others. */
    public static List<Object> messages(int from, int count) {
        List<Object> messages = new ArrayList<>();
        for (long i = from; i < from + count; i++) {
            messages.add(Trees.map("id", i % 5, "n", i, "text", "x" + i * i));
        }
        return messages;
    }

    public static AppendPoint end(Path file) throws IOException {
        return end(file, WireOptions.DEFAULTS);
    }

    public static AppendPoint end(Path file, WireOptions options) throws IOException {
        try (FileChannel channel = FileChannel.open(file)) {
            return AppendPoint.of(channel, options);
        }
    }

    public static byte[] write(List<Object> messages, WireOptions options) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (WireOut out = FORMAT.newWriter(bytes, options)) {
            messages.forEach(message -> Trees.writeMessage(out, message));
        }
        return bytes.toByteArray();
    }

    public static List<Object> readOn(byte[] bytes, List<WireException> errors) {
        return readOn(bytes, errors, WireOptions.DEFAULTS);
    }

    /** @param errors collects the errors */
    public static List<Object> readOn(byte[] bytes, List<WireException> errors, WireOptions options) {
        List<Object> read = new ArrayList<>();
        try (WireIn in = FORMAT.newReader(bytes, options)) {
            readOn(in, read, e -> errors.add((WireException) e));
        }
        return read;
    }

    /**
     * @param read where to put the messages
     * @param problems is given what went wrong, as it comes: errors, and failures of the input
     */
    public static void readOn(WireIn in, List<Object> read, Consumer<RuntimeException> problems) {
        for (int guard = 0; guard < 100_000; guard++) {
            try {
                if (!in.nextMessage()) {
                    return;
                }
                read.add(Trees.readMessage(in));
            } catch (WireException | UncheckedIOException e) {
                problems.accept(e);
            }
        }
        throw new AssertionError("reading does not end");
    }

    /** Whether a list is a subsequence of another. */
    public static boolean isSubsequence(List<Object> part, List<Object> whole) {
        int i = 0;
        for (Object item : whole) {
            if (i < part.size() && part.get(i).equals(item)) {
                i++;
            }
        }
        return i == part.size();
    }
}
