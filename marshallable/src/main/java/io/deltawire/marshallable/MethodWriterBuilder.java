package io.deltawire.marshallable;

import io.deltawire.wire.MessageKind;

/**
 * Makes objects that write each call of a method as an event: see {@link Wire#methodWriter}.
 *
 * @param <T> the interface called
 */
public interface MethodWriterBuilder<T> {
    /**
     * Writes a history in front of every event: that of what is being read by the reader that shares it.
     *
     * @throws IllegalArgumentException where a method is called {@code history}
     */
    MethodWriterBuilder<T> history(MessageHistory shared);

    /**
     * Writes messages about the stream ({@link MessageKind#META}), which readers pass over unless they ask for them.
     * Formats that have no place for the kind, text formats among them, write them as any other message.
     */
    MethodWriterBuilder<T> metaData();

    /**
     * Writes that records no longer exist ({@link MessageKind#DELETE}): the first argument is an object of the record that
     * another writer's call of the same method has written. Readers pass over it unless they ask for it.
     *
     * @throws IllegalStateException where the wire's format keeps no records
     */
    MethodWriterBuilder<T> deletions();

    /** Returns a writer. */
    T build();
}
