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

/**
 * Writes objects as messages. Each message takes the first path that its class and the format allow: columns, the
 * fields directly in the format's array after a prefix, a prefix and tokens, or tokens alone. It remembers the class of
 * the last object so that a stream of one class takes its path without a lookup. Not thread-safe.
 */
public final class ObjectWriter {
    /** The number of objects of other classes after which a different class is expected. It grows with each change. */
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

    /** The class of the last object that was written by its columns without a separate key. */
    private Class<?> columnClass;

    private FieldColumns columnsOfClass;

    /** The expected class of the next object, whose fields are written directly into the array; or null. */
    private ClassOnWire straightClass;

    /** The number of objects of other directly written classes since the expected class changed. */
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
     * @param name the name of the event, or null for none
     */
    @SuppressWarnings("ReferenceEquality") // a name that is equal but not identical takes the slower path
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
     * Writes an object directly whose class is not the expected one. If classes alternate, the expected class changes
     * less and less often. A reference that changes with each message costs more than the lookup of the class. A change
     * with its own rhythm also defeats a branch predictor that has learned the order of the classes.
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
        MessagePrefix prefix = null;
        FieldColumns fields = columns == null ? null : of.columns(session);
        if (fields != null && (fields.isFlat() || columns.acceptsNested())) {
            if (writeColumns(name, object, of, fields)) {
                return;
            }
        } else if (heads != null && of.hasHeads()) {
            prefix = of.head(name);
            if (prefix == null) {
                prefix = of.setHead(
                        heads.prefixOf(name, of.name(session), of.objects.plan().shape()));
                if (encoder != null && prefix != null) {
                    of.straight = of.objects.straight(encoder, session);
                }
            }
            if (of.straight != null && prefix != null) {
                straightClass = of;
                writeStraight(prefix, object, of.straight);
                return;
            }
        }
        writeMessage(prefix, MessageKind.DATA, name, object, of);
    }

    /** Returns the fast path for calls with one object of a class. */
    WholeEvent whole(String event, ObjectCodec objects) {
        FieldIo fields = encoder == null ? null : objects.straight(encoder, session);
        MessagePrefix prefix = fields == null ? null : headOfCall(event, objects);
        return prefix == null ? WholeEvent.NONE : WholeEvent.ofHead(objects, prefix, fields);
    }

    private MessagePrefix headOfCall(String event, ObjectCodec objects) {
        try {
            return encoder.prefixOf(event, null, objects.plan().shape());
        } catch (WireDataException e) {
            return null; // the name is too long, which writing it as a token reports with its path
        }
    }

    /** Returns the fast path for calls with several arguments. */
    WholeEvent wholeList(String event) {
        try {
            MessagePrefix prefix = heads == null ? null : heads.listPrefixOf(event);
            return prefix == null ? WholeEvent.NONE : WholeEvent.ofList(prefix);
        } catch (WireDataException e) {
            return WholeEvent.NONE; // the name is too long, as in headOfCall
        }
    }

    /** Writes an event that is a call with one object. */
    void writeCall(MessagePrefix prefix, Object object, FieldIo fields) {
        if (isBroken) {
            throw Session.cannotGoOn(session.format(), null);
        }
        writeStraight(prefix, object, fields);
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
            throw failed(e, name, object); // fields that are written by tokens may overflow the stack
        }
    }

    private int keysOf(Object object) {
        return keepsRecords ? keys.of(object) : 0;
    }

    private void writeStraight(MessagePrefix prefix, Object object, FieldIo fields) {
        int at = encoder.beginFields(prefix);
        boolean done = false;
        try {
            encoder.endFields(prefix, fields.writeFrom(out, object, session, at));
            done = true;
        } catch (WireDataException | StackOverflowError e) {
            throw failed(e, prefix.event(), object);
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

    /**
     * @param prefix the prefix of the message, or null if it is written by tokens alone
     */
    private void writeMessage(MessagePrefix prefix, MessageKind kind, String name, Object object, ClassOnWire of) {
        if (prefix != null) {
            heads.beginMessage(prefix);
        } else {
            out.beginMessage(kind);
        }
        boolean done = false;
        try {
            if (prefix != null) {
                of.objects.writeFields(out, object, session);
                heads.endMessage(prefix);
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
     * Writes the name of an event. If the object has a type name, binary formats write the name as a field, because the
     * type shows that it is an event; Chronicle Wire's {@code write(name).object(value)} does the same. Any other value
     * needs the event code.
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
