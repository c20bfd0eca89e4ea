package io.deltawire.marshallable;

/** Makes {@link MethodReader}s. */
public interface MethodReaderBuilder {
    /** Passes over events that no component has a method for; so it is unless another policy is chosen. */
    MethodReaderBuilder skipUnknownEvents();

    /** Throws a {@link io.deltawire.wire.WireDataException} for an event that no component has a method for. */
    MethodReaderBuilder refuseUnknownEvents();

    /** Hands over events that no component has a method for. */
    MethodReaderBuilder onUnknownEvent(UnknownEvent taker);

    /**
     * Reads the arguments of each call into those of the last call of the same method, so that nothing is allocated:
     * objects, lists and buffers. A component must copy what it wants to keep. Without this, arguments are the
     * component's own.
     */
    MethodReaderBuilder recycleArguments();

    /**
     * Keeps the history of the message that is being read.
     *
     * @param ofWire the number that stands for this wire in histories
     * @param shared what is set; give it to the writers that the component calls
     */
    MethodReaderBuilder history(int ofWire, MessageHistory shared);

    /**
     * Calls components with the events of messages about the stream ({@link io.deltawire.wire.MessageKind#META}), which
     * are passed over otherwise. In formats that do not tell such messages from others, their events are told by name.
     */
    MethodReaderBuilder metaDataTo(Object... components);

    /**
     * Calls components with the events of messages that say that a record no longer exists
     * ({@link io.deltawire.wire.MessageKind#DELETE}), which are passed over otherwise. The argument is the record as it was.
     */
    MethodReaderBuilder deletionsTo(Object... components);

    /**
     * Returns a reader that calls components.
     *
     * @param components what implements interfaces, the methods of which are the events
     * @throws IllegalArgumentException where two methods have the name of one event, or there is no event
     */
    MethodReader build(Object... components);
}
