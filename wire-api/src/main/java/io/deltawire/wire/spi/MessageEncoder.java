package io.deltawire.wire.spi;

/**
 * A writer for messages of one object: it writes the {@link MessageHead}, and generated code encodes the fields into
 * the array after it. Fields may also be written as tokens, as in any {@link FieldEncoder}.
 */
public interface MessageEncoder extends HeadWriter, FieldEncoder {
    /**
     * Begins a message like {@link #beginMessage(MessageHead)}, if fields follow directly.
     *
     * @return the index of the first field, which {@link #position} would return
     */
    int beginFields(MessageHead prefix);

    /**
     * Moves to an index and ends the message, like {@link #moveTo} and {@link #endMessage(MessageHead)}.
     *
     * @param index the index after the last field
     */
    void endFields(MessageHead prefix, int index);
}
