package io.deltawire.wire.spi;

/**
 * A way in which a format encodes numbers that generated code can take by itself: one byte that tells which way it is, and behind it the
 * number, its lowest byte first. A decoder that names such forms gives the same numbers for them by its own methods.
 *
 * @param code the first byte, from 0 to 255
 * @param kind what is behind it
 */
public record NumberForm(int code, Kind kind) {
    /** What is behind the first byte. */
    public enum Kind {
        /** A signed number. */
        INT8(Byte.BYTES),
        /** A number that is not negative. */
        UINT8(Byte.BYTES),
        /** A signed number. */
        INT16(Short.BYTES),
        /** A number that is not negative. */
        UINT16(Short.BYTES),
        /** A signed number. */
        INT32(Integer.BYTES),
        /** A number that is not negative. */
        UINT32(Integer.BYTES),
        /** A signed number. */
        INT64(Long.BYTES),
        /** The bits of a float. */
        FLOAT32(Float.BYTES),
        /** The bits of a double. */
        FLOAT64(Double.BYTES);

        private final int bytes;

        Kind(int bytes) {
            this.bytes = bytes;
        }

        /** How many bytes. */
        public int bytes() {
            return bytes;
        }

        /** Whether it is for numbers with fractions. */
        public boolean isFloat() {
            return this == FLOAT32 || this == FLOAT64;
        }
    }
}
