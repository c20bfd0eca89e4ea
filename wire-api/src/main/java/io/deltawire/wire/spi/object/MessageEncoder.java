package io.deltawire.wire.spi.object;

/**
 * A writer for messages of one object: it writes the {@link MessagePrefix}, and generated code encodes the fields into
 * the array after it. Fields may also be written as tokens, as in any {@link FieldEncoder}.
 *
 * <p>Not thread-safe: the caller has entered the {@link io.deltawire.wire.spi.ThreadGuard} of the writer.
 */
public interface MessageEncoder extends PrefixWriter, FieldEncoder {
    /**
     * Begins a message like {@link #beginMessage(MessagePrefix)}, if fields follow directly.
     *
     * @return the index of the first field, which {@link #position} would return
     */
    int beginFields(MessagePrefix prefix);

    /**
     * Moves to an index and ends the message, like {@link #moveTo} and {@link #endMessage(MessagePrefix)}.
     *
     * @param index the index after the last field
     */
    void endFields(MessagePrefix prefix, int index);
}
