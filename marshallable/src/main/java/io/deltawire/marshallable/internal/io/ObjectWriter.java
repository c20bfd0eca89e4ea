package io.deltawire.marshallable.internal.io;

import io.deltawire.marshallable.internal.codec.Codecs;
import io.deltawire.marshallable.internal.codec.FieldIo;
import io.deltawire.marshallable.internal.codec.ObjectCodec;
import io.deltawire.marshallable.internal.codec.Session;
import io.deltawire.marshallable.internal.record.RecordKeys;
import io.deltawire.marshallable.internal.value.WriteFailures;
import io.deltawire.wire.MessageKind;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.spi.object.ColumnWriter;
import io.deltawire.wire.spi.object.FieldColumns;
import io.deltawire.wire.spi.object.MessageEncoder;
import io.deltawire.wire.spi.object.MessagePrefix;
import io.deltawire.wire.spi.object.PrefixWriter;

/** Writes objects as messages. Not thread-safe. */
public final class ObjectWriter {
    /** So many objects of other classes than the one that is expected at first, and another one is. */
    private static final int FEWEST_OTHERS = 16;

    private static final int MOST_OTHERS = 1 << 30;

    private final WireOut out;
    private final ColumnWriter columns;
    private final PrefixWriter heads;
    private final MessageEncoder encoder;
    private final boolean keepsRecords;
    private final Session session;
    private final ClassesOnWire classes = new ClassesOnWire();
    private final RecordKeys keys = new RecordKeys();
    private boolean isBroken;

    /** The class of the last object that was written by its columns alone, and these. */
    private Class<?> columnClass;

    private FieldColumns columnsOfClass;

    /** A class that objects are likely to be of, whose fields are put straight into the array; null for none. */
    private ClassOnWire straightClass;

    /** How many objects of other such classes there were. */
    private int others;

    private int mostOthers = FEWEST_OTHERS;

    public ObjectWriter(WireOut out, Session session) {
        this.out = out;
        this.columns = out instanceof ColumnWriter writer ? writer : null;
        this.heads = out instanceof PrefixWriter writer ? writer : null;
        this.encoder = out instanceof MessageEncoder writer ? writer : null;
        this.keepsRecords = out.keepsRecords();
        this.session = session;
    }

    WireOut out() {
        return out;
    }

    /**
     * Writes a message.
     *
     * @param name of the event, or null for none
     */
    @SuppressWarnings("ReferenceEquality") // a name that is equal but not the same takes the way of any other
    public void write(String name, Object object) {
        if (object != null) {
            Class<?> type = object.getClass();
            ClassOnWire of = straightClass;
            if (of != null) {
                if (of.type == type && of.written.event() == name) {
                    writeStraight(of.written, object, of.straight);
                    return;
                }
                of = classes.get(type);
                if (of.straight != null && of.written.event() == name) {
                    writeStraightOther(of, object);
                    return;
                }
            } else if (type == columnClass && writeColumns(name, columnsOfClass, object, null, 0)) {
                return;
            }
        }
        writeOther(name, object);
    }

    /**
     * Where classes come in turns another one is noted less and less often: a reference that changes with each message costs more than to look for
     * its class, and a processor that has learned in which order the classes come is misled by a step that has an order of its own.
     */
    private void writeStraightOther(ClassOnWire of, Object object) {
        if (++others > mostOthers) {
            others = 0;
            mostOthers = Math.min(MOST_OTHERS, 2 * mostOthers);
            straightClass = of;
        }
        writeStraight(of.written, object, of.straight);
    }

    private void writeOther(String name, Object object) {
        if (isBroken) {
            throw Session.cannotGoOn(session.format(), null);
        }
        if (object == null) {
            writeMessage(null, MessageKind.DATA, name, null, null);
            return;
        }
        ClassOnWire of = classes.get(object.getClass());
        MessagePrefix head = null;
        FieldColumns fields = columns == null ? null : of.columns(session);
        if (fields != null && (fields.isFlat() || columns.acceptsNested())) {
            if (writeColumns(name, object, of, fields)) {
                return;
            }
        } else if (heads != null && of.hasHeads()) {
            head = of.head(name);
            if (head == null) {
                head = of.setHead(
                        heads.prefixOf(name, of.name(session), of.objects.plan().shape()));
                if (encoder != null && head != null) {
                    of.straight = of.objects.straight(encoder, session);
                }
            }
            if (of.straight != null && head != null) {
                straightClass = of;
                writeStraight(head, object, of.straight);
                return;
            }
        }
        writeMessage(head, MessageKind.DATA, name, object, of);
    }

    /** Finds out how the events that are calls with one object of a class can be written at once. */
    WholeEvent whole(String event, ObjectCodec objects) {
        FieldIo fields = encoder == null ? null : objects.straight(encoder, session);
        MessagePrefix head = fields == null ? null : headOfCall(event, objects);
        return head == null ? WholeEvent.NONE : WholeEvent.ofHead(objects, head, fields);
    }

    private MessagePrefix headOfCall(String event, ObjectCodec objects) {
        try {
            return encoder.prefixOf(event, null, objects.plan().shape());
        } catch (WireDataException e) {
            return null; // the name is too long, which its token says with the place
        }
    }

    /** Finds out how the events that are calls with several arguments can be written at once. */
    WholeEvent wholeList(String event) {
        try {
            MessagePrefix head = heads == null ? null : heads.listPrefixOf(event);
            return head == null ? WholeEvent.NONE : WholeEvent.ofList(head);
        } catch (WireDataException e) {
            return WholeEvent.NONE; // as above
        }
    }

    /** Writes an event that is a call with one object. */
    void writeCall(MessagePrefix head, Object object, FieldIo fields) {
        if (isBroken) {
            throw Session.cannotGoOn(session.format(), null);
        }
        writeStraight(head, object, fields);
    }

    /** Writes that the record of an object no longer exists. */
    void delete(String name, Object object) {
        if (!keepsRecords) {
            throw new WireDataException(
                    session.format(),
                    "expected a format that keeps records, to delete one; write an event that says so",
                    null);
        }
        writeMessage(null, MessageKind.DELETE, name, object, classes.get(object.getClass()));
    }

    private boolean writeColumns(String name, Object object, ClassOnWire of, FieldColumns fields) {
        if (!of.isKeyed && of.type != columnClass) {
            columnClass = of.type;
            columnsOfClass = fields;
            if (writeColumns(name, fields, object, null, 0)) {
                return true;
            }
        }
        int length = keysOf(object);
        return writeColumns(name, fields, object, keys.bytes(), length);
    }

    private boolean writeColumns(String name, FieldColumns fields, Object object, byte[] key, int length) {
        try {
            return columns.writeColumns(name, fields, object, key, length);
        } catch (WireDataException | StackOverflowError e) {
            throw failed(e, name, object); // the latter from fields that go by tokens
        }
    }

    private int keysOf(Object object) {
        return keepsRecords ? keys.of(object) : 0;
    }

    private void writeStraight(MessagePrefix head, Object object, FieldIo fields) {
        int at = encoder.beginFields(head);
        boolean done = false;
        try {
            encoder.endFields(head, fields.writeFrom(out, object, session, at));
            done = true;
        } catch (WireDataException | StackOverflowError e) {
            throw failed(e, head.event(), object);
        } finally {
            if (!done && !isBroken) {
                out.cancelMessage();
            }
        }
    }

    private WireDataException failed(Throwable e, String name, Object object) {
        WireDataException said;
        if (e instanceof StackOverflowError overflow) {
            isBroken = true; // the writer may have been in the middle of anything
            columnClass = null;
            straightClass = null;
            said = Session.outOfStack(session.format(), null, overflow);
        } else {
            said = (WireDataException) e;
        }
        return isBroken
                ? WriteFailures.withCycle(said, session.format(), object)
                : WriteFailures.placed(session, said, out, name, object, Codecs.exact(Object.class));
    }

    /** @param head what the message begins with, or null where its tokens are to tell */
    private void writeMessage(MessagePrefix head, MessageKind kind, String name, Object object, ClassOnWire of) {
        if (head != null) {
            heads.beginMessage(head);
        } else {
            out.beginMessage(kind);
        }
        boolean done = false;
        try {
            if (head != null) {
                of.objects.writeFields(out, object, session);
                heads.endMessage(head);
            } else {
                writeTokens(name, object, of);
                out.endMessage();
            }
            done = true;
        } catch (WireDataException | StackOverflowError e) {
            throw failed(e, name, object);
        } finally {
            if (!done && !isBroken) {
                out.cancelMessage();
            }
        }
    }

    private void writeTokens(String name, Object object, ClassOnWire of) {
        if (keepsRecords && object != null) {
            keys.announce(object, out);
        }
        if (name != null) {
            out.beginObject();
            writeName(name, of);
        }
        writeValue(object, of);
        if (name != null) {
            out.endObject();
        }
    }

    /**
     * The name of an object with a type name is a field in binary formats, as Chronicle Wire's {@code write(name).object(value)} has it,
     * since the type shows that it is an event; any other value needs the mark that they have for events.
     */
    private void writeName(String name, ClassOnWire of) {
        if (of != null && of.objects != null) {
            out.typedEvent(name);
        } else {
            out.event(name);
        }
    }

    private void writeValue(Object object, ClassOnWire of) {
        if (object == null) {
            out.nullValue();
        } else if (of.objects != null) {
            out.type(of.name(session));
            of.objects.write(out, object, session);
        } else {
            Codecs.exact(Object.class).write(out, object, session);
        }
    }
}
