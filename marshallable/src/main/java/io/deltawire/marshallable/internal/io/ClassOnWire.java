package io.deltawire.marshallable.internal.io;

import io.deltawire.marshallable.KeyedMarshallable;
import io.deltawire.marshallable.internal.codec.BoundCodec;
import io.deltawire.marshallable.internal.codec.Codecs;
import io.deltawire.marshallable.internal.codec.FieldIo;
import io.deltawire.marshallable.internal.codec.ObjectCodec;
import io.deltawire.marshallable.internal.codec.OptionalCodec;
import io.deltawire.marshallable.internal.codec.Session;
import io.deltawire.marshallable.internal.codec.ValueCodec;
import io.deltawire.wire.spi.object.FieldColumns;
import io.deltawire.wire.spi.object.MessagePrefix;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** What one wire has found out about a class whose objects it writes or reads as messages. Not thread-safe. */
public final class ClassOnWire {
    /** So many names of events are remembered for a class; an application that makes names up has no end of them. */
    private static final int MAX_HEADS = 100;

    /** A class of which there are no messages. */
    static final ClassOnWire NONE = new ClassOnWire(void.class);

    final Class<?> type;

    /** That of the class. */
    final ClassLoader loader;

    final ValueCodec codec;

    /** The codec, where the class is one of objects with fields; else null. */
    final ObjectCodec objects;

    final boolean isKeyed;

    /** Whether all kinds of values can be of this class, so that asking for it tells nothing about the message. */
    final boolean isAnything;

    /** The head that the next message of this class to be read is expected to have; null for none. */
    MessagePrefix read;

    /** Whether the reader has been asked for a head of messages without a type name. */
    boolean isAskedUntyped;

    /** The head, without an event, that a value of this class is expected to have; null for none. */
    MessagePrefix value;

    /** How many messages since the last one that had it. */
    int misses;

    /** What puts the fields into the array of a {@link io.deltawire.wire.spi.object.MessageEncoder}; null for none. */
    FieldIo straight;

    /** What takes them from the array of a {@link io.deltawire.wire.spi.object.MessageDecoder}; null for none. */
    FieldIo straightRead;

    /** The object of this class that is read into again and again; null for none. */
    Object recycled;

    /**
     * What was asked for when that was read last, this class or one above it, where messages with a type name can be read straight; else
     * null.
     */
    Class<?> recycledAs;

    /** What is called with objects of this class, where this is what a method's argument is; else null. */
    Object called;

    /** The head of the last message of this class that was written by one; null for none. */
    MessagePrefix written;

    private String name;
    private FieldColumns columns;
    private boolean hasColumns;
    private boolean hasHeads;
    private Map<String, MessagePrefix> others;
    private Map<String, MessagePrefix> arriving;

    public ClassOnWire(Class<?> type) {
        this.type = type;
        this.loader = type.getClassLoader();
        this.codec = type == Optional.class ? OptionalCodec.AT_TOP : Codecs.exact(type);
        this.objects = codec instanceof ObjectCodec found ? found : null;
        this.isKeyed = KeyedMarshallable.class.isAssignableFrom(type);
        this.isAnything = codec instanceof BoundCodec bound && !bound.isKnownByName();
        this.hasColumns = objects != null;
        this.hasHeads = objects != null && objects.writesFields();
    }

    /** The class. */
    public Class<?> type() {
        return type;
    }

    /** Keeps what is called with objects of this class, where this is what a method's argument is. */
    public void setCalled(Object entry) {
        called = entry;
    }

    /** Keeps an object of this class to be read into again, which has been read where this class, or one above it, was asked for. */
    void recycle(Object read, Class<?> as) {
        if (recycled != read) {
            recycled = read;
        }
        recycledAs = straightRead == null ? null : as;
    }

    /** The type name of the class. */
    String name(Session session) {
        if (name == null) {
            name = session.nameOf(type);
        }
        return name;
    }

    /** The type name by which the class is read. */
    String nameToRead(Session session) {
        if (name == null) {
            name = session.types().nameToRead(type);
        }
        return name;
    }

    /** The fields as columns, or null. */
    FieldColumns columns(Session session) {
        if (columns == null && hasColumns) {
            columns = objects.columns(session);
            hasColumns = columns != null;
        }
        return columns;
    }

    /** The fields as columns that objects can be read from, or null. */
    FieldColumns columnsToRead(Session session) {
        FieldColumns found = columns(session);
        return found != null && found.isReadable() ? found : null;
    }

    /** Whether a record of this class can have one object, whose fields are set: which those of a record (JLS 8.10) cannot be. */
    boolean hasLive(Session session) {
        FieldColumns found = columns(session);
        return found != null && found.isSettable();
    }

    /** Whether it is time to expect another head in messages that are read. */
    boolean isHeadWanted(int most) {
        return read == null ? misses == 0 : misses > most;
    }

    /** Whether it is a head that {@link #arrives} has been told of. */
    boolean isOwn(MessagePrefix head) {
        return head == read || arriving != null && arriving.get(head.event()) == head;
    }

    /** Whether no head is known for messages of this class under an event's name, and one may be kept. */
    boolean lacksHead(String event) {
        return arriving == null || arriving.size() < MAX_HEADS && !arriving.containsKey(event);
    }

    /** Keeps a head by which messages of this class may be known; or, where it is null, that there is none for an event. */
    void arrives(String event, MessagePrefix head) {
        arriving = arriving == null ? new HashMap<>() : arriving;
        arriving.put(event, head);
        if (head != null) {
            head.setOwner(this);
        }
    }

    /** Whether messages of this class may be written by their heads. */
    boolean hasHeads() {
        return hasHeads;
    }

    /** The head of messages of this class under an event's name that {@link #setHead} was told of; else null. */
    MessagePrefix head(String event) {
        MessagePrefix last = written;
        return last == null || isOf(last, event) ? last : otherHead(event);
    }

    private static boolean isOf(MessagePrefix head, String event) {
        return Objects.equals(head.event(), event);
    }

    private MessagePrefix otherHead(String event) {
        MessagePrefix other = others == null ? null : others.get(event);
        if (other != null) {
            written = other;
        }
        return other;
    }

    /** Keeps the head that a writer made, or that it has none for this class, and returns it. */
    MessagePrefix setHead(MessagePrefix head) {
        if (head == null || others != null && others.size() >= MAX_HEADS) {
            hasHeads = false;
            return head;
        }
        others = others == null ? new HashMap<>() : others;
        others.put(head.event(), head);
        written = head;
        return head;
    }
}
