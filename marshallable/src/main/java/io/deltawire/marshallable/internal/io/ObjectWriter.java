package io.deltawire.marshallable.internal.io;

import io.deltawire.marshallable.internal.codec.CodecContext;
import io.deltawire.marshallable.internal.codec.CodecSet;
import io.deltawire.marshallable.internal.codec.FieldIo;
import io.deltawire.marshallable.internal.codec.ObjectCodec;
import io.deltawire.marshallable.internal.record.RecordKeyEncoder;
import io.deltawire.marshallable.internal.value.WriteFailures;
import io.deltawire.wire.MessageKind;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.spi.ThreadGuard;
import io.deltawire.wire.spi.object.ColumnWriter;
import io.deltawire.wire.spi.object.FieldColumns;
import io.deltawire.wire.spi.object.MessageEncoder;
import io.deltawire.wire.spi.object.MessagePrefix;
import io.deltawire.wire.spi.object.PrefixWriter;

/**
 * Writes objects as messages. Each message takes the first path that its class and the format allow: columns, the
 * fields directly in the format's array after a prefix, a prefix and tokens, or tokens alone. It remembers the class of
 * the last object so that a stream of one class takes its path without a lookup.
 *
 * <p>Not thread-safe, but it enters the {@link ThreadGuard} of the format's writer for each message, so that a call by
 * another thread is refused. The methods for method writers leave that to their caller, {@link EventMessage}.
 */
public final class ObjectWriter {
    /** The number of objects of other classes after which a different class is expected. It grows with each change. */
    private static final int MIN_OTHERS = 16;

    private static final int MAX_OTHERS = 1 << 30;

    private final ThreadGuard guard;
    private final WireOut out;
    private final ColumnWriter columns;
    private final PrefixWriter prefixWriter;
    private final MessageEncoder encoder;
    private final boolean keepsRecords;
    private final CodecContext session;
    private final WireClassTable classes;
    private final RecordKeyEncoder keys;
    private boolean isBroken;

    /** The class of the last object that was written by its columns without a separate key. */
    private Class<?> columnClass;

    private FieldColumns columnsOfClass;

    /** The expected class of the next object, whose fields are written directly into the array; or null. */
    private WireClass directClass;

    /** The number of objects of other directly written classes since the expected class changed. */
    private int others;

    private int maxOthers = MIN_OTHERS;

    public ObjectWriter(WireOut out, CodecContext session) {
        this.guard = ThreadGuard.guardOfWriter(out);
        this.out = out;
        this.columns = out instanceof ColumnWriter writer ? writer : null;
        this.prefixWriter = out instanceof PrefixWriter writer ? writer : null;
        this.encoder = out instanceof MessageEncoder writer ? writer : null;
        this.keepsRecords = out.keepsRecords();
        this.session = session;
        this.classes = new WireClassTable(CodecSet.of(session));
        this.keys = new RecordKeyEncoder(session);
    }

    WireOut out() {
        return out;
    }

    /**
     * Writes a message.
     *
     * @param name the name of the event, or null for none
     */
    public void write(String name, Object object) {
        guard.enter();
        try {
            writeByOwner(name, object);
        } finally {
            guard.exit();
        }
    }

    @SuppressWarnings("ReferenceEquality") // a name that is equal but not identical takes the slower path
    private void writeByOwner(String name, Object object) {
        if (object != null) {
            Class<?> type = object.getClass();
            WireClass of = directClass;
            if (of != null) {
                if (of.type() == type && of.writtenPrefix().event() == name) {
                    writeDirect(of.writtenPrefix(), object, of.directWriter());
                    return;
                }
                of = classes.get(type);
                if (of.directWriter() != null && of.writtenPrefix().event() == name) {
                    writeDirectOtherClass(of, object);
                    return;
                }
            } else if (type == columnClass && writeColumns(name, columnsOfClass, object, null, 0)) {
                return;
            }
        }
        choosePathAndWrite(name, object);
    }

    /**
     * Writes an object directly whose class is not the expected one. If classes alternate, the expected class changes
     * less and less often. A reference that changes with each message costs more than the lookup of the class. A change
     * with its own rhythm also defeats a branch predictor that has learned the order of the classes.
     */
    private void writeDirectOtherClass(WireClass of, Object object) {
        if (++others > maxOthers) {
            others = 0;
            maxOthers = Math.min(MAX_OTHERS, 2 * maxOthers);
            directClass = of;
        }
        writeDirect(of.writtenPrefix(), object, of.directWriter());
    }

    private void choosePathAndWrite(String name, Object object) {
        if (isBroken) {
            throw CodecContext.unusableAfterOverflow(session.format(), null);
        }
        if (object == null) {
            writeMessage(null, MessageKind.DATA, name, null, null);
            return;
        }
        WireClass of = classes.get(object.getClass());
        MessagePrefix prefix = null;
        FieldColumns fields = columns == null ? null : of.columns(session);
        if (fields != null && (fields.isFlat() || columns.acceptsNested())) {
            if (writeColumns(name, object, of, fields)) {
                return;
            }
        } else if (prefixWriter != null && of.hasPrefixes()) {
            prefix = of.findWrittenPrefix(name);
            if (prefix == null) {
                prefix = of.addWrittenPrefix(prefixWriter.prefixOf(
                        name, of.name(session), of.objectCodec().plan().shape()));
                if (encoder != null && prefix != null) {
                    of.writeDirectly(encoder, session);
                }
            }
            if (of.directWriter() != null && prefix != null) {
                directClass = of;
                writeDirect(prefix, object, of.directWriter());
                return;
            }
        }
        writeMessage(prefix, MessageKind.DATA, name, object, of);
    }

    /** Returns the fast path for calls with one object of a class. */
    EventTemplate objectTemplate(String event, ObjectCodec objects) {
        FieldIo fields = encoder == null ? null : objects.directIo(encoder, session);
        MessagePrefix prefix = fields == null ? null : prefixOfCall(event, objects);
        return prefix == null ? EventTemplate.NONE : EventTemplate.ofObject(objects, prefix, fields);
    }

    private MessagePrefix prefixOfCall(String event, ObjectCodec objects) {
        try {
            return encoder.prefixOf(event, null, objects.plan().shape());
        } catch (WireDataException e) {
            return null; // the name is too long, which writing it as a token reports with its path
        }
    }

    /** Returns the fast path for calls with several arguments. */
    EventTemplate listTemplate(String event) {
        try {
            MessagePrefix prefix = prefixWriter == null ? null : prefixWriter.listPrefixOf(event);
            return prefix == null ? EventTemplate.NONE : EventTemplate.ofList(prefix);
        } catch (WireDataException e) {
            return EventTemplate.NONE; // the name is too long, as in headOfCall
        }
    }

    /** Writes an event that is a call with one object. */
    void writeCall(MessagePrefix prefix, Object object, FieldIo fields) {
        if (isBroken) {
            throw CodecContext.unusableAfterOverflow(session.format(), null);
        }
        writeDirect(prefix, object, fields);
    }

    /** Writes that the record of an object no longer exists. */
    void delete(String name, Object object) {
        if (!keepsRecords) {
            throw new WireDataException(
                    session.format(),
                    "expected a format that keeps records, to delete one; write an event that says so",
                    null);
        }
        guard.enter();
        try {
            writeMessage(null, MessageKind.DELETE, name, object, classes.get(object.getClass()));
        } finally {
            guard.exit();
        }
    }

    private boolean writeColumns(String name, Object object, WireClass of, FieldColumns fields) {
        if (fields.isKeyInFields() && of.type() != columnClass) {
            columnClass = of.type();
            columnsOfClass = fields;
            if (writeColumns(name, fields, object, null, 0)) {
                return true;
            }
        }
        int length = collectKeys(object);
        return writeColumns(name, fields, object, keys.bytes(), length);
    }

    private boolean writeColumns(String name, FieldColumns fields, Object object, byte[] key, int length) {
        try {
            return columns.writeColumns(name, fields, object, key, length);
        } catch (WireDataException | StackOverflowError e) {
            throw failed(e, name, object); // fields that are written by tokens may overflow the stack
        }
    }

    private int collectKeys(Object object) {
        return keepsRecords ? keys.encode(object) : 0;
    }

    private void writeDirect(MessagePrefix prefix, Object object, FieldIo fields) {
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
            directClass = null;
            said = CodecContext.stackOverflow(session.format(), null, overflow);
        } else {
            said = (WireDataException) e;
        }
        return isBroken
                ? WriteFailures.withCycle(said, session.format(), object)
                : WriteFailures.withPath(
                        session, said, out, name, object, session.codecs().any());
    }

    /**
     * @param prefix the prefix of the message, or null if it is written by tokens alone
     */
    private void writeMessage(MessagePrefix prefix, MessageKind kind, String name, Object object, WireClass of) {
        if (prefix != null) {
            prefixWriter.beginMessage(prefix);
        } else {
            out.beginMessage(kind);
        }
        boolean done = false;
        try {
            if (prefix != null) {
                of.objectCodec().writeFields(out, object, session);
                prefixWriter.endMessage(prefix);
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

    private void writeTokens(String name, Object object, WireClass of) {
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
    private void writeName(String name, WireClass of) {
        if (of != null && of.objectCodec() != null) {
            out.typedEvent(name);
        } else {
            out.event(name);
        }
    }

    private void writeValue(Object object, WireClass of) {
        if (object == null) {
            out.nullValue();
        } else if (of.objectCodec() != null) {
            out.type(of.name(session));
            of.objectCodec().write(out, object, session);
        } else {
            session.codecs().any().write(out, object, session);
        }
    }
}
