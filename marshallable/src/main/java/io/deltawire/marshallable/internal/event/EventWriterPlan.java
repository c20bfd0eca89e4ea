package io.deltawire.marshallable.internal.event;

import io.deltawire.marshallable.generated.EventWriter;
import io.deltawire.marshallable.internal.codec.CodecSet;
import io.deltawire.marshallable.internal.schema.GenericType;
import io.deltawire.marshallable.internal.schema.TypeNames;
import io.deltawire.marshallable.internal.schema.WeakClassValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The plan by which interfaces are implemented as method writers. It is made once for a list of interfaces and shared
 * by all their writers. It contains the event methods, the implementation, and the plans of the links that methods
 * return.
 */
final class EventWriterPlan implements EventWriter.Plan {
    /** The plans made, cached with the first of their interfaces. */
    private static final WeakClassValue<Map<List<GenericType>, EventWriterPlan>> CACHE = new WeakClassValue<>() {
        @Override
        protected Map<List<GenericType>, EventWriterPlan> compute(Class<?> type) {
            return new ConcurrentHashMap<>();
        }
    };

    private final List<GenericType> interfaces;
    private final CodecSet codecs;
    private final Map<String, EventMethod> methods;
    private final List<EventWriterPlan> links = new ArrayList<>();
    private Implementation implementation;

    private EventWriterPlan(List<GenericType> interfaces, CodecSet codecs) {
        this.codecs = codecs;
        this.interfaces = interfaces;
        this.methods = EventMethods.toWrite(interfaces);
    }

    /** Creates instances that write their calls with an event writer. */
    interface Implementation {
        public Object make(EventWriter writer);
    }

    /**
     * Returns the plan for an object that implements some interfaces.
     *
     * @throws IllegalArgumentException if a method of the interfaces cannot be an event
     */
    static EventWriterPlan of(List<GenericType> interfaces, EventAccess access, CodecSet codecs) {
        Map<List<GenericType>, EventWriterPlan> made =
                CACHE.get(interfaces.get(0).raw());
        boolean isKept = access == EventAccess.GENERATED && codecs == CodecSet.BUILT_IN && areOfOneLoader(interfaces);
        EventWriterPlan plan = isKept ? made.get(interfaces) : null;
        if (plan == null) {
            plan = make(interfaces, access, codecs, new HashMap<>());
            if (isKept) {
                made.put(interfaces, plan);
            }
        }
        return plan;
    }

    private static EventWriterPlan make(
            List<GenericType> interfaces,
            EventAccess access,
            CodecSet codecs,
            Map<List<GenericType>, EventWriterPlan> inWork) {
        EventWriterPlan known = inWork.get(interfaces);
        if (known != null) {
            return known; // a chain may return to an interface
        }
        EventWriterPlan plan = new EventWriterPlan(interfaces, codecs);
        inWork.put(interfaces, plan);
        for (EventMethod method : plan.methods.values()) {
            if (method.link() != null && plan.linkIndex(method) < 0) {
                boolean isOwn = interfaces.contains(method.link());
                plan.links.add(isOwn ? plan : make(List.of(method.link()), access, codecs, inWork));
            }
        }
        plan.implementation = access.implementationOf(plan);
        return plan;
    }

    /**
     * Whether a plan may be cached. It lives as long as its first interface, which must not keep classes of other
     * loaders reachable.
     */
    private static boolean areOfOneLoader(List<GenericType> interfaces) {
        ClassLoader loader = interfaces.get(0).raw().getClassLoader();
        return interfaces.stream().allMatch(type -> type.raw().getClassLoader() == loader);
    }

    /** Returns the codecs of the arguments. */
    CodecSet codecs() {
        return codecs;
    }

    List<GenericType> interfaces() {
        return interfaces;
    }

    Map<String, EventMethod> methods() {
        return methods;
    }

    @Override
    public int methodCount() {
        return methods.size();
    }

    @Override
    public boolean hasOneArgument(String event) {
        return methods.get(event).parameters().size() == 1;
    }

    @Override
    public int linkCount() {
        return links.size();
    }

    @Override
    public EventWriterPlan link(int index) {
        return links.get(index);
    }

    /** Returns the index at which {@link #link} has the plan of what a method returns, or -1. */
    int linkIndex(EventMethod method) {
        for (int i = 0; i < links.size(); i++) {
            if (links.get(i).interfaces.contains(method.link())) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public Object implement(EventWriter writer) {
        return implementation.make(writer);
    }

    @Override
    public String describe() {
        StringBuilder text = new StringBuilder();
        for (GenericType type : interfaces) {
            text.append(text.isEmpty() ? "" : ", ").append(TypeNames.simpleName(type.raw()));
        }
        return text.toString();
    }
}
