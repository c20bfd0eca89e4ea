package io.deltawire.marshallable.internal.io;

import io.deltawire.marshallable.AnsweredInputs;
import io.deltawire.marshallable.MethodReader;
import io.deltawire.marshallable.MethodReaderBuilder;
import io.deltawire.marshallable.MethodWriterBuilder;
import io.deltawire.marshallable.TypeRef;
import io.deltawire.marshallable.Wire;
import io.deltawire.marshallable.internal.codec.CodecContext;
import io.deltawire.marshallable.internal.codec.CodecSet;
import io.deltawire.marshallable.internal.codec.TypeMismatch;
import io.deltawire.marshallable.internal.schema.GenericType;
import io.deltawire.wire.MessageKind;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.spi.ThreadGuard;
import io.deltawire.wire.spi.ThreadGuarded;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import net.openhft.chronicle.bytes.Bytes;

/**
 * The implementation of {@link Wire}. It opens the writer and reader of the format on first use. {@link ObjectWriter}
 * and {@link ObjectReader} own the state of writing and reading; this class only owns the state that they share: the
 * session and the unfinished message of a method writer.
 *
 * <p>It belongs to one thread at a time, like its writer and reader, whose {@link ThreadGuard}s refuse the others. Its
 * writer and reader are opened under its monitor, so that two threads cannot open two of them.
 */
public final class ObjectWire implements Wire {
    private final WireFormat format;
    private final WireOptions options;
    private final CodecContext session;
    private final EventFactory events;
    private final Supplier<WireOut> outOpener;
    private final Function<WireOptions, WireIn> inOpener;
    private WireOut out;
    private WireIn in;
    private ObjectWriter writer;
    private ObjectReader reader;

    private Supplier<Bytes<?>> content;
    /** Takes all that a reader would read; null if only a reader can. */
    private Supplier<InputStream> unread;

    private boolean isClosed;

    /** The message of a method writer whose chain of calls is not finished, or null. */
    private EventMessage unfinished;

    /** The answers that the output has already, if a service continues there; otherwise null. */
    private AnsweredInputs answered;

    private ObjectWire(
            WireFormat format,
            WireOptions options,
            EventFactory events,
            Supplier<WireOut> outOpener,
            Function<WireOptions, WireIn> inOpener) {
        this.format = Objects.requireNonNull(format, "format");
        this.options = Objects.requireNonNull(options, "options");
        this.session = new CodecContext(format, options);
        this.events = events;
        this.outOpener = outOpener;
        this.inOpener = inOpener;
    }

    /** See {@link Wire}. */
    public static ObjectWire of(WireFormat format, Bytes<?> bytes, WireOptions options, EventFactory events) {
        Objects.requireNonNull(bytes, "bytes");
        long start = bytes.readPosition();
        ObjectWire wire = new ObjectWire(
                format,
                options,
                events,
                () -> format.newWriter(bytes, format.forObjects(options)),
                with -> format.newReader(bytes, with));
        wire.content = () -> {
            byte[] all = new byte[Math.toIntExact(bytes.writePosition() - start)];
            bytes.read(start, all, 0, all.length);
            return Bytes.wrapForRead(all);
        };
        wire.unread = () -> {
            byte[] rest = bytes.toByteArray();
            bytes.readPosition(bytes.writePosition());
            return new ByteArrayInputStream(rest);
        };
        return wire;
    }

    /** See {@link Wire}. */
    public static ObjectWire of(WireFormat format, ByteBuffer buffer, WireOptions options, EventFactory events) {
        Objects.requireNonNull(buffer, "buffer");
        ObjectWire wire = new ObjectWire(
                format,
                options,
                events,
                () -> format.newWriter(buffer, format.forObjects(options)),
                with -> format.newReader(buffer, with));
        wire.content = () -> {
            byte[] left = new byte[buffer.remaining()];
            buffer.get(buffer.position(), left);
            return Bytes.wrapForRead(left);
        };
        wire.unread = () -> {
            byte[] rest = new byte[buffer.remaining()];
            buffer.get(rest);
            return new ByteArrayInputStream(rest);
        };
        return wire;
    }

    /** See {@link Wire}. */
    public static ObjectWire of(WireFormat format, OutputStream stream, WireOptions options, EventFactory events) {
        Objects.requireNonNull(stream, "stream");
        return new ObjectWire(
                format, options, events, () -> format.newWriter(stream, format.forObjects(options)), null);
    }

    /** See {@link Wire}. */
    public static ObjectWire of(WireFormat format, WireOut out, WireOptions options, EventFactory events) {
        Objects.requireNonNull(out, "out");
        return new ObjectWire(format, options, events, () -> out, null);
    }

    /** See {@link Wire}. */
    public static ObjectWire of(WireFormat format, WireIn in, WireOptions options, EventFactory events) {
        Objects.requireNonNull(in, "in");
        return new ObjectWire(format, options, events, null, with -> in);
    }

    /** See {@link Wire}. */
    public static ObjectWire of(WireFormat format, InputStream stream, WireOptions options, EventFactory events) {
        Objects.requireNonNull(stream, "stream");
        ObjectWire wire = new ObjectWire(format, options, events, null, with -> format.newReader(stream, with));
        wire.unread = () -> stream;
        return wire;
    }

    @Override
    public <T> T methodWriter(Class<T> type, Class<?>... more) {
        return methodWriterBuilder(type, more).build();
    }

    @Override
    public <T> MethodWriterBuilder<T> methodWriterBuilder(Class<T> type, Class<?>... more) {
        return events.writerBuilder(this, type, more);
    }

    @Override
    public MethodReader methodReader(Object... components) {
        return methodReaderBuilder().build(components);
    }

    @Override
    public MethodReaderBuilder methodReaderBuilder() {
        return events.readerBuilder(this);
    }

    @Override
    public String toYaml() {
        if (content == null) {
            throw new IllegalStateException("a stream cannot be read twice; WireDump.copy prints one");
        }
        return YamlDump.of(format, content.get(), options);
    }

    @Override
    public WireFormat format() {
        return format;
    }

    @Override
    public WireOut out() {
        WireOut open = out;
        return open == null ? openOut() : open;
    }

    private synchronized WireOut openOut() {
        if (out == null) {
            requireOpen();
            if (outOpener == null) {
                throw new IllegalStateException("this wire is for reading");
            }
            out = outOpener.get();
            linkGuards();
        }
        return out;
    }

    /** Lets the writer and the reader of one buffer refuse calls during a call of the other one. */
    private void linkGuards() {
        if (in instanceof ThreadGuarded reader && out instanceof ThreadGuarded writer) {
            ThreadGuard.link(writer.threadGuard(), reader.threadGuard());
        }
    }

    @Override
    public WireIn in() {
        reader().share();
        return in;
    }

    /**
     * Reads the whole messages of an output whose writer may have been killed, as {@link Wire#resume} does. If this wire
     * has a reader already, reads what is left in it.
     */
    public void readOutput(Consumer<WireIn> reading) {
        InputStream output = takeUnread();
        if (output == null) {
            reading.accept(in());
        } else {
            OutputCopy.read(format, options, output, reading);
        }
    }

    private synchronized InputStream takeUnread() {
        return in == null && unread != null && !isClosed ? unread.get() : null;
    }

    private synchronized WireIn openIn() {
        if (in == null) {
            requireOpen();
            if (inOpener == null) {
                throw new IllegalStateException("this wire is for writing");
            }
            in = inOpener.apply(format.forObjects(options));
            linkGuards();
        }
        return in;
    }

    @Override
    public Wire write(Object object) {
        writer().write(null, object);
        return this;
    }

    @Override
    public Wire write(String event, Object object) {
        writer().write(Objects.requireNonNull(event, "event"), object);
        return this;
    }

    @Override
    public Wire delete(Object object) {
        writer().delete(null, Objects.requireNonNull(object, "object"));
        return this;
    }

    @Override
    public Wire delete(String event, Object object) {
        writer().delete(Objects.requireNonNull(event, "event"), Objects.requireNonNull(object, "object"));
        return this;
    }

    @Override
    public boolean next() {
        ObjectReader from = reader();
        from.enterToMove();
        try {
            return from.next();
        } finally {
            from.exit();
        }
    }

    @Override
    public String event() {
        ObjectReader open = reader;
        if (open == null) {
            return "";
        }
        String event = open.event();
        open.requireOwner();
        return event == null ? "" : event;
    }

    @Override
    public long index() {
        ObjectReader open = reader;
        if (open == null) {
            return -1;
        }
        long index = open.index();
        open.requireOwner();
        return index;
    }

    @Override
    public boolean isDeletion() {
        if (in == null) {
            return false;
        }
        boolean isDeletion = in.messageKind() == MessageKind.DELETE;
        reader().requireOwner();
        return isDeletion;
    }

    @Override
    public <T> T read(Class<T> type) {
        ObjectReader from = reader();
        from.enterToRead();
        try {
            Object read = from.read(type, null);
            from.consumeEnd();
            return cast(type, read);
        } finally {
            from.exit();
        }
    }

    @Override
    @SuppressWarnings("unchecked") // the codec of the type gives objects of it
    public <T> T read(TypeRef<T> type) {
        if (type.type() instanceof Class<?> raw) {
            return (T) read(raw);
        }
        ObjectReader from = reader();
        from.enterToRead();
        try {
            Object read = from.readGeneric(type.type());
            from.consumeEnd();
            return (T) read;
        } finally {
            from.exit();
        }
    }

    @Override
    @SuppressWarnings("unchecked") // the codec of the class of the object gives objects of it or of a subclass
    public <T> T read(T into) {
        if (into instanceof Class<?> type) {
            return (T) read(type);
        }
        ObjectReader from = reader();
        from.enterToRead();
        try {
            Object read = from.read(into.getClass(), into);
            from.consumeEnd();
            return (T) read;
        } finally {
            from.exit();
        }
    }

    @Override
    public <T> T readByKey(Class<T> type) {
        ObjectReader from = reader();
        from.enterToRead();
        try {
            Object read = from.readByKey(type);
            from.consumeEnd();
            return cast(type, read);
        } finally {
            from.exit();
        }
    }

    @Override
    public Event read() {
        ObjectReader from = reader();
        from.enterToRead();
        try {
            Event read = from.read();
            from.consumeEnd();
            return read;
        } finally {
            from.exit();
        }
    }

    /** Returns an object as a class. {@link Class#cast} does not accept primitive classes. */
    @SuppressWarnings("unchecked") // the type of long.class is Long
    public static <T> T cast(Class<T> type, Object object) {
        if (object != null && object.getClass() == type) {
            return (T) object; // the common case, which is faster than Class.cast
        }
        return type.isPrimitive() ? (T) object : type.cast(object);
    }

    @Override
    @SuppressWarnings("unchecked") // the class of the object is this one or one below it
    public <T> T readReused(Class<T> type) {
        ObjectReader from = reader();
        from.enterToRead();
        try {
            return (T) from.readReused(type);
        } finally {
            from.exit();
        }
    }

    /** Moves to the next message, for a caller that reads its tokens from {@link #in()}. */
    public boolean nextForTokens() {
        ObjectReader from = reader();
        from.enterToMove();
        try {
            return from.nextForTokens();
        } finally {
            from.exit();
        }
    }

    /** Returns the message of a method writer whose chain of calls is not finished, or null. */
    EventMessage unfinished() {
        return unfinished;
    }

    /** Returns the answers that the output has already if {@link Wire#resume} has opened it; otherwise null. */
    public AnsweredInputs answered() {
        return answered;
    }

    public void setAnswered(AnsweredInputs inputs) {
        answered = inputs;
    }

    void setUnfinished(EventMessage message) {
        unfinished = message;
    }

    public CodecContext session() {
        return session;
    }

    WireOptions options() {
        return options;
    }

    /** Returns the object reader, which is opened on first use. */
    public ObjectReader reader() {
        ObjectReader open = reader;
        return open == null ? openReader() : open;
    }

    private synchronized ObjectReader openReader() {
        if (reader == null) {
            reader = new ObjectReader(openIn(), session);
        }
        return reader;
    }

    /**
     * Returns the object writer, which is opened on first use.
     *
     * @throws IllegalStateException if a chain of calls is not finished, which is dropped
     */
    ObjectWriter writer() {
        if (unfinished != null) {
            requireFinished();
        }
        ObjectWriter open = writer;
        return open == null ? openWriter() : open;
    }

    private void requireFinished() {
        ThreadGuard guard = ThreadGuard.guardOfWriter(out());
        guard.enter(); // another thread may have begun the chain
        try {
            EventMessage chain = unfinished;
            if (chain != null) {
                throw chain.dropChain(", nor of the new message");
            }
        } finally {
            guard.exit();
        }
    }

    private synchronized ObjectWriter openWriter() {
        if (writer == null) {
            writer = new ObjectWriter(out(), session);
        }
        return writer;
    }

    /** See {@link Wire#writeObject}. */
    public static void writeObject(WireOut out, Object object) {
        CodecContext session = CodecContext.forHandWrittenCode(out);
        session.codecs().any().writeOrNull(out, object, session);
    }

    /** See {@link Wire#readObject}. */
    public static <T> T readObject(WireIn in, Class<T> type) {
        CodecContext session = CodecContext.forHandWrittenCode(in);
        try {
            return cast(
                    type,
                    CodecSet.of(session)
                            .scope(type)
                            .declared(GenericType.of(type))
                            .readOrNull(in, null, session));
        } catch (TypeMismatch e) {
            throw e.withRoot("$"); // the path within hand-written code
        }
    }

    @Override
    public void keyFrame() {
        out().keyFrame();
    }

    @Override
    public void flush() {
        WireOut open = out;
        if (open != null) {
            open.flush();
        }
    }

    @Override
    public void close() {
        WireOut open = out;
        if (open == null) {
            closeInput();
            return;
        }
        ThreadGuard guard = ThreadGuard.guardOfWriter(open);
        guard.enter();
        try {
            closeInput();
        } finally {
            guard.exit();
        }
    }

    private void closeInput() {
        WireIn open = in;
        if (open == null) {
            closeBoth();
            return;
        }
        ThreadGuard guard = ThreadGuard.guardOfReader(open);
        guard.enter();
        try {
            closeBoth();
        } finally {
            guard.exit();
        }
    }

    private void closeBoth() {
        if (isClosed) {
            return;
        }
        if (out != null) {
            out.cancelMessage(); // throws if an object being written calls close(); nothing is closed then
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
