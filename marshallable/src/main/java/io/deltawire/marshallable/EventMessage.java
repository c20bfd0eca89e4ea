package io.deltawire.marshallable;

import io.deltawire.wire.MessageKind;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireLocation;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.spi.ColumnWriter;
import io.deltawire.wire.spi.FieldColumns;
import io.deltawire.wire.spi.Printable;
import java.util.Arrays;

/** The message that a method writer, with its links, is writing. */
final class EventMessage {
    private final Wire wire;
    private final MessageKind kind;
    private final MessageHistory history;
    private final EventKey key;
    private boolean keepsRecords;
    private WireOut out;
    private String[] events = new String[4];
    private int eventCount;
    private boolean isOpen;
    private boolean mayWriteWhole;
    private ColumnWriter columnWriter;

    /** What the next call has to be on, where one is to follow in the same message; else null. */
    private EventWriter chain;

    EventMessage(Wire wire, MessageKind kind, MessageHistory history) {
        this.wire = wire;
        this.kind = kind;
        this.history = history;
        this.mayWriteWhole = kind == MessageKind.DATA && history == null;
        this.key = new EventKey(!wire.options().get(WireOptions.KEY_FIELDS).isEmpty());
    }

    /** What the arguments of the event begun add to, or null where no keys are wanted. */
    EventKey key() {
        return keepsRecords ? key : null;
    }

    /**
     * Writes an event with one object at once, where the format takes objects by their columns, and the object's type name
     * would not be written.
     *
     * @return false where nothing has been written
     */
    boolean writeWhole(String event, Object value, ValueCodec codec, Session session) {
        if (!mayWriteWhole || value == null || isOpen || wire.unfinished != null) {
            return false;
        }
        if (columnWriter == null) {
            WireOut to = wire.out();
            columnWriter =
                    to.keepsRecords() && !session.namesAll && to instanceof ColumnWriter columns ? columns : null;
            mayWriteWhole = columnWriter != null;
            if (!mayWriteWhole) {
                return false;
            }
        }
        ObjectCodec objects = codec instanceof BoundCodec bound
                ? bound.ownOf(value)
                : codec instanceof ObjectCodec own && own.type() == value.getClass() ? own : null;
        FieldColumns fields = objects == null ? null : objects.untypedColumns(session);
        if (fields == null || !fields.isFlat() && !columnWriter.takesTokens()) {
            return false;
        }
        key.clear();
        boolean isKeyed = value instanceof KeyedMarshallable;
        if (isKeyed) {
            key.object(value);
        }
        try {
            return columnWriter.writeColumns(
                    event, fields, value, isKeyed ? key.array() : null, isKeyed ? key.size() : 0);
        } catch (WireDataException e) {
            throw session.placed(e, columnWriter, event, value, codec);
        }
    }

    WireOut begin(String event, EventWriter caller) {
        if (chain != null || !caller.isRoot()) {
            if (chain == caller) {
                chain = null;
                goOn(event);
                return out;
            }
            throw outOfTurn(event, caller);
        }
        if (wire.unfinished != null) {
            throw wire.unfinished.dropped(", nor of \"" + event + "\"");
        }
        WireOut to = out;
        if (to == null) {
            to = wire.out();
            out = to;
        }
        to.beginMessage(kind);
        isOpen = true;
        events[0] = event;
        eventCount = 1;
        keepsRecords = to.keepsRecords();
        key.clear();
        to.beginObject();
        if (history != null) {
            history.write(to);
            key.event(event); // since the first event is the history
        }
        to.event(event);
        return to;
    }

    /** The writer of the message. */
    WireOut out() {
        return out;
    }

    /** The event that was begun last. */
    String event() {
        return events[eventCount - 1];
    }

    /** The way to what is written of the message now. */
    String path() {
        return isOpen ? pathTo(event()) : "$";
    }

    private static String pathTo(String event) {
        return "$." + Printable.escape(event);
    }

    private void goOn(String event) {
        for (int i = 0; i < eventCount; i++) {
            if (events[i].equals(event)) {
                // Neither YAML nor JSON may have a name twice in an object.
                throw new WireDataException(
                        wire.format().name(),
                        "the event \"" + event + "\" is in the message twice; a chain of calls may have each only once",
                        WireLocation.ofPath(pathTo(event)));
            }
        }
        if (eventCount == events.length) {
            events = Arrays.copyOf(events, 2 * eventCount);
        }
        events[eventCount++] = event;
        key.event(event);
        out.event(event);
    }

    private IllegalStateException outOfTurn(String event, EventWriter caller) {
        if (chain == null) {
            return new IllegalStateException("the chain of calls that \"" + event
                    + "\" was to be a part of is written: a chain begins anew with its first call each time");
        }
        return dropped(caller.isRoot() ? ", nor of \"" + event + "\"" : "");
    }

    /** Drops a chain for something else that is to be written; returns the error that says so. */
    IllegalStateException dropped(String norOf) {
        String first = events[0];
        cancel();
        return new IllegalStateException("the chain of calls that \"" + first
                + "\" began has not been finished, so it is dropped; nothing is written of it" + norOf);
    }

    /** Takes note of what the next call has to be on, since the message goes on with it. */
    void expect(EventWriter link) {
        chain = link;
        wire.unfinished = this;
    }

    void end() {
        finish();
        if (keepsRecords) {
            key.announce(out);
        }
        out.endObject();
        out.endMessage();
        isOpen = false;
    }

    private void finish() {
        if (wire.unfinished == this) {
            wire.unfinished = null;
        }
    }

    void cancel() {
        chain = null;
        finish();
        if (isOpen) {
            try {
                out.cancelMessage();
                isOpen = false;
            } catch (IllegalStateException e) {
                // An object in the message has called, which is told that there is one already: it goes on, or is
                // cancelled by its own call.
            }
        }
    }
}
