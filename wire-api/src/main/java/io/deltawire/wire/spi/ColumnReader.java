package io.deltawire.wire.spi;

/** A reader whose messages may be records in columns, to be taken by {@link FieldColumns}. */
public interface ColumnReader {
    /** A message in columns. Belongs to its reader, and changes with the next message. */
    interface Message {
        /** The name of the field or event that has the object as its value; null where the message is the object. */
        String event();

        /** The type name of the object; null for none. */
        String typeName();

        /** The fields held as 64 bits. Only to be looked at, as the others. */
        long[] bits();

        /** The fields held as references. */
        Object[] references();

        /** The element of the first field. */
        int base();

        /** The object that belongs to its record; null where there is none. */
        Object live();

        /** A bit for each field of a part, of which the first is 0, in which the {@link #liveObject} may differ. */
        long changed(int part);
    }

    /**
     * Sets the fields of an object that are in no column, from the present message, of which {@link #columns} has been asked.
     *
     * @param part the one whose fields they are, of which the first is 0
     * @param fields a bit for each field that is to be set, as in {@link FieldColumns#setSome}
     * @param reuses whether what the fields hold may be filled again: not that of an object just made
     * @return false where a value does not fit its field, or is not there; some fields may be set then
     */
    boolean setInner(FieldColumns columns, Object object, int part, long fields, boolean reuses);

    /**
     * Returns the present message, which no token has been taken from, where it is one object that has just these fields
     * in this order, with values that they hold as they are; else null, and its tokens tell more.
     *
     * @param typeName the type name that the object has to have
     */
    Message columns(FieldColumns columns, String typeName);

    /**
     * Has the messages that are like the present one, of which tokens may have been taken, known as objects of these fields:
     * {@link #arrived}. Does nothing where they cannot be.
     */
    void expect(FieldColumns columns);

    /**
     * Returns the present message, which no token has been taken from, where it is known by {@link #columns} or {@link #expect}
     * to hold one object and nothing else, under an event's name or with a type name; else null, and its tokens tell more.
     */
    Message arrived();

    /**
     * Moves to the next message, and brings the object that belongs to its record up to date, where that is an object of
     * these fields which has been brought up to date with every message before. Who asks has been given messages of these
     * fields by {@link #columns}, and always by one type name.
     *
     * @return the message; null where {@link io.deltawire.wire.WireIn#nextMessage} has to be asked first; it finds
     *     the same message, though fields of the object may have been set by then
     */
    Message nextLive(FieldColumns columns);

    /**
     * Moves to the next message, and sets all fields of an object from it, where it is one object that has just these fields, of which each
     * is in a column. Who asks has been given messages of these fields by {@link #columns}.
     *
     * @param typeName the type name that the object has to have
     * @return the message; null as with {@link #nextLive}
     */
    Message nextInto(FieldColumns columns, String typeName, Object into);

    /** The object that belongs to the record of the present message; null where there is none. */
    Object liveObject();

    /** The name of the field or event that has {@link #liveObject} as its value; null where it is the message. */
    String liveEvent();

    /**
     * Takes over the object that belonged to the present message's record before the stream began anew; null where there is none.
     *
     * @param columns of its class
     * @param event the name that has it as its value, or null
     * @param like an object of the class, with the key of the record
     */
    Object formerLive(FieldColumns columns, String event, Object like);

    /**
     * Keeps an object with the record of the present message, if it is of one, for as long as the record is there.
     *
     * @param columns of its class
     * @param event the name that has it as its value, or null
     * @param isByColumns whether the present message's {@link #columns} are these, so that the next message may be told by what
     *     it changes
     */
    void keepLive(FieldColumns columns, String event, Object object, boolean isByColumns);
}
