package io.deltawire.marshallable.internal.io;

import io.deltawire.marshallable.Wire;
import io.deltawire.marshallable.Wire.Event;
import io.deltawire.marshallable.internal.codec.CodecContext;
import io.deltawire.marshallable.internal.codec.CodecSet;
import io.deltawire.marshallable.internal.codec.GenericRecordCodec;
import io.deltawire.marshallable.internal.codec.MapCodec;
import io.deltawire.marshallable.internal.codec.ObjectCodec;
import io.deltawire.marshallable.internal.codec.TypeMismatch;
import io.deltawire.marshallable.internal.codec.UntypedValues;
import io.deltawire.marshallable.internal.codec.ValueCodec;
import io.deltawire.marshallable.internal.schema.Containers;
import io.deltawire.marshallable.internal.schema.GenericType;
import io.deltawire.marshallable.internal.schema.TypeNames;
import io.deltawire.wire.MessageKind;
import io.deltawire.wire.Shape;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.spi.ThreadGuard;
import io.deltawire.wire.spi.object.ColumnReader;
import io.deltawire.wire.spi.object.MessageDecoder;
import io.deltawire.wire.spi.object.MessagePrefix;
import io.deltawire.wire.spi.object.PrefixMatcher;
import io.deltawire.wire.spi.object.PrefixReader;
import io.deltawire.wire.spi.object.PrefixReader.Next;
import io.deltawire.wire.spi.text.Printable;
import java.io.UncheckedIOException;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Type;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.WeakHashMap;

/**
 * Reads objects from messages and from their events: see {@link Wire}.
 *
 * <p>It is one state machine. Its state is the position in the messages, and the known facts about the current one. A
 * message may be matched by its prefix or its columns before any token of it is read. Objects are then read directly
 * from the reader's array or set from columns. Otherwise the message is read by its tokens. A failure may leave the
 * reader anywhere in a message, so the next call skips to the next message.
 *
 * <p>A {@link WireClass} owns the data about each class, {@link ColumnObjectReader} owns the live objects, and the
 * codecs read the tokens.
 *
 * <p>Not thread-safe. The caller encloses each call by {@link #enterToMove} or {@link #enterToRead} and {@link #exit},
 * which refuse another thread by the {@link ThreadGuard} of the format's reader.
 */
public final class ObjectReader {
    /** The number of consecutive messages without the expected prefix after which a different one is expected. */
    private static final int MISSES = 16;

    /** An argument that selects the reusable object of the class as the object to fill. */
    private static final Object RECYCLED = new Object();

    /** An argument that selects reading as a type with arguments, which fills no object. */
    private static final Object GENERIC = new Object();

    private final ThreadGuard guard;
    private final WireIn in;
    private final PrefixReader prefixReader;

    /** The threads that had moved to a value when another thread moved on. */
    private final Set<Thread> passedThreads = Collections.newSetFromMap(new WeakHashMap<>(0));

    /** Gives messages as columns; null if the format has none. */
    private final ColumnReader columns;

    private final CodecContext session;

    /**
     * Matches messages by their prefixes; null if the format has none, or if others read tokens from the same reader.
     */
    private PrefixMatcher matcher;

    /** The same object as {@link #matcher} if it retains the last match; otherwise null. */
    private PrefixMatcher retainingMatcher;

    /**
     * Whether the last message was an object that was read completely and directly from the array, with no other
     * request since.
     */
    private boolean isAfterDirectObject;

    /** Whether the reader is at a message of which only the prefix or the columns, and so the event, are known. */
    private boolean isAtMatch;

    /** Whether others read tokens from the reader. */
    private boolean isShared;

    /** The name of the current event, unless a prefix has it; null if the message is not an event. */
    private String event;

    /** Whether the prefix {@link PrefixMatcher#lastMatched} has the name of the current event. */
    private boolean isEventOfPrefix;

    private boolean isInEvents;

    /** Whether the reader is at a value that has not been read. */
    private boolean isAtValue;

    /** Whether {@link #isAtValue} is true and the value is the first of its message. */
    private boolean isAtFirst;

    /**
     * Whether an event of the current message was delivered, so that the message is not read again if the input fails.
     */
    private boolean isDelivered;

    /** The number of messages that the reader has moved to. */
    private long messages;

    /** Whether the last counted message has not been left since, so that it may come again after a failed read. */
    private boolean isCurrentCounted;

    private boolean hasFailed;
    private boolean isBroken;
    private boolean hasReportedBroken;

    /** Sets objects from columns; null if there are none. */
    private final ColumnObjectReader columnObjects;

    private final MessageDecoder decoder;
    private final WireClassTable classes;

    /** The types with arguments that were requested. */
    private final Map<Type, WireClass> generics = new HashMap<>(0);

    /**
     * The class of the last message that was read completely without a call of {@link #next}. Its messages always have
     * an expected prefix and direct reading code.
     */
    private WireClass last = WireClass.NONE;

    private boolean isUndecided;
    /** Whether the input is one object, so that a name which can be a field is one. */
    private boolean isDocument;

    ObjectReader(WireIn in, CodecContext session) {
        this.guard = ThreadGuard.guardOfReader(in);
        this.in = in;
        this.prefixReader = in instanceof PrefixReader reader ? reader : null;
        this.matcher = in instanceof PrefixMatcher reader ? reader : null;
        this.retainingMatcher = matcher != null && matcher.retainsMatch() ? matcher : null;
        this.columns = in instanceof ColumnReader reader ? reader : null;
        this.session = session;
        this.classes = new WireClassTable(CodecSet.of(session));
        this.columnObjects = columns == null ? null : new ColumnObjectReader(columns, in, session);
        this.decoder = in instanceof MessageDecoder reader ? reader : null;
    }

    public WireIn in() {
        return in;
    }

    /** Whether the reader is at a message of which only the prefix or the columns, and so the event, are known. */
    public boolean isAtMatch() {
        return isAtMatch;
    }

    /** Whether the reader is neither at a message nor at a value that has not been read. */
    public boolean isAtNone() {
        return !isAtMatch && !isAtValue;
    }

    /**
     * Whether an event of the current message was delivered, so that the message is not read again if the input fails.
     */
    public boolean isDelivered() {
        return isDelivered;
    }

    /** Records that no event of the current message was delivered. */
    public void clearDelivered() {
        isDelivered = false;
    }

    // ---- one thread at a time

    /**
     * Begins a call that leaves the current value and moves to the next one.
     *
     * @throws IllegalStateException if another thread is in a call
     */
    public void enterToMove() {
        if (!guard.tryEnter()) {
            Thread previous = guard.takeOver();
            if (previous != Thread.currentThread()) {
                if (isAtUnread()) {
                    passedThreads.add(previous);
                }
                passedThreads.remove(Thread.currentThread());
            }
        }
    }

    /**
     * Begins a call that reads the value to which {@link #next} has moved, or else the next one.
     *
     * @throws IllegalStateException if another thread is in a call or has moved to the value, or if the current thread
     *     had moved to a value and another thread has moved on since
     */
    public void enterToRead() {
        if (!guard.tryEnter()) {
            Thread previous = guard.takeOver();
            boolean isOfOther = isAtUnread() || passedThreads.contains(Thread.currentThread());
            if (previous != Thread.currentThread() && isOfOther) {
                guard.giveBack(previous);
                throw guard.takenByOther(previous);
            }
        }
    }

    /** Ends a call. */
    public void exit() {
        guard.exit();
    }

    /**
     * Checks that the current value was reached by the current thread. The caller has loaded what it returns before,
     * because another thread may move on at any time.
     *
     * @throws IllegalStateException if another thread has moved on
     */
    void requireOwner() {
        VarHandle.loadLoadFence();
        guard.requireOwner();
    }

    private boolean isAtUnread() {
        return !hasFailed && (isAtValue || isAtMatch);
    }

    // ---- the position in the messages

    /** Lets others read tokens from the reader. From now on the token reader determines the position. */
    void share() {
        guard.enter();
        try {
            shareTokens();
        } finally {
            guard.exit();
        }
    }

    private void shareTokens() {
        if (isAtMatch) {
            openMatch();
        }
        setEvent(event());
        matcher = null;
        retainingMatcher = null;
        isShared = true;
    }

    /** Returns the name of the current event, or null if the message is not an event. */
    public String event() {
        return isEventOfPrefix ? retainingMatcher.lastMatched().event() : event;
    }

    boolean next() {
        try {
            if (tryMatchNext() != null) {
                return true;
            }
            if (isAfterDirectObject || isAtMatch && (matcher == null || matcher.isSingleObject())) {
                isAfterDirectObject = false;
                isAtMatch = false;
                return moveToMessage();
            }
            startOver();
            return moveToNext();
        } catch (RuntimeException | Error e) {
            uncountRepeated(e);
            setEvent(null);
            hasFailed = true;
            throw e;
        }
    }

    /** Returns the number of the message that the reader moved to last, from 0, or -1 before the first one. */
    public long index() {
        return messages - 1;
    }

    private void countMessage() {
        messages++;
        isCurrentCounted = true;
        isDelivered = false;
    }

    /** Takes the current message out of the count if the next call reads it again. */
    public void uncountRepeated(Throwable failure) {
        if (failure instanceof UncheckedIOException && isCurrentCounted && !isDelivered) {
            messages--;
            isCurrentCounted = false;
        }
    }

    /**
     * Moves to the next message if its prefix is matched without reading tokens; {@link #isAtMatch} is true then.
     * Otherwise the position does not change.
     *
     * @return the prefix, or null
     */
    public MessagePrefix tryMatchNext() {
        if (!isAfterDirectObject || retainingMatcher == null) {
            return null;
        }
        MessagePrefix prefix = retainingMatcher.tryMatchNext();
        if (prefix != null) {
            isAfterDirectObject = false;
            isAtMatch = true;
            isEventOfPrefix = true;
            countMessage();
        }
        return prefix;
    }

    private boolean moveToNext() {
        if (isShared && isInEvents && isPastMessage()) {
            isInEvents = false;
            isAtValue = false;
        }
        if (isInEvents) {
            if (isAtValue) {
                isAtValue = false;
                markDelivered();
                in.skipValue();
            }
            if (moveToNextEvent()) {
                return true;
            }
        }
        return moveToMessage();
    }

    /** Whether others have read the message to its end, or there is no current message. */
    private boolean isPastMessage() {
        try {
            return in.peek() == WireToken.END_MESSAGE;
        } catch (IllegalStateException e) {
            return true; // at no message
        }
    }

    /** Moves to the first event or the value of the next message that has one. */
    private boolean moveToMessage() {
        while (matchNext()) {
            if (acceptMatch()) {
                return true;
            }
            setEvent(null);
            if (enterFirstValue()) {
                return true;
            }
        }
        return false;
    }

    /**
     * Records the event of the message that {@link #matchNext} moved to, if its prefix or columns were matched. Then
     * {@link #isAtMatch} is true.
     */
    boolean acceptMatch() {
        MessagePrefix prefix = matcher == null ? null : matcher.matched();
        if (prefix != null) {
            isAtMatch = true;
            if (retainingMatcher != null) {
                isEventOfPrefix = true;
            } else {
                setEvent(prefix.event());
            }
            return true;
        }
        ColumnReader.Message message = columns == null || isShared ? null : columns.matched();
        if (message != null) {
            isAtMatch = true;
            setEvent(message.event());
            return true;
        }
        return false;
    }

    /** Moves to the next message. The caller must set {@link #event}, which is null if there is no message. */
    boolean matchNext() {
        boolean isThere = false;
        try {
            isThere = leaveMessage() && (matcher == null ? in.nextMessage() : matcher.matchNext());
        } finally {
            if (isThere) {
                countMessage();
            } else {
                setEvent(null);
            }
        }
        return isThere;
    }

    /** Moves to the first event or the value of the current message; returns false if there is none. */
    boolean enterFirstValue() {
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

    /** Opens a message before any token of it is read, and moves to its value. */
    void openMatch() {
        isAtMatch = false;
        if (matcher != null) {
            matcher.openMessage();
        }
        enterFirstValue();
    }

    /**
     * Sets the event name. An identical reference is not stored again, because each store costs the garbage collector a
     * card mark; the names in prefixes are interned.
     */
    @SuppressWarnings("ReferenceEquality")
    public void setEvent(String name) {
        isEventOfPrefix = false;
        if (event != name) {
            event = name;
        }
    }

    /**
     * Moves to the next message for a caller that reads its tokens after {@link #open}. If the message was matched, its
     * event is known already.
     */
    public boolean nextForCaller() {
        isAfterDirectObject = false;
        isAtMatch = false;
        hasFailed = false;
        isDelivered = false;
        if (!matchNext()) {
            return false;
        }
        if (!acceptMatch()) {
            setEvent(null);
        }
        return true;
    }

    /** Opens the message that {@link #nextForCaller} moved to, so that its tokens can be read. */
    public void open() {
        if (isAtMatch && matcher != null) {
            matcher.openMessage();
        }
        isAtMatch = false;
    }

    /** Returns whether there may be more events in the message. The caller reads them as tokens then. */
    public boolean leaveEventsToCaller() {
        boolean isThere = isInEvents;
        isInEvents = false;
        return isThere;
    }

    /** Moves to the next message for a caller that reads its tokens. */
    boolean nextForTokens() {
        isAfterDirectObject = false;
        isAtMatch = false;
        hasFailed = false;
        return nextMessage();
    }

    boolean nextMessage() {
        setEvent(null);
        if (!leaveMessage() || !in.nextMessage()) {
            return false;
        }
        countMessage();
        return true;
    }

    /**
     * Resets the position in the current message. It returns false if the reader cannot continue, after an exception
     * has reported that once. The caller must set {@link #event}: setting a reference to null and back costs the
     * garbage collector twice.
     */
    boolean leaveMessage() {
        isCurrentCounted = false;
        isInEvents = false;
        isAtValue = false;
        session.clearFirstField();
        if (isBroken && !hasReportedBroken) {
            hasReportedBroken = true;
            throw CodecContext.unusableAfterOverflow(session.format(), in.location());
        }
        return !isBroken;
    }

    /** Leaves the message in which a call failed. */
    void startOver() {
        forgetLastClass();
        isAfterDirectObject = false;
        if (isAtMatch) {
            openMatch();
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

    /** Moves to the next event of a message after one of its events was delivered. */
    boolean moveToNextEvent() {
        markDelivered();
        return moveToEvent();
    }

    /** Records that an event of the current message was delivered, so that the message is not delivered again. */
    public void markDelivered() {
        isDelivered = true;
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
            if (isAfterDirectObject) {
                WireClass of = last;
                MessageDecoder from = decoder;
                int at = of.type() == type ? from.nextFields(of.expectedPrefix()) : nextFieldsOfOtherClass(from, type);
                if (at >= 0) {
                    countMessage();
                    of = last;
                    session.setNearLoader(of.loader()); // a matched message of another class may have changed it
                    setEvent(of.expectedPrefix().event());
                    return readDirect(of, from, into, at);
                }
            } else if (isAtMatch) {
                WireClass of = columns != null
                        ? requestClass(type)
                        : requestedClassOf(
                                retainingMatcher != null ? retainingMatcher.lastMatched() : matcher.matched(), type);
                Object read = of == null ? null : readMatch(of, into);
                if (read != null) {
                    return read;
                }
            } else if (into != null && columnObjects != null) {
                if (nextOnShortestPath(type, into) != null) {
                    return into;
                }
            }
            startOver();
            return readNext(type, into);
        } catch (RuntimeException | Error e) {
            recordFailure(e);
            throw e;
        }
    }

    /**
     * Reads the value at which the reader is, or else the next one, into the reusable object of its class; returns null
     * if there is none.
     */
    Object readReused(Class<?> type) {
        try {
            PrefixMatcher from = retainingMatcher; // in a local variable, so that its class is checked only once
            MessagePrefix prefix = isAfterDirectObject && from != null ? from.tryMatchNext() : null;
            if (prefix != null) {
                countMessage();
                isEventOfPrefix = true;
                if (prefix.owner() instanceof WireClass of && of.recycledAs() == type && prefix.isTyped()) {
                    session.setNearLoader(of.loader());
                    MessageDecoder fields = (MessageDecoder) from;
                    return readDirectFields(of, fields, of.recycled(), from.firstFieldIndex());
                }
                isAfterDirectObject = false;
                isAtMatch = true;
            }
            boolean isNew = prefix != null && !classes.get(type).isUntyped();
            Object read = isNew ? readNewRecycled(type, true) : readNextRecycled(type);
            consumeEnd();
            return read;
        } catch (RuntimeException | Error e) {
            recordFailure(e);
            throw e;
        }
    }

    private Object readNextRecycled(Class<?> type) {
        if (isAtNone() && classes.get(type).isUntyped() && !next()) {
            return null;
        }
        if (isAtMatch) {
            Object read = readMatchRecycled(type);
            if (read != null) {
                return read;
            }
        }
        startOver();
        if (isAtValue || isInEvents && moveToNextEvent()) {
            return readCurrent(requestClass(type), RECYCLED);
        }
        return matchNext() ? readNewRecycled(type, acceptMatch()) : null;
    }

    /**
     * Reads the message that the reader has just moved to.
     *
     * @param isKnown whether it was matched before any of its tokens was read
     */
    private Object readNewRecycled(Class<?> type, boolean isKnown) {
        if (isKnown) {
            Object read = readMatchRecycled(type);
            if (read != null) {
                return read;
            }
            open();
        }
        WireClass of = requestClass(type);
        return enterMessage(of) ? readCurrent(of, RECYCLED) : null;
    }

    /** Reads a matched message before any token of it is read; returns null if its tokens are needed. */
    private Object readMatchRecycled(Class<?> type) {
        WireClass of = classOfMatch(type);
        Object read = of == null ? null : readMatch(of, of.recycled());
        if (read != null) {
            of.setRecycled(read, type);
        }
        return read;
    }

    /** Reads a matched message as an object of a class; returns null if its tokens must be read. */
    private Object readMatch(WireClass of, Object into) {
        if (columns != null) {
            Object read = readColumns(of, into);
            isAtMatch = read == null;
            return read;
        }
        // A class without direct reading code, for example one of many fields, is read by its tokens.
        if (of.directReader() == null || !matcher.enterMatched()) {
            return null;
        }
        isAtMatch = false;
        isAfterDirectObject = true;
        return readDirect(of, decoder, into, decoder.position());
    }

    /** Returns the class of a matched message, or null if it is unknown or does not fit the requested class. */
    private WireClass classOfMatch(Class<?> type) {
        if (columns != null) {
            ColumnReader.Message message = columns.matched();
            return message == null ? null : classOfName(message.typeName(), requestClass(type));
        }
        MessagePrefix prefix = matcher.matched();
        if (prefix == null || !(prefix.owner() instanceof WireClass of)) {
            return null;
        }
        session.setNearLoader(of.loader());
        return of.type() == type || prefix.isTyped() && type.isAssignableFrom(of.type()) ? of : null;
    }

    /**
     * Moves to the fields of the next message like {@link MessageDecoder#nextFields}, for another class than the last
     * one.
     */
    private int nextFieldsOfOtherClass(MessageDecoder from, Class<?> type) {
        WireClass of = classes.get(type);
        int at = of.directReader() != null && of.expectedPrefix() != null ? from.nextFields(of.expectedPrefix()) : -1;
        if (at >= 0) {
            last = of;
        }
        return at;
    }

    /** Moves the read position of a {@code Bytes} after the current message if all of it was read. */
    public void consumeEnd() {
        if (prefixReader != null) {
            prefixReader.consumeEnd();
        }
    }

    /**
     * Reads the current message, of which no token was read, by its columns; returns null if its tokens must be read.
     */
    private Object readColumns(WireClass of, Object into) {
        ColumnReader.Message message = columnObjects.columnsFor(of);
        if (message == null) {
            return null;
        }
        setEvent(message.event());
        try {
            return columnObjects.read(of, message, into);
        } catch (StackOverflowError e) {
            throw stackOverflow(e);
        }
    }

    /**
     * Reads the object of a class that is a matched message; returns null if the message must be {@linkplain #open
     * opened}. If {@link #isInEvents} is true then, the message may have more events.
     */
    public Object readCalled(WireClass of, Object into) {
        if (columns != null) {
            open(); // which leaves the columns at hand
            return readColumns(of, into);
        }
        MessagePrefix prefix = matcher.matched();
        boolean isOf = prefix.owner() == of || of.hasPrefix(prefix);
        if (!isOf || of.directReader() == null || !matcher.enterMatched()) {
            return null;
        }
        return readMatchedObject(of, into);
    }

    /** Returns the event table entry for messages with a prefix if they can be read directly; otherwise null. */
    public static Object entryOf(MessagePrefix prefix) {
        Object owner = prefix.owner();
        if (owner instanceof WireClass of) {
            return of.directReader() == null ? null : of.calledEntry();
        }
        return owner instanceof ArgumentList list ? list.calledEntry() : null;
    }

    /** Whether the matched message is a list of these arguments. */
    public boolean isArguments(ArgumentList list) {
        return retainingMatcher != null && retainingMatcher.lastMatched().owner() == list;
    }

    /**
     * Moves to the first argument of a matched message; returns false if the message must be {@linkplain #open opened}.
     */
    public boolean enterArguments() {
        boolean isIn = decoder.takesItems();
        isAtMatch = !isIn;
        return isIn;
    }

    /** Records that the message that {@link #enterArguments} entered was read completely. */
    public void endArguments() {
        isAfterDirectObject = matcher != null; // false if others read tokens now
    }

    /** Makes the format match events like the current one, whose value is a list, by their prefix. */
    public void expect(ArgumentList list, String event) {
        if (retainingMatcher == null || !list.requestPrefix()) {
            return;
        }
        MessagePrefix prefix = prefixReader.listPrefixOf(event);
        if (prefix != null) {
            prefix.setOwner(list);
        }
    }

    /**
     * Reads the object of the message that {@link #tryMatchNext} moved to. If {@link #isInEvents} is true then, the
     * message may have more events.
     */
    public Object readMatchedObject(WireClass of, Object into) {
        isAtMatch = false;
        Object read = readDirect(of, decoder, into, decoder.position());
        isAfterDirectObject = !isInEvents;
        return read;
    }

    /** Returns the requested class if a message with this prefix is of that class; otherwise null. */
    private WireClass requestedClassOf(MessagePrefix prefix, Class<?> type) {
        if (prefix.owner() instanceof WireClass of && of.type() == type) {
            session.setNearLoader(of.loader());
            return of;
        }
        WireClass of = requestClass(type);
        return of.hasPrefix(prefix) ? of : null;
    }

    /** Records that reading failed, whatever the position was. */
    private void recordFailure(Throwable failure) {
        uncountRepeated(failure);
        hasFailed = true;
        if (prefixReader != null && !prefixReader.isInMessage()) {
            setEvent(null);
        }
        isAtMatch = false;
        isAfterDirectObject = false;
        forgetLastClass();
    }

    private Object readNext(Class<?> type, Object into) {
        WireClass of = requestClass(type);
        if (isAtValue || isInEvents && moveToNextEvent()) {
            return readCurrent(of, into);
        }
        if (columnObjects != null) {
            if (!matchNext()) {
                return null;
            }
            Object read = readColumns(of, into);
            if (read == null) {
                return enterMessage(of) ? readCurrent(of, into) : null;
            }
            if (read == into) {
                columnObjects.rememberInto(of);
            }
            return read;
        }
        MessagePrefix prefix = of.expectedPrefix();
        if (prefix == null) {
            return nextMessage() && enterMessage(of) ? readCurrent(of, into) : null;
        }
        if (!leaveMessage()) {
            return null;
        }
        if (of.directReader() != null) {
            int at = decoder.nextFields(prefix);
            if (at >= 0) {
                countMessage();
                return readFields(of, prefix, into, at);
            }
        }
        Next arrival = prefixReader.nextMessage(prefix);
        if (arrival == Next.NOTHING) {
            setEvent(null);
            return null;
        }
        countMessage();
        if (arrival == Next.FIELDS) {
            return readFields(of, prefix, into, -1);
        }
        setEvent(null);
        of.countMiss();
        return enterMessage(of) ? readCurrent(of, into) : null;
    }

    /** Reads an object like {@link #readFields}, after a message that was a single object. */
    private Object readDirect(WireClass of, MessageDecoder from, Object into, int at) {
        of.clearMisses();
        return readDirectFields(of, from, into, at);
    }

    /** Reads an object like {@link #readDirect}, without resetting the number of misses. */
    private Object readDirectFields(WireClass of, MessageDecoder from, Object into, int at) {
        try {
            Object read = of.directReader().readFrom((WireIn) from, into, session, at);
            if (!from.endFields()) {
                isAfterDirectObject = false;
                isInEvents = event() != null;
            }
            return read;
        } catch (TypeMismatch e) {
            throw located(e);
        } catch (StackOverflowError e) {
            throw stackOverflow(e);
        }
    }

    /**
     * @param at the index of the first field if the fields are read directly from the array; otherwise -1
     */
    private Object readFields(WireClass of, MessagePrefix prefix, Object into, int at) {
        String name = prefix.event();
        setEvent(name);
        of.clearMisses();
        isAfterDirectObject = false;
        try {
            Object read = at >= 0
                    ? of.directReader().readFrom(in, of.objectCodec().reusable(into), session, at)
                    : of.objectCodec().readBegunObject(in, into, session);
            boolean isDone = prefixReader.endFields();
            isInEvents = !isDone && name != null;
            isAfterDirectObject = isDone && of.directReader() != null;
            if (last != of) {
                last = of;
            }
            return read;
        } catch (TypeMismatch e) {
            throw located(e);
        } catch (StackOverflowError e) {
            throw stackOverflow(e);
        } finally {
            session.clearFirstField();
        }
    }

    Object readByKey(Class<?> type) {
        if (columnObjects == null) {
            return read(type, null);
        }
        try {
            ColumnReader.Message message = isAtMatch ? null : nextOnShortestPath(type, null);
            if (message != null) {
                return message.live();
            }
            if (!requestClass(type).supportsLive(session)) {
                return read(type, null);
            }
            if (isAtMatch) {
                return readMatchLive(type);
            }
            startOver();
            if (isAtValue || isInEvents) {
                return updateCurrentLive(type) ? columns.liveObject() : readFirstLive(type);
            }
            return readNextLive(type);
        } catch (StackOverflowError e) {
            recordFailure(e);
            throw stackOverflow(e);
        } catch (RuntimeException | Error e) {
            recordFailure(e);
            throw e;
        }
    }

    /**
     * Reads the next message on the shortest path of {@link ColumnObjectReader}; returns null if that does not apply.
     *
     * @param into the object to fill, or null for the live object
     */
    private ColumnReader.Message nextOnShortestPath(Class<?> type, Object into) {
        try {
            ColumnReader.Message message =
                    into == null ? columnObjects.nextLive(type) : columnObjects.nextInto(type, into);
            if (message != null) {
                countMessage();
                setEvent(message.event());
            }
            return message;
        } catch (RuntimeException e) {
            setEvent(null); // the message was not entered, so it has no current event
            throw e;
        }
    }

    private Object readNextLive(Class<?> type) {
        WireClass of = requestClass(type);
        if (!matchNext()) {
            return null;
        }
        ColumnReader.Message message = columnObjects.updateLive(of);
        if (message != null) {
            setEvent(message.event());
            return columns.liveObject();
        }
        return enterMessage(of) ? readByKeyFromTokens(of) : null;
    }

    /**
     * Reads the value at which the reader is, or else the next one. The first value of a message is read into the live
     * object.
     */
    private Object readFirstLive(Class<?> type) {
        WireClass of = requestClass(type);
        if (isAtValue) {
            return isAtFirst ? readByKeyFromTokens(of) : readCurrent(of, null);
        }
        return isInEvents && moveToNextEvent() ? readCurrent(of, null) : readNextLive(type);
    }

    /** Updates the live object from the message whose event {@link #next} found by its tokens. */
    private boolean updateCurrentLive(Class<?> type) {
        if (!isAtValue || !isAtFirst) {
            return false;
        }
        in.restartMessage();
        isAtValue = false;
        isInEvents = false;
        WireClass of = requestClass(type);
        ColumnReader.Message message = columnObjects.columnsFor(of);
        // For its columns, a message without an event or type name is an object, but next() took its first field
        // for an event.
        boolean isSame = message != null && Objects.equals(message.event(), event());
        if (!isSame || columnObjects.updateLive(of) == null) {
            enterFirstValue();
            return false;
        }
        return true;
    }

    private Object readMatchLive(Class<?> type) {
        if (columnObjects.updateLive(requestClass(type)) != null) {
            isAtMatch = false;
            return columns.liveObject();
        }
        startOver();
        return readFirstLive(type);
    }

    private void forgetLastClass() {
        if (columnObjects != null) {
            columnObjects.forgetLastClass();
        }
    }

    /**
     * Reads the value at which the reader is, or else the next one, as a type with arguments; returns null if there is
     * none. It goes by tokens, because the prefixes and columns of a message belong to its class.
     */
    Object readGeneric(Type type) {
        try {
            startOver();
            WireClass of = requestGeneric(type);
            return moveToValue(of) ? readCurrent(of, GENERIC) : null;
        } catch (RuntimeException | Error e) {
            recordFailure(e);
            throw e;
        }
    }

    private WireClass requestGeneric(Type type) {
        WireClass of = generics.computeIfAbsent(
                type, any -> new WireClass(GenericType.of(type, GenericType.OBJECT), CodecSet.of(session)));
        session.setNearLoader(of.loader());
        return of;
    }

    /** Reads the only object of the input; the result is empty if there is no message. */
    Optional<Event> readOnly(Type type) {
        startOver();
        isDocument = true;
        WireClass of = type instanceof Class<?> raw ? requestClass(raw) : requestGeneric(type);
        if (!moveToValue(of)) {
            return Optional.empty();
        }
        if (session.refusesUnknownFields() && of.ignoresTypeName()) {
            refuseOtherName(of.type());
        }
        Object value = readCurrent(of, type instanceof Class<?> ? null : GENERIC);
        return Optional.of(new Event(event(), value));
    }

    /** Refuses a type name of another class where the codec would ignore it. */
    private void refuseOtherName(Class<?> type) {
        String name = in.typeName();
        if (name == null || TypeNames.isOwnName(name, type)) {
            return;
        }
        Class<?> found = findClass(name.substring(0, (name + '|').indexOf('|')), type);
        if (found == null || !Containers.isLibraryClass(found) && !type.isAssignableFrom(found)) {
            throw located(session.mismatch(
                    in,
                    "expected " + Printable.withArticle(TypeNames.simpleName(type)) + " but was !"
                            + Printable.escape(name)));
        }
    }

    // ---- the current value, by its tokens

    /**
     * Makes the format match events like the current one, whose value is an object of a class, before their tokens are
     * read.
     *
     * @param typeName the type name of the object, or null
     */
    public void expect(WireClass of, String name, String typeName) {
        boolean isOf = typeName == null || typeName.equals(of.readName(session));
        if (columnObjects != null) {
            columnObjects.expect(of);
        } else if (isOf && decoder != null) {
            MessagePrefix prefix = learnPrefix(of, name, typeName);
            if (prefix != null && of.directReader() == null) {
                of.readDirectly(decoder, prefix);
            }
        }
    }

    /**
     * Returns the data of the requested class, and makes its loader the first one in which type names are looked up.
     */
    WireClass requestClass(Class<?> type) {
        WireClass of = classes.get(type);
        session.setNearLoader(of.loader());
        return of;
    }

    /** Moves to a value that is to be read as a class, unless the reader is at one; returns false if there is none. */
    boolean moveToValue(WireClass of) {
        return isAtValue || isInEvents && moveToNextEvent() || nextMessage() && enterMessage(of);
    }

    /** Reads the first tokens of a message that is to be read as a class; returns false if it has no value for it. */
    boolean enterMessage(WireClass of) {
        isAtValue = true;
        setEvent(null);
        if (isUntypedObject()) {
            if (of.objectCodec() != null) {
                classifyFirstEntry(of.objectCodec());
            } else if (!(of.isUntyped()
                    || of.codec() instanceof MapCodec
                    || of.codec() instanceof GenericRecordCodec)) {
                // No other class can be read from an object, so the object contains events.
                in.beginObject();
                isInEvents = true;
                isAtValue = false;
                return moveToEvent() || moveToValue(of);
            }
        }
        return true;
    }

    /** Classifies the first entry of an untyped object as a field of the requested object or as an event. */
    private void classifyFirstEntry(ObjectCodec codec) {
        FirstEntryKind first;
        if (codec.readsFields()) {
            in.beginObject();
            first = FirstEntryKind.of(in, codec, session, isDocument);
        } else {
            first = FirstEntryKind.ofHandWritten(in, codec, session, isDocument);
        }
        if (first.event() != null) {
            setEvent(first.event());
            isInEvents = true;
        }
        isUndecided = first.isUndecided();
    }

    /** Reads the value at which the reader is. */
    Object readCurrent(WireClass of, Object into) {
        isAtValue = false;
        try {
            if (isUndecided) {
                decideFirstEntry();
            }
            return readAs(of, into);
        } catch (TypeMismatch e) {
            throw located(e);
        } catch (StackOverflowError e) {
            throw stackOverflow(e);
        } finally {
            isUndecided = false;
            session.clearFirstField();
        }
    }

    /** Reads the first value of the current message by its tokens, into the live object of the message's record. */
    Object readByKeyFromTokens(WireClass of) {
        if (in.messageKind() != MessageKind.DATA) {
            return readCurrent(of, null);
        }
        Object into = isUndecided ? null : columnObjects.liveOf(of.type(), event());
        Object read = readCurrent(of, into);
        return read == null ? null : columnObjects.attachLive(classes.get(read.getClass()), event(), read);
    }

    WireDataException stackOverflow(StackOverflowError e) {
        isBroken = true; // the reader may be inside a token
        return CodecContext.stackOverflow(session.format(), in.location(), e);
    }

    WireDataException located(TypeMismatch e) {
        String name = event();
        return e.withRoot(name == null ? "$" : "$." + Printable.escape(name));
    }

    /**
     * Decides what an untyped object is in an entry that the class does not have. It is an event if it is the only
     * entry, and otherwise an unknown field. To find out, this skips the entry and restarts the message.
     */
    private void decideFirstEntry() {
        String name = session.takeUnknownName(in);
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
    }

    /** Reads the value at which the reader is as a type with arguments. */
    private Object readGenericAs(WireClass of) {
        return session.hasFirstField()
                ? of.objectCodec().read(in, null, session)
                : genericCodec(of, in.typeName()).readOrNull(in, null, session);
    }

    private ValueCodec genericCodec(WireClass of, String name) {
        if (name == null || of.objectCodec() == null) {
            return of.codec();
        }
        Class<?> found = TypeNames.isOwnName(name, of.type()) ? of.type() : findClass(name, of.type());
        boolean isSubclass = found != null && found != of.type() && of.type().isAssignableFrom(found);
        // The codec of the declared type finds the one of a subclass.
        return isSubclass
                ? of.codec()
                : found == of.type() ? of.objectCodec() : codecOfName(name, of.type(), of.objectCodec());
    }

    private Object readAs(WireClass of, Object into) {
        return into == RECYCLED ? readReusedAs(of) : into == GENERIC ? readGenericAs(of) : readInto(of, into);
    }

    /** Reads the value at which the reader is into the reusable object of its class. */
    private Object readReusedAs(WireClass asked) {
        WireClass of = session.hasFirstField() ? asked : classOfName(in.typeName(), asked);
        Object read = readInto(of, of.recycled());
        if (read != null && read.getClass() == of.type()) {
            of.setRecycled(read, asked.type());
        }
        return read;
    }

    /**
     * Returns the class that a type name stands for if it is a subclass of the requested class; otherwise the requested
     * class.
     */
    WireClass classOfName(String name, WireClass asked) {
        boolean isOther = name != null && (asked.objectCodec() == null || !name.equals(asked.readName(session)));
        Class<?> found = isOther ? findClass(name, asked.type()) : null;
        return found != null && asked.type().isAssignableFrom(found) ? requestClass(found) : asked;
    }

    private Object readInto(WireClass of, Object into) {
        if (columnObjects != null) {
            columnObjects.expect(of);
        }
        if (session.hasFirstField()) {
            if (!of.isUntypedPrefixRequested() && prefixReader != null && event() == null && of.objectCodec() != null) {
                of.markUntypedPrefixRequested();
                MessagePrefix prefix =
                        prefixReader.prefixOf(of.objectCodec().plan().shape());
                if (prefix != null) {
                    expect(of, prefix);
                }
            }
            return of.codec().read(in, into, session);
        }
        if (of.valuePrefix() != null && prefixReader.enterTypedObject(of.valuePrefix())) {
            learnPrefix(of, event(), of.readName(session));
            Object read = of.objectCodec().readBegunObject(in, into, session);
            in.endObject();
            return read;
        }
        String name = in.typeName();
        if (name == null || of.objectCodec() == null) {
            return of.codec().readOrNull(in, into, session);
        }
        if (!name.equals(of.readName(session))) {
            return codecOfName(name, of.type(), of.codec()).readOrNull(in, into, session);
        }
        if (prefixReader != null && of.needsPrefix(MISSES) && of.objectCodec().readsFields()) {
            Shape shape = of.objectCodec().plan().shape();
            expect(of, prefixReader.prefixOf(event(), name, shape));
            of.setValuePrefix(prefixReader.prefixOf(null, name, shape));
        }
        learnPrefix(of, event(), name);
        return of.codec().readOrNull(in, into, session);
    }

    /**
     * Makes the format match messages of a class under an event name by their prefixes.
     *
     * @return the prefix if it is a new one; otherwise null
     */
    private MessagePrefix learnPrefix(WireClass of, String name, String typeName) {
        if (matcher == null || !of.lacksPrefix(name) || !of.objectCodec().readsFields()) {
            return null;
        }
        MessagePrefix prefix =
                prefixReader.prefixOf(name, typeName, of.objectCodec().plan().shape());
        of.addReadPrefix(name, prefix);
        return prefix;
    }

    private void expect(WireClass of, MessagePrefix prefix) {
        of.expect(prefix, decoder);
        if (of.directReader() == null && last == of) {
            last = WireClass.NONE;
        }
    }

    private ValueCodec codecOfName(String name, Class<?> type, ValueCodec codec) {
        Class<?> found = findClass(name, type);
        if (found != null && type.isAssignableFrom(found)) {
            return session.codecs().exact(found);
        }
        if (found == null && !TypeNames.isOwnName(name, type)) {
            session.refuseAmbiguous(in, name);
        }
        // An unknown name may be a former name of the class, or its name in another program.
        if ((found != null || session.refusesUnknownFields()) && !TypeNames.isOwnName(name, type)) {
            throw session.mismatch(
                    in,
                    "expected " + Printable.withArticle(TypeNames.simpleName(type)) + " but was !"
                            + Printable.escape(name));
        }
        return codec;
    }

    /** Returns the class that a type name stands for where a class was requested, or null. */
    private Class<?> findClass(String name, Class<?> requested) {
        Class<?> registered = session.findClass(name);
        return CodecSet.of(session).scope(requested).choose(name, registered);
    }

    // ---- values of any class

    Event read() {
        try {
            startOver();
            return readNext();
        } catch (TypeMismatch e) {
            hasFailed = true;
            throw located(e);
        } catch (RuntimeException | Error e) {
            uncountRepeated(e);
            hasFailed = true;
            throw e;
        }
    }

    private Event readNext() {
        session.setNearLoader(null);
        if (!isAtValue && !(isInEvents && moveToNextEvent())) {
            if (!nextMessage()) {
                return null;
            }
            isAtValue = true;
            if (isUntypedObject()) {
                return readUntyped();
            }
        }
        Object value = readCurrent(classes.get(Object.class), null);
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
                return new Event(name, readCurrent(classes.get(Object.class), null));
            }
            boolean isObject = in.peek() == WireToken.BEGIN_OBJECT;
            Object first;
            try {
                first = untypedCodec().readOrNull(in, null, session);
            } catch (TypeMismatch e) {
                throw e.inEntry(name);
            }
            if (isObject && !in.hasNext()) {
                setEvent(name);
                return new Event(name, first);
            }
            Map<Object, Object> map = new LinkedHashMap<>();
            map.put(name, first);
            UntypedValues.readEntries(in, map, untypedCodec(), session);
            leaveEvents();
            return new Event(null, map);
        }
        Map<Object, Object> map = new LinkedHashMap<>();
        UntypedValues.readEntries(in, map, untypedCodec(), session);
        leaveEvents();
        return new Event(null, map);
    }

    private ValueCodec untypedCodec() {
        return session.codecs().any();
    }
}
