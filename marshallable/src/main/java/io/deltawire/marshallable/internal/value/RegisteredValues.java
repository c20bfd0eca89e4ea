package io.deltawire.marshallable.internal.value;

import io.deltawire.marshallable.internal.codec.CodecContext;
import io.deltawire.marshallable.internal.codec.RegisteredCodec;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.spi.OutputBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Copies and compares values of classes that an application has registered a codec for, by what the codec writes. */
final class RegisteredValues {
    private RegisteredValues() {}

    /** Returns a copy, which the codec reads from what it has written. */
    static Object copyOf(Object value, RegisteredCodec codec) {
        OutputBuffer written = write(value, codec);
        byte[] text = Arrays.copyOf(written.array, written.position);
        try (WireIn in = YamlTexts.YAML.newReader(text, YamlTexts.OUTPUT_OPTIONS)) {
            in.nextMessage();
            return codec.readOrNull(in, null, CodecContext.ofDefaults(YamlTexts.YAML.name()));
        }
    }

    /** Returns the text of a value, which is equal for values that are written alike. */
    static String textOf(Object value, RegisteredCodec codec) {
        OutputBuffer written = write(value, codec);
        return new String(written.array, 0, written.position, StandardCharsets.UTF_8);
    }

    private static OutputBuffer write(Object value, RegisteredCodec codec) {
        OutputBuffer buffer = OutputBuffer.inMemory();
        WireOut out = YamlTexts.YAML.newWriter(buffer, YamlTexts.OUTPUT_OPTIONS);
        out.beginMessage();
        codec.writeOrNull(out, value, CodecContext.ofDefaults(YamlTexts.YAML.name()));
        out.endMessage();
        return buffer;
    }
}
