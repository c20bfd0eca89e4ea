package io.deltawire.marshallable.internal.event;

import io.deltawire.marshallable.generated.EventWriter;
import io.deltawire.marshallable.internal.schema.GenericType;
import io.deltawire.marshallable.internal.schema.PerClass;
import io.deltawire.marshallable.internal.schema.TypeNames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** How interfaces are implemented by writing: made once for a list of interfaces, and used by every writer of them. */
final class EventWriterPlan implements EventWriter.Plan {
    /** Hangs on the first of the interfaces. */
    private static final PerClass<Map<List<GenericType>, EventWriterPlan>> MADE = new PerClass<>() {
        @Override
        protected Map<List<GenericType>, EventWriterPlan> make(Class<?> type) {
            return new ConcurrentHashMap<>();
        }
    };

    private final List<GenericType> interfaces;
    private final Map<String, EventMethod> methods;
    private final List<EventWriterPlan> links = new ArrayList<>();
    private Implementation implementation;

    private EventWriterPlan(List<GenericType> interfaces) {
        this.interfaces = interfaces;
        this.methods = EventMethods.toWrite(interfaces);
    }

    /** How an implementation is made that writes by a writer. */
    interface Implementation {
        public Object make(EventWriter writer);
    }

    /**
     * Returns the plan for an object that implements some interfaces.
     *
     * @throws IllegalArgumentException where not every method of theirs can be an event
     */
    static EventWriterPlan of(List<GenericType> interfaces, EventAccess access) {
        Map<List<GenericType>, EventWriterPlan> made =
                MADE.get(interfaces.get(0).raw());
        boolean isKept = access == EventAccess.GENERATED && areOfOneLoader(interfaces);
        EventWriterPlan plan = isKept ? made.get(interfaces) : null;
        if (plan == null) {
            plan = make(interfaces, access, new HashMap<>());
            if (isKept) {
                made.put(interfaces, plan);
            }
        }
        return plan;
    }

    private static EventWriterPlan make(
            List<GenericType> interfaces, EventAccess access, Map<List<GenericType>, EventWriterPlan> inWork) {
        EventWriterPlan known = inWork.get(interfaces);
        if (known != null) {
            return known; // a chain may come back to an interface
        }
        EventWriterPlan plan = new EventWriterPlan(interfaces);
        inWork.put(interfaces, plan);
        for (EventMethod method : plan.methods.values()) {
            if (method.link() != null && plan.linkIndex(method) < 0) {
                boolean isOwn = interfaces.contains(method.link());
                plan.links.add(isOwn ? plan : make(List.of(method.link()), access, inWork));
            }
        }
        plan.implementation = access.implementationOf(plan);
        return plan;
    }

    /** A plan is kept as long as its first interface; other loaders' classes must not be kept by that. */
    private static boolean areOfOneLoader(List<GenericType> interfaces) {
        ClassLoader loader = interfaces.get(0).raw().getClassLoader();
        return interfaces.stream().allMatch(type -> type.raw().getClassLoader() == loader);
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

    /** The index by which {@link #link} gives the plan of what a method returns, or -1. */
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
