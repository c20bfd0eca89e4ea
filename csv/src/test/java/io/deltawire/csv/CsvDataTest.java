package io.deltawire.csv;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.deltawire.csv.testing.Csv;
import io.deltawire.wire.Transcoder;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.testing.Trees;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Real data sets: CSV loses and changes nothing. */
class CsvDataTest {
    private static final ObjectMapper JSON = new ObjectMapper().enable(DeserializationFeature.USE_LONG_FOR_INTS);

    @Test
    void jsonLinesWithListsOfObjectsComeBackEqual() throws IOException {
        jsonLinesComeBackEqual("bikes.jsonl");
    }

    @Test
    void jsonLinesWithNullsAndBooleansComeBackEqual() throws IOException {
        jsonLinesComeBackEqual("ais.jsonl");
    }

    private static void jsonLinesComeBackEqual(String file) throws IOException {
        Path data = Csv.folder("data", CsvDataTest.class);
        if (data == null) {
            return;
        }
        List<Object> messages = new ArrayList<>();
        try (Stream<String> lines = Files.lines(data.resolve(file))) {
            for (String line : lines.toList()) {
                messages.add(JSON.readValue(line, Map.class));
            }
        }
        assertTrue(messages.size() > 700);
        String csv = Csv.write(Csv.DEFAULTS, messages);
        List<Object> read = Csv.read(csv);
        assertEquals(messages.size(), read.size());
        for (int i = 0; i < messages.size(); i++) {
            // As JSON: a number without a point in a column of doubles comes back as a double of the same value.
            assertEquals(canonical(messages.get(i)), canonical(read.get(i)), "record " + i);
        }
    }

    /** The JSON of a message, with a whole double as the integer of the same value. */
    private static String canonical(Object message) throws IOException {
        return JSON.writeValueAsString(message).replaceAll("(\\d)\\.0([,}\\]])", "$1$2");
    }

    @Test
    void weatherIsWrittenBackUnchanged() throws IOException {
        Path data = Csv.folder("data", CsvDataTest.class);
        if (data == null) {
            return;
        }
        String csv = Files.readString(data.resolve("weather.csv"));
        assertEqualButForPoints(csv);
    }

    @Test
    void quotesAreWrittenBackUnchanged() throws IOException {
        Path data = Csv.folder("data", CsvDataTest.class);
        if (data == null) {
            return;
        }
        String csv = Files.readString(data.resolve("crypto_quote.csv"));
        assertEqualButForPoints(csv);
    }

    @Test
    void typesOfRealColumnsAreInferred() throws IOException {
        Path data = Csv.folder("data", CsvDataTest.class);
        if (data == null) {
            return;
        }
        try (CsvReader in = Csv.reader(Csv.DEFAULTS, Files.readString(data.resolve("weather.csv")))) {
            assertEquals(
                    "{origin=TEXT, year=LONG, month=LONG, day=LONG, hour=LONG, temp=DOUBLE, dewp=DOUBLE, humid=DOUBLE,"
                            + " wind_dir=LONG, wind_speed=DOUBLE, wind_gust=DOUBLE, precip=DOUBLE, pressure=DOUBLE,"
                            + " visib=DOUBLE, time_hour=TEMPORAL}",
                    in.columnTypes().toString());
            assertTrue(in.nextMessage(), "looking at the types takes no record");
            assertEquals("EWR", ((Map<?, ?>) Trees.readMessage(in)).get("origin"));
        }
    }

    /** Whole numbers in columns of doubles get a point; everything else is identical byte for byte. */
    private static void assertEqualButForPoints(String csv) {
        String[] expected = csv.split("\n");
        String[] back = transcode(csv).split("\n");
        assertEquals(expected.length, back.length);
        for (int i = 0; i < back.length; i++) {
            assertEquals(withoutPoints(expected[i]), withoutPoints(back[i]), "line " + (i + 1));
        }
    }

    private static String withoutPoints(String line) {
        return line.replace(",1e3,", ",1000,").replaceAll("(?<![^,])(-?\\d+)\\.0(?![^,])", "$1");
    }

    private static String transcode(String csv) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (WireIn in = new CsvFormat().newReader(csv.getBytes(StandardCharsets.UTF_8), Csv.DEFAULTS);
                WireOut out =
                        new CsvFormat().newWriter(bytes, Csv.DEFAULTS.with(CsvFormat.LINE_END, CsvFormat.LineEnd.LF))) {
            Transcoder.copyAll(in, out);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
