package io.deltawire.csv.internal.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import com.fasterxml.jackson.dataformat.csv.CsvReadException;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import io.deltawire.csv.testing.Csv;
import io.deltawire.wire.WireException;
import io.deltawire.wire.spi.InputBuffer;
import io.deltawire.wire.testing.Trees.Generator;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The scanner finds the same cells as FastCSV and Jackson CSV. */
class RecordScannerDifferentialTest {
    private static final int ROUNDS = 20_000;
    private static final String ALPHABET = "ab,,,;\"\"\"\n\n\r\n 1é😀";

    @Test
    void randomTextHasTheCellsThatFastCsvFinds() {
        int read = 0;
        for (int seed = 0; seed < ROUNDS; seed++) {
            String csv = randomText(new SplittableRandom(seed));
            List<List<String>> ours = scan(csv, seed % 2 == 0 ? 1000 : 1 + seed % 17);
            if (ours != null) {
                assertEquals(fastCsv(csv), ours, "seed " + seed + ": " + csv);
                read++;
            }
        }
        assertTrue(read > ROUNDS / 4, "read " + read);
    }

    @Test
    void refusedTextIsNotRfc4180() {
        // What FastCSV accepts and we refuse has a quote in a cell without quotes or text after a closing one.
        int refused = 0;
        for (int seed = 0; seed < ROUNDS; seed++) {
            String csv = randomText(new SplittableRandom(seed));
            if (scan(csv, 1000) == null) {
                assertTrue(!isRfc4180(csv), "seed " + seed + ": " + csv);
                refused++;
            }
        }
        assertTrue(refused > ROUNDS / 20, "refused " + refused);
    }

    /** The grammar of RFC 4180, section 2, as a regular expression; lines may end in LF or CR too. */
    private static boolean isRfc4180(String csv) {
        String cell = "(?:\"(?:[^\"]|\"\")*\"|[^\",\\r\\n]*)";
        String line = cell + "(?:," + cell + ")*";
        return csv.matches(line + "(?:(?:\\r\\n|\\n|\\r)" + line + ")*");
    }

    @Test
    void jacksonReadsWhatIsWritten() throws IOException {
        CsvMapper mapper = new CsvMapper();
        for (int seed = 0; seed < 200; seed++) {
            Generator generator = new Generator(seed, false, false);
            List<List<String>> expected = new ArrayList<>();
            List<Object> messages = new ArrayList<>();
            expected.add(List.of("id", "text", "more"));
            for (int i = 0; i < 20; i++) {
                String text = generator.text();
                String more = generator.text();
                expected.add(List.of("" + i, text, more));
                messages.add(io.deltawire.wire.testing.Trees.map("id", (long) i, "text", text, "more", more));
            }
            String csv = Csv.write(Csv.DEFAULTS, messages);
            assertEquals(expected, jackson(mapper, csv), "seed " + seed);
            assertEquals(expected, fastCsv(csv), "seed " + seed);
        }
    }

    @Test
    void realFilesHaveTheCellsThatJacksonFinds() throws IOException {
        Path data = Csv.folder("data", RecordScannerDifferentialTest.class);
        if (data == null) {
            return;
        }
        for (String file : List.of("weather.csv", "crypto_quote.csv")) {
            String csv = Files.readString(data.resolve(file));
            assertEquals(jackson(new CsvMapper(), csv), scan(csv, 1 << 16), file);
        }
    }

    private static List<List<String>> jackson(CsvMapper mapper, String csv) throws IOException {
        List<List<String>> records = new ArrayList<>();
        try (MappingIterator<List<String>> lines = mapper.readerForListOf(String.class)
                .with(CsvParser.Feature.WRAP_AS_ARRAY)
                .readValues(csv)) {
            lines.forEachRemaining(records::add);
        } catch (CsvReadException e) {
            throw new AssertionError(csv, e);
        }
        return records;
    }

    private static List<List<String>> fastCsv(String csv) {
        List<List<String>> records = new ArrayList<>();
        try (de.siegmar.fastcsv.reader.CsvReader<CsvRecord> reader = de.siegmar.fastcsv.reader.CsvReader.builder()
                .skipEmptyLines(false)
                .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                .ofCsvRecord(csv)) {
            reader.forEach(record -> records.add(record.getFields()));
        } catch (CsvParseException | IOException e) {
            throw new AssertionError(csv, e);
        }
        return records;
    }

    /** The cells of every record, or null if the text is refused. */
    private static List<List<String>> scan(String csv, int chunk) {
        byte[] bytes = csv.getBytes(StandardCharsets.UTF_8);
        InputStream slow = new ByteArrayInputStream(bytes) {
            @Override
            public synchronized int read(byte[] into, int offset, int length) {
                return super.read(into, offset, Math.min(length, chunk));
            }
        };
        InputBuffer in = InputBuffer.of(slow);
        RecordScanner scanner = new RecordScanner(in, ',', 1 << 20);
        List<List<String>> records = new ArrayList<>();
        try {
            while (scanner.scan(0)) {
                List<String> cells = new ArrayList<>();
                for (int i = 0; i < scanner.count(); i++) {
                    String text = new String(
                            in.array,
                            in.position + scanner.from(i),
                            scanner.to(i) - scanner.from(i),
                            StandardCharsets.UTF_8);
                    cells.add(scanner.form(i) == RecordScanner.ESCAPED ? text.replace("\"\"", "\"") : text);
                }
                records.add(cells);
                in.position += scanner.length();
                in.mark();
            }
        } catch (WireException e) {
            return null;
        }
        return records;
    }

    private static String randomText(SplittableRandom random) {
        StringBuilder text = new StringBuilder();
        if (random.nextBoolean()) {
            // Valid cells in random order.
            String[] cells = {
                "a",
                "longer text",
                "1626916403864",
                "日本語日本語",
                "\t",
                "\u0001",
                "",
                "\"\"",
                "\"x\"",
                "\"x\"\"y\"",
                "\"a,b\"",
                "\"l\r\nm\"",
                "é",
                " b ",
                "\"\"\"\""
            };
            for (int i = random.nextInt(30); i > 0; i--) {
                text.append(cells[random.nextInt(cells.length)]);
                text.append(random.nextInt(4) == 0 ? random.nextBoolean() ? "\n" : "\r\n" : ",");
            }
            return text.toString();
        }
        for (int i = random.nextInt(14); i > 0; i--) {
            int at = ALPHABET.offsetByCodePoints(0, random.nextInt(ALPHABET.codePointCount(0, ALPHABET.length())));
            text.appendCodePoint(ALPHABET.codePointAt(at));
        }
        return text.toString();
    }
}
