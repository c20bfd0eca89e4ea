package io.deltawire.marshallable;

import io.deltawire.marshallable.Wire.Event;
import io.deltawire.wire.Shape;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.spi.ColumnReader;
import io.deltawire.wire.spi.HeadReader.Arrival;
import io.deltawire.wire.spi.MessageDecoder;
import io.deltawire.wire.spi.MessageHead;
import io.deltawire.wire.spi.Printable;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Reads objects from messages, and from their events: see {@link Wire}. Not thread-safe. */
final class ObjectReader extends MessagePosition {
    /** After so many messages in a row that did not begin as expected, something else is expected. */
    private static final int MISSES = 16;

    /** Sets objects from columns; null where there are none. */
    private final ColumnObjects columnObjects;

    private final MessageDecoder decoder;
    private final ClassesOnWire classes = new ClassesOnWire();

    /** The class of the last message read as a whole that was not asked for by {@link #next}; always one that can be read so. */
    private ClassOnWire last = ClassOnWire.NONE;

    private boolean isUndecided;

    ObjectReader(WireIn in, Session session) {
        super(in, session);
        this.columnObjects = columns == null ? null : new ColumnObjects(columns, in, session);
        this.decoder = in instanceof MessageDecoder reader ? reader : null;
    }

    /** Reads the value that the reader is at, or else the next one; null where there is none. */
    Object read(Class<?> type, Object into) {
        try {
            if (isBetween) {
                ClassOnWire of = last;
                MessageDecoder from = decoder;
                int at = of.type == type ? from.nextFields(of.read) : -1;
                if (at >= 0) {
                    setAsked(type); // which may have been another class that has arrived
                    setEvent(of.read.event());
                    return readStraight(of, from, into, at);
                }
            } else if (hasArrived && columns != null) {
                Object read = readColumns(type, into);
                if (read != null) {
                    return read;
                }
            } else if (hasArrived) {
                MessageHead head = arrivals.arrived();
                ClassOnWire of = arrived(head, type);
                // A class without such code (one of many fields) is read by its tokens.
                if (of != null && of.straightRead != null && arrivals.enterHead()) {
                    hasArrived = false;
                    isBetween = true;
                    return readStraight(of, decoder, into, decoder.position());
                }
            }
            startOver();
            return readNext(type, into);
        } catch (RuntimeException | Error e) {
            fail();
            hasArrived = false;
            isBetween = false;
            throw e;
        }
    }

    /** Reads the message that has arrived, of which no token has been taken; null where that takes its tokens. */
    private Object readColumns(Class<?> type, Object into) {
        ClassOnWire of = asked(type);
        ColumnReader.Message message = columnObjects.message(of);
        Object read = message == null ? null : columnObjects.read(of, message, into);
        if (read != null) {
            hasArrived = false;
        }
        return read;
    }

    /**
     * Reads the object of a class that a message which has arrived is; null where the message is to be {@linkplain #open opened}. Where
     * {@link #isInEvents} then, there may be more in it.
     */
    Object readCalled(ClassOnWire of, Object into) {
        if (columns != null) {
            open(); // which leaves the columns at hand
            ColumnReader.Message message = columnObjects.message(of);
            return message == null ? null : columnObjects.read(of, message, into);
        }
        MessageHead head = arrivals.arrived();
        boolean isOf = head.owner() == of || of.isOwn(head);
        if (!isOf || of.straightRead == null || !arrivals.enterHead()) {
            return null;
        }
        hasArrived = false;
        return readStraight(of, decoder, into, decoder.position());
    }

    /** Has events like the present one, whose value is an object of a class without a type name, known before they are read. */
    void expect(ClassOnWire of, String name) {
        if (columnObjects != null) {
            columnObjects.expect(of);
        } else if (arrivals != null && decoder != null && of.lacksHead(name) && of.objects.readsFields()) {
            MessageHead head = heads.headOf(name, null, of.objects.plan().shape);
            of.arrives(name, head);
            if (head != null && of.straightRead == null) {
                of.straightRead = of.objects.straight(decoder, head);
            }
        }
    }

    /** The class that is asked for, where a message with this head is one of it; else null. */
    private ClassOnWire arrived(MessageHead head, Class<?> type) {
        if (head.owner() instanceof ClassOnWire of && of.type == type) {
            setAsked(type);
            return of;
        }
        ClassOnWire of = asked(type);
        return of.isOwn(head) ? of : null;
    }

    private void fail() {
        hasFailed = true;
        if (heads != null && !heads.isInMessage()) {
            event = null;
        }
    }

    private Object readNext(Class<?> type, Object into) {
        ClassOnWire of = asked(type);
        if (isAtValue || isInEvents && moveToEvent()) {
            return readPresent(of, into);
        }
        if (columnObjects != null) {
            if (!nextInColumns()) {
                return null;
            }
            ColumnReader.Message message = columnObjects.message(of);
            Object read = message == null ? null : columnObjects.read(of, message, into);
            if (read != null) {
                setEvent(message.event());
                return read;
            }
            return enterMessage(of) ? readPresent(of, into) : null;
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
                isInEvents = event != null;
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

    /** Takes note of the class that is asked for. */
    private ClassOnWire asked(Class<?> type) {
        setAsked(type);
        return classes.get(type);
    }

    private void setAsked(Class<?> type) {
        if (session.asked != type) {
            session.asked = type;
        }
    }

    Object readLive(Class<?> type) {
        if (columnObjects == null) {
            return read(type, null);
        }
        try {
            if (hasArrived) {
                return readArrivedLive(type);
            }
            ColumnReader.Message message = nextLive(type);
            if (message != null) {
                setEvent(message.event());
                return message.live();
            }
            startOver();
            if (isAtValue || isInEvents) {
                return readPresentLive(type) ? columns.liveObject() : readNext(type, null);
            }
            return readNextLive(type);
        } catch (RuntimeException | Error e) {
            fail();
            hasArrived = false;
            forgetLive();
            throw e;
        }
    }

    private ColumnReader.Message nextLive(Class<?> type) {
        try {
            return columnObjects.next(type);
        } catch (RuntimeException e) {
            event = null; // of a message that is not entered nothing is told
            throw e;
        }
    }

    private Object readNextLive(Class<?> type) {
        ClassOnWire of = asked(type);
        if (!nextInColumns()) {
            return null;
        }
        ColumnReader.Message message = columnObjects.live(of);
        if (message != null) {
            setEvent(message.event());
            return columns.liveObject();
        }
        return enterMessage(of) ? readPresent(of, null) : null;
    }

    /** Brings the live object up to date by the message whose event {@link #next} has found by its tokens. */
    private boolean readPresentLive(Class<?> type) {
        if (!isAtValue || !isAtFirst || !columns.startAgain()) {
            return false;
        }
        isAtValue = false;
        isInEvents = false;
        ClassOnWire of = asked(type);
        ColumnReader.Message message = columnObjects.message(of);
        // A message without an event or a type name is an object to its columns; next() took its first field for an
        // event.
        boolean isSame = message != null && Objects.equals(message.event(), event);
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
        return readNext(type, null);
    }

    @Override
    void startOver() {
        forgetLive();
        super.startOver();
    }

    private void forgetLive() {
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
        session.asked = null;
        if (!isAtValue && !(isInEvents && moveToEvent())) {
            if (!nextMessage()) {
                return null;
            }
            isAtValue = true;
            if (isUntypedObject()) {
                return readUntyped();
            }
        }
        Object value = readPresent(classes.get(Object.class), null);
        return new Event(event, value);
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
                event = name;
                isAtValue = true;
                return new Event(name, readPresent(classes.get(Object.class), null));
            }
            boolean isObject = in.peek() == WireToken.BEGIN_OBJECT;
            Object first = any().readOrNull(in, null, session);
            if (isObject && !in.hasNext()) {
                event = name;
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

    /** Moves to a value to be read as a class, unless there is one; false where there is none. */
    private boolean hasMessage(ClassOnWire of) {
        return isAtValue || isInEvents && moveToEvent() || nextMessage() && enterMessage(of);
    }

    /** Reads the one object that is to be there; whether there is one tells whether there was a message. */
    Optional<Event> readOnly(Class<?> type) {
        startOver();
        session.asked = type;
        ClassOnWire of = classes.get(type);
        if (!hasMessage(of)) {
            return Optional.empty();
        }
        Object value = readPresent(of, null);
        return Optional.of(new Event(event, value));
    }

    /** Looks at the first tokens of a message to be read as a class; false where there is nothing for it. */
    private boolean enterMessage(ClassOnWire of) {
        isAtValue = true;
        event = null;
        if (isUntypedObject()) {
            if (of.objects != null) {
                enter(of.objects);
            } else if (!(of.codec instanceof BoundCodec bound && !bound.isKnownByName()
                    || of.codec instanceof MapCodec
                    || of.codec instanceof GenericRecordCodec)) {
                // Whatever else there is cannot be an object, so the object is events.
                in.beginObject();
                isInEvents = true;
                isAtValue = false;
                return moveToEvent() || hasMessage(of);
            }
        }
        return true;
    }

    /** Looks at the first entry of an untyped object: does it belong to the object wanted, or is it an event? */
    private void enter(ObjectCodec codec) {
        if (!codec.readsFields()) {
            return;
        }
        in.beginObject();
        FirstEntry first = FirstEntry.of(in, codec, session);
        if (first.event() != null) {
            event = first.event();
            isInEvents = true;
        }
        isUndecided = first.isUndecided();
    }

    /** Reads the value that the reader is at. */
    private Object readPresent(ClassOnWire of, Object into) {
        isAtValue = false;
        try {
            return isUndecided ? readUndecided(of, into) : readAs(of, into);
        } catch (Misfit e) {
            throw located(e);
        } catch (StackOverflowError e) {
            throw outOfStack(e);
        } finally {
            isUndecided = false;
            session.clearFirstField();
        }
    }

    private WireDataException outOfStack(StackOverflowError e) {
        isBroken = true; // the reader may have been in the middle of anything
        return Session.outOfStack(session.format, in.location(), e);
    }

    private WireDataException located(Misfit e) {
        return e.located(event == null ? "$" : "$." + Printable.escape(event));
    }

    /**
     * Reads an untyped object in an entry that the class does not have: an event if it is the only entry, else unknown. To find
     * that out it is passed over, and the message begun again.
     */
    private Object readUndecided(ClassOnWire of, Object into) {
        String name = session.unknownName(in);
        session.clearFirstField();
        in.skipValue();
        boolean isEvent = !in.hasNext();
        in.restartMessage();
        in.beginObject();
        in.fieldName();
        if (isEvent) {
            event = name;
            isInEvents = true;
        } else {
            session.setFirstName(name);
        }
        return readAs(of, into);
    }

    private Object readAs(ClassOnWire of, Object into) {
        if (columnObjects != null) {
            columnObjects.expect(of);
        }
        if (session.hasFirstField()) {
            if (!of.isAskedUntyped && heads != null && event == null && of.objects != null) {
                of.isAskedUntyped = true;
                MessageHead head = heads.headOf(of.objects.plan().shape);
                if (head != null) {
                    expect(of, head);
                }
            }
            return of.codec.read(in, into, session);
        }
        if (of.value != null && heads.enterValue(of.value)) {
            learnHead(of);
            Object read = of.objects.readEntered(in, into, session);
            in.endObject();
            return read;
        }
        String name = in.typeName();
        if (name == null || of.objects == null) {
            return of.codec.readOrNull(in, into, session);
        }
        if (!name.equals(of.nameToRead(session))) {
            return named(name, of.type, of.codec).readOrNull(in, into, session);
        }
        if (heads != null && of.isHeadWanted(MISSES) && of.objects.readsFields()) {
            Shape shape = of.objects.plan().shape;
            expect(of, heads.headOf(event, name, shape));
            of.value = heads.headOf(null, name, shape);
            of.misses = of.read == null ? 1 : 0;
        }
        learnHead(of);
        return of.codec.readOrNull(in, into, session);
    }

    /** Has messages of a class under the present event's name known by their heads. */
    private void learnHead(ClassOnWire of) {
        if (arrivals != null && of.lacksHead(event) && of.objects.readsFields()) {
            of.arrives(event, heads.headOf(event, of.nameToRead(session), of.objects.plan().shape));
        }
    }

    private void expect(ClassOnWire of, MessageHead head) {
        of.read = head;
        of.straightRead = head == null || decoder == null ? null : of.objects.straight(decoder, head);
        if (of.straightRead == null && last == of) {
            last = ClassOnWire.NONE;
        }
    }

    private ValueCodec named(String name, Class<?> type, ValueCodec codec) {
        Class<?> found = session.find(name);
        if (found != null && type.isAssignableFrom(found)) {
            return Codecs.exact(found);
        }
        if (session.refusesUnknown && !TypeRegistry.isOwnName(name, type)) {
            throw session.misfit(
                    in, "expected a " + TypeRegistry.simpleName(type) + " but was !" + Printable.escape(name));
        }
        return codec;
    }
}
