package io.deltawire.wire.spi;

import java.nio.ByteBuffer;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.bytes.BytesStore;
import net.openhft.chronicle.bytes.OnHeapBytes;
import net.openhft.chronicle.bytes.VanillaBytes;

/**
 * Finds the array that backs an on-heap {@code Bytes} or {@code ByteBuffer}. A store into that array takes a tenth of
 * the time of a call on {@code Bytes}. Stateless, so threads may share it.
 */
public final class BytesAccess {
    private BytesAccess() {}

    /**
     * Returns the array in which an index equals the offset in {@code bytes}. Returns null if there is none, as for
     * native memory or a view of a {@code ByteBuffer}.
     */
    public static byte[] backingArray(Bytes<?> bytes) {
        if (!(bytes instanceof OnHeapBytes)) {
            return null;
        }
        BytesStore<?, ?> store = bytes.bytesStore();
        return store != null && store.start() == 0 && store.underlyingObject() instanceof byte[] array ? array : null;
    }

    /**
     * Returns the array as {@link #backingArray} does, and also the array of a {@code Bytes} that is a view of a whole
     * {@code byte[]} or {@code ByteBuffer}. The array is for reading only, because a view can have bounds for writing.
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
        // A view of a part of an array does not reveal the offset of that part.
        return underlying instanceof byte[] array && array.length == store.capacity() ? array : null;
    }

    /** Returns the array in which an index equals the position in {@code buffer}, or null if there is none. */
    static byte[] arrayOf(ByteBuffer buffer) {
        return buffer.hasArray() && buffer.arrayOffset() == 0 ? buffer.array() : null;
    }
}
