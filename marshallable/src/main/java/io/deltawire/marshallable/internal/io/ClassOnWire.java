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

/**
 * The data that one wire caches about a class whose objects it writes or reads as messages: its codec, its type name,
 * its columns, and the prefixes of its messages. {@link ObjectWriter} and {@link ObjectReader} each have their own
 * instance for a class and update its fields. Not thread-safe.
 */
public final class ClassOnWire {
    /**
     * The maximum number of event names cached for a class. An application that invents names has no limit of its own.
     */
    private static final int MAX_HEADS = 100;

    /** Stands for no class. No message is of this class, so a comparison with it always fails. */
    static final ClassOnWire NONE = new ClassOnWire(void.class);

    final Class<?> type;

    /** The loader of the class, in which type names are looked up first. */
    final ClassLoader loader;

    final ValueCodec codec;

    /** The codec if the class is one of objects with fields; otherwise null. */
    final ObjectCodec objects;

    final boolean isKeyed;

    /** Whether a value of any kind can be read as this class, so that asking for it says nothing about the message. */
    final boolean isAnything;

    /** The expected prefix of the next message read as this class, or null. */
    MessagePrefix read;

    /** Whether the format was asked for a prefix of messages without a type name. */
    boolean isAskedUntyped;

    /** The expected prefix, without an event, of a value of this class; or null. */
    MessagePrefix value;

    /** The number of messages since the last one with the expected prefix. */
    int misses;

    /** Writes the fields into the array of a {@link io.deltawire.wire.spi.object.MessageEncoder}; or null. */
    FieldIo straight;

    /** Reads the fields from the array of a {@link io.deltawire.wire.spi.object.MessageDecoder}; or null. */
    FieldIo straightRead;

    /** The object of this class that {@link Wire#readRecycled} fills again, or null. */
    Object recycled;

    /**
     * The class that was requested when {@link #recycled} was read last: this class or a superclass. It is set only if
     * messages with a type name can be read directly from the array; otherwise it is null.
     */
    Class<?> recycledAs;

    /** The event table entry of the method whose argument is of this class; otherwise null. */
    Object called;

    /** The prefix of the last message of this class that was written with a prefix, or null. */
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

    public Class<?> type() {
        return type;
    }

    /** Sets the event table entry of the method whose argument is of this class. */
    public void setCalled(Object entry) {
        called = entry;
    }

    /** Stores an object to fill again, which was read when {@code as}, this class or a superclass, was requested. */
    void recycle(Object read, Class<?> as) {
        if (recycled != read) {
            recycled = read;
        }
        recycledAs = straightRead == null ? null : as;
    }

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

    /** Returns the fields as columns, or null if the class has none. */
    FieldColumns columns(Session session) {
        if (columns == null && hasColumns) {
            columns = objects.columns(session);
            hasColumns = columns != null;
        }
        return columns;
    }

    /** Returns the fields as columns from which objects can be read, or null. */
    FieldColumns columnsToRead(Session session) {
        FieldColumns found = columns(session);
        return found != null && found.isReadable() ? found : null;
    }

    /**
     * Whether a record of this class can have a live object, whose fields are set one by one. The fields of a Java
     * record cannot be set.
     */
    boolean hasLive(Session session) {
        FieldColumns found = columns(session);
        return found != null && found.isSettable();
    }

    /** Whether the format should be asked for a new prefix of messages that are read. */
    boolean isHeadWanted(int most) {
        return read == null ? misses == 0 : misses > most;
    }

    /** Whether a prefix was added by {@link #arrives} or is the expected one. */
    boolean isOwn(MessagePrefix prefix) {
        return prefix == read || arriving != null && arriving.get(prefix.event()) == prefix;
    }

    /**
     * Whether the format should be asked for the prefix of messages under an event name. There is a limit on such
     * names.
     */
    boolean lacksHead(String event) {
        return arriving == null || arriving.size() < MAX_HEADS && !arriving.containsKey(event);
    }

    /**
     * Adds a prefix by which messages of this class are recognised. A null prefix records that the format has none for
     * the event.
     */
    void arrives(String event, MessagePrefix prefix) {
        arriving = arriving == null ? new HashMap<>() : arriving;
        arriving.put(event, prefix);
        if (prefix != null) {
            prefix.setOwner(this);
        }
    }

    /** Whether messages of this class may be written with prefixes. */
    boolean hasHeads() {
        return hasHeads;
    }

    /** Returns the prefix that {@link #setHead} stored for an event name, or null. */
    MessagePrefix head(String event) {
        MessagePrefix last = written;
        return last == null || isOf(last, event) ? last : otherHead(event);
    }

    private static boolean isOf(MessagePrefix prefix, String event) {
        return Objects.equals(prefix.event(), event);
    }

    private MessagePrefix otherHead(String event) {
        MessagePrefix other = others == null ? null : others.get(event);
        if (other != null) {
            written = other;
        }
        return other;
    }

    /**
     * Stores and returns a prefix that the writer made. Null means that the writer has none for this class and is not
     * asked again.
     */
    MessagePrefix setHead(MessagePrefix prefix) {
        if (prefix == null || others != null && others.size() >= MAX_HEADS) {
            hasHeads = false;
            return prefix;
        }
        others = others == null ? new HashMap<>() : others;
        others.put(prefix.event(), prefix);
        written = prefix;
        return prefix;
    }
}
