package io.deltawire.yaml.internal.text;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Access to a byte array by words of eight bytes, the first byte in the lowest bits. */
public final class ByteWords {
    /** Reads and writes a {@code long} at an index of a {@code byte[]}. */
    public static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private ByteWords() {}
}
