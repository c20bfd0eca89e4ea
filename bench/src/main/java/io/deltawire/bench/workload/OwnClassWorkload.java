package io.deltawire.bench.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.deltawire.marshallable.MarshallableOptions;
import io.deltawire.marshallable.UnknownFieldPolicy;
import io.deltawire.marshallable.Wire;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireFormats;
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
 * Objects of a user's own class, made at random or read from a file. The class is loaded when it is first needed, which is
 * in the process that measures: only there is it on the class path.
 */
public final class OwnClassWorkload extends Workload {
    private static final String SCHEME = "own:";

    /** So many records of a file are taken at most. */
    private static final int MOST = 20_000;

    /** A shorter file is taken over and over. */
    private static final int LEAST = 1_000;

    /** The name that our wires write objects under. */
    public static final String EVENT = "update";

    private static final int KEYS = 64;
    private static final int UPDATES = 4_936;

    /** A field that the class lacks would make its objects smaller than the data. */
    private static final WireOptions WHOLE =
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
     * A workload of a class.
     *
     * @param className its binary name
     * @param data a file in any of our formats, or null for random values
     * @param key the fields that name the record that an object is the state of; may be empty
     */
    public static OwnClassWorkload of(String className, Path data, List<String> key) {
        return new OwnClassWorkload(className, data == null ? "" : data.toString(), key);
    }

    /**
     * Looks whether what a user names is there, which each of the processes that measure would miss in its turn.
     *
     * @param data a file in any of our formats, or null
     * @throws IllegalArgumentException where the class, something on the class path, or the format of the file is not to be found
     * @throws IOException where a file cannot be read
     */
    public static void require(String className, String classPath, Path data) throws IOException {
        List<URL> urls = new ArrayList<>();
        for (String entry : classPath.isEmpty() ? new String[0] : classPath.split(File.pathSeparator)) {
            boolean isAll = entry.endsWith("*"); // all jars of a folder
            Path path = Path.of(isAll ? entry.substring(0, entry.length() - 1) : entry);
            if (!Files.exists(path)) {
                throw new IllegalArgumentException("--classpath: no such file or folder: " + entry);
            }
            try (Stream<Path> entries = isAll ? Files.list(path) : Stream.of(path)) {
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

    /** The user's class. */
    public Class<?> ownClass() {
        try {
            return Class.forName(className);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException("there is no class " + className + " on the class path", e);
        }
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

    /** Equal by their own word, or by all that our binary wire says of them. */
    @Override
    public boolean isSame(Object written, Object read) {
        return written.equals(read)
                || Arrays.equals(bytes(written), bytes(read))
                || tree(written).equals(tree(read));
    }

    /** The first line of YAML that differs. */
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

    /** A tree of what the fields hold, in which the order of names does not matter. */
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
            messages = data.isEmpty() ? new RandomObjects(ownClass(), key).messages(KEYS, UPDATES) : repeated(read());
        }
        return messages;
    }

    /** A pass over a few messages would measure how long it takes to begin. */
    private static Object[] repeated(List<Object> objects) {
        Object[] messages = new Object[Math.max(LEAST, objects.size())];
        Arrays.setAll(messages, i -> objects.get(i % objects.size()));
        return messages;
    }

    private List<Object> read() {
        Path file = Path.of(data);
        Class<?> type = ownClass();
        List<Object> objects = new ArrayList<>();
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file));
                Wire wire = Wire.of(format(file), in, WHOLE)) {
            Object next = wire.read(type);
            while (next != null && objects.size() < MOST) {
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
        String name = file.getFileName().toString();
        return WireFormats.find(name.substring(name.lastIndexOf('.') + 1))
                .orElseThrow(() -> new IllegalArgumentException(
                        file + ": expected the name to end in the name of a format, as .csv or .jsonl"));
    }
}
