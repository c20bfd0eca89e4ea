package io.deltawire.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.json.testing.JacksonTrace;
import io.deltawire.wire.Transcoder;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.wire.testing.Dump;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The golden files of {@code vectors/json}. */
class JsonVectorsTest {
    private static List<String> lines(String name) throws IOException {
        try (InputStream in = JsonVectorsTest.class.getResourceAsStream("/vectors/" + name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }

    private static String writtenBack(byte[] json) {
        OutputBuffer buffer = OutputBuffer.inMemory();
        try (WireIn in = new JsonFormat().newReader(json, WireOptions.DEFAULTS);
                WireOut out = new JsonFormat().newWriter(buffer, WireOptions.DEFAULTS)) {
            Transcoder.copyAll(in, out);
        }
        return new String(buffer.array, 0, buffer.position, StandardCharsets.UTF_8);
    }

    @Test
    void valuesAreReadAndWrittenByTheTable() throws IOException {
        int rows = 0;
        for (String line : lines("json/values.txt")) {
            if (line.startsWith("#")) {
                continue;
            }
            List<String> cells = new ArrayList<>(List.of(line.split(" \\| ")));
            byte[] json = cells.get(0).getBytes(StandardCharsets.UTF_8);
            try (WireIn in = new JsonFormat().newReader(json, WireOptions.DEFAULTS)) {
                assertEquals(cells.get(1), String.join(" ; ", Dump.messages(in)), line);
            }
            JacksonTrace.assertSameTokens(json, WireOptions.DEFAULTS, line);
            if (!cells.get(1).contains("error:") && !cells.get(1).contains(" ; ")) {
                assertEquals(cells.get(cells.size() > 2 ? 2 : 0) + '\n', writtenBack(json), line);
            }
            rows++;
        }
        assertTrue(rows > 40, "rows " + rows);
    }

    /** The message of the article: 243 bytes of JSON, and a line feed. */
    @Test
    void theArticlesMessageIsOneLine() throws IOException {
        String message = lines("my-data-type/message.json").get(0);
        assertEquals(243, message.length());
        byte[] json = message.getBytes(StandardCharsets.UTF_8);
        assertEquals(message + '\n', writtenBack(json));
        try (WireIn in = new JsonFormat().newReader(json, WireOptions.DEFAULTS)) {
            assertEquals(
                    List.of("{update: {firstId: 1010101010101, secondId: 2222, thirdId: \"thirdId-1234\","
                            + " staticOne: \"staticOne-1234\", staticTwo: 2020202020202,"
                            + " staticThree: \"2016-07-22T12:34:56.789Z[UTC]\", staticFour: 1000000.0,"
                            + " changesA: 3000000000, changesB: 123456.0}}"),
                    Dump.messages(in));
        }
    }
}
