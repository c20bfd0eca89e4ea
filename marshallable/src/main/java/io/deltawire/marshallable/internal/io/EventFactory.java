package io.deltawire.marshallable.internal.io;

import io.deltawire.marshallable.MethodReaderBuilder;
import io.deltawire.marshallable.MethodWriterBuilder;
import io.deltawire.marshallable.Wire;

/**
 * Creates method writers and readers. The event layer is above this one and implements the interface, so that {@link
 * ObjectWire} needs no dependency on it.
 */
public interface EventFactory {
    /** See {@link Wire#methodWriterBuilder}. */
    <T> MethodWriterBuilder<T> writerBuilder(ObjectWire wire, Class<T> type, Class<?>... more);

    /** See {@link Wire#methodReaderBuilder}. */
    MethodReaderBuilder readerBuilder(ObjectWire wire);
}
