package io.deltawire.json;

import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.spi.InputBuffer;

/** Opens readers that find their tokens by a given engine, which no public option selects. */
final class Readers {
    private Readers() {}

    static WireIn open(byte[] json, WireOptions options, Engine engine) {
        return open(InputBuffer.of(json, 0, json.length), options, engine);
    }

    static WireIn open(InputBuffer json, WireOptions options, Engine engine) {
        return new JsonReader(
                json,
                new JsonReaderSettings(
                        options.limits(),
                        options.get(JsonFormat.DUPLICATES) == JsonFormat.Duplicates.ERROR,
                        options.get(JsonFormat.UNWRAP_ARRAY) == JsonFormat.TopLevelArray.UNWRAP,
                        engine));
    }
}
