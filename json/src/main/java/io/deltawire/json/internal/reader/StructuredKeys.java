package io.deltawire.json.internal.reader;

import io.deltawire.wire.WireException;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.internal.json.JsonSyntax;
import io.deltawire.wire.spi.InputBuffer;

/**
 * Opens readers for keys that are objects or lists. Such a key is a name that holds its JSON text after {@link JsonSyntax#MARK}.
 */
final class StructuredKeys {
    private final JsonReader outer;
    private final JsonReaderSettings settings;

    StructuredKeys(JsonReader outer, JsonReaderSettings settings) {
        this.outer = outer;
        this.settings = settings;
    }

    /**
     * Returns a reader of the key's text, or null for a name that only looks like a key.
     *
     * @param name the name in UTF-8, with the mark
     * @param depth number of objects and lists around the key
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
        int mark = JsonSyntax.MARK.length();
        return new JsonReader(InputBuffer.of(name, mark, name.length - mark), inner, outer);
    }
}
