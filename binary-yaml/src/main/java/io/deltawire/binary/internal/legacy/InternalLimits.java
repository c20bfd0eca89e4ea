package io.deltawire.binary.internal.legacy;

import io.deltawire.wire.WireLimits;

/**
 * The limits of messages that are only written to be read back here. The limits of the input bound their size
 * already.
 */
final class InternalLimits {
    static final WireLimits UNBOUNDED =
            WireLimits.DEFAULTS.withMaxDepth(1000).withMaxMessageBytes(Integer.MAX_VALUE - 64);

    private InternalLimits() {}
}
