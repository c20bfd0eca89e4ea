package io.deltawire.wire.spi;

import java.nio.ByteBuffer;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.bytes.BytesStore;
import net.openhft.chronicle.bytes.OnHeapBytes;
import net.openhft.chronicle.bytes.VanillaBytes;

/** Finds the array behind an on-heap {@code Bytes}, whose own methods cost ten times a store into the array. */
public final class BytesAccess {
    private BytesAccess() {}

    /**
     * The array whose index is the offset in {@code bytes}, or null where there is none (native memory, a view of a
     * ByteBuffer).
     */
    public static byte[] backingArray(Bytes<?> bytes) {
        if (!(bytes instanceof OnHeapBytes)) {
            return null;
        }
        BytesStore<?, ?> store = bytes.bytesStore();
        return store != null && store.start() == 0 && store.underlyingObject() instanceof byte[] array ? array : null;
    }

    /**
     * As {@link #backingArray}, and also the array behind a {@code Bytes} that is a view of all of a {@code byte[]} or of an
     * array's {@code ByteBuffer}. For reading only: a view may have been given bounds for writing.
     */
    static byte[] readableArray(Bytes<?> bytes) {
        if (bytes.getClass() != VanillaBytes.class || bytes.start() != 0) {
            return backingArray(bytes);
        }
        BytesStore<?, ?> store = bytes.bytesStore();
        Object underlying = store == null || store.start() != 0 ? null : store.underlyingObject();
        if (underlying instanceof ByteBuffer buffer) {
            underlying = arrayOf(buffer);
        }
        // A part of an array does not tell where it begins.
        return underlying instanceof byte[] array && array.length == store.capacity() ? array : null;
    }

    /** The array whose index is that in {@code buffer}, or null where there is none. */
    static byte[] arrayOf(ByteBuffer buffer) {
        return buffer.hasArray() && buffer.arrayOffset() == 0 ? buffer.array() : null;
    }
}
