package io.deltawire.marshallable.internal.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.deltawire.marshallable.GenericRecord;
import io.deltawire.marshallable.Key;
import io.deltawire.marshallable.Wire;
import io.deltawire.wire.WireException;
import io.deltawire.wire.testing.EachFormat;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.params.ParameterizedTest;

/** A zone that only the writer's JVM knows, as one that a later version of the time-zone data has. */
class UnknownZoneTest {
    private static final String KNOWN = "America/New_York";
    private static final String UNKNOWN = "America/New_Xork";

    static class Meeting {
        @Key
        int id;

        ZonedDateTime at;
        int guests;

        static Meeting of(int id, int hour) {
            Meeting meeting = new Meeting();
            meeting.id = id;
            meeting.at = ZonedDateTime.of(2026, 7, 1, hour, 0, 0, 0, ZoneId.of(KNOWN));
            meeting.guests = hour;
            return meeting;
        }
    }

    static class Guests {
        int id;
        int guests;
    }

    /** Returns six messages of two records, with another zone of the same length in their bytes. */
    private static Bytes<?> messages(String format) {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire wire = Wire.of(format, bytes);
        for (int i = 0; i < 6; i++) {
            wire.write(Meeting.of(i % 2, 8 + i));
        }
        String text = new String(bytes.toByteArray(), StandardCharsets.ISO_8859_1);
        return Bytes.wrapForRead(text.replace(KNOWN, UNKNOWN).getBytes(StandardCharsets.ISO_8859_1));
    }

    @ParameterizedTest
    @EachFormat
    void untypedReaderGivesTheTextOfTheSameInstant(String format) {
        Wire wire = Wire.of(format, messages(format));
        for (int i = 0; i < 6; i++) {
            Object value = wire.read().value();
            Map<?, ?> fields = value instanceof GenericRecord record ? record.fields() : (Map<?, ?>) value;
            String at = fields.get("at").toString().replace(UNKNOWN, KNOWN);
            assertEquals(
                    Meeting.of(0, 8 + i).at.toInstant(), ZonedDateTime.parse(at).toInstant(), at);
            assertEquals(ZoneId.of(KNOWN), ZonedDateTime.parse(at).getZone());
            assertEquals(8L + i, ((Number) fields.get("guests")).longValue());
        }
    }

    @ParameterizedTest
    @EachFormat
    void readerOfTheFieldFailsWithThatMessageOnly(String format) {
        Wire wire = Wire.of(format, messages(format));
        for (int i = 0; i < 5; i++) {
            WireException e = assertThrows(WireException.class, () -> wire.read(Meeting.class));
            assertEquals(true, e.getMessage().contains(UNKNOWN), e.getMessage());
        }
        Guests last = wire.read(Guests.class);
        assertEquals(List.of(1, 13), List.of(last.id, last.guests));
    }

    @ParameterizedTest
    @EachFormat
    void readerOfOtherFieldsDoesNotMind(String format) {
        for (boolean reuses : new boolean[] {false, true}) {
            Wire wire = Wire.of(format, messages(format));
            Guests into = new Guests();
            for (int i = 0; i < 6; i++) {
                Guests read = reuses ? wire.read(into) : wire.read(Guests.class);
                assertEquals(List.of(i % 2, 8 + i), List.of(read.id, read.guests));
            }
        }
    }
}
