package io.deltawire.json.internal.reader;

import io.deltawire.wire.WireLimits;

/**
 * What a reader needs to know when it is created.
 *
 * @param limits the limits on messages
 * @param rejectsDuplicates whether a name given twice in one object is an error
 * @param unwrapsArray whether the items of an outermost array are the messages
 * @param typeMark what a type name begins with
 * @param engine what finds the tokens
 */
public record JsonReaderSettings(
        WireLimits limits, boolean rejectsDuplicates, boolean unwrapsArray, String typeMark, TokenEngine engine) {
    JsonReaderSettings withLimits(WireLimits other) {
        return new JsonReaderSettings(other, rejectsDuplicates, unwrapsArray, typeMark, engine);
    }
}
