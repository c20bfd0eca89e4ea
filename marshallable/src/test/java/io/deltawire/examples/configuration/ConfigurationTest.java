package io.deltawire.examples.configuration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Key;
import io.deltawire.marshallable.Marshallable;
import io.deltawire.marshallable.MethodReader;
import io.deltawire.marshallable.Wire;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An application whose wire format is a line of its configuration, or a system property of its own. */
class ConfigurationTest {
    /** The application's configuration file. */
    static class Configuration extends AbstractMarshallable {
        String wireType = "YAML";
        int quotes = 10;

        /** The file's, unless the application was started with {@code -Dquotes.wireType=...}. */
        static Configuration load(Path file) throws IOException {
            Configuration configuration = Marshallable.fromFile(Configuration.class, file.toString());
            configuration.wireType = System.getProperty("quotes.wireType", configuration.wireType);
            return configuration;
        }
    }

    static class Rate extends AbstractMarshallable {
        @Key
        final String symbol;

        final double bid;
        final long time;

        Rate(String symbol, double bid, long time) {
            this.symbol = symbol;
            this.bid = bid;
            this.time = time;
        }
    }

    interface RateListener {
        void onQuote(Rate quote);
    }

    /** The application: records quotes, and plays them back. */
    static final class Application {
        private final Configuration configuration;

        Application(Configuration configuration) {
            this.configuration = configuration;
        }

        void record(Path file) throws IOException {
            try (OutputStream stream = Files.newOutputStream(file);
                    Wire wire = Wire.of(configuration.wireType, stream)) {
                RateListener listener = wire.methodWriter(RateListener.class);
                for (int i = 0; i < configuration.quotes; i++) {
                    listener.onQuote(new Rate(i % 2 == 0 ? "EURUSD" : "GBPUSD", 1.25 + i / 100.0, i));
                }
            }
        }

        List<Rate> replay(Path file) throws IOException {
            List<Rate> quotes = new ArrayList<>();
            try (InputStream stream = Files.newInputStream(file);
                    Wire wire = Wire.of(configuration.wireType, stream)) {
                MethodReader reader = wire.methodReader((RateListener) quotes::add);
                while (reader.readOne()) {
                    // noted
                }
            }
            return quotes;
        }
    }

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"YAML", "JSON", "CSV", "BINARY", "DELTA", "delta"})
    void lineOfTheConfigurationPicksTheFormat(String wireType) throws IOException {
        Path file = folder.resolve("config.yaml");
        Files.writeString(file, "wireType: " + wireType + "\nquotes: 100\n");
        Application application = new Application(Configuration.load(file));
        Path recording = folder.resolve("quotes");
        application.record(recording);
        List<Rate> quotes = application.replay(recording);
        assertEquals(100, quotes.size());
        assertEquals(new Rate("GBPUSD", 1.25 + 99 / 100.0, 99), quotes.get(99));
    }

    @Test
    void formatsDifferInSizeAlone() throws IOException {
        Map<String, Long> sizes = new HashMap<>();
        for (String wireType : List.of("YAML", "JSON", "CSV", "BINARY", "DELTA")) {
            Configuration configuration = new Configuration();
            configuration.wireType = wireType;
            configuration.quotes = 1000;
            Path recording = folder.resolve(wireType);
            new Application(configuration).record(recording);
            sizes.put(wireType, Files.size(recording));
        }
        assertTrue(sizes.get("DELTA") * 3 < sizes.get("BINARY"), sizes.toString());
        assertTrue(sizes.get("DELTA") * 4 < sizes.get("JSON"), sizes.toString());
    }

    @Test
    void propertyOfTheApplicationGoesBeforeTheFile() throws IOException {
        Path file = folder.resolve("config.yaml");
        Files.writeString(file, "wireType: JSON\n");
        System.setProperty("quotes.wireType", "CSV");
        try {
            Path recording = folder.resolve("quotes");
            new Application(Configuration.load(file)).record(recording);
            assertEquals(
                    "@dw:event,symbol,bid,time", Files.readAllLines(recording).get(0));
        } finally {
            System.clearProperty("quotes.wireType");
        }
    }

    @Test
    void unknownFormatIsAnErrorThatNamesTheFormats() throws IOException {
        Path file = folder.resolve("config.yaml");
        Files.writeString(file, "wireType: DETLA\n");
        Application application = new Application(Configuration.load(file));
        IllegalArgumentException e =
                assertThrows(IllegalArgumentException.class, () -> application.record(folder.resolve("quotes")));
        assertEquals("no wire format \"DETLA\"; present: binary csv delta json yaml", e.getMessage());
    }
}
