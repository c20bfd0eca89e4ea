package io.deltawire.marshallable.internal.io;

import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * A copy of the output of a service that may have been killed. It is repaired like the file of {@code Wire.resume}, by
 * the same code, so that both count the same messages.
 */
final class OutputCopy {
    private OutputCopy() {}

    /**
     * Reads the messages that a repair keeps.
     *
     * @param output is read to its end
     */
    static void read(WireFormat format, WireOptions options, InputStream output, Consumer<WireIn> reading) {
        try {
            Path copy = Files.createTempFile("deltawire-", ".output");
            try {
                try (OutputStream to = Files.newOutputStream(copy)) {
                    output.transferTo(to);
                }
                readRepaired(format, options, copy, reading);
            } finally {
                Files.delete(copy);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void readRepaired(WireFormat format, WireOptions options, Path copy, Consumer<WireIn> reading)
            throws IOException {
        WireOut repaired;
        try {
            repaired = format.newAppender(copy, options, reading);
        } catch (UnsupportedOperationException | MalformedWireException e) {
            // Nothing can be appended, so nothing is cut off.
            try (WireIn in =
                    format.newReader(Files.newInputStream(copy), format.forCounting(format.forObjects(options)))) {
                reading.accept(in);
            }
            return;
        }
        repaired.close();
    }
}
