package io.deltawire.marshallable;

import io.deltawire.wire.MessageKind;
import io.deltawire.wire.WireOut;

/** The message that a method writer, with its links, is writing. */
final class EventMessage {
    private final Wire wire;
    private final MessageKind kind;
    private final MessageHistory history;
    private final RecordKeys keys = new RecordKeys();
    private WireOut out;
    private String begun;
    private boolean isOpen;

    /** What the next call has to be on, where one is to follow in the same message; else null. */
    EventWriter chain;

    EventMessage(Wire wire, MessageKind kind, MessageHistory history) {
        this.wire = wire;
        this.kind = kind;
        this.history = history;
    }

    WireOut begin(String event, Object record, EventWriter caller) {
        if (chain != null || !caller.isRoot()) {
            if (chain == caller) {
                chain = null;
                out.event(event);
                return out;
            }
            throw outOfTurn(event, caller);
        }
        WireOut to = out;
        if (to == null) {
            to = wire.out();
            out = to;
        }
        to.beginMessage(kind);
        isOpen = true;
        begun = event;
        if (record != null) {
            keys.announce(record, to);
        }
        to.beginObject();
        if (history != null) {
            history.write(to);
        }
        to.event(event);
        return to;
    }

    private IllegalStateException outOfTurn(String event, EventWriter caller) {
        if (chain == null) {
            return new IllegalStateException("the chain of calls that \"" + event
                    + "\" was to be a part of is written: a chain begins anew with its first call each time");
        }
        String unfinished = begun;
        cancel();
        return new IllegalStateException("the chain of calls that \"" + unfinished
                + "\" began has not been finished, so it is dropped; nothing is written of it"
                + (caller.isRoot() ? ", nor of \"" + event + "\"" : ""));
    }

    void end() {
        out.endObject();
        out.endMessage();
        isOpen = false;
    }

    void cancel() {
        chain = null;
        if (isOpen) {
            isOpen = false;
            out.cancelMessage();
        }
    }
}
