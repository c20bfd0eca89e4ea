package io.deltawire.marshallable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.deltawire.wire.WireException;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireFormat.Feature;
import io.deltawire.wire.WireFormats;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.testing.EachFormat;
import io.deltawire.wire.testing.Formats;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A closed wire, reader or writer refuses calls with the same message in every format. Closing it again does nothing.
 */
class ClosedWireTest {
    static class ClosedSample extends AbstractMarshallable {
        int id;
        String text;

        ClosedSample() {}

        ClosedSample(int id) {
            this.id = id;
            this.text = "text " + id % 3;
        }
    }

    interface Listener {
        void update(ClosedSample sample);
    }

    private static Stream<Arguments> formatsAndKinds() {
        return Formats.all().stream()
                .flatMap(format -> Stream.of("heap", "native", "stream").map(kind -> Arguments.of(format, kind)));
    }

    private static void refused(String problem, Executable... calls) {
        for (Executable call : calls) {
            assertEquals(
                    problem, assertThrows(IllegalStateException.class, call).getMessage());
        }
    }

    private static Bytes<?> bytes(String kind) {
        return kind.equals("native") ? Bytes.allocateElasticDirect() : Bytes.allocateElasticOnHeap();
    }

    @ParameterizedTest
    @MethodSource("formatsAndKinds")
    void nothingIsWritten(String format, String kind) {
        for (int messages = 0; messages < 4; messages++) {
            for (boolean isOpen : new boolean[] {false, true}) {
                Bytes<?> bytes = bytes(kind);
                ByteArrayOutputStream stream = new ByteArrayOutputStream();
                Wire wire = kind.equals("stream") ? Wire.of(format, stream) : Wire.of(format, bytes);
                WireOut out = wire.out();
                Listener listener = wire.methodWriter(Listener.class);
                for (int i = 0; i < messages; i++) {
                    wire.write(new ClosedSample(i));
                }
                if (isOpen) {
                    out.beginMessage();
                    out.beginObject();
                }
                wire.close();
                long written = stream.size() + bytes.writePosition();
                wire.close();
                out.close();
                ClosedSample sample = new ClosedSample(1);
                refused(
                        "the wire is closed",
                        () -> wire.write(sample),
                        () -> wire.write("update", sample),
                        () -> wire.write((Object) null),
                        () -> wire.delete(sample),
                        wire::out);
                assertThrows(IllegalStateException.class, () -> listener.update(sample));
                refused("the writer is closed", out::beginMessage);
                out.cancelMessage();
                assertThrows(IllegalStateException.class, out::endMessage);
                wire.flush();
                out.flush();
                out.close();
                assertEquals(written, stream.size() + bytes.writePosition());
                byte[] content = kind.equals("stream") ? stream.toByteArray() : bytes.toByteArray();
                Wire reader = Wire.of(format, new ByteArrayInputStream(content));
                for (int i = 0; i < messages; i++) {
                    assertEquals(new ClosedSample(i), reader.read(ClosedSample.class));
                }
                assertNull(reader.read(ClosedSample.class));
                bytes.releaseLast();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("formatsAndKinds")
    void nothingIsRead(String format, String kind) {
        for (int read = 0; read < 4; read++) {
            Bytes<?> bytes = bytes(kind);
            Wire writer = Wire.of(format, bytes);
            for (int i = 0; i < 5; i++) {
                writer.write(new ClosedSample(i));
            }
            writer.flush();
            if (Formats.has(format, Feature.BLOCKS)) {
                writer.close();
            }
            Wire wire = kind.equals("stream")
                    ? Wire.of(format, new ByteArrayInputStream(bytes.toByteArray()))
                    : Wire.of(format, bytes);
            ClosedSample into = new ClosedSample();
            MethodReader events = wire.methodReader((Listener) sample -> {});
            for (int i = 0; i < read; i++) {
                assertEquals(new ClosedSample(i), wire.read(into));
            }
            if (read == 3) {
                wire.next();
            }
            WireIn in = read == 0 ? null : wire.in();
            wire.close();
            long position = bytes.readPosition();
            wire.close();
            refused(
                    "the wire is closed",
                    wire::next,
                    wire::read,
                    () -> wire.read(into),
                    () -> wire.read(ClosedSample.class),
                    () -> wire.readByKey(ClosedSample.class),
                    events::readOne,
                    wire::in);
            assertEquals("", wire.event());
            if (in != null) {
                refused("the reader is closed", in::nextMessage, in::nextMessage);
                in.close();
            }
            assertEquals(position, bytes.readPosition());
            bytes.releaseLast();
        }
    }

    /** A reader can be closed before, within or after any message. */
    @ParameterizedTest
    @EachFormat
    void noTokensAreRead(String name) {
        WireFormat format = WireFormats.byName(name);
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        Wire writer = Wire.of(name, stream);
        for (int i = 0; i < 3; i++) {
            writer.write(new ClosedSample(i));
        }
        writer.close();
        byte[] bytes = stream.toByteArray();
        for (int tokens = 0; tokens < 18; tokens++) {
            for (WireIn in : List.of(
                    format.newReader(bytes, WireOptions.DEFAULTS),
                    format.newReader(Bytes.wrapForRead(bytes), WireOptions.DEFAULTS),
                    format.newReader(ByteBuffer.wrap(bytes), WireOptions.DEFAULTS),
                    format.newReader(new ByteArrayInputStream(bytes), WireOptions.DEFAULTS))) {
                take(in, tokens);
                in.close();
                refused("the reader is closed", in::nextMessage, in::nextMessage);
                in.close();
            }
        }
    }

    @ParameterizedTest
    @EachFormat
    void readerClosedAfterMalformedInputRefusesCalls(String name) {
        for (String text : List.of("\1\2\3\4\5\6\7", "a,a\n1,2\n", "{\"a\":", "a: [", "a,b\n1,2\na,c\n3,4\n")) {
            WireIn in = WireFormats.byName(name).newReader(text.getBytes(StandardCharsets.UTF_8), WireOptions.DEFAULTS);
            for (int i = 0; i < 5; i++) {
                try {
                    in.nextMessage();
                } catch (WireException e) {
                    assertFalse(e.getMessage().isEmpty());
                }
            }
            in.close();
            refused("the reader is closed", in::nextMessage, in::nextMessage);
        }
    }

    private static void take(WireIn in, int tokens) {
        boolean isIn = false;
        for (int i = 0; i < tokens; i++) {
            if (!isIn) {
                isIn = in.nextMessage();
                if (isIn) {
                    in.beginObject();
                }
            } else if (in.hasNext()) {
                in.fieldName();
                in.skipValue();
            } else {
                in.endObject();
                isIn = false;
            }
        }
    }

    /** What is left over in the window, or in a frame of several messages, is given no more. */
    @Test
    void whatIsInTheWindowIsNotRead() {
        for (String format : Formats.all()) {
            ByteArrayOutputStream stream = new ByteArrayOutputStream();
            Wire writer = Wire.of(format, stream);
            for (int i = 0; i < 50; i++) {
                writer.write(new ClosedSample(i));
            }
            writer.close();
            Wire wire = Wire.of(format, new ByteArrayInputStream(stream.toByteArray()));
            wire.read(ClosedSample.class);
            WireIn in = wire.in();
            in.nextMessage();
            in.close();
            refused("the reader is closed", in::nextMessage, wire::next, () -> wire.read(ClosedSample.class));
        }
    }
}
