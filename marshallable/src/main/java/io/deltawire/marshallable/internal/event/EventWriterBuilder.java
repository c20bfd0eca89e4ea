package io.deltawire.marshallable.internal.event;

import io.deltawire.marshallable.AnsweredInputs;
import io.deltawire.marshallable.MessageHistory;
import io.deltawire.marshallable.MessageLock;
import io.deltawire.marshallable.MethodWriterBuilder;
import io.deltawire.marshallable.generated.EventWriter;
import io.deltawire.marshallable.internal.codec.CodecSet;
import io.deltawire.marshallable.internal.io.EventMessage;
import io.deltawire.marshallable.internal.io.ObjectWire;
import io.deltawire.marshallable.internal.schema.GenericType;
import io.deltawire.wire.MessageKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * The implementation of {@link MethodWriterBuilder}. It collects the settings; the {@link EventWriterPlan} of the
 * interfaces implements them.
 */
public final class EventWriterBuilder<T> implements MethodWriterBuilder<T> {
    private final ObjectWire wire;
    private final Class<T> type;
    private final EventWriterPlan plan;
    private MessageHistory history;
    private MessageKind kind = MessageKind.DATA;
    private MessageLock lock;
    private AnsweredInputs answered;

    EventWriterBuilder(ObjectWire wire, Class<T> type, EventWriterPlan plan) {
        this.wire = wire;
        this.type = type;
        this.plan = plan;
        this.answered = wire.answered();
    }

    public static <T> EventWriterBuilder<T> of(ObjectWire wire, EventAccess access, Class<T> type, Class<?>... more) {
        List<GenericType> interfaces = new ArrayList<>();
        interfaces.add(GenericType.of(Objects.requireNonNull(type, "type")));
        for (Class<?> each : Objects.requireNonNull(more, "more")) {
            Objects.requireNonNull(each, "more");
            if (!interfaces.contains(GenericType.of(each))) {
                interfaces.add(GenericType.of(each));
            }
        }
        return new EventWriterBuilder<>(
                wire, type, EventWriterPlan.of(List.copyOf(interfaces), access, CodecSet.of(wire.session())));
    }

    @Override
    public MethodWriterBuilder<T> history(MessageHistory shared) {
        if (plan.methods().containsKey(MessageHistory.EVENT)) {
            throw new IllegalArgumentException(
                    "the event \"" + MessageHistory.EVENT + "\" is the message history's, but "
                            + plan.methods().get(MessageHistory.EVENT).describe() + " has that name");
        }
        history = Objects.requireNonNull(shared);
        return this;
    }

    @Override
    public Set<String> eventNames() {
        return Set.copyOf(plan.methods().keySet());
    }

    @Override
    public MethodWriterBuilder<T> metaData() {
        kind = MessageKind.META;
        return this;
    }

    @Override
    public MethodWriterBuilder<T> deletions() {
        if (!wire.out().keepsRecords()) {
            throw new IllegalStateException(wire.format().name() + " keeps no records that could be deleted");
        }
        kind = MessageKind.DELETE;
        return this;
    }

    @Override
    public MethodWriterBuilder<T> resume(AnsweredInputs of) {
        answered = Objects.requireNonNull(of, "answered");
        return this;
    }

    @Override
    public MethodWriterBuilder<T> lock(MessageLock of) {
        lock = Objects.requireNonNull(of, "lock");
        return this;
    }

    @Override
    public T build() {
        if (history != null && answered != null) {
            history.addOutput(answered);
        }
        EventMessage message = new EventMessage(wire, kind, history, answered, lock);
        return type.cast(new EventWriter(message, plan, wire.session(), true).implement());
    }
}
