package io.deltawire.marshallable.internal.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Marshallable;
import io.deltawire.marshallable.Wire;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireFormat.Feature;
import io.deltawire.wire.testing.Formats;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;

/** The error for a value that does not fit contains the path to it, wherever it is. */
class MisfitPathTest {
    private static WireDataException error(String format, Object written, Class<?> type) {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire.of(format, bytes).write(written).close();
        return assertThrows(
                WireDataException.class, () -> Wire.of(format, bytes).read(type), format);
    }

    private static String pathInText(String format, String text) {
        return assertThrows(
                        WireDataException.class,
                        () -> Wire.of(format, Bytes.from(text)).read(),
                        text)
                .location()
                .path();
    }

    @Test
    void insideValuesOfNoDeclaredClass() {
        assertEquals("$.a.b[1]", pathInText("json", "{\"a\":{\"b\":[1,{\"@dw:UUID\":\"x\"}]}}"));
        assertEquals("$.a.b[1]", pathInText("json", "{\"a\":{\"b\":[1,{\"@dw:UUID\":\"x\"}]},\"c\":1}"));
        assertEquals("$.c[0].d", pathInText("json", "{\"a\":1,\"c\":[{\"d\":{\"@dw:UUID\":\"x\"}}]}"));
        assertEquals("$[2]", pathInText("json", "[1,2,{\"@dw:UUID\":\"x\"}]"));
        assertEquals("$.a.b[1]", pathInText("yaml", "{a: {b: [1, !UUID x]}, c: 1}"));
    }

    static class MisfitTexts extends AbstractMarshallable {
        Map<String, List<String>> map = new LinkedHashMap<>();
    }

    static class MisfitNumbers extends AbstractMarshallable {
        Map<String, List<Integer>> map;
    }

    @Test
    void withoutCharactersThatATerminalObeys() {
        MisfitTexts texts = new MisfitTexts();
        texts.map.put("\u001b[31m\u202e", List.of("x"));
        for (String format : Formats.without(Feature.TABLE)) {
            WireDataException e = error(format, texts, MisfitNumbers.class);
            assertTrue(e.location().path().startsWith("$.map.\\u001B[31m\\u202E"), e.getMessage());
            assertFalse(e.getMessage().contains("\u001b"), format);
        }
    }

    @Test
    void insideMessagesThatDeltaStreamsHoldWhole() {
        assertEquals(
                "$[1]",
                error("delta", List.of(1, List.of("x")), int[].class).location().path());
        MisfitTexts texts = new MisfitTexts();
        for (int i = 0; i < 9_000; i++) {
            texts.map.put("key" + i, List.of());
        }
        texts.map.put("last", List.of("no"));
        String path = error("delta", texts, MisfitNumbers.class).location().path();
        assertTrue(path.startsWith("$.map.last"), path);
    }

    record MisfitNamed(String name) implements Comparable<MisfitNamed> {
        @Override
        public int compareTo(MisfitNamed other) {
            return name.compareTo(other.name);
        }

        @Override
        public String toString() {
            return name.strip();
        }
    }

    static class MisfitByName extends AbstractMarshallable {
        TreeMap<MisfitNamed, Integer> map;
    }

    @Test
    void whereTheKeyCannotSayWhatItIs() {
        for (String value : List.of("1", "no")) {
            WireDataException e = assertThrows(
                    WireDataException.class,
                    () -> Marshallable.fromString(MisfitByName.class, "map: {? {name: null} : " + value + "}"));
            assertTrue(e.location().path().startsWith("$.map"), e.getMessage());
        }
    }
}
