package io.deltawire.marshallable;

import io.deltawire.marshallable.Wire.Event;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.spi.ColumnReader;
import io.deltawire.wire.spi.HeadReader.Arrival;
import io.deltawire.wire.spi.MessageDecoder;
import io.deltawire.wire.spi.MessageHead;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Reads objects from messages, and from their events: see {@link Wire}. Not thread-safe. */
final class ObjectReader extends PresentReader {
    ObjectReader(WireIn in, Session session) {
        super(in, session);
    }

    /** Reads the value that the reader is at, or else the next one; null where there is none. */
    Object read(Class<?> type, Object into) {
        try {
            if (isBetween) {
                ClassOnWire of = last;
                MessageDecoder from = decoder;
                int at = of.type == type ? from.nextFields(of.read) : nextFieldsOfOther(from, type);
                if (at >= 0) {
                    of = last;
                    session.setNear(of.loader); // which may have been another class that has arrived
                    setEvent(of.read.event());
                    return readStraight(of, from, into, at);
                }
            } else if (hasArrived && columns != null) {
                Object read = readColumns(asked(type), into);
                if (read != null) {
                    hasArrived = false;
                    return read;
                }
            } else if (hasArrived) {
                ClassOnWire of = arrived(keepsArrived ? arrivals.lastArrived() : arrivals.arrived(), type);
                // A class without such code (one of many fields) is read by its tokens.
                if (of != null && of.straightRead != null && arrivals.enterHead()) {
                    hasArrived = false;
                    isBetween = true;
                    return readStraight(of, decoder, into, decoder.position());
                }
            } else if (into != null && columnObjects != null) {
                if (nextAtOnce(type, into) != null) {
                    return into;
                }
            }
            startOver();
            return readNext(type, into);
        } catch (RuntimeException | Error e) {
            fail();
            hasArrived = false;
            isBetween = false;
            forgetObjects();
            throw e;
        }
    }

    /** Goes to the fields of the next message as {@link MessageDecoder#nextFields} does, where that may be of another class than the last one. */
    private int nextFieldsOfOther(MessageDecoder from, Class<?> type) {
        ClassOnWire of = classes.get(type);
        int at = of.straightRead != null && of.read != null ? from.nextFields(of.read) : -1;
        if (at >= 0) {
            last = of;
        }
        return at;
    }

    /** Has the read position of a {@code Bytes} be behind the present message, where all of it has been read. */
    void passEnd() {
        if (heads != null) {
            heads.passEnd();
        }
    }

    /** Reads the present message, of which no token has been taken, by its columns; null where that takes its tokens. */
    private Object readColumns(ClassOnWire of, Object into) {
        ColumnReader.Message message = columnObjects.message(of);
        if (message == null) {
            return null;
        }
        setEvent(message.event());
        try {
            return columnObjects.read(of, message, into);
        } catch (StackOverflowError e) {
            throw outOfStack(e);
        }
    }

    /**
     * Reads the object of a class that a message which has arrived is; null where the message is to be {@linkplain #open opened}. Where
     * {@link #isInEvents} then, there may be more in it.
     */
    Object readCalled(ClassOnWire of, Object into) {
        if (columns != null) {
            open(); // which leaves the columns at hand
            return readColumns(of, into);
        }
        MessageHead head = arrivals.arrived();
        boolean isOf = head.owner() == of || of.isOwn(head);
        if (!isOf || of.straightRead == null || !arrivals.enterHead()) {
            return null;
        }
        return readKnown(of, into);
    }

    /** What is to be called with the object of the message that {@link #nextKnown} has moved to, where that is in a table; else null. */
    EventTable.Entry known(EventTable table) {
        Object owner = arrivals.lastArrived().owner();
        EventTable.Entry entry = owner instanceof ClassOnWire of
                ? of.straightRead == null ? null : of.called
                : owner instanceof EventTable.CalledList list ? list.called : null;
        return entry != null && entry.table() == table ? entry : null;
    }

    /** Whether the message that has arrived is known to be a list of these. */
    boolean isItems(EventTable.CalledList list) {
        return keepsArrived && arrivals != null && arrivals.lastArrived().owner() == list;
    }

    /** Moves to the first of the arguments that are the message which has arrived; false where it is to be {@linkplain #open opened}. */
    boolean enterItems() {
        boolean isIn = decoder.takesItems();
        hasArrived = !isIn;
        return isIn;
    }

    /** Takes note that all of the message has been read, whose arguments {@link #enterItems} has entered. */
    void endItems() {
        isBetween = arrivals != null; // unless others take tokens now
    }

    /** Has events like the present one, whose value is a list, known before they are read. */
    void expect(EventTable.CalledList list, String event) {
        if (list.isAsked || arrivals == null || !keepsArrived) {
            return;
        }
        list.isAsked = true;
        MessageHead head = heads.headOfList(event);
        if (head != null) {
            head.setOwner(list);
        }
    }

    /** Reads the object of the message that {@link #nextKnown} has moved to. Where {@link #isInEvents} then, there may be more in it. */
    Object readKnown(ClassOnWire of, Object into) {
        hasArrived = false;
        Object read = readStraight(of, decoder, into, decoder.position());
        isBetween = !isInEvents;
        return read;
    }

    /** The class that is asked for, where a message with this head is one of it; else null. */
    private ClassOnWire arrived(MessageHead head, Class<?> type) {
        if (head.owner() instanceof ClassOnWire of && of.type == type) {
            session.setNear(of.loader);
            return of;
        }
        ClassOnWire of = asked(type);
        return of.isOwn(head) ? of : null;
    }

    private void fail() {
        hasFailed = true;
        if (heads != null && !heads.isInMessage()) {
            setEvent(null);
        }
    }

    private Object readNext(Class<?> type, Object into) {
        ClassOnWire of = asked(type);
        if (isAtValue || isInEvents && moveToNextEvent()) {
            return readPresent(of, into);
        }
        if (columnObjects != null) {
            if (!nextArrival()) {
                return null;
            }
            Object read = readColumns(of, into);
            if (read == null) {
                return enterMessage(of) ? readPresent(of, into) : null;
            }
            if (read == into) {
                columnObjects.readInto(of);
            }
            return read;
        }
        MessageHead head = of.read;
        if (head == null) {
            return nextMessage() && enterMessage(of) ? readPresent(of, into) : null;
        }
        if (!leaveMessage()) {
            return null;
        }
        if (of.straightRead != null) {
            int at = decoder.nextFields(head);
            if (at >= 0) {
                return readFields(of, head, into, at);
            }
        }
        Arrival arrival = heads.nextMessage(head);
        if (arrival == Arrival.FIELDS) {
            return readFields(of, head, into, -1);
        }
        setEvent(null);
        if (arrival == Arrival.NOTHING) {
            return null;
        }
        of.misses++;
        return enterMessage(of) ? readPresent(of, into) : null;
    }

    /** As {@link #readFields}, of a message after another one that was an object alone. */
    private Object readStraight(ClassOnWire of, MessageDecoder from, Object into, int at) {
        if (of.misses > 0) {
            of.misses = 0;
        }
        try {
            Object read = of.straightRead.readFrom((WireIn) from, into, session, at);
            if (!from.endFields()) {
                isBetween = false;
                isInEvents = event() != null;
            }
            return read;
        } catch (Misfit e) {
            throw located(e);
        } catch (StackOverflowError e) {
            throw outOfStack(e);
        }
    }

    /** @param at the index of the first field, where they are to be taken straight; else -1 */
    private Object readFields(ClassOnWire of, MessageHead head, Object into, int at) {
        String name = head.event();
        setEvent(name);
        if (of.misses > 0) {
            of.misses = 0;
        }
        isBetween = false;
        try {
            Object read = at >= 0
                    ? of.straightRead.readFrom(in, of.objects.reusable(into), session, at)
                    : of.objects.readEntered(in, into, session);
            boolean isDone = heads.endFields();
            isInEvents = !isDone && name != null;
            isBetween = isDone && of.straightRead != null;
            if (last != of) {
                last = of;
            }
            return read;
        } catch (Misfit e) {
            throw located(e);
        } catch (StackOverflowError e) {
            throw outOfStack(e);
        } finally {
            session.clearFirstField();
        }
    }

    Object readLive(Class<?> type) {
        if (columnObjects == null) {
            return read(type, null);
        }
        try {
            ColumnReader.Message message = hasArrived ? null : nextAtOnce(type, null);
            if (message != null) {
                return message.live();
            }
            if (!asked(type).hasLive(session)) {
                return read(type, null);
            }
            if (hasArrived) {
                return readArrivedLive(type);
            }
            startOver();
            if (isAtValue || isInEvents) {
                return readPresentLive(type) ? columns.liveObject() : readFirstLive(type);
            }
            return readNextLive(type);
        } catch (StackOverflowError e) {
            fail();
            hasArrived = false;
            forgetObjects();
            throw outOfStack(e);
        } catch (RuntimeException | Error e) {
            fail();
            hasArrived = false;
            forgetObjects();
            throw e;
        }
    }

    /**
     * Reads the next message, where that goes at once; else returns null.
     *
     * @param into the object to be set; null for the live one
     */
    private ColumnReader.Message nextAtOnce(Class<?> type, Object into) {
        try {
            ColumnReader.Message message =
                    into == null ? columnObjects.nextLive(type) : columnObjects.nextInto(type, into);
            if (message != null) {
                setEvent(message.event());
            }
            return message;
        } catch (RuntimeException e) {
            setEvent(null); // of a message that is not entered nothing is told
            throw e;
        }
    }

    private Object readNextLive(Class<?> type) {
        ClassOnWire of = asked(type);
        if (!nextArrival()) {
            return null;
        }
        ColumnReader.Message message = columnObjects.live(of);
        if (message != null) {
            setEvent(message.event());
            return columns.liveObject();
        }
        return enterMessage(of) ? readLiveByTokens(of) : null;
    }

    /** Reads the value that the reader is at, or else the next one: into the live object, where it is the first of its message. */
    private Object readFirstLive(Class<?> type) {
        ClassOnWire of = asked(type);
        if (isAtValue) {
            return isAtFirst ? readLiveByTokens(of) : readPresent(of, null);
        }
        return isInEvents && moveToNextEvent() ? readPresent(of, null) : readNextLive(type);
    }

    /** Brings the live object up to date by the message whose event {@link #next} has found by its tokens. */
    private boolean readPresentLive(Class<?> type) {
        if (!isAtValue || !isAtFirst) {
            return false;
        }
        in.restartMessage();
        isAtValue = false;
        isInEvents = false;
        ClassOnWire of = asked(type);
        ColumnReader.Message message = columnObjects.message(of);
        // A message without an event or a type name is an object to its columns; next() took its first field for an
        // event.
        boolean isSame = message != null && Objects.equals(message.event(), event());
        if (!isSame || columnObjects.live(of) == null) {
            moveInto();
            return false;
        }
        return true;
    }

    private Object readArrivedLive(Class<?> type) {
        if (columnObjects.live(asked(type)) != null) {
            hasArrived = false;
            return columns.liveObject();
        }
        startOver();
        return readFirstLive(type);
    }

    @Override
    void startOver() {
        forgetObjects();
        super.startOver();
    }

    private void forgetObjects() {
        if (columnObjects != null) {
            columnObjects.forget();
        }
    }

    Event read() {
        try {
            startOver();
            return readNext();
        } catch (Misfit e) {
            hasFailed = true;
            throw located(e);
        } catch (RuntimeException | Error e) {
            hasFailed = true;
            throw e;
        }
    }

    private Event readNext() {
        session.setNear(null);
        if (!isAtValue && !(isInEvents && moveToNextEvent())) {
            if (!nextMessage()) {
                return null;
            }
            isAtValue = true;
            if (isUntypedObject()) {
                return readUntyped();
            }
        }
        Object value = readPresent(classes.get(Object.class), null);
        return new Event(event(), value);
    }

    /** Text formats do not tell an event from a field: one named object is an event, anything else is a map. */
    private Event readUntyped() {
        in.beginObject();
        isAtValue = false;
        isInEvents = true;
        if (in.hasNext() && in.peek() != WireToken.KEY) {
            boolean isEvent = in.peek() == WireToken.EVENT;
            String name = in.fieldName();
            if (isEvent || in.peek() == WireToken.BEGIN_OBJECT && in.typeName() != null) {
                setEvent(name);
                isAtValue = true;
                return new Event(name, readPresent(classes.get(Object.class), null));
            }
            boolean isObject = in.peek() == WireToken.BEGIN_OBJECT;
            Object first;
            try {
                first = any().readOrNull(in, null, session);
            } catch (Misfit e) {
                throw e.inEntry(name);
            }
            if (isObject && !in.hasNext()) {
                setEvent(name);
                return new Event(name, first);
            }
            Map<Object, Object> map = new LinkedHashMap<>();
            map.put(name, first);
            PlainValues.readEntries(in, map, session);
            leaveEvents();
            return new Event(null, map);
        }
        Map<Object, Object> map = new LinkedHashMap<>();
        PlainValues.readEntries(in, map, session);
        leaveEvents();
        return new Event(null, map);
    }

    private static ValueCodec any() {
        return Codecs.exact(Object.class);
    }

    /** Reads the one object that is to be there; whether there is one tells whether there was a message. */
    Optional<Event> readOnly(Class<?> type) {
        startOver();
        ClassOnWire of = asked(type);
        if (!hasMessage(of)) {
            return Optional.empty();
        }
        Object value = readPresent(of, null);
        return Optional.of(new Event(event(), value));
    }
}
