package io.deltawire.delta.internal.value;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.wire.spi.text.TemporalText;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Test;

class TimeValueTest {
    /** The rules of EST changed from one offset to those of Panama with the time-zone data of 2024b. */
    @Test
    void textDependsOnNoTimeZoneData() {
        for (String id : ZoneId.getAvailableZoneIds()) {
            String text = TemporalText.format(Instant.EPOCH.atZone(ZoneId.of(id)));
            TimeValue time = TimeValue.of(TemporalText.parseExact(text), text, null);
            if (List.of("UTC", "GMT", "UT").contains(id)) {
                assertEquals(text, TimeValue.of(time.format(), time.zone(), time.count()).value());
            } else {
                assertNull(time, text);
            }
        }
        for (String id : List.of("Z", "+01:00", "-01:30", "UTC+01:00", "GMT-02:00", "UT+18:00")) {
            String text = TemporalText.format(Instant.EPOCH.atZone(ZoneId.of(id)));
            TimeValue time = TimeValue.of(Instant.EPOCH.atZone(ZoneId.of(id)), text, null);
            assertEquals(text, TimeValue.of(time.format(), time.zone(), time.count()).value());
            assertTrue(time.isText());
        }
    }
}
