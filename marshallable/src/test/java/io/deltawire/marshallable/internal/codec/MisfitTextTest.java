package io.deltawire.marshallable.internal.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Marshallable;
import io.deltawire.marshallable.Wire;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.testing.Formats;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingDeque;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The messages of errors about values that do not fit, with their paths. */
@SuppressWarnings("JdkObsolete") // LinkedLists are what is tested
class MisfitTextTest {
    static final class Anything extends AbstractMarshallable {
        Object value;

        Anything(Object value) {
            this.value = value;
        }
    }

    static final class LastNumber extends AbstractMarshallable {
        String name;
        int last;
    }

    @ParameterizedTest
    @CsvSource({
        "yaml, expected an integer but was text \"x\"",
        "json, expected an integer but was text \"x\"",
        "binary, expected an integer but was text \"x\"",
        "delta, expected an integer but was text \"x\""
    })
    void textThatIsNoNumberIsShown(String format, String message) {
        assertTrue(misfit(format, "x", int.class).getMessage().contains(message));
    }

    @Test
    void deltaShowsWhatItFound() {
        assertTrue(delta(5L, List.class).contains("expected a list but was 5 "));
        assertTrue(delta(1.5, List.class).contains("expected a list but was 1.5 "));
        assertTrue(delta(true, List.class).contains("expected a list but was true "));
        assertTrue(delta("x\u001b", List.class).contains("expected a list but was text \"x\\u001B\" "));
        assertTrue(delta(List.of(1L), int.class).contains("expected an integer but was a list "));
        assertTrue(delta(Map.of("a", 1L), int.class).contains("expected an integer but was an object "));
        assertTrue(delta(new byte[1], int.class).contains("expected an integer but was bytes "));
        assertTrue(delta(java.time.LocalDate.EPOCH, int.class)
                .contains("expected an integer but was the time 1970-01-01 "));
    }

    private static String delta(Object value, Class<?> type) {
        return misfit("delta", value, type).getMessage();
    }

    private static WireDataException misfit(String format, Object value, Class<?> type) {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire.of(format, bytes).write(new Anything(value));
        Wire wire = Wire.of(format, bytes);
        Class<?> wanted = type == int.class ? WantsInt.class : WantsList.class;
        return assertThrows(WireDataException.class, () -> wire.read(wanted));
    }

    static final class WantsInt {
        int value;
    }

    static final class WantsList {
        List<Object> value;
    }

    @ParameterizedTest
    @ValueSource(strings = {"name,last\na,1\nb,x\n", "name,last\na,1\nb,\"x\"\n", "name,last\na,1\nb,x"})
    void misfitInTheLastCellIsPlacedThere(String csv) {
        Wire wire = Wire.of("csv", new ByteArrayInputStream(csv.getBytes(StandardCharsets.UTF_8)));
        wire.read(LastNumber.class);
        WireDataException e = assertThrows(WireDataException.class, () -> wire.read(LastNumber.class));
        assertEquals(3, e.location().line());
        assertEquals(3, e.location().column());
    }

    @ParameterizedTest
    @ValueSource(strings = {"name,last\na,1\nb,99999999999\n", "name,last\na,1\nb,99999999999\nc,3\n"})
    void numberBeyondAnIntInTheLastCellIsPlacedThere(String csv) {
        Wire wire = Wire.of("csv", new ByteArrayInputStream(csv.getBytes(StandardCharsets.UTF_8)));
        wire.read(LastNumber.class);
        WireDataException e = assertThrows(WireDataException.class, () -> wire.read(LastNumber.class));
        assertEquals(3, e.location().line());
        assertEquals(3, e.location().column());
    }

    static final class Containers extends AbstractMarshallable {
        ConcurrentHashMap<String, String> map;
        Queue<Object> queue;
    }

    @Test
    void nullThatAMapRefusesIsReportedAsNull() {
        WireDataException e = assertThrows(
                WireDataException.class, () -> Marshallable.fromString(Containers.class, "map: {a: null}"));
        assertTrue(e.getMessage().contains("a ConcurrentHashMap does not take null for the key a"), e.getMessage());
    }

    @Test
    void queuesAreEqualByWhatTheyHold() {
        Containers linked = new Containers();
        linked.queue = new LinkedList<>(List.of("a", "b"));
        Containers deque = new Containers();
        deque.queue = new ArrayDeque<>(List.of("a", "b"));
        Containers blocking = new Containers();
        blocking.queue = new LinkedBlockingDeque<>(List.of("a", "b"));
        Containers one = new Containers();
        one.queue = new ArrayDeque<>(List.of("a", "b"));
        for (Containers each : List.of(linked, deque, blocking)) {
            for (String format : Formats.all()) {
                Bytes<?> bytes = Bytes.allocateElasticOnHeap();
                Wire.of(format, bytes).write(each);
                Containers read = Wire.of(format, bytes).read(Containers.class);
                assertEquals(each, read);
                assertEquals(read, each);
                assertEquals(each.hashCode(), read.hashCode());
            }
            assertEquals(linked, each);
            assertEquals(each, linked);
            each.queue.add("c");
            assertNotEquals(each, one);
            each.queue.remove("c");
        }
        Map<String, Object> lists = new LinkedHashMap<>(Map.of("list", List.of("a", "b")));
        assertNotEquals(
                new Anything(lists),
                new Anything(Map.of("list", linked.queue.stream().toList().toArray())));
    }
}
