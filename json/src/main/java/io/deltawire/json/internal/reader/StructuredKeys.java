package io.deltawire.json.internal.reader;

import io.deltawire.wire.WireException;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.spi.InputBuffer;

/** Reads keys that are objects or lists: names that are their JSON text after {@code @}. */
final class StructuredKeys {
    private final JsonReader outer;
    private final JsonReaderSettings settings;

    /** @param outer the reader of the message */
    StructuredKeys(JsonReader outer, JsonReaderSettings settings) {
        this.outer = outer;
        this.settings = settings;
    }

    /**
     * Returns what reads a key, or null for a name that only looks like one.
     *
     * @param name the name in UTF-8, with the {@code @}
     * @param depth of the objects and lists around the key
     */
    JsonReader openReader(byte[] name, int depth) {
        WireLimits limits = settings.limits();
        int levels = Math.max(1, limits.maxDepth() - depth);
        JsonReaderSettings inner = settings.withLimits(limits.withMaxDepth(levels));
        try {
            JsonReader check = newReader(name, inner);
            if (!check.nextMessage() || check.nextMessage()) {
                return null;
            }
        } catch (WireException e) {
            return null;
        }
        JsonReader key = newReader(name, inner);
        return key.nextMessage() ? key : null;
    }

    private JsonReader newReader(byte[] name, JsonReaderSettings inner) {
        return new JsonReader(InputBuffer.of(name, 1, name.length - 1), inner, outer);
    }
}
