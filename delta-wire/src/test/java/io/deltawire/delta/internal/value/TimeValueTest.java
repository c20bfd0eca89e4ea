package io.deltawire.delta.internal.value;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.delta.testing.IndependentDecoder;
import io.deltawire.delta.testing.Streams;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.spi.text.TemporalText;
import io.deltawire.wire.testing.Trees;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class TimeValueTest {
    /** The rules of EST changed from one offset to those of Panama with the time-zone data of 2024b. */
    @Test
    void textDependsOnNoTimeZoneData() {
        for (String id : ZoneId.getAvailableZoneIds()) {
            String text = TemporalText.format(Instant.EPOCH.atZone(ZoneId.of(id)));
            TimeValue time = TimeValue.of(TemporalText.parseExact(text), text, null);
            if (List.of("UTC", "GMT", "UT").contains(id)) {
                assertEquals(
                        text,
                        TimeValue.of(time.format(), time.zone(), time.count()).value());
            } else {
                assertNull(time, text);
            }
        }
        for (String id : List.of("Z", "+01:00", "-01:30", "UTC+01:00", "GMT-02:00", "UT+18:00")) {
            String text = TemporalText.format(Instant.EPOCH.atZone(ZoneId.of(id)));
            TimeValue time = TimeValue.of(Instant.EPOCH.atZone(ZoneId.of(id)), text, null);
            assertEquals(
                    text, TimeValue.of(time.format(), time.zone(), time.count()).value());
            assertTrue(time.isText());
        }
    }

    private static final String[] PATTERNS = {
        "HH:mm:ss", "uuuu-MM-dd HH:mm:ss", "uuuu-MM-dd'T'HH:mm:ss", "uuuu-MM-dd'T'HH:mm", "uuuu-MM-dd"
    };
    private static final String[] FRACTIONS = {"", ".SSS", ",SSS", ".SSSSSS", ".SSSSSSSSS", ",SSSSSSSSS", ".S"};
    private static final String[] OFFSETS = {"", "'Z'", "XXX", "xxx", "xx", "' 'xx", "x", "' 'xxx"};

    private static String anyText(SplittableRandom random, String pattern) {
        long seconds = random.nextInt(4) == 0 ? random.nextLong(-62_167_219_200L, 253_402_300_800L) : 1_700_000_000;
        int nanos = new int[] {0, 120_000_000, 123_456_000, 123_456_789}[random.nextInt(4)];
        ZoneOffset offset = ZoneOffset.ofTotalSeconds(new int[] {0, 7200, -19_800}[random.nextInt(3)]);
        String text = LocalDateTime.ofEpochSecond(seconds + random.nextInt(100), nanos, ZoneOffset.UTC)
                .atOffset(offset)
                .format(DateTimeFormatter.ofPattern(pattern));
        if (random.nextInt(8) > 0) {
            return text;
        }
        int at = random.nextInt(text.length());
        return text.substring(0, at) + "0123456789:-. ,TZ+".charAt(random.nextInt(18)) + text.substring(at + 1);
    }

    @Test
    void timesInAnyNotationComeBackAsTheyWere() {
        SplittableRandom random = new SplittableRandom(Long.getLong("delta.seed", 1));
        for (int round = 0; round < 60; round++) {
            String pattern = PATTERNS[random.nextInt(PATTERNS.length)];
            if (pattern.endsWith("ss")) {
                pattern += FRACTIONS[random.nextInt(FRACTIONS.length)];
                pattern += pattern.startsWith("u") ? OFFSETS[random.nextInt(OFFSETS.length)] : "";
            }
            List<Object> messages = new ArrayList<>();
            for (int i = 0; i < 60; i++) {
                messages.add(Trees.map("t", anyText(random, pattern), "id", (long) random.nextInt(3)));
            }
            byte[] bytes = Streams.write(messages, WireOptions.DEFAULTS.with(WireOptions.KEY_FIELDS, List.of("id")));
            assertEquals(messages, Trees.readAll(new DeltaFormat().newReader(bytes, WireOptions.DEFAULTS)));
            List<Object> decoded = new ArrayList<>();
            new IndependentDecoder(bytes).messages().forEach(message -> decoded.add(message.tree()));
            assertEquals(messages, decoded);
        }
    }

    @Test
    void notationsOfOtherProgramsAreCounted() {
        for (String text : List.of(
                "15:04:00",
                "15:04:01,102",
                "2014-02-14 14:30:00",
                "2026-11-28 15:00:01,102",
                "2026-11-28T15:01:00",
                "2026-01-01T00:00:01+00:00",
                "2026-01-01T00:00:01.120000+05:30",
                "2026-01-01T00:00:01.000Z",
                "2026-01-01T00:00:01.785+0000",
                "2026-01-01 00:00:01 -0230",
                "2026-01-01 00:00:01+00",
                "0000-01-01 00:00:00",
                "9999-12-31 23:59:59.999999")) {
            TimeValue time = TimeValue.ofText(text, null);
            assertEquals(
                    text, TimeValue.of(time.format(), time.zone(), time.count()).value());
        }
        for (String text : List.of(
                "24:00:00",
                "15:04:60",
                "2014-02-30 14:30:00",
                "2014-02-14  4:30:00",
                "2014-02-14 14:30:00.1",
                "2014-02-14 14:30:00.",
                "2014-02-14 14:30:00 ",
                "2014-02-14 14:30:00-00:00",
                "2014-02-14 14:30:00+18:01",
                "2014-02-14 14:30:00+1:000",
                "9999-12-31 23:59:59.999999999",
                "1e2:34:56")) {
            assertNull(TimeValue.ofText(text, null), text);
        }
    }
}
