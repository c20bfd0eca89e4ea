package io.deltawire.marshallable.internal.event;

import io.deltawire.marshallable.AnsweredInputs;
import io.deltawire.marshallable.EventException;
import io.deltawire.marshallable.MessageHistory;
import io.deltawire.marshallable.MethodReader;
import io.deltawire.marshallable.UnknownEvent;
import io.deltawire.marshallable.generated.EventCaller;
import io.deltawire.marshallable.internal.codec.TypeMismatch;
import io.deltawire.marshallable.internal.event.EventReaderBuilder.UnknownEventPolicy;
import io.deltawire.marshallable.internal.io.ObjectReader;
import io.deltawire.marshallable.internal.io.ObjectWire;
import io.deltawire.marshallable.internal.schema.NearestName;
import io.deltawire.wire.MessageKind;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.spi.object.MessagePrefix;
import io.deltawire.wire.spi.text.Printable;
import java.io.UncheckedIOException;

/**
 * The implementation of {@link MethodReader}. It has an {@link EventTable} for each message kind, finds the entry of an
 * event, and lets its caller read the arguments and make the call. A message that is one object or one argument list
 * may be recognised by its prefix and called without tokens; any other message is read event by event. It owns the
 * message number and updates the history. It belongs to one thread at a time: a call, including the call of the
 * component, refuses other threads.
 */
public final class EventReader implements MethodReader {
    private final ObjectWire wire;
    private final EventTable data;
    private final EventTable meta;
    private final EventTable deletions;
    private final Settings settings;
    private final MessageHistory history;
    private long index;

    EventReader(ObjectWire wire, EventTable data, EventTable meta, EventTable deletions, Settings settings) {
        this.wire = wire;
        this.data = data;
        this.meta = meta;
        this.deletions = deletions;
        this.settings = settings;
        this.history = settings.history;
        this.index = settings.firstIndex - 1;
    }

    /** The options of a reader, as set in its builder. */
    record Settings(
            UnknownEventPolicy policy, UnknownEvent hook, MessageHistory history, int sourceId, long firstIndex) {}

    @Override
    public boolean readOne() {
        ObjectReader reader = wire.reader();
        reader.enterToMove();
        try {
            return readNext(reader);
        } finally {
            reader.exit();
        }
    }

    private boolean readNext(ObjectReader reader) {
        MessagePrefix head = reader.tryMatchNext();
        if (head != null) {
            EventTable.Entry entry = entryOf(head);
            if (entry != null && (entry.list() == null || reader.enterArguments())) {
                index++;
                clearHistory();
                recordArrival(); // before reading, so that the history has the hop even if an argument cannot be read
                if (entry.list() == null) {
                    callMatchedObject(reader, entry);
                } else {
                    callList(reader, entry);
                }
                return true;
            }
            reader.clearDelivered();
        } else if (!reader.nextForCaller()) {
            return false;
        }
        index++;
        try {
            call(reader);
        } catch (UncheckedIOException e) {
            if (!reader.isDelivered()) {
                index--; // the next call reads the same message
                reader.uncountRepeated(e);
            }
            throw e;
        }
        reader.consumeEnd();
        return true;
    }

    /** Returns the entry for messages with a prefix if it is one of ordinary data messages; otherwise null. */
    private EventTable.Entry entryOf(MessagePrefix head) {
        return ObjectReader.entryOf(head) instanceof EventTable.Entry entry && entry.table() == data ? entry : null;
    }

    private void call(ObjectReader reader) {
        WireIn in = reader.in();
        EventTable table = tableFor(in.messageKind());
        if (table == null) {
            reader.open();
            reader.setEvent(null);
            return;
        }
        clearHistory();
        if (reader.isAtMatch() && table == data && callMatched(reader)) {
            return;
        }
        reader.open();
        if (reader.isUntypedObject()) {
            in.beginObject();
            readEvents(reader, table, true);
        } else {
            reader.setEvent(null);
            recordArrival();
            handleUnknown(null, in, table);
        }
    }

    /** Calls a method with the only object of a message that was matched by its prefix. */
    private void callMatchedObject(ObjectReader reader, EventTable.Entry entry) {
        EventTable.Argument of = entry.argument();
        wire.session().setNearLoader(entry.loader());
        callWith(
                reader.readMatchedObject(
                        of.wireClass(),
                        entry.caller()
                                .reusableArgument(of.index(), of.wireClass().type())),
                entry,
                reader);
    }

    /** Calls a method with several arguments, whose list has been entered. */
    private void callList(ObjectReader reader, EventTable.Entry entry) {
        entry.caller().markListEntered();
        call(entry, null, reader.event(), reader.in());
        reader.endArguments();
    }

    /** Calls a method with an argument that was read, and continues with the rest of the message. */
    private void callWith(Object argument, EventTable.Entry entry, ObjectReader reader) {
        boolean hasMore = reader.leaveEventsToCaller();
        String event = reader.event();
        EventCaller caller = entry.caller();
        try {
            caller.dispatchWith(entry.index(), entry.target(), entry.argument().index(), argument);
        } catch (Throwable e) {
            throw failed(e, caller, event, reader.in());
        }
        if (hasMore) {
            reader.markDelivered();
            readEvents(reader, data, false);
        }
    }

    private void clearHistory() {
        if (history != null) {
            history.clear();
        }
    }

    @Override
    public void skipThrough(long last) {
        while (index < last && wire.nextForTokens()) {
            index++;
        }
    }

    @Override
    public long index() {
        return index;
    }

    private EventTable tableFor(MessageKind kind) {
        return switch (kind) {
            case DATA -> data;
            case META -> meta;
            case DELETE -> deletions;
        };
    }

    private void recordArrival() {
        if (history != null) {
            history.arrived(settings.sourceId, index);
        }
    }

    /**
     * Calls a method with the one object or the argument list of a matched message; returns false if its tokens must be
     * read.
     */
    private boolean callMatched(ObjectReader reader) {
        String event = reader.event();
        EventTable.Entry entry = event == null ? null : data.find(event);
        if (entry == null) {
            return false;
        }
        if (entry.list() != null && reader.isArguments(entry.list()) && reader.enterArguments()) {
            recordArrival();
            callList(reader, entry);
            return true;
        }
        if (entry.argument() == null) {
            return false;
        }
        EventTable.Argument of = entry.argument();
        EventCaller caller = entry.caller();
        wire.session().setNearLoader(entry.loader());
        recordArrival(); // before reading, so that the history has the hop even if the argument cannot be read
        Object argument = reader.readCalled(
                of.wireClass(),
                caller.reusableArgument(of.index(), of.wireClass().type()));
        if (argument == null) {
            clearHistory();
            return false;
        }
        callWith(argument, entry, reader);
        return true;
    }

    /**
     * @param isAtFirst whether none of the events of the message was read yet
     */
    private void readEvents(ObjectReader reader, EventTable root, boolean isAtFirst) {
        WireIn in = reader.in();
        EventTable table = root;
        Object target = null;
        boolean isFirst = isAtFirst;
        while (in.hasNext()) {
            if (in.peek() == WireToken.KEY) {
                reader.setEvent(null);
                recordArrivalIfFirst(isFirst);
                handleUnknownKey(in, table);
            } else {
                String event = in.fieldName();
                reader.setEvent(event);
                EventTable.Entry entry = find(table, event);
                if (entry != null) {
                    recordArrivalIfFirst(isFirst);
                    if (entry.argument() != null && isFirst && in.peek() == WireToken.BEGIN_OBJECT) {
                        reader.expect(entry.argument().wireClass(), event, in.typeName());
                    } else if (entry.list() != null && isFirst && in.peek() == WireToken.BEGIN_LIST) {
                        reader.expect(entry.list(), event);
                    }
                    target = call(entry, target, event, in);
                    if (entry.link() == null) {
                        table = root;
                    } else if (target == null) {
                        return; // null ends the chain, and the rest of the message is skipped
                    } else {
                        table = entry.link();
                    }
                } else if (isFirst && event.equals(MessageHistory.EVENT)) {
                    readHistory(in);
                } else {
                    recordArrivalIfFirst(isFirst);
                    handleUnknown(event, in, table);
                }
            }
            if (isFirst) {
                isFirst = false;
                reader.markDelivered();
            }
        }
        in.endObject();
    }

    private void recordArrivalIfFirst(boolean isFirst) {
        if (isFirst) {
            recordArrival();
        }
    }

    private EventTable.Entry find(EventTable table, String event) {
        EventTable.Entry entry = table.find(event);
        // Text formats do not mark messages about the stream, so the event name decides.
        return entry == null && table == data && meta != null ? meta.find(event) : entry;
    }

    private void readHistory(WireIn in) {
        if (history == null || in.peek() != WireToken.BEGIN_OBJECT) {
            in.skipValue();
        } else {
            history.read(in);
        }
        recordArrival();
    }

    private Object call(EventTable.Entry entry, Object chained, String event, WireIn in) {
        EventCaller caller = entry.caller();
        boolean isChained = entry.target() == null;
        Object target = isChained ? chained : entry.target();
        wire.session().setNearLoader(isChained ? chained.getClass().getClassLoader() : entry.loader());
        try {
            return caller.dispatch(entry.index(), target, in);
        } catch (Throwable e) {
            throw failed(e, caller, event, in);
        }
    }

    /** Returns the exception to throw, or throws it itself if it is an error. */
    private RuntimeException failed(Throwable error, EventCaller caller, String event, WireIn in) {
        if (caller.isCalling()) {
            EventException place = new EventException(event, index, in.messageOffset(), error);
            if (error instanceof Error fatal) {
                fatal.addSuppressed(place);
                throw fatal;
            }
            return place;
        }
        if (error instanceof TypeMismatch misfit) {
            return caller.withArgumentPath(misfit).withRoot("$." + Printable.escape(event));
        }
        if (error instanceof Error fatal) {
            throw fatal;
        }
        return error instanceof RuntimeException unchecked ? unchecked : new IllegalStateException(error);
    }

    private void handleUnknownKey(WireIn in, EventTable table) {
        if (settings.policy == UnknownEventPolicy.REFUSE) {
            throw refused("a key that is not text", in, table, "");
        }
        in.key();
        in.skipValue();
        in.skipValue();
    }

    private void handleUnknown(String event, WireIn in, EventTable table) {
        switch (settings.policy) {
            case SKIP -> in.skipValue();
            case REFUSE -> {
                if (event == null && in.peek() == WireToken.NULL) {
                    in.skipValue(); // an empty YAML document has no content to refuse
                    return;
                }
                String hint = event == null ? "" : NearestName.hint(event, table.names());
                throw refused(event == null ? "a message without one" : Printable.quote(event), in, table, hint);
            }
            case HAND_OVER -> handOver(event, in);
        }
    }

    private WireDataException refused(String found, WireIn in, EventTable table, String hint) {
        String known = table.names().size() > 20
                ? table.names().size() + " known ones"
                : table.names().stream().sorted().toList().toString();
        return new WireDataException(
                wire.format().name(), "expected an event of " + known + " but was " + found + hint, in.location());
    }

    private void handOver(String event, WireIn in) {
        Object value;
        try {
            value = wire.session().codecs().any().readOrNull(in, null, wire.session());
        } catch (TypeMismatch e) {
            throw e.withRoot(event == null ? "$" : "$." + Printable.escape(event));
        }
        try {
            settings.hook.onEvent(event == null ? "" : event, value, in.messageOffset());
        } catch (RuntimeException e) {
            throw new EventException(event, index, in.messageOffset(), e);
        }
    }

    /** See {@link MessageHistory#lastIndex}. */
    public static long lastIndex(int sourceId, ObjectWire output) {
        AnsweredInputs answered = new AnsweredInputs();
        output.readOutput(answered::addOutputs);
        return answered.last(sourceId);
    }
}
