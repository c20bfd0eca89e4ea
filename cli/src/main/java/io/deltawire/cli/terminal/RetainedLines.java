package io.deltawire.cli.terminal;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/**
 * Retains lines that are printed later or never. They are compressed, since the hexadecimal lines of a message take
 * fifteen times its size.
 */
public final class RetainedLines {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final Writer writer = new OutputStreamWriter(new DeflaterOutputStream(bytes), StandardCharsets.UTF_8);

    /** Adds a line, whose control characters are escaped. */
    public void add(String line) {
        try {
            writer.append(Console.harmless(line)).append('\n');
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends the lines, so that they can be read. */
    public RetainedLines end() {
        try {
            writer.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    /** Passes all lines on, in order. */
    public void forEach(Consumer<String> taker) {
        InflaterInputStream in = new InflaterInputStream(new ByteArrayInputStream(bytes.toByteArray()));
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                taker.accept(line);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
