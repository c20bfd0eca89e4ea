package io.deltawire.marshallable.internal.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.csv.CsvFormat;
import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Wire;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Objects that are written to CSV by columns have the bytes of tokens. */
class CsvRowsTest {
    enum Venue {
        LONDON,
        PARIS
    }

    static class Execution extends AbstractMarshallable {
        String symbol;
        long time;
        int count;
        short small;
        byte tiny;
        boolean isLast;
        double price;
        float ratio;
        Venue venue;
        LocalDate day;
        ZonedDateTime at;
        Instant sent;
        String remark;
    }

    static final class OtherFill extends Execution {}

    private static final String[] TEXTS = {
        "EURUSD",
        "",
        "a,b",
        "a;b",
        "say \"x\"",
        "line\nend",
        "12",
        "1e6",
        "true",
        "NaN",
        " lead",
        "trail ",
        "{}",
        "{",
        "\u20ac",
        "\ud83d\ude00",
        "\uFEFFx",
        "2016-07-22",
        "Infinity",
        "\t",
        null
    };

    private static Execution random(SplittableRandom random, Execution fill) {
        fill.symbol = random.nextBoolean() ? "EURUSD" : TEXTS[random.nextInt(TEXTS.length)];
        fill.time = random.nextBoolean() ? random.nextLong() : random.nextInt(1000);
        fill.count = random.nextInt();
        fill.small = (short) random.nextInt();
        fill.tiny = (byte) random.nextInt();
        fill.isLast = random.nextBoolean();
        double[] prices = {Double.NaN, -0.0, Double.NEGATIVE_INFINITY, 1e300, Double.MIN_VALUE};
        fill.price = random.nextInt(4) == 0 ? prices[random.nextInt(prices.length)] : random.nextInt(1_000_000) / 1e4;
        fill.ratio = random.nextInt(6) == 0 ? Float.NaN : random.nextInt(1000) / 7f;
        fill.venue = random.nextInt(5) == 0 ? null : Venue.values()[random.nextInt(2)];
        fill.day = random.nextInt(5) == 0 ? null : LocalDate.ofEpochDay(random.nextInt(30_000));
        fill.at = random.nextInt(5) == 0
                ? null
                : Instant.ofEpochMilli(random.nextLong(2_000_000_000_000L)).atZone(ZoneId.of("Europe/Paris"));
        fill.sent =
                random.nextInt(5) == 0 ? null : Instant.ofEpochSecond(random.nextInt(), random.nextInt(1_000_000_000));
        fill.remark = TEXTS[random.nextInt(TEXTS.length)];
        return fill;
    }

    private static void writeTokens(Wire wire, String event, Object object) {
        WireOut out = wire.out();
        out.beginMessage();
        if (event != null) {
            out.beginObject();
            out.typedEvent(event);
        }
        Wire.writeObject(out, object);
        if (event != null) {
            out.endObject();
        }
        out.endMessage();
    }

    private static Wire wire(Bytes<?> bytes, WireOptions options) {
        return Wire.of("csv", bytes, options);
    }

    private static Stream<WireOptions> options() {
        List<String> columns = new ArrayList<>(List.of("fill.@dw:type"));
        for (java.lang.reflect.Field field : Execution.class.getDeclaredFields()) {
            columns.add("fill." + field.getName());
        }
        List<String> otherOrder = new ArrayList<>(columns);
        java.util.Collections.reverse(otherOrder);
        WireOptions none = WireOptions.DEFAULTS;
        return Stream.of(
                none,
                none.with(CsvFormat.DELIMITER, ';').with(CsvFormat.LINE_END, CsvFormat.LineEnd.LF),
                none.with(CsvFormat.QUOTES, CsvFormat.Quotes.TEXT),
                none.with(CsvFormat.COLUMNS, columns).with(CsvFormat.HEADER, CsvFormat.Header.ABSENT),
                none.with(CsvFormat.COLUMNS, otherOrder));
    }

    @ParameterizedTest
    @MethodSource("options")
    void columnsMakeTheBytesOfTokens(WireOptions options) {
        Bytes<?> byColumns = Bytes.allocateElasticOnHeap();
        Bytes<?> byTokens = Bytes.allocateElasticOnHeap();
        Wire columns = wire(byColumns, options);
        Wire tokens = wire(byTokens, options);
        SplittableRandom random = new SplittableRandom(5);
        List<Execution> written = new ArrayList<>();
        for (int i = 0; i < 3_000; i++) {
            Execution fill = random(random, random.nextInt(20) == 0 ? new OtherFill() : new Execution());
            columns.write("fill", fill);
            writeTokens(tokens, "fill", fill);
            written.add(fill);
        }
        assertEquals(text(byTokens), text(byColumns));
        if (options.get(CsvFormat.HEADER) == CsvFormat.Header.PRESENT) {
            Wire reader = wire(byColumns, WireOptions.DEFAULTS);
            for (Execution fill : written) {
                assertTrue(reader.next());
                assertEquals(fill, reader.read(fill.getClass()));
            }
        }
    }

    @Test
    void messageThatIsTheObjectDoesSoToo() {
        Bytes<?> byColumns = Bytes.allocateElasticOnHeap();
        Bytes<?> byTokens = Bytes.allocateElasticOnHeap();
        Wire columns = wire(byColumns, WireOptions.DEFAULTS);
        Wire tokens = wire(byTokens, WireOptions.DEFAULTS);
        SplittableRandom random = new SplittableRandom(6);
        for (int i = 0; i < 200; i++) {
            Execution fill = random(random, new Execution());
            columns.write(fill);
            writeTokens(tokens, null, fill);
        }
        assertEquals(text(byTokens), text(byColumns));
    }

    @Test
    void eventsOfOtherNamesAndMessagesByHandInBetweenChangeNothing() {
        Bytes<?> byColumns = Bytes.allocateElasticOnHeap();
        Bytes<?> byTokens = Bytes.allocateElasticOnHeap();
        Wire columns = wire(byColumns, WireOptions.DEFAULTS);
        Wire tokens = wire(byTokens, WireOptions.DEFAULTS);
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < 500; i++) {
            Execution fill = random(random, new Execution());
            if (random.nextInt(5) == 0) {
                writeTokens(columns, "fill", fill);
            } else if (random.nextInt(5) == 0) {
                columns.write("another", fill);
                writeTokens(tokens, "another", fill);
                columns.write("fill", fill);
            } else {
                columns.write("fill", fill);
            }
            writeTokens(tokens, "fill", fill);
        }
        assertEquals(text(byTokens), text(byColumns));
    }

    @Test
    void unwritableValueLeavesNothingAndIsReportedWithItsPath() {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        WireLimits limits = new WireLimits(100, 400, 100, 1000, 1024, 10, 1000, 1, 1);
        Wire wire = wire(bytes, WireOptions.DEFAULTS.with(WireOptions.LIMITS, limits));
        Execution fill = new Execution();
        fill.symbol = "a";
        for (int i = 0; i < 5; i++) {
            wire.write("fill", fill);
        }
        String before = text(bytes);
        fill.remark = "x\ud800";
        Exception lone = assertThrows(WireDataException.class, () -> wire.write("fill", fill));
        assertEquals(
                "csv: text has a lone surrogate at index 1, which UTF-8 cannot hold at path $.fill.remark",
                lone.getMessage());
        fill.remark = "x".repeat(101);
        Exception tooLong = assertThrows(WireDataException.class, () -> wire.write("fill", fill));
        assertEquals("csv: text longer than 100 chars at path $.fill.remark", tooLong.getMessage());
        fill.remark = "\u20ac".repeat(99);
        fill.symbol = "\u20ac".repeat(99);
        Exception longRow = assertThrows(WireDataException.class, () -> wire.write("fill", fill));
        assertTrue(longRow.getMessage().contains("longer than 400"), longRow.getMessage());
        assertEquals(before, text(bytes));
        fill.symbol = "a";
        fill.remark = null;
        wire.write("fill", fill);
        String line = before.substring(before.lastIndexOf('\n', before.length() - 2) + 1);
        assertEquals(before + line, text(bytes));
    }

    private static String text(Bytes<?> bytes) {
        return new String(bytes.toByteArray(), StandardCharsets.UTF_8);
    }
}
