package io.deltawire.marshallable;

import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireFormats;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.spi.ColumnReader;
import io.deltawire.wire.spi.ColumnWriter;
import io.deltawire.wire.spi.FieldColumns;
import io.deltawire.wire.spi.Printable;
import java.io.Closeable;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import net.openhft.chronicle.bytes.Bytes;

/**
 * A wire format bound to a buffer or stream: objects go in, bytes come out, and the other way round. The format is a
 * name, so that configuration can pick it.
 *
 * <pre>{@code
 * Bytes<?> bytes = Bytes.allocateElasticOnHeap();
 * Wire wire = Wire.of("delta", bytes);
 * wire.write("update", price);
 *
 * while (wire.next()) {
 *     switch (wire.event()) {
 *         case "update" -> onUpdate(wire.read(price));
 *         default -> {}
 *     }
 * }
 * }</pre>
 *
 * <p>A message is one object, or an object of events: named values. Every {@code write} makes one message, of which
 * nothing reaches the buffer where it fails. Any object with fields can be written; it need not extend anything.
 *
 * <p>Not thread-safe.
 */
public final class Wire implements Closeable {
    private final WireFormat format;
    private final WireOptions options;
    private final Session session;
    private final Supplier<WireOut> outOpener;
    private final Supplier<WireIn> inOpener;
    private final RecordKeys keys = new RecordKeys();
    private WireOut out;
    private WireIn in;

    private String event;
    private boolean isInEvents;
    private boolean isAtValue;
    private boolean isUndecided;
    private boolean isReaderBroken;
    private boolean isWriterBroken;

    private Supplier<Bytes<?>> content;

    private Wire(WireFormat format, WireOptions options, Supplier<WireOut> outOpener, Supplier<WireIn> inOpener) {
        this.format = format;
        this.options = options;
        this.session = new Session(format, options);
        this.outOpener = outOpener;
        this.inOpener = inOpener;
    }

    /** An event, or a message that is no event. */
    public record Event(String name, Object value) {}

    /**
     * Returns a wire that writes at the write position of {@code bytes} and reads from its read position.
     *
     * @param formatName for example {@code yaml}, {@code json}, {@code csv}, {@code binary} or {@code delta}
     * @throws IllegalArgumentException where there is no such format on the class path
     */
    public static Wire of(String formatName, Bytes<?> bytes) {
        return of(WireFormats.byName(formatName), bytes, WireOptions.DEFAULTS);
    }

    /** Returns a wire that writes at the write position of {@code bytes} and reads from its read position. */
    public static Wire of(WireFormat format, Bytes<?> bytes, WireOptions options) {
        long start = bytes.readPosition();
        Wire wire = new Wire(
                format, options, () -> format.newWriter(bytes, options), () -> format.newReader(bytes, options));
        wire.content = () -> {
            byte[] all = new byte[Math.toIntExact(bytes.writePosition() - start)];
            bytes.read(start, all, 0, all.length);
            return Bytes.wrapForRead(all);
        };
        return wire;
    }

    /** Returns a wire that writes to a stream, each message in one call; it cannot read. */
    public static Wire of(String formatName, OutputStream stream) {
        return of(WireFormats.byName(formatName), stream, WireOptions.DEFAULTS);
    }

    /** Returns a wire that writes to a stream, each message in one call; it cannot read. */
    public static Wire of(WireFormat format, OutputStream stream, WireOptions options) {
        Objects.requireNonNull(stream);
        return new Wire(format, options, () -> format.newWriter(stream, options), null);
    }

    /** Returns a wire that reads a stream, ahead of the messages; it cannot write. */
    public static Wire of(String formatName, InputStream stream) {
        return of(WireFormats.byName(formatName), stream, WireOptions.DEFAULTS);
    }

    /** Returns a wire that reads a stream, ahead of the messages; it cannot write. */
    public static Wire of(WireFormat format, InputStream stream, WireOptions options) {
        Objects.requireNonNull(stream);
        return new Wire(format, options, null, () -> format.newReader(stream, options));
    }

    /** Returns a wire that reads what a reader reads. */
    static Wire reading(WireFormat format, WireIn in, WireOptions options) {
        return new Wire(format, options, null, () -> in);
    }

    /**
     * Returns an object whose methods, when they are called, write their name and arguments as an event: a message of its
     * own. Methods may have any number of arguments, and return nothing, or an interface: what is called on that follows
     * in the same message, as in {@code to(account).onBalance(balance)}. Default methods are events too.
     *
     * <p>The code is generated; a call makes no garbage.
     *
     * @param type the interface called
     * @param more further interfaces that the object implements
     * @throws IllegalArgumentException where a method cannot be an event, since it returns something else or is
     *     overloaded
     */
    public <T> T methodWriter(Class<T> type, Class<?>... more) {
        return methodWriterBuilder(type, more).build();
    }

    /** Returns what makes method writers in other ways than {@link #methodWriter}. */
    public <T> MethodWriterBuilder<T> methodWriterBuilder(Class<T> type, Class<?>... more) {
        return MethodWriterBuilder.of(this, EventAccess.GENERATED, type, more);
    }

    /**
     * Returns a reader that calls the methods of components, each by the event of its name. Events without a method are
     * passed over.
     *
     * @param components objects of classes that implement interfaces
     * @throws IllegalArgumentException where two methods have the name of one event, or there is no event
     */
    public MethodReader methodReader(Object... components) {
        return methodReaderBuilder().build(components);
    }

    /** Returns what makes method readers in other ways than {@link #methodReader}. */
    public MethodReaderBuilder methodReaderBuilder() {
        return new MethodReaderBuilder(this, EventAccess.GENERATED);
    }

    /**
     * Returns what is in the buffer from where this wire began, read or not, as YAML for people: every message is a
     * document, in front of it a comment with its position in bytes, {@code # position: 227}. What cannot be read ends it
     * with a comment that says why. Nothing is consumed.
     *
     * @throws IllegalStateException where this wire is on a stream
     */
    public String dump() {
        if (content == null) {
            throw new IllegalStateException("a stream cannot be read twice; WireDump.copy prints one");
        }
        StringBuilder text = new StringBuilder();
        WireDump.copy(format.newReader(content.get(), options), text);
        return text.toString();
    }

    /** The format. */
    public WireFormat format() {
        return format;
    }

    /** The writer of tokens underneath, for messages made by hand. */
    public WireOut out() {
        if (out == null) {
            if (outOpener == null) {
                throw new IllegalStateException("this wire is for reading");
            }
            out = outOpener.get();
        }
        return out;
    }

    /** The reader of tokens underneath. After using it, go on with {@link #next()} at the end of a message. */
    public WireIn in() {
        if (in == null) {
            if (inOpener == null) {
                throw new IllegalStateException("this wire is for writing");
            }
            in = inOpener.get();
        }
        return in;
    }

    /**
     * Writes an object as a message.
     *
     * @return this
     * @throws WireDataException where the object cannot be written, or not in this format; nothing is written
     */
    public Wire write(Object object) {
        write(null, object, out());
        return this;
    }

    /**
     * Writes an object as the value of an event: a message of its own.
     *
     * @return this
     * @throws WireDataException where the object cannot be written, or not in this format; nothing is written
     */
    public Wire write(String event, Object object) {
        write(Objects.requireNonNull(event), object, out());
        return this;
    }

    private void write(String name, Object object, WireOut to) {
        if (to instanceof ColumnWriter columns && object != null && writeColumns(name, object, columns)) {
            return;
        }
        if (isWriterBroken) {
            throw Session.cannotGoOn(format.name(), null);
        }
        to.beginMessage();
        boolean done = false;
        try {
            if (object != null) {
                keys.announce(object, to);
            }
            if (name != null) {
                to.beginObject();
                writeName(to, name, object);
            }
            writeValue(to, object);
            if (name != null) {
                to.endObject();
            }
            to.endMessage();
            done = true;
        } catch (WireDataException e) {
            throw Texts.withCycle(e, format.name(), object);
        } catch (StackOverflowError e) {
            isWriterBroken = true; // it may have been in the middle of anything
            throw Texts.withCycle(Session.outOfStack(format.name(), null, e), format.name(), object);
        } finally {
            if (!done && !isWriterBroken) {
                to.cancelMessage();
            }
        }
    }

    private boolean writeColumns(String name, Object object, ColumnWriter to) {
        if (!(Codecs.exact(object.getClass()) instanceof ObjectCodec codec)) {
            return false;
        }
        FieldColumns columns = codec.columns();
        if (columns == null) {
            return false;
        }
        if (object instanceof KeyedMarshallable keyed) {
            int length = keys.write(keyed);
            return to.writeColumns(name, columns, object, keys.written(), length);
        }
        return to.writeColumns(name, columns, object, null, 0);
    }

    /**
     * The name of an object with a type name is a field, as Chronicle Wire's {@code write(name).object(value)} has it,
     * since the type shows that it is an event; any other value needs the mark that binary formats have for events.
     */
    private static void writeName(WireOut to, String name, Object object) {
        if (object != null && Codecs.exact(object.getClass()) instanceof ObjectCodec) {
            to.field(name);
        } else {
            to.event(name);
        }
    }

    private void writeValue(WireOut to, Object object) {
        if (object == null) {
            to.nullValue();
            return;
        }
        ValueCodec codec = Codecs.exact(object.getClass());
        if (codec instanceof ObjectCodec objects) {
            to.type(session.nameOf(objects.type()));
            objects.write(to, object, session);
        } else {
            Codecs.exact(Object.class).write(to, object, session);
        }
    }

    /**
     * Moves to the next event, over what has not been read of the present one: within the present message, or in the
     * next one. An outermost object without a type name is taken for an object of events; any other message is one
     * value, whose {@link #event()} is null.
     *
     * @return false when there is nothing more now
     */
    public boolean next() {
        WireIn from = in();
        if (isInEvents) {
            if (isAtValue) {
                isAtValue = false;
                from.skipValue();
            }
            if (moveToEvent(from)) {
                return true;
            }
        }
        while (nextMessage(from)) {
            isAtValue = true;
            if (!isUntypedObject(from)) {
                return true;
            }
            isAtValue = false;
            isInEvents = true;
            from.beginObject();
            if (moveToEvent(from)) {
                return true;
            }
        }
        return false;
    }

    /** The name of the event that {@link #next()} has moved to, or null for a message that is not events. */
    public String event() {
        return event;
    }

    /**
     * Reads the value of the present event, or where there is none or it has been read, of the next event or message. A
     * type name in the input that stands for a subclass of {@code type} picks that; another name is passed over, since
     * the caller knows better.
     *
     * @return the object, or null where there is nothing more now, or the value is null
     */
    public <T> T read(Class<T> type) {
        return type.cast(hasMessage(type) ? readPresent(type, null) : null);
    }

    /**
     * Reads the next value into an object, using again what is in it: objects, lists and buffers, which must not be
     * shared with other objects. Fields that the input does not have get their defaults. Records, and objects of another
     * class than the input names, are made anew.
     *
     * @return the object filled, or null where there is nothing more now, or the value is null
     */
    @SuppressWarnings("unchecked") // the codec of the class of the object gives objects of it or of a subclass
    public <T> T read(T into) {
        Class<?> type = into.getClass();
        if (!isAtValue && !isInEvents && in() instanceof ColumnReader reader) {
            if (!nextMessage(in)) {
                return null;
            }
            if (setColumns(reader, type, into, -1L)) {
                return into;
            }
            return enterMessage(type, in) ? (T) readPresent(type, into) : null;
        }
        return hasMessage(type) ? (T) readPresent(type, into) : null;
    }

    /**
     * Reads the next event or message into the one object that belongs to its key, and sets in it only what has changed.
     * The object is the wire's: it changes with the next message of that key, so take a copy of what is to be kept. In a
     * format that keeps no records, and for a class whose fields are not all numbers, texts, enums, dates and times, this is
     * {@link #read(Class)}.
     *
     * @return the object, or null where there is nothing more now, or the value is null
     */
    public <T> T readLive(Class<T> type) {
        if (isAtValue || isInEvents || !(in() instanceof ColumnReader reader)) {
            return read(type);
        }
        if (!nextMessage(in)) {
            return null;
        }
        Object live = reader.liveObject();
        if (live != null && live.getClass() != type) {
            live = null;
        }
        T target = type.cast(live);
        if (target == null && Codecs.exact(type) instanceof ObjectCodec codec && codec.columns() != null) {
            target = type.cast(codec.columns().isSettable() ? codec.newInstance(in, session) : null);
        }
        if (target != null && setColumns(reader, type, target, live == null ? -1L : 0)) {
            reader.keepLive(target);
            return target;
        }
        return enterMessage(type, in) ? type.cast(readPresent(type, null)) : null;
    }

    /**
     * Sets the fields of an object from the columns of the present message.
     *
     * @param fields the fields to set whatever the message says to have changed
     * @return false where the message has to be read by its tokens
     */
    private boolean setColumns(ColumnReader reader, Class<?> type, Object into, long fields) {
        if (!(Codecs.exact(type) instanceof ObjectCodec codec)) {
            return false;
        }
        FieldColumns columns = codec.columns();
        if (columns == null || !columns.isSettable()) {
            return false;
        }
        ColumnReader.Message message = reader.columns(columns, session.nameOf(type));
        if (message == null) {
            return false;
        }
        event = message.event;
        long changed = message.changed | fields;
        if (changed == -1L) {
            return columns.setAll(into, message.bits, message.references, message.base);
        }
        for (long left = changed; left != 0; left &= left - 1) {
            int field = Long.numberOfTrailingZeros(left);
            int at = message.base + field;
            if (!columns.set(into, field, message.bits[at], message.references[at])) {
                return false;
            }
        }
        return true;
    }

    /**
     * Reads the next event or message, of the class that its type name stands for; without one, or with an unknown one,
     * as a {@link GenericRecord}, map, list or scalar.
     *
     * @return the event, its name null where the message is no event; or null where there is nothing more now
     */
    public Event read() {
        WireIn from = in();
        if (!isAtValue && !(isInEvents && moveToEvent(from))) {
            if (!nextMessage(from)) {
                return null;
            }
            isAtValue = true;
            if (isUntypedObject(from)) {
                return readUntyped(from);
            }
        }
        return new Event(event, readPresent(Object.class, null));
    }

    /** Text formats do not tell an event from a field: one named object is an event, anything else is a map. */
    private Event readUntyped(WireIn from) {
        from.beginObject();
        isAtValue = false;
        isInEvents = true;
        if (from.hasNext() && from.peek() != WireToken.KEY) {
            boolean isEvent = from.peek() == WireToken.EVENT;
            String name = from.fieldName();
            if (isEvent || from.peek() == WireToken.BEGIN_OBJECT && from.typeName() != null) {
                event = name;
                isAtValue = true;
                return new Event(name, readPresent(Object.class, null));
            }
            boolean isObject = from.peek() == WireToken.BEGIN_OBJECT;
            Object first = any().readOrNull(from, null, session);
            if (isObject && !from.hasNext()) {
                event = name;
                return new Event(name, first);
            }
            Map<Object, Object> map = new java.util.LinkedHashMap<>();
            map.put(name, first);
            PlainValues.readEntries(from, map, session);
            leaveEvents(from);
            return new Event(null, map);
        }
        Map<Object, Object> map = new java.util.LinkedHashMap<>();
        PlainValues.readEntries(from, map, session);
        leaveEvents(from);
        return new Event(null, map);
    }

    private static ValueCodec any() {
        return Codecs.exact(Object.class);
    }

    /** Moves to the next message as a whole, for whoever takes its tokens from {@link #in()}. */
    boolean nextWhole() {
        return nextMessage(in());
    }

    Session session() {
        return session;
    }

    private boolean nextMessage(WireIn from) {
        isInEvents = false;
        isAtValue = false;
        event = null;
        session.clearFirstField();
        if (isReaderBroken) {
            throw Session.cannotGoOn(format.name(), from.location());
        }
        return from.nextMessage();
    }

    private static boolean isUntypedObject(WireIn from) {
        return from.peek() == WireToken.BEGIN_OBJECT && from.typeName() == null;
    }

    private boolean moveToEvent(WireIn from) {
        while (from.hasNext()) {
            if (from.peek() != WireToken.KEY) {
                event = from.fieldName();
                isAtValue = true;
                return true;
            }
            from.key();
            from.skipValue();
            from.skipValue();
        }
        leaveEvents(from);
        return false;
    }

    private void leaveEvents(WireIn from) {
        isInEvents = false;
        event = null;
        from.endObject();
    }

    /** Moves to a value to be read as a class, unless there is one; false where there is none. */
    boolean hasMessage(Class<?> type) {
        WireIn from = in();
        if (isAtValue || isInEvents && moveToEvent(from)) {
            return true;
        }
        return nextMessage(from) && enterMessage(type, from);
    }

    /** Looks at the first tokens of a message to be read as a class; false where there is nothing for it. */
    private boolean enterMessage(Class<?> type, WireIn from) {
        isAtValue = true;
        event = null;
        if (isUntypedObject(from)) {
            ValueCodec codec = Codecs.exact(type);
            if (codec instanceof ObjectCodec objects) {
                enter(objects, from);
            } else if (!(codec instanceof BoundCodec
                    || codec instanceof MapCodec
                    || codec instanceof GenericRecordCodec)) {
                // Whatever else there is cannot be an object, so the object is events.
                from.beginObject();
                isInEvents = true;
                isAtValue = false;
                return moveToEvent(from) || hasMessage(type);
            }
        }
        return true;
    }

    /** Looks at the first entry of an untyped object: does it belong to the object wanted, or is it an event? */
    private void enter(ObjectCodec codec, WireIn from) {
        if (!codec.readsFields()) {
            return;
        }
        from.beginObject();
        if (from.hasNext() && from.peek() == WireToken.EVENT) {
            event = from.fieldName();
            isInEvents = true;
            return;
        }
        int ordinal = from.nextField(codec.plan().shape);
        if (ordinal >= 0 && isNamed(from, codec) && !holds(codec, ordinal)) {
            event = codec.plan().shape.name(ordinal);
            isInEvents = true;
            return;
        }
        if (ordinal != WireIn.UNKNOWN || from.peek() == WireToken.KEY) {
            session.setFirstField(ordinal);
            return;
        }
        String name = from.fieldName();
        if (codec.plan().formerOrdinal(name) >= 0 || from.peek() != WireToken.BEGIN_OBJECT) {
            session.setFirstName(name);
        } else if (from.typeName() != null) {
            event = name;
            isInEvents = true;
        } else {
            session.setFirstName(name);
            isUndecided = true;
        }
    }

    /** Whether the next value has the type name of the class wanted: an event may be named as a field is. */
    private boolean isNamed(WireIn from, ObjectCodec codec) {
        String name = from.typeName();
        return name != null
                && (TypeRegistry.isOwnName(name, codec.type())
                        || session.types.find(name).orElse(null) == codec.type());
    }

    private static boolean holds(ObjectCodec codec, int ordinal) {
        return codec.plan().fields.get(ordinal).type().raw().isAssignableFrom(codec.type());
    }

    /** Reads the value that the wire is at. */
    Object readPresent(Class<?> type, Object into) {
        WireIn from = in();
        isAtValue = false;
        try {
            return isUndecided ? readUndecided(from, type, into) : readAs(from, type, into);
        } catch (Misfit e) {
            throw e.located(event == null ? "$" : "$." + Printable.escape(event));
        } catch (StackOverflowError e) {
            isReaderBroken = true; // it may have been in the middle of anything
            throw Session.outOfStack(format.name(), from.location(), e);
        } finally {
            isUndecided = false;
            session.clearFirstField();
        }
    }

    /** An untyped object in an entry that the class does not have: an event if it is the only entry, else unknown. */
    private Object readUndecided(WireIn from, Class<?> type, Object into) {
        String name = session.unknownName(from);
        session.clearFirstField(); // the value may hold objects, which have not been entered
        Object first = any().readOrNull(from, null, session);
        if (!from.hasNext()) {
            event = name;
            isInEvents = true;
            return Texts.convert(first, type, into, options);
        }
        session.setFirstName(name);
        session.setFirstValue(first);
        return readAs(from, type, into);
    }

    private Object readAs(WireIn from, Class<?> type, Object into) {
        if (session.hasFirstField()) {
            return Codecs.exact(type).read(from, into, session);
        }
        String name = from.typeName();
        ValueCodec codec = Codecs.exact(type);
        if (name != null && codec instanceof ObjectCodec && !name.equals(session.nameOf(type))) {
            codec = named(from, name, type, codec);
        }
        return codec.readOrNull(from, into, session);
    }

    private ValueCodec named(WireIn from, String name, Class<?> type, ValueCodec codec) {
        Class<?> found = session.types.find(name).orElse(null);
        if (found != null && type.isAssignableFrom(found)) {
            return Codecs.exact(found);
        }
        if (session.refusesUnknown && !TypeRegistry.isOwnName(name, type)) {
            throw session.misfit(
                    from, "expected a " + TypeRegistry.simpleName(type) + " but was !" + Printable.escape(name));
        }
        return codec;
    }

    /**
     * Writes an object inside a message that is being written by hand, with its type name; types are named by
     * {@link TypeRegistry#shared()}.
     */
    public static void writeObject(WireOut out, Object object) {
        any().writeOrNull(out, object, Session.ofDefaults("wire"));
    }

    /** Reads an object inside a message that is being read by hand; types are found in {@link TypeRegistry#shared()}. */
    public static <T> T readObject(WireIn in, Class<T> type) {
        Session session = Session.ofDefaults("wire");
        try {
            return type.cast(Codecs.scope(type).declared(GenericType.of(type)).readOrNull(in, null, session));
        } catch (Misfit e) {
            throw e.located("$"); // inside what is read by hand
        }
    }

    /** Hands what is written to the stream's own medium. */
    public void flush() {
        if (out != null) {
            out.flush();
        }
    }

    /** Ends what the format ends, and closes the stream; a {@code Bytes} stays open. */
    @Override
    public void close() {
        if (outOpener != null && (out != null || inOpener == null)) {
            out().close();
        }
        if (inOpener != null && (in != null || outOpener == null)) {
            in().close();
        }
    }
}
