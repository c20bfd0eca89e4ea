package io.deltawire.delta.internal.stream;

import io.deltawire.delta.internal.value.DeltaFormatName;
import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.WireLocation;

/** A stream announces more state than the reader's limits allow. It is refused, but it is not damaged. */
public final class StateBoundsException extends MalformedWireException {
    private static final long serialVersionUID = 1L;

    StateBoundsException(String problem, long offset) {
        super(DeltaFormatName.DELTA, problem, WireLocation.ofOffset(offset, ""));
    }
}
