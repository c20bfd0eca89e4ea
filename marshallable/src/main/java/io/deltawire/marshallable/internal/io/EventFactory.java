package io.deltawire.marshallable.internal.io;

import io.deltawire.marshallable.MethodReaderBuilder;
import io.deltawire.marshallable.MethodWriterBuilder;
import io.deltawire.marshallable.Wire;

/** Makes what writes and reads events by methods, which is in a layer above the wire that they are written to and read from. */
public interface EventFactory {
    /** See {@link Wire#methodWriterBuilder}. */
    <T> MethodWriterBuilder<T> writerBuilder(ObjectWire wire, Class<T> type, Class<?>... more);

    /** See {@link Wire#methodReaderBuilder}. */
    MethodReaderBuilder readerBuilder(ObjectWire wire);
}
