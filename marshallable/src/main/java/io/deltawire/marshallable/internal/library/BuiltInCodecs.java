package io.deltawire.marshallable.internal.library;

import io.deltawire.marshallable.RecordedException;
import io.deltawire.marshallable.TypeCodec;
import io.deltawire.marshallable.internal.schema.TypeCodecs.Registration;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.WireToken;
import java.io.File;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TimeZone;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * The codecs of classes of the Java library that are not scalars of the wire: files, network addresses, patterns,
 * atomic values and so on. They implement the same interface as the codecs of applications. docs/types.md lists their
 * forms.
 *
 * <p>The table of codecs is filled when this class is loaded and never changes. Thread-safe.
 */
public final class BuiltInCodecs {
    private static final Map<Class<?>, Form> BY_CLASS = new HashMap<>();

    /** The classes whose codec serves all subclasses, because the library returns objects of hidden ones. */
    private static final List<Class<?>> BASES =
            List.of(Path.class, InetAddress.class, ByteBuffer.class, TimeZone.class, Charset.class, Throwable.class);

    static {
        addNames();
        addNetwork();
        addAtomics();
        addBits();
        add(Throwable.class, BuiltInCodecs::writeThrowable, BuiltInCodecs::readThrowable, null, BuiltInCodecs::content);
        addSql();
    }

    private BuiltInCodecs() {}

    /**
     * How to write, read, copy and compare the values of a class.
     *
     * @param copy makes a copy of a value, or returns it if it never changes
     * @param content returns an object to compare in place of the value, whose own {@code equals} may compare identity
     *     or resolve host names
     */
    private record Form(Registration registration, UnaryOperator<Object> copy, Function<Object, Object> content) {}

    /** Returns the classes that have a codec here. */
    public static Set<Class<?>> types() {
        return BY_CLASS.keySet();
    }

    /** Returns the codec that serves a class, or null. */
    public static Registration find(Class<?> type) {
        Form form = formOf(type);
        return form == null ? null : form.registration;
    }

    /** Returns a copy of a value of one of these classes, or null for any other. */
    public static Object copyOf(Object value) {
        Form form = formOf(value.getClass());
        return form == null ? null : form.copy.apply(value);
    }

    /** Returns an object that is equal for equal values of one of these classes, or null for any other class. */
    public static Object contentOf(Object value) {
        Form form = formOf(value.getClass());
        return form == null ? null : form.content.apply(value);
    }

    /** Returns whether there is a codec for values of a class. */
    public static boolean isServed(Class<?> type) {
        return formOf(type) != null;
    }

    private static Form formOf(Class<?> type) {
        Form form = BY_CLASS.get(type);
        if (form != null || type.isInterface()) {
            return form;
        }
        for (Class<?> each : BASES) {
            if (each.isAssignableFrom(type)) {
                return BY_CLASS.get(each);
            }
        }
        return null;
    }

    @SuppressWarnings("unchecked") // values are of the class
    private static <T> void add(
            Class<T> type,
            BiConsumer<T, WireOut> writer,
            Function<WireIn, T> reader,
            UnaryOperator<T> copy,
            Function<T, Object> content) {
        TypeCodec<T> codec = new TypeCodec<>() {
            @Override
            public void write(T value, WireOut out) {
                writer.accept(value, out);
            }

            @Override
            public T read(WireIn in) {
                return reader.apply(in);
            }
        };
        BY_CLASS.put(
                type,
                new Form(
                        new Registration(type, codec, true),
                        copy == null ? UnaryOperator.identity() : (UnaryOperator<Object>) copy,
                        (Function<Object, Object>) content));
    }

    private static WireDataException unwritable(String problem) {
        return new WireDataException("object", problem, null);
    }

    private static void addNames() {
        add(
                Path.class,
                (value, out) -> {
                    if (value.getFileSystem() != FileSystems.getDefault()) {
                        throw unwritable("expected a path of the default file system but was " + value.toUri());
                    }
                    out.text(value.toString());
                },
                in -> Path.of(in.text()),
                null,
                value -> value);
        add(File.class, (value, out) -> out.text(value.getPath()), in -> new File(in.text()), null, value -> value);
        add(
                URL.class,
                (value, out) -> out.text(value.toExternalForm()),
                in -> url(in.text()),
                null,
                URL::toExternalForm); // the equality of URLs resolves host names
        add(Charset.class, (value, out) -> out.text(value.name()), in -> Charset.forName(in.text()), null, v -> v);
        add(
                TimeZone.class,
                (value, out) -> out.text(zoneText(value)),
                in -> zone(in.text()),
                value -> (TimeZone) value.clone(),
                TimeZone::getID);
        add(
                Pattern.class,
                BuiltInCodecs::writePattern,
                BuiltInCodecs::readPattern,
                null,
                value -> List.of(value.pattern(), value.flags()));
    }

    private static URL url(String text) {
        try {
            return new URL(text); // a URI would refuse some texts that URLs have
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    private static String zoneText(TimeZone value) {
        String id = value.getID();
        if (!TimeZone.getTimeZone(id).hasSameRules(value)) {
            throw unwritable("the time zone " + id + " has rules of its own, which its name does not tell");
        }
        return id;
    }

    private static TimeZone zone(String id) {
        TimeZone zone = TimeZone.getTimeZone(id);
        if (!zone.getID().equals(id)) {
            throw new IllegalArgumentException("the time zone " + id + " is unknown");
        }
        return zone;
    }

    private static void writePattern(Pattern value, WireOut out) {
        if (value.flags() == 0) {
            out.text(value.pattern());
            return;
        }
        out.beginObject();
        out.field("pattern");
        out.text(value.pattern());
        out.field("flags");
        out.int64(value.flags());
        out.endObject();
    }

    private static Pattern readPattern(WireIn in) {
        if (in.peek() != WireToken.BEGIN_OBJECT) {
            return Pattern.compile(in.text());
        }
        String pattern = "";
        int flags = 0;
        in.beginObject();
        while (in.hasNext()) {
            switch (nameOrEmpty(in)) {
                case "pattern" -> pattern = in.text();
                case "flags" -> flags = Math.toIntExact(in.int64());
                default -> in.skipValue();
            }
        }
        in.endObject();
        return Pattern.compile(pattern, flags);
    }

    /** Reads the name of an entry. A key that is not text is skipped, and its name is empty. */
    private static String nameOrEmpty(WireIn in) {
        if (in.peek() != WireToken.KEY) {
            return in.fieldName();
        }
        in.key();
        in.skipValue();
        return "";
    }

    private static void addNetwork() {
        add(
                InetAddress.class,
                (value, out) -> out.text(value.getHostAddress()),
                in -> NetworkAddresses.address(in.text()),
                null,
                value -> value);
        add(
                InetSocketAddress.class,
                (value, out) -> out.text(NetworkAddresses.text(value)),
                in -> NetworkAddresses.socketAddress(in.text()),
                null,
                value -> value);
    }

    private static void addAtomics() {
        add(
                AtomicInteger.class,
                (value, out) -> out.int64(value.get()),
                in -> new AtomicInteger(Math.toIntExact(in.int64())),
                value -> new AtomicInteger(value.get()),
                AtomicInteger::get);
        add(
                AtomicLong.class,
                (value, out) -> out.int64(value.get()),
                in -> new AtomicLong(in.int64()),
                value -> new AtomicLong(value.get()),
                AtomicLong::get);
        add(
                AtomicBoolean.class,
                (value, out) -> out.bool(value.get()),
                in -> new AtomicBoolean(in.bool()),
                value -> new AtomicBoolean(value.get()),
                AtomicBoolean::get);
        add(
                AtomicIntegerArray.class,
                (value, out) -> {
                    out.beginList();
                    for (int i = 0; i < value.length(); i++) {
                        out.int64(value.get(i));
                    }
                    out.endList();
                },
                in -> {
                    List<Long> items = integers(in);
                    AtomicIntegerArray array = new AtomicIntegerArray(items.size());
                    for (int i = 0; i < items.size(); i++) {
                        array.set(i, Math.toIntExact(items.get(i)));
                    }
                    return array;
                },
                value -> {
                    int[] items = new int[value.length()];
                    Arrays.setAll(items, value::get);
                    return new AtomicIntegerArray(items);
                },
                AtomicIntegerArray::toString);
        add(
                AtomicLongArray.class,
                (value, out) -> {
                    out.beginList();
                    for (int i = 0; i < value.length(); i++) {
                        out.int64(value.get(i));
                    }
                    out.endList();
                },
                in -> new AtomicLongArray(
                        integers(in).stream().mapToLong(Long::longValue).toArray()),
                value -> {
                    long[] items = new long[value.length()];
                    Arrays.setAll(items, value::get);
                    return new AtomicLongArray(items);
                },
                AtomicLongArray::toString);
    }

    private static List<Long> integers(WireIn in) {
        List<Long> items = new ArrayList<>();
        in.beginList();
        while (in.hasNext()) {
            items.add(in.int64());
        }
        in.endList();
        return items;
    }

    private static void addBits() {
        add(
                BitSet.class,
                (value, out) -> {
                    byte[] content = value.toByteArray();
                    out.bytes(content, 0, content.length);
                },
                in -> BitSet.valueOf(in.bytes()),
                value -> (BitSet) value.clone(),
                value -> value);
        add(
                ByteBuffer.class,
                (value, out) -> {
                    byte[] content = remaining(value);
                    out.bytes(content, 0, content.length);
                },
                in -> ByteBuffer.wrap(in.bytes()),
                value -> ByteBuffer.wrap(remaining(value)).order(value.order()),
                value -> value);
    }

    private static byte[] remaining(ByteBuffer buffer) {
        byte[] content = new byte[buffer.remaining()];
        buffer.get(buffer.position(), content);
        return content;
    }

    private static void writeThrowable(Throwable value, WireOut out) {
        out.beginObject();
        out.field("class");
        out.text(classOf(value));
        out.field("message");
        if (value.getMessage() == null) {
            out.nullValue();
        } else {
            out.text(value.getMessage());
        }
        out.field("stack");
        out.text(stackOf(value));
        out.endObject();
    }

    private static String classOf(Throwable value) {
        return value instanceof RecordedException recorded
                ? recorded.originalClass()
                : value.getClass().getName();
    }

    private static String stackOf(Throwable value) {
        if (value instanceof RecordedException recorded) {
            return recorded.originalStack();
        }
        StringWriter text = new StringWriter();
        value.printStackTrace(new PrintWriter(text));
        return text.toString();
    }

    private static Object content(Throwable value) {
        return Arrays.asList(classOf(value), value.getMessage(), stackOf(value));
    }

    private static Throwable readThrowable(WireIn in) {
        String type = null;
        String message = null;
        String stack = "";
        in.beginObject();
        while (in.hasNext()) {
            String name = nameOrEmpty(in);
            if (in.isNull() || !List.of("class", "message", "stack").contains(name)) {
                in.skipValue();
            } else if (name.equals("class")) {
                type = in.text();
            } else if (name.equals("message")) {
                message = in.text();
            } else {
                stack = in.text();
            }
        }
        in.endObject();
        if (type == null) {
            throw new IllegalArgumentException("its class is missing: {class: ..., message: ..., stack: ...}");
        }
        return new RecordedException(type, message, stack);
    }

    /** Adds the classes of the module java.sql, which an application need not have. */
    private static void addSql() {
        try {
            SqlCodecs.addTo(BuiltInCodecs::addDate);
        } catch (NoClassDefFoundError e) {
            // the module is absent, so no such values exist
        }
    }

    @SuppressWarnings("JavaUtilDate") // classes of users have such fields
    private static <T extends java.util.Date> void addDate(
            Class<T> type, BiConsumer<T, WireOut> writer, Function<WireIn, T> reader) {
        add(type, writer, reader, value -> type.cast(value.clone()), value -> value);
    }
}
