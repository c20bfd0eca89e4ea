package io.deltawire.wire.spi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.WireLimits;
import java.io.ByteArrayInputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;

class InputBufferTest {
    private static final byte[] ARRAY = new byte[100];

    static {
        for (int i = 0; i < ARRAY.length; i++) {
            ARRAY[i] = (byte) i;
        }
    }

    @Test
    void usesTheArrayOfAViewOfTheWholeArray() {
        assertSame(ARRAY, window(Bytes.wrapForRead(ARRAY), 0, 100));
        assertSame(ARRAY, window(Bytes.wrapForRead(ByteBuffer.wrap(ARRAY)), 0, 100));
        assertSame(ARRAY, window(Bytes.wrapForRead(ByteBuffer.wrap(ARRAY, 10, 20)), 10, 30));
        Bytes<?> later = Bytes.wrapForRead(ARRAY);
        later.readPosition(7);
        later.readLimit(50);
        assertSame(ARRAY, window(later, 7, 50));
    }

    @Test
    void copiesAPartOfAnArrayAndNativeMemory() {
        assertNotSame(
                ARRAY, window(Bytes.wrapForRead(ByteBuffer.wrap(ARRAY, 10, 20).slice()), 10, 30));
        Bytes<?> whole = Bytes.wrapForRead(ARRAY);
        whole.readPosition(20);
        window(whole.bytesForRead(), 20, 100);
        window(Bytes.wrapForRead(ARRAY).subBytes(20, 30).bytesForRead(), 20, 50);
        Bytes<?> outside = Bytes.allocateDirect(100);
        try {
            outside.write(ARRAY);
            window(outside, 0, 100);
        } finally {
            outside.releaseLast();
        }
    }

    @Test
    void reportsTheOffsetOfAMessageThatNoArrayHolds() {
        InputBuffer in = InputBuffer.of(new ByteArrayInputStream(ARRAY), 1000);
        assertTrue(in.fill(10));
        in.position += 10;
        in.mark();
        MalformedWireException e =
                assertThrows(MalformedWireException.class, () -> in.fill(InputBuffer.MAX_LENGTH + 1));
        assertEquals(1010, e.location().offset());
        WireLimits most = WireLimits.DEFAULTS.withMaxMessageBytes(Integer.MAX_VALUE);
        assertTrue(InputBuffer.capLimits(most).maxMessageBytes() < InputBuffer.MAX_LENGTH);
        assertSame(WireLimits.DEFAULTS, InputBuffer.capLimits(WireLimits.DEFAULTS));
    }

    @Test
    void refusesNativeBytesThatHaveBeenReleased() {
        Bytes<?> bytes = Bytes.allocateElasticDirect();
        bytes.write(ARRAY);
        InputBuffer in = InputBuffer.of(bytes);
        bytes.releaseLast();
        IllegalStateException e = assertThrows(IllegalStateException.class, () -> in.fill(1));
        assertEquals("the Bytes has been released", e.getMessage());
    }

    /** Checks that the window has the bytes from {@code from} to {@code to}; returns its array. */
    private static byte[] window(Bytes<?> bytes, int from, int to) {
        InputBuffer in = InputBuffer.of(bytes);
        int length = to - from;
        assertTrue(in.fill(length));
        assertFalse(in.fill(length + 1));
        assertEquals(length, in.available());
        assertArrayEquals(
                Arrays.copyOfRange(ARRAY, from, to), Arrays.copyOfRange(in.array, in.position, in.position + length));
        in.position += 5;
        in.mark();
        assertEquals(length - 5, bytes.readRemaining());
        return in.array;
    }
}
