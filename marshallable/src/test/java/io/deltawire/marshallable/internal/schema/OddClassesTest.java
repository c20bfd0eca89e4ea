package io.deltawire.marshallable.internal.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Marshallable;
import io.deltawire.marshallable.Wire;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.testing.EachFormat;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Unusual classes, which must not surprise the reader of somebody else's data. */
@SuppressWarnings("UnusedVariable") // fields are read by codecs
class OddClassesTest {
    static class HidesNone extends AbstractMarshallable {
        private int id = 1;
        private int other = 2;
    }

    static class HidesSome extends HidesNone {
        private int id = 3;
        private int other = 4;
    }

    /** Hides inherited fields, and has a field named like the qualified name of one of them. */
    static class HidesAll extends HidesSome {
        private int id = 5;
        private int HidesNone_id = 6;
    }

    @ParameterizedTest
    @EachFormat
    void fieldsThatAreHiddenSeveralTimes(String format) {
        HidesAll third = new HidesAll();
        ((HidesNone) third).id = 10;
        third.HidesNone_id = 11;
        Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap());
        wire.write(third);
        assertEquals(third, wire.read(HidesAll.class));
    }

    static class ReadOnlyMap extends AbstractMap<String, Long> {
        @Override
        public Set<Map.Entry<String, Long>> entrySet() {
            return Set.of(Map.entry("a", 1L));
        }
    }

    static class ReadOnlySet extends AbstractSet<Long> {
        @Override
        public Iterator<Long> iterator() {
            return List.of(1L).iterator();
        }

        @Override
        public int size() {
            return 1;
        }
    }

    static class HoldsReadOnly extends AbstractMarshallable {
        ReadOnlyMap map;
        ReadOnlySet set;
    }

    @ParameterizedTest
    @ValueSource(strings = {"map: {a: 1}", "set: [1]"})
    void containersThatTakeNothing(String text) {
        WireDataException e =
                assertThrows(WireDataException.class, () -> Marshallable.fromString(HoldsReadOnly.class, text));
        assertTrue(e.getMessage().contains("does not take"), e.getMessage());
        assertTrue(e.location().path().startsWith("$." + text.substring(0, 3)), e.getMessage());
    }

    interface LoneShape {}

    record LoneDot(int x) implements LoneShape {}

    static class HoldsLoneShape extends AbstractMarshallable {
        LoneShape shape = new LoneDot(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{x: 1}| an object", "[1]| a list", "5| a number", "a| text"})
    void valuesThatNeedATypeNameAreShownInWords(String textAndShown) {
        String[] parts = textAndShown.split("\\|");
        WireDataException e = assertThrows(
                WireDataException.class, () -> Marshallable.fromString(HoldsLoneShape.class, "shape: " + parts[0]));
        assertTrue(e.getMessage().contains(" but was" + parts[1] + " without one"), e.getMessage());
    }
}
