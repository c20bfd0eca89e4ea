package io.deltawire.examples.encryption;

import io.deltawire.marshallable.Wire;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import javax.crypto.KeyGenerator;
import javax.crypto.SecretKey;

/** Writes quotes to an encrypted file and reads them. */
public final class EncryptionExample {
    private EncryptionExample() {}

    public static void main(String[] arguments) throws IOException, GeneralSecurityException {
        KeyGenerator generator = KeyGenerator.getInstance("AES");
        generator.init(256);
        SecretKey key = generator.generateKey(); // an application has it in a KeyStore
        Path file = Files.createTempFile("quotes", ".dw.aes");

        try (Wire wire = Wire.of("delta", EncryptedFile.create(file, key))) {
            for (int i = 0; i < 1000; i++) {
                wire.write("quote", new Quote("EURUSD", 1.25 + i / 1024.0, 1.5 + i / 1024.0));
            }
        }
        String bytes = Files.readString(file, StandardCharsets.ISO_8859_1);
        System.out.println("the file shows the symbol: " + bytes.contains("EURUSD"));

        int count = 0;
        Quote last = null;
        try (Wire wire = Wire.of("delta", EncryptedFile.open(file, key))) {
            for (Quote quote; (quote = wire.read(Quote.class)) != null; count++) {
                last = quote;
            }
        }
        System.out.println(count + " quotes, the last one is " + last);
        Files.delete(file);
    }
}
