package io.deltawire.marshallable;

import io.deltawire.marshallable.Wire.Event;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.spi.ArrivalReader;
import io.deltawire.wire.spi.ColumnReader;
import io.deltawire.wire.spi.HeadReader.Arrival;
import io.deltawire.wire.spi.MessageDecoder;
import io.deltawire.wire.spi.MessageHead;
import java.util.Objects;
import java.util.Optional;

/** Reads objects from messages, and from their events: see {@link Wire}. Not thread-safe. */
final class ObjectReader extends AnythingReader {
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
            } else if (hasArrived) {
                ClassOnWire of = columns != null
                        ? asked(type)
                        : arrived(known != null ? known.lastArrived() : arrivals.arrived(), type);
                Object read = of == null ? null : readArrived(of, into);
                if (read != null) {
                    return read;
                }
            } else if (into != null && columnObjects != null) {
                if (nextAtOnce(type, into) != null) {
                    return into;
                }
            }
            startOver();
            return readNext(type, into);
        } catch (RuntimeException | Error e) {
            abandon();
            throw e;
        }
    }

    /** Reads the value that the reader is at, or else the next one, into the object that is kept of its class; null where there is none. */
    Object readRecycled(Class<?> type) {
        try {
            ArrivalReader from = known; // in a variable, so that its class is looked at once
            MessageHead head = isBetween && from != null ? from.nextKnown() : null;
            if (head != null) {
                isEventOfHead = true;
                if (head.owner() instanceof ClassOnWire of && of.recycledAs == type && head.isTyped()) {
                    session.setNear(of.loader);
                    MessageDecoder fields = (MessageDecoder) from;
                    return takeFields(of, fields, of.recycled, from.firstField());
                }
                isBetween = false;
                hasArrived = true;
            }
            boolean isNew = head != null && !classes.get(type).isAnything;
            Object read = isNew ? readNewRecycled(type, true) : readNextRecycled(type);
            passEnd();
            return read;
        } catch (RuntimeException | Error e) {
            abandon();
            throw e;
        }
    }

    private Object readNextRecycled(Class<?> type) {
        boolean isAtNone = !hasArrived && !isAtValue;
        if (isAtNone && classes.get(type).isAnything && !next()) {
            return null;
        }
        if (hasArrived) {
            Object read = readArrivedRecycled(type);
            if (read != null) {
                return read;
            }
        }
        startOver();
        if (isAtValue || isInEvents && moveToNextEvent()) {
            return readPresent(asked(type), RECYCLED);
        }
        return nextArrival() ? readNewRecycled(type, isKnown()) : null;
    }

    /**
     * Reads the message that the reader has just moved to.
     *
     * @param isKnown whether it is without a token of it
     */
    private Object readNewRecycled(Class<?> type, boolean isKnown) {
        if (isKnown) {
            Object read = readArrivedRecycled(type);
            if (read != null) {
                return read;
            }
            open();
        }
        ClassOnWire of = asked(type);
        return enterMessage(of) ? readPresent(of, RECYCLED) : null;
    }

    /** Reads the message of which no token has been taken; null where these tell more. */
    private Object readArrivedRecycled(Class<?> type) {
        ClassOnWire of = ofArrived(type);
        Object read = of == null ? null : readArrived(of, of.recycled);
        if (read != null) {
            of.recycle(read, type);
        }
        return read;
    }

    /** Reads the message of which no token has been taken as an object of a class; null where its tokens are to be taken. */
    private Object readArrived(ClassOnWire of, Object into) {
        if (columns != null) {
            Object read = readColumns(of, into);
            hasArrived = read == null;
            return read;
        }
        // A class without such code (one of many fields) is read by its tokens.
        if (of.straightRead == null || !arrivals.enterHead()) {
            return null;
        }
        hasArrived = false;
        isBetween = true;
        return readStraight(of, decoder, into, decoder.position());
    }

    /** The class that a message which has arrived is of, as far as that is known: it can be read as another one. */
    private ClassOnWire ofArrived(Class<?> type) {
        if (columns != null) {
            ColumnReader.Message message = columns.arrived();
            return message == null ? null : ofNamed(message.typeName(), asked(type));
        }
        MessageHead head = arrivals.arrived();
        if (head == null || !(head.owner() instanceof ClassOnWire of)) {
            return null;
        }
        session.setNear(of.loader);
        return of.type == type || head.isTyped() && type.isAssignableFrom(of.type) ? of : null;
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

    /** What is to be called with the object of the message that has this head, where that is in a table; else null. */
    static EventTable.Entry called(MessageHead head, EventTable table) {
        Object owner = head.owner();
        EventTable.Entry entry = owner instanceof ClassOnWire of
                ? of.straightRead == null ? null : of.called
                : owner instanceof EventTable.CalledList list ? list.called : null;
        return entry != null && entry.table() == table ? entry : null;
    }

    /** Whether the message that has arrived is known to be a list of these. */
    boolean isItems(EventTable.CalledList list) {
        return known != null && known.lastArrived().owner() == list;
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
        if (list.isAsked || known == null) {
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

    /** Takes note that reading has failed, wherever it was. */
    private void abandon() {
        hasFailed = true;
        if (heads != null && !heads.isInMessage()) {
            setEvent(null);
        }
        hasArrived = false;
        isBetween = false;
        forgetObjects();
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
        return takeFields(of, from, into, at);
    }

    /** As {@link #readStraight}, where no other head was expected. */
    private Object takeFields(ClassOnWire of, MessageDecoder from, Object into, int at) {
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
            abandon();
            throw outOfStack(e);
        } catch (RuntimeException | Error e) {
            abandon();
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
