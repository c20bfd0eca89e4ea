package io.deltawire.marshallable;

import io.deltawire.wire.WireIn;
import io.deltawire.wire.spi.ColumnReader;
import io.deltawire.wire.spi.FieldColumns;

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

    /** An object that can be the live one of a new record. */
    private Object spare;

    ColumnObjects(ColumnReader columns, WireIn in, Session session) {
        this.columns = columns;
        this.in = in;
        this.session = session;
    }

    /** Something else is asked of the reader than the next live object. */
    void forget() {
        liveType = null;
    }

    /** Reads the next message into the live object of its record, where that goes at once; else returns null. */
    ColumnReader.Message next(Class<?> type) {
        return type == liveType ? columns.nextLive(liveColumns) : null;
    }

    /**
     * Sets the live object of the record of the present message.
     *
     * @return null where the message has to be read by its tokens
     */
    ColumnReader.Message live(ClassOnWire of) {
        Class<?> type = of.type;
        Object live = columns.liveObject();
        Object target = live != null && live.getClass() == type ? live : null;
        boolean isNew = target == null;
        if (isNew && of.columns() != null && of.columns().isSettable()) {
            target = spare != null && spare.getClass() == type ? spare : of.objects.newInstance(in, session);
        }
        ColumnReader.Message message = target == null ? null : set(of, target, isNew ? -1L : 0);
        if (message == null) {
            return null;
        }
        columns.keepLive(isNew ? formerOrNew(of, target) : target);
        liveType = type;
        liveColumns = of.columns();
        return message;
    }

    /** The object that the record had before the stream began anew, or this one. */
    private Object formerOrNew(ClassOnWire of, Object made) {
        Object former = columns.formerLive(made);
        if (former != null && set(of, former, -1L) != null) {
            spare = made;
            return former;
        }
        spare = null;
        return made;
    }

    /**
     * Sets the fields of an object from the columns of the present message.
     *
     * @param fields the fields to set whatever the message says to have changed
     * @return null where the message has to be read by its tokens
     */
    ColumnReader.Message set(ClassOnWire of, Object into, long fields) {
        FieldColumns settable = of.columns();
        if (settable == null || !settable.isSettable()) {
            return null;
        }
        ColumnReader.Message message = columns.columns(settable, of.nameToRead(session));
        if (message == null) {
            return null;
        }
        long[] bits = message.bits();
        Object[] references = message.references();
        int base = message.base();
        long changed = message.changed() | fields;
        boolean isSet = changed == -1L
                ? settable.setAll(into, bits, references, base)
                : settable.setSome(into, changed, bits, references, base);
        return isSet ? message : null;
    }
}
