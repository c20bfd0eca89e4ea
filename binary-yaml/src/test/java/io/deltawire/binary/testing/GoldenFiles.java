package io.deltawire.binary.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/** Reads the golden files under {@code vectors/}. */
public final class GoldenFiles {
    private GoldenFiles() {}

    static String text(String name) {
        try (InputStream in = GoldenFiles.class.getResourceAsStream("/vectors/" + name)) {
            if (in == null) {
                throw new AssertionError("no golden file " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static byte[] hex(String name) {
        StringBuilder digits = new StringBuilder();
        text(name).lines().forEach(line -> digits.append(line.replaceAll("#.*|\\s", "")));
        return HexFormat.of().parseHex(digits);
    }

    /** Returns the rows of a table. Each has the given number of columns; missing ones are empty. */
    public static List<String[]> table(String name, int columns) {
        List<String[]> rows = new ArrayList<>();
        text(name).lines().filter(line -> !line.startsWith("#")).forEach(line -> {
            String[] row = Arrays.copyOf(line.split(" \\| ?", -1), columns);
            for (int i = 0; i < columns; i++) {
                row[i] = row[i] == null ? "" : row[i].strip();
            }
            rows.add(row);
        });
        return rows;
    }
}
