package io.deltawire.marshallable;

import io.deltawire.wire.MessageKind;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireFormats;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import java.io.Closeable;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
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
 * <p>Where {@link #next} or a {@code read} throws an exception, because a value does not fit, the input is damaged, or a
 * method of an object threw it, the next call goes on with the next message: what is left of the present one is passed
 * over. So a loop that catches the exception comes to the end of the input. But where a stream fails in a message, as by a timeout, and goes on, the
 * next call reads that message; if it is a text of several events of which one has been given already, the rest of it is lost.
 *
 * <p>A wire keeps what it knows of each class that it has met, and so the class and its loader, until it is dropped itself.
 *
 * <p>Not thread-safe.
 */
public final class Wire implements Closeable {
    private final WireFormat format;
    private final WireOptions options;
    private final Session session;
    private final Supplier<WireOut> outOpener;
    private final Supplier<WireIn> inOpener;
    private WireOut out;
    private WireIn in;
    private ObjectWriter writer;
    private ObjectReader reader;

    private Supplier<Bytes<?>> content;
    private boolean isClosed;

    /** The message of a method writer whose chain of calls has not come to its end, or null. */
    EventMessage unfinished;

    private Wire(WireFormat format, WireOptions options, Supplier<WireOut> outOpener, Supplier<WireIn> inOpener) {
        this.format = Objects.requireNonNull(format, "format");
        this.options = Objects.requireNonNull(options, "options");
        this.session = new Session(format, options);
        this.outOpener = outOpener;
        this.inOpener = inOpener;
    }

    /** An event, or a message that is no event. */
    public record Event(String name, Object value) {}

    /**
     * Returns a wire that writes at the write position of {@code bytes} and reads from its read position.
     *
     * <p>The read position is behind what has been read as a whole, and reading goes on where it is moved to: {@code bytes} may be cleared or
     * compacted and filled again, or the read position be put to where a message begins. Of a delta stream, whose messages build on those
     * before, nothing may be left out or read twice: it is cleared when all in it has been read, and compacted then or when null or false has been
     * returned for want of more, which may be the rest of a message; before that the read position may be up to 16 messages behind. What was
     * moved otherwise is, as soon as that is seen, an {@link IllegalStateException}, and a checksum that is wrong at the latest.
     *
     * @param formatName for example {@code yaml}, {@code json}, {@code csv}, {@code binary} or {@code delta}
     * @throws IllegalArgumentException where there is no such format on the class path
     */
    public static Wire of(String formatName, Bytes<?> bytes) {
        return of(WireFormats.byName(formatName), bytes, WireOptions.DEFAULTS);
    }

    /**
     * Returns a wire that writes at the write position of {@code bytes} and reads from its read position: {@link #of(String, Bytes)}.
     *
     * @param options among them which type name stands for which class: {@link TypeRegistry#asOptions}
     */
    public static Wire of(String formatName, Bytes<?> bytes, WireOptions options) {
        return of(WireFormats.byName(formatName), bytes, options);
    }

    /** Returns a wire that writes at the write position of {@code bytes} and reads from its read position. */
    public static Wire of(WireFormat format, Bytes<?> bytes, WireOptions options) {
        Objects.requireNonNull(bytes, "bytes");
        long start = bytes.readPosition();
        Wire wire = new Wire(
                format,
                options,
                () -> format.newWriter(bytes, options),
                () -> format.newReader(bytes, format.forObjects(options)));
        wire.content = () -> {
            byte[] all = new byte[Math.toIntExact(bytes.writePosition() - start)];
            bytes.read(start, all, 0, all.length);
            return Bytes.wrapForRead(all);
        };
        return wire;
    }

    /**
     * Returns a wire that writes at the position of {@code buffer}, and reads from its position to its limit: what has been written is read, or
     * sent, after a {@code flip()}. The buffer may be on the heap, direct or mapped.
     *
     * <p>The position is behind what has been read as a whole. The buffer may be cleared, compacted, filled again and moved about in as a
     * {@code Bytes} may ({@link #of(String, Bytes)}); what is left between position and limit when null or false has been returned is the begin of
     * a message whose rest is still to come. Where there is no room for a message, writing it is a {@link WireDataException}, and nothing of it
     * is put.
     *
     * @param formatName for example {@code yaml}, {@code json}, {@code csv}, {@code binary} or {@code delta}
     * @throws IllegalArgumentException where there is no such format on the class path
     */
    public static Wire of(String formatName, ByteBuffer buffer) {
        return of(WireFormats.byName(formatName), buffer, WireOptions.DEFAULTS);
    }

    /** Returns a wire that writes at the position of {@code buffer}, and reads from its position to its limit: {@link #of(String, ByteBuffer)}. */
    public static Wire of(String formatName, ByteBuffer buffer, WireOptions options) {
        return of(WireFormats.byName(formatName), buffer, options);
    }

    /** Returns a wire that writes at the position of {@code buffer}, and reads from its position to its limit: {@link #of(String, ByteBuffer)}. */
    public static Wire of(WireFormat format, ByteBuffer buffer, WireOptions options) {
        Objects.requireNonNull(buffer, "buffer");
        Wire wire = new Wire(
                format,
                options,
                () -> format.newWriter(buffer, options),
                () -> format.newReader(buffer, format.forObjects(options)));
        wire.content = () -> {
            byte[] left = new byte[buffer.remaining()];
            buffer.get(buffer.position(), left);
            return Bytes.wrapForRead(left);
        };
        return wire;
    }

    /** Returns a wire that writes to a stream, each message in one call; it cannot read. */
    public static Wire of(String formatName, OutputStream stream) {
        return of(WireFormats.byName(formatName), stream, WireOptions.DEFAULTS);
    }

    /** Returns a wire that writes to a stream, each message in one call; it cannot read. */
    public static Wire of(String formatName, OutputStream stream, WireOptions options) {
        return of(WireFormats.byName(formatName), stream, options);
    }

    /** Returns a wire that writes to a stream, each message in one call; it cannot read. */
    public static Wire of(WireFormat format, OutputStream stream, WireOptions options) {
        Objects.requireNonNull(stream, "stream");
        return new Wire(format, options, () -> format.newWriter(stream, options), null);
    }

    /**
     * Returns a wire that writes objects by a writer of tokens, such as one that goes on in a dump; it cannot read. To close it
     * closes the writer.
     *
     * @param options those that the writer was made with
     */
    public static Wire of(WireFormat format, WireOut out, WireOptions options) {
        Objects.requireNonNull(out, "out");
        return new Wire(format, options, () -> out, null);
    }

    /** Returns a wire that reads a stream, ahead of the messages; it cannot write. */
    public static Wire of(String formatName, InputStream stream) {
        return of(WireFormats.byName(formatName), stream, WireOptions.DEFAULTS);
    }

    /** Returns a wire that reads a stream, ahead of the messages; it cannot write. */
    public static Wire of(String formatName, InputStream stream, WireOptions options) {
        return of(WireFormats.byName(formatName), stream, options);
    }

    /** Returns a wire that reads a stream, ahead of the messages; it cannot write. */
    public static Wire of(WireFormat format, InputStream stream, WireOptions options) {
        Objects.requireNonNull(stream, "stream");
        return new Wire(format, options, null, () -> format.newReader(stream, format.forObjects(options)));
    }

    /** Returns a wire that reads what a reader reads. */
    static Wire reading(WireFormat format, WireIn in, WireOptions options) {
        return new Wire(format, options, null, () -> in);
    }

    /**
     * Returns an object whose methods, when they are called, write their name and arguments as an event: a message of its
     * own. Methods may have any number of arguments, and return nothing, or an interface: what is called on that follows
     * in the same message, as in {@code to(account).onBalance(balance)}: that object is for the chain it was returned in, and a chain that is not
     * finished is dropped by what is written next, which says so. Default methods are events too.
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
     * Returns what is in the {@code Bytes} from where this wire began, read or not, as YAML for people: every message is a
     * document, in front of it a comment with its position in bytes, {@code # position: 227}. What cannot be read ends it
     * with a comment that says why. Nothing is consumed. Of a {@code ByteBuffer}, it is what is between its position and its limit.
     *
     * @throws IllegalStateException where this wire is on a stream
     */
    public String dump() {
        if (content == null) {
            throw new IllegalStateException("a stream cannot be read twice; WireDump.copy prints one");
        }
        return WireDump.of(format, content.get(), options);
    }

    /** The format. */
    public WireFormat format() {
        return format;
    }

    /** The writer of tokens underneath, for messages made by hand. */
    public WireOut out() {
        if (out == null) {
            requireOpen();
            if (outOpener == null) {
                throw new IllegalStateException("this wire is for reading");
            }
            out = outOpener.get();
        }
        return out;
    }

    /** The reader of tokens underneath. After using it, go on with {@link #next()} at the end of a message. */
    public WireIn in() {
        reader().share();
        return in;
    }

    private WireIn openIn() {
        if (in == null) {
            requireOpen();
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
     * @throws WireDataException where the object cannot be written, or not in this format, with the path to what it is about; nothing is
     *     written. To find that, it is written once more to nowhere: code by hand is called again
     */
    public Wire write(Object object) {
        writer().write(null, object);
        return this;
    }

    /**
     * Writes an object as the value of an event: a message of its own.
     *
     * @return this
     * @throws WireDataException where the object cannot be written, or not in this format, with the path to what it is about; nothing is
     *     written. To find that, it is written once more to nowhere: code by hand is called again
     */
    public Wire write(String event, Object object) {
        writer().write(Objects.requireNonNull(event, "event"), object);
        return this;
    }

    /**
     * Writes that the record of an object no longer exists: a message of its own, of which {@link #isDeletion()} is true
     * when it is read. The object need have nothing but its key; what is read is the record as it was, or the object where
     * the writer no longer has the record.
     *
     * @return this
     * @throws WireDataException where the format keeps no records, so that nobody could tell the message from others;
     *     nothing is written
     */
    public Wire delete(Object object) {
        writer().delete(null, Objects.requireNonNull(object, "object"));
        return this;
    }

    /**
     * Writes that the record of an object, which {@link #write(String, Object)} wrote as the value of this event, no longer
     * exists: as {@link #delete(Object)}.
     *
     * @return this
     */
    public Wire delete(String event, Object object) {
        writer().delete(Objects.requireNonNull(event, "event"), Objects.requireNonNull(object, "object"));
        return this;
    }

    /**
     * Moves to the next event, over what has not been read of the present one: within the present message, or in the
     * next one. An outermost object without a type name is taken for an object of events; any other message is one
     * value, whose {@link #event()} is null.
     *
     * @return false when there is nothing more now
     */
    public boolean next() {
        return reader().next();
    }

    /**
     * The name of the event that {@link #next()} has moved to, or whose method a {@link MethodReader} has called or is calling; or null
     * for a message that is not events.
     */
    public String event() {
        return reader == null ? null : reader.event();
    }

    /**
     * Whether the present message says that the record it holds no longer exists: {@link #delete}. Where that is not asked
     * for, such a message looks like the last one of its record again.
     */
    public boolean isDeletion() {
        return in != null && in.messageKind() == MessageKind.DELETE;
    }

    /**
     * Reads the value of the present event, or where there is none or it has been read, of the next event or message. A
     * type name in the input that stands for a subclass of {@code type} picks that; another name is passed over, since
     * the caller knows better. Where {@code Object} or a map is asked for without {@link #next()}, a message of events is a map of
     * them by their names.
     *
     * @return the object, or null where there is nothing more now, or the value is null
     */
    public <T> T read(Class<T> type) {
        ObjectReader from = reader();
        Object read = from.read(type, null);
        from.passEnd();
        return cast(type, read);
    }

    /**
     * Reads the next value into an object, using again what is in it: objects, lists, maps and buffers, which must not be
     * shared with other objects, nor be in two places of it: what is would be filled twice, or refused where that is noticed. Fields that
     * the input does not have get their defaults: what a constructor without arguments leaves in them; null, 0 or false where the class has
     * none. Records, and objects of another
     * class than the input names, are made anew.
     *
     * <p>A {@code Class} is taken for the class to read, as by {@link #read(Class)}: the compiler takes {@code read(isA ? A.class : B.class)} for this.
     *
     * @return the object filled, or null where there is nothing more now, or the value is null
     */
    @SuppressWarnings("unchecked") // the codec of the class of the object gives objects of it or of a subclass
    public <T> T read(T into) {
        if (into instanceof Class<?> type) {
            return (T) read(type);
        }
        ObjectReader from = reader();
        Object read = from.read(into.getClass(), into);
        from.passEnd();
        return (T) read;
    }

    /**
     * Reads the next event or message into the one object that belongs to its key, and sets in it only what has changed.
     * The object is the wire's: it changes with the next message of that key, so take a copy of what is to be kept. Where a
     * message is not just the fields of the class (another version of the class has written it, or a value is of another kind), all of
     * the object is set, as {@link #read(Object)} would. This is {@link #read(Class)} in a format that keeps no records; for a class that
     * reads itself by hand or keeps unknown fields, one with a key that can change in itself (an array, a {@code Date}, a {@code StringBuilder}), and
     * one that there is no generated code for (it has no fields, or more than some 180); for a Java record, which cannot be changed; and for a
     * value that is not the first of its message.
     *
     * <p>A key has the same object for as long as its record comes again each time that the stream begins anew, with a block of
     * empty state. It has another one after its deletion, after damage, and in each epoch where the class names its key itself
     * ({@link KeyedMarshallable}) or by less fields than the writer's.
     *
     * @return the object, or null where there is nothing more now, or the value is null
     */
    public <T> T readLive(Class<T> type) {
        ObjectReader from = reader();
        Object read = from.readLive(type);
        from.passEnd();
        return cast(type, read);
    }

    /**
     * Reads the next event or message, of the class that its type name stands for; without one, or with an unknown one,
     * as a {@link GenericRecord}, map, list or scalar.
     *
     * @return the event, its name null where the message is no event; or null where there is nothing more now
     */
    public Event read() {
        ObjectReader from = reader();
        Event read = from.read();
        from.passEnd();
        return read;
    }

    /** An object that is read as a class, as that; {@link Class#cast} takes no classes of primitives. */
    @SuppressWarnings("unchecked") // the type of long.class is Long
    static <T> T cast(Class<T> type, Object object) {
        if (object != null && object.getClass() == type) {
            return (T) object; // mostly, and sooner than asked of the class
        }
        return type.isPrimitive() ? (T) object : type.cast(object);
    }

    /**
     * Reads the next event or message as {@link #read(Class)} does, into the object that this wire keeps of the class that is read: one for
     * each class whose type name the input gives, if it is {@code type} or a subclass of it, and one of {@code type} itself. So a stream of several classes is
     * read without garbage and without asking first which of them comes:
     *
     * <pre>{@code
     * for (Update update; (update = wire.readRecycled(Update.class)) != null; ) {
     *     update.applyTo(book);
     * }
     * }</pre>
     *
     * <p>The object is the wire's: it is filled again, as by {@link #read(Object)}, by the next message of its class that is read by this method, so take a copy of
     * what is to be kept. It is new each time for Java records, which cannot be changed, and where {@code type} is abstract and there is no type name. Where {@code Object} is
     * asked for, the value of an event is read also without {@link #next()}.
     * Unlike {@link #readLive} this has one object for a class and not one for a key.
     *
     * @return the object, or null where there is nothing more now, or the value is null
     */
    @SuppressWarnings("unchecked") // the class of the object is this one or one below it
    public <T> T readRecycled(Class<T> type) {
        return (T) reader().readRecycled(type);
    }

    /** Moves to the next message as a whole, for whoever takes its tokens from {@link #in()}. */
    boolean nextWhole() {
        return reader().nextWhole();
    }

    Session session() {
        return session;
    }

    WireOptions options() {
        return options;
    }

    /** Reads objects: the state of reading. */
    ObjectReader reader() {
        ObjectReader open = reader;
        if (open == null) {
            open = new ObjectReader(openIn(), session);
            reader = open;
        }
        return open;
    }

    /** Writes objects: the state of writing. */
    ObjectWriter writer() {
        if (unfinished != null) {
            throw unfinished.dropped(", nor of what was to be written");
        }
        ObjectWriter open = writer;
        return open == null ? openWriter() : open;
    }

    private ObjectWriter openWriter() {
        writer = new ObjectWriter(out(), session);
        return writer;
    }

    /**
     * Writes an object inside a message that is being written by hand, with its type name; types are named by
     * {@link TypeRegistry#shared()}.
     */
    public static void writeObject(WireOut out, Object object) {
        Codecs.exact(Object.class).writeOrNull(out, object, Session.byHand(out));
    }

    /** Reads an object inside a message that is being read by hand; types are found in {@link TypeRegistry#shared()}. */
    public static <T> T readObject(WireIn in, Class<T> type) {
        Session session = Session.ofDefaults("wire");
        try {
            return cast(type, Codecs.scope(type).declared(GenericType.of(type)).readOrNull(in, null, session));
        } catch (Misfit e) {
            throw e.located("$"); // inside what is read by hand
        }
    }

    /** Makes the stream readable from here on for whoever joins it now: {@link WireOut#keyFrame}. */
    public void keyFrame() {
        out().keyFrame();
    }

    /** Hands what is written to the stream's own medium. */
    public void flush() {
        if (out != null) {
            out.flush();
        }
    }

    /**
     * Ends what the format ends, and closes the stream; a {@code Bytes} stays open, and another wire can go on with it. To
     * write or read by this one is an {@link IllegalStateException} from now on; to close again does nothing.
     */
    @Override
    public void close() {
        if (isClosed) {
            return;
        }
        if (out != null) {
            out.cancelMessage(); // which an object that is being written may not do: then nothing has been closed
        }
        WireOut openOut = outOpener != null && (out != null || inOpener == null) ? out() : null;
        WireIn openIn = inOpener != null && (in != null || outOpener == null) ? openIn() : null;
        isClosed = true;
        out = null;
        in = null;
        writer = null;
        reader = null;
        if (openOut != null) {
            openOut.close();
        }
        if (openIn != null) {
            openIn.close();
        }
    }

    private void requireOpen() {
        if (isClosed) {
            throw new IllegalStateException("the wire is closed");
        }
    }
}
