package io.deltawire.marshallable;

import io.deltawire.marshallable.internal.codec.Session;
import io.deltawire.marshallable.internal.event.EventAccess;
import io.deltawire.marshallable.internal.event.EventReaderBuilder;
import io.deltawire.marshallable.internal.event.EventWriterBuilder;
import io.deltawire.marshallable.internal.event.MethodEvents;
import io.deltawire.marshallable.internal.io.ObjectReader;
import io.deltawire.marshallable.internal.io.ObjectWire;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;

/** Wires as tests need them: on a reader of their own, and with methods called by generated code or without. */
final class Wires {
    private Wires() {}

    /** A wire that reads what a reader reads. */
    static Wire reading(WireFormat format, WireIn in, WireOptions options) {
        return ObjectWire.of(format, in, options, new MethodEvents());
    }

    /** Makes method writers in a given way. */
    static <T> MethodWriterBuilder<T> writerBuilder(Wire wire, EventAccess access, Class<T> type, Class<?>... more) {
        return EventWriterBuilder.of((ObjectWire) wire, access, type, more);
    }

    /** Makes method readers in a given way. */
    static MethodReaderBuilder readerBuilder(Wire wire, EventAccess access) {
        return new EventReaderBuilder((ObjectWire) wire, access);
    }

    /** Moves to the next message as a whole. */
    static boolean nextWhole(Wire wire) {
        return ((ObjectWire) wire).nextWhole();
    }

    /** The reader of objects. */
    static ObjectReader reader(Wire wire) {
        return ((ObjectWire) wire).reader();
    }

    /** What codecs know of the wire. */
    static Session session(Wire wire) {
        return ((ObjectWire) wire).session();
    }
}
