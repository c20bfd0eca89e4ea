package io.deltawire.marshallable.internal.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.MethodReader;
import io.deltawire.marshallable.TypeRegistry;
import io.deltawire.marshallable.Wire;
import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireFormat.Feature;
import io.deltawire.wire.testing.EachFormat;
import io.deltawire.wire.testing.EachFormat.Encoding;
import io.deltawire.wire.testing.Formats;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A wire reads on where the read position of its {@code Bytes} has been moved to. */
class RefilledBytesTest {
    static {
        TypeRegistry.shared().register(Refilled.class);
    }

    static class Refilled extends AbstractMarshallable {
        int id;
        String text;

        Refilled() {}

        Refilled(int id) {
            this.id = id;
            this.text = "text " + "longer".repeat(id % 7);
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

    private static Stream<Arguments> formatsAndKinds() {
        return Formats.without(Feature.RECORDS).stream()
                .flatMap(format -> Stream.of("heap", "native", "heap, offset", "native, offset")
                        .map(kind -> Arguments.of(format, kind)));
    }

    @ParameterizedTest
    @MethodSource("formatsAndKinds")
    void readsWhatWasFilledInAgain(String format, String kind) {
        for (boolean isOneWriter : new boolean[] {true, false}) {
            refill(format, kind, isOneWriter);
        }
    }

    interface Refills {
        void update(Refilled data);
    }

    private static Stream<Arguments> formatsAndWays() {
        return ways(Formats.without(Feature.RECORDS));
    }

    private static Stream<Arguments> allFormatsAndWays() {
        return ways(Formats.all());
    }

    private static Stream<Arguments> ways(List<String> formats) {
        return formats.stream()
                .flatMap(format -> Stream.of("heap", "native", "heap, offset")
                        .flatMap(kind -> IntStream.range(0, 6).mapToObj(way -> Arguments.of(format, kind, way))));
    }

    /** Reads the next message by one of six calls. */
    private static Supplier<Refilled> reading(Wire wire, int way) {
        Refilled into = new Refilled();
        Refilled[] called = new Refilled[1];
        MethodReader events = wire.methodReader((Refills) data -> called[0] = data);
        return switch (way) {
            case 0 -> () -> wire.read(Refilled.class);
            case 1 -> () -> wire.read(into);
            case 2 ->
                () -> {
                    assertTrue(wire.next());
                    return wire.read(into);
                };
            case 3 -> () -> (Refilled) wire.read().value();
            case 4 -> () -> wire.readByKey(Refilled.class);
            default ->
                () -> {
                    assertTrue(events.readOne());
                    return called[0];
                };
        };
    }

    /** Acts as a receiver that gets bytes in parts, reads while there are any, and then makes room for more. */
    @ParameterizedTest
    @MethodSource("allFormatsAndWays")
    void readsOnWhereAllThatWasReadIsCompactedOrCleared(String format, String kind, int way) {
        Bytes<?> sent = Bytes.allocateElasticOnHeap();
        Wire sender = Wire.of(format, sent);
        Bytes<?> bytes = bytes(kind);
        Wire wire = Wire.of(format, bytes);
        Supplier<Refilled> reading = reading(wire, way);
        int id = 0;
        for (int count = 1; count < 40; count++) {
            for (int i = 0; i < count; i++) {
                sender.write("update", new Refilled(id + i));
            }
            bytes.write(sent);
            sent.clear();
            int end = id + count;
            for (; bytes.readRemaining() > 0; id++) {
                assertEquals(new Refilled(id), reading.get());
            }
            assertEquals(end, id);
            if (count % 3 == 0) {
                assertNull(wire.read(Refilled.class));
            }
            if (count % 2 == 0) {
                bytes.compact();
            } else {
                bytes.clear();
            }
        }
        bytes.releaseLast();
    }

    /** A delta stream is the exception: it may lag by up to 16 messages while there are more. */
    @ParameterizedTest
    @MethodSource("formatsAndWays")
    void readPositionFollowsTheMessageReadLast(String format, String kind, int way) {
        Bytes<?> bytes = bytes(kind);
        Wire writer = Wire.of(format, bytes);
        long[] sizes = new long[20];
        for (int i = 0; i < sizes.length; i++) {
            long start = bytes.writePosition();
            writer.write("update", new Refilled(i));
            sizes[i] = bytes.writePosition() - start;
        }
        Wire wire = Wire.of(format, bytes);
        Supplier<Refilled> reading = reading(wire, way);
        for (int i = 0; i < sizes.length; i++) {
            long start = bytes.readPosition();
            assertEquals(new Refilled(i), reading.get());
            assertEquals(start + sizes[i], bytes.readPosition());
            if (i % 3 == 0) {
                bytes.compact();
            }
        }
        assertEquals(0, bytes.readRemaining());
        bytes.releaseLast();
    }

    @ParameterizedTest
    @MethodSource("formatsAndWays")
    void readPositionFollowsALongerLastMessage(String format, String kind, int way) {
        for (int length = 0; length < 100; length += 1 + length / 4) {
            Bytes<?> bytes = bytes(kind);
            Wire wire = Wire.of(format, bytes);
            Supplier<Refilled> reading = reading(wire, way);
            for (int round = 0; round < 3; round++) {
                Refilled last = new Refilled(2);
                last.text = "x".repeat(length * round);
                wire.write("update", new Refilled(1));
                wire.write("update", last);
                assertEquals(new Refilled(1), reading.get());
                assertEquals(last, reading.get());
                assertEquals(0, bytes.readRemaining(), "length " + length);
                bytes.compact();
            }
            bytes.releaseLast();
        }
    }

    @ParameterizedTest
    @MethodSource("formatsAndKinds")
    void followsAfterTheFirstMessage(String format, String kind) {
        for (int id = 1; id < 7; id++) {
            Bytes<?> bytes = bytes(kind);
            Wire wire = Wire.of(format, bytes);
            wire.write("update", new Refilled(0));
            wire.write("update", new Refilled(5));
            assertEquals(new Refilled(0), wire.read(Refilled.class));
            bytes.clear();
            Wire.of(format, bytes).write("update", new Refilled(id));
            check(wire, new Refilled(), id, id % 2 == 0);
            bytes.releaseLast();
        }
    }

    private static void refill(String format, String kind, boolean isOneWriter) {
        Bytes<?> bytes = bytes(kind);
        Wire reader = Wire.of(format, bytes);
        Wire writer = reader;
        Refilled into = new Refilled();
        for (int round = 0; round < 50; round++) {
            if (round > 0 || !kind.endsWith("offset")) {
                bytes.clear();
            }
            if (!isOneWriter) {
                writer = Wire.of(format, bytes);
            }
            int messages = 1 + round % 4;
            for (int i = 0; i < messages; i++) {
                writer.write("update", new Refilled(round * 10 + i));
            }
            // Some rounds leave unread messages.
            for (int i = 0; i < (round % 5 == 4 ? 1 : messages); i++) {
                check(reader, into, round * 10 + i, round % 3 == 0);
            }
            if (round % 5 != 4 && round % 7 != 6) {
                assertNull(reader.read(into));
            }
        }
        bytes.releaseLast();
    }

    @ParameterizedTest
    @EachFormat(without = Feature.RECORDS)
    void readsOneMessageAfterTheOther(String format) {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire wire = Wire.of(format, bytes);
        Refilled into = new Refilled();
        for (int i = 0; i < 300; i++) {
            bytes.clear();
            int id = i / 3 * 3; // some of equal length
            wire.write("update", new Refilled(id));
            if (i % 100 < 50) {
                assertEquals(new Refilled(id), wire.read(into));
            } else if (i % 100 < 75) {
                assertEquals(true, wire.next());
                assertEquals(new Refilled(id), wire.read(Refilled.class));
            } else {
                assertEquals(new Wire.Event("update", new Refilled(id)), wire.read());
            }
        }
    }

    @ParameterizedTest
    @EachFormat(encoding = Encoding.TEXT)
    void damagedMessagesAreSkipped(String format) {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire wire = Wire.of(format, bytes);
        wire.write("update", new Refilled(0));
        assertEquals(new Refilled(0), wire.read(new Refilled()));
        for (int i = 0; i < 20; i++) {
            bytes.clear();
            wire.write("update", new Refilled(i));
            if (i % 2 == 0) {
                bytes.writePosition(bytes.writePosition() - 2);
                bytes.writeByte(bytes.writePosition() / 2, (byte) 0xFF);
                assertThrows(WireException.class, () -> wire.read(Refilled.class));
            } else {
                assertEquals(new Refilled(i), wire.read(Refilled.class));
            }
        }
    }

    @Test
    void aDeltaStreamIsNotReadElsewhere() {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire wire = Wire.of("delta", bytes);
        for (int i = 0; i < 100; i++) {
            wire.write("update", new Refilled(i));
        }
        for (int i = 0; i < 50; i++) {
            assertEquals(new Refilled(i), wire.read(Refilled.class));
        }
        bytes.readPosition(0);
        IllegalStateException e = assertThrows(IllegalStateException.class, () -> {
            for (int i = 50; i < 100; i++) {
                assertEquals(new Refilled(i), wire.read(Refilled.class));
            }
        });
        assertTrue(e.getMessage().contains("another reader has to be opened"), e.getMessage());
    }

    @ParameterizedTest
    @MethodSource("formatsAndKinds")
    void goesBackAndAhead(String format, String kind) {
        Bytes<?> bytes = bytes(kind);
        long[] starts = new long[40];
        Wire writer = Wire.of(format, bytes);
        Wire reader = Wire.of(format, bytes);
        for (int i = 0; i < starts.length; i++) {
            starts[i] = bytes.writePosition();
            writer.write("update", new Refilled(i));
        }
        Refilled into = new Refilled();
        check(reader, into, 0, true);
        for (int i = 0; i < 500; i++) {
            int at = i * 17 % starts.length;
            bytes.readPosition(starts[at]);
            check(reader, into, at, i % 3 == 0);
            if (at + 1 < starts.length) {
                if (Formats.isWholeBinary(format)) {
                    assertEquals(starts[at + 1], bytes.readPosition());
                }
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
