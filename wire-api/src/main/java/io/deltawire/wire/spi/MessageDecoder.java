package io.deltawire.wire.spi;

import io.deltawire.wire.Shape;

/**
 * A reader that gives messages of one object whole: past the {@link MessageHead}, generated code takes the fields straight
 * from the array. In between, fields may go by tokens as in any {@link FieldDecoder}.
 */
public interface MessageDecoder extends HeadReader, FieldDecoder {
    /**
     * Moves to the next message where it is present and begins with a head; else does nothing, and
     * {@link #nextMessage(MessageHead)} is to be asked. The object ends by {@link #endFields}, which tells whether
     * the message does.
     *
     * @param head one that this reader has made
     * @return the index of the first field: what {@link #position} would be; or -1
     */
    int nextFields(MessageHead head);

    /**
     * What {@link #names()} is after a head.
     *
     * @param head one that this reader has made
     */
    default Shape.Attachment<byte[][]> names(MessageHead head) {
        return names();
    }
}
