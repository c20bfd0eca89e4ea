package io.deltawire.csv;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.deltawire.wire.Transcoder;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.wire.testing.Dump;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The golden files of {@code vectors/csv}: each is a table and the messages that it stands for. */
class CsvVectorsTest {
    private static byte[] file(String name) throws IOException {
        try (InputStream in = CsvVectorsTest.class.getResourceAsStream("/vectors/csv/" + name)) {
            return in.readAllBytes();
        }
    }

    private static List<String> messages(byte[] csv) {
        try (WireIn in = new CsvFormat().newReader(csv, WireOptions.DEFAULTS)) {
            return Dump.messages(in);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"nested", "nulls", "quotes", "kinds", "lists", "events"})
    void tablesAreReadAsTheMessagesInTheFileBesideThem(String name) throws IOException {
        byte[] table = file(name + "/table.csv");
        List<String> wanted = new String(file(name + "/messages.txt"), StandardCharsets.UTF_8)
                .lines()
                .toList();
        assertEquals(wanted, messages(table));

        // Writing them under the same columns gives a table that reads as the same messages.
        OutputBuffer buffer = OutputBuffer.inMemory();
        try (CsvReader in = (CsvReader) new CsvFormat().newReader(table, WireOptions.DEFAULTS)) {
            List<String> columns = List.copyOf(in.columnTypes().keySet());
            WireOptions same = WireOptions.DEFAULTS.with(CsvFormat.COLUMNS, columns);
            try (WireOut out = new CsvFormat().newWriter(buffer, same)) {
                Transcoder.copyAll(in, out);
            }
        }
        byte[] written = Arrays.copyOf(buffer.array, buffer.position);
        assertEquals(wanted, messages(written), () -> new String(written, StandardCharsets.UTF_8));
    }
}
