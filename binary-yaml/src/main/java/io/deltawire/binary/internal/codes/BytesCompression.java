package io.deltawire.binary.internal.codes;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.InflaterInputStream;

/** How bytes may be compressed, which Chronicle Wire says by a type name in front of them: docs/spec/binary-yaml.md, section 6. */
public enum BytesCompression {
    GZIP("gzip"),
    /** Which is the name that zlib's form of DEFLATE has there. */
    LZW("lzw"),
    SNAPPY("snappy");

    private final String typeName;

    BytesCompression(String typeName) {
        this.typeName = typeName;
    }

    /** The compression that a type name in front of bytes says they have; null where it is another name, or none. */
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

    /** Whether bytes that are compressed so can be read. */
    public boolean isSupported() {
        return this != SNAPPY;
    }

    /**
     * Returns the bytes that some were before they were compressed.
     *
     * @param max so many there may be
     * @return null where there are more
     * @throws IOException where they are not compressed so
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
