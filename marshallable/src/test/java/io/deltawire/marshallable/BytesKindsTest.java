package io.deltawire.marshallable;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.deltawire.marshallable.testing.SidedQuote;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.testing.EachFormat;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.bytes.BytesStore;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * Objects written to and read from every kind of {@code Bytes} have the same bytes, at whatever offset they begin. A
 * native {@code ByteBuffer} is left out: chronicle-bytes wraps one only with a flag for the JVM.
 */
class BytesKindsTest {
    private static final int ROOM = 1 << 16;

    /** What objects can be written to. */
    private static Map<String, Supplier<Bytes<?>>> targets() {
        Map<String, Supplier<Bytes<?>>> targets = new LinkedHashMap<>();
        targets.put("elastic, on heap", Bytes::allocateElasticOnHeap);
        targets.put("elastic, on heap, one byte", () -> Bytes.allocateElasticOnHeap(1));
        targets.put("elastic, native", Bytes::allocateElasticDirect);
        targets.put("elastic, native, one byte", () -> Bytes.allocateElasticDirect(1));
        targets.put("fixed, native", () -> Bytes.allocateDirect(ROOM));
        targets.put("array", () -> Bytes.wrapForWrite(new byte[ROOM]));
        targets.put("heap ByteBuffer", () -> Bytes.wrapForWrite(ByteBuffer.allocate(ROOM)));
        targets.put("slice of a ByteBuffer", () -> {
            ByteBuffer whole = ByteBuffer.allocate(ROOM + 10);
            whole.position(7);
            return Bytes.wrapForWrite(whole.slice());
        });
        targets.put("store on heap", () -> BytesStore.wrap(new byte[ROOM]).bytesForWrite());
        targets.put("behind other bytes", () -> Bytes.allocateElasticOnHeap().append("something before"));
        targets.put(
                "behind other bytes, native",
                () -> Bytes.allocateElasticDirect().append("something before"));
        targets.put("after reading", () -> {
            Bytes<?> bytes = Bytes.allocateElasticOnHeap().append("read already");
            bytes.readPosition(bytes.readLimit());
            return bytes;
        });
        return targets;
    }

    /** The kinds of {@code Bytes} that objects can be read from. */
    private static Map<String, Function<byte[], Bytes<?>>> sources() {
        Map<String, Function<byte[], Bytes<?>>> sources = new LinkedHashMap<>();
        sources.put("wrapForRead(array)", Bytes::wrapForRead);
        sources.put("wrapForRead(heap ByteBuffer)", content -> Bytes.wrapForRead(ByteBuffer.wrap(content)));
        sources.put("store", content -> BytesStore.wrap(content).bytesForRead());
        sources.put("native copy", content -> Bytes.allocateElasticDirect().write(content));
        sources.put("from a position on", content -> {
            Bytes<?> bytes = Bytes.allocateElasticOnHeap().append("before").write(content);
            return bytes.readPosition("before".length());
        });
        sources.put("up to a limit", content -> {
            Bytes<?> bytes = Bytes.allocateElasticOnHeap().write(content).append("behind");
            return bytes.readLimit(content.length);
        });
        sources.put("native, between others", content -> {
            Bytes<?> bytes = Bytes.allocateElasticDirect()
                    .append("before")
                    .write(content)
                    .append("behind");
            return bytes.readPosition("before".length()).readLimit("before".length() + content.length);
        });
        return sources;
    }

    private static byte[] expected(String format) {
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        Bytes<?> bytes = Bytes.allocateElasticOnHeap(ROOM);
        try (Wire wire = Wire.of(format, bytes)) {
            writeAll(wire);
        }
        stream.writeBytes(bytes.toByteArray());
        return stream.toByteArray();
    }

    private static List<Object> objects() {
        List<Object> objects = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            SidedQuote price = SidedQuote.sample();
            objects.add(price);
        }
        return objects;
    }

    private static void writeAll(Wire wire) {
        objects().forEach(wire::write);
    }

    private static void assertReads(String what, String format, Bytes<?> bytes) {
        Wire wire = Wire.of(format, bytes);
        SidedQuote into = null;
        for (Object object : objects()) {
            SidedQuote read = into == null ? wire.read(SidedQuote.class) : wire.read(into);
            assertEquals(object, read, what);
            into = read;
        }
        assertNull(wire.read(SidedQuote.class), what);
    }

    @ParameterizedTest
    @EachFormat
    void everyTargetGetsTheSameBytes(String format) {
        byte[] expected = expected(format);
        targets().forEach((name, target) -> {
            Bytes<?> bytes = target.get();
            long before = bytes.writePosition();
            bytes.readPosition(before);
            Wire wire = Wire.of(format, bytes);
            writeAll(wire);
            wire.flush();
            assertReads(name, format, bytes);
            wire.close();
            byte[] written = new byte[(int) (bytes.writePosition() - before)];
            bytes.read(before, written, 0, written.length);
            assertArrayEquals(expected, written, format + ": " + name);
            bytes.releaseLast();
        });
    }

    @ParameterizedTest
    @EachFormat
    void everySourceIsReadAlike(String format) {
        byte[] content = expected(format);
        sources().forEach((name, source) -> {
            Bytes<?> bytes = source.apply(content);
            assertReads(name, format, bytes);
            bytes.releaseLast();
        });
    }

    @ParameterizedTest
    @EachFormat
    void whatDoesNotFitIsAnErrorAndNothingIsWritten(String format) {
        for (Bytes<?> small : List.<Bytes<?>>of(Bytes.wrapForWrite(new byte[20]), Bytes.allocateDirect(20))) {
            Wire wire = Wire.of(format, small, WireOptions.DEFAULTS);
            RuntimeException e = assertThrows(RuntimeException.class, () -> {
                wire.write(SidedQuote.sample());
                wire.flush();
            });
            assertNotNull(e.getMessage());
            assertEquals(0, small.writePosition(), format);
            small.releaseLast();
        }
    }

    @SuppressWarnings("UnusedVariable") // read by the codec
    static class HoldsBytes extends AbstractMarshallable {
        Bytes<?> held;

        HoldsBytes(Bytes<?> held) {
            this.held = held;
        }
    }

    @ParameterizedTest
    @EachFormat
    void fieldsHoldEveryKind(String format) {
        byte[] content = {1, 2, -3, 0};
        sources().forEach((name, source) -> {
            HoldsBytes object = new HoldsBytes(source.apply(content));
            Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap());
            wire.write(object).write(object);
            HoldsBytes read = wire.read(HoldsBytes.class);
            assertArrayEquals(content, read.held.toByteArray(), name);
            assertEquals(object, read, name);
            assertEquals(object.hashCode(), read.hashCode(), name);
            assertEquals(object, object.deepCopy(), name);
            assertArrayEquals(content, object.held.toByteArray(), name + " was consumed by writing");
            assertEquals(object, wire.read(new HoldsBytes(source.apply(content))), name);
            object.held.releaseLast();
        });
    }
}
