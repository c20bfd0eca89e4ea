package io.deltawire.wire.spi;

/** A writer that can take an object by its {@link FieldColumns}. */
public interface ColumnWriter {
    /** Whether it takes objects that are not {@linkplain FieldColumns#isFlat flat}. */
    default boolean takesTokens() {
        return false;
    }

    /**
     * Writes a message that is one object, if the writer knows what such a message is like; the bytes are those that the
     * tokens of the object make.
     *
     * @param event the name of the field or event that has the object as its value; null where the message is the object
     * @param columns of the object's class
     * @param key the bytes that name the record; null where they are yet to be made: a writer that needs them then makes them of
     *     the record's columns, where these tell them, or returns false
     * @param keyLength how many of them
     * @return false where nothing has been written: the same has to be tried with the key's bytes then, and where these were
     *     given, the next message has to be this one, by its tokens
     */
    boolean writeColumns(String event, FieldColumns columns, Object object, byte[] key, int keyLength);
}
