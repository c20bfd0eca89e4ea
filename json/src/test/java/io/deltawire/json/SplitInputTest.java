package io.deltawire.json;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.deltawire.wire.Trees;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What comes in small pieces is read as what is there as a whole, errors too. */
class SplitInputTest {
    private static List<Object> read(byte[] json, int piece) {
        InputStream stream = new ByteArrayInputStream(json) {
            @Override
            public synchronized int read(byte[] into, int offset, int length) {
                return super.read(into, offset, Math.min(length, piece));
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

    /** To see whether a type name is one takes a look ahead, which is not what finds what is wrong. */
    @Test
    void messageThatDoesNotEndIsMalformedWhereSomethingElseIsWrongBefore() {
        String unclosedList = "{\"@T\": {\"a\":[1,\"b\":2}}\n{\"c\":3}\n";
        String unclosedText = "{\"@T\": {\"a\":\"x}}\n{\"c\":3}\n";
        for (int piece = 1; piece < 50; piece++) {
            assertEquals(
                    List.of(
                            "MalformedWireException json: expected ',' or ']' but was ':' at line 1, column 19, path $.a[1]",
                            Map.of("c", 3L)),
                    read(unclosedList.getBytes(StandardCharsets.UTF_8), piece));
            assertEquals(
                    List.of(
                            "MalformedWireException json: expected an escape for the control character but was U+000A"
                                    + " at line 1, column 17, path $.a",
                            Map.of("c", 3L)),
                    read(unclosedText.getBytes(StandardCharsets.UTF_8), piece));
        }
    }

    @Test
    @Timeout(20)
    void digitsThatComeInPiecesAreGoneOverOnce() {
        byte[] json = ("[" + "1".repeat(4_000_000) + ".5]").getBytes(StandardCharsets.UTF_8);
        assertEquals(
                List.of(
                        "MalformedWireException json: expected a number of at most 1000 characters but it has 4000002 at"
                                + " line 1, column 2, path $[0]"),
                read(json, 100));
        assertEquals(List.of(List.of(12.5, -3L, 1e21)), read("[12.5,-3,1e21]".getBytes(StandardCharsets.UTF_8), 1));
    }
}
