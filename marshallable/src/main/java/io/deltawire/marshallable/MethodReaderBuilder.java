package io.deltawire.marshallable;

/** Configures and builds a {@link MethodReader}. The setters return this builder. Not thread-safe. */
public interface MethodReaderBuilder {
    /** Skips events that no component has a method for. This is the default. */
    MethodReaderBuilder skipUnknownEvents();

    /** Throws a {@link io.deltawire.wire.WireDataException} for an event that no component has a method for. */
    MethodReaderBuilder refuseUnknownEvents();

    /** Passes events that no component has a method for to a handler. */
    MethodReaderBuilder onUnknownEvent(UnknownEvent taker);

    /**
     * Reads the arguments of each call into the objects, lists and buffers of the last call of the same method, so that
     * nothing is allocated. A component must copy what it retains. Without this option, the component owns its
     * arguments.
     */
    MethodReaderBuilder reuseArguments();

    /**
     * Sets a history to that of the message being read.
     *
     * @param ofWire the number that stands for this wire in histories
     * @param shared the history to set, which the writers of the component share
     */
    MethodReaderBuilder history(int ofWire, MessageHistory shared);

    /**
     * Sets the number of the first message that the reader reads, for a wire that begins in the middle of its input; 0
     * by default.
     */
    MethodReaderBuilder firstIndex(long number);

    /**
     * Calls components with the messages that were answered before a restart ({@link Wire#resume}) as well, so that
     * they get their state again. Without this option those messages are skipped. In either case no output is written
     * that is there already; components must therefore make the same outputs in the same order.
     */
    MethodReaderBuilder replayAnswered();

    /**
     * Calls components with the events of messages about the stream ({@link io.deltawire.wire.MessageKind#META}). Such
     * messages are skipped by default. Formats that do not mark them leave the event name to decide.
     */
    MethodReaderBuilder metaDataTo(Object... components);

    /**
     * Calls components with the events of deletions ({@link io.deltawire.wire.MessageKind#DELETE}), which are skipped
     * by default. The argument is the last state of the deleted record.
     */
    MethodReaderBuilder deletionsTo(Object... components);

    /**
     * Builds a reader that calls components.
     *
     * @param components objects whose interfaces declare the methods that are events
     * @throws IllegalArgumentException if two methods have the same event name, or if there is no event
     */
    MethodReader build(Object... components);
}
