package io.deltawire.wire.spi.object;

/**
 * An encoding of numbers that generated code can decode itself: one byte that identifies the encoding, and the number
 * after it, lowest byte first. A decoder that declares such an encoding decodes the same number by its own methods.
 *
 * <p>Immutable, so threads may share it.
 *
 * @param code the first byte, from 0 to 255
 * @param kind the encoding of the bytes after it
 */
public record NumberEncoding(int code, Kind kind) {
    /** The encoding of the bytes after the first. */
    public enum Kind {
        /** A signed integer of one byte. */
        INT8(Byte.BYTES),
        /** An unsigned integer of one byte. */
        UINT8(Byte.BYTES),
        /** A signed integer of two bytes. */
        INT16(Short.BYTES),
        /** An unsigned integer of two bytes. */
        UINT16(Short.BYTES),
        /** A signed integer of four bytes. */
        INT32(Integer.BYTES),
        /** An unsigned integer of four bytes. */
        UINT32(Integer.BYTES),
        /** A signed integer of eight bytes. */
        INT64(Long.BYTES),
        /** The bits of a float. */
        FLOAT32(Float.BYTES),
        /** The bits of a double. */
        FLOAT64(Double.BYTES),
        /**
         * Hundredths as a stop-bit encoded integer: groups of seven bits, the lowest first, and the top bit set in all
         * bytes but the last. Generated code handles up to four groups, and the last must not be zero unless it is the
         * only one. The decoder handles the others.
         */
        HUNDREDTHS(1e2),
        /** Ten-thousandths, encoded like {@link #HUNDREDTHS}. */
        TEN_THOUSANDTHS(1e4),
        /** Millionths, encoded like {@link #HUNDREDTHS}. */
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

        /** Returns the number of bytes, or 0 if it varies. */
        public int bytes() {
            return bytes;
        }

        /** Returns the divisor of a stop-bit encoded integer. */
        public double parts() {
            return parts;
        }

        /** Returns whether the integer is stop-bit encoded. */
        public boolean isInGroups() {
            return bytes == 0;
        }

        /** Returns whether the number may have a fraction. */
        public boolean isFloat() {
            return this == FLOAT32 || this == FLOAT64 || isInGroups();
        }
    }
}
