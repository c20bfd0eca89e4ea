package io.deltawire.marshallable.testing.pins;

import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireFormats;
import io.deltawire.wire.WireOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * One line of the table of pins: a format with its options, and what is written in it.
 *
 * @param name of the format and its options
 * @param way what is written, and how
 */
record Pin(String name, String way, WireFormat format, WireOptions options, boolean isMemory, Workload workload) {
    /** Lengths of streams, used in rotation. Some end before any table is full, and some span many epochs. */
    private static final int[] SHORT = {100, 250, 500, 900};

    private static final int[] LONG = {100, 1000, 3000, 300, 20_000, 600};

    /** What was written. */
    record Result(long messages, long bytes, String hash) {}

    static Pin of(String name, String way, WireOptions options, boolean isMemory, Workload workload) {
        String format = name.replaceAll(" .*", "");
        return new Pin(name, way, WireFormats.byName(format), options, isMemory, workload);
    }

    /**
     * Writes streams with the given number of messages in total, reads each of them, and returns the hash of their bytes.
     *
     * @param dump where to leave each stream as a file, or null
     */
    Result run(long wanted, boolean isLong, Path dump) {
        MessageDigest digest = sha256();
        long messages = 0;
        long bytes = 0;
        int[] lengths = isLong ? LONG : SHORT;
        for (int stream = 0; messages < wanted; stream++) {
            int length = (int) Math.min(lengths[stream % lengths.length], wanted - messages);
            long seed = 1_000_003L * stream;
            WireOptions all = workload.options(options, seed);
            byte[] content = write(all, seed, length);
            byte[] pinned = name.contains("DEFLATE") ? DeflatedStream.inflated(content) : content;
            digest.update(pinned);
            messages += length;
            bytes += pinned.length;
            if (dump != null) {
                dump(dump, stream, content);
            }
            workload.check(format, all, content, seed, length);
        }
        return new Result(messages, bytes, HexFormat.of().formatHex(digest.digest(), 0, 8));
    }

    private byte[] write(WireOptions all, long seed, int length) {
        Target target = new Target(format, all, isMemory);
        workload.write(target, seed, length);
        return target.content();
    }

    private void dump(Path folder, int stream, byte[] content) {
        try {
            Files.createDirectories(folder);
            String file = (name + " " + way).replaceAll("[^A-Za-z0-9=]+", "-") + "-" + stream + "." + format.name();
            Files.write(folder.resolve(file), content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public String toString() {
        return name + ", " + way;
    }
}
