package io.deltawire.json.testing;

import io.deltawire.json.JsonFormat;
import io.deltawire.json.internal.reader.JsonReader;
import io.deltawire.json.internal.reader.JsonReaderSettings;
import io.deltawire.json.internal.reader.TokenEngine;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.spi.InputBuffer;

/** Opens readers that find their tokens by a given engine, which no public option selects. */
public final class EngineReaders {
    private EngineReaders() {}

    public static WireIn open(byte[] json, WireOptions options, TokenEngine engine) {
        return open(InputBuffer.of(json, 0, json.length), options, engine);
    }

    public static WireIn open(InputBuffer json, WireOptions options, TokenEngine engine) {
        return new JsonReader(
                json,
                new JsonReaderSettings(
                        options.limits(),
                        options.get(JsonFormat.DUPLICATES) == JsonFormat.Duplicates.ERROR,
                        options.get(JsonFormat.UNWRAP_ARRAY) == JsonFormat.TopLevelArray.UNWRAP,
                        options.get(JsonFormat.TYPES) == JsonFormat.Types.CHRONICLE ? "@" : "@dw:",
                        engine));
    }
}
