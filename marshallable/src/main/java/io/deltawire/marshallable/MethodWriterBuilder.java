package io.deltawire.marshallable;

import io.deltawire.wire.MessageKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Makes objects that write each call of a method as an event: see {@link Wire#methodWriter}.
 *
 * @param <T> the interface called
 */
public final class MethodWriterBuilder<T> {
    private final Wire wire;
    private final Class<T> type;
    private final EventWriterPlan plan;
    private MessageHistory history;
    private MessageKind kind = MessageKind.DATA;

    MethodWriterBuilder(Wire wire, Class<T> type, EventWriterPlan plan) {
        this.wire = wire;
        this.type = type;
        this.plan = plan;
    }

    static <T> MethodWriterBuilder<T> of(Wire wire, EventAccess access, Class<T> type, Class<?>... more) {
        List<GenericType> interfaces = new ArrayList<>();
        interfaces.add(GenericType.of(Objects.requireNonNull(type, "type")));
        for (Class<?> each : Objects.requireNonNull(more, "more")) {
            Objects.requireNonNull(each, "more");
            if (!interfaces.contains(GenericType.of(each))) {
                interfaces.add(GenericType.of(each));
            }
        }
        return new MethodWriterBuilder<>(wire, type, EventWriterPlan.of(List.copyOf(interfaces), access));
    }

    /**
     * Writes a history in front of every event: that of what is being read by the reader that shares it.
     *
     * @throws IllegalArgumentException where a method is called {@code history}
     */
    public MethodWriterBuilder<T> history(MessageHistory shared) {
        if (plan.methods().containsKey(EventMethods.HISTORY)) {
            throw new IllegalArgumentException(
                    "the event \"" + EventMethods.HISTORY + "\" is the message history's, but "
                            + plan.methods().get(EventMethods.HISTORY).describe() + " has that name");
        }
        history = Objects.requireNonNull(shared);
        return this;
    }

    /**
     * Writes messages about the stream ({@link MessageKind#META}), which readers pass over unless they ask for them.
     * Formats that have no place for the kind, text formats among them, write them as any other message.
     */
    public MethodWriterBuilder<T> metaData() {
        kind = MessageKind.META;
        return this;
    }

    /**
     * Writes that records no longer exist ({@link MessageKind#DELETE}): the first argument is an object of the record that
     * another writer's call of the same method has written. Readers pass over it unless they ask for it.
     *
     * @throws IllegalStateException where the wire's format keeps no records
     */
    public MethodWriterBuilder<T> deletions() {
        if (!wire.out().keepsRecords()) {
            throw new IllegalStateException(wire.format().name() + " keeps no records that could be deleted");
        }
        kind = MessageKind.DELETE;
        return this;
    }

    /** Returns a writer. */
    public T build() {
        EventMessage message = new EventMessage(wire, kind, history);
        return type.cast(new EventWriter(message, plan, wire.session(), true).implement());
    }
}
