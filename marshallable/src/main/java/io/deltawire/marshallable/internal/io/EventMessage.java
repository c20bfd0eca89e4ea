package io.deltawire.marshallable.internal.io;

import io.deltawire.marshallable.AnsweredInputs;
import io.deltawire.marshallable.MessageHistory;
import io.deltawire.marshallable.MessageLock;
import io.deltawire.marshallable.internal.codec.CodecContext;
import io.deltawire.marshallable.internal.codec.ObjectCodec;
import io.deltawire.marshallable.internal.codec.PolymorphicCodec;
import io.deltawire.marshallable.internal.codec.ValueCodec;
import io.deltawire.marshallable.internal.record.EventKey;
import io.deltawire.marshallable.internal.value.WriteFailures;
import io.deltawire.wire.MessageKind;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireLocation;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.spi.ThreadGuard;
import io.deltawire.wire.spi.object.ColumnWriter;
import io.deltawire.wire.spi.object.FieldColumns;
import io.deltawire.wire.spi.object.MessagePrefix;
import io.deltawire.wire.spi.object.PrefixWriter;
import io.deltawire.wire.spi.text.Printable;
import java.util.Arrays;

/**
 * The message that a method writer and the links of its chain are writing. It owns the state of the message: the events
 * written, the link that must be called next, and the key of the record. Generated method writers use it through the
 * event writer. It also chooses between the fast paths ({@link EventTemplate}) and tokens.
 *
 * <p>Not thread-safe. It belongs to the thread whose message is open: {@link #enter} refuses any other one, before the
 * call of that thread could change or cancel the message.
 */
public final class EventMessage {
    private final ObjectWire wire;
    private final MessageKind kind;
    private final MessageHistory history;
    /** The lock around each message, or null. */
    private final MessageLock lock;
    /** The answers that the output has already, if a service continues there; otherwise null. */
    private final AnsweredInputs answered;

    private final EventKey key;
    private boolean keepsRecords;

    /** The guard of the writer, or null until the first call. */
    private ThreadGuard guard;

    private WireOut out;
    private String[] events = new String[4];
    private int eventCount;
    private boolean isOpen;
    private boolean isPrefixed;

    /** Whether the key of the next event is known already, because the object could not be written by its columns. */
    private boolean isKeyReady;

    private final boolean mayUseTemplate;

    /** The link that must be called next, because the message continues; otherwise null. */
    private Object expectedLink;

    /** Whether {@link #lock} was entered once more, for the open message. */
    private boolean isLockHeld;

    /**
     * @param history the history to write before the event, or null
     * @param answers what the output has already, if a service continues there; otherwise null
     * @param lock encloses each message, or null
     */
    public EventMessage(
            ObjectWire wire, MessageKind kind, MessageHistory history, AnsweredInputs answers, MessageLock lock) {
        this.wire = wire;
        this.lock = lock;
        this.kind = kind;
        this.history = history;
        this.answered = history == null ? null : answers;
        this.mayUseTemplate = kind == MessageKind.DATA && history == null;
        this.key = new EventKey(!wire.options().get(WireOptions.KEY_FIELDS).isEmpty(), wire.session());
    }

    /**
     * Begins a call, which {@link #exit} must follow.
     *
     * @throws IllegalStateException if another thread is in a call or has an open message
     */
    public void enter() {
        if (lock != null) {
            lock.enter();
        }
        try {
            ThreadGuard of = guard;
            (of == null ? openGuard() : of).enter();
        } catch (RuntimeException | Error e) {
            if (lock != null) {
                lock.exit();
            }
            throw e;
        }
    }

    private ThreadGuard openGuard() {
        ThreadGuard of = ThreadGuard.guardOfWriter(wire.out());
        guard = of;
        return of;
    }

    /** Ends a call. A message that it has begun stays open. */
    public void exit() {
        guard.exit();
        if (lock != null) {
            lock.exit();
        }
    }

    /** Tells the lock that a message has been written. */
    private void recordWritten() {
        if (lock != null) {
            lock.onWritten();
        }
    }

    /**
     * Returns the key to which the arguments of the current event are added, or null if the format wants no keys or the
     * key is known already.
     */
    public EventKey key() {
        return keepsRecords ? key : null;
    }

    /** Whether the next event may be written in one step: it is plain data, and no message is open. */
    public boolean mayUseTemplateNow() {
        return mayUseTemplate && !isOpen && wire.unfinished() == null;
    }

    /** Returns the fast path of a method with one object. */
    public EventTemplate objectTemplate(String event, ValueCodec codec, CodecContext session) {
        ObjectCodec objects = codec instanceof PolymorphicCodec bound
                ? bound.exactCodec()
                : codec instanceof ObjectCodec own ? own : null;
        if (objects == null || session.writesAllTypeNames()) {
            return EventTemplate.NONE;
        }
        if (!(wire.out() instanceof ColumnWriter to)) {
            return wire.writer().objectTemplate(event, objects);
        }
        FieldColumns fields = objects.untypedColumns(session);
        return fields == null ? EventTemplate.NONE : EventTemplate.ofColumns(objects, to, fields);
    }

    /** Returns the fast path of a method with several arguments. */
    public EventTemplate listTemplate(String event) {
        return wire.out().keepsRecords() ? EventTemplate.NONE : wire.writer().listTemplate(event);
    }

    /** Begins an event with several arguments, and their list, by writing the prefix. */
    public WireOut beginPrefixed(MessagePrefix prefix) {
        WireOut to = wire.out();
        if (out != to) {
            out = to;
        }
        ((PrefixWriter) to).beginMessage(prefix);
        holdLock();
        guard.openMessage();
        events[0] = prefix.event();
        eventCount = 1;
        keepsRecords = false;
        isOpen = true;
        isPrefixed = true;
        return to;
    }

    /** Whether the current event was begun with a prefix. */
    public boolean isPrefixed() {
        return isPrefixed;
    }

    /** Ends an event that was begun with a prefix, and the list of its arguments. */
    public void endPrefixed(MessagePrefix prefix) {
        ((PrefixWriter) out).endMessage(prefix);
        isPrefixed = false;
        isOpen = false;
        guard.closeMessage();
        recordWritten();
        releaseLock();
    }

    /** Writes an event with its prefix. */
    public void writePrefixed(EventTemplate how, Object value) {
        try {
            wire.writer().writeCall(how.prefix(), value, how.directIo());
            recordWritten();
        } catch (WireDataException e) {
            throw e.withPath(pathTo(how.prefix().event()));
        }
    }

    /**
     * Writes an event by the columns of its object.
     *
     * @return false if nothing was written, and the event must be written by its tokens
     */
    public boolean writeByColumns(
            EventTemplate how, String event, Object value, ValueCodec codec, CodecContext session) {
        ColumnWriter to = how.columns();
        FieldColumns fields = how.fields();
        if (!fields.isFlat() && !to.acceptsNested()) {
            return false;
        }
        boolean isKept = wire.out().keepsRecords();
        try {
            if ((!isKept || fields.isKeyInFields()) && to.writeColumns(event, fields, value, null, 0)) {
                recordWritten();
                return true;
            }
            if (!isKept) {
                return false;
            }
            key.clear();
            key.addObject(value);
            isKeyReady = !to.writeColumns(event, fields, value, key.array(), key.size());
            if (isKeyReady) {
                guard.openMessage(); // begin() continues with this key
                holdLock();
            } else {
                recordWritten();
            }
            return !isKeyReady;
        } catch (WireDataException e) {
            throw WriteFailures.withPath(session, e, to, event, value, codec).withPath(pathTo(event));
        }
    }

    /**
     * Begins an event, either in a new message or as the next call of a chain.
     *
     * @param caller the object that was called
     * @param isRoot whether the caller is the application's method writer, and not a link that a call returned
     */
    public WireOut begin(String event, Object caller, boolean isRoot) {
        if (expectedLink != null || !isRoot) {
            if (expectedLink == caller) {
                expectedLink = null;
                continueChain(event);
                return out;
            }
            throw chainError(event, isRoot);
        }
        if (wire.unfinished() != null) {
            throw wire.unfinished().dropChain(", nor of \"" + event + "\"");
        }
        WireOut to = out;
        if (to == null) {
            to = wire.out();
            out = to;
        }
        to.beginMessage(kind);
        holdLock();
        isOpen = true;
        events[0] = event;
        eventCount = 1;
        keepsRecords = to.keepsRecords();
        beginKey(to);
        to.beginObject();
        if (history != null) {
            to.event(MessageHistory.EVENT);
            history.write(to);
            key.addEvent(event); // because the history is the first event
        }
        to.event(event);
        return to;
    }

    /**
     * Announces a key that is known before the fields, so that the writer can take the next object of its record by its
     * columns.
     */
    private void beginKey(WireOut to) {
        if (isKeyReady) {
            isKeyReady = false;
            key.announceTo(to);
            keepsRecords = false;
        } else {
            key.clear();
        }
    }

    public WireOut out() {
        return out;
    }

    /** Returns the name of the event that was begun last. */
    public String event() {
        return events[eventCount - 1];
    }

    /** Returns the path of the event that is being written, or {@code $} if none is. */
    public String path() {
        return isOpen ? pathTo(event()) : "$";
    }

    private static String pathTo(String event) {
        return "$." + Printable.escape(event);
    }

    private void continueChain(String event) {
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
        key.addEvent(event);
        out.event(event);
    }

    private IllegalStateException chainError(String event, boolean isRoot) {
        if (expectedLink == null) {
            return new IllegalStateException("the chain of calls that \"" + event
                    + "\" was to be a part of is complete: every chain starts again with its first call");
        }
        return dropChain(isRoot ? ", nor of \"" + event + "\"" : "");
    }

    /** Drops an unfinished chain because something else is to be written; returns the exception that reports it. */
    IllegalStateException dropChain(String norOf) {
        String first = events[0];
        cancel();
        return new IllegalStateException("the chain of calls that \"" + first
                + "\" began is not finished, so it is dropped; nothing of it is written" + norOf);
    }

    /** Sets the link that must be called next, because the message continues with it. */
    public void expectLink(Object link) {
        expectedLink = link;
        wire.setUnfinished(this);
    }

    public void end() {
        enter(); // until isOpen is false
        try {
            clearUnfinished();
            if (keepsRecords) {
                key.announceTo(out);
            }
            out.endObject();
            if (answered != null && answered.skipOutput(history, kind == MessageKind.DELETE)) {
                out.cancelMessage();
            } else {
                out.endMessage();
                recordWritten();
            }
            isOpen = false;
            releaseLock();
        } finally {
            exit();
        }
    }

    /** Keeps other threads out until the message is complete. */
    private void holdLock() {
        if (lock != null && !isLockHeld) {
            lock.enter();
            isLockHeld = true;
        }
    }

    private void releaseLock() {
        if (isLockHeld) {
            isLockHeld = false;
            lock.exit();
        }
    }

    private void clearUnfinished() {
        if (wire.unfinished() == this) {
            wire.setUnfinished(null);
        }
    }

    public void cancel() {
        if (guard == null || !guard.isOwner()) {
            return; // the call was refused, and the message belongs to another thread
        }
        enter();
        try {
            cancelOwn();
        } finally {
            exit();
        }
    }

    private void cancelOwn() {
        expectedLink = null;
        if (isKeyReady) {
            isKeyReady = false;
            guard.closeMessage();
        }
        clearUnfinished();
        if (isOpen) {
            try {
                out.cancelMessage();
                isOpen = false;
                isPrefixed = false;
            } catch (IllegalStateException e) {
                // An object inside the message made this call, and begin() refuses a second message. The outer call
                // continues with the message or cancels it.
            }
        }
        releaseLock();
    }
}
