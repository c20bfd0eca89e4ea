package io.deltawire.marshallable.generated;

import io.deltawire.marshallable.Wire;
import io.deltawire.marshallable.internal.codec.Numbers;
import io.deltawire.marshallable.internal.codec.Session;
import io.deltawire.marshallable.internal.codec.Slot;
import io.deltawire.marshallable.internal.codec.ValueCodec;
import io.deltawire.marshallable.internal.io.EventMessage;
import io.deltawire.marshallable.internal.io.WholeEvent;
import io.deltawire.marshallable.internal.record.EventKey;
import io.deltawire.marshallable.internal.value.WriteFailures;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.spi.WriteErrorPath;
import io.deltawire.wire.spi.object.MessagePrefix;

/**
 * What the implementations that {@link Wire#methodWriter} returns write by. Public only because those are generated at
 * run time in the packages of the interfaces; applications have no use for it, and it may change at any time.
 *
 * <p>One stands behind each link of a chain; all links of one writer share its message.
 */
@SuppressWarnings("exports") // internal types: nobody but generated classes is to use this one
public final class EventWriter {
    private final EventMessage message;
    private final Plan plan;
    private final Session session;
    private final String format;
    private final boolean isRoot;
    private final EventWriter[] links;

    /** What is known of the methods' events that are one object or several arguments, by their numbers. */
    private final WholeEvent[] wholes;

    private Object self;

    /** What a writer has to know of the interfaces whose calls it writes. */
    public interface Plan {
        /** The number of methods. */
        public int methodCount();

        /** Whether the method of an event has one argument. */
        public boolean hasOneArgument(String event);

        /** The number of interfaces that methods return. */
        public int linkCount();

        /** The plan of an interface that methods return. */
        public Plan link(int index);

        /** Makes an implementation that writes by a writer. */
        public Object implement(EventWriter writer);

        /** The names of the interfaces. */
        public String describe();
    }

    public EventWriter(EventMessage message, Plan plan, Session session, boolean isRoot) {
        this.message = message;
        this.plan = plan;
        this.session = session;
        this.format = session.format();
        this.isRoot = isRoot;
        this.links = new EventWriter[plan.linkCount()];
        this.wholes = new WholeEvent[plan.methodCount()];
    }

    /** Makes the implementation that the application calls. */
    public Object implement() {
        self = plan.implement(this);
        return self;
    }

    /**
     * Begins an event: in a message of its own, or in that of the chain that this call continues.
     */
    public WireOut begin(String event) {
        return message.begin(event, this, isRoot);
    }

    /**
     * Writes an event with one object as a message of its own at once.
     *
     * @param method the number of its method, in the order of the plan
     * @return false where it has to be written by {@link #begin} and what follows
     */
    public boolean writeWhole(int method, String event, Object argument, Object slot) {
        if (!isRoot || argument == null || !message.mayBeWhole()) {
            return false;
        }
        WholeEvent how = wholes[method];
        if (how == null) {
            how = message.whole(event, ((Slot) slot).codec(), session);
            wholes[method] = how;
        }
        if (how.type() != argument.getClass()) {
            return false;
        }
        if (how.head() != null) {
            message.writeByHead(how, argument);
            return true;
        }
        return message.writeByColumns(how, event, argument, ((Slot) slot).codec(), session);
    }

    /**
     * Begins an event with several arguments that ends its message, and their list.
     *
     * @param method the number of its method, in the order of the plan
     */
    public WireOut beginArguments(int method, String event) {
        MessagePrefix head =
                isRoot && message.mayBeWhole() ? wholeList(method, event).head() : null;
        if (head != null) {
            return message.beginByHead(head);
        }
        WireOut out = message.begin(event, this, isRoot);
        out.beginList();
        return out;
    }

    private WholeEvent wholeList(int method, String event) {
        WholeEvent how = wholes[method];
        if (how == null) {
            how = message.wholeList(event);
            wholes[method] = how;
        }
        return how;
    }

    /** Ends the list of an event with several arguments, and the message. */
    public void endArguments(int method, WireOut out) {
        if (message.isByHead()) {
            message.endByHead(wholes[method].head());
        } else {
            out.endList();
            message.end();
        }
    }

    /** Adds the key of an argument to that of the record updated. */
    public void keyOfObject(Object argument) {
        EventKey key = message.key();
        if (key != null) {
            key.object(argument);
        }
    }

    /** Adds an argument, a name in a chain, to the key of the record updated. */
    public void keyOfName(Object argument) {
        EventKey key = message.key();
        if (key != null) {
            key.name(argument);
        }
    }

    /** Adds an argument that is marked to the key of the record updated. */
    public void key(Object argument) {
        EventKey key = message.key();
        if (key != null) {
            key.marked(argument);
        }
    }

    /** Adds an argument that is marked to the key of the record updated. */
    public void key(long argument) {
        EventKey key = message.key();
        if (key != null) {
            key.marked(argument);
        }
    }

    /** Writes an argument by its codec. */
    public void object(WireOut out, Object value, Object slot) {
        ValueCodec codec = ((Slot) slot).codec();
        try {
            codec.writeOrNull(out, value, session);
        } catch (WireDataException e) {
            String event = message.event();
            boolean isOnly = plan.hasOneArgument(event);
            throw isOnly
                    ? WriteFailures.placed(session, e, message.out(), event, value, codec)
                    : WriteFailures.withCycle(e, format, value);
        }
    }

    /** Writes an argument. */
    public void text(WireOut out, String value) {
        if (value == null) {
            out.nullValue();
        } else {
            out.text(value);
        }
    }

    /** Writes an argument. */
    public void character(WireOut out, char value) {
        out.text(Numbers.charText(value));
    }

    /** Ends the message. */
    public void end() {
        message.end();
    }

    /** Ends an event that another one follows, and returns what that one is called on. */
    public Object link(int index) {
        EventWriter link = links[index];
        if (link == null) {
            link = makeLink(index);
        }
        message.expect(link);
        return link.self;
    }

    private EventWriter makeLink(int index) {
        Plan of = plan.link(index);
        EventWriter link = of == plan ? this : new EventWriter(message, of, session, false);
        links[index] = link;
        if (link != this) {
            link.implement();
        }
        return link;
    }

    /** Drops the message of which an event could not be written, and returns or throws the error. */
    public RuntimeException failed(Throwable error) {
        String path = message.path();
        message.cancel();
        if (error instanceof Error fatal) {
            throw fatal;
        }
        if (error instanceof WireDataException unwritable) {
            return WriteErrorPath.withPath(unwritable, path);
        }
        return error instanceof RuntimeException unchecked ? unchecked : new IllegalStateException(error);
    }

    @Override
    public String toString() {
        return plan.describe() + " as events in " + format;
    }
}
