package io.deltawire.delta;

import static io.deltawire.wire.WireToken.BEGIN_LIST;
import static io.deltawire.wire.WireToken.BEGIN_OBJECT;
import static io.deltawire.wire.WireToken.FLOAT64;
import static io.deltawire.wire.WireToken.INT64;
import static io.deltawire.wire.WireToken.NULL;
import static io.deltawire.wire.WireToken.TEXT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.deltawire.wire.StreamField;
import io.deltawire.wire.Transcoder;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.WireToken;
import io.deltawire.yaml.YamlFormat;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Fields of a stream have the kinds of all values that came. */
class StreamFieldTest {
    private static List<StreamField> fields(String yaml) {
        ByteArrayOutputStream dump = new ByteArrayOutputStream();
        try (WireIn in = new YamlFormat().newReader(yaml.getBytes(StandardCharsets.UTF_8), WireOptions.DEFAULTS);
                WireOut out = new DeltaFormat().newWriter(dump, WireOptions.DEFAULTS)) {
            while (in.nextMessage()) {
                if (in.typeName() == null && yaml.startsWith("trade") && in.peek() == WireToken.BEGIN_OBJECT) {
                    copyAsEvent(in, out);
                } else {
                    Transcoder.copyMessage(in, out);
                }
            }
        }
        try (WireIn in = new DeltaFormat().newReader(dump.toByteArray(), WireOptions.DEFAULTS)) {
            return StreamField.allOf(in);
        }
    }

    private static void copyAsEvent(WireIn in, WireOut out) {
        in.beginObject();
        out.beginMessage();
        out.beginObject();
        out.event(in.fieldName());
        Transcoder.copyValue(in, out);
        in.endObject();
        out.endObject();
        out.endMessage();
    }

    private static StreamField field(String event, String path, boolean isOptional, WireToken... kinds) {
        return new StreamField(event, path, EnumSet.copyOf(List.of(kinds)), isOptional);
    }

    @Test
    void fieldsHaveTheKindsThatCame() {
        String yaml = """
                trade: {id: 1, price: 1.5, legs: [{qty: 1}, {qty: null, note: x}], at: {x: 1}}
                ---
                trade: {id: b, price: 2, legs: []}
                ---
                !Quote {bid: 1, ask: null}
                ---
                note
                """;
        List<StreamField> expected = new ArrayList<>(List.of(
                field("trade", "", false, BEGIN_OBJECT),
                field("trade", "id", false, INT64, TEXT),
                field("trade", "price", false, FLOAT64, INT64),
                field("trade", "legs", false, BEGIN_LIST),
                field("trade", "legs[]", false, BEGIN_OBJECT),
                field("trade", "legs[].qty", false, INT64, NULL),
                field("trade", "legs[].note", true, TEXT),
                field("trade", "at", true, BEGIN_OBJECT),
                field("trade", "at.x", false, INT64),
                field("Quote", "", false, BEGIN_OBJECT),
                field("Quote", "bid", false, INT64),
                field("Quote", "ask", false, NULL),
                field("", "", false, TEXT)));
        assertEquals(expected, fields(yaml));
    }

    @Test
    void keysThatAreNoNamesShareAPath() {
        List<StreamField> expected =
                List.of(field("", "", false, BEGIN_OBJECT), field("", "{}", false, TEXT), field("", "a", true, INT64));
        assertEquals(expected, fields("{1: x, 2: y}\n---\n{a: 1}\n"));
    }

    @Test
    void namesThatAreDataAreRefused() {
        ByteArrayOutputStream dump = new ByteArrayOutputStream();
        try (WireOut out = new DeltaFormat().newWriter(dump, WireOptions.DEFAULTS)) {
            for (int i = 0; i < 110; i++) {
                out.beginMessage();
                out.beginObject();
                for (int j = 0; j < 1_000; j++) {
                    out.field("n" + i + "_" + j);
                    out.bool(true);
                }
                out.endObject();
                out.endMessage();
            }
        }
        try (WireIn in = new DeltaFormat().newReader(dump.toByteArray(), WireOptions.DEFAULTS)) {
            assertThrows(IllegalStateException.class, () -> StreamField.allOf(in));
        }
    }
}
