package io.deltawire.binary;

import static io.deltawire.binary.testing.TestWires.FORMAT;
import static io.deltawire.binary.testing.TestWires.UNFRAMED;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.WireToken;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.wire.BinaryWire;
import net.openhft.chronicle.wire.Wire;
import net.openhft.chronicle.wire.WireType;
import org.junit.jupiter.api.Test;

/**
 * Bytes that Chronicle Wire has compressed are expanded. The test runs in a JVM of its own, as {@link
 * ChronicleInteropTest}.
 */
@SuppressWarnings("deprecation") // COMPRESSED_BINARY is deprecated, but there are streams of it
class CompressedBytesInteropTest {
    private static final String TEXT = "héllo € wörld 😀 ".repeat(30);
    private static final byte[] BYTES = TEXT.getBytes(StandardCharsets.UTF_8);

    private static Wire theirs(Consumer<Wire> calls) {
        Wire wire = new BinaryWire(Bytes.allocateElasticOnHeap());
        calls.accept(wire);
        return wire;
    }

    /** Returns a reader at the value of the only entry. */
    private static WireIn atValue(Wire wire, WireOptions options) {
        WireIn in = FORMAT.newReader(wire.bytes().toByteArray(), options);
        assertTrue(in.nextMessage());
        in.beginObject();
        assertEquals("v", in.fieldName());
        return in;
    }

    @Test
    void gzipAndLzwAreExpanded() {
        for (String how : new String[] {"gzip", "lzw"}) {
            Wire wire = theirs(w -> w.write("v").compress(how, Bytes.wrapForRead(BYTES)));
            assertTrue(wire.bytes().readRemaining() < BYTES.length / 2, how);
            WireIn in = atValue(wire, UNFRAMED);
            assertEquals(WireToken.BYTES, in.peek());
            assertNull(in.typeName());
            assertArrayEquals(BYTES, in.bytes());
            assertFalse(in.hasNext());
            in.endObject();
            assertFalse(in.nextMessage());
            assertEquals(TEXT, atValue(wire, UNFRAMED).text());
            StringBuilder text = new StringBuilder();
            atValue(wire, UNFRAMED).text(text);
            assertEquals(TEXT, text.toString());
            assertEquals(wire.read("v").text(), TEXT);
        }
    }

    @Test
    void compressedBinaryWireIsRead() {
        Wire wire = WireType.COMPRESSED_BINARY.apply(Bytes.allocateElasticOnHeap());
        wire.write("v").bytes(Bytes.wrapForRead(BYTES));
        wire.write("w").int32(5);
        assertTrue(wire.bytes().readRemaining() < BYTES.length / 2);
        WireIn in = atValue(wire, UNFRAMED);
        assertArrayEquals(BYTES, in.bytes());
        assertEquals("w", in.fieldName());
        assertEquals(5, in.int64());
        in.endObject();
        in.restartMessage();
        in.beginObject();
        assertEquals("v", in.fieldName());
        assertArrayEquals(BYTES, in.bytes());
    }

    @Test
    void unsupportedCompressionIsRefusedWithOffsetAndPath() {
        Wire wire = theirs(w -> {
            w.write("v").compress("snappy", Bytes.wrapForRead(BYTES));
            w.write("w").int32(5);
        });
        WireDataException e = assertThrows(
                WireDataException.class, () -> atValue(wire, UNFRAMED).bytes());
        assertTrue(e.getMessage().contains("but they are compressed by snappy at byte "), e.getMessage());
        assertTrue(e.getMessage().contains("$.v"), e.getMessage());
        WireIn in = atValue(wire, UNFRAMED);
        in.skipValue();
        assertEquals("w", in.fieldName());
        assertEquals(5, in.int64());
    }

    /** A small message must not fill the memory, neither by one value nor by many. */
    @Test
    void expandedSizeIsLimited() {
        WireLimits limits = WireLimits.DEFAULTS;
        Wire large = theirs(w -> w.write("v").compress("gzip", Bytes.wrapForRead(new byte[limits.maxTextChars()])));
        assertEquals(limits.maxTextChars(), atValue(large, UNFRAMED).bytes().length);
        Wire larger = theirs(w -> w.write("v").compress("lzw", Bytes.wrapForRead(new byte[limits.maxTextChars() + 1])));
        MalformedWireException e = assertThrows(
                MalformedWireException.class, () -> atValue(larger, UNFRAMED).bytes());
        assertTrue(e.getMessage().contains("expected at most 4194304 bytes before compression"), e.getMessage());
        Wire many = theirs(w -> {
            for (int i = 0; i < 5; i++) {
                w.write("v").compress("gzip", Bytes.wrapForRead(new byte[limits.maxTextChars()]));
            }
        });
        for (int restarts = 0; restarts < 2; restarts++) {
            WireIn in = atValue(many, UNFRAMED);
            for (int i = 0; i < 4; i++) {
                in.bytes();
                in.fieldName();
            }
            assertThrows(MalformedWireException.class, in::bytes);
        }
        Wire messages = theirs(w -> {
            for (int i = 0; i < 5; i++) {
                w.writeEventName("v").compress("gzip", Bytes.wrapForRead(new byte[limits.maxTextChars()]));
            }
        });
        WireIn in = FORMAT.newReader(messages.bytes().toByteArray(), UNFRAMED);
        for (int i = 0; i < 5; i++) {
            assertTrue(in.nextMessage());
            in.beginObject();
            in.fieldName();
            assertEquals(limits.maxTextChars(), in.bytes().length);
            in.endObject();
        }
    }

    @Test
    void damagedCompressedBytesAreMalformed() {
        Wire wire = theirs(w -> w.write("v").compress("gzip", Bytes.wrapForRead(BYTES)));
        byte[] good = wire.bytes().toByteArray();
        for (int i = good.length - 12; i < good.length; i++) {
            byte[] bad = good.clone();
            bad[i] ^= 1;
            Wire damaged = new BinaryWire(Bytes.wrapForRead(bad));
            String told = assertThrows(
                            MalformedWireException.class,
                            () -> atValue(damaged, UNFRAMED).bytes())
                    .getMessage();
            assertTrue(told.contains("expected bytes compressed by gzip ("), told);
        }
        byte[] latin1 = "hé".repeat(100).getBytes(StandardCharsets.ISO_8859_1);
        Wire noText = theirs(w -> w.write("v").compress("lzw", Bytes.wrapForRead(latin1)));
        assertArrayEquals(latin1, atValue(noText, UNFRAMED).bytes());
        assertThrows(WireDataException.class, () -> atValue(noText, UNFRAMED).text());
    }

    @Test
    void bytesThatWouldReadAsCompressedAreNotWritten() {
        for (String name : new String[] {"gzip", "lzw", "snappy"}) {
            WireOut out = FORMAT.newWriter(new ByteArrayOutputStream(), WireOptions.DEFAULTS);
            out.beginMessage();
            out.type(name);
            assertThrows(WireDataException.class, () -> out.bytes(BYTES, 0, 3));
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (WireOut out = FORMAT.newWriter(bytes, WireOptions.DEFAULTS)) {
            out.beginMessage();
            out.type("gzip");
            out.text("text");
            out.endMessage();
        }
        WireIn in = FORMAT.newReader(bytes.toByteArray(), WireOptions.DEFAULTS);
        assertTrue(in.nextMessage());
        assertEquals("gzip", in.typeName());
        assertEquals("text", in.text());
    }
}
