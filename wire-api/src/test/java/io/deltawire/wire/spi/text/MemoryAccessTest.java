package io.deltawire.wire.spi.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.wire.testing.OwnProcess;
import java.io.ByteArrayOutputStream;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;

/** From JDK 24 on, the JVM prints its warning only if it has printed one already. */
class MemoryAccessTest {
    private static final String MARK = "the first Bytes";

    @Test
    void printsTheWarningOnlyAfterTheFirstBytes() throws Exception {
        String output = OwnProcess.run(MemoryAccessTest.class);
        String[] parts = output.split(MARK, -1);
        assertEquals(3, parts.length, output);
        assertFalse(parts[0].contains("Unsafe"), output);
        assertFalse(parts[2].contains("Unsafe"), output);
    }

    public static void main(String[] args) {
        boolean isQuiet = Runtime.version().feature() < 24;
        useWordsAndTexts(OutputBuffer.of(new ByteArrayOutputStream()), isQuiet);
        System.err.println(MARK);
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        System.err.println(MARK);
        useWordsAndTexts(OutputBuffer.of(bytes), true);
        useWordsAndTexts(OutputBuffer.of(new ByteArrayOutputStream()), true);
    }

    private static void useWordsAndTexts(OutputBuffer out, boolean hasBytes) {
        out.begin();
        out.ensure(Long.BYTES);
        ArrayAccess.putLong(out.array, out.position, 1234);
        assertEquals(1234, ArrayAccess.getLong(out.array, out.position));
        assertEquals(hasBytes, StringBytes.areAvailable());
        assertEquals(hasBytes, StringBytes.latin1("text") != null);
        out.rollback();
    }
}
