package io.deltawire.marshallable;

import io.deltawire.wire.MessageKind;
import io.deltawire.wire.Transcoder;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.yaml.YamlFormat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Prints messages of any format as YAML with their positions: {@link Wire#dump} for what is not in a buffer. */
public final class WireDump {
    private WireDump() {}

    /**
     * Copies the messages left in a reader as YAML documents, each after a comment with its position. Input that cannot
     * be read ends the text with a comment that says why.
     *
     * @return how many messages there were
     */
    public static long copy(WireIn in, Appendable target) {
        OutputBuffer buffer = OutputBuffer.inMemory();
        WireOut out = new YamlFormat().newWriter(buffer, WireOptions.DEFAULTS);
        long messages = 0;
        try {
            while (next(in, out, target)) {
                target.append(new String(buffer.array, 0, buffer.position, StandardCharsets.UTF_8));
                buffer.clear();
                messages++;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return messages;
    }

    private static boolean next(WireIn in, WireOut out, Appendable target) throws IOException {
        try {
            if (!in.nextMessage()) {
                return false;
            }
            target.append("# position: ").append(String.valueOf(in.messageOffset()));
            if (in.messageKind() != MessageKind.DATA) {
                target.append(in.messageKind() == MessageKind.META ? ", meta-data" : ", delete");
            }
            target.append('\n');
            Transcoder.copyMessage(in, out);
            return true;
        } catch (WireException e) {
            target.append("# ").append(e.getMessage().replaceAll("\\R", " ")).append('\n');
            return false;
        }
    }
}
