package io.deltawire.marshallable.internal.io;

import io.deltawire.marshallable.internal.codec.FieldIo;
import io.deltawire.marshallable.internal.codec.ObjectCodec;
import io.deltawire.wire.spi.object.ColumnWriter;
import io.deltawire.wire.spi.object.FieldColumns;
import io.deltawire.wire.spi.object.MessagePrefix;

/**
 * The fast path of a method whose calls are messages: an object by its columns, an object after a prefix, or several
 * arguments after a prefix. {@link #NONE} stands for events that are written by tokens. The event writer looks it up
 * once for each method.
 *
 * @param type the class of the objects that the fast path accepts, whose name is not written; {@code void.class} for
 *     none
 * @param columns accepts objects by their columns, or null
 * @param fields the columns
 * @param prefix precedes the fields of each message, or null
 * @param directIo writes the fields after the prefix
 */
public record EventTemplate(
        Class<?> type, ColumnWriter columns, FieldColumns fields, MessagePrefix prefix, FieldIo directIo) {
    /** The value for events that have no fast path and are written by tokens. */
    static final EventTemplate NONE = new EventTemplate(void.class, null, null, null, null);

    static EventTemplate ofColumns(ObjectCodec objects, ColumnWriter columns, FieldColumns fields) {
        return new EventTemplate(objects.type(), columns, fields, null, null);
    }

    /** Returns the fast path of events whose value is a list that begins with a prefix. */
    static EventTemplate ofList(MessagePrefix prefix) {
        return new EventTemplate(void.class, null, null, prefix, null);
    }

    static EventTemplate ofObject(ObjectCodec objects, MessagePrefix prefix, FieldIo directIo) {
        return new EventTemplate(objects.type(), null, null, prefix, directIo);
    }
}
