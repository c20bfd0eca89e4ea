package io.deltawire.flink.testing;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.marshallable.Wire;
import io.deltawire.wire.WireOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Dumps of every kind, with epochs of some kilobytes. */
public final class Dumps {
    private static final DeltaFormat FORMAT = new DeltaFormat();

    /** Options for short epochs. */
    public static final WireOptions SMALL = WireOptions.DEFAULTS.with(DeltaFormat.BLOCK_BYTES, 512);

    private Dumps() {}

    /** Writes a dump of each kind to a folder, and returns the files by the kinds' names. */
    public static Map<String, Path> ofEachKind(Path folder, int count) throws IOException {
        Map<String, byte[]> dumps = new LinkedHashMap<>();
        dumps.put("plain", dump(0, count, SMALL));
        dumps.put("flushed", dump(0, count, SMALL.with(DeltaFormat.FLUSH, DeltaFormat.Flush.MESSAGE)));
        dumps.put("keyframes", dump(0, count, SMALL.with(DeltaFormat.KEY_FRAMES, DeltaFormat.KeyFrames.EACH_EPOCH)));
        dumps.put("compressed", dump(0, count, SMALL.with(DeltaFormat.COMPRESSION, DeltaFormat.Compression.DEFLATE)));
        dumps.put("two", concat(dump(0, count / 3, SMALL), dump(count / 3, count, SMALL)));
        Map<String, Path> files = new LinkedHashMap<>();
        for (Map.Entry<String, byte[]> dump : dumps.entrySet()) {
            files.put(dump.getKey(), Files.write(folder.resolve(dump.getKey() + ".dw"), dump.getValue()));
        }
        files.put("appended", appended(folder.resolve("appended.dw"), count));
        return files;
    }

    /** Returns a dump of the trades with these numbers. */
    public static byte[] dump(int from, int to, WireOptions options) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (Wire wire = Wire.of(FORMAT, bytes, options)) {
            write(wire, from, to);
        }
        return bytes.toByteArray();
    }

    private static void write(Wire wire, int from, int to) {
        for (int i = from; i < to; i++) {
            wire.write(new Trade(i));
        }
    }

    /** Writes a dump that was appended to twice after its writer was killed within a message. */
    private static Path appended(Path file, int count) throws IOException {
        for (int part = 0; part < 3; part++) {
            if (part > 0) {
                try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                    channel.truncate(channel.size() - 40);
                }
            }
            try (Wire wire = Wire.append(FORMAT, file, SMALL.with(DeltaFormat.FLUSH, DeltaFormat.Flush.MESSAGE))) {
                write(wire, sequential(file).size(), count * (part + 1) / 3); // what was torn, and the next part
            }
        }
        return file;
    }

    /** Returns the messages of a file as one reader gives them, with or without an end mark. */
    public static List<Trade> sequential(Path file) {
        WireOptions options = FORMAT.forCounting(WireOptions.DEFAULTS);
        List<Trade> trades = new ArrayList<>();
        try (Wire wire = Wire.of(FORMAT, Files.newInputStream(file), options)) {
            for (Trade trade; (trade = wire.read(Trade.class)) != null; ) {
                trades.add(trade);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return trades;
    }

    /** Returns the bytes of both. */
    public static byte[] concat(byte[] first, byte[] second) {
        ByteArrayOutputStream both = new ByteArrayOutputStream();
        both.writeBytes(first);
        both.writeBytes(second);
        return both.toByteArray();
    }
}
