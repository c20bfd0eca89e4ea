package io.deltawire.marshallable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.wire.Shape;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireFormats;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.testing.EachFormat;
import io.deltawire.wire.testing.Trees;
import java.math.BigDecimal;
import java.time.LocalTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.params.ParameterizedTest;

/** What is written within some limits can be read within the same. */
class LimitsOnBothSidesTest {
    private static final int LIMIT = 80;

    private static final WireLimits NAMES = WireLimits.DEFAULTS.withMaxNameBytes(LIMIT);
    private static final WireLimits TEXTS = WireLimits.DEFAULTS.withMaxTextChars(LIMIT);

    private interface Value extends BiConsumer<WireOut, String> {}

    private static void inField(WireOut out, Value value, String text) {
        out.beginObject();
        out.field("x");
        value.accept(out, text);
        out.endObject();
    }

    private static Map<String, Value> values() {
        Map<String, Value> values = new LinkedHashMap<>();
        values.put("text", (out, text) -> inField(out, WireOut::text, text));
        values.put("bytes", (out, text) -> inField(out, (o, t) -> o.bytes(new byte[t.length()], 0, t.length()), text));
        values.put("name", (out, text) -> {
            out.beginObject();
            out.field(text);
            out.int64(1);
            out.endObject();
        });
        values.put("name with the mark", (out, text) -> {
            out.beginObject();
            out.field("@dw:" + text.substring(4));
            out.int64(1);
            out.endObject();
        });
        values.put("name of a key", (out, text) -> {
            out.beginObject();
            out.field("@dw:{" + text.substring(5));
            out.int64(1);
            out.field("other");
            out.int64(2);
            out.endObject();
        });
        values.put("name of a shape", (out, text) -> {
            Shape shape = Shape.of("T", List.of("a", text));
            out.beginObject(shape);
            out.field(0);
            out.int64(1);
            out.field(1);
            out.int64(2);
            out.endObject();
        });
        values.put("type of an object", (out, text) -> {
            out.type(text);
            out.beginObject();
            out.field("a");
            out.int64(1);
            out.endObject();
        });
        values.put("type with a bar", (out, text) -> {
            out.type("|" + text.substring(1));
            out.beginObject();
            out.field("a");
            out.int64(1);
            out.endObject();
        });
        Map<String, Value> typed = new LinkedHashMap<>();
        typed.put("a number", (out, text) -> out.int64(1));
        typed.put("bytes", (out, text) -> out.bytes(new byte[3], 0, 3));
        typed.put("a decimal", (out, text) -> out.decimal(new BigDecimal("1.50")));
        typed.put("a time as text", (out, text) -> out.text("12:30:45"));
        typed.put("a time", (out, text) -> out.temporal(LocalTime.NOON));
        typed.put("null", (out, text) -> out.nullValue());
        typed.forEach((name, value) -> values.put("type of " + name, (out, text) -> {
            out.beginObject();
            out.field("x");
            out.type(text);
            value.accept(out, text);
            out.endObject();
        }));
        return values;
    }

    private static boolean isWritten(WireFormat format, WireOptions options, Value value, String text, Bytes<?> bytes) {
        WireOut out = format.newWriter(bytes, options);
        out.beginMessage();
        try {
            value.accept(out, text);
            out.endMessage();
            return true;
        } catch (WireDataException e) {
            out.cancelMessage();
            assertEquals(0, bytes.readRemaining());
            return false;
        }
    }

    @ParameterizedTest
    @EachFormat
    void whatIsWrittenIsRead(String formatName) {
        WireFormat format = WireFormats.byName(formatName);
        for (WireLimits limits : List.of(NAMES, TEXTS)) {
            WireOptions options = WireOptions.DEFAULTS.with(WireOptions.LIMITS, limits);
            values().forEach((name, value) -> {
                for (int length = 50; length <= LIMIT + 1; length++) {
                    Bytes<?> bytes = Bytes.allocateElasticOnHeap();
                    if (isWritten(format, options, value, "N".repeat(length), bytes)) {
                        WireIn in = format.newReader(bytes, options);
                        assertTrue(in.nextMessage(), name);
                        Trees.read(in);
                        assertFalse(in.nextMessage(), name);
                    } else {
                        assertTrue(length > 58, () -> name + " is refused far from the limit");
                    }
                }
            });
        }
    }
}
