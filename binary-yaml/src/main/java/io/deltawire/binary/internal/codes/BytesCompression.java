package io.deltawire.binary.internal.codes;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.InflaterInputStream;

/**
 * The compressions of bytes. Chronicle Wire marks compressed bytes by a type name before them: see {@code
 * docs/spec/binary-yaml.md}, section 6.
 */
public enum BytesCompression {
    GZIP("gzip"),
    /** The zlib form of DEFLATE, in spite of the name that Chronicle Wire gives it. */
    LZW("lzw"),
    SNAPPY("snappy");

    private final String typeName;

    BytesCompression(String typeName) {
        this.typeName = typeName;
    }

    /** Returns the compression that a type name marks; null for another name or none. */
    public static BytesCompression forTypeName(String typeName) {
        if (typeName != null) {
            for (BytesCompression each : values()) {
                if (each.typeName.equals(typeName)) {
                    return each;
                }
            }
        }
        return null;
    }

    /** Whether there is a decoder for this compression. */
    public boolean isSupported() {
        return this != SNAPPY;
    }

    /**
     * Expands compressed bytes.
     *
     * @param max the maximum number of expanded bytes
     * @return the bytes, or null if there are more than {@code max}
     * @throws IOException if the bytes are not compressed in this way
     */
    public byte[] expand(byte[] compressed, int max) throws IOException {
        InputStream in = new ByteArrayInputStream(compressed);
        try (InputStream expanding = this == GZIP ? new GZIPInputStream(in) : new InflaterInputStream(in)) {
            byte[] expanded = expanding.readNBytes(max);
            return expanding.read() < 0 ? expanded : null;
        }
    }

    @Override
    public String toString() {
        return typeName;
    }
}
