package io.deltawire.marshallable.internal.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Key;
import io.deltawire.marshallable.ReadMarshallable;
import io.deltawire.marshallable.Wire;
import io.deltawire.marshallable.WriteMarshallable;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireFormat.Feature;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.testing.EachFormat;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * Values of different kinds that have the same text stay distinct: as keys of records and maps, in custom collections,
 * and in code written by hand.
 */
class ValueKindsTest {
    @SuppressWarnings("JavaUtilDate") // a key of users
    static class KeptByDate extends AbstractMarshallable {
        @Key
        Date date;

        @Key
        Locale locale;

        int value;

        KeptByDate(long millis, String tag, int value) {
            this.date = new Date(millis);
            this.locale = Locale.forLanguageTag(tag);
            this.value = value;
        }
    }

    @Test
    void recordsOfKeysWithOneTextAreSeveral() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        List<KeptByDate> written = List.of(
                new KeptByDate(1000, "und", 1), new KeptByDate(1001, "und", 2), new KeptByDate(1000, "und-Latn", 3));
        int begin;
        try (Wire wire = Wire.of(new DeltaFormat(), bytes, WireOptions.DEFAULTS)) {
            written.forEach(wire::write);
            wire.flush();
            begin = bytes.size();
            wire.keyFrame();
        }
        Wire wire = Wire.of(
                new DeltaFormat(),
                new ByteArrayInputStream(Arrays.copyOfRange(bytes.toByteArray(), begin, bytes.size())),
                WireOptions.DEFAULTS);
        List<KeptByDate> read = new ArrayList<>();
        for (KeptByDate each = wire.read(KeptByDate.class); each != null; each = wire.read(KeptByDate.class)) {
            read.add(each);
        }
        assertEquals(written, read);
    }

    static class KeptInKeys extends AbstractMarshallable {
        Map<Optional<Object>, Integer> objects = new LinkedHashMap<>();
        Map<Optional<Number>, Integer> numbers = new LinkedHashMap<>();
        Map<Optional<String>, Integer> texts = new LinkedHashMap<>();
        Map<URI, Integer> uris = new LinkedHashMap<>();
    }

    @ParameterizedTest
    @EachFormat(without = Feature.TABLE)
    void keysInAnOptionalKeepTheirKinds(String format) {
        KeptInKeys keys = new KeptInKeys();
        for (Object key : new Object[] {1L, "1", true, "true", 1.5, "1.5", LocalDate.EPOCH, "1970-01-01"}) {
            keys.objects.put(Optional.of(key), keys.objects.size());
        }
        keys.objects.put(Optional.empty(), -1);
        keys.numbers.put(Optional.of(5L), 1);
        keys.numbers.put(Optional.of(1.5), 2);
        keys.texts.put(Optional.of("null"), 1);
        Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap());
        wire.write(keys);
        assertEquals(keys, wire.read(KeptInKeys.class));
    }

    /** What would be refused on reading. */
    @ParameterizedTest
    @EachFormat(without = {Feature.TABLE, Feature.RECORDS})
    void textOfAKeyIsNoLongerThanANameMayBe(String format) {
        for (int length : new int[] {1000, 1100}) {
            for (boolean isOptional : new boolean[] {true, false}) {
                KeptInKeys keys = new KeptInKeys();
                if (isOptional) {
                    keys.texts.put(Optional.of("k".repeat(length)), 1);
                } else {
                    keys.uris.put(URI.create("k".repeat(length)), 1);
                }
                Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap());
                if (length > 1024) {
                    assertThrows(WireDataException.class, () -> wire.write(keys));
                } else {
                    wire.write(keys);
                    assertEquals(keys, wire.read(KeptInKeys.class));
                }
            }
        }
    }

    static class KeptList extends ArrayList<Object> {
        private static final long serialVersionUID = 1;
    }

    static class KeptInOwn extends AbstractMarshallable {
        KeptList list = new KeptList();
    }

    @ParameterizedTest
    @EachFormat(without = Feature.TABLE)
    void nullsWithATypeNameStayInACustomCollection(String format) {
        KeptInOwn own = new KeptInOwn();
        own.list.add(OptionalInt.empty());
        own.list.add(null);
        own.list.add(OptionalInt.of(1));
        Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap());
        wire.write(own);
        assertEquals(own, wire.read(KeptInOwn.class));
    }

    @ParameterizedTest
    @EachFormat(without = Feature.TABLE)
    void messagesCanBeOptionals(String format) {
        List<Optional<Object>> written = List.of(Optional.of(1L), Optional.empty(), Optional.of(List.of(1L)));
        Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap());
        for (Optional<Object> each : written) {
            wire.write("event", each);
            wire.write("event", each);
        }
        for (Optional<Object> each : written) {
            assertEquals(each, wire.read(Optional.class));
            wire.next();
            assertEquals(each, wire.read(Object.class));
        }
    }

    static class KeptByHand extends AbstractMarshallable implements WriteMarshallable, ReadMarshallable {
        Object held;

        KeptByHand(Object held) {
            this.held = held;
        }

        @Override
        public void writeMarshallable(WireOut out) {
            out.field("held");
            Wire.writeObject(out, held);
        }

        @Override
        public void readMarshallable(WireIn in) {
            held = in.hasNext() && in.fieldName().equals("held") ? Wire.readObject(in, Object.class) : null;
        }
    }

    @ParameterizedTest
    @EachFormat(without = Feature.TABLE)
    void valuesWrittenByHandKeepTheirKinds(String format) {
        Map<Object, Object> keys = new LinkedHashMap<>();
        keys.put(LocalDate.EPOCH, 1L);
        keys.put(5L, 2L);
        keys.put("5", 3L);
        for (Object value :
                new Object[] {LocalDate.EPOCH, Instant.EPOCH, new byte[] {1}, Double.NaN, List.of(LocalTime.NOON), keys
                }) {
            Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap());
            wire.write(new KeptByHand(value));
            assertEquals(new KeptByHand(value), wire.read(KeptByHand.class));
        }
    }
}
