package io.deltawire.marshallable.internal.io;

import io.deltawire.marshallable.internal.codec.FieldIo;
import io.deltawire.marshallable.internal.codec.ObjectCodec;
import io.deltawire.wire.spi.object.ColumnWriter;
import io.deltawire.wire.spi.object.FieldColumns;
import io.deltawire.wire.spi.object.MessagePrefix;

/**
 * How the events of a method are written as messages at once: an object by its columns or behind a head, several arguments behind a head, or
 * not so.
 *
 * @param type the class of the objects for which that goes, whose name is not written; {@code void.class} for none
 * @param columns takes objects by their columns, or null
 * @param fields the columns
 * @param head what the messages begin with, or null
 * @param straight puts the fields behind the head
 */
public record WholeEvent(
        Class<?> type, ColumnWriter columns, FieldColumns fields, MessagePrefix head, FieldIo straight) {
    /** That of events that are written by their tokens. */
    static final WholeEvent NONE = new WholeEvent(void.class, null, null, null, null);

    static WholeEvent ofColumns(ObjectCodec objects, ColumnWriter columns, FieldColumns fields) {
        return new WholeEvent(objects.type(), columns, fields, null, null);
    }

    /** That of events whose value is a list, which is begun by its head. */
    static WholeEvent ofList(MessagePrefix head) {
        return new WholeEvent(void.class, null, null, head, null);
    }

    static WholeEvent ofHead(ObjectCodec objects, MessagePrefix head, FieldIo straight) {
        return new WholeEvent(objects.type(), null, null, head, straight);
    }
}
