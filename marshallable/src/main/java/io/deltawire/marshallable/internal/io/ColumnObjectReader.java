package io.deltawire.marshallable.internal.io;

import io.deltawire.marshallable.internal.codec.CodecContext;
import io.deltawire.marshallable.internal.codec.TypeMismatch;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.spi.object.ColumnPart;
import io.deltawire.wire.spi.object.ColumnReader;
import io.deltawire.wire.spi.object.FieldColumns;
import java.util.Objects;

/**
 * Sets the fields of objects from the columns of a format that keeps records, and maintains the live object of each
 * record. {@link ObjectReader} owns it and falls back to tokens whenever a method returns null. It remembers the class
 * read last so that a stream of one class takes the shortest path. Not thread-safe.
 */
final class ColumnObjectReader {
    private final ColumnReader columns;
    private final WireIn in;
    private final CodecContext session;

    /** The class of the live object read last, or null if another request came since. */
    private Class<?> liveType;

    private FieldColumns liveColumns;

    /**
     * The class of the object that was filled last, or null if another request came since. It is set only if each field
     * has a column.
     */
    private Class<?> intoType;

    private FieldColumns intoColumns;
    private String intoName;

    /** An object that can become the live object of a new record. */
    private Object spare;

    ColumnObjectReader(ColumnReader columns, WireIn in, CodecContext session) {
        this.columns = columns;
        this.in = in;
        this.session = session;
    }

    /** Resets the shortest paths, because the next request may be for another class or of another kind. */
    void forgetLastClass() {
        liveType = null;
        intoType = null;
    }

    /**
     * Reads the next message into the live object of its record if the shortest path applies; otherwise returns null.
     */
    ColumnReader.Message nextLive(Class<?> type) {
        return type == liveType ? columns.nextLive(liveColumns) : null;
    }

    /** Reads the next message into an object of a class if the shortest path applies; otherwise returns null. */
    ColumnReader.Message nextInto(Class<?> type, Object into) {
        return type == intoType ? columns.nextInto(intoColumns, intoName, into) : null;
    }

    /**
     * Remembers that a message was read by its columns into an object of a class, if all of its fields have columns.
     */
    void rememberInto(WireClass of) {
        FieldColumns fields = of.columns(session);
        if (fields.isFlat() && fields.isSettable()) {
            intoType = of.type();
            intoColumns = fields;
            intoName = of.readName(session);
        }
    }

    /**
     * Updates the live object of the current message's record. The class must
     * {@linkplain WireClass#supportsLive support} live objects.
     *
     * @return null if the message must be read by its tokens
     */
    ColumnReader.Message updateLive(WireClass of) {
        Class<?> type = of.type();
        Object live = columns.liveObject();
        Object target = live != null && live.getClass() == type ? live : null;
        ColumnReader.Message message = columnsFor(of);
        if (message == null) {
            return null;
        }
        boolean isNew = target == null;
        if (isNew) {
            target = spare != null && spare.getClass() == type ? spare : newInstance(of);
        }
        if (target == null || !set(of, message, target, isNew ? -1L : 0, !isNew)) {
            return null;
        }
        FieldColumns fields = of.columns(session);
        target = isNew ? reclaimOrKeep(of, message, target) : target;
        columns.attachLive(fields, message.event(), target, true);
        liveType = type;
        liveColumns = fields;
        return message;
    }

    /**
     * Returns a new object, or null if its constructor throws an exception. Reading the tokens reports that exception.
     */
    private Object newInstance(WireClass of) {
        try {
            return of.objectCodec().newInstance(in, session);
        } catch (TypeMismatch e) {
            return null;
        }
    }

    /** Returns the object that the record had in the previous epoch, or the new one if it had none. */
    private Object reclaimOrKeep(WireClass of, ColumnReader.Message message, Object made) {
        Object former = columns.reclaimLive(of.columns(session), message.event(), made);
        if (former != null && set(of, message, former, -1L, true)) {
            spare = made;
            return former;
        }
        spare = null;
        return made;
    }

    /**
     * Stores an object that was read by tokens from the first value of the current message as the live object of the
     * record.
     *
     * @param of the class of the object
     * @param event the name of the event that has the object as its value, or null
     * @return the live object
     */
    Object attachLive(WireClass of, String event, Object read) {
        if (!of.supportsLive(session)) {
            return read;
        }
        FieldColumns fields = of.columns(session);
        Object live = liveOf(of.type(), event);
        if (live == null) {
            live = columns.reclaimLive(fields, event, read);
        }
        if (live == null) {
            live = read;
        } else if (live != read) {
            of.objectCodec().moveFields(read, live);
        }
        columns.attachLive(fields, event, live, false);
        return live;
    }

    /**
     * Returns the live object of the current message's record if it is of a class and the value of an event; otherwise
     * null.
     */
    Object liveOf(Class<?> type, String event) {
        Object live = columns.liveObject();
        return live != null && live.getClass() == type && Objects.equals(columns.liveEvent(), event) ? live : null;
    }

    /** Returns the current message as columns of a class, or null if the message must be read by its tokens. */
    ColumnReader.Message columnsFor(WireClass of) {
        FieldColumns fields = of.readableColumns(session);
        return fields == null ? null : columns.columns(fields, of.readName(session));
    }

    /**
     * Sets all fields of an object from the columns of the current message. A Java record is created from them.
     *
     * @param into the object, or null for a new one
     * @return the object, or null if the message must be read by its tokens
     */
    Object read(WireClass of, ColumnReader.Message message, Object into) {
        FieldColumns fields = of.columns(session);
        if (!fields.isSettable()) {
            return fields.create(message.bits(), message.references(), message.base());
        }
        Object target = into == null ? newInstance(of) : into;
        return target != null && set(of, message, target, -1L, into != null) ? target : null;
    }

    /** Tells the reader that messages like the current one, which is read by its tokens, are objects of a class. */
    void expect(WireClass of) {
        FieldColumns fields = of.readableColumns(session);
        if (fields != null) {
            columns.expect(fields);
        }
    }

    /**
     * @param fields the fields to set even if the message does not change them, as a bit set
     * @param reuses whether nested objects may be filled again
     */
    private boolean set(WireClass of, ColumnReader.Message message, Object into, long fields, boolean reuses) {
        FieldColumns settable = of.columns(session);
        if (settable.isFlat()) {
            return set(settable, message, into, message.changed(0) | fields, message.base());
        }
        int base = message.base();
        int number = 0;
        for (ColumnPart part = settable; part != null; part = part.next()) {
            long changed = message.changed(number) | fields;
            if (!set(part, message, into, changed, base)
                    || !columns.setNested(settable, into, number, changed, reuses)) {
                return false;
            }
            number++;
            base += ColumnPart.MAX_FIELDS;
        }
        return true;
    }

    private static boolean set(ColumnPart part, ColumnReader.Message message, Object into, long fields, int base) {
        long[] bits = message.bits();
        Object[] references = message.references();
        return fields == -1L
                ? part.setAll(into, bits, references, base)
                : part.setSome(into, fields, bits, references, base);
    }
}
