package io.deltawire.bench.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.deltawire.bench.codec.DeltawireFormats;
import io.deltawire.marshallable.MarshallableOptions;
import io.deltawire.marshallable.UnknownFieldPolicy;
import io.deltawire.marshallable.Wire;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireOptions;
import java.io.BufferedInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import net.openhft.chronicle.bytes.Bytes;

/**
 * Messages of a user's own class, with random values or read from a file.
 *
 * <p>The workload is created in two processes. The command creates it to pass its {@link #spec} on; there the class is not on the class
 * path. The process that measures creates it from the specification, and loads the class and the messages when they are first used.
 */
public final class OwnClassWorkload extends Workload {
    /** The name of the event under which Deltawire's formats write all objects. */
    public static final String EVENT = "update";

    private static final String SCHEME = "own:";

    /** The most records that are read from a file. */
    private static final int MAX_RECORDS = 20_000;

    /** A shorter file is repeated: a pass over a few messages would mostly measure the start of a stream. */
    private static final int MIN_MESSAGES = 1_000;

    private static final int KEYS = 64;
    private static final int UPDATES = 4_936;

    /** Rejects fields that the class lacks: without them the objects would be smaller than the data. */
    private static final WireOptions STRICT =
            WireOptions.DEFAULTS.with(MarshallableOptions.UNKNOWN_FIELDS, UnknownFieldPolicy.REFUSE);

    private final String className;
    private final String data;
    private final List<String> key;
    private Object[] messages;

    private OwnClassWorkload(String className, String data, List<String> key) {
        super(
                "own",
                className + ", " + (data.isEmpty() ? "random values, 64 records and their updates" : "from a file"),
                Object.class);
        this.className = className;
        this.data = data;
        this.key = key;
    }

    /**
     * Returns a workload of a class.
     *
     * @param className the binary name of the class
     * @param data a file in any of Deltawire's formats, or null for random values
     * @param key the fields that identify a record; may be empty
     */
    public static OwnClassWorkload of(String className, Path data, List<String> key) {
        return new OwnClassWorkload(className, data == null ? "" : data.toString(), key);
    }

    /**
     * Checks that the class and the files exist, before the processes that measure fail on them one after another.
     *
     * @param data a file in any of Deltawire's formats, or null
     * @throws IllegalArgumentException if the class, an entry of the class path, or the format of the file is not found
     * @throws IOException if a file cannot be read
     */
    public static void checkInputs(String className, String classPath, Path data) throws IOException {
        List<URL> urls = new ArrayList<>();
        for (String entry : classPath.isEmpty() ? new String[0] : classPath.split(File.pathSeparator)) {
            boolean isWildcard = entry.endsWith("*"); // all jars of a folder
            Path path = Path.of(isWildcard ? entry.substring(0, entry.length() - 1) : entry);
            if (!Files.exists(path)) {
                throw new IllegalArgumentException("--classpath: no such file or folder: " + entry);
            }
            try (Stream<Path> entries = isWildcard ? Files.list(path) : Stream.of(path)) {
                for (Path each : entries.toList()) {
                    urls.add(each.toUri().toURL());
                }
            }
        }
        try (URLClassLoader loader =
                new URLClassLoader(urls.toArray(URL[]::new), OwnClassWorkload.class.getClassLoader())) {
            Class.forName(className, false, loader);
        } catch (ClassNotFoundException e) {
            throw new IllegalArgumentException(
                    "--class: no class " + className
                            + " on the class path; --classpath has your jars and folders, and a class inside another one is Outer$Inner",
                    e);
        }
        if (data != null) {
            Files.newInputStream(data).close();
            format(data);
        }
    }

    static boolean isSpec(String spec) {
        return spec.startsWith(SCHEME);
    }

    static OwnClassWorkload of(String spec) {
        String[] parts = Arrays.stream(spec.substring(SCHEME.length()).split("\\."))
                .map(part -> new String(Base64.getUrlDecoder().decode(part), StandardCharsets.UTF_8))
                .toArray(String[]::new);
        return new OwnClassWorkload(
                parts[0],
                parts.length > 1 ? parts[1] : "",
                Arrays.asList(parts).subList(Math.min(2, parts.length), parts.length));
    }

    @Override
    public String spec() {
        List<String> parts = new ArrayList<>(List.of(className, data));
        parts.addAll(key);
        return SCHEME
                + String.join(
                        ".",
                        parts.stream()
                                .map(part ->
                                        Base64.getUrlEncoder().encodeToString(part.getBytes(StandardCharsets.UTF_8)))
                                .toList());
    }

    @Override
    public Class<?> messageType() {
        try {
            return Class.forName(className);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException("there is no class " + className + " on the class path", e);
        }
    }

    @Override
    public boolean isOwnClass() {
        return true;
    }

    /** Returns the user's class alone: the classes of the objects in it are not known beforehand. */
    @Override
    public List<Class<?>> classes() {
        return List.of(messageType());
    }

    @Override
    public WireOptions options() {
        return WireOptions.DEFAULTS.with(
                WireOptions.KEY_FIELDS,
                key.stream().map(field -> EVENT + '.' + field).toList());
    }

    @Override
    public int size() {
        return messages().length;
    }

    @Override
    public int keys() {
        return data.isEmpty() ? KEYS : 0;
    }

    @Override
    public Object[] records(Function<Class<?>, ?> factory) {
        return messages();
    }

    @Override
    public Object next(Object[] records, int index) {
        return records[index];
    }

    /** Compares by {@code equals}, and then by the encoded form, because a user's class need not override {@code equals}. */
    @Override
    public boolean isSame(Object written, Object read) {
        return written.equals(read)
                || Arrays.equals(bytes(written), bytes(read))
                || tree(written).equals(tree(read));
    }

    /** Returns the first line of YAML that differs. */
    @Override
    public String difference(Object written, Object read) {
        String[] expected = lines(written);
        String[] found = lines(read);
        int i = Arrays.mismatch(expected, found);
        return "expected " + (i < 0 || i >= expected.length ? "nothing more" : expected[i].strip()) + " but was "
                + (i < 0 || i >= found.length ? "nothing more" : found[i].strip());
    }

    private static String[] lines(Object object) {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire.of("yaml", bytes).write("own", object);
        return new String(bytes.toByteArray(), StandardCharsets.UTF_8).split("\n");
    }

    private static byte[] bytes(Object object) {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire.of("binary", bytes).write(EVENT, object);
        return bytes.toByteArray();
    }

    /** Returns the fields as a tree, in which the order of names does not matter. */
    private static JsonNode tree(Object object) {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire.of("json", bytes).write(EVENT, object);
        try {
            return new ObjectMapper().readTree(bytes.toByteArray());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Object[] messages() {
        if (messages == null) {
            messages = data.isEmpty() ? new RandomObjects(messageType(), key).messages(KEYS, UPDATES) : repeat(read());
        }
        return messages;
    }

    private static Object[] repeat(List<Object> objects) {
        Object[] messages = new Object[Math.max(MIN_MESSAGES, objects.size())];
        Arrays.setAll(messages, i -> objects.get(i % objects.size()));
        return messages;
    }

    private List<Object> read() {
        Path file = Path.of(data);
        Class<?> type = messageType();
        List<Object> objects = new ArrayList<>();
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file));
                Wire wire = Wire.of(format(file), in, STRICT)) {
            Object next = wire.read(type);
            while (next != null && objects.size() < MAX_RECORDS) {
                objects.add(next);
                next = wire.read(type);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (objects.isEmpty()) {
            throw new IllegalArgumentException(file + ": no record in it");
        }
        return objects;
    }

    private static WireFormat format(Path file) {
        return DeltawireFormats.byExtension(file)
                .orElseThrow(() -> new IllegalArgumentException(
                        file + ": expected the name to end in the name of a format, as .csv or .jsonl"));
    }
}
