package io.deltawire.marshallable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.deltawire.wire.Shape;
import io.deltawire.wire.Transcoder;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireFormat.Feature;
import io.deltawire.wire.WireFormats;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOption;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.spi.BufferFormat;
import io.deltawire.wire.spi.InputBuffer;
import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.wire.testing.EachFormat;
import io.deltawire.wire.testing.EachFormat.Encoding;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;

/** An argument that must not be null is named where it is; null as a value is written and read. */
class NullArgumentsTest {
    interface NullListener {
        void update(String text);
    }

    private static void named(String argument, Executable call) {
        assertEquals(argument, assertThrows(NullPointerException.class, call).getMessage());
    }

    @Test
    void factoriesNameTheirArguments() {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        WireFormat format = WireFormats.byName("json");
        named("name", () -> Wire.of((String) null, bytes));
        named("name", () -> WireFormats.byName(null));
        named("format", () -> Wire.of((WireFormat) null, bytes, WireOptions.DEFAULTS));
        named("options", () -> Wire.of(format, bytes, null));
        named("bytes", () -> Wire.of("json", (Bytes<?>) null));
        named("options", () -> Wire.of("json", bytes, null));
        named("stream", () -> Wire.of("json", (InputStream) null));
        named("stream", () -> Wire.of("json", (OutputStream) null));
        named("out", () -> Wire.of(format, (WireOut) null, WireOptions.DEFAULTS));
        named("in", () -> Wire.of(format, (WireIn) null, WireOptions.DEFAULTS));
        named("option", () -> WireOptions.DEFAULTS.with(null, 1));
        for (WireFormat each : WireFormats.all()) {
            named("bytes", () -> each.newReader((Bytes<?>) null, WireOptions.DEFAULTS));
            named("bytes", () -> each.newReader((byte[]) null, WireOptions.DEFAULTS));
            named("buffer", () -> each.newReader((ByteBuffer) null, WireOptions.DEFAULTS));
            named("buffer", () -> each.newWriter((ByteBuffer) null, WireOptions.DEFAULTS));
            named("stream", () -> each.newReader((InputStream) null, WireOptions.DEFAULTS));
            named("bytes", () -> each.newWriter((Bytes<?>) null, WireOptions.DEFAULTS));
            named("stream", () -> each.newWriter((OutputStream) null, WireOptions.DEFAULTS));
        }
    }

    @ParameterizedTest
    @EachFormat(encoding = Encoding.BINARY)
    void formatsNameTheirArguments(String name) {
        WireFormat format = WireFormats.byName(name);
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        named("options", () -> format.newReader(bytes, null));
        named("options", () -> format.newReader(InputStream.nullInputStream(), null));
        named("options", () -> format.newReader(new byte[0], null));
        named("options", () -> format.newWriter(bytes, null));
        named("options", () -> format.newWriter(OutputStream.nullOutputStream(), null));
        named("source", () -> ((BufferFormat) format).newReader((InputBuffer) null, WireOptions.DEFAULTS));
        named("target", () -> ((BufferFormat) format).newWriter((OutputBuffer) null, WireOptions.DEFAULTS));
    }

    @Test
    void toolsNameTheirArguments() {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        WireFormat format = WireFormats.byName("json");
        WireIn in = format.newReader(bytes, WireOptions.DEFAULTS);
        WireOut out = format.newWriter(bytes, WireOptions.DEFAULTS);
        named("in", () -> Transcoder.copyAll(null, out));
        named("in", () -> Transcoder.copyMessage(null, out));
        named("out", () -> Transcoder.copyMessage(in, null));
        named("option", () -> WireOptions.DEFAULTS.get(null));
        named("limits", () -> WireOptions.DEFAULTS.with(WireOptions.LIMITS, null));
        named("name", () -> WireOption.of(null, 1));
        named("defaultValue", () -> WireOption.of("a.b", null));
        named("names", () -> Shape.of("Type", null));
        named("name", () -> Shape.of("Type", Arrays.asList("a", null)));
        named("keys", () -> Shape.of("Type", List.of("a")).withKey(null));
        named("head", () -> WireFormats.detect(null, 0));
    }

    @ParameterizedTest
    @EachFormat(without = Feature.TABLE)
    void nullValuesAreWrittenAndRead(String format) {
        Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap());
        named("event", () -> wire.write(null, "x"));
        named("object", () -> wire.delete(null));
        named("type", () -> wire.methodWriter((Class<?>) null));
        wire.write((Object) null);
        wire.write("update", null);
        wire.methodWriter(NullListener.class).update(null);
        named("type", () -> wire.read((Class<?>) null));
        assertEquals(new Wire.Event(null, null), wire.read());
        for (int i = 0; i < 2; i++) {
            assertEquals(true, wire.next());
            assertEquals("update", wire.event());
            assertNull(wire.read(String.class));
        }
        assertEquals(false, wire.next());
    }

    @Test
    void aCsvMessageIsEndedOnce() {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        try (WireOut out = WireFormats.byName("csv").newWriter(bytes, WireOptions.DEFAULTS)) {
            assertThrows(IllegalStateException.class, out::endMessage);
            for (int i = 0; i < 2; i++) {
                out.beginMessage();
                out.beginObject();
                out.field("a");
                out.int64(i);
                out.endObject();
                if (i == 0) {
                    out.endMessage();
                } else {
                    out.cancelMessage();
                }
                assertThrows(IllegalStateException.class, out::endMessage);
            }
        }
        assertEquals("a\r\n0\r\n", bytes.toString());
    }
}
