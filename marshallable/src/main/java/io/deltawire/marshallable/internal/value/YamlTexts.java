package io.deltawire.marshallable.internal.value;

import io.deltawire.marshallable.TypeRegistry;
import io.deltawire.marshallable.internal.codec.CodecContext;
import io.deltawire.marshallable.internal.codec.ValueCodec;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.yaml.YamlFormat;
import java.nio.charset.StandardCharsets;

/** Writes objects as YAML text for people: for {@code toString}, error messages and tests. */
public final class YamlTexts {
    public static final YamlFormat YAML = new YamlFormat();
    /**
     * The limits for text that is already in memory. Long texts and names in it cost no further memory, so their limits
     * are wide. Numbers stay bounded, because long ones are slow to parse.
     */
    private static final WireLimits LIMITS = WireLimits.DEFAULTS
            .withMaxMessageBytes(1 << 30)
            .withMaxTextChars(1 << 29)
            .withMaxNameBytes(1 << 29)
            .withMaxNumberChars(10_000);

    public static final WireOptions OPTIONS = WireOptions.DEFAULTS
            .with(YamlFormat.DOCUMENT_MARKS, YamlFormat.DocumentMarks.NONE)
            .with(WireOptions.LIMITS, LIMITS);

    /** The options for writing objects that exist already, whatever their depth and the length of their numbers. */
    public static final WireOptions OUTPUT_OPTIONS =
            OPTIONS.with(WireOptions.LIMITS, LIMITS.withMaxDepth(1000).withMaxNumberChars(1 << 29));

    private YamlTexts() {}

    /** Returns the text of an object, with a reason in place of each part that cannot be written. */
    public static String forDisplay(Object object) {
        try {
            return of(object);
        } catch (Throwable e) {
            return PartialTexts.of(object, TypeRegistry.shared());
        }
    }

    public static String of(Object object) {
        return of(object, TypeRegistry.shared());
    }

    public static String of(Object object, TypeRegistry types) {
        OutputBuffer buffer = write(object, types);
        return new String(buffer.array, 0, buffer.position, StandardCharsets.UTF_8);
    }

    public static OutputBuffer write(Object object) {
        return write(object, TypeRegistry.shared());
    }

    public static OutputBuffer write(Object object, TypeRegistry types) {
        OutputBuffer buffer = OutputBuffer.inMemory();
        WireOut out = YAML.newWriter(buffer, OUTPUT_OPTIONS);
        CodecContext session = CodecContext.forDisplay(
                YAML.name(), types, () -> YAML.newWriter(OutputBuffer.inMemory(), OUTPUT_OPTIONS));
        ValueCodec any = session.codecs().any();
        out.beginMessage();
        try {
            any.writeOrNull(out, object, session);
        } catch (WireDataException e) {
            throw WriteFailures.withPath(session, e, null, null, object, any);
        } catch (StackOverflowError e) {
            throw WriteFailures.withCycle(CodecContext.stackOverflow(YAML.name(), null, e), YAML.name(), object);
        }
        out.endMessage();
        return buffer;
    }
}
