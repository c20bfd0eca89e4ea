package io.deltawire.marshallable.internal.event;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.EventException;
import io.deltawire.marshallable.KeyedMarshallable;
import io.deltawire.marshallable.MethodReader;
import io.deltawire.marshallable.Wire;
import io.deltawire.marshallable.WriteMarshallable;
import io.deltawire.marshallable.testing.Events;
import io.deltawire.marshallable.testing.Events.Everything;
import io.deltawire.marshallable.testing.Events.Purchase;
import io.deltawire.marshallable.testing.Events.Recorder;
import io.deltawire.marshallable.testing.Events.Second;
import io.deltawire.marshallable.testing.Types;
import io.deltawire.marshallable.testing.Wires;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireFormat.Feature;
import io.deltawire.wire.WireFormats;
import io.deltawire.wire.testing.EachFormat;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which methods can be events, and how events that are unknown or fail are handled. */
class EventBehaviourTest {
    static {
        Types.registerNested(Events.class);
    }

    private static Wire wire(String format) {
        return Wire.of(format, Bytes.allocateElasticOnHeap());
    }

    private static Wire yaml(String text) {
        return Wire.of("yaml", Bytes.wrapForRead(text.getBytes(StandardCharsets.UTF_8)));
    }

    interface Overloaded {
        void on(Purchase order);

        void on(String text);
    }

    interface Answering {
        int count(String name);
    }

    interface Pending {
        Future<String> ask(String name);
    }

    interface OtherText {
        void text(long value);
    }

    interface Linked {
        Overloaded to(String name);
    }

    interface Keyed extends KeyedMarshallable {
        void on(String text);
    }

    private static String refusedWriter(Class<?> type, Class<?>... more) {
        return assertThrows(IllegalArgumentException.class, () -> wire("yaml").methodWriter(type, more))
                .getMessage();
    }

    @Test
    void whatCannotBeAnEventIsRefused() {
        assertEquals(
                "two methods are the event \"on\": Overloaded.on(Purchase) and Overloaded.on(String); an event is known by"
                        + " its name alone, so give them different names",
                refusedWriter(Overloaded.class)
                        .replace("(String) and Overloaded.on(Purchase)", "(Purchase) and Overloaded.on(String)"));
        assertTrue(refusedWriter(Linked.class).startsWith("two methods are the event \"on\""));
        assertTrue(refusedWriter(Everything.class, OtherText.class).startsWith("two methods are the event \"text\""));
        assertTrue(refusedWriter(Answering.class).endsWith("Answering.count(java.lang.String)"));
        assertTrue(refusedWriter(Pending.class).contains("expected events, which return void or the interface"));
        assertTrue(refusedWriter(Keyed.class).contains("writeKey"), refusedWriter(Keyed.class));
        assertTrue(refusedWriter(String.class).startsWith("expected an interface"));
        assertTrue(refusedWriter(Override.class).startsWith("expected an interface"));
    }

    /** A public interface that mentions types private to its package, as an application may have. */
    public interface Opening {
        Following to(String name);
    }

    interface Following {
        void on(String text);
    }

    @Test
    void whatAProxyWouldNotSeeIsRefusedBeforeItIsCalled() {
        Wire wire = wire("yaml");
        wire.methodWriter(Opening.class).to("a").on("b");
        assertEquals("---\nto: a\n\"on\": b\n", wire.toYaml().substring("# position: 0\n".length()));
        String problem = assertThrows(
                        IllegalArgumentException.class,
                        () -> Wires.writerBuilder(wire, EventAccess.REFLECTIVE, Opening.class)
                                .build())
                .getMessage();
        assertTrue(problem.startsWith("Following, which Opening.to returns, is not public"), problem);
    }

    @Test
    void componentThatCannotBeCalledIsRefused() {
        Overloaded overloaded = new Overloaded() {
            @Override
            public void on(Purchase order) {}

            @Override
            public void on(String text) {}
        };
        String problem = assertThrows(
                        IllegalArgumentException.class, () -> wire("yaml").methodReader(overloaded))
                .getMessage();
        assertTrue(problem.startsWith("two methods are the event \"on\""), problem);
        problem = assertThrows(
                        IllegalArgumentException.class, () -> wire("yaml").methodReader("text"))
                .getMessage();
        assertTrue(problem.startsWith("java.lang.String cannot be called by events"), problem);
        assertTrue(problem.endsWith("; those of the JDK are not taken for events"), problem);
        Second first = new Recorder();
        problem = assertThrows(
                        IllegalArgumentException.class, () -> wire("yaml").methodReader(first, new Recorder()))
                .getMessage();
        assertTrue(problem.startsWith("two components have the event"), problem);
    }

    /** Components may be data objects or closeable; the methods for that are not events. */
    static class ClosableComponent extends AbstractMarshallable implements Second, AutoCloseable, Answering {
        final transient List<String> calls = new ArrayList<>();

        @Override
        public void second(long value) {
            calls.add("second " + value);
        }

        @Override
        public void text(String value) {
            calls.add("text " + value);
        }

        @Override
        public void close() {
            calls.add("close");
        }

        @Override
        public int count(String name) {
            throw new AssertionError("no event");
        }
    }

    @Test
    void onlyInterfacesOfTheApplicationAreEvents() {
        ClosableComponent component = new ClosableComponent();
        MethodReader reader = yaml("second: 1\n---\nreset: \"\"\n---\nclose: \"\"\n---\ncount: x\n---\ntext: a\n")
                .methodReader(component);
        while (reader.readOne()) {
            // the component notes it
        }
        assertEquals(List.of("second 1", "text a"), component.calls);
    }

    interface ClosableListener extends Second, Closeable {}

    @Test
    void closingAMethodWriterIsNoEvent() throws IOException {
        Wire wire = wire("yaml");
        try (ClosableListener out = wire.methodWriter(ClosableListener.class)) {
            out.second(1);
        }
        assertEquals("# position: 0\n---\nsecond: 1\n", wire.toYaml());
    }

    @ParameterizedTest
    @EachFormat(without = Feature.TABLE)
    void unknownEventsAreSkippedHandedOverOrRefused(String format) {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire wire = Wire.of(format, bytes);
        Everything out = wire.methodWriter(Everything.class);
        out.text("known");
        out.level(Events.Level.HIGH);
        out.mixed("a", 1, null, null);
        wire.write("order", new Purchase("A", 1, 1));
        wire.write(List.of(1L, 2L));
        out.text("known");

        Recorder skipping = new Recorder();
        Second skips = new SecondOnly(skipping);
        MethodReader reader =
                Wire.of(format, Bytes.wrapForRead(bytes.toByteArray())).methodReader(skips);
        while (reader.readOne()) {
            // the component notes it
        }
        assertEquals(List.of("text known", "text known"), skipping.calls);

        List<String> handed = new ArrayList<>();
        reader = Wire.of(format, Bytes.wrapForRead(bytes.toByteArray()))
                .methodReaderBuilder()
                .onUnknownEvent((event, value, position) -> {
                    handed.add(event + " " + (value instanceof Purchase ? "an Purchase" : value));
                    assertTrue(position > 0);
                })
                .build(skips);
        while (reader.readOne()) {
            // the hook notes it
        }
        assertEquals(List.of("level HIGH", "mixed [a, 1, null, null]", "order an Purchase", " [1, 2]"), handed);

        MethodReader refusing = Wire.of(format, Bytes.wrapForRead(bytes.toByteArray()))
                .methodReaderBuilder()
                .refuseUnknownEvents()
                .build(skips);
        assertTrue(refusing.readOne());
        String problem =
                assertThrows(WireDataException.class, refusing::readOne).getMessage();
        assertTrue(problem.startsWith(format + ": expected an event of [second, text] but was \"level\" at "), problem);
        assertThrows(WireDataException.class, refusing::readOne);
        assertThrows(WireDataException.class, refusing::readOne);
        problem = assertThrows(WireDataException.class, refusing::readOne).getMessage();
        assertTrue(problem.contains("but was a message without one"), problem);
        assertTrue(refusing.readOne());
        assertFalse(refusing.readOne());
    }

    /** Forwards the events of one interface. */
    private record SecondOnly(Second to) implements Second {
        @Override
        public void second(long value) {
            to.second(value);
        }

        @Override
        public void text(String value) {
            to.text(value);
        }
    }

    @Test
    void misspeltEventIsGuessed() {
        MethodReader reader =
                yaml("secnod: 1\n").methodReaderBuilder().refuseUnknownEvents().build(new SecondOnly(new Recorder()));
        String problem = assertThrows(WireDataException.class, reader::readOne).getMessage();
        assertTrue(problem.contains("did you mean \"second\"?"), problem);
    }

    @ParameterizedTest
    @EachFormat(without = Feature.TABLE)
    void exceptionOfAComponentComesWithEventAndPosition(String format) {
        Wire wire = wire(format);
        Everything out = wire.methodWriter(Everything.class);
        out.text("a");
        out.text("fail");
        out.text("assert");
        out.text("b");
        IllegalStateException failure = new IllegalStateException("no more");
        AssertionError assertion = new AssertionError("not expected");
        Recorder component = new Recorder() {
            @Override
            public void text(String value) {
                if (value.equals("fail")) {
                    throw failure;
                } else if (value.equals("assert")) {
                    throw assertion;
                }
                super.text(value);
            }
        };
        MethodReader reader = wire.methodReader(component);
        assertTrue(reader.readOne());
        EventException e = assertThrows(EventException.class, reader::readOne);
        assertEquals("text", e.event());
        assertEquals(1, e.index());
        assertSame(failure, e.getCause());
        assertTrue(wire.toYaml().contains("# position: " + e.position() + "\n---\ntext: fail\n"), wire.toYaml());
        assertEquals(
                "event \"text\" of message 1 at byte " + e.position() + " (0x" + Long.toHexString(e.position())
                        + "): java.lang.IllegalStateException: no more",
                e.getMessage());
        AssertionError error = assertThrows(AssertionError.class, reader::readOne);
        assertSame(assertion, error);
        assertEquals(2, ((EventException) error.getSuppressed()[0]).index());
        assertTrue(reader.readOne());
        assertEquals(List.of("text a", "text b"), component.calls);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "integers: [1, 2, 3]|expected 4 arguments but there are 3|$.integers",
                "integers: [1, 2, 3, 4, 5]|expected 4 arguments but there are more|$.integers",
                "integers: [1, 2, 3000000000, 4]|expected an int (-2147483648 to 2147483647) but was 3000000000|$.integers[2]",
                "integers: 7|expected a list|$.integers",
                "bool: null|true or false|$.bool",
                "second: [1]|expected an integer|$.second",
                "order: {price: much}|\"much\"|$.order.price",
                "mixed: [a, 1, {points: [{x: 1}, {x: b}]}, []]|\"b\"|$.mixed[2].points[1].x",
                "level: MIDDLE|MIDDLE|$.level",
            })
    void argumentsThatDoNotFitAreErrorsWithTheirPath(String row) {
        String[] parts = row.split("\\|");
        for (EventAccess access : EventAccess.values()) {
            Recorder component = new Recorder();
            MethodReader reader = Wires.readerBuilder(yaml(parts[0] + "\n---\ntext: after\n"), access)
                    .build(component);
            String problem =
                    assertThrows(WireDataException.class, reader::readOne).getMessage();
            assertTrue(problem.contains(parts[1]), problem);
            assertTrue(problem.endsWith("path " + parts[2]), problem);
            assertTrue(reader.readOne());
            assertEquals(List.of("text after"), component.calls);
        }
    }

    @Test
    void severalEventsInOneMessageAreAllCalled() {
        Recorder component = new Recorder();
        MethodReader reader =
                yaml("to: a\nonBalance: [x, 1.5]\ntext: b\nsecond: 3\n").methodReader(component);
        assertTrue(reader.readOne());
        assertFalse(reader.readOne());
        assertEquals(List.of("to a", "onBalance of a x 1.5", "text b", "second 3"), component.calls);
    }

    /** An empty document, as a template or a torn write leaves it, does not end a loop of reads. */
    @Test
    void emptyDocumentsArePassedOver() {
        String text = "---\ntext: a\n---\n---\ntext: b\n--- # comment\n---\ntext: c\n...\n---\n";
        Recorder component = new Recorder();
        MethodReader reader = yaml(text).methodReader(component);
        for (int i = 0; i < 3; i++) {
            assertTrue(reader.readOne());
        }
        assertFalse(reader.readOne());
        assertEquals(List.of("text a", "text b", "text c"), component.calls);

        Wire next = yaml(text);
        for (int i = 0; i < 3; i++) {
            assertTrue(next.next());
            assertEquals("text", next.event());
        }
        assertFalse(next.next());

        String objects = "--- !Purchase {symbol: a}\n---\n---\n--- !Purchase {symbol: b}\n---\n";
        for (int way = 0; way < 3; way++) {
            Wire wire = yaml(objects);
            List<String> read = new ArrayList<>();
            Purchase each;
            while ((each = switch (way) {
                        case 0 -> wire.read(Purchase.class);
                        case 1 -> wire.readReused(Purchase.class);
                        default -> wire.readByKey(Purchase.class);
                    })
                    != null) {
                read.add(each.symbol);
            }
            assertEquals(List.of("a", "b"), read);
        }
    }

    @Test
    void readingByHandAndByMethodAlternates() {
        Wire wire = wire("binary");
        Everything out = wire.methodWriter(Everything.class);
        Recorder component = new Recorder();
        MethodReader reader = wire.methodReader(component);
        out.text("a");
        wire.write("text", "b");
        out.text("c");
        assertTrue(reader.readOne());
        assertTrue(wire.next());
        assertEquals("text", wire.event());
        assertTrue(reader.readOne());
        assertFalse(reader.readOne());
        out.text("d");
        assertTrue(reader.readOne());
        assertEquals(List.of("text a", "text c", "text d"), component.calls);
    }

    @ParameterizedTest
    @EachFormat(without = Feature.TABLE)
    void metaDataGoesToComponentsThatRequestIt(String format) {
        Wire wire = wire(format);
        Second meta = wire.methodWriterBuilder(Second.class).metaData().build();
        meta.second(1);
        wire.methodWriter(Everything.class).level(Events.Level.LOW);
        Recorder forMeta = new Recorder();
        List<String> levels = new ArrayList<>();
        Level forData = value -> levels.add(value.name());
        MethodReader reader = wire.methodReaderBuilder()
                .refuseUnknownEvents()
                .metaDataTo(new SecondOnly(forMeta))
                .build(forData);
        assertTrue(reader.readOne());
        assertTrue(reader.readOne());
        assertEquals(List.of("second 1"), forMeta.calls);
        assertEquals(List.of("LOW"), levels);
        boolean tellsKinds = WireFormats.byName(format).isBinary();
        assertEquals(tellsKinds, wire.toYaml().contains(", meta-data\n---\nsecond: 1\n"), wire.toYaml());
    }

    interface Level {
        void level(Events.Level value);
    }

    @Test
    void metaDataIsPassedOverOtherwise() {
        Wire wire = wire("binary");
        wire.methodWriterBuilder(Second.class).metaData().build().second(1);
        Recorder component = new Recorder();
        MethodReader reader = wire.methodReaderBuilder().refuseUnknownEvents().build(component);
        assertTrue(reader.readOne());
        assertEquals(List.of(), component.calls);
    }

    @Test
    void textHasMarksBetweenMessagesAndBinaryHeadersOfFourBytes() {
        Bytes<?> text = Bytes.allocateElasticOnHeap();
        Wire.of("yaml", text).methodWriter(Events.Accounts.class).to("vanuatu").onBalance("x", 80.0);
        Wire.of("yaml", text).methodWriter(Second.class).second(2);
        assertEquals("---\nto: vanuatu\nonBalance: [x, 80.0]\n---\nsecond: 2\n", text.toString());
        Bytes<?> binary = Bytes.allocateElasticOnHeap();
        Wire.of("binary", binary).methodWriter(Second.class).second(2);
        Wire.of("binary", binary)
                .methodWriterBuilder(Second.class)
                .metaData()
                .build()
                .second(2);
        int length = binary.readInt(0);
        assertEquals(2L * (4 + length), binary.readRemaining());
        assertEquals(length | 0x4000_0000, binary.readInt(4L + length));
    }

    @Test
    void tableHoldsEventsOfOneKindAndRefusesOthers() {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire csv = Wire.of("csv", bytes);
        Everything out = csv.methodWriter(Everything.class);
        out.order(new Purchase("EURUSD", 1.1172, 1));
        out.order(new Purchase("GBPUSD", 1.3, 2));
        assertTrue(bytes.toString()
                .startsWith("@dw:event,symbol,price,quantity,level,points[]\r\norder,EURUSD,1.1172,1,"));
        String problem = assertThrows(WireDataException.class, () -> out.integers((byte) 1, (short) 2, 3, 4))
                .getMessage();
        assertTrue(problem.startsWith("csv: the event has a value that is no object, but the header"), problem);
        problem = assertThrows(
                        WireDataException.class,
                        () -> csv.methodWriter(Events.Accounts.class).to("a").onClosed())
                .getMessage();
        assertTrue(problem.startsWith("csv: "), problem);
        Recorder component = new Recorder();
        MethodReader reader = csv.methodReader(component);
        while (reader.readOne()) {
            // the component notes it
        }
        assertEquals(
                List.of("order " + new Purchase("EURUSD", 1.1172, 1), "order " + new Purchase("GBPUSD", 1.3, 2)),
                component.calls);
    }

    @Test
    void dumpShowsPositionsAndWhereItCannotGoOn() {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire wire = Wire.of("binary", bytes);
        Everything out = wire.methodWriter(Everything.class);
        out.order(new Purchase("EURUSD", 1.1172, 1_000_000));
        long position = bytes.writePosition();
        out.none();
        assertTrue(wire.methodReader(new Recorder()).readOne());
        String dump = wire.toYaml();
        assertTrue(dump.startsWith("# position: 0\n---\norder: {\n  symbol: EURUSD,\n"), dump);
        assertTrue(dump.endsWith("# position: " + position + "\n---\nnone: \"\"\n"), dump);
        Recorder again = new Recorder();
        MethodReader reader = yaml(dump).methodReader(again);
        assertTrue(reader.readOne());
        assertTrue(reader.readOne());
        assertEquals(List.of("order " + new Purchase("EURUSD", 1.1172, 1_000_000), "none"), again.calls);

        bytes.writeInt(1000); // a header that announces more than follows
        assertTrue(wire.toYaml().startsWith(dump), wire.toYaml());
        assertTrue(wire.toYaml().contains("\n# binary: "), wire.toYaml());
        Wire stream = Wire.of("yaml", new ByteArrayOutputStream());
        assertThrows(IllegalStateException.class, stream::toYaml);
    }

    @Test
    void nestedWriterCallsAreRefusedAndLeaveTheWireWell() {
        Wire wire = wire("yaml");
        Everything out = wire.methodWriter(Everything.class);
        class Reentrant implements WriteMarshallable {
            @Override
            public void writeMarshallable(io.deltawire.wire.WireOut to) {
                out.none();
            }
        }
        assertThrows(IllegalStateException.class, () -> out.any(new Reentrant()));
        out.text("after");
        assertEquals("# position: 0\n---\ntext: after\n", wire.toYaml());
    }
}
