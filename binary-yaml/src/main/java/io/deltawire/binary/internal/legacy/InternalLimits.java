package io.deltawire.binary.internal.legacy;

import io.deltawire.wire.WireLimits;

/** Limits for what this package writes to itself, whose size the input's own limits already bound. */
final class InternalLimits {
    static final WireLimits UNBOUNDED = WireLimits.DEFAULTS.withMaxDepth(1000).withMaxMessageBytes(Integer.MAX_VALUE - 64);

    private InternalLimits() {}
}
