package io.deltawire.marshallable.internal.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Alias;
import io.deltawire.marshallable.Fallback;
import io.deltawire.marshallable.Key;
import io.deltawire.marshallable.Marshallable;
import io.deltawire.marshallable.Required;
import io.deltawire.marshallable.TypeRegistry;
import io.deltawire.marshallable.Wire;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.testing.EachFormat;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/** An unknown enum constant is read as the one with {@link Fallback}, wherever an enum can stand. */
@SuppressWarnings("UnusedVariable") // fields are read by codecs
class FallbackTest {
    enum LaterVenue implements LaterPlace {
        LONDON,
        PARIS,
        FRANKFURT,
        MILAN,
        OTHER
    }

    enum Venue implements Place {
        @Alias("PARIS")
        LUTETIA,
        @Fallback
        OTHER {
            @Override
            public String toString() {
                return "something else";
            }
        },
        LONDON
    }

    sealed interface LaterPlace permits LaterVenue {}

    sealed interface Place permits Venue {}

    static class Later extends AbstractMarshallable {
        @Key
        LaterVenue key;

        LaterVenue venue;
        int count;
    }

    static class Now extends AbstractMarshallable {
        @Key
        Venue key;

        Venue venue;
        int count;
    }

    /** A class with a required field is read by reflection. */
    static class Reflective extends Now {
        @Required
        int required = 1;
    }

    static class LaterReflective extends Later {
        int required = 1;
    }

    record NowRecord(Venue key, Venue venue, int count) {}

    private static Venue read(LaterVenue written) {
        return switch (written) {
            case LONDON -> Venue.LONDON;
            case PARIS -> Venue.LUTETIA;
            default -> Venue.OTHER;
        };
    }

    private static <T extends Later> T later(T later, int i) {
        LaterVenue[] all = LaterVenue.values();
        later.key = all[i % 2];
        later.venue = all[i * 7 / 3 % all.length];
        later.count = i;
        return later;
    }

    @ParameterizedTest
    @EachFormat
    void unknownConstantsOfFieldsAreReadByEveryMethod(String format) {
        Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap());
        Wire reflective = Wire.of(format, Bytes.allocateElasticOnHeap());
        for (int i = 0; i < 60; i++) {
            wire.write("event", later(new Later(), i));
            reflective.write("event", later(new LaterReflective(), i));
        }
        Now into = new Now();
        for (int i = 0; i < 60; i++) {
            Later expected = later(new Later(), i);
            if (i % 5 == 4) {
                assertEquals(new NowRecord(read(expected.key), read(expected.venue), i), wire.read(NowRecord.class));
            } else {
                Now read = switch (i % 5) {
                    case 0 -> wire.read(Now.class);
                    case 1 -> wire.read(into);
                    case 2 -> wire.readReused(Now.class);
                    default -> wire.readByKey(Now.class);
                };
                assertRead(expected, read);
            }
            assertRead(expected, reflective.read(Reflective.class));
        }
    }

    private static void assertRead(Later expected, Now read) {
        assertEquals(read(expected.key), read.key);
        assertEquals(read(expected.venue), read.venue);
        assertEquals(expected.count, read.count);
    }

    @ParameterizedTest
    @EachFormat
    void unknownKeyIsTheKeyOfTheFallback(String format) {
        Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap());
        Later written = new Later();
        for (int i = 0; i < 6; i++) {
            written.key = LaterVenue.values()[i % 2 + 2];
            written.count = i;
            wire.write(written);
        }
        for (int i = 0; i < 6; i++) {
            Now read = wire.readByKey(Now.class);
            assertEquals(Venue.OTHER, read.key);
            assertEquals(i, read.count);
        }
    }

    static class LaterMany extends AbstractMarshallable {
        List<LaterVenue> list = new ArrayList<>();
        LaterVenue[] array;
        EnumSet<LaterVenue> set;
        Map<LaterVenue, Integer> map = new LinkedHashMap<>();
        EnumMap<LaterVenue, LaterVenue> enumMap = new EnumMap<>(LaterVenue.class);
        LaterPlace place;
        Object any;
    }

    static class Many extends AbstractMarshallable {
        List<Venue> list;
        Venue[] array;
        EnumSet<Venue> set;
        Map<Venue, Integer> map;
        EnumMap<Venue, Venue> enumMap;
        Place place;
        Object any;
    }

    @ParameterizedTest
    @EachFormat
    void unknownElementsAndMapKeysAreReadAsTheFallback(String format) {
        boolean isTable = format.equals("csv");
        TypeRegistry writing = TypeRegistry.create().register("Place", LaterVenue.class);
        TypeRegistry reading = TypeRegistry.create().register("Place", Venue.class);
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire wire = Wire.of(format, bytes, writing.asOptions());
        for (int i = 0; i < 6; i++) {
            LaterMany many = new LaterMany();
            // The columns of CSV are those of the first message, and none has a null key.
            LaterVenue unknown = i % 2 == 0 || isTable ? LaterVenue.MILAN : LaterVenue.FRANKFURT;
            many.list.addAll(List.of(LaterVenue.LONDON, unknown, LaterVenue.PARIS));
            many.array = new LaterVenue[] {unknown, null, LaterVenue.LONDON};
            many.set = EnumSet.of(LaterVenue.LONDON, LaterVenue.FRANKFURT, LaterVenue.MILAN);
            many.map.put(LaterVenue.LONDON, 1);
            many.map.put(unknown, i);
            if (!isTable) {
                many.map.put(null, 3);
            }
            many.enumMap.put(unknown, unknown);
            many.place = unknown;
            many.any = unknown;
            wire.write(many);
        }
        Wire in = Wire.of(format, bytes, reading.asOptions());
        Many into = new Many();
        for (int i = 0; i < 6; i++) {
            Many many = i % 3 == 0 ? in.read(Many.class) : i % 3 == 1 ? in.read(into) : in.readByKey(Many.class);
            assertEquals(List.of(Venue.LONDON, Venue.OTHER, Venue.LUTETIA), many.list);
            assertArrayEquals(new Venue[] {Venue.OTHER, null, Venue.LONDON}, many.array);
            assertEquals(EnumSet.of(Venue.LONDON, Venue.OTHER), many.set);
            Map<Venue, Integer> map = new LinkedHashMap<>(Map.of(Venue.LONDON, 1, Venue.OTHER, i));
            if (!isTable) {
                map.put(null, 3);
            }
            assertEquals(map, many.map);
            assertEquals(Map.of(Venue.OTHER, Venue.OTHER), many.enumMap);
            assertEquals(Venue.OTHER, many.place);
            assertEquals(Venue.OTHER, many.any);
        }
    }

    static class Counts extends AbstractMarshallable {
        Map<Venue, Integer> counts = new LinkedHashMap<>();
    }

    static class LaterCounts extends AbstractMarshallable {
        Map<LaterVenue, Integer> counts = new LinkedHashMap<>();
    }

    @ParameterizedTest
    @EachFormat
    void secondUnknownKeyOfAMapIsAnErrorAndTheNextMessageIsRead(String format) {
        Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap());
        LaterCounts counts = new LaterCounts();
        counts.counts.put(LaterVenue.MILAN, 1);
        counts.counts.put(LaterVenue.FRANKFURT, 2);
        wire.write(counts);
        counts.counts.remove(LaterVenue.MILAN);
        wire.write(counts).write(counts);
        Counts into = new Counts();
        String message =
                assertThrows(WireDataException.class, () -> wire.read(into)).getMessage();
        assertTrue(message.contains("one key that is read as OTHER"), message);
        assertEquals(Map.of(Venue.OTHER, 2), wire.read(into).counts);
        assertEquals(Map.of(Venue.OTHER, 2), wire.readByKey(Counts.class).counts);
    }

    enum Twice {
        @Fallback
        A,
        @Fallback
        B
    }

    static class HasTwice {
        Twice twice = Twice.A;
    }

    @ParameterizedTest
    @EachFormat
    void twoFallbacksAreAnErrorWhenTheEnumIsUsed(String format) {
        Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap());
        for (Object object : List.of(Twice.A, new HasTwice(), List.of(Twice.B))) {
            String message = assertThrows(WireDataException.class, () -> wire.write("a", object))
                    .getMessage();
            assertTrue(message.contains("two constants with @Fallback, A and B"), message);
        }
        wire.write("c", new Now());
        assertThrows(WireDataException.class, () -> wire.read(Twice.class));
        assertEquals(new Now(), wire.read(Now.class));
    }

    @Test
    void textOfAnotherKindIsStillAnError() {
        assertEquals(Venue.OTHER, Marshallable.fromString(Venue.class, "BERLIN"));
        assertThrows(WireDataException.class, () -> Marshallable.fromString(Venue.class, "[OTHER]"));
        assertThrows(WireDataException.class, () -> Marshallable.fromString(LaterVenue.class, "BERLIN"));
    }
}
