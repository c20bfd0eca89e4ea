package io.deltawire.wire.spi;

/**
 * A writer that takes messages of one object whole: its {@link MessageHead}, and the fields that generated code puts into
 * the array behind it. In between, fields may go by tokens as in any {@link FieldEncoder}.
 */
public interface MessageEncoder extends HeadWriter, FieldEncoder {
    /**
     * As {@link #beginMessage(MessageHead)}, where the fields follow straight.
     *
     * @return the index of the first field: what {@link #position} would be
     */
    int beginFields(MessageHead head);

    /**
     * As {@link #moveTo} and {@link #endMessage(MessageHead)}.
     *
     * @param at the index after the last field
     */
    void endFields(MessageHead head, int at);
}
