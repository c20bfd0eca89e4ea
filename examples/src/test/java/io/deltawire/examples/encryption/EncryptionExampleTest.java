package io.deltawire.examples.encryption;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.deltawire.examples.testing.Example;
import io.deltawire.marshallable.Wire;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EncryptionExampleTest {
    private static final SecretKey KEY = new SecretKeySpec(new byte[32], "AES");

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void writeFile() throws IOException, GeneralSecurityException {
        file = folder.resolve("quotes");
        try (Wire wire = Wire.of("delta", EncryptedFile.create(file, KEY))) {
            wire.write(new Quote("EURUSD", 1.25, 1.5));
        }
    }

    @Test
    void printsWhatItsReadmeSays() throws Throwable {
        Example.assertPrintsAsReadme(EncryptionExample.class, () -> EncryptionExample.main(new String[0]));
    }

    @Test
    void givesTheQuoteBack() throws IOException, GeneralSecurityException {
        assertEquals(new Quote("EURUSD", 1.25, 1.5), read(KEY));
    }

    @Test
    void refusesEachChangeOfTheFile() throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        for (int i = 0; i < bytes.length; i++) {
            byte[] changed = bytes.clone();
            changed[i] ^= 1;
            Files.write(file, changed);
            assertThrows(UncheckedIOException.class, () -> read(KEY), "byte " + i);
        }
    }

    @Test
    void refusesAFileThatIsCutOff() throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        for (int length = 12; length < bytes.length; length++) {
            Files.write(file, Arrays.copyOf(bytes, length));
            assertThrows(UncheckedIOException.class, () -> read(KEY), "length " + length);
        }
        Files.write(file, new byte[11]);
        assertThrows(IOException.class, () -> read(KEY));
    }

    @Test
    void refusesAnotherKey() {
        byte[] other = new byte[32];
        other[0] = 1;
        assertThrows(UncheckedIOException.class, () -> read(new SecretKeySpec(other, "AES")));
    }

    private Quote read(SecretKey key) throws IOException, GeneralSecurityException {
        try (Wire wire = Wire.of("delta", EncryptedFile.open(file, key))) {
            return wire.read(Quote.class);
        }
    }
}
