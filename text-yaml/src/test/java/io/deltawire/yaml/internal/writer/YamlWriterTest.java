package io.deltawire.yaml.internal.writer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.spi.text.PlainStringCache;
import io.deltawire.yaml.YamlFormat;
import io.deltawire.yaml.internal.text.PlainText;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class YamlWriterTest {
    private static final String CHARS = "abcXYZ019 -_./:#\"'\\\n\u00E9\u0416\u4E2D";

    @Test
    void writesRepeatedStringsIdentically() {
        SplittableRandom random = new SplittableRandom(1);
        List<String> texts = new ArrayList<>(List.of("", "a", "y", "no", "null", "x ", " x", "12", "EURUSD"));
        for (int i = 0; i < 3_000; i++) {
            StringBuilder text = new StringBuilder();
            int kinds = random.nextBoolean() ? 6 : CHARS.length();
            for (int length = random.nextInt(12); length > 0; length--) {
                text.append(CHARS.charAt(random.nextInt(kinds)));
            }
            texts.add(text.toString());
        }
        PlainStringCache strings = new PlainStringCache();
        for (int i = 0; i < 100_000; i++) {
            String text = texts.get(random.nextInt(random.nextBoolean() ? 50 : texts.size()));
            byte[] written = new byte[20];
            int end = YamlWriter.putText(strings, written, 3, text, text.length());
            byte[] expected = new byte[20];
            assertEquals(PlainText.writeAscii(text, expected, 3), end, text);
            if (end >= 0) {
                assertEquals(text, new String(written, 3, end - 3, StandardCharsets.UTF_8));
            }
        }
    }

    /** Such a date-time has the text of an offset date-time, which would be text if it were in quotes. */
    @Test
    void dateTimesWhoseZoneIsAnOffsetStayDateTimes() {
        for (String text : List.of("2016-07-22T12:34:56+01:00", "2016-07-22T12:34+01:00", "2016-07-22T12:34:56Z")) {
            ByteArrayOutputStream stream = new ByteArrayOutputStream();
            WireOut out = new YamlFormat().newWriter(stream, WireOptions.DEFAULTS);
            out.beginMessage();
            out.temporal(ZonedDateTime.parse(text));
            out.endMessage();
            WireIn in = new YamlFormat().newReader(stream.toByteArray(), WireOptions.DEFAULTS);
            assertTrue(in.nextMessage());
            assertEquals(WireToken.TEMPORAL, in.peek(), text);
            assertEquals(text, in.temporal().toString());
        }
    }
}
