package io.deltawire.wire.spi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.wire.WireDataException;
import java.io.ByteArrayOutputStream;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;

class OutputBufferTest {
    private static final byte[] FIRST = {100, 101};
    private static final long WORD = 0x0807_0605_0403_0201L;

    @Test
    void writesOnlyTheBytesOfAShortMessage() {
        for (int length = 2; length <= Long.BYTES; length++) {
            Bytes<?> bytes = Bytes.allocateElasticOnHeap(64);
            OutputBuffer out = OutputBuffer.of(bytes);
            out.writeMessage(FIRST, 0, FIRST.length);
            for (int i = 0; i < 30; i++) {
                bytes.writeByte(2 + i, (byte) -1); // data of an application
            }
            assertTrue(out.writeShortMessage(WORD, length));
            assertEquals(2 + length, bytes.writePosition());
            for (int i = 0; i < 30; i++) {
                assertEquals(i < length ? i + 1 : -1, bytes.readByte(2 + i), "length " + length + ", byte " + i);
            }
        }
    }

    @Test
    void refusesAShortMessageIfTheTargetIsNoArrayWithRoom() {
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        assertFalse(OutputBuffer.of(stream).writeShortMessage(WORD, 4));
        assertEquals(0, stream.size());
        assertFalse(OutputBuffer.inMemory().writeShortMessage(WORD, 4));

        Bytes<?> nativeBytes = Bytes.allocateElasticDirect(64);
        OutputBuffer out = OutputBuffer.of(nativeBytes);
        out.writeMessage(FIRST, 0, FIRST.length);
        assertFalse(out.writeShortMessage(WORD, 4));
        assertEquals(2, nativeBytes.writePosition());
        nativeBytes.releaseLast();

        Bytes<?> full = Bytes.allocateElasticOnHeap(8);
        out = OutputBuffer.of(full);
        out.writeMessage(FIRST, 0, FIRST.length);
        long room = full.realWriteRemaining();
        full.writePosition(2 + room - 3);
        assertFalse(out.writeShortMessage(WORD, 4));
        assertTrue(out.writeShortMessage(WORD, 3));
        byte[] last = new byte[3];
        full.read(2 + room - 3, last, 0, 3);
        assertArrayEquals(new byte[] {1, 2, 3}, last);
    }

    @Test
    void refusesAMessageThatNoArrayHolds() {
        OutputBuffer out = OutputBuffer.of(new ByteArrayOutputStream());
        out.begin();
        assertThrows(WireDataException.class, () -> out.ensure(OutputBuffer.MAX_LENGTH + 1));
        out.rollback();
        out.begin();
        out.ensure(10);
    }
}
