package io.deltawire.bench.file;

import io.deltawire.wire.Transcoder;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireFormats;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.WireToken;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Measures how fast a user's file is converted between formats without classes, which is what {@code wire convert} does. Input is in
 * memory, output is discarded, and one thread does the work. The result is a table in Markdown.
 */
public final class ThroughputTable {
    /** The length of a round that gives useful figures. */
    public static final long ROUND_NANOS = 400_000_000;

    private static final int ROUNDS = 7;
    private static final int WARM_UP_ROUNDS = 6;

    private final WireOptions options;
    private final StringBuilder table = new StringBuilder();
    private final long messages;
    private final byte[] json;
    private final byte[] yaml;
    private final byte[] delta;
    private final long roundNanos;

    private ThroughputTable(byte[] source, WireFormat format, List<String> key, long roundNanos) {
        this.roundNanos = roundNanos;
        options = WireOptions.DEFAULTS.with(WireOptions.KEY_FIELDS, key);
        json = convert(source, format.name(), "json");
        yaml = convert(json, "json", "yaml");
        delta = convert(json, "json", "delta");
        try (WireIn in = WireFormats.byName("json").newReader(json, options)) {
            long count = 0;
            while (in.nextMessage()) {
                count++;
            }
            messages = count;
        }
    }

    /**
     * Returns the table of a file.
     *
     * @param key the fields that identify a record; may be empty
     * @param roundNanos the length of a round; tests use short ones
     * @throws IllegalArgumentException if the format of the file is unknown
     */
    public static String table(Path file, List<String> key, long roundNanos) throws IOException {
        byte[] source = Files.readAllBytes(file);
        return new ThroughputTable(source, SizeTable.formatOf(file, source), key, roundNanos).measure();
    }

    private byte[] convert(byte[] source, String from, String to) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (WireIn in = WireFormats.byName(from).newReader(source, options);
                WireOut out = WireFormats.byName(to).newWriter(bytes, options)) {
            Transcoder.copyAll(in, out);
        }
        return bytes.toByteArray();
    }

    private String measure() {
        table.append("| from | to | text MB/s | least | most | ns a message |\n|---|---|---:|---:|---:|---:|\n");
        measureRow("json", "nothing (tokens only)", json.length, () -> read("json", json));
        measureRow("json", "delta", json.length, () -> copy("json", json, "delta"));
        measureRow("yaml", "nothing (tokens only)", yaml.length, () -> read("yaml", yaml));
        measureRow("yaml", "delta", yaml.length, () -> copy("yaml", yaml, "delta"));
        measureRow("delta", "nothing (tokens only)", json.length, () -> read("delta", delta));
        measureRow("delta", "yaml", yaml.length, () -> copy("delta", delta, "yaml"));
        measureRow("delta", "json", json.length, () -> copy("delta", delta, "json"));
        table.append(String.format(
                Locale.ROOT,
                "%n%d messages: JSON %d bytes, YAML %d, delta %d. Encoding costs the difference between a row \"delta\" and the row above it.%n",
                messages,
                json.length,
                yaml.length,
                delta.length));
        return table.toString();
    }

    private void measureRow(String from, String to, long textBytes, Runnable pass) {
        long end = System.nanoTime() + WARM_UP_ROUNDS * roundNanos;
        while (System.nanoTime() < end) {
            pass.run();
        }
        double[] rates = new double[ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            long start = System.nanoTime();
            long passes = 0;
            while (System.nanoTime() - start < roundNanos) {
                pass.run();
                passes++;
            }
            rates[round] = passes * textBytes * 1e3 / (System.nanoTime() - start);
        }
        Arrays.sort(rates);
        double median = rates[ROUNDS / 2];
        table.append(String.format(
                Locale.ROOT,
                "| %s | %s | %.0f | %.0f | %.0f | %.0f |%n",
                from,
                to,
                median,
                rates[0],
                rates[ROUNDS - 1],
                textBytes * 1e3 / median / messages));
    }

    private void copy(String from, byte[] source, String to) {
        try (WireIn in = WireFormats.byName(from).newReader(new ByteArrayInputStream(source), options);
                WireOut out = WireFormats.byName(to).newWriter(OutputStream.nullOutputStream(), options)) {
            Transcoder.copyAll(in, out);
        }
    }

    private void read(String from, byte[] source) {
        try (WireIn in = WireFormats.byName(from).newReader(new ByteArrayInputStream(source), options)) {
            while (in.nextMessage()) {
                for (WireToken token = in.peek(); token != WireToken.END_MESSAGE; token = in.peek()) {
                    skipToken(in, token);
                }
            }
        }
    }

    private static void skipToken(WireIn in, WireToken token) {
        switch (token) {
            case FIELD, EVENT -> in.fieldName();
            case KEY -> in.key();
            case BEGIN_OBJECT -> {
                in.typeName();
                in.beginObject();
            }
            case END_OBJECT -> in.endObject();
            case BEGIN_LIST -> {
                in.typeName();
                in.beginList();
            }
            case END_LIST -> in.endList();
            case NULL -> in.nullValue();
            case BOOL -> in.bool();
            case INT64 -> in.int64();
            case FLOAT64 -> in.float64();
            case DECIMAL -> in.decimal();
            case BYTES -> in.bytes();
            case TEMPORAL -> in.temporal();
            default -> in.text();
        }
    }
}
