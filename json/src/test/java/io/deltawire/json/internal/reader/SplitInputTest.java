package io.deltawire.json.internal.reader;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.deltawire.json.JsonFormat;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.testing.Trees;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Input that arrives a few bytes at a time gives the same messages and errors as input that is complete. */
class SplitInputTest {
    private static List<Object> read(byte[] json, int size) {
        InputStream stream = new ByteArrayInputStream(json) {
            @Override
            public synchronized int read(byte[] into, int offset, int length) {
                return super.read(into, offset, Math.min(length, size));
            }
        };
        List<Object> read = new ArrayList<>();
        try (WireIn in = new JsonFormat().newReader(stream, WireOptions.DEFAULTS)) {
            while (true) {
                try {
                    if (!in.nextMessage()) {
                        return read;
                    }
                    read.add(Trees.readMessage(in));
                } catch (WireException e) {
                    read.add(e.getClass().getSimpleName() + " " + e.getMessage());
                }
            }
        }
    }

    /** The lookahead for type names runs into the end of the input first, but must not report it. */
    @Test
    void earlierErrorIsReportedRatherThanTheMissingEnd() {
        String unclosedList = "{\"@dw:T\": {\"a\":[1,\"b\":2}}\n{\"c\":3}\n";
        String unclosedText = "{\"@dw:T\": {\"a\":\"x}}\n{\"c\":3}\n";
        for (int size = 1; size < 50; size++) {
            assertEquals(
                    List.of(
                            "MalformedWireException json: expected ',' or ']' but was ':' at line 1, column 22, path $.a[1]",
                            Map.of("c", 3L)),
                    read(unclosedList.getBytes(StandardCharsets.UTF_8), size));
            assertEquals(
                    List.of(
                            "MalformedWireException json: expected an escape for the control character but was U+000A"
                                    + " at line 1, column 20, path $.a",
                            Map.of("c", 3L)),
                    read(unclosedText.getBytes(StandardCharsets.UTF_8), size));
        }
    }

    @Test
    @Timeout(20)
    void digitsArrivingInPartsAreScannedOnce() {
        byte[] json = ("[" + "1".repeat(4_000_000) + ".5]").getBytes(StandardCharsets.UTF_8);
        assertEquals(
                List.of(
                        "MalformedWireException json: expected a number of at most 1000 characters but it has 4000002 at"
                                + " line 1, column 2, path $[0]"),
                read(json, 100));
        assertEquals(List.of(List.of(12.5, -3L, 1e21)), read("[12.5,-3,1e21]".getBytes(StandardCharsets.UTF_8), 1));
    }
}
