package io.deltawire.binary.internal.writer;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.binary.internal.codes.MessageFraming;
import io.deltawire.binary.internal.codes.NumberEncoder;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.wire.spi.object.FieldEncoder;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.Temporal;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * No value touches bytes outside the room that {@link FieldEncoder} promises, not even beyond its own end. An array
 * of just that size would show it.
 */
class FieldRoomTest {
    private final BinaryWriter writer =
            new BinaryWriter(OutputBuffer.inMemory(), WireLimits.DEFAULTS, MessageFraming.DOCUMENTS);
    private final byte[] room = new byte[FieldEncoder.MAX_BYTES];

    @Test
    void numbersStayInTheRoom() {
        byte[] least = new byte[NumberEncoder.MAX];
        Random random = new Random(3);
        for (int i = 0; i < 1_000_000; i++) {
            long bits = random.nextLong() >> random.nextInt(64);
            double number = switch (i & 3) {
                case 0 -> Double.longBitsToDouble(random.nextLong());
                case 1 -> bits;
                case 2 -> bits / 1e2;
                default -> bits / 1e6;
            };
            NumberEncoder.writeInt64(least, 0, bits);
            NumberEncoder.writeFloat64(least, 0, number);
            NumberEncoder.writeUntypedFloat64(least, 0, number);
            NumberEncoder.writeFloat32(least, 0, (float) number);
        }
    }

    @Test
    void textsStayInTheRoom() {
        for (int length = 0; length <= 200; length++) {
            for (String character : List.of("x", "\u00FC", "\u4E2D")) {
                writer.text(room, 0, character.repeat(length), 0);
            }
        }
    }

    @Test
    void datesAndTimesStayInTheRoom() {
        List<ZoneId> zones = new ArrayList<>(List.of(ZoneOffset.UTC, ZoneOffset.ofHoursMinutesSeconds(-17, -59, -59)));
        for (String id : ZoneId.getAvailableZoneIds()) {
            zones.add(ZoneId.of(id));
        }
        int written = 0;
        for (ZoneId zone : zones) {
            for (int year : new int[] {-999_999_998, -1, 0, 999, 2024, 9_999, 10_000, 999_999_998}) {
                for (int nano : new int[] {0, 1_000_000, 1_000, 999_999_999}) {
                    LocalTime time = LocalTime.of(23, 59, nano == 0 ? 0 : 59, nano);
                    LocalDateTime dateTime = LocalDate.of(year, 12, 31).atTime(time);
                    ZonedDateTime zoned = dateTime.atZone(zone);
                    OffsetDateTime offset = dateTime.atOffset(zoned.getOffset());
                    for (Temporal value : List.of(zoned, offset, dateTime, dateTime.toLocalDate(), time)) {
                        written += writer.temporal(room, 0, value) > 0 ? 1 : 0;
                    }
                    Instant instant = offset.toInstant();
                    written += writer.temporal(room, 0, instant) > 0 ? 1 : 0;
                    written += writer.temporal(room, 0, instant.plusNanos(1)) > 0 ? 1 : 0;
                }
            }
        }
        assertTrue(written > 10_000, "values written directly: " + written);
    }
}
