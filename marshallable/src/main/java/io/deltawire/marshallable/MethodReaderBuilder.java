package io.deltawire.marshallable;

import java.util.Objects;

/** Makes {@link MethodReader}s. */
public final class MethodReaderBuilder {
    private final Wire wire;
    private final EventAccess access;
    private UnknownEventPolicy unknown = UnknownEventPolicy.SKIP;
    private UnknownEvent hook;
    private EventCaller.Recycling recycling = EventCaller.Recycling.OFF;
    private MessageHistory history;
    private int sourceId;
    private Object[] metaComponents = {};
    private Object[] deletionComponents = {};

    MethodReaderBuilder(Wire wire, EventAccess access) {
        this.wire = wire;
        this.access = access;
    }

    /** What to do with an event that no component has a method for. */
    enum UnknownEventPolicy {
        SKIP,
        REFUSE,
        HAND_OVER
    }

    /** Passes over events that no component has a method for; so it is unless another policy is chosen. */
    public MethodReaderBuilder skipUnknownEvents() {
        unknown = UnknownEventPolicy.SKIP;
        return this;
    }

    /** Throws a {@link io.deltawire.wire.WireDataException} for an event that no component has a method for. */
    public MethodReaderBuilder refuseUnknownEvents() {
        unknown = UnknownEventPolicy.REFUSE;
        return this;
    }

    /** Hands over events that no component has a method for. */
    public MethodReaderBuilder onUnknownEvent(UnknownEvent taker) {
        unknown = UnknownEventPolicy.HAND_OVER;
        hook = Objects.requireNonNull(taker);
        return this;
    }

    /**
     * Reads the arguments of each call into those of the last call of the same method, so that nothing is allocated:
     * objects, lists and buffers. A component must copy what it wants to keep. Without this, arguments are the
     * component's own.
     */
    public MethodReaderBuilder recycleArguments() {
        recycling = EventCaller.Recycling.ON;
        return this;
    }

    /**
     * Keeps the history of the message that is being read.
     *
     * @param ofWire the number that stands for this wire in histories
     * @param shared what is set; give it to the writers that the component calls
     */
    public MethodReaderBuilder history(int ofWire, MessageHistory shared) {
        sourceId = ofWire;
        history = Objects.requireNonNull(shared);
        return this;
    }

    /**
     * Calls components with the events of messages about the stream ({@link io.deltawire.wire.MessageKind#META}), which
     * are passed over otherwise. In formats that do not tell such messages from others, their events are told by name.
     */
    public MethodReaderBuilder metaDataTo(Object... components) {
        metaComponents = components.clone();
        return this;
    }

    /**
     * Calls components with the events of messages that say that a record no longer exists
     * ({@link io.deltawire.wire.MessageKind#DELETE}), which are passed over otherwise. The argument is the record as it was.
     */
    public MethodReaderBuilder deletionsTo(Object... components) {
        deletionComponents = components.clone();
        return this;
    }

    /**
     * Returns a reader that calls components.
     *
     * @param components what implements interfaces, the methods of which are the events
     * @throws IllegalArgumentException where two methods have the name of one event, or there is no event
     */
    public MethodReader build(Object... components) {
        EventTable.Maker maker = new EventTable.Maker(wire.session(), access, recycling);
        EventTable data = maker.ofComponents(components);
        EventTable meta = metaComponents.length == 0 ? null : maker.ofComponents(metaComponents);
        EventTable deletions = deletionComponents.length == 0 ? null : maker.ofComponents(deletionComponents);
        if (history != null && data.find(EventMethods.HISTORY) != null) {
            throw new IllegalArgumentException("the event \"" + EventMethods.HISTORY
                    + "\" is the message history's, but a component has a method of that name");
        }
        return new MethodReader(
                wire, data, meta, deletions, new MethodReader.Settings(unknown, hook, history, sourceId));
    }
}
