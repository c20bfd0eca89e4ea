package io.deltawire.marshallable.internal.event;

import io.deltawire.marshallable.MethodReaderBuilder;
import io.deltawire.marshallable.MethodWriterBuilder;
import io.deltawire.marshallable.internal.io.EventFactory;
import io.deltawire.marshallable.internal.io.ObjectWire;

/** The {@link EventFactory} of the library. It uses generated classes where possible. */
public final class MethodEvents implements EventFactory {
    @Override
    public <T> MethodWriterBuilder<T> writerBuilder(ObjectWire wire, Class<T> type, Class<?>... more) {
        return EventWriterBuilder.of(wire, EventAccess.GENERATED, type, more);
    }

    @Override
    public MethodReaderBuilder readerBuilder(ObjectWire wire) {
        return new EventReaderBuilder(wire, EventAccess.GENERATED);
    }
}
