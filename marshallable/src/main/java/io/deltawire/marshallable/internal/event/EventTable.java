package io.deltawire.marshallable.internal.event;

import io.deltawire.marshallable.generated.EventCaller;
import io.deltawire.marshallable.internal.codec.CodecContext;
import io.deltawire.marshallable.internal.codec.CodecSet;
import io.deltawire.marshallable.internal.io.ArgumentList;
import io.deltawire.marshallable.internal.io.WireClass;
import io.deltawire.marshallable.internal.schema.GenericType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.openhft.chronicle.bytes.MethodId;

/**
 * Maps the names of events to the methods of components. A table is for the events of a message, or for those that may
 * follow in a chain. It is built once by its {@link Builder} and not changed afterwards.
 */
final class EventTable {
    private final Map<String, Entry> byName = new HashMap<>();

    private EventTable() {}

    /**
     * The method of an event.
     *
     * @param caller calls the method
     * @param index the index of the method in the plan of the caller
     * @param target the component, or null if the target is what the last call of a chain returned
     * @param link the table of the object that the method returns, or null if the call ends its message
     * @param argument the only argument if it is an object with fields and the call ends its message; otherwise null
     * @param table the table of this entry
     * @param list the arguments if there are several and the call ends its message; otherwise null
     * @param loader the loader of the target's class, in which type names are looked up first; null without a target
     */
    record Entry(
            EventCaller caller,
            int index,
            Object target,
            EventTable link,
            Argument argument,
            EventTable table,
            ArgumentList list,
            ClassLoader loader) {}

    /**
     * An argument.
     *
     * @param wireClass the data of its class
     * @param index its index among all arguments that the caller reads
     */
    record Argument(WireClass wireClass, int index) {}

    /** Returns the entry of an event, or null if there is none. */
    Entry find(String event) {
        return byName.get(event);
    }

    Set<String> names() {
        return byName.keySet();
    }

    /** Builds tables, with one caller for each interface of a component. */
    static final class Builder {
        private final CodecContext session;
        private final EventAccess access;
        private final EventCaller.Recycling recycling;
        private final Map<GenericType, EventTable> links = new HashMap<>();

        Builder(CodecContext session, EventAccess access, EventCaller.Recycling recycling) {
            this.session = session;
            this.access = access;
            this.recycling = recycling;
        }

        EventTable ofComponents(Object... components) {
            EventTable table = new EventTable();
            for (Object component : components) {
                add(table, component);
            }
            return table;
        }

        private void add(EventTable table, Object component) {
            Map<String, EventMethod> methods = new HashMap<>();
            Map<String, Entry> entries = new HashMap<>();
            for (GenericType type : interfacesOf(component.getClass())) {
                add(table, entries, methods, type, component);
            }
            if (entries.isEmpty()) {
                throw new IllegalArgumentException(component.getClass().getName()
                        + " cannot be called by events: no interface of its own has methods that return void,"
                        + " or the interface of the next call of a chain; those of the JDK are not taken for events");
            }
            entries.forEach((name, entry) -> {
                Entry before = table.byName.putIfAbsent(name, entry);
                if (before != null) {
                    throw new IllegalArgumentException("two components have the event \"" + name + "\": "
                            + before.target.getClass().getName() + " and "
                            + component.getClass().getName());
                }
            });
        }

        private void add(
                EventTable table,
                Map<String, Entry> entries,
                Map<String, EventMethod> methods,
                GenericType type,
                Object target) {
            EventCallerPlan plan = EventCallerPlan.of(type, access, CodecSet.of(session));
            EventCaller caller = plan.newCaller(session, recycling);
            int firstArgument = 0;
            for (int i = 0; i < plan.methods().size(); i++) {
                EventMethod method = plan.methods().get(i);
                EventMethods.add(methods, method); // refuses two methods of the same name
                if (!entries.containsKey(method.name())) {
                    EventTable link = method.link() == null ? null : ofLink(method.link());
                    Class<?> only = method.onlyObject(CodecSet.of(session));
                    Argument argument = only == null
                            ? null
                            : new Argument(new WireClass(only, CodecSet.of(session)), firstArgument);
                    boolean isList = link == null && method.parameters().size() > 1;
                    ArgumentList list = isList ? new ArgumentList() : null;
                    ClassLoader loader =
                            target == null ? null : target.getClass().getClassLoader();
                    Entry entry = new Entry(caller, i, target, link, argument, table, list, loader);
                    if (argument != null) {
                        argument.wireClass.setCalledEntry(entry);
                    }
                    if (list != null) {
                        list.setCalledEntry(entry);
                    }
                    entries.put(method.name(), entry);
                    MethodId id = method.method().getAnnotation(MethodId.class);
                    if (id != null) {
                        entries.putIfAbsent(
                                Long.toString(id.value()), entry); // the number that Chronicle Wire may write
                    }
                }
                firstArgument += method.parameters().size();
            }
        }

        private EventTable ofLink(GenericType type) {
            EventTable table = links.get(type);
            if (table == null) {
                table = new EventTable();
                links.put(type, table); // before it is filled, since a chain may return to it
                add(table, table.byName, new HashMap<>(), type, null);
            }
            return table;
        }

        /** Returns the interfaces of a class that may have events, followed by those of its superclasses. */
        private static List<GenericType> interfacesOf(Class<?> component) {
            Set<Class<?>> found = new LinkedHashSet<>();
            for (Class<?> type = component; type != null; type = type.getSuperclass()) {
                for (Class<?> each : type.getInterfaces()) {
                    if (EventMethods.areEvents(each)) {
                        found.add(each);
                    }
                }
            }
            GenericType self = GenericType.of(component);
            List<GenericType> types = new ArrayList<>();
            found.forEach(each -> types.add(self.asSupertype(each)));
            return types;
        }
    }
}
