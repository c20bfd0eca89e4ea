package io.deltawire.marshallable.internal.event;

import io.deltawire.marshallable.generated.EventCaller;
import io.deltawire.marshallable.internal.codec.CodecContext;
import io.deltawire.marshallable.internal.codec.CodecSet;
import io.deltawire.marshallable.internal.schema.GenericType;
import io.deltawire.marshallable.internal.schema.WeakClassValue;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The plan by which the methods of an interface are called. It is made once for each interface and shared by all
 * readers; each reader gets its own caller from it. Immutable.
 */
final class EventCallerPlan {
    private static final WeakClassValue<Map<GenericType, EventCallerPlan>> CACHE = new WeakClassValue<>() {
        @Override
        protected Map<GenericType, EventCallerPlan> compute(Class<?> type) {
            return new ConcurrentHashMap<>();
        }
    };

    private final GenericType type;
    private final CodecSet codecs;
    private final List<EventMethod> methods;
    private final int arguments;
    private final Factory factory;

    private EventCallerPlan(GenericType type, EventAccess access, CodecSet codecs) {
        this.codecs = codecs;
        this.type = type;
        this.methods = List.copyOf(EventMethods.toCall(type).values());
        this.arguments = methods.stream().mapToInt(m -> m.parameters().size()).sum();
        this.factory = access.factoryOf(this);
    }

    /** Creates callers of one interface. */
    interface Factory {
        public EventCaller make();
    }

    /**
     * Returns the plan for an interface.
     *
     * @throws IllegalArgumentException if two methods have the same name
     */
    static EventCallerPlan of(GenericType type, EventAccess access, CodecSet codecs) {
        if (access != EventAccess.GENERATED || codecs != CodecSet.BUILT_IN) {
            return new EventCallerPlan(type, access, codecs);
        }
        Map<GenericType, EventCallerPlan> made = CACHE.get(type.innermost(type.raw()));
        EventCallerPlan plan = made.get(type);
        if (plan == null) {
            plan = new EventCallerPlan(type, access, codecs);
            EventCallerPlan other = made.putIfAbsent(type, plan);
            plan = other == null ? plan : other;
        }
        return plan;
    }

    /** Returns the codecs of the arguments. */
    CodecSet codecs() {
        return codecs;
    }

    GenericType type() {
        return type;
    }

    /** Returns the methods. A caller identifies a method by its index in this list. */
    List<EventMethod> methods() {
        return methods;
    }

    EventCaller newCaller(CodecContext session, EventCaller.Recycling recycling) {
        EventCaller caller = factory.make();
        caller.bind(session, arguments, recycling);
        return caller;
    }
}
