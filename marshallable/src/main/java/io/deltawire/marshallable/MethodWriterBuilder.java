package io.deltawire.marshallable;

import io.deltawire.wire.MessageKind;
import java.util.Set;

/**
 * Configures and builds an object that writes each method call as an event: see {@link Wire#methodWriter}. The setters
 * return this builder.
 *
 * <p>Not thread-safe.
 *
 * @param <T> the interface whose methods are events
 */
public interface MethodWriterBuilder<T> {
    /**
     * Writes a history before every event. The reader that shares the history sets it to that of the message being
     * read.
     *
     * @throws IllegalArgumentException if a method is named {@code history}
     */
    MethodWriterBuilder<T> history(MessageHistory shared);

    /**
     * Writes messages about the stream ({@link MessageKind#META}), which readers skip unless they ask for them. Formats
     * that cannot mark the kind, such as the text formats, write them as ordinary messages.
     */
    MethodWriterBuilder<T> metaData();

    /**
     * Writes deletions of records ({@link MessageKind#DELETE}), which readers skip unless they ask for them. The first
     * argument of a call is an object with the key of a record that another writer's call of the same method has
     * written.
     *
     * @throws IllegalStateException if the format of the wire keeps no records
     */
    MethodWriterBuilder<T> deletions();

    /**
     * Continues an output that has answers already: with a history, what exists is not written again. A wire of {@link
     * Wire#resume} does that without this call.
     */
    MethodWriterBuilder<T> resume(AnsweredInputs answered);

    /**
     * Sets a lock that is held while a message is written. Without it, a wire refuses a second thread that calls
     * meanwhile. Everything that writes to the wire has to use the same lock.
     */
    MethodWriterBuilder<T> lock(MessageLock lock);

    /** Returns the names of the events that calls of the methods write. Those of interfaces that they return are left out. */
    Set<String> eventNames();

    /** Builds the writer. */
    T build();
}
