package io.deltawire.marshallable;

import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.spi.ArrivalReader;
import io.deltawire.wire.spi.ColumnReader;
import io.deltawire.wire.spi.HeadReader;
import io.deltawire.wire.spi.MessageHead;

/**
 * Where in the messages a reader is, and moving on: to the next event within a message, and to the next message. Where
 * reading fails it may be in the middle of anything, so the next call goes on with the next message.
 */
abstract class MessagePosition {
    final WireIn in;
    final HeadReader heads;

    /** Gives messages as columns; null where the format has none. */
    final ColumnReader columns;

    final Session session;

    /** Finds messages by their heads; null where the format has none, or others take tokens from the same reader. */
    ArrivalReader arrivals;

    /** The same, where it tells which head has arrived last; else null. */
    ArrivalReader known;

    /**
     * Whether the last message was an object that has been read as a whole, its fields straight from the array, and nothing else
     * has been asked since.
     */
    boolean isBetween;

    /** Whether the reader is at a message of which nothing is known but its head or its columns, which tell the event. */
    boolean hasArrived;

    /** Whether others take tokens from the reader. */
    private boolean isShared;

    /** The name of the present event, unless it is that of a head; null where the message is no event. */
    private String event;

    /** Whether the present event has the name of the head that {@link ArrivalReader#lastArrived} tells. */
    boolean isEventOfHead;

    boolean isInEvents;

    /** Whether the reader is at a value that has not been read. */
    boolean isAtValue;

    /** Whether {@link #isAtValue}, and that is the first value of its message. */
    boolean isAtFirst;

    /** Whether an event of the present message has been given, and the message does not come again where the input fails. */
    boolean isHandedOn;

    boolean hasFailed;
    boolean isBroken;
    private boolean hasSaidSo;

    MessagePosition(WireIn in, Session session) {
        this.in = in;
        this.heads = in instanceof HeadReader reader ? reader : null;
        this.arrivals = in instanceof ArrivalReader reader ? reader : null;
        this.known = arrivals != null && arrivals.keepsArrived() ? arrivals : null;
        this.columns = in instanceof ColumnReader reader ? reader : null;
        this.session = session;
    }

    /** To be called where others take tokens from the reader: from now on that is where it says to be. */
    void share() {
        if (hasArrived) {
            settle();
        }
        setEvent(event());
        arrivals = null;
        known = null;
        isShared = true;
    }

    /** The name of the present event; null where the message is no event. */
    final String event() {
        return isEventOfHead ? known.lastArrived().event() : event;
    }

    boolean next() {
        try {
            if (nextKnown() != null) {
                return true;
            }
            if (isBetween || hasArrived && (arrivals == null || arrivals.isWhole())) {
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
     * Moves to the next message where one look tells that it is there and what it is: it {@link #hasArrived} then. Else does nothing.
     *
     * @return its head, or null
     */
    final MessageHead nextKnown() {
        if (!isBetween || known == null) {
            return null;
        }
        MessageHead head = known.nextKnown();
        if (head != null) {
            isBetween = false;
            hasArrived = true;
            isEventOfHead = true;
        }
        return head;
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

    /** Whether others have read the message to its end, or have come to where there is none. */
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

    /** Whether the message that {@link #nextArrival} has moved to is known without a token of it: it {@link #hasArrived} then. */
    final boolean isKnown() {
        MessageHead head = arrivals == null ? null : arrivals.arrived();
        if (head != null) {
            hasArrived = true;
            if (known != null) {
                isEventOfHead = true;
            } else {
                setEvent(head.event());
            }
            return true;
        }
        ColumnReader.Message message = columns == null || isShared ? null : columns.arrived();
        if (message != null) {
            hasArrived = true;
            setEvent(message.event());
            return true;
        }
        return false;
    }

    /** Moves to the next message, of which {@link #event} is to be set; there is none where there is no message. */
    boolean nextArrival() {
        boolean isThere = false;
        try {
            isThere = leaveMessage() && (arrivals == null ? in.nextMessage() : arrivals.nextHead());
        } finally {
            if (!isThere) {
                setEvent(null);
            }
        }
        return isThere;
    }

    /** Moves to the first event or the value of the present message; false where there is none. */
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

    /** Has the reader be at the value of the message of which no token has been taken, for tokens to be taken. */
    void settle() {
        hasArrived = false;
        if (arrivals != null) {
            arrivals.openMessage();
        }
        moveInto();
    }

    /** What is stored again tells the garbage collector, so what is the same stays: the names of heads are interned. */
    @SuppressWarnings("ReferenceEquality")
    final void setEvent(String name) {
        isEventOfHead = false;
        if (event != name) {
            event = name;
        }
    }

    /** Moves to the next message, for whoever takes its tokens after {@link #open}; where it has arrived, its event is known. */
    boolean nextToCall() {
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

    /** Has tokens taken of the message that {@link #nextToCall} has moved to. */
    void open() {
        if (hasArrived && arrivals != null) {
            arrivals.openMessage();
        }
        hasArrived = false;
    }

    /** Whether there may be more events in the message, which whoever asks takes as tokens then. */
    boolean takeEvents() {
        boolean isThere = isInEvents;
        isInEvents = false;
        return isThere;
    }

    /** Moves to the next message as a whole, for whoever takes its tokens. */
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
     * Forgets where in the present message it is; false where it cannot go on, which it says by an exception once. Leaves
     * {@link #event} to be set: for a reference to be null and then the same again costs a collector twice.
     */
    boolean leaveMessage() {
        isInEvents = false;
        isAtValue = false;
        session.clearFirstField();
        if (isBroken && !hasSaidSo) {
            hasSaidSo = true;
            throw Session.cannotGoOn(session.format, in.location());
        }
        return !isBroken;
    }

    /** After a failure, leaves the message in which it was. */
    void startOver() {
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

    boolean isUntypedObject() {
        return in.peek() == WireToken.BEGIN_OBJECT && in.typeName() == null;
    }

    /** Moves on in a message of which an event has been given. */
    boolean moveToNextEvent() {
        handedOn();
        return moveToEvent();
    }

    /** Takes note that an event of the present message has been given, so that the message is not to be given again. */
    void handedOn() {
        isHandedOn = true;
        if (in instanceof ArrivalReader reader) {
            reader.handedOn();
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
}
