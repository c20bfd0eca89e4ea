package io.deltawire.marshallable;

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
 * <p>Not thread-safe. Made by {@link #of}; applications do not implement this.
 */
public interface Wire extends Closeable {
    /** An event, or a message that is no event. */
    record Event(String name, Object value) {}

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
    static Wire of(String formatName, Bytes<?> bytes) {
        return of(WireFormats.byName(formatName), bytes, WireOptions.DEFAULTS);
    }

    /**
     * Returns a wire that writes at the write position of {@code bytes} and reads from its read position: {@link #of(String, Bytes)}.
     *
     * @param options among them which type name stands for which class: {@link TypeRegistry#asOptions}
     */
    static Wire of(String formatName, Bytes<?> bytes, WireOptions options) {
        return of(WireFormats.byName(formatName), bytes, options);
    }

    /** Returns a wire that writes at the write position of {@code bytes} and reads from its read position. */
    static Wire of(WireFormat format, Bytes<?> bytes, WireOptions options) {
        return Implementation.MODEL.wire(format, bytes, options);
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
    static Wire of(String formatName, ByteBuffer buffer) {
        return of(WireFormats.byName(formatName), buffer, WireOptions.DEFAULTS);
    }

    /** Returns a wire that writes at the position of {@code buffer}, and reads from its position to its limit: {@link #of(String, ByteBuffer)}. */
    static Wire of(String formatName, ByteBuffer buffer, WireOptions options) {
        return of(WireFormats.byName(formatName), buffer, options);
    }

    /** Returns a wire that writes at the position of {@code buffer}, and reads from its position to its limit: {@link #of(String, ByteBuffer)}. */
    static Wire of(WireFormat format, ByteBuffer buffer, WireOptions options) {
        return Implementation.MODEL.wire(format, buffer, options);
    }

    /** Returns a wire that writes to a stream, each message in one call; it cannot read. */
    static Wire of(String formatName, OutputStream stream) {
        return of(WireFormats.byName(formatName), stream, WireOptions.DEFAULTS);
    }

    /** Returns a wire that writes to a stream, each message in one call; it cannot read. */
    static Wire of(String formatName, OutputStream stream, WireOptions options) {
        return of(WireFormats.byName(formatName), stream, options);
    }

    /** Returns a wire that writes to a stream, each message in one call; it cannot read. */
    static Wire of(WireFormat format, OutputStream stream, WireOptions options) {
        return Implementation.MODEL.wire(format, stream, options);
    }

    /**
     * Returns a wire that writes objects by a writer of tokens, such as one that goes on in a dump; it cannot read. To close it
     * closes the writer.
     *
     * @param options those that the writer was made with
     */
    static Wire of(WireFormat format, WireOut out, WireOptions options) {
        return Implementation.MODEL.wire(format, out, options);
    }

    /** Returns a wire that reads a stream, ahead of the messages; it cannot write. */
    static Wire of(String formatName, InputStream stream) {
        return of(WireFormats.byName(formatName), stream, WireOptions.DEFAULTS);
    }

    /** Returns a wire that reads a stream, ahead of the messages; it cannot write. */
    static Wire of(String formatName, InputStream stream, WireOptions options) {
        return of(WireFormats.byName(formatName), stream, options);
    }

    /** Returns a wire that reads a stream, ahead of the messages; it cannot write. */
    static Wire of(WireFormat format, InputStream stream, WireOptions options) {
        return Implementation.MODEL.wire(format, stream, options);
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
    <T> T methodWriter(Class<T> type, Class<?>... more);

    /** Returns what makes method writers in other ways than {@link #methodWriter}. */
    <T> MethodWriterBuilder<T> methodWriterBuilder(Class<T> type, Class<?>... more);

    /**
     * Returns a reader that calls the methods of components, each by the event of its name. Events without a method are
     * passed over.
     *
     * @param components objects of classes that implement interfaces
     * @throws IllegalArgumentException where two methods have the name of one event, or there is no event
     */
    MethodReader methodReader(Object... components);

    /** Returns what makes method readers in other ways than {@link #methodReader}. */
    MethodReaderBuilder methodReaderBuilder();

    /**
     * Returns what is in the {@code Bytes} from where this wire began, read or not, as YAML for people: every message is a
     * document, in front of it a comment with its position in bytes, {@code # position: 227}. What cannot be read ends it
     * with a comment that says why. Nothing is consumed. Of a {@code ByteBuffer}, it is what is between its position and its limit.
     *
     * @throws IllegalStateException where this wire is on a stream
     */
    String dump();

    /** The format. */
    WireFormat format();

    /** The writer of tokens underneath, for messages made by hand. */
    WireOut out();

    /** The reader of tokens underneath. After using it, go on with {@link #next()} at the end of a message. */
    WireIn in();

    /**
     * Writes an object as a message.
     *
     * @return this
     * @throws WireDataException where the object cannot be written, or not in this format, with the path to what it is about; nothing is
     *     written. To find that, it is written once more to nowhere: code by hand is called again
     */
    Wire write(Object object);

    /**
     * Writes an object as the value of an event: a message of its own.
     *
     * @return this
     * @throws WireDataException where the object cannot be written, or not in this format, with the path to what it is about; nothing is
     *     written. To find that, it is written once more to nowhere: code by hand is called again
     */
    Wire write(String event, Object object);

    /**
     * Writes that the record of an object no longer exists: a message of its own, of which {@link #isDeletion()} is true
     * when it is read. The object need have nothing but its key; what is read is the record as it was, or the object where
     * the writer no longer has the record.
     *
     * @return this
     * @throws WireDataException where the format keeps no records, so that nobody could tell the message from others;
     *     nothing is written
     */
    Wire delete(Object object);

    /**
     * Writes that the record of an object, which {@link #write(String, Object)} wrote as the value of this event, no longer
     * exists: as {@link #delete(Object)}.
     *
     * @return this
     */
    Wire delete(String event, Object object);

    /**
     * Moves to the next event, over what has not been read of the present one: within the present message, or in the
     * next one. An outermost object without a type name is taken for an object of events; any other message is one
     * value, whose {@link #event()} is null.
     *
     * @return false when there is nothing more now
     */
    boolean next();

    /**
     * The name of the event that {@link #next()} has moved to, or whose method a {@link MethodReader} has called or is calling; or null
     * for a message that is not events.
     */
    String event();

    /**
     * Whether the present message says that the record it holds no longer exists: {@link #delete}. Where that is not asked
     * for, such a message looks like the last one of its record again.
     */
    boolean isDeletion();

    /**
     * Reads the value of the present event, or where there is none or it has been read, of the next event or message. A
     * type name in the input that stands for a subclass of {@code type} picks that; another name is passed over, since
     * the caller knows better. Where {@code Object} or a map is asked for without {@link #next()}, a message of events is a map of
     * them by their names.
     *
     * @return the object, or null where there is nothing more now, or the value is null
     */
    <T> T read(Class<T> type);

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
    <T> T read(T into);

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
    <T> T readLive(Class<T> type);

    /**
     * Reads the next event or message, of the class that its type name stands for; without one, or with an unknown one,
     * as a {@link GenericRecord}, map, list or scalar.
     *
     * @return the event, its name null where the message is no event; or null where there is nothing more now
     */
    Event read();

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
    <T> T readRecycled(Class<T> type);

    /**
     * Writes an object inside a message that is being written by hand, with its type name; types are named by
     * {@link TypeRegistry#shared()}.
     */
    static void writeObject(WireOut out, Object object) {
        Implementation.MODEL.writeObject(out, object);
    }

    /** Reads an object inside a message that is being read by hand; types are found in {@link TypeRegistry#shared()}. */
    static <T> T readObject(WireIn in, Class<T> type) {
        return Implementation.MODEL.readObject(in, type);
    }

    /** Makes the stream readable from here on for whoever joins it now: {@link WireOut#keyFrame}. */
    void keyFrame();

    /** Hands what is written to the stream's own medium. */
    void flush();

    /**
     * Ends what the format ends, and closes the stream; a {@code Bytes} stays open, and another wire can go on with it. To
     * write or read by this one is an {@link IllegalStateException} from now on; to close again does nothing.
     */
    @Override
    void close();
}
