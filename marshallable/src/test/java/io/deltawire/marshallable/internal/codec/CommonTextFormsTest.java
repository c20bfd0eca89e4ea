package io.deltawire.marshallable.internal.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Alias;
import io.deltawire.marshallable.Wire;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.testing.Formats;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetTime;
import java.time.Period;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.Random;
import java.util.function.Function;
import java.util.function.Supplier;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;

/** Compares the fast paths for texts with {@code java.time}: on random values, and on texts with random edits. */
class CommonTextFormsTest {
    private static final int ROUNDS = 300_000;
    private static final String LETTERS = "PTYMWDHSptyms+-.,:Z0123456789 \u0661\u00e9";

    private final Random random = new Random(20);

    private int number() {
        return switch (random.nextInt(4)) {
            case 0 -> random.nextInt(3);
            case 1 -> random.nextInt(100);
            case 2 -> random.nextInt(1_000_000);
            default -> random.nextInt();
        };
    }

    private int nanos() {
        int[] steps = {0, 1, 1_000, 1_000_000, 100_000_000};
        int step = steps[random.nextInt(steps.length)];
        return step == 0 ? 0 : random.nextInt(1_000_000_000 / step) * step;
    }

    private void compare(CommonTextForm form, Supplier<Object> values, Function<String, Object> parser, double usual) {
        byte[] ascii = new byte[CommonTextForm.MAX_BYTES];
        int written = 0;
        int parsed = 0;
        for (int i = 0; i < ROUNDS; i++) {
            Object value = values.get();
            String text = value.toString();
            int length = form.write(ascii, value);
            if (length >= 0) {
                written++;
                assertEquals(text, new String(ascii, 0, length, StandardCharsets.ISO_8859_1));
            }
            parsed += assertParses(form, text, parser);
            assertParses(form, edited(text), parser);
            assertParses(form, edited(edited(text)), parser);
        }
        assertTrue(written > usual * ROUNDS, "written: " + written);
        assertTrue(parsed > usual * ROUNDS, "parsed: " + parsed);
    }

    /**
     * Asserts that the form reads a text as the class does, or leaves it to the class. Returns 1 if the form reads it.
     */
    private static int assertParses(CommonTextForm form, String text, Function<String, Object> parser) {
        byte[] ascii = text.getBytes(StandardCharsets.ISO_8859_1);
        Object value = text.length() > CommonTextForm.MAX_BYTES ? null : form.parse(ascii, ascii.length);
        if (value == null || text.indexOf('\u0661') >= 0) {
            return 0;
        }
        assertEquals(parser.apply(text), value, text);
        return 1;
    }

    private String edited(String text) {
        StringBuilder edited = new StringBuilder(text);
        int at = random.nextInt(text.length() + 1);
        char letter = LETTERS.charAt(random.nextInt(LETTERS.length()));
        switch (random.nextInt(4)) {
            case 0 -> edited.insert(at, letter);
            case 1 -> edited.insert(at, random.nextInt(100));
            case 2 -> edited.delete(at, Math.min(text.length(), at + 1));
            default -> {
                if (at < text.length()) {
                    edited.setCharAt(at, letter);
                }
            }
        }
        return edited.toString();
    }

    @Test
    void durationsAgreeWithJavaTime() {
        compare(CommonTextForms.DURATION, () -> Duration.ofSeconds(number(), nanos()), Duration::parse, 0.8);
        compare(
                CommonTextForms.DURATION,
                () -> Duration.ofSeconds(random.nextLong() >> random.nextInt(64)),
                Duration::parse,
                0.2);
    }

    @Test
    void periodsAgreeWithJavaTime() {
        compare(CommonTextForms.PERIOD, () -> Period.of(number(), number(), number()), Period::parse, 0.4);
    }

    @Test
    void yearMonthsAgreeWithJavaTime() {
        compare(
                CommonTextForms.YEAR_MONTH,
                () -> YearMonth.of(random.nextInt(12_000) - 1000, 1 + random.nextInt(12)),
                YearMonth::parse,
                0.8);
    }

    @Test
    void monthDaysAgreeWithJavaTime() {
        compare(
                CommonTextForms.MONTH_DAY,
                () -> MonthDay.of(1 + random.nextInt(12), 1 + random.nextInt(28)),
                MonthDay::parse,
                0.9);
        for (int month = 0; month < 100; month++) {
            for (int day = 0; day < 100; day++) {
                assertParses(CommonTextForms.MONTH_DAY, String.format("--%02d-%02d", month, day), MonthDay::parse);
            }
        }
    }

    @Test
    void offsetTimesAgreeWithJavaTime() {
        compare(
                CommonTextForms.OFFSET_TIME,
                () -> OffsetTime.of(
                        LocalTime.ofSecondOfDay(random.nextInt(86_400)).withNano(nanos()),
                        ZoneOffset.ofTotalSeconds(random.nextInt(2 * 18 * 60 + 1) * 60 - 18 * 3600)),
                OffsetTime::parse,
                0.8);
        for (int hours = 0; hours < 30; hours++) {
            for (int minutes = 0; minutes < 70; minutes++) {
                String suffix = String.format("%02d:%02d", hours, minutes);
                assertParses(CommonTextForms.OFFSET_TIME, "10:15+" + suffix, OffsetTime::parse);
                assertParses(CommonTextForms.OFFSET_TIME, "10:15:30-" + suffix, OffsetTime::parse);
            }
        }
    }

    @Test
    void everyFormatAcceptsTheTextsThatTheClassAccepts() {
        for (String format : Formats.all()) {
            for (int i = 0; i < 2_000; i++) {
                String text = edited(Duration.ofSeconds(number(), nanos()).toString());
                Bytes<?> bytes = Bytes.allocateElasticOnHeap();
                try (Wire wire = Wire.of(format, bytes)) {
                    AsText written = new AsText();
                    written.value = text;
                    wire.write("q", written);
                }
                Bytes<?> again = Bytes.wrapForRead(bytes.toByteArray());
                try (Wire wire = Wire.of(format, again)) {
                    assertTrue(wire.next());
                    Duration expected = parsed(text);
                    if (expected == null) {
                        assertThrows(WireDataException.class, () -> wire.read(AsDuration.class), text);
                    } else {
                        assertEquals(expected, wire.read(AsDuration.class).value, text);
                    }
                }
            }
        }
    }

    private static Duration parsed(String text) {
        try {
            return Duration.parse(text);
        } catch (DateTimeException | ArithmeticException e) {
            return null;
        }
    }

    /** Writes a text where a duration is expected. */
    @Alias("TextFormsDuration")
    public static final class AsText extends AbstractMarshallable {
        public String value;
    }

    /** Reads the text as a duration. */
    @Alias("AsText")
    public static final class AsDuration extends AbstractMarshallable {
        public Duration value;
    }
}
