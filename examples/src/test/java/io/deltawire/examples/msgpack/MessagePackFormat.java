package io.deltawire.examples.msgpack;

import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.spi.BufferFormat;
import io.deltawire.wire.spi.InputBuffer;
import io.deltawire.wire.spi.OutputBuffer;
import java.util.List;

/** The format: its name, its detection, and its writers and readers. Immutable and thread-safe. */
public final class MessagePackFormat implements BufferFormat {
    static final String NAME = "msgpack";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public List<String> aliases() {
        return List.of("mpk");
    }

    @Override
    public boolean isBinary() {
        return true;
    }

    /** No text begins with the code of a map or array. */
    @Override
    public Match detect(byte[] head, int length) {
        int code = length == 0 ? ObjectHeader.NIL : head[0] & 0xFF;
        return code >= ObjectHeader.MAP && code < ObjectHeader.STRING ? Match.LIKELY : Match.NO;
    }

    @Override
    public WireOut newWriter(OutputBuffer target, WireOptions options) {
        return new MessagePackWriter(target, options.limits());
    }

    @Override
    public WireIn newReader(InputBuffer source, WireOptions options) {
        return new MessagePackReader(source, options.limits());
    }
}
