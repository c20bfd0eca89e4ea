package io.deltawire.examples.encryption;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import javax.crypto.Cipher;
import javax.crypto.CipherInputStream;
import javax.crypto.CipherOutputStream;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;

/**
 * Streams of an encrypted file: a random nonce of 12 bytes, the content in AES-GCM, and its tag of 16 bytes. A reader with
 * another key, or of a file that was changed or cut off, gets an {@link IOException}.
 */
final class EncryptedFile {
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;

    private EncryptedFile() {}

    /** Creates a file. Closing the stream completes it, and nobody can read it before. */
    static OutputStream create(Path file, SecretKey key) throws IOException, GeneralSecurityException {
        byte[] nonce = new byte[NONCE_BYTES];
        new SecureRandom().nextBytes(nonce); // a new one for each file: with a repeated one, the cipher is broken
        Cipher cipher = cipher(Cipher.ENCRYPT_MODE, key, nonce);
        OutputStream out = Files.newOutputStream(file);
        out.write(nonce);
        return new CipherOutputStream(out, cipher);
    }

    /** Opens a file. The cipher checks the whole file before it gives the first byte, and has it in memory meanwhile. */
    static InputStream open(Path file, SecretKey key) throws IOException, GeneralSecurityException {
        InputStream in = Files.newInputStream(file);
        byte[] nonce = in.readNBytes(NONCE_BYTES);
        if (nonce.length < NONCE_BYTES) {
            in.close();
            throw new EOFException(file + " ends within its nonce");
        }
        return new CipherInputStream(in, cipher(Cipher.DECRYPT_MODE, key, nonce));
    }

    private static Cipher cipher(int mode, SecretKey key, byte[] nonce) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
        return cipher;
    }
}
