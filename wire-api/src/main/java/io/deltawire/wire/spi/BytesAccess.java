package io.deltawire.wire.spi;

import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.bytes.BytesStore;
import net.openhft.chronicle.bytes.OnHeapBytes;

/** Finds the array behind an on-heap {@code Bytes}, whose own methods cost ten times a store into the array. */
final class BytesAccess {
    private BytesAccess() {}

    /**
     * The array whose index is the offset in {@code bytes}, or null where there is none (native memory, a view of a
     * ByteBuffer).
     */
    static byte[] backingArray(Bytes<?> bytes) {
        if (!(bytes instanceof OnHeapBytes)) {
            return null;
        }
        BytesStore<?, ?> store = bytes.bytesStore();
        return store != null && store.start() == 0 && store.underlyingObject() instanceof byte[] array ? array : null;
    }
}
