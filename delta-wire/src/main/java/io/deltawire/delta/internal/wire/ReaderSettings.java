package io.deltawire.delta.internal.wire;

import io.deltawire.delta.internal.stream.ReadPolicy;
import io.deltawire.wire.WireLimits;

/**
 * The settings of a reader, in the terms of this package and not of options.
 *
 * @param policy which messages the reader gives before their checksum has come
 * @param givesRepeats whether the reader gives the records of a key frame at which it joins
 * @param stopAt the offset from which on a header ends the reading
 */
public record ReaderSettings(WireLimits limits, ReadPolicy policy, boolean givesRepeats, long stopAt) {
    /** Settings for reading to the end of the input. */
    public ReaderSettings(WireLimits limits, ReadPolicy policy, boolean givesRepeats) {
        this(limits, policy, givesRepeats, Long.MAX_VALUE);
    }
}
