package io.deltawire.marshallable.internal.io;

import io.deltawire.marshallable.WireDump;
import io.deltawire.wire.MessageKind;
import io.deltawire.wire.Transcoder;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.yaml.YamlFormat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import net.openhft.chronicle.bytes.Bytes;

/** Prints messages of any format as YAML with their positions: see {@link WireDump}. */
public final class YamlDump {
    private final WireIn in;
    private final Appendable target;
    private final OutputBuffer buffer = OutputBuffer.inMemory();
    private final WireOut out = new YamlFormat().newWriter(buffer, WireOptions.DEFAULTS);
    private long messages;

    /** Whether some input could not be read, which the text says already. */
    private boolean isCutShort;

    private YamlDump(WireIn in, Appendable target) {
        this.in = in;
        this.target = target;
    }

    /**
     * Copies the remaining messages of a reader as YAML documents, each preceded by a comment with its position. If the
     * input cannot be read, the text ends with a comment that gives the reason.
     *
     * @return the number of messages copied
     */
    public static long copy(WireIn in, Appendable target) {
        YamlDump dump = new YamlDump(in, target);
        dump.copyAll();
        return dump.messages;
    }

    /**
     * Returns the messages in a {@code Bytes} as {@link #copy} prints them, followed by the length of an incomplete
     * message.
     */
    static String of(WireFormat format, Bytes<?> bytes, WireOptions options) {
        StringBuilder text = new StringBuilder();
        YamlDump dump = new YamlDump(format.newReader(bytes, options), text);
        dump.copyAll();
        if (bytes.readRemaining() > 0 && !dump.isCutShort) {
            text.append("# ").append(format.name()).append(": the last ").append(bytes.readRemaining());
            text.append(" bytes are no whole message\n");
        }
        return text.toString();
    }

    private void copyAll() {
        try {
            while (next()) {
                target.append(new String(buffer.array, 0, buffer.position, StandardCharsets.UTF_8));
                buffer.clear();
                messages++;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean next() throws IOException {
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
            isCutShort = true;
            target.append("# ").append(e.getMessage().replaceAll("\\R", " ")).append('\n');
            return false;
        }
    }
}
