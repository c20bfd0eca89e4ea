package io.deltawire.marshallable;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireFormat.Feature;
import io.deltawire.wire.WireFormats;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.testing.Formats;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Wires on every kind of {@code ByteBuffer}: the bytes that a {@code Bytes} gets, without a flag for the JVM. */
class ByteBufferWiresTest {
    private static final int ROOM = 1 << 16;

    @TempDir
    Path directory;

    static class Buffered extends AbstractMarshallable {
        @Key
        String name;

        long count;
        double price;

        Buffered() {}

        Buffered(int i) {
            name = "name " + i % 3;
            count = i;
            price = i / 4.0;
        }
    }

    interface BufferedEvents {
        void update(Buffered data);
    }

    private static Stream<Arguments> formatsAndKinds() {
        return Formats.all().stream()
                .flatMap(format -> Stream.of("heap", "slice", "direct", "little-endian", "mapped")
                        .map(kind -> Arguments.of(format, kind)));
    }

    private ByteBuffer buffer(String kind, int room) throws IOException {
        return switch (kind) {
            case "heap" -> ByteBuffer.allocate(room);
            case "slice" -> ByteBuffer.allocate(room + 10).slice(7, room);
            case "direct" -> ByteBuffer.allocateDirect(room);
            case "little-endian" -> ByteBuffer.allocateDirect(room).order(ByteOrder.LITTLE_ENDIAN);
            default -> mapped(room);
        };
    }

    private ByteBuffer mapped(int room) throws IOException {
        Path file = Files.createTempFile(directory, "mapped", ".dump");
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return channel.map(FileChannel.MapMode.READ_WRITE, 0, room);
        }
    }

    private static byte[] written(String format, int messages) {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        try (Wire wire = Wire.of(format, bytes)) {
            for (int i = 0; i < messages; i++) {
                wire.write("update", new Buffered(i));
            }
        }
        return bytes.toByteArray();
    }

    /** The offsets at which the messages of {@link #written} end. */
    private static List<Integer> ends(String format, int messages) {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        List<Integer> ends = new ArrayList<>();
        try (Wire wire = Wire.of(format, bytes)) {
            for (int i = 0; i < messages; i++) {
                wire.write("update", new Buffered(i));
                ends.add((int) bytes.writePosition());
            }
        }
        return ends;
    }

    @ParameterizedTest
    @MethodSource("formatsAndKinds")
    void getsTheBytesThatABytesGetsAndIsReadAfterAFlip(String format, String kind) throws IOException {
        byte[] expected = written(format, 30);
        ByteBuffer buffer = buffer(kind, ROOM);
        buffer.putInt(-1);
        Wire wire = Wire.of(format, buffer);
        for (int i = 0; i < 30; i++) {
            wire.write("update", new Buffered(i));
        }
        wire.out().close();
        byte[] bytes = new byte[buffer.position() - 4];
        buffer.get(4, bytes);
        assertArrayEquals(expected, bytes);

        buffer.flip().position(4);
        assertTrue(wire.toYaml().contains("count: 29"), wire.toYaml());
        assertEquals(4, buffer.position());
        Buffered into = new Buffered();
        for (int i = 0; i < 30; i++) {
            assertTrue(wire.next());
            assertEquals("update", wire.event());
            assertEquals(new Buffered(i), wire.read(into));
        }
        assertFalse(wire.next());
        assertFalse(buffer.hasRemaining());
    }

    @ParameterizedTest
    @MethodSource("formatsAndKinds")
    void isReadWhereItMayNotBeWritten(String format, String kind) throws IOException {
        ByteBuffer buffer = buffer(kind, ROOM);
        ByteBuffer readOnly = buffer.put(written(format, 3)).flip().asReadOnlyBuffer();
        Wire wire = Wire.of(format, readOnly);
        for (int i = 0; i < 3; i++) {
            assertEquals(new Buffered(i), wire.read(Buffered.class));
        }
        assertNull(wire.read(Buffered.class));
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> wire.write(new Buffered(1)));
        assertEquals("the ByteBuffer is read-only", e.getMessage());
    }

    /** Acts as a receiver whose channel delivers parts of any length. */
    @ParameterizedTest
    @MethodSource("formatsAndKinds")
    void isFilledAndCompactedAgainAndAgain(String format, String kind) throws IOException {
        boolean isText = !WireFormats.byName(format).isBinary();
        byte[] sent = written(format, 500);
        List<Integer> ends = isText ? ends(format, 500) : List.of();
        Random random = new Random(format.hashCode());
        ByteBuffer buffer = buffer(kind, 4000);
        Wire wire = Wire.of(format, buffer);
        int[] count = {0};
        MethodReader reader = wire.methodReader((BufferedEvents) data -> assertEquals(new Buffered(count[0]++), data));
        for (int at = 0; at < sent.length; ) {
            int wanted = at + 1 + random.nextInt(1000);
            // Text arrives in whole messages, since its end cannot be recognised.
            int to = isText
                    ? ends.stream().filter(end -> end >= wanted).findFirst().orElse(sent.length)
                    : Math.min(sent.length, wanted);
            buffer.put(sent, at, to - at);
            at = to;
            buffer.flip();
            int before;
            do {
                before = count[0];
                reader.readOne();
            } while (count[0] > before);
            if (buffer.hasRemaining() || random.nextBoolean()) {
                buffer.compact();
            } else {
                buffer.clear();
            }
        }
        assertEquals(500, count[0]);
        assertEquals(0, buffer.position());
    }

    @ParameterizedTest
    @MethodSource("formatsAndKinds")
    void whatThereIsNoRoomForIsAnErrorAndGoesIntoTheNextBuffer(String format, String kind) throws IOException {
        ByteBuffer buffer = buffer(kind, 400);
        Wire sender = Wire.of(format, buffer);
        ByteBuffer received = ByteBuffer.allocate(400);
        Wire receiver = Wire.of(format, received);
        int read = 0;
        int full = 0;
        for (int i = 0; i < 300; i++) {
            int before = buffer.position();
            try {
                sender.write(new Buffered(i));
            } catch (WireDataException e) {
                full++;
                assertTrue(e.getMessage().contains("the ByteBuffer has room"), e.getMessage());
                assertTrue(Formats.has(format, Feature.BLOCKS) || buffer.position() == before, "a part was put");
                read += send(buffer, received, receiver, read);
                sender.write(new Buffered(i));
            }
        }
        read += send(buffer, received, receiver, read);
        assertEquals(300, read);
        assertTrue(full > 0, "all had room");
    }

    private static int send(ByteBuffer from, ByteBuffer to, Wire receiver, int first) {
        to.clear().put(from.flip()).flip();
        from.clear();
        int read = 0;
        for (Buffered next = receiver.read(Buffered.class); next != null; next = receiver.read(Buffered.class)) {
            assertEquals(new Buffered(first + read), next);
            read++;
        }
        assertFalse(to.hasRemaining());
        return read;
    }

    @ParameterizedTest
    @ValueSource(strings = {"heap", "direct"})
    void saysWhereDamageIs(String kind) throws IOException {
        ByteBuffer buffer = buffer(kind, ROOM);
        Wire wire = Wire.of("binary", buffer);
        wire.write(new Buffered(1));
        int second = buffer.position();
        wire.write(new Buffered(2));
        buffer.put(second + 4, (byte) 0x8C);
        buffer.flip();
        assertEquals(new Buffered(1), wire.read(Buffered.class));
        WireException e = assertThrows(WireException.class, () -> wire.read(Buffered.class));
        assertEquals(second + 4, e.location().offset());
    }

    @Test
    void takesItsOptions() {
        ByteBuffer buffer = ByteBuffer.allocateDirect(ROOM);
        TypeRegistry types = TypeRegistry.create();
        types.register("ShortName", Buffered.class);
        Wire wire = Wire.of("yaml", buffer, types.asOptions());
        wire.write(new Buffered(1));
        buffer.flip();
        String text = StandardCharsets.UTF_8.decode(buffer.duplicate()).toString();
        assertTrue(text.contains("!ShortName"), text);
        assertEquals(new Buffered(1), wire.read().value());
        assertThrows(NullPointerException.class, () -> Wire.of("yaml", (ByteBuffer) null));
        assertThrows(NullPointerException.class, () -> Wire.of("delta", (ByteBuffer) null, WireOptions.DEFAULTS));
    }
}
