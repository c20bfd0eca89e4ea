package io.deltawire.delta.internal.value;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.deltawire.wire.spi.text.VarInt;
import org.junit.jupiter.api.Test;

class VarIntWordTest {
    @Test
    void encodesVarInts() {
        for (int bits = 0; bits < VarIntWord.MAX_BITS; bits++) {
            for (long value :
                    new long[] {1L << bits, (1L << bits) - 1, (2L << bits) - 1, 0x5A_5A5A_5A5A_5A5AL >>> bits}) {
                check(value);
            }
        }
    }

    private static void check(long value) {
        byte[] expected = new byte[VarInt.MAX_BYTES];
        int length = VarInt.write(expected, 0, value);
        long groups = VarIntWord.septets(value);
        int free = VarIntWord.unusedBits(groups);
        assertEquals(length, Long.SIZE - free >> 3, () -> Long.toHexString(value));
        long bytes = 0;
        for (int i = 0; i < length; i++) {
            bytes |= (expected[i] & 0xFFL) << 8 * i;
        }
        assertEquals(bytes, VarIntWord.encode(groups, free), () -> Long.toHexString(value));
    }
}
