package io.deltawire.marshallable.internal.event;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.marshallable.MethodReader;
import io.deltawire.marshallable.Wire;
import io.deltawire.marshallable.testing.Events;
import io.deltawire.marshallable.testing.Events.Accounts;
import io.deltawire.marshallable.testing.Events.Everything;
import io.deltawire.marshallable.testing.Events.OrderSaver;
import io.deltawire.marshallable.testing.Events.OverridingSaver;
import io.deltawire.marshallable.testing.Events.Purchase;
import io.deltawire.marshallable.testing.Events.Recorder;
import io.deltawire.marshallable.testing.Events.Saver;
import io.deltawire.marshallable.testing.Events.Second;
import io.deltawire.marshallable.testing.Types;
import io.deltawire.marshallable.testing.Wires;
import io.deltawire.wire.Transcoder;
import io.deltawire.wire.WireFormat.Feature;
import io.deltawire.wire.WireFormats;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.testing.Formats;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every kind of event on every wire, by generated classes and by reflection. */
class EventContractTest {
    static {
        Types.registerNested(Events.class);
        Types.registerNested(EventContractTest.class);
    }

    private static Stream<Arguments> wires() {
        return Formats.without(Feature.TABLE).stream()
                .flatMap(format -> Stream.of(EventAccess.values()).map(access -> Arguments.of(format, access)));
    }

    private static Wire wire(String format) {
        return Wire.of(format, Bytes.allocateElasticOnHeap());
    }

    private static <T> T writer(Wire wire, EventAccess access, Class<T> type, Class<?>... more) {
        return Wires.writerBuilder(wire, access, type, more).build();
    }

    private static MethodReader reader(Wire wire, EventAccess access, Object... components) {
        return Wires.readerBuilder(wire, access).refuseUnknownEvents().build(components);
    }

    private static void readAll(MethodReader reader) {
        while (reader.readOne()) {
            // the component notes it
        }
    }

    @ParameterizedTest
    @MethodSource("wires")
    void everyCallArrivesAsItWasMade(String format, EventAccess access) {
        Recorder direct = new Recorder();
        Events.callAll((Everything) direct);
        Wire wire = wire(format);
        Events.callAll(writer(wire, access, Everything.class));
        Recorder read = new Recorder();
        readAll(reader(wire, access, read));
        assertEquals(direct.calls, read.calls);
    }

    @ParameterizedTest
    @MethodSource("wires")
    void everyCallArrivesInReusedArguments(String format, EventAccess access) {
        Recorder direct = new Recorder();
        Wire wire = wire(format);
        Everything out = writer(wire, access, Everything.class);
        for (int i = 0; i < 3; i++) {
            Events.callAll((Everything) direct);
            Events.callAll(out);
        }
        Recorder read = new Recorder();
        readAll(Wires.readerBuilder(wire, access)
                .refuseUnknownEvents()
                .reuseArguments()
                .build(read));
        assertEquals(direct.calls, read.calls);
    }

    @ParameterizedTest
    @MethodSource("wires")
    void recycledArgumentsAreTheSameObjects(String format, EventAccess access) {
        Wire wire = wire(format);
        Everything out = writer(wire, access, Everything.class);
        out.order(new Purchase("A", 1, 1));
        out.order(new Purchase("B", 2, 2));
        List<Purchase> orders = new ArrayList<>();
        Recorder component = new Recorder() {
            @Override
            public void order(Purchase value) {
                orders.add(value);
            }
        };
        readAll(Wires.readerBuilder(wire, access).reuseArguments().build(component));
        assertSame(orders.get(0), orders.get(1));
        assertEquals("B", orders.get(0).symbol);
    }

    @ParameterizedTest
    @MethodSource("wires")
    void chainedCallsAreOneMessageAndArriveAsAChain(String format, EventAccess access) {
        Recorder direct = new Recorder();
        Events.callAll((Accounts) direct);
        Wire wire = wire(format);
        Events.callAll(writer(wire, access, Accounts.class));
        Recorder read = new Recorder();
        MethodReader reader = reader(wire, access, read);
        readAll(reader);
        assertEquals(direct.calls, read.calls);
        assertEquals(4, reader.index());
    }

    @ParameterizedTest
    @MethodSource("wires")
    void chainEndsWhereTheComponentReturnsNull(String format, EventAccess access) {
        Wire wire = wire(format);
        Accounts out = writer(wire, access, Accounts.class);
        out.to("").onClosed();
        out.to("a").onClosed();
        Recorder read = new Recorder();
        readAll(reader(wire, access, read));
        assertEquals(List.of("to ", "to a", "onClosed of a"), read.calls);
    }

    @ParameterizedTest
    @MethodSource("wires")
    void genericInterfacesKeepTheirTypes(String format, EventAccess access) {
        Recorder direct = new Recorder();
        Wire wire = wire(format);
        for (Saver<Purchase> saver :
                List.of(direct, writer(wire, access, OrderSaver.class), writer(wire, access, OverridingSaver.class))) {
            saver.save(new Purchase("A", 1, 1));
            saver.saveAll(List.of(new Purchase("B", 2, 2)));
        }
        Recorder read = new Recorder();
        readAll(reader(wire, access, read));
        assertEquals(direct.calls, read.calls.subList(0, 2));
        assertEquals(direct.calls, read.calls.subList(2, 4));
        assertFalse(wire.toYaml().contains("!Purchase"), wire.toYaml());
    }

    @ParameterizedTest
    @MethodSource("wires")
    @SuppressWarnings("unchecked") // the type argument is erased
    void genericInterfaceOfNoTypeNamesTheClasses(String format, EventAccess access) {
        Wire wire = wire(format);
        writer(wire, access, Saver.class).save(new Purchase("A", 1, 1));
        assertTrue(wire.toYaml().contains("save: !Purchase"), wire.toYaml());
        Recorder read = new Recorder();
        readAll(reader(wire, access, read));
        assertEquals("save " + new Purchase("A", 1, 1), read.calls.get(0));
    }

    @ParameterizedTest
    @MethodSource("wires")
    void oneObjectWritesSeveralInterfaces(String format, EventAccess access) {
        Wire wire = wire(format);
        Everything out = writer(wire, access, Everything.class, Second.class, Accounts.class);
        out.text("in both");
        ((Second) out).text("the same");
        ((Second) out).second(2);
        ((Accounts) out).to("a").onClosed();
        Recorder read = new Recorder();
        readAll(reader(wire, access, read));
        assertEquals(List.of("text in both", "text the same", "second 2", "to a", "onClosed of a"), read.calls);
    }

    @ParameterizedTest
    @MethodSource("wires")
    void defaultMethodsAreEventsUnlessTheyAnswer(String format, EventAccess access) {
        Wire wire = wire(format);
        Everything out = writer(wire, access, Everything.class);
        assertEquals("hello you", out.greeting("you"));
        out.alias("a");
        assertTrue(wire.toYaml().endsWith("alias: a\n"), wire.toYaml());
        assertTrue(out.toString().startsWith("Everything as events in "), out.toString());
        assertEquals(out, out);
        assertEquals(out.hashCode(), out.hashCode());
    }

    @ParameterizedTest
    @MethodSource("wires")
    void eventsAreTheSameInEveryFormat(String format, EventAccess access) {
        Wire wire = wire(format);
        Events.callAll(writer(wire, access, Everything.class));
        Events.callAll(writer(wire, access, Accounts.class));
        for (String other : Formats.without(Feature.TABLE)) {
            Bytes<?> copy = Bytes.allocateElasticOnHeap();
            Bytes<?> source = Bytes.allocateElasticOnHeap();
            Wire again = Wire.of(format, source);
            Events.callAll(writer(again, access, Everything.class));
            Events.callAll(writer(again, access, Accounts.class));
            Transcoder.copyAll(again.in(), WireFormats.byName(other).newWriter(copy, WireOptions.DEFAULTS));
            Recorder direct = new Recorder();
            Events.callAll((Everything) direct);
            Events.callAll((Accounts) direct);
            Recorder read = new Recorder();
            readAll(reader(Wire.of(other, copy), access, read));
            assertEquals(direct.calls, read.calls, format + " to " + other);
        }
    }

    @ParameterizedTest
    @MethodSource("wires")
    void failedCallWritesNothing(String format, EventAccess access) {
        Wire wire = wire(format);
        Everything out = writer(wire, access, Everything.class);
        out.text("before");
        List<Object> cycle = new ArrayList<>();
        cycle.add(cycle);
        Exception e = assertThrows(io.deltawire.wire.WireDataException.class, () -> out.any(cycle));
        assertTrue(e.getMessage().contains("inside itself"), e.getMessage());
        assertThrows(io.deltawire.wire.WireDataException.class, () -> out.any(new Object()));
        out.text("after");
        Recorder read = new Recorder();
        readAll(reader(wire, access, read));
        assertEquals(List.of("text before", "text after"), read.calls);
    }

    @ParameterizedTest
    @MethodSource("wires")
    void unfinishedChainIsDroppedWithAnError(String format, EventAccess access) {
        Wire wire = wire(format);
        Accounts out = writer(wire, access, Accounts.class);
        Events.Balances link = out.to("unfinished");
        IllegalStateException dropped = assertThrows(IllegalStateException.class, () -> out.to("second"));
        assertTrue(dropped.getMessage().contains("\"to\""), dropped.getMessage());
        out.to("third").onClosed();
        IllegalStateException over = assertThrows(IllegalStateException.class, link::onClosed);
        assertTrue(over.getMessage().contains("every chain starts again"), over.getMessage());
        out.to("fourth").onClosed();
        Recorder read = new Recorder();
        readAll(reader(wire, access, read));
        assertEquals(List.of("to third", "onClosed of third", "to fourth", "onClosed of fourth"), read.calls);
    }

    @ParameterizedTest
    @MethodSource("wires")
    void unfinishedChainBlocksOthersOnlyOnce(String format, EventAccess access) {
        Wire wire = wire(format);
        Accounts out = writer(wire, access, Accounts.class);
        Everything other = writer(wire, access, Everything.class);
        List<Executable> ways = List.of(
                () -> other.text("one"),
                () -> other.any(Map.of("a", 1)),
                () -> wire.write("text", "one"),
                () -> wire.write(List.of("one")));
        for (Executable way : ways) {
            out.to("unfinished");
            IllegalStateException dropped = assertThrows(IllegalStateException.class, way);
            assertTrue(dropped.getMessage().contains("\"to\" began"), dropped.getMessage());
            other.text("again");
            out.to("next").onClosed();
        }
        Recorder read = new Recorder();
        readAll(reader(wire, access, read));
        assertEquals(
                Collections.nCopies(ways.size(), List.of("text again", "to next", "onClosed of next")).stream()
                        .flatMap(List::stream)
                        .toList(),
                read.calls);
    }

    @ParameterizedTest
    @MethodSource("wires")
    void chainCannotHaveAnEventTwice(String format, EventAccess access) {
        Wire wire = wire(format);
        Accounts out = writer(wire, access, Accounts.class);
        Events.Steps steps = out.first(1).third(2);
        Exception e = assertThrows(io.deltawire.wire.WireDataException.class, () -> steps.third(3));
        assertTrue(e.getMessage().contains("the event \"third\" is in the message twice"), e.getMessage());
        out.first(4).done("after");
        Recorder read = new Recorder();
        readAll(reader(wire, access, read));
        assertEquals(List.of("first 4", "done after"), read.calls);
    }
}
