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
        FLOAT64(Double.BYTES),
        /**
         * Hundredths in groups of seven bits, the lowest first, each of them but the last with the highest bit of its byte set. Generated
         * code takes up to four groups, of which the last one is not zero, unless it is the only one; others it asks the decoder for.
         */
        HUNDREDTHS(1e2),
        /** The same of parts of ten thousand. */
        TEN_THOUSANDTHS(1e4),
        /** The same of parts of a million. */
        MILLIONTHS(1e6);

        private final int bytes;
        private final double parts;

        Kind(int bytes) {
            this.bytes = bytes;
            this.parts = 1;
        }

        Kind(double parts) {
            this.bytes = 0;
            this.parts = parts;
        }

        /** How many bytes; 0 where they tell that themselves. */
        public int bytes() {
            return bytes;
        }

        /** By what a number in groups is to be divided. */
        public double parts() {
            return parts;
        }

        /** Whether the number is in groups of seven bits. */
        public boolean isInGroups() {
            return bytes == 0;
        }

        /** Whether it is for numbers with fractions. */
        public boolean isFloat() {
            return this == FLOAT32 || this == FLOAT64 || isInGroups();
        }
    }
}
