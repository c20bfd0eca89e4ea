package io.deltawire.marshallable.internal.io;

import io.deltawire.marshallable.Wire;
import io.deltawire.marshallable.Wire.Event;
import io.deltawire.marshallable.internal.codec.Codecs;
import io.deltawire.marshallable.internal.codec.GenericRecordCodec;
import io.deltawire.marshallable.internal.codec.MapCodec;
import io.deltawire.marshallable.internal.codec.Misfit;
import io.deltawire.marshallable.internal.codec.ObjectCodec;
import io.deltawire.marshallable.internal.codec.PlainValues;
import io.deltawire.marshallable.internal.codec.Session;
import io.deltawire.marshallable.internal.codec.ValueCodec;
import io.deltawire.marshallable.internal.schema.TypeNames;
import io.deltawire.wire.MessageKind;
import io.deltawire.wire.Shape;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.spi.object.ColumnReader;
import io.deltawire.wire.spi.object.MessageDecoder;
import io.deltawire.wire.spi.object.MessagePrefix;
import io.deltawire.wire.spi.object.PrefixMatcher;
import io.deltawire.wire.spi.object.PrefixReader;
import io.deltawire.wire.spi.object.PrefixReader.Next;
import io.deltawire.wire.spi.text.Printable;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Reads objects from messages and from their events: see {@link Wire}.
 *
 * <p>It is one state machine. Its state is the position in the messages, and what is known of the current one. A
 * message may be matched by its prefix or its columns before any token of it is read. Objects are then read directly
 * from the reader's array or set from columns. Otherwise the message is read by its tokens. A failure may leave the
 * reader anywhere in a message, so the next call skips to the next message.
 *
 * <p>Data about each class is in its {@link ClassOnWire}, live objects are the work of {@link ColumnObjects}, and the
 * codecs read the tokens. Not thread-safe.
 */
public final class ObjectReader {
    /** The number of consecutive messages without the expected prefix after which a different one is expected. */
    private static final int MISSES = 16;

    /** Stands for the object to fill where the reusable object of the class is meant. */
    private static final Object RECYCLED = new Object();

    private final WireIn in;
    private final PrefixReader heads;

    /** Gives messages as columns; null if the format has none. */
    private final ColumnReader columns;

    private final Session session;

    /**
     * Matches messages by their prefixes; null if the format has none, or if others read tokens from the same reader.
     */
    private PrefixMatcher arrivals;

    /** The same object as {@link #arrivals} if it retains the last match; otherwise null. */
    private PrefixMatcher known;

    /**
     * Whether the last message was an object that was read completely and directly from the array, with no other
     * request since.
     */
    private boolean isBetween;

    /** Whether the reader is at a message of which only the prefix or the columns, and so the event, are known. */
    private boolean hasArrived;

    /** Whether others read tokens from the reader. */
    private boolean isShared;

    /** The name of the current event, unless it is that of a prefix; null if the message is not an event. */
    private String event;

    /** Whether the name of the current event is that of the prefix {@link PrefixMatcher#lastMatched}. */
    private boolean isEventOfHead;

    private boolean isInEvents;

    /** Whether the reader is at a value that has not been read. */
    private boolean isAtValue;

    /** Whether {@link #isAtValue} is true and the value is the first of its message. */
    private boolean isAtFirst;

    /**
     * Whether an event of the current message was delivered, so that the message is not read again if the input fails.
     */
    private boolean isHandedOn;

    private boolean hasFailed;
    private boolean isBroken;
    private boolean hasSaidSo;

    /** Sets objects from columns; null if there are none. */
    private final ColumnObjects columnObjects;

    private final MessageDecoder decoder;
    private final ClassesOnWire classes = new ClassesOnWire();

    /**
     * The class of the last message that was read completely without a call of {@link #next}. Its messages always have
     * an expected prefix and direct reading code.
     */
    private ClassOnWire last = ClassOnWire.NONE;

    private boolean isUndecided;

    ObjectReader(WireIn in, Session session) {
        this.in = in;
        this.heads = in instanceof PrefixReader reader ? reader : null;
        this.arrivals = in instanceof PrefixMatcher reader ? reader : null;
        this.known = arrivals != null && arrivals.retainsMatch() ? arrivals : null;
        this.columns = in instanceof ColumnReader reader ? reader : null;
        this.session = session;
        this.columnObjects = columns == null ? null : new ColumnObjects(columns, in, session);
        this.decoder = in instanceof MessageDecoder reader ? reader : null;
    }

    public WireIn in() {
        return in;
    }

    /** Whether the reader is at a message of which only the prefix or the columns, and so the event, are known. */
    public boolean hasArrived() {
        return hasArrived;
    }

    /** Whether the reader is neither at a message nor at a value that has not been read. */
    public boolean isAtNone() {
        return !hasArrived && !isAtValue;
    }

    /**
     * Whether an event of the current message was delivered, so that the message is not read again if the input fails.
     */
    public boolean isHandedOn() {
        return isHandedOn;
    }

    /** Marks the current message as one of which no event was delivered. */
    public void clearHandedOn() {
        isHandedOn = false;
    }

    // ---- the position in the messages

    /** Lets others read tokens from the reader. From now on the position is that of the token reader. */
    void share() {
        if (hasArrived) {
            settle();
        }
        setEvent(event());
        arrivals = null;
        known = null;
        isShared = true;
    }

    /** Returns the name of the current event, or null if the message is not an event. */
    public String event() {
        return isEventOfHead ? known.lastMatched().event() : event;
    }

    boolean next() {
        try {
            if (nextKnown() != null) {
                return true;
            }
            if (isBetween || hasArrived && (arrivals == null || arrivals.isSingleObject())) {
                isBetween = false;
                hasArrived = false;
                return moveToMessage();
            }
            startOver();
            return moveToNext();
        } catch (RuntimeException | Error e) {
            setEvent(null);
            hasFailed = true;
            throw e;
        }
    }

    /**
     * Moves to the next message if its prefix is matched without reading tokens; {@link #hasArrived} is true then.
     * Otherwise the position does not change.
     *
     * @return the prefix, or null
     */
    public MessagePrefix nextKnown() {
        if (!isBetween || known == null) {
            return null;
        }
        MessagePrefix prefix = known.tryMatchNext();
        if (prefix != null) {
            isBetween = false;
            hasArrived = true;
            isEventOfHead = true;
        }
        return prefix;
    }

    private boolean moveToNext() {
        if (isShared && isInEvents && isPassed()) {
            isInEvents = false;
            isAtValue = false;
        }
        if (isInEvents) {
            if (isAtValue) {
                isAtValue = false;
                handedOn();
                in.skipValue();
            }
            if (moveToNextEvent()) {
                return true;
            }
        }
        return moveToMessage();
    }

    /** Whether others have read the message to its end, or there is no current message. */
    private boolean isPassed() {
        try {
            return in.peek() == WireToken.END_MESSAGE;
        } catch (IllegalStateException e) {
            return true; // at no message
        }
    }

    /** Moves to the first event or the value of the next message that has one. */
    private boolean moveToMessage() {
        while (nextArrival()) {
            if (isKnown()) {
                return true;
            }
            setEvent(null);
            if (moveInto()) {
                return true;
            }
        }
        return false;
    }

    /**
     * Records the event of the message that {@link #nextArrival} moved to, if its prefix or columns were matched. Then
     * {@link #hasArrived} is true.
     */
    boolean isKnown() {
        MessagePrefix prefix = arrivals == null ? null : arrivals.matched();
        if (prefix != null) {
            hasArrived = true;
            if (known != null) {
                isEventOfHead = true;
            } else {
                setEvent(prefix.event());
            }
            return true;
        }
        ColumnReader.Message message = columns == null || isShared ? null : columns.matched();
        if (message != null) {
            hasArrived = true;
            setEvent(message.event());
            return true;
        }
        return false;
    }

    /** Moves to the next message. The caller must set {@link #event}, which is null if there is no message. */
    boolean nextArrival() {
        boolean isThere = false;
        try {
            isThere = leaveMessage() && (arrivals == null ? in.nextMessage() : arrivals.matchNext());
        } finally {
            if (!isThere) {
                setEvent(null);
            }
        }
        return isThere;
    }

    /** Moves to the first event or the value of the current message; returns false if there is none. */
    boolean moveInto() {
        isAtValue = true;
        isAtFirst = true;
        if (!isUntypedObject()) {
            return true;
        }
        isAtValue = false;
        isInEvents = true;
        in.beginObject();
        isAtFirst = moveToEvent();
        return isAtFirst;
    }

    /** Opens a message of which no token has been read, and moves to its value. */
    void settle() {
        hasArrived = false;
        if (arrivals != null) {
            arrivals.openMessage();
        }
        moveInto();
    }

    /**
     * Sets the event name. An identical reference is not stored again, because each store costs the garbage collector a
     * card mark; the names in prefixes are interned.
     */
    @SuppressWarnings("ReferenceEquality")
    public void setEvent(String name) {
        isEventOfHead = false;
        if (event != name) {
            event = name;
        }
    }

    /**
     * Moves to the next message for a caller that reads its tokens after {@link #open}. If the message was matched, its
     * event is known already.
     */
    public boolean nextToCall() {
        isBetween = false;
        hasArrived = false;
        hasFailed = false;
        isHandedOn = false;
        if (!nextArrival()) {
            return false;
        }
        if (!isKnown()) {
            setEvent(null);
        }
        return true;
    }

    /** Opens the message that {@link #nextToCall} moved to, so that its tokens can be read. */
    public void open() {
        if (hasArrived && arrivals != null) {
            arrivals.openMessage();
        }
        hasArrived = false;
    }

    /** Returns whether there may be more events in the message. The caller reads them as tokens then. */
    public boolean takeEvents() {
        boolean isThere = isInEvents;
        isInEvents = false;
        return isThere;
    }

    /** Moves to the next message for a caller that reads its tokens. */
    boolean nextWhole() {
        isBetween = false;
        hasArrived = false;
        hasFailed = false;
        return nextMessage();
    }

    boolean nextMessage() {
        setEvent(null);
        return leaveMessage() && in.nextMessage();
    }

    /**
     * Resets the position in the current message. It returns false if the reader cannot continue, after an exception
     * has reported that once. The caller must set {@link #event}: setting a reference to null and back costs the
     * garbage collector twice.
     */
    boolean leaveMessage() {
        isInEvents = false;
        isAtValue = false;
        session.clearFirstField();
        if (isBroken && !hasSaidSo) {
            hasSaidSo = true;
            throw Session.cannotGoOn(session.format(), in.location());
        }
        return !isBroken;
    }

    /** Leaves the message in which a call failed. */
    void startOver() {
        forgetObjects();
        isBetween = false;
        if (hasArrived) {
            settle();
        }
        if (hasFailed) {
            hasFailed = false;
            isInEvents = false;
            isAtValue = false;
            setEvent(null);
        }
    }

    public boolean isUntypedObject() {
        return in.peek() == WireToken.BEGIN_OBJECT && in.typeName() == null;
    }

    /** Moves to the next event of a message of which an event was delivered. */
    boolean moveToNextEvent() {
        handedOn();
        return moveToEvent();
    }

    /** Records that an event of the current message was delivered, so that the message is not delivered again. */
    public void handedOn() {
        isHandedOn = true;
        if (in instanceof PrefixMatcher reader) {
            reader.markDelivered();
        }
    }

    boolean moveToEvent() {
        isAtFirst = false;
        while (in.hasNext()) {
            if (in.peek() != WireToken.KEY) {
                setEvent(in.fieldName());
                isAtValue = true;
                return true;
            }
            in.key();
            in.skipValue();
            in.skipValue();
        }
        leaveEvents();
        return false;
    }

    void leaveEvents() {
        isInEvents = false;
        setEvent(null);
        in.endObject();
    }

    // ---- objects of a class

    /** Reads the value at which the reader is, or else the next one; returns null if there is none. */
    Object read(Class<?> type, Object into) {
        try {
            if (isBetween) {
                ClassOnWire of = last;
                MessageDecoder from = decoder;
                int at = of.type == type ? from.nextFields(of.read) : nextFieldsOfOther(from, type);
                if (at >= 0) {
                    of = last;
                    session.setNear(of.loader); // a matched message of another class may have changed it
                    setEvent(of.read.event());
                    return readStraight(of, from, into, at);
                }
            } else if (hasArrived) {
                ClassOnWire of = columns != null
                        ? asked(type)
                        : arrived(known != null ? known.lastMatched() : arrivals.matched(), type);
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

    /**
     * Reads the value at which the reader is, or else the next one, into the reusable object of its class; returns null
     * if there is none.
     */
    Object readRecycled(Class<?> type) {
        try {
            PrefixMatcher from = known; // in a local variable, so that its class is checked only once
            MessagePrefix prefix = isBetween && from != null ? from.tryMatchNext() : null;
            if (prefix != null) {
                isEventOfHead = true;
                if (prefix.owner() instanceof ClassOnWire of && of.recycledAs == type && prefix.isTyped()) {
                    session.setNear(of.loader);
                    MessageDecoder fields = (MessageDecoder) from;
                    return takeFields(of, fields, of.recycled, from.firstFieldIndex());
                }
                isBetween = false;
                hasArrived = true;
            }
            boolean isNew = prefix != null && !classes.get(type).isAnything;
            Object read = isNew ? readNewRecycled(type, true) : readNextRecycled(type);
            passEnd();
            return read;
        } catch (RuntimeException | Error e) {
            abandon();
            throw e;
        }
    }

    private Object readNextRecycled(Class<?> type) {
        if (isAtNone() && classes.get(type).isAnything && !next()) {
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
     * @param isKnown whether it was matched before any of its tokens was read
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

    /** Reads a matched message of which no token has been read; returns null if its tokens are needed. */
    private Object readArrivedRecycled(Class<?> type) {
        ClassOnWire of = ofArrived(type);
        Object read = of == null ? null : readArrived(of, of.recycled);
        if (read != null) {
            of.recycle(read, type);
        }
        return read;
    }

    /** Reads a matched message as an object of a class; returns null if its tokens must be read. */
    private Object readArrived(ClassOnWire of, Object into) {
        if (columns != null) {
            Object read = readColumns(of, into);
            hasArrived = read == null;
            return read;
        }
        // A class without direct reading code, for example one of many fields, is read by its tokens.
        if (of.straightRead == null || !arrivals.enterMatched()) {
            return null;
        }
        hasArrived = false;
        isBetween = true;
        return readStraight(of, decoder, into, decoder.position());
    }

    /** Returns the class of a matched message, or null if it is unknown or does not fit the requested class. */
    private ClassOnWire ofArrived(Class<?> type) {
        if (columns != null) {
            ColumnReader.Message message = columns.matched();
            return message == null ? null : ofNamed(message.typeName(), asked(type));
        }
        MessagePrefix prefix = arrivals.matched();
        if (prefix == null || !(prefix.owner() instanceof ClassOnWire of)) {
            return null;
        }
        session.setNear(of.loader);
        return of.type == type || prefix.isTyped() && type.isAssignableFrom(of.type) ? of : null;
    }

    /**
     * Moves to the fields of the next message like {@link MessageDecoder#nextFields}, for another class than the last
     * one.
     */
    private int nextFieldsOfOther(MessageDecoder from, Class<?> type) {
        ClassOnWire of = classes.get(type);
        int at = of.straightRead != null && of.read != null ? from.nextFields(of.read) : -1;
        if (at >= 0) {
            last = of;
        }
        return at;
    }

    /** Moves the read position of a {@code Bytes} after the current message if all of it was read. */
    public void passEnd() {
        if (heads != null) {
            heads.consumeEnd();
        }
    }

    /**
     * Reads the current message, of which no token was read, by its columns; returns null if its tokens must be read.
     */
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
     * Reads the object of a class that is a matched message; returns null if the message must be {@linkplain #open
     * opened}. If {@link #isInEvents} is true then, the message may have more events.
     */
    public Object readCalled(ClassOnWire of, Object into) {
        if (columns != null) {
            open(); // which leaves the columns at hand
            return readColumns(of, into);
        }
        MessagePrefix prefix = arrivals.matched();
        boolean isOf = prefix.owner() == of || of.isOwn(prefix);
        if (!isOf || of.straightRead == null || !arrivals.enterMatched()) {
            return null;
        }
        return readKnown(of, into);
    }

    /** Returns the event table entry for messages with a prefix if they can be read directly; otherwise null. */
    public static Object called(MessagePrefix prefix) {
        Object owner = prefix.owner();
        if (owner instanceof ClassOnWire of) {
            return of.straightRead == null ? null : of.called;
        }
        return owner instanceof CalledList list ? list.called : null;
    }

    /** Whether the matched message is a list of these arguments. */
    public boolean isItems(CalledList list) {
        return known != null && known.lastMatched().owner() == list;
    }

    /**
     * Moves to the first argument of a matched message; returns false if the message must be {@linkplain #open opened}.
     */
    public boolean enterItems() {
        boolean isIn = decoder.takesItems();
        hasArrived = !isIn;
        return isIn;
    }

    /** Records that the message that {@link #enterItems} entered was read completely. */
    public void endItems() {
        isBetween = arrivals != null; // false if others read tokens now
    }

    /** Makes the format match events like the current one, whose value is a list, by their prefix. */
    public void expect(CalledList list, String event) {
        if (list.isAsked || known == null) {
            return;
        }
        list.isAsked = true;
        MessagePrefix prefix = heads.listPrefixOf(event);
        if (prefix != null) {
            prefix.setOwner(list);
        }
    }

    /**
     * Reads the object of the message that {@link #nextKnown} moved to. If {@link #isInEvents} is true then, the
     * message may have more events.
     */
    public Object readKnown(ClassOnWire of, Object into) {
        hasArrived = false;
        Object read = readStraight(of, decoder, into, decoder.position());
        isBetween = !isInEvents;
        return read;
    }

    /** Returns the requested class if a message with this prefix is of that class; otherwise null. */
    private ClassOnWire arrived(MessagePrefix prefix, Class<?> type) {
        if (prefix.owner() instanceof ClassOnWire of && of.type == type) {
            session.setNear(of.loader);
            return of;
        }
        ClassOnWire of = asked(type);
        return of.isOwn(prefix) ? of : null;
    }

    /** Records that reading failed, whatever the position was. */
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
        MessagePrefix prefix = of.read;
        if (prefix == null) {
            return nextMessage() && enterMessage(of) ? readPresent(of, into) : null;
        }
        if (!leaveMessage()) {
            return null;
        }
        if (of.straightRead != null) {
            int at = decoder.nextFields(prefix);
            if (at >= 0) {
                return readFields(of, prefix, into, at);
            }
        }
        Next arrival = heads.nextMessage(prefix);
        if (arrival == Next.FIELDS) {
            return readFields(of, prefix, into, -1);
        }
        setEvent(null);
        if (arrival == Next.NOTHING) {
            return null;
        }
        of.misses++;
        return enterMessage(of) ? readPresent(of, into) : null;
    }

    /** Reads an object like {@link #readFields}, after a message that was a single object. */
    private Object readStraight(ClassOnWire of, MessageDecoder from, Object into, int at) {
        if (of.misses > 0) {
            of.misses = 0;
        }
        return takeFields(of, from, into, at);
    }

    /** Reads an object like {@link #readStraight}, without resetting the number of misses. */
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

    /**
     * @param at the index of the first field if the fields are read directly from the array; otherwise -1
     */
    private Object readFields(ClassOnWire of, MessagePrefix prefix, Object into, int at) {
        String name = prefix.event();
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
     * Reads the next message on the shortest path of {@link ColumnObjects}; returns null if that does not apply.
     *
     * @param into the object to fill, or null for the live object
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
            setEvent(null); // the message was not entered, so it has no current event
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

    /**
     * Reads the value at which the reader is, or else the next one. The first value of a message is read into the live
     * object.
     */
    private Object readFirstLive(Class<?> type) {
        ClassOnWire of = asked(type);
        if (isAtValue) {
            return isAtFirst ? readLiveByTokens(of) : readPresent(of, null);
        }
        return isInEvents && moveToNextEvent() ? readPresent(of, null) : readNextLive(type);
    }

    /** Updates the live object from the message whose event {@link #next} found by its tokens. */
    private boolean readPresentLive(Class<?> type) {
        if (!isAtValue || !isAtFirst) {
            return false;
        }
        in.restartMessage();
        isAtValue = false;
        isInEvents = false;
        ClassOnWire of = asked(type);
        ColumnReader.Message message = columnObjects.message(of);
        // For its columns, a message without an event or type name is an object, but next() took its first field
        // for an event.
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

    private void forgetObjects() {
        if (columnObjects != null) {
            columnObjects.forget();
        }
    }

    /** Reads the only object of the input; the result is empty if there is no message. */
    Optional<Event> readOnly(Class<?> type) {
        startOver();
        ClassOnWire of = asked(type);
        if (!hasMessage(of)) {
            return Optional.empty();
        }
        Object value = readPresent(of, null);
        return Optional.of(new Event(event(), value));
    }

    // ---- the current value, by its tokens

    /**
     * Makes the format match events like the current one, whose value is an object of a class, before their tokens are
     * read.
     *
     * @param typeName the type name of the object, or null
     */
    public void expect(ClassOnWire of, String name, String typeName) {
        boolean isOf = typeName == null || typeName.equals(of.nameToRead(session));
        if (columnObjects != null) {
            columnObjects.expect(of);
        } else if (isOf && decoder != null) {
            MessagePrefix prefix = learnHead(of, name, typeName);
            if (prefix != null && of.straightRead == null) {
                of.straightRead = of.objects.straight(decoder, prefix);
            }
        }
    }

    /**
     * Returns the data of the requested class, and makes its loader the first one in which type names are looked up.
     */
    ClassOnWire asked(Class<?> type) {
        ClassOnWire of = classes.get(type);
        session.setNear(of.loader);
        return of;
    }

    /** Moves to a value that is to be read as a class, unless the reader is at one; returns false if there is none. */
    boolean hasMessage(ClassOnWire of) {
        return isAtValue || isInEvents && moveToNextEvent() || nextMessage() && enterMessage(of);
    }

    /** Reads the first tokens of a message that is to be read as a class; returns false if it has no value for it. */
    boolean enterMessage(ClassOnWire of) {
        isAtValue = true;
        setEvent(null);
        if (isUntypedObject()) {
            if (of.objects != null) {
                enter(of.objects);
            } else if (!(of.isAnything || of.codec instanceof MapCodec || of.codec instanceof GenericRecordCodec)) {
                // No other class can be read from an object, so the object contains events.
                in.beginObject();
                isInEvents = true;
                isAtValue = false;
                return moveToEvent() || hasMessage(of);
            }
        }
        return true;
    }

    /** Classifies the first entry of an untyped object as a field of the requested object or as an event. */
    private void enter(ObjectCodec codec) {
        FirstEntry first;
        if (codec.readsFields()) {
            in.beginObject();
            first = FirstEntry.of(in, codec, session);
        } else {
            first = FirstEntry.ofByHand(in, codec, session);
        }
        if (first.event() != null) {
            setEvent(first.event());
            isInEvents = true;
        }
        isUndecided = first.isUndecided();
    }

    /** Reads the value at which the reader is. */
    Object readPresent(ClassOnWire of, Object into) {
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

    /** Reads the first value of the current message by its tokens, into the live object of the message's record. */
    Object readLiveByTokens(ClassOnWire of) {
        if (in.messageKind() != MessageKind.DATA) {
            return readPresent(of, null);
        }
        Object into = isUndecided ? null : columnObjects.liveOf(of.type, event());
        Object read = readPresent(of, into);
        return read == null ? null : columnObjects.keep(classes.get(read.getClass()), event(), read);
    }

    WireDataException outOfStack(StackOverflowError e) {
        isBroken = true; // the reader may have been in the middle of anything
        return Session.outOfStack(session.format(), in.location(), e);
    }

    WireDataException located(Misfit e) {
        String name = event();
        return e.located(name == null ? "$" : "$." + Printable.escape(name));
    }

    /**
     * Reads an untyped object in an entry that the class does not have. It is an event if it is the only entry, and
     * otherwise an unknown field. To find out, this skips the entry and restarts the message.
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
            setEvent(name);
            isInEvents = true;
        } else {
            session.setFirstName(name);
        }
        return readAs(of, into);
    }

    private Object readAs(ClassOnWire of, Object into) {
        return into == RECYCLED ? readRecycledAs(of) : readInto(of, into);
    }

    /** Reads the value at which the reader is into the reusable object of its class. */
    private Object readRecycledAs(ClassOnWire asked) {
        ClassOnWire of = session.hasFirstField() ? asked : ofNamed(in.typeName(), asked);
        Object read = readInto(of, of.recycled);
        if (read != null && read.getClass() == of.type) {
            of.recycle(read, asked.type);
        }
        return read;
    }

    /**
     * Returns the class that a type name stands for if it is a subclass of the requested class; otherwise the requested
     * class.
     */
    ClassOnWire ofNamed(String name, ClassOnWire asked) {
        boolean isOther = name != null && (asked.objects == null || !name.equals(asked.nameToRead(session)));
        Class<?> found = isOther ? session.find(name) : null;
        return found != null && asked.type.isAssignableFrom(found) ? asked(found) : asked;
    }

    private Object readInto(ClassOnWire of, Object into) {
        if (columnObjects != null) {
            columnObjects.expect(of);
        }
        if (session.hasFirstField()) {
            if (!of.isAskedUntyped && heads != null && event() == null && of.objects != null) {
                of.isAskedUntyped = true;
                MessagePrefix prefix = heads.prefixOf(of.objects.plan().shape());
                if (prefix != null) {
                    expect(of, prefix);
                }
            }
            return of.codec.read(in, into, session);
        }
        if (of.value != null && heads.enterTypedObject(of.value)) {
            learnHead(of, event(), of.nameToRead(session));
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
            Shape shape = of.objects.plan().shape();
            expect(of, heads.prefixOf(event(), name, shape));
            of.value = heads.prefixOf(null, name, shape);
            of.misses = of.read == null ? 1 : 0;
        }
        learnHead(of, event(), name);
        return of.codec.readOrNull(in, into, session);
    }

    /**
     * Makes the format match messages of a class under an event name by their prefixes.
     *
     * @return the prefix if it is a new one; otherwise null
     */
    private MessagePrefix learnHead(ClassOnWire of, String name, String typeName) {
        if (arrivals == null || !of.lacksHead(name) || !of.objects.readsFields()) {
            return null;
        }
        MessagePrefix prefix = heads.prefixOf(name, typeName, of.objects.plan().shape());
        of.arrives(name, prefix);
        return prefix;
    }

    private void expect(ClassOnWire of, MessagePrefix prefix) {
        of.read = prefix;
        of.straightRead = prefix == null || decoder == null ? null : of.objects.straight(decoder, prefix);
        if (of.straightRead == null) {
            of.recycledAs = null;
            if (last == of) {
                last = ClassOnWire.NONE;
            }
        }
    }

    private ValueCodec named(String name, Class<?> type, ValueCodec codec) {
        Class<?> found = session.find(name);
        if (found != null && type.isAssignableFrom(found)) {
            return Codecs.exact(found);
        }
        if (session.refusesUnknown() && !TypeNames.isOwnName(name, type)) {
            throw session.misfit(
                    in, "expected a " + TypeNames.simpleName(type) + " but was !" + Printable.escape(name));
        }
        return codec;
    }

    // ---- values of any class

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

    /**
     * Reads an untyped object. Text formats do not distinguish an event from a field: one named object is an event,
     * anything else is a map.
     */
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
}
