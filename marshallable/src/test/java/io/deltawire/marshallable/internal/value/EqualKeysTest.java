package io.deltawire.marshallable.internal.value;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Wire;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireFormat.Feature;
import io.deltawire.wire.testing.EachFormat;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Distinct keys of a map come back distinct. The map is refused if their encodings are equal, so that only one would
 * come back.
 */
class EqualKeysTest {
    /** Without equality of its own. */
    static class Place {
        int x;

        Place(int x) {
            this.x = x;
        }
    }

    static class Keyring extends AbstractMarshallable {
        Map<Object, String> any = new LinkedHashMap<>();
        Map<Place, String> places = new LinkedHashMap<>();
        Map<CharSequence, String> texts = new LinkedHashMap<>();
        IdentityHashMap<Object, String> identities = new IdentityHashMap<>();
    }

    private static StringBuilder text(String text) {
        return new StringBuilder(text);
    }

    private static void assertRefused(String format, String expected, String field, Keyring ring) {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire wire = Wire.of(format, bytes);
        String message =
                assertThrows(WireDataException.class, () -> wire.write(ring)).getMessage();
        assertEquals(
                format + ": expected a map without keys that are written alike but " + expected
                        + " is there twice at path $." + field,
                message);
        assertEquals(0, bytes.readRemaining());
        assertFalse(ring.toString().isEmpty(), "people may see both");
    }

    @ParameterizedTest
    @EachFormat(without = Feature.TABLE)
    void keysThatDifferInKindComeBack(String format) {
        Keyring ring = new Keyring();
        for (Object key : List.of(1, "1", 1L, 1.0, true, "true", 'x', "x", new Place(1), new Place(2))) {
            ring.any.put(key, key.toString());
        }
        ring.any.put(null, "null");
        ring.any.put("null", "text");
        ring.places.put(new Place(1), "a");
        ring.places.put(new Place(2), "b");
        ring.texts.put("a", "a");
        ring.texts.put(text("b"), "b");
        Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap());
        wire.write(ring);
        assertTrue(WireEquality.areEqual(ring, wire.read(Keyring.class)));
    }

    @ParameterizedTest
    @EachFormat
    void textsThatAreEqualAreRefused(String format) {
        Keyring ring = new Keyring();
        ring.texts.put("a", "1");
        ring.texts.put(text("a"), "2");
        assertRefused(format, "\"a\"", "texts", ring);

        Keyring identity = new Keyring();
        identity.identities.put("b", "1");
        identity.identities.put(text("b").toString(), "2");
        assertRefused(format, "\"b\"", "identities", identity);
    }

    @ParameterizedTest
    @ValueSource(strings = "yaml")
    void objectsThatAreEqualAreRefusedWhereAReaderWouldRefuseThem(String format) {
        Keyring ring = new Keyring();
        ring.places.put(new Place(1), "a");
        ring.places.put(new Place(1), "b");
        String place = " of " + Place.class.getTypeName();
        assertRefused(format, "!Place { x: 1 }" + place, "places", ring);

        Keyring arrays = new Keyring();
        arrays.any.put(new int[] {1}, "a");
        arrays.any.put(new int[] {1}, "b");
        assertRefused(format, "!int%5B%5D [1] of int[]", "any", arrays);

        Keyring lists = new Keyring();
        lists.any.put(new ArrayList<>(List.of(new Place(1))), "a");
        lists.any.put(new ArrayList<>(List.of(new Place(1))), "b");
        assertThrows(
                WireDataException.class,
                () -> Wire.of(format, Bytes.allocateElasticOnHeap()).write(lists));
    }

    @ParameterizedTest
    @EachFormat(without = {Feature.UNIQUE_KEYS, Feature.RECORDS, Feature.TABLE})
    void objectsThatAreEqualComeBackElsewhere(String format) {
        Keyring ring = new Keyring();
        ring.places.put(new Place(1), "a");
        ring.places.put(new Place(1), "b");
        Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap());
        wire.write(ring);
        assertEquals(2, wire.read(Keyring.class).places.size());
    }
}
