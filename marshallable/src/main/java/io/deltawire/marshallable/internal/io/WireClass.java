package io.deltawire.marshallable.internal.io;

import io.deltawire.marshallable.internal.codec.CodecContext;
import io.deltawire.marshallable.internal.codec.CodecSet;
import io.deltawire.marshallable.internal.codec.FieldIo;
import io.deltawire.marshallable.internal.codec.GenericRecordCodec;
import io.deltawire.marshallable.internal.codec.ObjectCodec;
import io.deltawire.marshallable.internal.codec.OptionalCodec;
import io.deltawire.marshallable.internal.codec.PolymorphicCodec;
import io.deltawire.marshallable.internal.codec.ValueCodec;
import io.deltawire.marshallable.internal.schema.GenericType;
import io.deltawire.wire.spi.object.FieldColumns;
import io.deltawire.wire.spi.object.MessageDecoder;
import io.deltawire.wire.spi.object.MessageEncoder;
import io.deltawire.wire.spi.object.MessagePrefix;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The data that one wire caches about a class whose objects it writes or reads as messages: its codec, its type name,
 * its columns, and the prefixes of its messages. {@link ObjectWriter} and {@link ObjectReader} each have their own
 * instance for a class. Not thread-safe.
 */
public final class WireClass {
    /**
     * The maximum number of event names cached for a class. An application that invents names has no limit of its own.
     */
    private static final int MAX_PREFIXES = 100;

    /** Stands for no class. No message is of this class, so a comparison with it always fails. */
    static final WireClass NONE = new WireClass(void.class, CodecSet.BUILT_IN);

    private final Class<?> type;

    /** The loader of the class, in which type names are looked up first. */
    private final ClassLoader loader;

    private final ValueCodec codec;

    /** The codec if the class is one of objects with fields; otherwise null. */
    private final ObjectCodec objectCodec;

    /** Whether a value of any kind can be read as this class, so that asking for it says nothing about the message. */
    private final boolean isUntyped;

    /** The expected prefix of the next message read as this class, or null. */
    private MessagePrefix expectedPrefix;

    /** Whether the format was asked for a prefix of messages without a type name. */
    private boolean untypedPrefixRequested;

    /** The expected prefix, without an event, of a value of this class; or null. */
    private MessagePrefix valuePrefix;

    /** The number of messages since the last one with the expected prefix. */
    private int misses;

    /** Writes the fields into the array of a {@link MessageEncoder}; or null. */
    private FieldIo directWriter;

    /** Reads the fields from the array of a {@link MessageDecoder}; or null. */
    private FieldIo directReader;

    /** The object of this class that {@link Wire#readReused} fills again, or null. */
    private Object recycled;

    /**
     * The class that was requested when {@link #recycled} was read last: this class or a superclass. It is set only if
     * messages with a type name can be read directly from the array; otherwise it is null.
     */
    private Class<?> recycledAs;

    /** The event table entry of the method whose argument is of this class; otherwise null. */
    private Object calledEntry;

    /** The prefix of the last message of this class that was written with a prefix, or null. */
    private MessagePrefix writtenPrefix;

    private String name;
    private FieldColumns columns;
    private boolean hasColumns;
    private boolean hasPrefixes;
    private Map<String, MessagePrefix> writtenPrefixes;
    private Map<String, MessagePrefix> readPrefixes;

    public WireClass(Class<?> type, CodecSet codecs) {
        this.type = type;
        this.loader = type.getClassLoader();
        this.codec = type == Optional.class ? OptionalCodec.AT_TOP : codecs.exact(type);
        this.objectCodec = codec instanceof ObjectCodec found ? found : null;
        this.isUntyped = codec instanceof PolymorphicCodec bound && !bound.requiresTypeName();
        this.hasColumns = objectCodec != null;
        this.hasPrefixes = objectCodec != null && objectCodec.writesFields();
    }

    /** Creates the data about a type with arguments. Its values are read by their tokens only and never written. */
    WireClass(GenericType type, CodecSet codecs) {
        Class<?> owner = type.innermost(type.raw());
        this.type = type.raw();
        this.loader = owner.getClassLoader();
        this.codec = codecs.scope(owner).declared(type);
        this.objectCodec = codec instanceof PolymorphicCodec bound
                ? bound.exactCodec()
                : codec instanceof ObjectCodec found ? found : null;
        this.isUntyped = objectCodec == null && codec instanceof PolymorphicCodec bound && !bound.requiresTypeName();
    }

    /** The loader of the class, in which type names are looked up first. */
    ClassLoader loader() {
        return loader;
    }

    ValueCodec codec() {
        return codec;
    }

    /** The codec if the class is one of objects with fields; otherwise null. */
    ObjectCodec objectCodec() {
        return objectCodec;
    }

    /** Whether a value of any kind can be read as this class. */
    boolean isUntyped() {
        return isUntyped;
    }

    /** The expected prefix of the next message read as this class, or null. */
    MessagePrefix expectedPrefix() {
        return expectedPrefix;
    }

    /** The expected prefix, without an event, of a value of this class; or null. */
    MessagePrefix valuePrefix() {
        return valuePrefix;
    }

    /** The number of messages since the last one with the expected prefix. */
    int misses() {
        return misses;
    }

    /** Writes the fields into the array of a {@link MessageEncoder}; or null. */
    FieldIo directWriter() {
        return directWriter;
    }

    /** Reads the fields from the array of a {@link MessageDecoder}; or null. */
    FieldIo directReader() {
        return directReader;
    }

    /** The object of this class that {@link Wire#readReused} fills again, or null. */
    Object recycled() {
        return recycled;
    }

    /** The class that was requested when {@link #recycled} was read last; null if none can be read directly. */
    Class<?> recycledAs() {
        return recycledAs;
    }

    /** The event table entry of the method whose argument is of this class; otherwise null. */
    Object calledEntry() {
        return calledEntry;
    }

    /** The prefix of the last message of this class that was written with a prefix, or null. */
    MessagePrefix writtenPrefix() {
        return writtenPrefix;
    }

    public Class<?> type() {
        return type;
    }

    /** Whether the format has been asked for a prefix of messages without a type name. */
    boolean isUntypedPrefixRequested() {
        return untypedPrefixRequested;
    }

    void markUntypedPrefixRequested() {
        untypedPrefixRequested = true;
    }

    /**
     * Sets the expected prefix of the next messages. Their fields are read directly if the format can.
     *
     * @param decoder reads from an array, or null
     */
    void expect(MessagePrefix prefix, MessageDecoder decoder) {
        expectedPrefix = prefix;
        directReader = prefix == null || decoder == null ? null : objectCodec.directIo(decoder, prefix);
        if (directReader == null) {
            recycledAs = null;
        }
    }

    /**
     * Sets the expected prefix of values, after the prefix of messages has been set. Counts a miss if messages have
     * none.
     */
    void setValuePrefix(MessagePrefix prefix) {
        valuePrefix = prefix;
        misses = expectedPrefix == null ? 1 : 0;
    }

    /** Lets the fields of messages with a prefix be read from an array. */
    void readDirectly(MessageDecoder decoder, MessagePrefix prefix) {
        directReader = objectCodec.directIo(decoder, prefix);
    }

    /** Lets the fields of messages be written into an array. */
    void writeDirectly(MessageEncoder encoder, CodecContext session) {
        directWriter = objectCodec.directIo(encoder, session);
    }

    void countMiss() {
        misses++;
    }

    /** Records a message with the expected prefix. Most come in a row, so the store is mostly skipped. */
    void clearMisses() {
        if (misses > 0) {
            misses = 0;
        }
    }

    /** Sets the event table entry of the method whose argument is of this class. */
    public void setCalledEntry(Object entry) {
        calledEntry = entry;
    }

    /** Stores an object to fill again, which was read when {@code as}, this class or a superclass, was requested. */
    void setRecycled(Object read, Class<?> as) {
        if (recycled != read) {
            recycled = read;
        }
        recycledAs = directReader == null ? null : as;
    }

    /** Whether a value is read as this class whatever its type name is. */
    boolean ignoresTypeName() {
        return !(codec instanceof ObjectCodec
                || codec instanceof PolymorphicCodec
                || codec instanceof GenericRecordCodec);
    }

    String name(CodecContext session) {
        if (name == null) {
            name = session.nameOf(type);
        }
        return name;
    }

    /** The type name by which the class is read. */
    String readName(CodecContext session) {
        if (name == null) {
            name = session.types().displayName(type);
        }
        return name;
    }

    /** Returns the fields as columns, or null if the class has none. */
    FieldColumns columns(CodecContext session) {
        if (columns == null && hasColumns) {
            columns = objectCodec.columns(session);
            hasColumns = columns != null;
        }
        return columns;
    }

    /** Returns the fields as columns from which objects can be read, or null. */
    FieldColumns readableColumns(CodecContext session) {
        FieldColumns found = columns(session);
        return found != null && found.isReadable() ? found : null;
    }

    /**
     * Whether a record of this class can have a live object, whose fields are set one by one. The fields of a Java
     * record cannot be set.
     */
    boolean supportsLive(CodecContext session) {
        FieldColumns found = columns(session);
        return found != null && found.isSettable();
    }

    /** Whether the format should be asked for a new prefix of messages that are read. */
    boolean needsPrefix(int most) {
        return expectedPrefix == null ? misses == 0 : misses > most;
    }

    /** Whether a prefix was added by {@link #addReadPrefix} or is the expected one. */
    boolean hasPrefix(MessagePrefix head) {
        return head == expectedPrefix || readPrefixes != null && readPrefixes.get(head.event()) == head;
    }

    /**
     * Whether the format should be asked for the prefix of messages under an event name. There is a limit on such
     * names.
     */
    boolean lacksPrefix(String event) {
        return readPrefixes == null || readPrefixes.size() < MAX_PREFIXES && !readPrefixes.containsKey(event);
    }

    /**
     * Adds a prefix by which messages of this class are recognised. A null prefix records that the format has none for
     * the event.
     */
    void addReadPrefix(String event, MessagePrefix head) {
        readPrefixes = readPrefixes == null ? new HashMap<>() : readPrefixes;
        readPrefixes.put(event, head);
        if (head != null) {
            head.setOwner(this);
        }
    }

    /** Whether messages of this class may be written with prefixes. */
    boolean hasPrefixes() {
        return hasPrefixes;
    }

    /** Returns the prefix that {@link #addWrittenPrefix} stored for an event name, or null. */
    MessagePrefix findWrittenPrefix(String event) {
        MessagePrefix last = writtenPrefix;
        return last == null || hasEvent(last, event) ? last : switchWrittenPrefix(event);
    }

    private static boolean hasEvent(MessagePrefix head, String event) {
        return Objects.equals(head.event(), event);
    }

    private MessagePrefix switchWrittenPrefix(String event) {
        MessagePrefix other = writtenPrefixes == null ? null : writtenPrefixes.get(event);
        if (other != null) {
            writtenPrefix = other;
        }
        return other;
    }

    /**
     * Stores and returns a prefix that the writer made. Null means that the writer has none for this class and is not
     * asked again.
     */
    MessagePrefix addWrittenPrefix(MessagePrefix head) {
        if (head == null || writtenPrefixes != null && writtenPrefixes.size() >= MAX_PREFIXES) {
            hasPrefixes = false;
            return head;
        }
        writtenPrefixes = writtenPrefixes == null ? new HashMap<>() : writtenPrefixes;
        writtenPrefixes.put(head.event(), head);
        writtenPrefix = head;
        return head;
    }
}
