package io.deltawire.wire.spi.object;

/**
 * A writer that can compare and encode an object by its {@link FieldColumns}, instead of receiving its tokens. Not
 * thread-safe: the caller has entered the {@link io.deltawire.wire.spi.ThreadGuard} of the writer.
 */
public interface ColumnWriter {
    /** Returns whether it accepts objects that are not {@linkplain FieldColumns#isFlat flat}. */
    default boolean acceptsNested() {
        return false;
    }

    /**
     * Writes a message that is a single object, if earlier messages have established its form. The bytes are the same
     * as for the tokens of the object.
     *
     * @param event the name of the field or event whose value is the object, or null if the message itself is the
     *     object
     * @param columns the columns of the class of the object
     * @param key the key of the record; or null if the caller has not computed it. A writer that needs it then computes
     *     it from the columns, or returns false.
     * @param keyLength number of bytes of the key
     * @return false if nothing was written. Call again with the key. If the key was given, write the message by its
     *     tokens, before any other message.
     */
    boolean writeColumns(String event, FieldColumns columns, Object object, byte[] key, int keyLength);
}
