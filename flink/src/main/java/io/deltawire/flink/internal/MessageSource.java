package io.deltawire.flink.internal;

import java.io.Closeable;

/** Reads messages one after the other. */
public interface MessageSource<T> extends Closeable {
    /**
     * Returns the next message, which the caller owns.
     *
     * @return null at the end
     * @throws io.deltawire.wire.WireException if the input is damaged or a message does not fit
     */
    T next();

    @Override
    void close();
}
