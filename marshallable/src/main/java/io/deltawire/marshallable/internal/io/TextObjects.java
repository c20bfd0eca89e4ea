package io.deltawire.marshallable.internal.io;

import io.deltawire.marshallable.MarshallableOptions;
import io.deltawire.marshallable.TypeRegistry;
import io.deltawire.marshallable.Wire;
import io.deltawire.marshallable.internal.codec.CodecContext;
import io.deltawire.marshallable.internal.codec.Codecs;
import io.deltawire.marshallable.internal.codec.ObjectCodec;
import io.deltawire.marshallable.internal.codec.TypeMismatch;
import io.deltawire.marshallable.internal.schema.ClassPlan;
import io.deltawire.marshallable.internal.schema.FieldPlan;
import io.deltawire.marshallable.internal.value.DeepCopies;
import io.deltawire.marshallable.internal.value.YamlTexts;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireFormats;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.yaml.YamlFormat;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Reads single objects from text and files. It also copies fields to objects of other classes by means of text, and
 * resets objects. It has no state.
 */
public final class TextObjects {
    private static final YamlFormat YAML = YamlTexts.YAML;
    private static final WireOptions OPTIONS = YamlTexts.OPTIONS;

    /** The number of bytes of a file from which its format is detected. */
    private static final int DETECTION_LENGTH = 4096;

    private TextObjects() {}

    public static Object read(Class<?> type, CharSequence text) {
        return read(type, text, OPTIONS);
    }

    public static Object read(Class<?> type, CharSequence text, TypeRegistry types) {
        return read(type, text, OPTIONS.with(MarshallableOptions.TYPES, types));
    }

    public static Object read(Class<?> type, CharSequence text, WireOptions options) {
        return readOnly(type, YAML, YAML.newReader(utf8(text.toString()), options), options, "");
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

    public static Object readFile(Class<?> type, Path path, WireOptions options) throws IOException {
        try (InputStream file = Files.newInputStream(path)) {
            byte[] head = file.readNBytes(DETECTION_LENGTH);
            WireFormat format = WireFormats.detect(head, head.length).orElse(YAML);
            InputStream whole = new SequenceInputStream(new ByteArrayInputStream(head), file);
            return readOnly(type, format, format.newReader(whole, format.forObjects(options)), options, " in " + path);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /**
     * Reads the only message of a reader.
     *
     * @param source for the errors that there is no message, or more than one, because a position does not name the
     *     file
     */
    private static Object readOnly(Class<?> type, WireFormat format, WireIn in, WireOptions options, String source) {
        try (in) {
            Wire.Event only = new ObjectReader(in, new CodecContext(format, options))
                    .readOnly(type)
                    .orElseThrow(() -> new WireDataException(
                            format.name(), "expected an object" + source + " but there is nothing", in.location()));
            if (in.nextMessage()) {
                throw new WireDataException(
                        format.name(),
                        "expected one object" + source + " but there is another one after it",
                        in.location());
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
        ObjectCodec source = Codecs.ofObject(from.getClass());
        if (source == null) {
            throw new IllegalArgumentException(from.getClass().getName() + " has no fields to copy");
        }
        // Fields that the other class lacks are skipped. Its additional fields stay unchanged.
        OutputBuffer buffer = YamlTexts.write(from);
        try (WireIn in =
                YAML.newReader(java.util.Arrays.copyOf(buffer.array, buffer.position), YamlTexts.OUTPUT_OPTIONS)) {
            in.nextMessage();
            Object read = Codecs.exact(to.getClass()).read(in, null, CodecContext.ofDefaults(YAML.name()));
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
        Codecs.ofObject(object.getClass()).prepareForReuse(object);
    }

    private static ClassPlan planOf(Object object) {
        ObjectCodec codec = Codecs.ofObject(object.getClass());
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
