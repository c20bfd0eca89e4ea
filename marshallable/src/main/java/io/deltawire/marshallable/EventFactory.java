package io.deltawire.marshallable;

/** Makes what writes and reads events by methods, which is in a layer above the wire that they are written to and read from. */
interface EventFactory {
    /** See {@link Wire#methodWriterBuilder}. */
    <T> MethodWriterBuilder<T> writerBuilder(ObjectWire wire, Class<T> type, Class<?>... more);

    /** See {@link Wire#methodReaderBuilder}. */
    MethodReaderBuilder readerBuilder(ObjectWire wire);
}
