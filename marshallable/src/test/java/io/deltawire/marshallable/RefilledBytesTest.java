package io.deltawire.marshallable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.deltawire.wire.MalformedWireException;
import java.util.function.Supplier;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A binary wire reads on where the read position of its {@code Bytes} has been moved to. */
class RefilledBytesTest {
    static class Refilled extends AbstractMarshallable {
        int id;
        String text;

        Refilled() {}

        Refilled(int id) {
            this.id = id;
            this.text = "text " + id % 7;
        }
    }

    private static Bytes<?> bytes(String kind) {
        Supplier<Bytes<?>> make =
                kind.startsWith("native") ? Bytes::allocateElasticDirect : () -> Bytes.allocateElasticOnHeap(16);
        Bytes<?> bytes = make.get();
        if (kind.endsWith("offset")) {
            bytes.append("before");
            bytes.readPosition(bytes.readLimit());
        }
        return bytes;
    }

    private static void check(Wire wire, Refilled into, int id, boolean byEvent) {
        if (byEvent) {
            assertEquals(true, wire.next());
            assertEquals("update", wire.event());
        }
        assertEquals(new Refilled(id), wire.read(into));
        assertEquals("update", wire.event());
    }

    @ParameterizedTest
    @ValueSource(strings = {"heap", "native", "heap, offset", "native, offset"})
    void readsWhatWasFilledInAgain(String kind) {
        Bytes<?> bytes = bytes(kind);
        Wire reader = Wire.of("binary", bytes);
        Refilled into = new Refilled();
        for (int round = 0; round < 50; round++) {
            bytes.clear();
            Wire writer = Wire.of("binary", bytes);
            int messages = 1 + round % 4;
            for (int i = 0; i < messages; i++) {
                writer.write("update", new Refilled(round * 10 + i));
            }
            // Some rounds leave what they have not read.
            for (int i = 0; i < (round % 5 == 4 ? 1 : messages); i++) {
                check(reader, into, round * 10 + i, round % 3 == 0);
            }
            if (round % 5 != 4) {
                assertNull(reader.read(into));
            }
        }
        bytes.releaseLast();
    }

    @ParameterizedTest
    @ValueSource(strings = {"heap", "native", "heap, offset", "native, offset"})
    void goesBackAndAhead(String kind) {
        Bytes<?> bytes = bytes(kind);
        long[] starts = new long[40];
        Wire writer = Wire.of("binary", bytes);
        for (int i = 0; i < starts.length; i++) {
            starts[i] = bytes.writePosition();
            writer.write("update", new Refilled(i));
        }
        Wire reader = Wire.of("binary", bytes);
        Refilled into = new Refilled();
        for (int i = 0; i < 500; i++) {
            int at = i * 17 % starts.length;
            bytes.readPosition(starts[at]);
            check(reader, into, at, i % 3 == 0);
            if (at + 1 < starts.length) {
                assertEquals(starts[at + 1], bytes.readPosition());
                check(reader, into, at + 1, i % 4 == 0);
            }
        }
        bytes.releaseLast();
    }

    @ParameterizedTest
    @ValueSource(strings = {"heap", "native"})
    void saysWhereDamageIsAfterGoingBack(String kind) {
        Bytes<?> bytes = bytes(kind);
        Wire writer = Wire.of("binary", bytes);
        writer.write("update", new Refilled(1));
        long second = bytes.writePosition();
        writer.write("update", new Refilled(2));
        bytes.writeByte(second + 4, (byte) 0x8C);
        Wire reader = Wire.of("binary", bytes);
        for (int i = 0; i < 3; i++) {
            bytes.readPosition(0);
            assertEquals(new Refilled(1), reader.read(new Refilled()));
            MalformedWireException e = assertThrows(MalformedWireException.class, () -> reader.read(new Refilled()));
            assertEquals(second + 4, e.location().offset());
        }
        bytes.releaseLast();
    }
}
