package io.deltawire.wire.spi.object;

import io.deltawire.wire.Shape;

/**
 * A reader for messages of one object that lets generated code decode all fields from the array, after it has skipped
 * the {@link MessagePrefix}. Fields may also be read as tokens, as in any {@link FieldDecoder}.
 *
 * <p>Not thread-safe: the caller has entered the {@link io.deltawire.wire.spi.ThreadGuard} of the reader.
 */
public interface MessageDecoder extends PrefixReader, FieldDecoder {
    /**
     * Moves to the next message, if it is completely present and begins with a prefix. Otherwise does nothing, and
     * {@link #nextMessage(MessagePrefix)} has to be called. {@link #endFields} ends the object, and returns whether it
     * ends the message.
     *
     * @param prefix a prefix that this reader has created
     * @return the index of the first field, which {@link #position} would return; or -1
     */
    int nextFields(MessagePrefix prefix);

    /**
     * Returns the encoded {@link #names()} of the fields after a prefix.
     *
     * @param prefix a prefix that this reader has created
     */
    default Shape.Attachment<byte[][]> names(MessagePrefix prefix) {
        return names();
    }
}
