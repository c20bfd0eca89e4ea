package io.deltawire.examples.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.deltawire.examples.testing.Example;
import io.deltawire.marshallable.Wire;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KafkaExampleTest {
    @TempDir
    Path folder;

    @Test
    void printsWhatItsReadmeSays() throws Throwable {
        Example.assertPrintsAsReadme(KafkaExample.class, () -> KafkaExample.main(new String[] {folder.toString()}));
        try (InputStream value = Files.newInputStream(folder.resolve("record.dw"));
                Wire wire = Wire.of("delta", value)) {
            assertEquals("EURUSD", wire.read(Map.class).get("symbol"));
        }
    }
}
