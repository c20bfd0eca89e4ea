package io.deltawire.delta.internal.wire;

import io.deltawire.delta.internal.stream.ReadPolicy;
import io.deltawire.wire.WireLimits;

/**
 * What a reader is asked for.
 *
 * @param policy which messages it gives
 * @param givesRepeats whether records that a key frame repeats are given where they are new to the reader
 */
public record ReaderSettings(WireLimits limits, ReadPolicy policy, boolean givesRepeats) {}
