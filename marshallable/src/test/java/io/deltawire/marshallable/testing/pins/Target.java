package io.deltawire.marshallable.testing.pins;

import io.deltawire.marshallable.Wire;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import java.io.ByteArrayOutputStream;
import net.openhft.chronicle.bytes.Bytes;

/** Where one stream is written to: an output stream, or a {@code Bytes}, which formats may treat differently. */
final class Target {
    private final WireFormat format;
    private final WireOptions options;
    private final ByteArrayOutputStream stream = new ByteArrayOutputStream();
    private final Bytes<?> memory;

    Target(WireFormat format, WireOptions options, boolean isMemory) {
        this.format = format;
        this.options = options;
        this.memory = isMemory ? Bytes.allocateElasticOnHeap() : null;
    }

    WireFormat format() {
        return format;
    }

    WireOptions options() {
        return options;
    }

    WireOut openWriter() {
        return memory == null ? format.newWriter(stream, options) : format.newWriter(memory, options);
    }

    Wire openWire() {
        return memory == null ? Wire.of(format, stream, options) : Wire.of(format, memory, options);
    }

    byte[] content() {
        return memory == null ? stream.toByteArray() : memory.toByteArray();
    }
}
