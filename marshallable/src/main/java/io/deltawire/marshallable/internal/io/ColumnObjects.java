package io.deltawire.marshallable.internal.io;

import io.deltawire.marshallable.internal.codec.Misfit;
import io.deltawire.marshallable.internal.codec.Session;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.spi.object.ColumnPart;
import io.deltawire.wire.spi.object.ColumnReader;
import io.deltawire.wire.spi.object.FieldColumns;
import java.util.Objects;

/**
 * Sets the fields of objects from the columns of a format that keeps records, and looks after the one object that each
 * record has. Not thread-safe.
 */
final class ColumnObjects {
    private final ColumnReader columns;
    private final WireIn in;
    private final Session session;

    /** The class whose live object was read last, where nothing else has been asked since; else null. */
    private Class<?> liveType;

    private FieldColumns liveColumns;

    /** The class that an object was read into last, where nothing else has been asked since and each field is in a column; else null. */
    private Class<?> intoType;

    private FieldColumns intoColumns;
    private String intoName;

    /** An object that can be the live one of a new record. */
    private Object spare;

    ColumnObjects(ColumnReader columns, WireIn in, Session session) {
        this.columns = columns;
        this.in = in;
        this.session = session;
    }

    /** Something else is asked of the reader than the next object of the same class, in the same way. */
    void forget() {
        liveType = null;
        intoType = null;
    }

    /** Reads the next message into the live object of its record, where that goes at once; else returns null. */
    ColumnReader.Message nextLive(Class<?> type) {
        return type == liveType ? columns.nextLive(liveColumns) : null;
    }

    /** Reads the next message into an object of a class, where that goes at once; else returns null. */
    ColumnReader.Message nextInto(Class<?> type, Object into) {
        return type == intoType ? columns.nextInto(intoColumns, intoName, into) : null;
    }

    /** Takes note that a message has been read by its columns into an object of a class. */
    void readInto(ClassOnWire of) {
        FieldColumns fields = of.columns(session);
        if (fields.isFlat() && fields.isSettable()) {
            intoType = of.type;
            intoColumns = fields;
            intoName = of.nameToRead(session);
        }
    }

    /**
     * Sets the live object of the record of the present message, of a class that {@linkplain ClassOnWire#hasLive has} such.
     *
     * @return null where the message has to be read by its tokens
     */
    ColumnReader.Message live(ClassOnWire of) {
        Class<?> type = of.type;
        Object live = columns.liveObject();
        Object target = live != null && live.getClass() == type ? live : null;
        ColumnReader.Message message = message(of);
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
        target = isNew ? formerOrNew(of, message, target) : target;
        columns.attachLive(fields, message.event(), target, true);
        liveType = type;
        liveColumns = fields;
        return message;
    }

    /** A new object; null where its constructor throws, which is said where its tokens are read. */
    private Object newInstance(ClassOnWire of) {
        try {
            return of.objects.newInstance(in, session);
        } catch (Misfit e) {
            return null;
        }
    }

    /** The object that the record had before the stream began anew, or this one. */
    private Object formerOrNew(ClassOnWire of, ColumnReader.Message message, Object made) {
        Object former = columns.reclaimLive(of.columns(session), message.event(), made);
        if (former != null && set(of, message, former, -1L, true)) {
            spare = made;
            return former;
        }
        spare = null;
        return made;
    }

    /**
     * Keeps an object that the first value of the present message has been read into, or made of, by its tokens: as the live one of the record.
     *
     * @param of its class
     * @param event the name that has it as its value, or null
     * @return the live object
     */
    Object keep(ClassOnWire of, String event, Object read) {
        if (!of.hasLive(session)) {
            return read;
        }
        FieldColumns fields = of.columns(session);
        Object live = liveOf(of.type, event);
        if (live == null) {
            live = columns.reclaimLive(fields, event, read);
        }
        if (live == null) {
            live = read;
        } else if (live != read) {
            of.objects.moveFields(read, live);
        }
        columns.attachLive(fields, event, live, false);
        return live;
    }

    /** The live object of the present message's record, where it is one of a class and the value of this event; else null. */
    Object liveOf(Class<?> type, String event) {
        Object live = columns.liveObject();
        return live != null && live.getClass() == type && Objects.equals(columns.liveEvent(), event) ? live : null;
    }

    /** The columns of the present message as those of a class; null where the message has to be read by its tokens. */
    ColumnReader.Message message(ClassOnWire of) {
        FieldColumns fields = of.columnsToRead(session);
        return fields == null ? null : columns.columns(fields, of.nameToRead(session));
    }

    /**
     * Sets all fields of an object from the columns of the present message; a record (JLS 8.10) is made of them.
     *
     * @param into the object; null for a new one
     * @return the object; null where the message has to be read by its tokens
     */
    Object read(ClassOnWire of, ColumnReader.Message message, Object into) {
        FieldColumns fields = of.columns(session);
        if (!fields.isSettable()) {
            return fields.create(message.bits(), message.references(), message.base());
        }
        Object target = into == null ? newInstance(of) : into;
        return target != null && set(of, message, target, -1L, into != null) ? target : null;
    }

    /** Has messages like the present one, which is read by its tokens, taken for objects of a class. */
    void expect(ClassOnWire of) {
        FieldColumns fields = of.columnsToRead(session);
        if (fields != null) {
            columns.expect(fields);
        }
    }

    /**
     * @param fields the fields to set whatever the message says to have changed
     * @param reuses whether what they hold may be filled again
     */
    private boolean set(ClassOnWire of, ColumnReader.Message message, Object into, long fields, boolean reuses) {
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
