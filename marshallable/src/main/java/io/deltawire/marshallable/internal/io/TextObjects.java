package io.deltawire.marshallable.internal.io;

import io.deltawire.marshallable.GenericRecord;
import io.deltawire.marshallable.MarshallableOptions;
import io.deltawire.marshallable.TypeRegistry;
import io.deltawire.marshallable.UnknownFieldPolicy;
import io.deltawire.marshallable.Wire;
import io.deltawire.marshallable.internal.codec.CodecContext;
import io.deltawire.marshallable.internal.codec.CodecSet;
import io.deltawire.marshallable.internal.codec.ObjectCodec;
import io.deltawire.marshallable.internal.codec.TypeMismatch;
import io.deltawire.marshallable.internal.schema.ClassPlan;
import io.deltawire.marshallable.internal.schema.FieldPlan;
import io.deltawire.marshallable.internal.value.DeepCopies;
import io.deltawire.marshallable.internal.value.YamlTexts;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireFormats;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.wire.spi.text.Printable;
import io.deltawire.yaml.YamlFormat;
import java.io.ByteArrayInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Type;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Reads single objects from text and files. It also copies fields to objects of other classes by means of text, and
 * resets objects. It has no state.
 */
public final class TextObjects {
    private static final YamlFormat YAML = YamlTexts.YAML;

    /** The options where the caller gives none: a text in memory may be longer than a message of a wire. */
    private static final WireOptions OPTIONS = YamlTexts.OPTIONS;

    /** The number of bytes of a file from which its format is detected. */
    private static final int DETECTION_LENGTH = 4096;

    private TextObjects() {}

    public static Object read(Type type, CharSequence text) {
        return read(type, text, OPTIONS);
    }

    /** Reads a text whose type name selects the class. */
    public static Object readNamed(CharSequence text, TypeRegistry types) {
        Object read = read(Object.class, text, OPTIONS.with(MarshallableOptions.TYPES, types));
        String registry = types == TypeRegistry.shared() ? "TypeRegistry.shared()" : "types";
        return requireKnown(read, registry, "Marshallable.fromString(", ", text)");
    }

    /** Reads a file whose type name selects the class. */
    public static Object readNamedFile(Path path) throws IOException {
        try {
            return requireKnown(
                    readFile(Object.class, path, WireOptions.DEFAULTS),
                    "TypeRegistry.shared()",
                    "Marshallable.fromFile(",
                    ", path)");
        } catch (WireException e) {
            throw e.inSource(path.toString());
        }
    }

    /** Refuses a value of an unknown type name, which the caller would cast to the class that it expects. */
    private static Object requireKnown(Object read, String registry, String call, String argument) {
        if (read instanceof GenericRecord generic && generic.typeName() != null) {
            String name = Printable.escape(generic.typeName());
            throw new WireDataException(
                    "object",
                    "expected the name of a registered class but was !" + name + "; write " + registry + ".register("
                            + name + ".class) before, or " + call + name + ".class" + argument,
                    null);
        }
        return read;
    }

    public static Object read(Type type, CharSequence text, WireOptions options) {
        return readOnly(type, YAML, YAML.newReader(utf8(text.toString()), options), options);
    }

    /** Encodes a text and refuses lone surrogates, which {@code getBytes} would replace by a question mark. */
    private static byte[] utf8(String text) {
        try {
            ByteBuffer bytes = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
            byte[] array = new byte[bytes.remaining()];
            bytes.get(array);
            return array;
        } catch (CharacterCodingException e) {
            throw new WireDataException(
                    YAML.name(), "the text has a lone surrogate, which has to be written as an escape", null, e);
        }
    }

    public static Object readFile(Type type, Path path, WireOptions options) throws IOException {
        try (InputStream file = Files.newInputStream(path)) {
            return readStream(type, file, options, path.toString());
        } catch (FileSystemException e) {
            throw e; // it names the file
        } catch (IOException e) {
            throw new IOException(path + " cannot be read: " + e.getMessage(), e);
        }
    }

    /** Reads a resource that the loader of the class finds, also in a named module. */
    public static Object readResource(Class<?> type, String name, WireOptions options) throws IOException {
        try (InputStream resource = type.getResourceAsStream(name)) {
            if (resource == null) {
                throw new FileNotFoundException("no resource " + name + " of " + type.getName() + ": there is no "
                        + (name.startsWith("/")
                                ? name.substring(1)
                                : type.getPackageName().replace('.', '/') + '/' + name)
                        + (type.getModule().isNamed() ? " in " + type.getModule() : " on the class path"));
            }
            return readStream(type, resource, options, name);
        }
    }

    private static Object readStream(Type type, InputStream stream, WireOptions options, String source)
            throws IOException {
        try {
            byte[] prefix = stream.readNBytes(DETECTION_LENGTH);
            WireFormat format = WireFormats.detect(prefix, prefix.length).orElse(YAML);
            InputStream whole = new SequenceInputStream(new ByteArrayInputStream(prefix), stream);
            return readOnly(type, format, format.newReader(whole, format.forObjects(options)), options);
        } catch (WireException e) {
            throw e.inSource(source);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /**
     * Returns the options with which a single object is read. They refuse unknown fields unless the caller has set a
     * policy.
     */
    private static WireOptions strict(WireOptions options) {
        return options.withDefault(MarshallableOptions.UNKNOWN_FIELDS, UnknownFieldPolicy.REFUSE);
    }

    /** Reads the only message of a reader. */
    private static Object readOnly(Type type, WireFormat format, WireIn in, WireOptions options) {
        try (in) {
            CodecContext session = new CodecContext(format, strict(options));
            Wire.Event only = new ObjectReader(in, session)
                    .readOnly(type)
                    .orElseThrow(() -> new WireDataException(
                            format.name(), "expected an object but there is nothing", in.location()));
            if (in.nextMessage()) {
                throw new WireDataException(
                        format.name(), "expected one object but there is another one after it", in.location());
            }
            return only.value();
        }
    }

    public static <T> T copyFields(Object from, T to) {
        ClassPlan plan = planOf(to);
        if (from.getClass() == to.getClass()) {
            DeepCopies.copyFields(from, to, plan);
            return to;
        }
        ObjectCodec source = CodecSet.shared().ofObject(from.getClass());
        if (source == null) {
            throw new IllegalArgumentException(from.getClass().getName() + " has no fields to copy");
        }
        // Fields that the other class lacks are skipped. Its additional fields stay unchanged.
        OutputBuffer buffer = YamlTexts.write(from);
        try (WireIn in =
                YAML.newReader(java.util.Arrays.copyOf(buffer.array, buffer.position), YamlTexts.OUTPUT_OPTIONS)) {
            in.nextMessage();
            Object read = CodecSet.shared().exact(to.getClass()).read(in, null, CodecContext.ofDefaults(YAML.name()));
            for (String name : source.plan().shape().names()) {
                int ordinal = plan.presentOrFormerOrdinal(name);
                if (ordinal >= 0) {
                    FieldPlan field = plan.fields().get(ordinal);
                    field.set(to, field.get(read));
                }
            }
        } catch (TypeMismatch e) {
            throw e.withRoot("$");
        }
        return to;
    }

    public static void reset(Object object) {
        ClassPlan plan = planOf(object);
        Object fresh = plan.instances().newInstance();
        for (FieldPlan field : plan.fields()) {
            field.set(object, field.get(fresh));
        }
        CodecSet.shared().ofObject(object.getClass()).prepareForReuse(object);
    }

    private static ClassPlan planOf(Object object) {
        ObjectCodec codec = CodecSet.shared().ofObject(object.getClass());
        if (codec == null) {
            throw new IllegalArgumentException(object.getClass().getName() + " has no fields of its own");
        }
        if (object instanceof Record) {
            throw new UnsupportedOperationException(
                    object.getClass().getName() + " is a record: its fields cannot be changed");
        }
        return codec.plan();
    }
}
