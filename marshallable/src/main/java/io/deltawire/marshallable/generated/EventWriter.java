package io.deltawire.marshallable.generated;

import io.deltawire.marshallable.Wire;
import io.deltawire.marshallable.internal.codec.CodecConstant;
import io.deltawire.marshallable.internal.codec.CodecContext;
import io.deltawire.marshallable.internal.codec.NumberNarrowing;
import io.deltawire.marshallable.internal.codec.ValueCodec;
import io.deltawire.marshallable.internal.io.EventMessage;
import io.deltawire.marshallable.internal.io.EventTemplate;
import io.deltawire.marshallable.internal.record.EventKey;
import io.deltawire.marshallable.internal.value.WriteFailures;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.spi.object.MessagePrefix;

/**
 * Writes the events of a method writer: the implementations that {@link Wire#methodWriter} returns call this class.
 * Each link of a chain has its own instance, and all links of one method writer share its message. It caches a template
 * for each method's event. It belongs to one thread at a time, and refuses a call while another thread is in one.
 *
 * <p>Public only because the implementations are generated in the packages of the interfaces. Applications have no use
 * for this class, and it may change at any time.
 */
@SuppressWarnings("exports") // internal types: only generated classes use this one
public final class EventWriter {
    private final EventMessage message;
    private final Plan plan;
    private final CodecContext context;
    private final String format;
    private final boolean isRoot;
    private final EventWriter[] links;

    /** The templates of events with one object or several arguments, by method. */
    private final EventTemplate[] templates;

    private Object self;

    /** Describes the interfaces whose calls a writer writes. */
    public interface Plan {
        public int methodCount();

        /** Returns whether the method of an event has one argument. */
        public boolean hasOneArgument(String event);

        public int linkCount();

        /** Returns the plan of an interface that methods return. */
        public Plan link(int index);

        /** Creates an implementation that calls a writer. */
        public Object implement(EventWriter writer);

        /** Returns the names of the interfaces. */
        public String describe();
    }

    public EventWriter(EventMessage message, Plan plan, CodecContext context, boolean isRoot) {
        this.message = message;
        this.plan = plan;
        this.context = context;
        this.format = context.format();
        this.isRoot = isRoot;
        this.links = new EventWriter[plan.linkCount()];
        this.templates = new EventTemplate[plan.methodCount()];
    }

    /** Creates the implementation that the application calls. */
    public Object implement() {
        self = plan.implement(this);
        return self;
    }

    /** Begins an event, in a new message or in the message of the chain that this call continues. */
    public WireOut begin(String event) {
        message.enter();
        try {
            return message.begin(event, this, isRoot);
        } finally {
            message.exit();
        }
    }

    /**
     * Writes an event with one object as a complete message.
     *
     * @param method the number of its method, in the order of the plan
     * @return false if the event has to be written by {@link #begin} and the calls after it
     */
    public boolean writeWhole(int method, String event, Object argument, Object constant) {
        message.enter();
        try {
            return tryWriteWhole(method, event, argument, constant);
        } finally {
            message.exit();
        }
    }

    private boolean tryWriteWhole(int method, String event, Object argument, Object constant) {
        if (!isRoot || argument == null || !message.mayUseTemplateNow()) {
            return false;
        }
        EventTemplate template = templates[method];
        if (template == null) {
            template = message.objectTemplate(event, ((CodecConstant) constant).codec(), context);
            templates[method] = template;
        }
        if (template.type() != argument.getClass()) {
            return false;
        }
        if (template.prefix() != null) {
            message.writePrefixed(template, argument);
            return true;
        }
        return message.writeByColumns(template, event, argument, ((CodecConstant) constant).codec(), context);
    }

    /**
     * Begins an event with several arguments that ends its message, and the list of the arguments.
     *
     * @param method the number of its method, in the order of the plan
     */
    public WireOut beginArguments(int method, String event) {
        message.enter();
        try {
            return beginList(method, event);
        } finally {
            message.exit();
        }
    }

    private WireOut beginList(int method, String event) {
        MessagePrefix prefix = isRoot && message.mayUseTemplateNow()
                ? listTemplate(method, event).prefix()
                : null;
        if (prefix != null) {
            return message.beginPrefixed(prefix);
        }
        WireOut out = message.begin(event, this, isRoot);
        out.beginList();
        return out;
    }

    private EventTemplate listTemplate(int method, String event) {
        EventTemplate template = templates[method];
        if (template == null) {
            template = message.listTemplate(event);
            templates[method] = template;
        }
        return template;
    }

    /** Ends the list of an event with several arguments, and the message. */
    public void endArguments(int method, WireOut out) {
        if (message.isPrefixed()) {
            message.endPrefixed(templates[method].prefix());
        } else {
            out.endList();
            message.end();
        }
    }

    /** Adds the key of an argument to the key of the updated record. */
    public void keyOfObject(Object argument) {
        EventKey key = message.key();
        if (key != null) {
            key.addObject(argument);
        }
    }

    /** Adds an argument that selects a link of a chain to the key of the updated record. */
    public void keyOfName(Object argument) {
        EventKey key = message.key();
        if (key != null) {
            key.addName(argument);
        }
    }

    /** Adds an argument that is marked as a part of the key. */
    public void key(Object argument) {
        EventKey key = message.key();
        if (key != null) {
            key.addMarked(argument);
        }
    }

    /** Adds an argument that is marked as a part of the key. */
    public void key(long argument) {
        EventKey key = message.key();
        if (key != null) {
            key.addMarked(argument);
        }
    }

    /** Writes an argument by its codec. */
    public void object(WireOut out, Object value, Object constant) {
        ValueCodec codec = ((CodecConstant) constant).codec();
        try {
            codec.writeOrNull(out, value, context);
        } catch (WireDataException e) {
            String event = message.event();
            boolean isOnly = plan.hasOneArgument(event);
            throw isOnly
                    ? WriteFailures.withPath(context, e, message.out(), event, value, codec)
                    : WriteFailures.withCycle(e, format, value);
        }
    }

    public void text(WireOut out, String value) {
        if (value == null) {
            out.nullValue();
        } else {
            out.text(value);
        }
    }

    public void character(WireOut out, char value) {
        out.text(NumberNarrowing.charText(value));
    }

    public void end() {
        message.end();
    }

    /** Ends an event that another one follows, and returns the target of the next call. */
    public Object link(int index) {
        EventWriter link = links[index];
        if (link == null) {
            link = makeLink(index);
        }
        message.expectLink(link);
        return link.self;
    }

    private EventWriter makeLink(int index) {
        Plan of = plan.link(index);
        EventWriter link = of == plan ? this : new EventWriter(message, of, context, false);
        links[index] = link;
        if (link != this) {
            link.implement();
        }
        return link;
    }

    /** Cancels the message after an error, and returns or throws the error with its path. */
    public RuntimeException failed(Throwable error) {
        String path = message.path();
        message.cancel();
        if (error instanceof Error fatal) {
            throw fatal;
        }
        if (error instanceof WireDataException unwritable) {
            return unwritable.withPath(path);
        }
        return error instanceof RuntimeException unchecked ? unchecked : new IllegalStateException(error);
    }

    @Override
    public String toString() {
        return plan.describe() + " as events in " + format;
    }
}
