package io.deltawire.bench.file;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.deltawire.wire.WireFormats;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class OldChronicleDeltaTest {
    /** Returns the messages of JSON lines in hexadecimal. */
    private static List<String> encode(String lines, String key) {
        OldChronicleDelta delta = new OldChronicleDelta(List.of(key));
        List<String> messages = new ArrayList<>();
        try (WireIn in =
                WireFormats.byName("json").newReader(lines.getBytes(StandardCharsets.UTF_8), WireOptions.DEFAULTS)) {
            while (in.nextMessage()) {
                messages.add(HexFormat.of().formatHex(delta.encode(in)));
            }
        }
        return messages;
    }

    @Test
    void keyMayBeInsideOfAnEvent() {
        List<String> messages = encode("""
                {"trade":{"id":1,"price":1.5}}
                {"trade":{"id":2,"price":2.5}}
                {"trade":{"id":1,"price":1.5}}
                {"trade":{"id":2,"price":2.75}}
                """, "trade.id");
        assertEquals(List.of("ba0089008000", "ba0089018005ba02929302"), messages.subList(2, 4));
    }

    /** The dump equals the article's, except for the numbers of the fields. */
    @Test
    void writesTheBytesThatTheArticleDumps() {
        List<String> messages = encode("""
                {"id":1,"changesA":3000000000,"changesB":123456.0}
                {"id":1,"changesA":3000000197,"changesB":123456.0}
                {"id":1,"changesA":3000000197,"changesB":123397.0}
                """, "id");
        assertEquals(List.of("ba0089008004ba02a8c5", "ba0089008004ba039a05"), messages.subList(1, 3));
    }
}
