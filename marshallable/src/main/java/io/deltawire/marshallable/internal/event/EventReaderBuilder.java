package io.deltawire.marshallable.internal.event;

import io.deltawire.marshallable.MessageHistory;
import io.deltawire.marshallable.MethodReader;
import io.deltawire.marshallable.MethodReaderBuilder;
import io.deltawire.marshallable.UnknownEvent;
import io.deltawire.marshallable.generated.EventCaller;
import io.deltawire.marshallable.internal.io.ObjectWire;
import java.util.Objects;

/** The implementation of {@link MethodReaderBuilder}. It collects the settings and builds the event tables. */
public final class EventReaderBuilder implements MethodReaderBuilder {
    private final ObjectWire wire;
    private final EventAccess access;
    private UnknownEventPolicy unknown = UnknownEventPolicy.SKIP;
    private UnknownEvent hook;
    private EventCaller.Recycling recycling = EventCaller.Recycling.OFF;
    private MessageHistory history;
    private int sourceId;
    private boolean isReplay;
    private long firstIndex;
    private Object[] metaComponents = {};
    private Object[] deletionComponents = {};

    public EventReaderBuilder(ObjectWire wire, EventAccess access) {
        this.wire = wire;
        this.access = access;
    }

    /** What to do with an event that no component has a method for. */
    enum UnknownEventPolicy {
        SKIP,
        REFUSE,
        HAND_OVER
    }

    @Override
    public MethodReaderBuilder skipUnknownEvents() {
        unknown = UnknownEventPolicy.SKIP;
        return this;
    }

    @Override
    public MethodReaderBuilder refuseUnknownEvents() {
        unknown = UnknownEventPolicy.REFUSE;
        return this;
    }

    @Override
    public MethodReaderBuilder onUnknownEvent(UnknownEvent taker) {
        unknown = UnknownEventPolicy.HAND_OVER;
        hook = Objects.requireNonNull(taker);
        return this;
    }

    @Override
    public MethodReaderBuilder reuseArguments() {
        recycling = EventCaller.Recycling.ON;
        return this;
    }

    @Override
    public MethodReaderBuilder history(int ofWire, MessageHistory shared) {
        sourceId = ofWire;
        history = Objects.requireNonNull(shared);
        return this;
    }

    @Override
    public MethodReaderBuilder firstIndex(long number) {
        if (number < 0) {
            throw new IllegalArgumentException("a message has no negative number: " + number);
        }
        firstIndex = number;
        return this;
    }

    @Override
    public MethodReaderBuilder replayAnswered() {
        isReplay = true;
        return this;
    }

    @Override
    public MethodReaderBuilder metaDataTo(Object... components) {
        metaComponents = components.clone();
        return this;
    }

    @Override
    public MethodReaderBuilder deletionsTo(Object... components) {
        deletionComponents = components.clone();
        return this;
    }

    @Override
    public MethodReader build(Object... components) {
        EventTable.Builder maker = new EventTable.Builder(wire.session(), access, recycling);
        EventTable data = maker.ofComponents(components);
        EventTable meta = metaComponents.length == 0 ? null : maker.ofComponents(metaComponents);
        EventTable deletions = deletionComponents.length == 0 ? null : maker.ofComponents(deletionComponents);
        if (history != null && data.find(MessageHistory.EVENT) != null) {
            throw new IllegalArgumentException("the event \"" + MessageHistory.EVENT
                    + "\" is the message history's, but a component has a method of that name");
        }
        EventReader reader = new EventReader(
                wire, data, meta, deletions, new EventReader.Settings(unknown, hook, history, sourceId, firstIndex));
        return history != null && history.isResumed() && !isReplay
                ? new ResumedReader(reader, history, sourceId)
                : reader;
    }
}
