package io.deltawire.marshallable;

import io.deltawire.wire.MessageKind;
import io.deltawire.wire.Shape;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.spi.MessageDecoder;
import io.deltawire.wire.spi.MessageHead;
import io.deltawire.wire.spi.Printable;

/** Reads the value that the reader is at by its tokens, and learns by what heads or columns such values can be known. */
abstract class PresentReader extends MessagePosition {
    /** After so many messages in a row that did not begin as expected, something else is expected. */
    private static final int MISSES = 16;

    /** Sets objects from columns; null where there are none. */
    final ColumnObjects columnObjects;

    final MessageDecoder decoder;
    final ClassesOnWire classes = new ClassesOnWire();

    /** The class of the last message read as a whole that was not asked for by {@link #next}; always one that can be read so. */
    ClassOnWire last = ClassOnWire.NONE;

    /** In place of an object to be read into: the one that is kept of the class that is read. */
    static final Object RECYCLED = new Object();

    private boolean isUndecided;

    PresentReader(WireIn in, Session session) {
        super(in, session);
        this.columnObjects = columns == null ? null : new ColumnObjects(columns, in, session);
        this.decoder = in instanceof MessageDecoder reader ? reader : null;
    }

    /**
     * Has events like the present one, whose value is an object of a class, known before they are read.
     *
     * @param typeName that of the object, or null
     */
    void expect(ClassOnWire of, String name, String typeName) {
        boolean isOf = typeName == null || typeName.equals(of.nameToRead(session));
        if (columnObjects != null) {
            columnObjects.expect(of);
        } else if (isOf && decoder != null) {
            MessageHead head = learnHead(of, name, typeName);
            if (head != null && of.straightRead == null) {
                of.straightRead = of.objects.straight(decoder, head);
            }
        }
    }

    /** Takes note of the class that is asked for. */
    ClassOnWire asked(Class<?> type) {
        ClassOnWire of = classes.get(type);
        session.setNear(of.loader);
        return of;
    }

    /** Moves to a value to be read as a class, unless there is one; false where there is none. */
    boolean hasMessage(ClassOnWire of) {
        return isAtValue || isInEvents && moveToNextEvent() || nextMessage() && enterMessage(of);
    }

    /** Looks at the first tokens of a message to be read as a class; false where there is nothing for it. */
    boolean enterMessage(ClassOnWire of) {
        isAtValue = true;
        setEvent(null);
        if (isUntypedObject()) {
            if (of.objects != null) {
                enter(of.objects);
            } else if (!(of.isAnything || of.codec instanceof MapCodec || of.codec instanceof GenericRecordCodec)) {
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

    /** Reads the value that the reader is at. */
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

    /** Reads the value that the reader is at, the first of its message, by its tokens: into the live object of the message's record. */
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
        return Session.outOfStack(session.format, in.location(), e);
    }

    WireDataException located(Misfit e) {
        String name = event();
        return e.located(name == null ? "$" : "$." + Printable.escape(name));
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

    /** Reads the value that the reader is at into the object that is kept of its class. */
    private Object readRecycledAs(ClassOnWire asked) {
        ClassOnWire of = session.hasFirstField() ? asked : ofNamed(in.typeName(), asked);
        Object read = readInto(of, of.recycled);
        if (read != null && read.getClass() == of.type) {
            of.recycle(read, asked.type);
        }
        return read;
    }

    /** The class that a type name stands for, where that is asked for; else the one that is asked for. */
    final ClassOnWire ofNamed(String name, ClassOnWire asked) {
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
                MessageHead head = heads.headOf(of.objects.plan().shape);
                if (head != null) {
                    expect(of, head);
                }
            }
            return of.codec.read(in, into, session);
        }
        if (of.value != null && heads.enterValue(of.value)) {
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
            Shape shape = of.objects.plan().shape;
            expect(of, heads.headOf(event(), name, shape));
            of.value = heads.headOf(null, name, shape);
            of.misses = of.read == null ? 1 : 0;
        }
        learnHead(of, event(), name);
        return of.codec.readOrNull(in, into, session);
    }

    /**
     * Has messages of a class under an event's name known by their heads.
     *
     * @return the head, where it is a new one; else null
     */
    private MessageHead learnHead(ClassOnWire of, String name, String typeName) {
        if (arrivals == null || !of.lacksHead(name) || !of.objects.readsFields()) {
            return null;
        }
        MessageHead head = heads.headOf(name, typeName, of.objects.plan().shape);
        of.arrives(name, head);
        return head;
    }

    private void expect(ClassOnWire of, MessageHead head) {
        of.read = head;
        of.straightRead = head == null || decoder == null ? null : of.objects.straight(decoder, head);
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
        if (session.refusesUnknown && !TypeRegistry.isOwnName(name, type)) {
            throw session.misfit(
                    in, "expected a " + TypeRegistry.simpleName(type) + " but was !" + Printable.escape(name));
        }
        return codec;
    }
}
