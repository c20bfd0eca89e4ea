package io.deltawire.marshallable.internal.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Wire;
import io.deltawire.marshallable.testing.Wires;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireFormat.Feature;
import io.deltawire.wire.WireFormats;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.spi.BufferFormat;
import io.deltawire.wire.spi.InputBuffer;
import io.deltawire.wire.testing.EachFormat;
import java.io.InputStream;
import java.util.Arrays;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * A reader at the end of its input reports the end on every call. It reads what arrives later, wherever its window
 * ends.
 */
class EndOfInputTest {
    /** The initial size of the window on a stream. */
    private static final int WINDOW = 1 << 16;

    /** More than any format looks for at the end. */
    private static final int MOST_LEFT = 6;

    static class EndingQuote extends AbstractMarshallable {
        int id;
        String text;
    }

    /** Input that grows. */
    private static final class Growing extends InputStream {
        private final byte[] bytes;
        private int position;
        private int end;

        Growing(byte[] bytes, int end) {
            this.bytes = bytes;
            this.end = end;
        }

        @Override
        public int read() {
            return position < end ? bytes[position++] & 0xFF : -1;
        }

        @Override
        public int read(byte[] into, int offset, int length) {
            int count = Math.min(length, end - position);
            System.arraycopy(bytes, position, into, offset, Math.max(0, count));
            position += Math.max(0, count);
            return count > 0 ? count : -1;
        }
    }

    private static void write(Wire wire, int textLength) {
        EndingQuote quote = new EndingQuote();
        quote.id = 7;
        quote.text = "x".repeat(textLength);
        wire.write("onQuote", quote);
        wire.flush();
    }

    /** Writes messages of about the given size, and one more after them. */
    private static byte[] messages(String format, int length, int[] end) {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire wire = Wire.of(format, bytes);
        while (bytes.writePosition() < length - 3000) {
            write(wire, 1000);
        }
        long before = bytes.writePosition();
        write(wire, 1000);
        int around = (int) (bytes.writePosition() - before) - 1000;
        write(wire, length - (int) bytes.writePosition() - around);
        end[0] = (int) bytes.writePosition();
        write(wire, 3);
        return bytes.toByteArray();
    }

    private static int countAll(Wire wire) {
        int count = 0;
        while (wire.read(EndingQuote.class) != null) {
            count++;
        }
        assertNull(wire.read(EndingQuote.class));
        assertNull(wire.read(EndingQuote.class));
        return count;
    }

    @ParameterizedTest
    @EachFormat(without = Feature.RECORDS)
    void theEndMayBeAskedForAgain(String format) {
        int[] end = new int[1];
        for (int left = 0; left <= MOST_LEFT; left++) {
            byte[] input = messages(format, WINDOW - left, end);
            assertEquals(WINDOW - left, end[0]);

            Growing stream = new Growing(input, end[0]);
            Wire fromStream = Wire.of(format, stream);
            int count = countAll(fromStream);
            stream.end = input.length;
            assertNotNull(fromStream.read(EndingQuote.class));

            Bytes<?> direct = Bytes.allocateElasticDirect();
            try {
                direct.write(input, 0, end[0]);
                Wire fromBytes = Wire.of(format, direct);
                assertEquals(count, countAll(fromBytes));
                assertEquals(direct.writePosition(), direct.readPosition());
                direct.write(input, end[0], input.length - end[0]);
                assertEquals(1, countAll(fromBytes));
                assertEquals(direct.writePosition(), direct.readPosition());
            } finally {
                direct.releaseLast();
            }
        }
    }

    @ParameterizedTest
    @EachFormat(without = Feature.RECORDS)
    void aPartOfAnArrayIsReadFromItsBegin(String name) {
        byte[] input = messages(name, 4000, new int[1]);
        byte[] around = new byte[input.length + 20];
        Arrays.fill(around, (byte) 'x');
        System.arraycopy(input, 0, around, 10, input.length);
        WireFormat format = WireFormats.byName(name);
        InputBuffer part = InputBuffer.of(around, 10, input.length);
        Wire wire = Wires.reading(
                format, ((BufferFormat) format).newReader(part, WireOptions.DEFAULTS), WireOptions.DEFAULTS);
        assertEquals(countAll(Wire.of(format, Bytes.wrapForRead(input), WireOptions.DEFAULTS)), countAll(wire));
    }
}
