package io.deltawire.csv.testing;

import io.deltawire.csv.CsvFormat;
import io.deltawire.csv.CsvReader;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.testing.Trees;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** Helpers of tests that write and read CSV. */
public final class Csv {
    public static final WireOptions DEFAULTS = WireOptions.DEFAULTS;

    private Csv() {}

    public static String write(WireOptions options, Iterable<?> messages) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (WireOut out = new CsvFormat().newWriter(bytes, options)) {
            messages.forEach(message -> Trees.writeMessage(out, message));
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    public static String write(Object... messages) {
        return write(DEFAULTS, Arrays.asList(messages));
    }

    public static List<Object> read(WireOptions options, String csv) {
        try (WireIn in = reader(options, csv)) {
            return Trees.readAll(in);
        }
    }

    public static List<Object> read(String csv) {
        return read(DEFAULTS, csv);
    }

    public static CsvReader reader(WireOptions options, String csv) {
        return (CsvReader) new CsvFormat().newReader(csv.getBytes(StandardCharsets.UTF_8), options);
    }

    /** Returns the folder that a system property names. If there is none, says so on stdout and returns null. */
    public static Path folder(String property, Class<?> test) {
        String folder = System.getProperty(property, "");
        if (folder.isEmpty() || !Files.isDirectory(Path.of(folder))) {
            System.out.println(test.getSimpleName() + " LEFT OUT: give the folder by -D" + property + "=...");
            return null;
        }
        return Path.of(folder);
    }
}
