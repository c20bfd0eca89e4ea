package io.deltawire.json.internal.reader;

import io.deltawire.wire.WireLimits;

/**
 * What a reader needs to know when it is created.
 *
 * @param limits the limits on messages
 * @param rejectsDuplicates whether a name given twice in one object is an error
 * @param unwrapsArray whether the items of an outermost array are the messages
 * @param typeMark what a type name begins with
 */
public record JsonReaderSettings(WireLimits limits, boolean rejectsDuplicates, boolean unwrapsArray, String typeMark) {
    JsonReaderSettings withLimits(WireLimits other) {
        return new JsonReaderSettings(other, rejectsDuplicates, unwrapsArray, typeMark);
    }
}
