package io.deltawire.bench.file;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdException;
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

/** How large the records of a file are in each of our formats, and compressed by others. */
public final class SizeTable {
    private static final int DICTIONARY = 16 << 10;

    private final StringBuilder table = new StringBuilder();
    private final byte[] source;
    private final WireFormat format;
    private final WireOptions options;
    private long messages;
    private long json;

    private SizeTable(byte[] source, WireFormat format, WireOptions options) {
        this.source = source;
        this.format = format;
        this.options = options;
    }

    /** Returns a table of sizes in Markdown, of a file in the format that its name ends in or its content looks like. */
    public static String table(Path file, List<String> key) throws IOException {
        byte[] source = Files.readAllBytes(file);
        WireOptions options = WireOptions.DEFAULTS.with(WireOptions.KEY_FIELDS, key);
        return new SizeTable(source, format(file, source), options).write(file);
    }

    /** The format that the name of a file ends in or its content looks like. */
    static WireFormat format(Path file, byte[] content) {
        String name = file.getFileName().toString();
        return WireFormats.find(name.substring(name.lastIndexOf('.') + 1))
                .or(() -> WireFormats.detect(content, content.length))
                .orElseThrow(() -> new IllegalArgumentException(
                        file + ": in none of our formats; what is packed has to be unpacked first"));
    }

    private String write(Path file) throws IOException {
        List<byte[]> lines = each("json");
        messages = lines.size();
        if (messages == 0) {
            throw new IllegalArgumentException(file + ": expected records but there are none");
        }
        byte[] whole = join(lines);
        json = whole.length;
        row("format", "bytes", "bytes a record", "of JSON");
        table.append("|---|---:|---:|---:|\n");
        row("source file", source.length);
        for (String name : List.of("yaml", "json", "csv", "binary")) {
            rowOf(name, () -> bytes(name).length);
        }
        rowOf("old Chronicle delta", this::chronicle);
        row("**delta, each record flushed**", flushed());
        byte[] delta = bytes("delta");
        row("**delta, in blocks (file)**", delta.length);
        row("**delta, in blocks, compressed (file)**", compressed());
        row("delta, in blocks, the whole with zstd-19", Zstd.compress(delta, 19).length);
        row("json, each with zstd-3 and a dictionary of 16 KiB", dictionary(lines));
        row("json, the whole with gzip-6", gzip(whole));
        row("json, the whole with zstd-3", Zstd.compress(whole, 3).length);
        row("json, the whole with zstd-19", Zstd.compress(whole, 19).length);
        table.append("\n")
                .append(messages)
                .append(messages == 1 ? " record" : " records")
                .append(". Compressed wholes cannot be read record by record; the dictionary is not counted.\n");
        return table.toString();
    }

    private void row(String... cells) {
        table.append("| ").append(String.join(" | ", cells)).append(" |\n");
    }

    private void row(String name, long bytes) {
        row(
                name,
                Long.toString(bytes),
                String.format(Locale.ROOT, "%.2f", (double) bytes / messages),
                String.format(Locale.ROOT, "%.3f", (double) bytes / json));
    }

    private WireIn open() {
        return format.newReader(new ByteArrayInputStream(source), options);
    }

    /** A table cannot hold everything, and old delta messages are objects. */
    private void rowOf(String name, LongSupplier bytes) {
        try {
            row(name, bytes.getAsLong());
        } catch (WireDataException e) {
            row(name, "cannot hold these records", "", "");
        }
    }

    private byte[] bytes(String name) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (WireIn in = open();
                WireOut out = WireFormats.byName(name).newWriter(bytes, options)) {
            Transcoder.copyAll(in, out);
        }
        return bytes.toByteArray();
    }

    private long compressed() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        WireOptions packing = options.with(DeltaFormat.COMPRESSION, DeltaFormat.Compression.DEFLATE);
        try (WireIn in = open();
                WireOut out = WireFormats.byName("delta").newWriter(bytes, packing)) {
            Transcoder.copyAll(in, out);
        }
        return bytes.size();
    }

    private long chronicle() {
        OldChronicleDelta delta = new OldChronicleDelta(options.get(WireOptions.KEY_FIELDS));
        long total = 0;
        try (WireIn in = open()) {
            while (in.nextMessage()) {
                total += delta.encode(in).length;
            }
        }
        return total;
    }

    /** Each record can be read as soon as it is written. */
    private long flushed() {
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
        return total + bytes.readRemaining(); // with the last checksum and the end mark
    }

    private List<byte[]> each(String name) {
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

    private static long dictionary(List<byte[]> records) {
        byte[] dictionary = new byte[DICTIONARY];
        byte[][] samples = records.subList(0, Math.min(records.size(), 4_000)).toArray(new byte[0][]);
        long length;
        try {
            length = Zstd.trainFromBuffer(samples, dictionary);
        } catch (ZstdException e) {
            length = 0; // too few records to train on, or too short ones: no dictionary
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

    private static long gzip(byte[] bytes) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(bytes);
        }
        return packed.size();
    }
}
