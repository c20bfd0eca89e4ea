package io.deltawire.bench.codec;

/**
 * A codec of a library that works on byte arrays.
 *
 * <p>Subclasses use the two arrays directly, because a call for each access would be timed with the library.
 */
public abstract class ByteArrayCodec extends Codec {
    /** Holds the last encoded message from index 0 on. A subclass may replace the array with that of its library. */
    protected byte[] output = new byte[1 << 12];

    /** Holds the messages to decode. */
    protected byte[] input = {};

    @Override
    public void copyMessage(byte[] target, int offset) {
        System.arraycopy(output, 0, target, offset, Math.min(output.length, target.length - offset));
    }

    @Override
    public void setInput(byte[] messages) {
        input = messages;
    }
}
