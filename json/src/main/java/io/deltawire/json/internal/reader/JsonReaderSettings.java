package io.deltawire.json.internal.reader;

import io.deltawire.wire.WireLimits;

/**
 * What a reader is told when it is made.
 *
 * @param limits the limits on messages, as the caller has set them
 * @param rejectsDuplicates whether a name given twice in one object is an error
 * @param unwrapsArray whether the items of an outermost array are the messages
 * @param engine what finds the tokens
 */
public record JsonReaderSettings(WireLimits limits, boolean rejectsDuplicates, boolean unwrapsArray, TokenEngine engine) {
    /** The same with other limits. */
    JsonReaderSettings withLimits(WireLimits other) {
        return new JsonReaderSettings(other, rejectsDuplicates, unwrapsArray, engine);
    }
}
