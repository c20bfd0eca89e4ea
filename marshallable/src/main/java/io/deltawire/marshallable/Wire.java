package io.deltawire.marshallable;

import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireFormats;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import net.openhft.chronicle.bytes.Bytes;

/**
 * A wire format bound to a buffer or stream: it writes objects as bytes and reads them back. The format is chosen by
 * name, so that a configuration can select it.
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
 * <p>A message is one object, or an object of events, which are named values. Every {@code write} makes one message; if
 * it fails, nothing of the message reaches the buffer. Any object with fields can be written; its class need not extend
 * or implement anything.
 *
 * <p>{@link #next} or a {@code read} may throw an exception because a value does not fit, the input is damaged, or a
 * method of an object threw it. The rest of the message is then skipped, and the next call reads the next message. A
 * loop that catches the exception therefore reaches the end of the input. A stream may also fail within a
 * message, for example by a timeout, and then continue: the next call reads that message again. If it is a text of
 * several events and one was already returned, the rest of it is lost.
 *
 * <p>A wire caches data for each class that it has written or read, and so keeps the class and its loader reachable
 * until the wire itself is garbage.
 *
 * <p>A wire belongs to one thread at a time, and so do its method writers and readers. A thread may hand it over to
 * another between messages, without a call for it. If a thread calls a wire while another one is in a call or has a
 * message open, it gets an {@link IllegalStateException} that names both, and the other thread is not disturbed. That
 * includes a chain of a method writer that is not finished, and a reader that waits for a stream; to unblock it, close
 * the stream itself. A thread that has called {@link #next} gets the exception when it reads on after another thread
 * has moved on. Threads that write to one wire need a lock: {@code synchronized (wire) { wire.write(quote); }}.
 *
 * <p>Instances come from {@link #of}; applications do not implement this interface.
 */
public interface Wire extends Closeable {
    /**
     * An event, or a message that is not an event.
     *
     * @param name the name of the event, or empty if the message is not an event; null stands for empty
     * @param value the value of the event, or the message
     */
    record Event(String name, Object value) {
        public Event {
            name = name == null ? "" : name;
        }
    }

    /**
     * Returns a wire that writes at the write position of {@code bytes} and reads from its read position.
     *
     * <p>The read position is after the last message that was read completely. The caller may move it to the start of
     * another message; it may also clear, or compact and refill, the {@code Bytes}. Reading continues at the new read
     * position.
     *
     * <p>Messages of a delta stream depend on earlier ones, so none may be left out or read twice. Clear the {@code
     * Bytes} only when everything in it has been read. Compact it only then, or after null or false was returned
     * because no complete message was left. At other times the read position may lag by up to 16 messages. Any other
     * move causes an {@link IllegalStateException} when it is detected, at the latest by a wrong checksum.
     *
     * @param formatName for example {@code yaml}, {@code json}, {@code csv}, {@code binary} or {@code delta}
     * @throws IllegalArgumentException if the class path has no such format
     */
    static Wire of(String formatName, Bytes<?> bytes) {
        return of(WireFormats.byName(formatName), bytes, WireOptions.DEFAULTS);
    }

    /**
     * Returns a wire that writes at the write position of {@code bytes} and reads from its read position, as {@link
     * #of(String, Bytes)} does.
     *
     * @param options options of the format and {@link MarshallableOptions}; see {@link TypeRegistry#asOptions}
     * @throws IllegalArgumentException if the class path has no such format
     */
    static Wire of(String formatName, Bytes<?> bytes, WireOptions options) {
        return of(WireFormats.byName(formatName), bytes, options);
    }

    /**
     * Returns a wire that writes at the write position of {@code bytes} and reads from its read position, as {@link
     * #of(String, Bytes)} does.
     */
    static Wire of(WireFormat format, Bytes<?> bytes, WireOptions options) {
        return Implementation.MODEL.wire(format, bytes, options);
    }

    /**
     * Returns a wire that writes at the position of {@code buffer} and reads from its position to its limit. Call
     * {@code flip()} before reading or sending what was written. The buffer may be on the heap, direct or mapped.
     *
     * <p>The position is after the last message that was read completely. The buffer may be cleared, compacted,
     * refilled and repositioned as a {@code Bytes} may ({@link #of(String, Bytes)}). When null or false is returned,
     * the bytes between position and limit are the start of an incomplete message. If the buffer has no room for a
     * message, writing it throws a {@link WireDataException}, and nothing of it is written.
     *
     * @param formatName for example {@code yaml}, {@code json}, {@code csv}, {@code binary} or {@code delta}
     * @throws IllegalArgumentException if the class path has no such format
     */
    static Wire of(String formatName, ByteBuffer buffer) {
        return of(WireFormats.byName(formatName), buffer, WireOptions.DEFAULTS);
    }

    /**
     * Returns a wire that writes at the position of {@code buffer} and reads from its position to its limit, as {@link
     * #of(String, ByteBuffer)} does.
     */
    static Wire of(String formatName, ByteBuffer buffer, WireOptions options) {
        return of(WireFormats.byName(formatName), buffer, options);
    }

    /**
     * Returns a wire that writes at the position of {@code buffer} and reads from its position to its limit, as {@link
     * #of(String, ByteBuffer)} does.
     */
    static Wire of(WireFormat format, ByteBuffer buffer, WireOptions options) {
        return Implementation.MODEL.wire(format, buffer, options);
    }

    /**
     * Returns a wire that only writes. It writes each message to the stream in one call.
     *
     * @throws IllegalArgumentException if the class path has no such format
     */
    static Wire of(String formatName, OutputStream stream) {
        return of(WireFormats.byName(formatName), stream, WireOptions.DEFAULTS);
    }

    /**
     * Returns a wire that only writes. It writes each message to the stream in one call.
     *
     * @throws IllegalArgumentException if the class path has no such format
     */
    static Wire of(String formatName, OutputStream stream, WireOptions options) {
        return of(WireFormats.byName(formatName), stream, options);
    }

    /** Returns a wire that only writes. It writes each message to the stream in one call. */
    static Wire of(WireFormat format, OutputStream stream, WireOptions options) {
        return Implementation.MODEL.wire(format, stream, options);
    }

    /**
     * Returns a wire that only writes, through an existing token writer, for example one that continues a dump. Closing
     * the wire closes the writer.
     *
     * @param options the options that the writer was created with
     */
    static Wire of(WireFormat format, WireOut out, WireOptions options) {
        return Implementation.MODEL.wire(format, out, options);
    }

    /**
     * Returns a wire that only reads. It may read from the stream beyond the current message.
     *
     * @throws IllegalArgumentException if the class path has no such format
     */
    static Wire of(String formatName, InputStream stream) {
        return of(WireFormats.byName(formatName), stream, WireOptions.DEFAULTS);
    }

    /**
     * Returns a wire that only reads. It may read from the stream beyond the current message.
     *
     * @throws IllegalArgumentException if the class path has no such format
     */
    static Wire of(String formatName, InputStream stream, WireOptions options) {
        return of(WireFormats.byName(formatName), stream, options);
    }

    /** Returns a wire that only reads. It may read from the stream beyond the current message. */
    static Wire of(WireFormat format, InputStream stream, WireOptions options) {
        return Implementation.MODEL.wire(format, stream, options);
    }

    /**
     * Returns a wire that only reads, through an existing token reader, for example one of a part of a dump. Closing the
     * wire closes the reader.
     *
     * @param options the options that the reader was created with
     */
    static Wire of(WireFormat format, WireIn in, WireOptions options) {
        return Implementation.MODEL.wire(format, in, options);
    }

    /**
     * Opens a file and continues it after its last whole message, which may be where its writer was killed: see {@link
     * WireFormat#newAppender(Path, WireOptions)}. The wire only writes.
     *
     * @throws IllegalArgumentException if the class path has no such format
     * @throws IOException if the file cannot be read or written, or another writer of any process has it
     */
    static Wire append(String formatName, Path file) throws IOException {
        return append(WireFormats.byName(formatName), file, WireOptions.DEFAULTS);
    }

    /** Opens a file and continues it after its last whole message, as {@link #append(String, Path)} does. */
    static Wire append(String formatName, Path file, WireOptions options) throws IOException {
        return append(WireFormats.byName(formatName), file, options);
    }

    /** Opens a file and continues it after its last whole message, as {@link #append(String, Path)} does. */
    static Wire append(WireFormat format, Path file, WireOptions options) throws IOException {
        return Implementation.MODEL.append(format, file, options);
    }

    /**
     * Opens the output of a service, so that every message of its input is answered exactly once, even if the service
     * was killed: at its first start as well as at every restart.
     *
     * <pre>{@code
     * MessageHistory history = new MessageHistory();
     * try (Wire output = Wire.resume("yaml", file, options); Wire input = Wire.of("json", stream)) {
     *     Orders orders = output.methodWriterBuilder(Orders.class).history(history).build();
     *     MethodReader reader = input.methodReaderBuilder().history(1, history).build(new OrderManager(orders));
     *     while (reader.readOne()) {}
     * }
     * }</pre>
     *
     * <p>The file is opened and repaired as by {@link #append}, and its histories are read: which message of each
     * source was the last that led to output, and how many outputs it has. A reader with the same history then skips
     * what comes before that message, and calls the component with it again. Its outputs that exist already are not
     * written again. So the component must make the same outputs of the same message, and every output must be written
     * by a method writer with the history. The input is read from its start.
     *
     * <p>A component may read several sources, if each has its own id, and write several resumed outputs. A component
     * whose outputs depend on earlier messages is built with {@link MethodReaderBuilder#replayAnswered}.
     *
     * @throws IllegalArgumentException if the class path has no such format
     * @throws IOException if the file cannot be read or written, or another writer of any process has it
     */
    static Wire resume(String formatName, Path file, WireOptions options) throws IOException {
        return resume(WireFormats.byName(formatName), file, options);
    }

    /** Opens the output of a service that may have been killed, as {@link #resume(String, Path, WireOptions)} does. */
    static Wire resume(WireFormat format, Path file, WireOptions options) throws IOException {
        return Implementation.MODEL.resume(format, file, options);
    }

    /**
     * Returns an object that writes each call of a method as an event: a message with the name of the method and its
     * arguments. A method may have any number of arguments. Default methods are events too.
     *
     * <p>A method returns nothing or an interface. A call on the returned object continues the same message, as in
     * {@code to(account).onBalance(balance)}. That object is valid only for its chain. The next write drops an
     * unfinished chain and reports it.
     *
     * <p>The code is generated, and a call allocates nothing.
     *
     * @param type the interface whose methods are events
     * @param more further interfaces that the object implements
     * @throws IllegalArgumentException if a method cannot be an event because of its return type or because it is
     *     overloaded
     */
    <T> T methodWriter(Class<T> type, Class<?>... more);

    /**
     * Returns a builder of customised method writers.
     *
     * @param type the interface whose methods are events
     * @param more further interfaces that the object implements
     */
    <T> MethodWriterBuilder<T> methodWriterBuilder(Class<T> type, Class<?>... more);

    /**
     * Returns a reader that calls the methods of components by the names of the events. Events without a method are
     * skipped.
     *
     * @param components objects of classes that implement interfaces
     * @throws IllegalArgumentException if two methods have the same event name, or if there is no event
     */
    MethodReader methodReader(Object... components);

    /** Returns a builder of customised method readers. */
    MethodReaderBuilder methodReaderBuilder();

    /**
     * Returns the messages of the buffer as YAML for people. Every message is a document, preceded by a comment with
     * its position in bytes, {@code # position: 227}. If the input cannot be read, the text ends with a comment that
     * gives the reason. Nothing is consumed.
     *
     * <p>A {@code Bytes} is dumped from the position where this wire began, whether or not it was read; a {@code
     * ByteBuffer} from its position to its limit.
     *
     * @throws IllegalStateException if this wire is on a stream
     */
    String toYaml();

    /** Returns the format of this wire. */
    WireFormat format();

    /** Returns the underlying token writer, for messages written by hand-written code. */
    WireOut out();

    /** Returns the underlying token reader. After using it, continue with {@link #next()} at the end of a message. */
    WireIn in();

    /**
     * Writes an object as a message. After a failure, the object is written again without output in order to find the
     * path to the faulty value. Hand-written code is called again then.
     *
     * @return this wire
     * @throws WireDataException if the object cannot be written, or not in this format; it contains the path to the
     *     faulty value, and nothing is written
     */
    Wire write(Object object);

    /**
     * Writes an object as the value of an event, which is a message of its own. A failure is handled as by {@link
     * #write(Object)}.
     *
     * @return this wire
     * @throws WireDataException if the object cannot be written, or not in this format; it contains the path to the
     *     faulty value, and nothing is written
     */
    Wire write(String event, Object object);

    /**
     * Writes a message that the record of an object no longer exists; {@link #isDeletion()} is true when it is read.
     * The object needs only its key. The reader gets the last state of the record, or the object itself if the writer
     * no longer has the record.
     *
     * @return this wire
     * @throws WireDataException if the format keeps no records, so that the message could not be told from others;
     *     nothing is written
     */
    Wire delete(Object object);

    /**
     * Writes a message that the record of an object no longer exists, as {@link #delete(Object)} does. The record is
     * the one that {@link #write(String, Object)} wrote as the value of this event.
     *
     * @return this wire
     * @throws WireDataException if the format keeps no records; nothing is written
     */
    Wire delete(String event, Object object);

    /**
     * Advances to the next event, within the current message or in the next one, and skips what is left of the current
     * event. An outermost object without a type name counts as an object of events. Any other message is one value, and
     * its {@link #event()} is empty.
     *
     * @return false if nothing more is available now
     */
    boolean next();

    /**
     * Returns the name of the event that {@link #next()} advanced to, or that a {@link MethodReader} last called a
     * method for. It is empty for a message without events, and never null.
     */
    String event();

    /**
     * Returns the number of the message that was read last or that {@link #next()} moved to. The first message that this
     * wire reads has the number 0; before it, this is -1. Several events of one message have the same number. A message
     * that is damaged so that it cannot be reached is not counted, nor is one that is read by {@link #in()}.
     */
    long index();

    /**
     * Returns whether the current message says that its record no longer exists: see {@link #delete}. A caller that
     * does not check this sees the last message of the record again.
     */
    boolean isDeletion();

    /**
     * Reads the value of the current event. If there is none or it was read already, this reads the next event or
     * message.
     *
     * <p>A type name in the input that stands for a subclass of {@code type} selects that subclass. Any other name is
     * ignored, because the caller's choice has precedence. If {@code type} is {@code Object} or a map and {@link
     * #next()} was not called, a message of events is a map from names to values.
     *
     * @return the object, or null if nothing more is available now or the value is null
     */
    <T> T read(Class<T> type);

    /**
     * Reads the value of the current event, or else the next event or message, as {@link #read(Class)} does, as a type
     * with arguments: a list, a map, a generic class, an array of them.
     *
     * <pre>{@code
     * Map<String, List<Quote>> books = wire.read(new TypeRef<Map<String, List<Quote>>>() {});
     * }</pre>
     *
     * @return the object, or null if nothing more is available now or the value is null
     */
    <T> T read(TypeRef<T> type);

    /**
     * Reads the next value into an object and reuses the objects, lists, maps and buffers in it. Other objects must not
     * share them, and none may occur twice in the object: it would be filled twice, or refused if that is detected.
     *
     * <p>Fields that the input lacks get their defaults: the values that the constructor without arguments leaves in
     * them, or null, 0 or false if there is no such constructor. Java records, and objects of another class than the
     * input names, are created again.
     *
     * <p>A {@code Class} argument is the class to read, as for {@link #read(Class)}: the compiler selects this method
     * for {@code read(isA ? A.class : B.class)}.
     *
     * @return the object filled, or null if nothing more is available now or the value is null
     */
    <T> T read(T into);

    /**
     * Reads the next event or message into the one object that belongs to its key, and sets only the fields that
     * changed. The wire owns the object, and the next message of that key changes it; copy what you retain. All fields
     * are set, as {@link #read(Object)} would, if the message has not exactly the fields of the class. That is the case
     * if another version of the class wrote it, or a value is of another kind.
     *
     * <p>In these cases the method is the same as {@link #read(Class)}:
     * <ul>
     * <li>The format keeps no records.
     * <li>The class has hand-written reading code or retains unknown fields.
     * <li>The key contains a mutable value: an array, a {@code Date}, a {@code StringBuilder}.
     * <li>The class has no generated code because it has no fields, or more than about 180.
     * <li>The class is a Java record, which cannot be changed.
     * <li>The value is not the first of its message.
     * </ul>
     *
     * <p>A key keeps its object as long as its record occurs again whenever the stream begins a new epoch, that is with
     * a block of empty state. It gets a new object after its deletion and after damage. It also gets one in each epoch
     * if the class computes its key ({@link KeyedMarshallable}) or has fewer key fields than the writer's class.
     *
     * @return the object, or null if nothing more is available now or the value is null
     */
    <T> T readByKey(Class<T> type);

    /**
     * Reads the next event or message as an object of the class that its type name stands for. Without a type name, or
     * with an unknown one, the value is a {@link GenericRecord}, map, list or scalar.
     *
     * @return the event, with an empty name if the message is not an event; or null if nothing more is available now
     */
    Event read();

    /**
     * Reads the next event or message as {@link #read(Class)} does, into an object that this wire reuses. The wire has
     * one object for {@code type} itself, and one for each subclass that a type name in the input selects. A stream of
     * several classes is thus read without allocation and without checking first which class is next:
     *
     * <pre>{@code
     * for (Update update; (update = wire.readReused(Update.class)) != null; ) {
     *     update.applyTo(book);
     * }
     * }</pre>
     *
     * <p>The wire owns the object, and the next message of its class that this method reads fills it again, as {@link
     * #read(Object)} does; copy what you retain. The object is new each time for Java records, which cannot be changed,
     * and if {@code type} is abstract and there is no type name. If {@code type} is {@code Object}, the value of an
     * event is read even without {@link #next()}. Unlike {@link #readByKey}, this method has one object for a class and
     * not one for a key.
     *
     * @return the object, or null if nothing more is available now or the value is null
     */
    <T> T readReused(Class<T> type);

    /**
     * Writes an object with its type name as a value within a message that hand-written code is writing. The type name
     * comes from {@link TypeRegistry#shared()}.
     */
    static void writeObject(WireOut out, Object object) {
        Implementation.MODEL.writeObject(out, object);
    }

    /**
     * Reads an object within a message that hand-written code is reading. Type names are resolved by {@link
     * TypeRegistry#shared()}.
     */
    static <T> T readObject(WireIn in, Class<T> type) {
        return Implementation.MODEL.readObject(in, type);
    }

    /** Writes a key frame, so that a reader can join the stream here: see {@link WireOut#keyFrame}. */
    void keyFrame();

    /** Flushes what was written to the medium of the stream. */
    void flush();

    /**
     * Completes the output as the format requires, and closes the stream. A {@code Bytes} stays open, and another wire
     * can continue with it. Closing again has no effect; any later read or write throws an {@link
     * IllegalStateException}.
     */
    @Override
    void close();
}
