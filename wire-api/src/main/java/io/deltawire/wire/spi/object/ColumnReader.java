package io.deltawire.wire.spi.object;

/**
 * A reader whose messages may be records in columns, from which {@link FieldColumns} set the fields of an object.
 *
 * <p>It can also attach an object to each record, the <i>live</i> object. A live object is updated by the fields that a
 * message changes, instead of being filled from the whole record.
 *
 * <p>Not thread-safe: the caller has entered the {@link io.deltawire.wire.spi.ThreadGuard} of the reader.
 */
public interface ColumnReader {
    /** A message in columns. It belongs to its reader, and is valid until the next message. */
    interface Message {
        /**
         * Returns the name of the field or event whose value is the object, or null if the message itself is the
         * object.
         */
        String event();

        /** Returns the type name of the object, or null for none. */
        String typeName();

        /** Returns the columns of 64 bits. The caller must not modify them. */
        long[] bits();

        /** Returns the columns of references. The caller must not modify them. */
        Object[] references();

        /** Returns the element of the first field. */
        int base();

        /** Returns the live object of the record, or null if it has none. */
        Object live();

        /** Returns a bit for each field of a part (from 0) that may differ in the {@link #liveObject}. */
        long changed(int part);
    }

    /**
     * Sets fields without a column from the current message. {@link #columns} must have returned the message.
     *
     * @param part the part with the fields, from 0
     * @param fields a bit for each field to set, as in {@link FieldColumns#setSome}
     * @param reuses whether the objects that the fields hold may be reused; false for a new object
     * @return false if a value is missing or does not fit its field; some fields may be set then
     */
    boolean setNested(FieldColumns columns, Object object, int part, long fields, boolean reuses);

    /**
     * Returns the current message if it is one object with exactly these fields in this order, and the fields can hold
     * its values without conversion. No token of it must have been read.
     *
     * @param typeName the type name that the object must have
     * @return null if the message has another form; its tokens then have to be read
     */
    Message columns(FieldColumns columns, String typeName);

    /**
     * Learns that messages of the same form as the current one are objects of these fields, so that {@link #matched}
     * recognizes them. Tokens of the current message may have been read. Does nothing if such messages cannot be in
     * columns.
     */
    void expect(FieldColumns columns);

    /**
     * Returns the current message if {@link #columns} or {@link #expect} has established that it is a single object,
     * with an event or a type name. No token of it must have been read.
     *
     * @return null for any other message; its tokens then have to be read
     */
    Message matched();

    /**
     * Moves to the next message, and updates the live object of its record. This is for callers that have got messages
     * of these fields from {@link #columns}, always with the same type name.
     *
     * @return the message; or null if the live object is not of these fields or has missed a message. The caller then
     *     has to call {@link io.deltawire.wire.WireIn#nextMessage}, which finds the same message. Fields of the object
     *     may already be set.
     */
    Message nextLive(FieldColumns columns);

    /**
     * Moves to the next message and sets all fields of an object from it. The message must be a single object with
     * exactly these fields, each in a column. This is for callers that have got messages of these fields from
     * {@link #columns}.
     *
     * @param typeName the type name that the object must have
     * @return the message; or null, as for {@link #nextLive}
     */
    Message nextInto(FieldColumns columns, String typeName, Object into);

    /** Returns the live object of the record of the current message, or null if it has none. */
    Object liveObject();

    /**
     * Returns the name of the field or event whose value is the {@link #liveObject}, or null if the message itself is
     * the object.
     */
    String liveEvent();

    /**
     * Detaches and returns the object that was live in the record of the current message before the stream restarted,
     * or null if there was none.
     *
     * @param columns the columns of its class
     * @param event the name of the field or event whose value it is, or null
     * @param like an object of the class with the key of the record
     */
    Object reclaimLive(FieldColumns columns, String event, Object like);

    /**
     * Attaches a live object to the record of the current message, if it has one. It stays attached as long as the
     * record exists.
     *
     * @param columns the columns of its class
     * @param event the name of the field or event whose value it is, or null
     * @param isByColumns whether these are the {@link #columns} of the current message, so that the next message can
     *     update the object by its changes
     */
    void attachLive(FieldColumns columns, String event, Object object, boolean isByColumns);
}
