package io.deltawire.bench.codec;

/** A codec between objects and byte arrays. */
public abstract class ArrayCodec extends Codec {
    /** Where {@link #encode} leaves its message, from 0 on. */
    protected byte[] output = new byte[1 << 12];

    /** What {@link #decode} reads from. */
    protected byte[] input = {};

    @Override
    public void copyTo(byte[] into, int at) {
        System.arraycopy(output, 0, into, at, Math.min(output.length, into.length - at));
    }

    @Override
    public void input(byte[] messages) {
        input = messages;
    }
}
