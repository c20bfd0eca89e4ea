package io.deltawire.bench.file;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdException;
import io.deltawire.bench.codec.DeltawireFormats;
import io.deltawire.delta.DeltaFormat;
import io.deltawire.wire.Transcoder;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireFormats;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;
import java.util.zip.GZIPOutputStream;
import net.openhft.chronicle.bytes.Bytes;

/**
 * Compares the sizes of a user's file: the records are converted without classes to each of Deltawire's formats, and their JSON is
 * compressed in the usual ways. The result is a table in Markdown.
 */
public final class SizeTable {
    private static final int DICTIONARY_BYTES = 16 << 10;
    private static final int TRAINING_RECORDS = 4_000;

    private final StringBuilder table = new StringBuilder();
    private final byte[] source;
    private final WireFormat format;
    private final WireOptions options;
    private long messages;
    private long jsonBytes;

    private SizeTable(byte[] source, WireFormat format, WireOptions options) {
        this.source = source;
        this.format = format;
        this.options = options;
    }

    /**
     * Returns the table of a file.
     *
     * @param key the fields that identify a record; may be empty
     * @throws IllegalArgumentException if the format of the file is unknown, or if it has no records
     */
    public static String table(Path file, List<String> key) throws IOException {
        byte[] source = Files.readAllBytes(file);
        WireOptions options = WireOptions.DEFAULTS.with(WireOptions.KEY_FIELDS, key);
        return new SizeTable(source, formatOf(file, source), options).write(file);
    }

    /** Returns the format that the extension of a file names, or else the one that its content looks like. */
    static WireFormat formatOf(Path file, byte[] content) {
        return DeltawireFormats.byExtension(file)
                .or(() -> WireFormats.detect(content, content.length))
                .orElseThrow(() -> new IllegalArgumentException(
                        file + ": in none of our formats; what is packed has to be unpacked first"));
    }

    private String write(Path file) throws IOException {
        List<byte[]> lines = encodeEach("json");
        messages = lines.size();
        if (messages == 0) {
            throw new IllegalArgumentException(file + ": expected records but there are none");
        }
        byte[] whole = join(lines);
        jsonBytes = whole.length;
        appendCells("format", "bytes", "bytes a record", "of JSON");
        table.append("|---|---:|---:|---:|\n");
        appendRow("source file", source.length);
        for (WireFormat each : DeltawireFormats.all()) {
            if (!DeltawireFormats.isDelta(each)) {
                appendRowIfPossible(each.name(), () -> encode(each.name(), options).length);
            }
        }
        appendRowIfPossible("old Chronicle delta", this::sizeOfOldDelta);
        appendRow("**delta, each record flushed**", sizeOfFlushedDelta());
        byte[] delta = encode("delta", options);
        appendRow("**delta, in blocks (file)**", delta.length);
        WireOptions compressed = options.with(DeltaFormat.COMPRESSION, DeltaFormat.Compression.DEFLATE);
        appendRow("**delta, in blocks, compressed (file)**", encode("delta", compressed).length);
        appendRow("delta, in blocks, the whole with zstd-19", Zstd.compress(delta, 19).length);
        appendRow("json, each with zstd-3 and a dictionary of 16 KiB", sizeWithDictionary(lines));
        appendRow("json, the whole with gzip-6", sizeOfGzip(whole));
        appendRow("json, the whole with zstd-3", Zstd.compress(whole, 3).length);
        appendRow("json, the whole with zstd-19", Zstd.compress(whole, 19).length);
        table.append("\n")
                .append(messages)
                .append(messages == 1 ? " record" : " records")
                .append(". Compressed wholes cannot be read record by record; the dictionary is not counted.\n");
        return table.toString();
    }

    private void appendCells(String... cells) {
        table.append("| ").append(String.join(" | ", cells)).append(" |\n");
    }

    private void appendRow(String name, long bytes) {
        appendCells(
                name,
                Long.toString(bytes),
                String.format(Locale.ROOT, "%.2f", (double) bytes / messages),
                String.format(Locale.ROOT, "%.3f", (double) bytes / jsonBytes));
    }

    private WireIn open() {
        return format.newReader(new ByteArrayInputStream(source), options);
    }

    /** Appends a row for a format that may not be able to hold the records: a table or old delta messages hold objects only. */
    private void appendRowIfPossible(String name, LongSupplier bytes) {
        try {
            appendRow(name, bytes.getAsLong());
        } catch (WireDataException e) {
            appendCells(name, "cannot hold these records", "", "");
        }
    }

    private byte[] encode(String name, WireOptions writerOptions) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (WireIn in = open();
                WireOut out = WireFormats.byName(name).newWriter(bytes, writerOptions)) {
            Transcoder.copyAll(in, out);
        }
        return bytes.toByteArray();
    }

    private long sizeOfOldDelta() {
        OldChronicleDelta delta = new OldChronicleDelta(options.get(WireOptions.KEY_FIELDS));
        long total = 0;
        try (WireIn in = open()) {
            while (in.nextMessage()) {
                total += delta.encode(in).length;
            }
        }
        return total;
    }

    /** Returns the size of a delta stream whose records can each be read as soon as they are written. */
    private long sizeOfFlushedDelta() {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        long total = 0;
        try (WireIn in = open();
                WireOut out = WireFormats.byName("delta").newWriter(bytes, options)) {
            while (in.nextMessage()) {
                Transcoder.copyMessage(in, out);
                total += bytes.readRemaining();
                bytes.clear();
            }
        }
        return total + bytes.readRemaining(); // closing the writer adds the last checksum and the end mark
    }

    private List<byte[]> encodeEach(String name) {
        List<byte[]> records = new ArrayList<>();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (WireIn in = open();
                WireOut out = WireFormats.byName(name).newWriter(bytes, options)) {
            while (in.nextMessage()) {
                Transcoder.copyMessage(in, out);
                out.flush();
                records.add(bytes.toByteArray());
                bytes.reset();
            }
        }
        return records;
    }

    private static byte[] join(List<byte[]> records) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        records.forEach(all::writeBytes);
        return all.toByteArray();
    }

    private static long sizeWithDictionary(List<byte[]> records) {
        byte[] dictionary = new byte[DICTIONARY_BYTES];
        byte[][] samples =
                records.subList(0, Math.min(records.size(), TRAINING_RECORDS)).toArray(new byte[0][]);
        long length;
        try {
            length = Zstd.trainFromBuffer(samples, dictionary);
        } catch (ZstdException e) {
            length = 0; // the records are too few or too short to train a dictionary
        }
        try (ZstdCompressCtx compressor = new ZstdCompressCtx()) {
            compressor.setLevel(3);
            if (length > 0 && !Zstd.isError(length)) {
                compressor.loadDict(Arrays.copyOf(dictionary, (int) length));
            }
            return records.stream()
                    .mapToLong(record -> compressor.compress(record).length)
                    .sum();
        }
    }

    private static long sizeOfGzip(byte[] bytes) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(bytes);
        }
        return packed.size();
    }
}
